import {END, STRICT_END} from './sentence-grammar.ts'
import {
  ADD,
  DEPRECATE,
  pattern,
  REMOVE,
  type SentencePattern,
  STOPPED,
  stateAfter,
  verbOf,
  WILL_END
} from './sentence-patterns.ts'

/** Sentences about the fields of resources: `Added due to Loan`. */
export const RESOURCE_PATTERNS: readonly SentencePattern[] = [
  pattern(`(?<at>{list}):? ${WILL_END}`, STRICT_END, ({at}, s) => s.resourceFields('deprecated', at)),
  pattern(
    `(?<verb>${REMOVE}|${DEPRECATE}) (?:the )?(?:deprecated )?(?:{nouns} )?(?<at>{list})(?: {nouns})?`,
    STRICT_END,
    ({verb = '', at}, s) => s.resourceFields(verbOf(verb), at)
  ),
  pattern(
    `(?:the )?(?<at>{list})(?: {nouns})? (?:{said} )?(?<verb>removed|dropped|deleted|deprecated)`,
    STRICT_END,
    ({verb = '', at}, s) => (s.isLabeled(verb) ? s.resourceFields(verbOf(verb), at) : [])
  ),
  pattern(
    '(?:replaces?|replaced) (?:the )?(?<old>{name}) (?:with|by) (?:the )?(?<to>{name})(?: (?:in|of|on) (?:the )?(?<at>{name}))?',
    STRICT_END,
    ({old, to, at}, s) => s.replacedField(old, to, at)
  ),
  pattern('(?<old>{name}) {said} ?replaced (?:with|by) (?<to>{name})', STRICT_END, ({old, to}, s) =>
    s.replacedField(old, to)
  ),
  pattern(
    '(?:(?:renames?|renamed|moves?|moved|changes?|changed):? )?(?<old>{name}) ?{arrow} ?(?<to>{name})',
    STRICT_END,
    ({old, to}, s) => s.renamedField(old, to)
  ),
  pattern('(?:changes?|changed) (?<old>{name}) to (?<to>{name})', STRICT_END, ({old, to}, s) =>
    s.renamedField(old, to)
  ),
  // Below a resource, or after its name and a colon.
  pattern(
    `(?<at>{name}): (?<verb>${ADD}|${REMOVE}|${DEPRECATE}) (?<names>{names})`,
    END,
    ({at, verb = '', names}, s) => (/^(?:add|introduc|new)/i.test(verb) ? s.fields('added', at, names) : [])
  ),
  pattern(`(?<at>{name}): (?<verb>${REMOVE}|${DEPRECATE}) (?<names>{names})`, STRICT_END, ({at, verb = '', names}, s) =>
    s.fields(verbOf(verb), at, names)
  ),
  pattern(
    `(?<at>{name}): (?:the )?(?<old>{names}) (?:{said} )?renamed to (?<to>{name})`,
    '(?<rest>.*)',
    ({at, old, to}, s) => s.renamedField(old, to, at)
  ),
  pattern(
    `(?<at>{name}): (?:renames?|renamed) (?<old>{names}) (?:to|{arrow}) (?<to>{name})`,
    STRICT_END,
    ({at, old, to}, s) => s.renamedField(old, to, at)
  ),
  pattern(
    `(?<at>{name}): (?:the )?(?<names>{names}) (?:{said} )?(?<verb>added|${STOPPED}|deprecated)`,
    STRICT_END,
    ({at, names, verb = ''}, s) => (s.isLabeled(verb) ? s.fields(stateAfter(verb), at, names) : [])
  ),
  pattern(
    `(?<at>{name}): (?:the )?(?<names>{names}) (?:(?:{said} )?changed\\b|(?:is|are) (?:now|no longer)\\b|(?:now|no longer)\\b|can now\\b)`,
    '(?<rest>.*)',
    ({at, names}, s) => s.fields('changed', at, names)
  ),
  pattern(`(?<at>{name}): (?<names>{names})`, STRICT_END, ({at, names}, s) =>
    s.group === undefined || s.group === 'changed' ? [] : s.fields(s.group, at, names)
  ),
  pattern(
    `(?:${ADD}) support for (?:new )?values? (?<names>{list}) (?:on|to|in) (?:the )?enums? (?<at>{list})`,
    END,
    ({names, at}, s) => s.values('added', at, names)
  ),
  pattern(
    `(?:${REMOVE}) support for (?:values? )?(?<names>{list}) (?:from|on|in) (?:the )?enums? (?<at>{list})`,
    END,
    ({names, at}, s) => s.values('removed', at, names)
  ),
  pattern(
    `(?:${ADD})(?: missing| new| a| the)* (?<names>{list}) values? to (?:the )?(?<at>{list})(?: enums?)?`,
    END,
    ({names, at}, s) => s.values('added', at, names)
  ),
  pattern(
    '(?:renames?|renamed) (?<old>{name}) to (?<to>{name})(?: (?:in|of|on) (?:the )?(?<at>{name}))?',
    STRICT_END,
    ({old, to, at}, s) => s.renamedField(old, to, at)
  ),
  pattern(
    `(?:${ADD})(?: support for)?(?: a| the)?(?: new)? (?:models?|schemas?|resources?) (?<names>{list})`,
    END,
    ({names}, s) => s.resources(names)
  ),
  pattern(`(?:${ADD})(?: a| the)?(?: new)? (?<names>{list}) (?:models?|schemas?|resources?)`, END, ({names}, s) =>
    s.resources(names)
  ),
  pattern(`(?:${ADD}) support for (?:a )?new resources? (?<names>{list})`, END, ({names}, s) => s.resources(names)),
  pattern(
    `(?<verb>${ADD}|${REMOVE}|${DEPRECATE})(?: support for)? (?<names>{names}) (?:on|to|from|in|of) (?:the )?(?<at>{list})(?: (?:models?|objects?|schemas?|resources?|responses?|components?))?`,
    STRICT_END,
    ({verb = '', names, at}, s) => s.fields(verbOf(verb), at, names)
  ),
  pattern(
    `(?<verb>${ADD})(?: support for)? (?<names>{names}) (?:on|to|from|in|of) (?:the )?(?<at>{list})(?: (?:models?|objects?|schemas?|resources?|responses?|components?))?`,
    END,
    ({verb = '', names, at}, s) => s.fields(verbOf(verb), at, names)
  ),
  pattern(
    `(?:changed?|changes) (?:the )?(?:type of (?<typed>{list})|(?<shape>{list})) (?:from|to be|to)\\b`,
    '(?<rest>.*)',
    ({typed, shape}, s) => s.changed(typed ?? shape)
  )
]
