import type {Verb} from '@tenure/core/model/lifecycle/event'
import {noteText} from '@tenure/core/phrases/text-pieces'
import {codeEndpoints} from '@tenure/core/text/inline-code'
import type {StatementText} from '@tenure/core/text/statement'
import {containerOf} from './part-names.ts'
import {RESOURCE_PATTERNS} from './resource-sentences.ts'
import {compose, END, isChangeOfKnownPart, isPartOfAnother, STRICT_END} from './sentence-grammar.ts'
import {
  ADD,
  CHANGE,
  DEPRECATE,
  pattern,
  REMOVE,
  type SentencePattern,
  STOPPED,
  stateAfter,
  verbOf,
  WILL_END
} from './sentence-patterns.ts'
import {SentenceReader} from './sentence-reader.ts'
import {type KnownMethods, type TokenizedSentence, tokenizeSentence} from './sentence-tokens.ts'

// Sentences of changelogs that people write: `Removed the GET /v1/a endpoint`, `GET /info now returns a Name field`.
// A sentence that fits no pattern as a whole describes no event here.

/**
 * The side of parts by the verb of their endpoint: it returns parts of the response and accepts parts of the request.
 */
const sideOfVerb = (verb: string): 'request' | 'response' | undefined =>
  /^(?:accept|support|expect|take)/i.test(verb)
    ? 'request'
    : /^(?:include|return|contain)/i.test(verb)
      ? 'response'
      : undefined

/** Rules out words by which an endpoint was only added to a list or the documentation, and not to the API. */
const NOT_LISTED =
  '(?! (?:to|in) (?:the (?:list|docs?|documentation|README)|[\\w-]+ (?:limited )?(?:end-?points|routes)))'

/** Words by which an item is about a part of its endpoint, or about some of its requests. */
const PART_FOLLOWS =
  ': (?:the |an? )?(?:(?:new|query|request|response) )*(?:{name}|fields?|parameters?|headers?|options?)|:? \\(?(?:only|except|unless|for|on|if|when)\\b'

/** Words that name the field or parameter of a value: `value for the State.Status field`, `as the Mode in a Spec`. */
const AS_VALUE =
  '(?:(?:as )?(?:an? |the )?(?:new |valid |additional )*values? (?:for|of|in) |as (?:the |its )?)(?<within>(?:the )?{name}(?: (?:field|property|query parameter|parameter))?(?: (?:in|of) (?:an? |the )?{name})?)'

const ENDPOINT_PATTERNS: readonly SentencePattern[] = [
  // Endpoints.
  pattern(
    `(?:new|${ADD}(?: an?| the| new)*)(?: API)?(?: end-?points?)?:? (?<at>{endpoints}){noun}${NOT_LISTED}`,
    END,
    ({at}, s) => s.endpoints('added', at)
  ),
  pattern(`(?<at>{endpoints}){noun}:? (?<names>{names})`, STRICT_END, ({at, names}, s) =>
    s.group === undefined ? [] : s.parts(s.group, at, names)
  ),
  pattern(
    '(?:end-?points?:? |routes?:? )?(?<at>{endpoints}){noun}',
    `(?<rest>$|(?!${PART_FOLLOWS})[.:(].*)`,
    ({at, rest}, s) => (s.group === undefined ? [] : s.endpoints(s.group, at, rest))
  ),
  pattern('(?<at>{endpoints}){noun} (?:is|are) (?:a |an )?new(?: API)?(?: end-?points?)?', END, ({at}, s) =>
    s.endpoints('added', at)
  ),
  pattern(
    `(?<verb>${REMOVE}|${DEPRECATE}) (?:the )?(?:deprecated )?(?<at>{endpoints}){noun}`,
    STRICT_END,
    ({verb, at, rest}, s) => s.endpoints(verbOf(verb ?? ''), at, rest)
  ),
  pattern(
    `(?<at>{endpoints}){noun} (?:{said} ?|newly )?(?<verb>added|introduced|removed|dropped|deleted|retired|deprecated)`,
    STRICT_END,
    ({verb = '', at, rest}, s) => (s.isLabeled(verb) ? s.endpoints(verbOf(verb), at, rest) : [])
  ),
  pattern('(?<at>{endpoints}){noun} (?:{said} ?)?(?:updated|changed|modified)', STRICT_END, ({at}, s) =>
    s.endpoints('changed', at)
  ),
  pattern(`(?<at>{endpoints}){noun} ${WILL_END}`, STRICT_END, ({at, rest}, s) => s.endpoints('deprecated', at, rest)),
  pattern(
    '(?:replaces?|replaced) (?<at>(?:the )?{endpoint}){noun} (?:with|by) (?<to>(?:the )?{endpoint}){noun}',
    STRICT_END,
    ({at, to}, s) => s.replacedEndpoint(at, to)
  ),
  pattern(
    '(?<at>(?:the )?{endpoint}){noun} {said} ?replaced (?:with|by) (?<to>(?:the )?{endpoint}){noun}',
    STRICT_END,
    ({at, to}, s) => s.replacedEndpoint(at, to)
  ),
  pattern(
    '(?:(?:renames?|renamed|moves?|moved|changes?|changed):? )?(?<at>(?:the )?{endpoint}){noun} ?{arrow} ?(?<to>{endpoint}){noun}',
    STRICT_END,
    ({at, to}, s) =>
      s.group === 'removed' || s.group === 'deprecated' ? s.replacedEndpoint(at, to) : s.renamedEndpoint(at, to)
  ),
  pattern(
    '(?:moves?|moved|changes?|changed) (?:the )?(?:path of |url of )?(?<at>(?:the )?{endpoint}){noun} to (?<to>{endpoint}){noun}',
    STRICT_END,
    ({at, to}, s) => s.renamedEndpoint(at, to)
  ),
  pattern(
    '(?<at>(?:the )?{endpoint}){noun} (?:{said} )?(?:moved|renamed|changed) to (?<to>{endpoint}){noun}',
    STRICT_END,
    ({at, to}, s) => s.renamedEndpoint(at, to)
  ),
  pattern('(?:renames?|renamed) (?<at>(?:the )?{endpoint}){noun} to (?<to>{endpoint})', STRICT_END, ({at, to}, s) =>
    s.renamedEndpoint(at, to)
  ),
  // Parts of endpoints.
  pattern(
    `(?<at>{endpoints}){noun}(?: can| will)?(?: now| also|: now)* (?:no longer) (?<verb>include|return|contain|accept|support|has|have|expect|provide|take)s? (?<names>{names})(?<within>{container})`,
    STRICT_END,
    ({at, verb = '', names, within}, s) => s.parts('removed', at, names, {within, lastSide: sideOfVerb(verb)})
  ),
  pattern(
    `(?<at>{endpoints}){noun} no longer (?:include|return)s? {adjectives}(?<within>{name}) {nouns}[;:,]? (?<names>{list})`,
    END,
    ({at, names, within}, s) => s.parts('removed', at, names, {within, lastSide: 'response'})
  ),
  pattern(
    `(?<at>{endpoints}){noun}[:,] (?:the )?(?<within>{name}) no longer (?:include|return|contain)s? (?<names>{names})`,
    STRICT_END,
    ({at, names, within}, s) => s.parts('removed', at, names, {within, lastSide: 'response'})
  ),
  pattern(
    `(?<at>{endpoints}){noun}(?: can| will)?(?:,? (?:now|also|will|on \\w+))+ (?<verb>return|include|contain|provide|show|report|expose)s? (?<names>{names})(?<within>{container})`,
    END,
    ({at, verb, names, within}, s) =>
      s.parts('added', at, names, {within, lastSide: verb === 'return' ? 'response' : 'answer'})
  ),
  pattern(
    `(?<at>{endpoints}){noun}(?: can| will)?(?:,? (?:now|also|on \\w+))+ (?<verb>accept|support|take|allow|allow setting)s? (?<names>{names})(?<within>{container})`,
    END,
    ({at, verb = '', names, within}, s) =>
      s.parts('added', at, names, {within, lastSide: /^(?:accept|take)/i.test(verb) ? 'input' : 'request'})
  ),
  pattern(
    `(?<at>{endpoints}){noun} (?<verb>return|accept|support|take)s? (?<names>{adjectives}(?:{nouns} {list}|{list} {nouns}))(?<within>{container})`,
    END,
    ({at, verb, names, within}, s) =>
      s.parts('added', at, names, {within, lastSide: verb === 'return' ? 'response' : 'request'})
  ),
  pattern(
    `(?<at>{endpoints}){noun} now sets? (?<names>{adjectives}(?:headers? {list}|{list} headers?))`,
    END,
    ({at, names}, s) => s.parts('added', at, names, {lastSide: 'response'})
  ),
  pattern(
    `(?<at>{endpoints}){noun}[:,]? (?:the )?(?<names>{names}) {said} ?(?<verb>added|${STOPPED}|deprecated)`,
    STRICT_END,
    ({at, names, verb = ''}, s) => (s.isLabeled(verb) ? s.parts(stateAfter(verb), at, names) : [])
  ),
  pattern(
    `(?<at>{endpoints}){noun}(?::| [-–—]) (?<verb>${ADD}|${REMOVE}|${DEPRECATE}) (?<names>{names})(?<within>{container})`,
    STRICT_END,
    ({at, verb = '', names, within}, s) => s.parts(verbOf(verb), at, names, {within})
  ),
  // Values of parts of endpoints.
  pattern(
    `(?<at>{endpoints}){noun}(?: can| may| will)?(?: now| also)+ (?<verb>accept|support|take|return|include)s? (?:an? |the |additional |new )*(?<names>{list}) ${AS_VALUE}`,
    END,
    ({at, verb = '', names, within}, s) => s.partValues('added', at, names, {within, lastSide: sideOfVerb(verb)})
  ),
  pattern(
    `(?<at>{endpoints}){noun}(?: now)? no longer (?<verb>accept|support|take|return|include)s? (?:the )?(?<names>{list}) ${AS_VALUE}`,
    STRICT_END,
    ({at, verb = '', names, within}, s) => s.partValues('removed', at, names, {within, lastSide: sideOfVerb(verb)})
  ),
  pattern(
    `(?:[\\w ]+ )?returned by (?<at>{where}) can now contain (?<names>{names})(?<within>{container})`,
    END,
    ({at, names, within}, s) => s.parts('added', at, names, {within, lastSide: 'response'})
  ),
  pattern(
    `(?<names>{names}) {said} added to (?<within>{name}) on (?<at>{endpoint}),? and to (?<other>{name}) on (?<also>{endpoint})`,
    END,
    ({names, within, at, other, also}, s) => [
      ...s.parts('added', at, names, {within}),
      ...s.parts('added', also, names, {within: other})
    ]
  ),
  pattern(
    `(?<names>{names})(?: (?:in|of|on) (?:the )?(?<within>{name})(?: (?:object|struct|field|section))?)? (?:in|of|on|from|returned by) (?<at>{where}) (?:will|is|are)\\b.*\\bwill (?:be (?:removed|omitted)|no longer be (?:included|returned))`,
    '(?<rest>.*)',
    ({names, within, at}, s) => (s.isDeprecation ? s.parts('deprecated', at, names, {within}) : [])
  ),
  pattern(
    `(?<at>{endpoints}){noun}(?: now| also)* (?:has|have|gained|gains|adds?|added) (?<names>{names})(?<within>{container})`,
    END,
    ({at, names, within}, s) => s.parts('added', at, names, {within})
  ),
  pattern(
    `(?<names>{names})(?: (?:in|of|on|from|for|as part of|returned by|available in) (?:the )?(?<within>{name})(?: (?:object|struct|field|section))?)?,?(?: (?:in|of|on|from|for|to|as part of|returned by|returned in calls to|as returned by|available in|when calling))? (?<at>{where}){gap},? {said} ?(?:deprecated and is now )?(?<verb>deprecated|${STOPPED}|added)(?: from (?:the )?(?:response|request|API))?`,
    STRICT_END,
    ({names, within, at, verb = '', rest}, s) =>
      s.isLabeled(verb) ? s.parts(stateAfter(verb, rest), at, names, {within, rest}) : []
  ),
  pattern(
    `(?<names>{names})(?: ?\\(.*?\\)| and containing [^.,]*?)?{gap} {said} (?<verb>added|removed) (?:to|from|on|in) (?:(?<within>{name}) on )?(?<at>{where})`,
    STRICT_END,
    ({names, within, at, verb = ''}, s) => (s.isLabeled(verb) ? s.parts(verb as Verb, at, names, {within}) : [])
  ),
  pattern(
    `(?<verb>${ADD}|${REMOVE}|${DEPRECATE})(?: support for)? (?<names>{names}(?: as an? (?:new |optional |required )*{nouns})?)(?<within>{container}) (?:to|on|in|for|from|of) (?<at>{where})`,
    STRICT_END,
    ({verb = '', names, within, at, rest}, s) => s.parts(verbOf(verb), at, names, {within, rest})
  ),
  pattern('(?<names>{names}) (?:to|on|in|for|from|of) (?<at>{where})', STRICT_END, ({names, at, rest}, s) =>
    s.group === undefined ? [] : s.parts(s.group, at, names, {rest})
  ),
  pattern(
    `(?:the )?(?<at>{endpoint}){noun}:? (?:renames? (?<old>{names})|(?:the )?(?<old2>{names}) (?:was|has been|is) renamed) to (?<to>{name})`,
    STRICT_END,
    ({at, old, old2, to}, s) => s.renamedPart(at, old ?? old2, to)
  ),
  pattern(
    `(?:the )?(?<old>{names}) (?:in|of|on) (?<at>{where}) (?:was|were|has been|is) renamed to (?<to>{name})`,
    STRICT_END,
    ({at, old, to}, s) => s.renamedPart(at, old, to)
  ),
  pattern(
    `(?:renames?|renamed) (?<old>{names}) to (?<to>{name}) (?:in|of|on|for) (?<at>{where})`,
    STRICT_END,
    ({at, old, to}, s) => s.renamedPart(at, old, to)
  ),
  pattern(
    `(?:replaces?|replaced) (?<old>{names}) (?:with|by) (?:the )?(?:new )?(?:{nouns} )?(?<to>{name})(?: {nouns})? (?:in|of|on|for) (?<at>{where})`,
    STRICT_END,
    ({at, old, to}, s) => s.replacedPart(at, old, to)
  ),
  pattern(
    `(?<old>{names}) (?:in|of|on) (?<at>{where}) {said} ?replaced (?:with|by) (?:the )?(?:{nouns} )?(?<to>{name})`,
    STRICT_END,
    ({at, old, to}, s) => s.replacedPart(at, old, to)
  ),
  pattern(
    `(?<names>{names})(?: (?:in|of|on|from|returned by) (?<at>{where})) ${WILL_END}`,
    STRICT_END,
    ({at, names, rest}, s) => s.parts('deprecated', at, names, {rest})
  ),
  pattern(
    `(?:${CHANGE}) (?:the )?(?:(?:type|format|default|default value|meaning) of )?(?<names>{names}) (?:in|of|on|for) (?<at>{where}) (?:from|to)\\b`,
    '(?<rest>.*)',
    ({at, names}, s) => s.parts('changed', at, names)
  ),
  pattern(
    `(?:${CHANGE}) (?:the )?(?:(?:type|format|default|default value|meaning) of )?(?<names>{names}) (?:from|to)\\b[^.]*? (?:in|of|on|for) (?<at>{where})`,
    STRICT_END,
    ({at, names}, s) => s.parts('changed', at, names)
  )
]

/** A sentence about an endpoint that says that some part of it is different now. */
const CHANGED = new RegExp(
  compose(
    `^(?<at>{endpoints}){noun},?(?: (?:[\\w-]+|{name})){0,5}? (?:(?:will |can |does |may |does )?(?:now|no longer)|always)\\b|^(?<also>{endpoints}){noun} now\\b`
  ),
  'i'
)

const LABEL =
  /^(?:(breaking|non-breaking|added|changed|deprecated|deprecation|removed|new|note|fix|fixed)(?:: |! ?|:? - )|\[(breaking|added|deprecated|removed|new)\]:? )/i
/** A link to an issue, or its number, before the sentence. */
const REFERENCE = /^(?:\[?#\d+\]?(?: \(\S+\))?[: ,/]*)+/
/** Who made the change and where, after the sentence. */
const ATTRIBUTION =
  /(?: by @[\w-]+(?: \(\S+\))?)?(?: in)?(?: (?:https?:\/\/\S+|\(?\[?#\d+\]?(?: \([^\s()]+\))?\)?)(?:,(?= ))?)*(?<=\d\)?|\)|@[\w-]+)\.?$/

/**
 * Events of a sentence in one of the usual forms of changelogs. Anything beyond the event keeps the sentence as the note.
 * Empty if the sentence has another form.
 *
 * @param group The verb of the heading above, if there is one.
 * @param resource The resource that the sentence begins with because a heading names it, if there is one.
 */
export function readChangelogSentence(
  flatSentence: string,
  {
    methods,
    group,
    resource
  }: {readonly methods: KnownMethods; readonly group?: Verb | undefined; readonly resource?: string | undefined}
): StatementText[] {
  const note = noteText(flatSentence).trim()
  const plain = codeEndpoints(flatSentence.trim()).replace(REFERENCE, '').replace(ATTRIBUTION, '')
  const label = LABEL.exec(plain)
  const tokens = tokenizeSentence(label ? plain.slice(label[0].length) : plain, methods)
  const reader = new SentenceReader(tokens, {label: (label?.[1] ?? label?.[2])?.toLowerCase(), group, resource})
  for (const {pattern: form, read} of [...ENDPOINT_PATTERNS, ...RESOURCE_PATTERNS]) {
    const groups = form.exec(tokens.text)?.groups
    const found = groups ? read(groups, reader).flatMap(each => withoutDoubt(each, groups, tokens)) : []
    const isWhole = /^[.:]?$/.test(groups?.rest ?? '')
    if (found.length > 0) return found.map(each => (isWhole && !hasAside(groups) ? each : {...each, note}))
  }
  const {at, also} = CHANGED.exec(tokens.text)?.groups ?? {}
  return tokens.endpointsIn(at ?? also ?? '').map(target => ({verb: 'changed', subject: {target}, note}))
}

/** The statement without everything that the words after the named parts make doubtful; empty if nothing is left. */
function withoutDoubt(
  statement: StatementText,
  {names = '', within = '', rest = ''}: Readonly<Record<string, string | undefined>>,
  tokens: TokenizedSentence
): StatementText[] {
  if (statement.verb !== 'added' || !statement.subject.part || containerOf(within, tokens)) return [statement]
  const words = `${within}${rest}`
  if (statement.subject.part.field !== undefined && isPartOfAnother(words)) return []
  return [isChangeOfKnownPart(names, words) ? {...statement, verb: 'changed'} : statement]
}

const hasAside = (groups: Readonly<Record<string, string | undefined>> | undefined): boolean =>
  /[(,]\s*(?:which|that|as)\b|\(/.test(groups?.names ?? '')
