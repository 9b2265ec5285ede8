import {haveSameDigits, isBeyondDouble} from '@tenure/json-schema/exact-numbers'
import {isEqual} from '@tenure/json-schema/json-equality'

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

const MAX_DEPTH = 400
const MAX_STEPS = 300_000

/**
 * Thrown if values are nested too deep for recursion, or shared so often (YAML aliases) that repeated visits take too
 * long.
 */
class LimitExceeded extends Error {}

/** Pairs that are known to differ, because parts of a deep document are compared again at each level. */
const knownDifferent = new WeakMap<object, object>()

/** The number of nested pairs above which it's faster to remember that a pair differs than to compare it again. */
const WORTH_KNOWING = 20

/**
 * Whether two values are equal apart from documentation; the order of keys doesn't matter. `areNames`: the keys are
 * names that the author chose.
 */
export function equalsIgnoringDocumentation(left: unknown, right: unknown, areNames = false): boolean {
  if (left === right) return true
  try {
    return equalValues(left, right, areNames, 0, {left: MAX_STEPS})
  } catch (error) {
    if (error instanceof LimitExceeded) return equalWithoutRecursion(left, right, areNames)
    throw error
  }
}

function equalValues(left: unknown, right: unknown, areNames: boolean, depth: number, steps: {left: number}): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (knownDifferent.get(left) === right) return false
  if (depth > MAX_DEPTH || --steps.left < 0) throw new LimitExceeded()
  const before = steps.left
  const isSame =
    Array.isArray(left) || Array.isArray(right)
      ? equalLists(left, right, depth, steps)
      : equalObjects(left, right, areNames, depth, steps)
  if (!isSame && before - steps.left >= WORTH_KNOWING) knownDifferent.set(left, right)
  return isSame
}

function equalLists(left: unknown, right: unknown, depth: number, steps: {left: number}): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
  for (let at = 0; at < left.length; at++) {
    if (!equalValues(left[at], right[at], false, depth + 1, steps)) return false
    if (isBeyondDouble(left[at]) && !haveSameDigits(left, right, at)) return false
  }
  return true
}

function equalObjects(left: object, right: object, areNames: boolean, depth: number, steps: {left: number}): boolean {
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>]
  let keys = 0
  for (const key in a) {
    if (!areNames && DOCUMENTATION_KEYS.has(key)) continue
    keys++
    if (!Object.hasOwn(b, key)) return false
    const isSame =
      !areNames && DATA_KEYWORDS.has(key)
        ? isEqual(a[key], b[key])
        : equalValues(a[key], b[key], !areNames && NAME_MAPS.has(key), depth + 1, steps)
    if (!isSame || (isBeyondDouble(a[key]) && !haveSameDigits(a, b, key))) return false
  }
  for (const key in b) if (areNames || !DOCUMENTATION_KEYS.has(key)) keys--
  return keys === 0
}

interface Step {
  readonly left: unknown
  readonly right: unknown
  readonly areNames: boolean
  readonly above: Step | undefined
}

/** Compares like `equalsIgnoringDocumentation`, but without recursion, and visits each pair once. */
function equalWithoutRecursion(first: unknown, second: unknown, names: boolean): boolean {
  const seen = new WeakMap<object, WeakSet<object>>()
  const open: Step[] = [{left: first, right: second, areNames: names, above: undefined}]
  const fail = (step: Step): false => {
    for (let each: Step | undefined = step; each; each = each.above)
      if (typeof each.left === 'object' && each.left && typeof each.right === 'object' && each.right)
        knownDifferent.set(each.left, each.right)
    return false
  }
  for (let step = open.pop(); step; step = open.pop()) {
    const {left, right, areNames} = step
    if (left === right) continue
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return fail(step)
    if (knownDifferent.get(left) === right || Array.isArray(left) !== Array.isArray(right)) return fail(step)
    const known = seen.get(left)
    if (known?.has(right)) continue
    if (known) known.add(right)
    else seen.set(left, new WeakSet([right]))
    const counts = (key: string): boolean => areNames || Array.isArray(left) || !DOCUMENTATION_KEYS.has(key)
    const keys = Object.keys(left).filter(counts)
    if (keys.length !== Object.keys(right).filter(counts).length) return fail(step)
    for (const key of keys) {
      if (!Object.hasOwn(right, key) || !haveSameDigits(left, right, key)) return fail(step)
      const [inner, other] = [(left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]]
      if (!areNames && DATA_KEYWORDS.has(key)) {
        if (!isEqual(inner, other)) return fail(step)
      } else open.push({left: inner, right: other, areNames: !areNames && NAME_MAPS.has(key), above: step})
    }
  }
  return true
}

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
