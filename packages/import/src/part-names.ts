import {defined} from '@tenure/core/model/defined'
import {type Direction, isEndpoint, type SubjectPart, type Target} from '@tenure/core/model/subject/subject'
import type {TokenizedSentence} from './sentence-tokens.ts'

// Names of fields, parameters, and headers in changelogs, and what isn't one.

/** What a sentence calls a name. `other` are things without a subject of their own, such as filters and events. */
export type PartNoun = 'field' | 'key' | 'query' | 'parameter' | 'header' | 'none' | 'other'

export interface NamedParts {
  readonly names: readonly string[]
  readonly noun: PartNoun
  /** The object that holds the fields: `HostConfig`. */
  readonly container?: string | undefined
}

const NOUNS: readonly (readonly [RegExp, PartNoun])[] = [
  [/\bheaders?\b/i, 'header'],
  [/\bquery[- ](?:parameters?|params?|arguments?|args?|options?)\b|\bquery parameters?\b/i, 'query'],
  [/\b(?:parameters?|params?|arguments?|args?)\b/i, 'parameter'],
  [/\b(?:fields?|property|properties|attributes?|objects?|structs?|arrays?|booleans?)\b/i, 'field'],
  [/\bkeys?\b/i, 'key'],
  [/\b(?:options?|types?|columns?|info|query|path)\b/i, 'other']
]

/** The noun of a list of names. */
export function partNoun(text: string): PartNoun {
  // Text in parentheses is an aside.
  const words = text.replace(/\([^()]*\)/g, '')
  // Names that are joined by "or" are rather values of something.
  if (/\bor\b/i.test(words)) return 'other'
  return NOUNS.find(([pattern]) => pattern.test(words))?.[1] ?? 'none'
}

/** Ends of file names, which look like fields: `rkt.aci`. */
const FILE_NAME =
  /\.(?:aci|bz2|c|cc|cfg|conf|cpp|cs|css|csv|dll|exe|go|gz|h|html?|ini|java|jar|js|jsx|json5?|kt|lock|log|md|mjs|mod|php|plist|png|proto|py|rb|rs|scss|sh|so|sql|sum|svg|swift|tar|tgz|toml|tsx?|txt|xml|xz|ya?ml|zip)$/i

export const isFileName = (name: string): boolean => FILE_NAME.test(name)

/** Values of any field, and types of media and protocols: `null`, `application/json`, `HTTP/2`. */
const VALUE = /^(?:null|nil|undefined|true|false)$|^(?:application|audio|font|image|multipart|text|video)\/|^HTTP\//

/** Whether a name can be a field, a parameter, or a header: no option of a command line, file, value, or call. */
export const isFieldName = (name: string): boolean =>
  /^(?!x-)[$@_]?[A-Za-z][\w$-]*(?:\[\])?(?:[./][\w$<>[\]-]+)*$/.test(name) && !FILE_NAME.test(name) && !VALUE.test(name)

/** Whether a name can be a resource: `Account`, `Checkout.Session`, and no package or file. */
export const isResource = (name: string): boolean =>
  /^[A-Z][\w$]*(?:\[\])?(?:\.[\w$<>[\]-]+)*$/.test(name) && /[a-z]/.test(name) && !FILE_NAME.test(name)

/** Words that say on which side a part is: `in the response`. */
const SIDE = /^ (?:in|to|on) (?:the |its )?(?:request|response|query|JSON)(?: (?:body|object))?$/i

/**
 * The object that holds the named fields, from words such as `as part of the HostConfig`. `undefined` if there is none,
 * `null` if its name can't be the name of an object.
 */
export function containerOf(words: string | undefined, tokens: TokenizedSentence): string | undefined | null {
  if (words === undefined || words.trim() === '') return undefined
  const [name] = tokens.namesIn(words)
  const bare = name ?? / ([A-Z]+[a-z]\w*[A-Z]\w*)/.exec(` ${words}`)?.[1]
  if (bare === undefined) return SIDE.test(words) ? undefined : null
  return isFieldName(bare) ? bare : null
}

export const isReading = (method: string): boolean => /^(?:GET|HEAD|DELETE)$/.test(method)

/** A name such as `Cache-Control`. */
const isHeaderName = (name: string): boolean => /^[A-Z][A-Za-z\d]*(?:-[A-Z][A-Za-z\d]*)+$/.test(name)

/** The side of a part: as the sentence states it, and as its verb implies it. */
export interface PartSide {
  readonly stated?: Direction | undefined
  readonly implied?: Direction | undefined
}

/** The parts of a target that a list of names stands for. Empty if it isn't certain what the names are. */
export function partsOf(
  {names, noun, container}: NamedParts,
  target: Target,
  {stated, implied}: PartSide
): SubjectPart[] {
  const method = isEndpoint(target) ? target.verb : undefined
  const isRead = method !== undefined && isReading(method)
  const side = stated ?? implied
  return names.flatMap((name): SubjectPart[] => {
    if (noun === 'header' || (noun === 'none' && isHeaderName(name))) return [defined({header: name, in: side})]
    const looksLikeField = container !== undefined || /^[A-Z]|[.[]/.test(name)
    if (noun === 'query' || (noun === 'parameter' && stated !== 'response' && (isRead || !looksLikeField)))
      return container === undefined ? [{parameter: name}] : []
    // A lowercase name in a capitalized object, such as `userns` in `SecurityOptions`, is rather one of its values.
    if (noun === 'none' && container !== undefined && /^[A-Z]/.test(container) && /^[a-z]/.test(name)) return []
    // Without a noun that says so, only a name written like a field, or in a response, is one.
    if ((noun === 'none' || noun === 'key') && side !== 'response' && !looksLikeField) return []
    if (method === 'HEAD') return []
    return [defined({field: container === undefined ? name : `${container}.${name}`, in: side})]
  })
}
