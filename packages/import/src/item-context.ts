import {defined} from '@tenure/core/model/defined'
import type {Verb} from '@tenure/core/model/lifecycle/event'
import {flatCode, MARKS, noteText} from '@tenure/core/phrases/text-pieces'
import {codeEndpoints, splitIntoSentences} from '@tenure/core/text/inline-code'
import type {StatementText} from '@tenure/core/text/statement'
import {readChangelogSentence} from './changelog-sentences.ts'
import type {ChangelogNames} from './lines.ts'
import {isResource} from './part-names.ts'

// The context that an item or a heading gives the items below it: `GET /loans`, `Added these endpoints:`.

/** The subject of the items below, as flat text, or what happened to the subjects that they name. */
export interface ItemContext {
  /** The endpoints or the resource that the items are about. */
  readonly at?: string
  /** The name of the resource. */
  readonly resource?: string
  readonly verb?: Verb
  /** What the items are called: `fields`. */
  readonly noun?: string
  /** The words above the items, unless they add nothing to the changes. */
  readonly note?: string
}

const CODE = `${MARKS.code[0]}[^${MARKS.code[1]}]*${MARKS.code[1]}`
const METHOD_CODE = `${MARKS.code[0]}[A-Z]+ /[^${MARKS.code[1]}]*${MARKS.code[1]}`
const ENDPOINTS = new RegExp(
  `^(?:the )?(${METHOD_CODE}(?:(?:,? and |, ?| ?/ ?)${METHOD_CODE})*)(?: (?:end-?points?|routes?|operations?))?:?$`,
  'i'
)
/** A name of a resource: as code, with its module, or with a word such as `object`. */
const RESOURCE = new RegExp(
  `^(?:the )?(?:(${CODE})(?: (?:model|object|schema|resource|entity)s?)?|((?:[a-z]\\w*\\.)+[A-Z]\\w*)|([A-Z]\\w*) (?:model|object|schema|resource|entity)):?$`
)

const VERBS: readonly (readonly [RegExp, Verb])[] = [
  [/^(?:adds?|added|introduces?|introduced|new|released?)$/i, 'added'],
  [/^(?:removes?|removed|deletes?|deleted|drops?|dropped|retired)$/i, 'removed'],
  [/^(?:deprecates?|deprecated)$/i, 'deprecated']
]
const verbOf = (word: string | undefined): Verb | undefined => VERBS.find(([pattern]) => pattern.test(word ?? ''))?.[1]

/** Words between a verb and its object that don't make something else of the object. */
const ADJECTIVES =
  "(?: (?!(?:to|for|on|from|in|of|with|at|by|support|documentation|docs?|examples?|references?|descriptions?|schemas|limits?|headers?|fields?|parameters?)\\b)[\\w'()-]+){0,7}"
const PURPOSE =
  '(?: in (?:early access|beta|preview|alpha)| for [^:]*| that [^:]*| which [^:]*| so [^:]*| to (?:get|list|create|update|delete|manage|retrieve|read|query|fetch|set|add|remove|search|view|configure|control|support|allow|enable) [^:]*)?'
const ENDPOINT_NOUN = '(?:end-?points?|routes|operations|paths|API calls)'
const ADDED_ENDPOINTS = new RegExp(`^(\\w+)${ADJECTIVES} ${ENDPOINT_NOUN}(${PURPOSE})(?:\\.[^:]*)?:?$`, 'i')
const MARKED_ENDPOINTS = new RegExp(`^marked${ADJECTIVES} ${ENDPOINT_NOUN} as deprecated:?$`, 'i')
const ENDPOINTS_WERE = new RegExp(
  `^(?:the |these |this )?(?:following |new )?${ENDPOINT_NOUN} (?:is|are|was|were|has been|have been)(?: now| been)? (added|removed|deleted|deprecated)(?: from the API)?:?$`,
  'i'
)
const PLAIN_LEAD = /^\w+(?: the| these| following| new)* \S+:?$/i
const FIELD_NOUN = '(?:fields?|propert(?:y|ies)|attributes?|query parameters?|parameters?|headers?)'
const ADDED_FIELDS = new RegExp(
  `^(\\w+)(?: the| these| following| new| optional| required)* (${FIELD_NOUN}) (?:to|from|on|in|of|for) (.+?):?$`,
  'i'
)

const ADDED_RESOURCES =
  /^(?:(?:adds?|added|introduced|new)(?: the| these| following| new)* (?:models|schemas|resources)|(?:new )?(?:models|schemas|resources) (?:were )?added):?$/i
/** A line that introduces fields of the subject further above, such as `Added these fields:`. */
const FIELDS_OF_ABOVE = new RegExp(
  `^(\\w+)(?: the| these| following| new| optional| required)* (${FIELD_NOUN})(?: \\([^()]*\\))?:$`,
  'i'
)

/**
 * The context that a text above items states; `undefined` if it states none.
 *
 * @param above What stands above the text itself.
 */
export function readContext(text: string, above?: ItemContext): ItemContext | undefined {
  const flat = codeEndpoints(text.replace(new RegExp(`[${MARKS.free.join('')}]`, 'g'), '').trim())
  const subject = readSubjectContext(flat)
  if (subject) return subject
  if (ADDED_RESOURCES.test(flat)) return {verb: 'added', noun: 'resource'}
  const [, ended, fields] = FIELDS_OF_ABOVE.exec(flat) ?? []
  const end = verbOf(ended)
  if (above?.at !== undefined && end && fields !== undefined) return {...above, verb: end, noun: fields}
  if (new RegExp(CODE).test(flat)) {
    const [, word, noun, at = ''] = ADDED_FIELDS.exec(flat) ?? []
    const [verb, of] = [verbOf(word), readSubjectContext(at)]
    return verb && of && noun !== undefined ? {...of, verb, noun} : undefined
  }
  const [, word] = ENDPOINTS_WERE.exec(flat) ?? ADDED_ENDPOINTS.exec(flat) ?? []
  const verb = MARKED_ENDPOINTS.test(flat) ? 'deprecated' : verbOf(word)
  if (!verb) return undefined
  const isPlain = PLAIN_LEAD.test(flat) || ENDPOINTS_WERE.test(flat) || MARKED_ENDPOINTS.test(flat)
  return {verb, ...(isPlain ? {} : {note: noteText(flat).replace(/:$/, '')})}
}

function readSubjectContext(flat: string): ItemContext | undefined {
  const at = ENDPOINTS.exec(flat)?.[1]
  if (at !== undefined) return {at}
  const [, coded, dotted, named] = RESOURCE.exec(flat) ?? []
  const name = coded === undefined ? (dotted ?? named) : noteText(coded).replaceAll('`', '')
  if (name === undefined || (dotted === undefined && !isResource(name))) return undefined
  return {at: flatCode(name), resource: name}
}

/** A name in a list, with what it is or does. */
const LISTED = new RegExp(`^(${CODE})(| (?:child of|extends) .*| ?[(–-].*)$`, 's')
/** A path without a method or a query. */
const BARE_PATH = /^`\/[^\s?]*`$/
const NAMES_FIRST = new RegExp(`^(?:the )?(${CODE}(?:(?:,? and |, ?)${CODE})*)(.*)$`, 's')

/** Events of an item by what stands above it. Empty if that doesn't make its words certain. */
export function readInContext(
  text: string,
  {at, resource, verb, noun}: ItemContext,
  known: ChangelogNames,
  group: Verb | undefined
): StatementText[] {
  const [first, ...others] = splitIntoSentences(text)
  const [, listed, tail = ''] = LISTED.exec(text.trim()) ?? []
  const isPath = listed !== undefined && BARE_PATH.test(noteText(listed))
  if (at === undefined && verb && listed !== undefined && (isPath || noun === 'resource')) {
    const note = tail === '' ? undefined : noteText(text).trim()
    const named = noun === 'resource' ? `${verb} model ${listed}` : `${verb} the ${listed} endpoint`
    return readChangelogSentence(named, {methods: known.methods}).map(said => defined({...said, note}))
  }
  if (at === undefined || !first) return []
  const [, names, rest = ''] = NAMES_FIRST.exec(first.text) ?? []
  const isListed =
    verb !== undefined && noun !== undefined && names !== undefined && /^(?:[.:,;(–-]|\s[(–-]|$)/.test(rest)
  const sentence = isListed ? `${verb} ${names} ${noun} to ${at}` : `${at}: ${first.text}`
  const found = readChangelogSentence(sentence, {methods: known.methods, group, resource})
  const words = noteText(text).trim()
  return found.map(({note, ...said}) =>
    note === undefined && others.length === 0 && !(isListed && rest.replace('.', '').trim() !== '')
      ? said
      : {...said, note: words}
  )
}
