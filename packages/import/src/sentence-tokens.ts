import {parseTarget} from '@tenure/core/languages/languages'
import {
  type EndpointTarget,
  isEndpoint,
  isPrefix,
  moveTarget,
  pathShape,
  prefixTarget,
  type Target
} from '@tenure/core/model/subject/subject'
import {MARKS} from '@tenure/core/phrases/text-pieces'
import {normalizePath} from '@tenure/core/text/inline-code'
import {endpointTarget} from '@tenure/openapi/subjects'

// A sentence in which names are replaced with tokens, so that a pattern can be about its words alone.

/** Delimiters of tokens. They are Unicode noncharacters, which no text contains. */
const ENDPOINT = ['\ufdd4', '\ufdd5'] as const
const NAME = ['\ufdd6', '\ufdd7'] as const
const PATH = ['\ufdd8', '\ufdd9'] as const

/** Pattern sources that match one token. */
export const ENDPOINT_TOKEN = `${ENDPOINT[0]}\\d+${ENDPOINT[1]}`
export const NAME_TOKEN = `${NAME[0]}\\d+${NAME[1]}`
const PATH_TOKEN = `${PATH[0]}\\d+${PATH[1]}`

/** Text between two names of a list. */
export const SEPARATOR = `(?:,? (?:and|or|&) |, ?| ?/ ?| (?=${NAME[0]}))`

export interface TokenizedSentence {
  /** The sentence with tokens for its names. */
  readonly text: string
  /** Targets of the endpoint tokens in a part of the text, in order. */
  readonly endpointsIn: (text: string) => readonly Target[]
  /** Names in a part of the text, in order. */
  readonly namesIn: (text: string) => readonly string[]
}

/** How often a document names each path with each method, by the shape of the path. */
export type KnownMethods = ReadonlyMap<string, ReadonlyMap<string, number>>

const CODE = new RegExp(`${MARKS.code[0]}([^${MARKS.code[1]}]*)${MARKS.code[1]}`, 'g')
const FREE_MARKS = new RegExp(`[${MARKS.free[0]}${MARKS.free[1]}]`, 'g')
const QUOTED = /(?<![\w=])["“]([A-Za-z_][\w.-]*)["”]/g
/** Words after a path that say that it is one of the API. */
const PATH_NOUN = '(?:API |HTTP )?(?:end-?points?|routes?|requests?|responses?|operations?)'
/** Words between an endpoint and its new path. */
const MOVED = '(?:(?:is|are|was|were|has|have) )?(?:now |been )*(?:moved|renamed|changed) to (?:the )?'
const pathList = new RegExp(
  `(?<=\\b${PATH_NOUN} ${MOVED})${PATH_TOKEN}|(?:(?<=\\b${PATH_NOUN}(?: fields?| body| parameters?)?(?: of| for| to| in)?:? )(?:the )?(?:${PATH_TOKEN}|${ENDPOINT_TOKEN})(?:${SEPARATOR}(?:the )?(?:${PATH_TOKEN}|${ENDPOINT_TOKEN}))*)|(?:${PATH_TOKEN}|${ENDPOINT_TOKEN})(?:${SEPARATOR}(?:the )?(?:${PATH_TOKEN}|${ENDPOINT_TOKEN}))*(?= ${PATH_NOUN}\\b)`,
  'gi'
)
const eachPath = new RegExp(`${PATH[0]}(\\d+)${PATH[1]}`, 'g')

/** Replaces the code spans and quoted names of a flat sentence with tokens. */
export function tokenizeSentence(flatText: string, methods: KnownMethods): TokenizedSentence {
  const targets: (Target | null)[] = []
  const names: string[] = []
  const endpoint = (target: Target | null): string => `${ENDPOINT[0]}${targets.push(target) - 1}${ENDPOINT[1]}`
  const name = (text: string): string => `${NAME[0]}${names.push(text) - 1}${NAME[1]}`
  const coded = flatText.replace(CODE, (_, code: string) => {
    const target = readEndpoint(code, methods)
    if (target !== undefined) return endpoint(target)
    const text = name(code.trim())
    return isPath(code.trim()) ? text.replace(NAME[0], PATH[0]).replace(NAME[1], PATH[1]) : text
  })
  const tokens = coded
    .replace(FREE_MARKS, '')
    .replace(QUOTED, (_, quoted: string) => name(quoted))
    .replace(/\s+/g, ' ')
    // A path without a method is an endpoint only where the sentence says so.
    .replace(pathList, list =>
      list.replace(eachPath, (_, index: string) => endpoint(targetOfPath(names[Number(index)] ?? '', methods)))
    )
    .replace(eachPath, (_, index: string) => `${NAME[0]}${index}${NAME[1]}`)
  return {
    text: tokens.trim(),
    endpointsIn: text => indexesIn(text, ENDPOINT).flatMap(index => targets[index] ?? []),
    namesIn: text => indexesIn(text, NAME).flatMap(index => names[index] ?? [])
  }
}

const indexesIn = (text: string, [open, close]: readonly [string, string]): number[] =>
  [...text.matchAll(new RegExp(`${open}(\\d+)${close}`, 'g'))].map(([, index]) => Number(index))

const isPath = (code: string): boolean =>
  /^\/?[a-z][\w-]*(?:\/[\w{}.-]+)+\/?$|^\/[a-z][\w-]*$/i.test(normalizePath(code))

/**
 * A path that is named without a method: an endpoint if the document names its only method, otherwise the whole path.
 */
function targetOfPath(code: string, methods: KnownMethods): Target {
  const path = normalizePath(code.startsWith('/') ? code : `/${code}`)
  const [method, ...others] = methods.get(pathShape(path))?.keys() ?? []
  if (method !== undefined && others.length === 0) return endpointTarget(method, path)
  return prefixTarget(path.replace(/\/$/, ''))
}

/** Reads `GET /images/(name)/json` or `/v1/firewall/**`. `undefined` if it's neither, `null` if it's misspelled. */
function readEndpoint(code: string, methods: KnownMethods): Target | undefined | null {
  const [, method, path] = /^([A-Z]+) +(\/.*)$/i.exec(code.trim()) ?? []
  if (method === undefined || path === undefined) {
    const target = parseTarget(code)
    return isPrefix(target) ? target : undefined
  }
  const target = parseTarget(`${method} ${normalizePath(path)}`)
  if (!isEndpoint(target)) return target
  if (isMisspelled(target, methods)) return null
  if (!target.path.endsWith('/')) return target
  // A trailing slash is dropped if the document also writes the path without it.
  const bare = target.path.slice(0, -1)
  return methods.get(pathShape(bare))?.has(target.verb ?? '') ? moveTarget(target, bare) : target
}

/**
 * Whether an endpoint is probably misspelled: the document names it much more often with one more or one less `s`, as
 * `GET /services/{id}` for `GET /service/{id}`, or names its path with a slash that is missing here.
 */
function isMisspelled({verb: method = '', path}: EndpointTarget, methods: KnownMethods): boolean {
  const shape = pathShape(path)
  const times = (other: string): number => methods.get(other)?.get(method) ?? 0
  // A slash is missing if the document also has the path with it: `/volumes{name}` for `/volumes/{name}`.
  const slashed = shape.replace(/(?<=\w)\{\}/g, '/{}')
  if (slashed !== shape && methods.has(slashed)) return true
  const segments = shape.split('/')
  return segments.some((segment, index) => {
    if (!/^[a-z]+$/i.test(segment)) return false
    const other = segments.with(index, segment.endsWith('s') ? segment.slice(0, -1) : `${segment}s`).join('/')
    return times(other) >= 4 * times(shape) && times(other) >= 4
  })
}

const METHOD_AND_PATH = new RegExp(
  `([A-Z]+) +(?:${MARKS.code[0]})?(/[^\\s,;${MARKS.code[1]}]*(?:\\([^()]*\\)[^\\s,;${MARKS.code[1]}]*)*)`,
  'g'
)

/** Collects the methods of all paths in texts. */
export function collectMethods(texts: readonly string[]): KnownMethods {
  const methods = new Map<string, Map<string, number>>()
  for (const text of texts) {
    for (const [, method = '', path = ''] of text.matchAll(METHOD_AND_PATH)) {
      const target = parseTarget(`${method} ${normalizePath(path)}`)
      if (!isEndpoint(target) || target.verb === undefined) continue
      const shape = pathShape(target.path)
      const counts = methods.get(shape) ?? new Map<string, number>()
      methods.set(shape, counts.set(target.verb, (counts.get(target.verb) ?? 0) + 1))
    }
  }
  return methods
}
