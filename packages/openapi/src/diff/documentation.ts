import {type EqualityMode, EXACT_MODE, isEqual, isEqualIn} from '@tenure/json-schema/json-equality'

/** Keys that hold documentation for people. */
export const DOCUMENTATION_KEYS: ReadonlySet<string> = new Set([
  ...['description', 'summary', 'title', 'example', 'examples', 'externalDocs', '$comment'],
  ...['operationId', 'tags', 'links', 'bearerFormat']
])

/** Keywords whose values are compared literally, because a key inside such a value isn't a keyword. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set(['default', 'enum', 'const'])

/** Keywords whose keys are names that the author chose, not keywords. */
const NAME_MAPS: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'],
  ...['responses', 'content', 'headers', 'callbacks', 'encoding', 'variables', 'mapping', 'scopes']
])

export const hasNamesAsKeys = (key: string): boolean => NAME_MAPS.has(key)

const different = new WeakMap<object, object>()

/** The keys of an object are keywords. Documentation among them doesn't count. */
const KEYWORD_MODE: EqualityMode = {
  ignores: key => DOCUMENTATION_KEYS.has(key),
  below: key => (DATA_KEYWORDS.has(key) ? EXACT_MODE : NAME_MAPS.has(key) ? NAME_MODE : KEYWORD_MODE),
  different
}

/** The keys of an object are names that the author chose. */
const NAME_MODE: EqualityMode = {below: () => KEYWORD_MODE, different}

/**
 * Whether two values are equal apart from documentation; the order of keys doesn't matter. `areNames`: the keys are
 * names that the author chose.
 */
export const equalsIgnoringDocumentation = (left: unknown, right: unknown, areNames = false): boolean =>
  isEqualIn(areNames ? NAME_MODE : KEYWORD_MODE, left, right)

/**
 * The documentation that differs: keys of the values themselves, extensions at any depth, and whether anything else
 * does.
 */
export interface DocumentationChanges {
  readonly keys: readonly string[]
  readonly isElsewhere: boolean
  /** The old and the new value, if only an extension of the values themselves differs. */
  readonly values?: readonly [unknown, unknown]
}

/** Finds the documentation that differs in the parts that both values have; `undefined` if none does. */
export function findDocumentationChanges(left: unknown, right: unknown): DocumentationChanges | undefined {
  const all = listDifferingKeys(left, right)
  if (all.length === 0) return undefined
  const named = all.filter(({key, isOwn}) => isOwn || isExtension(key))
  const keys = [...new Set(named.map(({key}) => key))].sort()
  const extensions = keys.filter(isExtension)
  const [only, ...others] = all
  return {
    keys: [...extensions, ...keys.filter(key => !isExtension(key))],
    isElsewhere: named.length < all.length,
    ...(only?.isOwn && isExtension(only.key) && others.length === 0 ? {values: [only.was, only.is]} : {})
  }
}

interface DifferingKey {
  readonly key: string
  /** Whether it's a key of the value itself, or of an item of the compared list. */
  readonly isOwn: boolean
  readonly was: unknown
  readonly is: unknown
}

const isExtension = (key: string): boolean => key.startsWith('x-')

function listDifferingKeys(left: unknown, right: unknown): DifferingKey[] {
  const found: DifferingKey[] = []
  const open: [object, object, boolean][] = []
  const add = (a: unknown, b: unknown, areNames: boolean): void => {
    if (a === b || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return
    open.push([a, b, areNames])
  }
  const seen = new Set<object>()
  add(left, right, false)
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b, areNames] = pair
    if (seen.has(a)) continue
    seen.add(a)
    if (Array.isArray(a) || Array.isArray(b)) {
      if (Array.isArray(a) && Array.isArray(b)) for (const two of pairItems(a, b)) add(...two)
      continue
    }
    const [older, newer] = [a as Record<string, unknown>, b as Record<string, unknown>]
    const isOwn = Array.isArray(left) ? left.includes(a) : a === left
    for (const key in older) {
      const inner = older[key]
      if (!areNames && isDocumentationKey(key)) {
        if (!isEqual(inner, newer[key])) found.push({key, isOwn, was: inner, is: newer[key]})
        continue
      }
      if (typeof inner !== 'object' || inner === null || (!areNames && DATA_KEYWORDS.has(key))) continue
      if (Object.hasOwn(newer, key)) add(inner, newer[key], !areNames && NAME_MAPS.has(key))
    }
    if (areNames) continue
    for (const key in newer)
      if (isDocumentationKey(key) && !Object.hasOwn(older, key))
        found.push({key, isOwn, was: undefined, is: newer[key]})
  }
  return found
}

/**
 * Whether a key holds documentation. Extensions that tenure reads, such as lifecycle marks, don't, because they're
 * compared separately.
 */
export const isDocumentationKey = (key: string): boolean =>
  DOCUMENTATION_KEYS.has(key) || (key.charCodeAt(0) === 120 && key.charCodeAt(1) === 45 && !FACT_EXTENSIONS.test(key))

const FACT_EXTENSIONS =
  /^x-(nullable|extensible-enum|sunset|stability|deprecat|replace|removed?|removal|added|beta|state|unstable|since|webhooks|github|ms-deprecation|sap-stateInfo|oai)/

/** Pairs of list items. Parameters are paired by name and location, because their order doesn't matter. */
function pairItems(a: readonly unknown[], b: readonly unknown[]): [unknown, unknown, boolean][] {
  const nameOf = (item: unknown): string | undefined => {
    if (typeof item !== 'object' || item === null) return undefined
    const {name, in: place, $ref} = item as Readonly<Record<string, unknown>>
    return typeof $ref === 'string' ? $ref : typeof name === 'string' ? `${String(place)} ${name}` : undefined
  }
  const named = new Map(b.flatMap(item => (nameOf(item) === undefined ? [] : [[nameOf(item), item] as const])))
  if (named.size > 0) return a.map(item => [item, named.get(nameOf(item)), false])
  return a.length === b.length ? a.map((item, at) => [item, b[at], false]) : []
}
