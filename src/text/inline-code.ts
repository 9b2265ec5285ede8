import {METHODS} from '../model/subject/subject.ts'
import {flatCode, MARKS} from './text-pieces.ts'

/** Names that a document introduces without any mark: of operations, and of resources with fields. */
export interface KnownNames {
  readonly operations: ReadonlySet<string>
  /** Resources as the document's table spells them. */
  readonly resources: readonly string[]
}

const PATH = '/[^\\s,;|)\\]]*[^\\s,;|)\\].:!?]|/'
const MARKED = new RegExp(
  `(${MARKS.code[0]}[^${MARKS.code[1]}]*${MARKS.code[1]}|${MARKS.free[0]}[^${MARKS.free[1]}]*${MARKS.free[1]})`
)

/** Does something to the words between the marks only. */
const between = (text: string, change: (plain: string) => string): string =>
  text
    .split(MARKED)
    .map((piece, index) => (index % 2 === 0 ? change(piece) : piece))
    .join('')

const plainEndpoint = new RegExp(`(?<![\\w/])(${METHODS.join('|')}) +(${PATH})`, 'g')
const plainPrefix =
  /(?:\b[Tt]he )?(?<![\w}])(\/[^\s,;|)\]]*[^\s,;|)\].:!?*/])(?:\/\*\*| (?:paths|endpoints|routes)(?: under it)?)(?!\w)/g
const marked = `${MARKS.code[0]}([^${MARKS.code[1]}]*)${MARKS.code[1]}`
const markedPrefix = new RegExp(
  `(?:\\b[Tt]he )?${MARKS.code[0]}(/[^${MARKS.code[1]}\\s*]*?)/?${MARKS.code[1]} (?:paths|endpoints|routes)`,
  'g'
)
const markedPath = new RegExp(`\\b(${METHODS.join('|')}) ${MARKS.code[0]}(/[^${MARKS.code[1]}]*)${MARKS.code[1]}`, 'g')
const keyRenamed =
  /^((?:non-)?breaking: )?(?:the )?([\w.<>]+) (?:key|field|property) ([\w<>]+) (?:was|were) renamed to ([\w<>]+)/i
const verbFirst = new RegExp(`^(added|removed|deprecated|restored) ((?:operation )?${marked})`, 'i')
const tense =
  /\b(?:has been|have been|is now|are now|got|is|are) (added|changed|removed|deprecated|renamed|promoted|restored)\b/gi

/**
 * Brings the looser ways in which people write to the form that our own sentences have: subjects without backticks are
 * marked, `/v1/firewall paths` is the prefix, `has been removed` is `was removed`.
 */
export function loosen(text: string, {operations}: KnownNames): string {
  const endpoints = between(
    text.replace(markedPath, (_, method, path) => flatCode(`${method} ${path}`)),
    plain => plain.replace(plainEndpoint, (_, method, path) => flatCode(`${method} ${path}`))
  )
  const prefixes = between(
    endpoints.replace(markedPrefix, (_, path) => flatCode(`${path}/**`)),
    plain => plain.replace(plainPrefix, (_, path) => flatCode(`${path}/**`))
  )
  return between(prefixes, plain => plain.replace(tense, 'was $1'))
    .replace(/^(?:the )?(\w+)(?= (?:was|were) )/i, (whole, name) =>
      operations.has(name) ? `operation ${flatCode(name)}` : whole
    )
    .replace(verbFirst, (_, verb, subject) => `${subject} was ${verb.toLowerCase()}`)
    .replace(
      keyRenamed,
      (_, claim = '', resource, key, name) =>
        `${claim}${flatCode(`${resource}.${key}`)} was renamed to ${flatCode(`${resource}.${name}`)}`
    )
}

export interface Sentence {
  readonly text: string
  /** Where it begins in the whole text. */
  readonly start: number
}

/** The sentences of a text. An abbreviation may be taken for an end: no word is lost by that. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  const struck = [...text.matchAll(/~~[^\n]*?~~/g)].map(({index, 0: words}) => [index, index + words.length] as const)
  for (const match of text.matchAll(BETWEEN)) {
    // What is struck out is one piece, which no sentence of it can leave.
    if (struck.some(([from, to]) => match.index > from && match.index < to)) continue
    sentences.push({text: text.slice(start, match.index), start})
    start = match.index + match[0].length
  }
  sentences.push({text: text.slice(start), start})
  return sentences.filter(sentence => sentence.text.trim() !== '')
}

const BETWEEN = /(?:(?<=[.!?](?:["')]|~~)?)\s+(?=[\p{Lu}\ufdd0\ufdd2<"'([]|~~)|\n+)/gu

/** The resource that some words name: `The project object` is `Project`. */
export function resourceNamed(words: string, {resources}: KnownNames): string | undefined {
  const key = (name: string): string =>
    name
      .replace(/\s*\([^)]*\)/g, '')
      .replace(/^(?:the|a|an)\s+/i, '')
      .replace(/\s+(?:object|resource)$/i, '')
      .toLowerCase()
      .trim()
  const meant = key(words)
  return (
    resources.find(name => key(name) === meant) ??
    resources.find(name => key(name) === meant.split(' ').toReversed().join('.'))
  )
}

const IDENTIFIER = '[A-Za-z_$<](?:[\\w$.<>-]*[\\w$>])?'
const GAINED = new RegExp(
  `^(?:the )?(.+?) (?:has )?gained (?:the |an? )?(?:new )?(?:optional |required )?((?:field |parameter |property )?${IDENTIFIER}(?:(?:, | and )${IDENTIFIER})*)(?: (?:fields?|parameters?|property|properties))?\\.?$`,
  'i'
)
const looksNamed = (word: string): boolean => /[_$<]|[a-z][A-Z]/.test(word)

/** `The project object gained riskScores and runTimeInfo.`: the resource and the names of its new fields. */
export function readGained(sentence: string, known: KnownNames): {resource: string; names: string[]} | undefined {
  const plain = sentence.replace(/[\ufdd0\ufdd1]/g, '')
  const [, words = '', list = ''] = GAINED.exec(plain) ?? []
  const names = list
    .replace(/^(?:field|parameter|property) /i, '')
    .split(/, | and /)
    .filter(Boolean)
  if (names.length === 0 || !names.every(looksNamed)) return undefined
  const resource = resourceNamed(words, known)
  return resource === undefined ? undefined : {resource, names}
}

/** `ListAPITokensQuery gained a filter by token type`: the operation that is said to have changed. */
export function readOperationChange(sentence: string, {operations}: KnownNames): string | undefined {
  const name =
    /^(?:the )?(?:operation )?\ufdd0?(\w+)\ufdd1? (?:gained|now|was|has|accepts|returns|can)\b(?! (?:been )?(?:added|removed|deprecated|renamed|promoted|restored)\b)/i.exec(
      sentence
    )?.[1]
  return name !== undefined && operations.has(name) ? name : undefined
}
