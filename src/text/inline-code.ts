import {TARGET_VERBS} from '../languages/languages.ts'
import {flatCode, MARKS} from '../phrases/text-pieces.ts'

/** Names that a document uses without code formatting: operation IDs, and resources with fields. */
export interface KnownNames {
  readonly operations: ReadonlySet<string>
  /** Resource names, as written in the document's table. */
  readonly resources: readonly string[]
}

const PATH = '/[^\\s,;|)\\]]*[^\\s,;|)\\].:!?]|/'
const MARKED = new RegExp(
  `(${MARKS.code[0]}[^${MARKS.code[1]}]*${MARKS.code[1]}|${MARKS.free[0]}[^${MARKS.free[1]}]*${MARKS.free[1]})`
)

/** Transforms only the text outside code and free-text marks. */
const mapPlainText = (text: string, change: (plain: string) => string): string =>
  text
    .split(MARKED)
    .map((piece, index) => (index % 2 === 0 ? change(piece) : piece))
    .join('')

const plainEndpoint = new RegExp(`(?<![\\w/])(${TARGET_VERBS.join('|')}) +(${PATH})`, 'g')
const plainPrefix =
  /(?:\b[Tt]he )?(?<![\w}])(\/[^\s,;|)\]]*[^\s,;|)\].:!?*/])(?:\/\*\*| (?:paths|endpoints|routes)(?: under it)?)(?!\w)/g
const marked = `${MARKS.code[0]}([^${MARKS.code[1]}]*)${MARKS.code[1]}`
const markedPrefix = new RegExp(
  `(?:\\b[Tt]he )?${MARKS.code[0]}(/[^${MARKS.code[1]}\\s*]*?)/?${MARKS.code[1]} (?:paths|endpoints|routes)`,
  'g'
)
const markedPath = new RegExp(
  `\\b(${TARGET_VERBS.join('|')}) ${MARKS.code[0]}(/[^${MARKS.code[1]}]*)${MARKS.code[1]}`,
  'g'
)
const METHOD = `(?:${TARGET_VERBS.join('|')})`
/** Several methods with one path: `GET & PUT /loans`. */
const severalMethods = new RegExp(
  `${MARKS.code[0]}(${METHOD}(?: ?(?:&|,|and|/|\\|) ?${METHOD})+) +(/[^${MARKS.code[1]}\\s]*)${MARKS.code[1]}`,
  'g'
)
const listMethods = (_: string, methods: string, path: string): string =>
  (methods.match(/[A-Z]+/g) ?? []).map(method => flatCode(`${method} ${path}`)).join(', ')
const codedEndpoint = new RegExp(
  `${MARKS.code[0]}(${TARGET_VERBS.join('|')}) +(/[^${MARKS.code[1]}]*)${MARKS.code[1]}`,
  'gi'
)
const keyRenamed =
  /^((?:non-)?breaking: )?(?:the )?([\w.<>]+) (?:key|field|property) ([\w<>]+) (?:was|were) renamed to ([\w<>]+)/i
const verbFirst = new RegExp(`^(added|removed|deprecated|restored) ((?:operation )?${marked})`, 'i')
const tense =
  /\b(?:has been|have been|is now|are now|got|is|are) (added|changed|removed|deprecated|renamed|promoted|restored)\b/gi

/** A path in the form of API descriptions: `/images/(id or name)/json?all=1` → `/images/{id}/json`. */
export const normalizePath = (path: string): string =>
  path
    .replace(/[?#].*$/, '')
    .replace(/\$\{(?=[\w.-]+\})/g, '{')
    .replace(/\{([\w.-]+)[: ][^{}/]*\}/g, '{$1}')
    .replace(/\(([\w.-]+)(?: [^()/]*)?\)/g, '{$1}')
    .replace(/<([\w.-]+)(?: [^<>/]*)?>/g, '{$1}')
    .replace(/(?<=\/):([A-Za-z_]\w*)(?=\/|$)/g, '{$1}')

/**
 * Adds code formatting to endpoints, writes their paths as API descriptions do, and turns `/v1/firewall paths` into a
 * prefix. A query is written after its endpoint: a sentence about it isn't about the whole endpoint.
 */
export function codeEndpoints(text: string): string {
  const endpoints = mapPlainText(
    text.replace(severalMethods, listMethods).replace(markedPath, (_, method, path) => flatCode(`${method} ${path}`)),
    plain => plain.replace(plainEndpoint, (_, method, path) => flatCode(`${method} ${path}`))
  ).replace(codedEndpoint, (_, method: string, path: string) => {
    const [, query] = path.split('?')
    return `${flatCode(`${method} ${normalizePath(path)}`)}${query ? ` with ${flatCode(query)}` : ''}`
  })
  return mapPlainText(
    endpoints.replace(markedPrefix, (_, path) => flatCode(`${path}/**`)),
    plain => plain.replace(plainPrefix, (_, path) => flatCode(`${path}/**`))
  )
}

/** Normalizes hand-written sentences to the templates: codes endpoints, turns `has been removed` into `was removed`. */
export function normalizeSentence(text: string, {operations}: KnownNames): string {
  return mapPlainText(codeEndpoints(text), plain => plain.replace(tense, 'was $1'))
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

export interface TextSentence {
  readonly text: string
  /** Offset in the whole text. */
  readonly start: number
}

/** Splits a text into sentences. An abbreviation can split a sentence in two, which loses no words. */
export function splitIntoSentences(text: string): TextSentence[] {
  const sentences: TextSentence[] = []
  let start = 0
  const struck = [...text.matchAll(/~~[^\n]*?~~/g)].map(({index, 0: words}) => [index, index + words.length] as const)
  for (const match of text.matchAll(SENTENCE_BREAK)) {
    // Struck-out text is never split.
    if (struck.some(([from, to]) => match.index > from && match.index < to)) continue
    sentences.push({text: text.slice(start, match.index), start})
    start = match.index + match[0].length
  }
  sentences.push({text: text.slice(start), start})
  return sentences.filter(sentence => sentence.text.trim() !== '')
}

const SENTENCE_BREAK = /(?:(?<=[.!?](?:["')]|~~)?)\s+(?=[\p{Lu}\ufdd0\ufdd2<"'([]|~~)|\n+)/gu

/** Finds the resource that a phrase refers to: `The project object` is `Project`. `undefined` if unknown. */
export function findResource(words: string, {resources}: KnownNames): string | undefined {
  const key = (name: string): string =>
    name
      .replace(/\s*\([^)]*\)/g, '')
      .replace(/^(?:the|a|an)\s+/i, '')
      .replace(/\s+(?:object|resource)$/i, '')
      .toLowerCase()
      .trim()
  const wanted = key(words)
  return (
    resources.find(name => key(name) === wanted) ??
    resources.find(name => key(name) === wanted.split(' ').toReversed().join('.'))
  )
}

const IDENTIFIER = '[A-Za-z_$<](?:[\\w$.<>-]*[\\w$>])?'
const ADDED_FIELDS = new RegExp(
  `^(?:the )?(.+?) (?:has )?gained (?:the |an? )?(?:new )?(?:optional |required )?((?:field |parameter |property )?${IDENTIFIER}(?:(?:, | and )${IDENTIFIER})*)(?: (?:fields?|parameters?|property|properties))?\\.?$`,
  'i'
)
const looksLikeIdentifier = (word: string): boolean => /[_$<]|[a-z][A-Z]/.test(word)

/**
 * Reads `The project object gained riskScores and runTimeInfo.` as the resource and the names of its new fields.
 * `undefined` if the sentence has another form.
 */
export function readAddedFields(sentence: string, known: KnownNames): {resource: string; names: string[]} | undefined {
  const plain = sentence.replace(/[\ufdd0\ufdd1]/g, '')
  const [, words = '', list = ''] = ADDED_FIELDS.exec(plain) ?? []
  const names = list
    .replace(/^(?:field|parameter|property) /i, '')
    .split(/, | and /)
    .filter(Boolean)
  if (names.length === 0 || !names.every(looksLikeIdentifier)) return undefined
  const resource = findResource(words, known)
  return resource === undefined ? undefined : {resource, names}
}

/**
 * Reads `ListAPITokensQuery gained a filter by token type` as the operation that changed. `undefined` if the sentence
 * names no known operation.
 */
export function readOperationChange(sentence: string, {operations}: KnownNames): string | undefined {
  const name =
    /^(?:the )?(?:operation )?\ufdd0?(\w+)\ufdd1? (?:gained|now|was|has|accepts|returns|can)\b(?! (?:been )?(?:added|removed|deprecated|renamed|promoted|restored)\b)/i.exec(
      sentence
    )?.[1]
  return name !== undefined && operations.has(name) ? name : undefined
}
