import type {StepBudget} from './containment.ts'
import {childNode, type Node} from './document/node.ts'
import {dereference} from './document/references.ts'
import {isRecord, own} from './json.ts'
import {KEYWORDS} from './keywords.ts'
import {isOmittedProperty, type OmittedMarker} from './read-write-only.ts'
import {toFastPattern} from './regex/pattern.ts'
import {OutOfSteps} from './solver/search.ts'
import {IN_PLACE_KEYWORDS, ITEM_KEYWORDS} from './subschemas.ts'
import {
  type Draft2020Schema,
  failOnInvalidKeywords,
  resolveReferences,
  rewritePatterns,
  upgradeKeywords
} from './to-draft-2020.ts'

/**
 * The part of a schema that is needed to judge these values, in draft 2020-12 and without references, so that a
 * validator does not compile a large document for a few values. The part judges these values exactly as the whole
 * schema does; its results for other values mean nothing. Nested alternatives can multiply without bound. `isUnion`:
 * each `oneOf` is read as `anyOf`, so that several alternatives may accept a value.
 * @throws `OutOfSteps` if one value takes more schemas than `MAX_SCHEMAS_PER_VALUE`, or the budget is used up.
 */
export const toPartialSchema = (
  node: Node,
  values: readonly unknown[],
  omitted?: OmittedMarker,
  purse?: StepBudget,
  isUnion = false
): Draft2020Schema => rewrite(node, values, {omitted, above: [], isUnion, budgets: budgetsFor(purse)})

/** Maximum number of schemas evaluated for one value. The known descriptions need at most 965 (Discord). */
export const MAX_SCHEMAS_PER_VALUE = 20_000

/** Maximum number of schemas evaluated for all values of a comparison. */
export const MAX_SCHEMAS_PER_COMPARISON = 500_000

/** Number of property names that cost one step. */
const NAMES_PER_STEP = 10

const budgetsFor = (shared: StepBudget | undefined): readonly StepBudget[] => [
  ...(shared ? [shared] : []),
  {left: MAX_SCHEMAS_PER_VALUE}
]

interface Walk {
  readonly omitted: OmittedMarker | undefined
  /** Schemas already applied to the same values. A schema that leads back to itself adds nothing. */
  readonly above: readonly Node[]
  /** Whether `oneOf` is read as `anyOf`. */
  readonly isUnion: boolean
  /** Budgets that pay for schemas and for the names of large objects. */
  readonly budgets: readonly StepBudget[]
}

function spend(steps: number, {budgets}: Walk): void {
  for (const purse of budgets) {
    purse.left -= steps
    if (purse.left < 0) throw new OutOfSteps()
  }
}

/** A schema while it is rewritten, with the values that it applies to and those in them. */
interface Scope {
  readonly node: Node
  readonly values: readonly unknown[]
  readonly items: readonly unknown[]
  readonly objects: readonly Readonly<Record<string, unknown>>[]
  readonly names: ReadonlySet<string>
  readonly walk: Walk
  /** For schemas that apply to the same values. */
  readonly same: Walk
  readonly below: Walk
}

interface Target {
  readonly values: readonly unknown[]
  readonly walk: Walk
}

function scopeOf(node: Node, values: readonly unknown[], walk: Walk): Scope {
  const items = values.flatMap(value => (Array.isArray(value) ? value : []))
  const objects = values.filter(isRecord)
  const names = new Set(objects.flatMap(object => Object.keys(object)))
  spend(Math.floor(names.size / NAMES_PER_STEP), walk)
  const same = {...walk, above: [...walk.above, node]}
  return {node, values, items, objects, names, walk, same, below: {...walk, above: []}}
}

const propertyValues = ({objects}: Scope, name: string): unknown[] =>
  objects.flatMap(object => (Object.hasOwn(object, name) ? [object[name]] : []))

function rewrite(start: Node, values: readonly unknown[], walk: Walk): Draft2020Schema {
  spend(1, walk)
  const node = dereference(start)
  const {raw, traits} = node
  if (!isRecord(raw)) return typeof raw === 'boolean' ? raw : {}
  // Without values to judge, a recursive schema would be expanded forever.
  if (values.length === 0 || walk.above.includes(node)) return {}
  const scope = scopeOf(node, values, walk)
  const references = resolveReferences(node).map(target =>
    typeof target === 'string' ? {$ref: target} : rewrite(target, values, scope.same)
  )
  if (references.length > 0 && traits.ignoresRefSiblings) return {allOf: references}
  const parts: {[keyword: string]: unknown} = {}
  for (const [keyword, value] of Object.entries(raw)) {
    const holds = KEYWORDS.get(keyword)
    if (holds === undefined || holds === 'reference') continue
    if (holds === 'value')
      parts[keyword] = keyword === 'enum' && Array.isArray(value) ? relevantEntries(value, values) : value
    else {
      const target = targetOf(scope, keyword)
      if (Array.isArray(value)) parts[keyword] = rewriteList(scope, keyword, value, target)
      else if (holds === 'map' || holds === 'schema map or names')
        parts[keyword] = rewriteMap(scope, keyword, value, target)
      else parts[keyword] = rewrite(childNode(node, keyword), target.values, target.walk)
    }
  }
  adaptToValues(parts, scope)
  const all = Array.isArray(parts.allOf) ? parts.allOf : []
  return references.length > 0 ? {...parts, allOf: [...all, ...references]} : parts
}

/** The values that the schemas of a keyword apply to. */
function targetOf(scope: Scope, keyword: string): Target {
  const {values, items, names, same, below} = scope
  if (IN_PLACE.has(keyword)) return {values, walk: keyword === 'not' ? {...same, isUnion: false} : same}
  if (keyword === 'propertyNames') return {values: [...names], walk: below}
  if (OF_ITEMS.has(keyword)) return {values: items, walk: below}
  return {values: [...names].flatMap(name => propertyValues(scope, name)), walk: below}
}

function rewriteList(
  {node, values, walk}: Scope,
  keyword: string,
  list: readonly unknown[],
  target: Target
): Draft2020Schema[] {
  const isChoice = keyword === 'anyOf' || keyword === 'oneOf'
  return list.map((_, at) => {
    const part = childNode(node, keyword, at)
    return (isChoice && rejectByTags(part, values, walk.omitted)) || rewrite(part, target.values, target.walk)
  })
}

function rewriteMap(scope: Scope, keyword: string, map: unknown, target: Target): object {
  const {node, names, walk, below} = scope
  const kept = Object.keys(isRecord(map) ? map : {}).filter(
    name => keyword === 'patternProperties' || (names.has(name) && !isOmittedEntry(node, keyword, name, walk.omitted))
  )
  return Object.fromEntries(
    kept.map(name => {
      const schema = own(map as object, name)
      if (Array.isArray(schema)) return [name, schema]
      const at = childNode(node, keyword, name)
      if (keyword === 'properties') return [name, rewrite(at, propertyValues(scope, name), below)]
      return [name, rewrite(at, target.values, target.walk)]
    })
  )
}

/** Makes rewritten keywords fit for a validator that only judges the values of a scope. */
function adaptToValues(parts: {[keyword: string]: unknown}, {node, values, names, walk}: Scope): void {
  if (walk.omitted && Array.isArray(parts.required)) {
    parts.required = parts.required.filter(name => !isOmittedProperty(node, String(name), walk.omitted))
  }
  if (walk.isUnion && Array.isArray(parts.oneOf)) {
    parts.allOf = [...(Array.isArray(parts.allOf) ? parts.allOf : []), {anyOf: parts.oneOf}]
    delete parts.oneOf
  }
  upgradeKeywords(parts, node)
  failOnInvalidKeywords(parts, node)
  // The validator's regex engine backtracks, and has no step limit.
  const texts = values.filter(value => typeof value === 'string')
  rewritePatterns(
    parts,
    pattern => toFastPattern(pattern, texts),
    pattern => toFastPattern(pattern, [...names])
  )
}

interface EnumEntries {
  readonly scalars: ReadonlySet<unknown>
  readonly others: readonly unknown[]
}

const enumEntries = new WeakMap<readonly unknown[], EnumEntries>()
const MANY = 100

/**
 * Entries of a long list that can equal one of these values, so that a validator need not compare each value with
 * 100,000 entries.
 */
function relevantEntries(list: readonly unknown[], values: readonly unknown[]): readonly unknown[] {
  if (list.length < MANY) return list
  const known = enumEntries.get(list) ?? {
    scalars: new Set(list.filter(isScalar)),
    others: list.filter(each => !isScalar(each))
  }
  enumEntries.set(list, known)
  return [...values.filter(value => known.scalars.has(value)), ...(values.every(isScalar) ? [] : known.others)]
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const isOmittedEntry = (node: Node, keyword: string, name: string, omitted: OmittedMarker | undefined): boolean =>
  keyword === 'properties' && isOmittedProperty(node, name, omitted)

/** Keywords whose subschemas apply to the value itself. */
const IN_PLACE: ReadonlySet<string> = new Set(['not', ...IN_PLACE_KEYWORDS])
const OF_ITEMS: ReadonlySet<string> = new Set(['unevaluatedItems', ...ITEM_KEYWORDS])

const MAX_DEPTH = 6

/**
 * Part of a schema that is enough to reject all these values: for each value, a property whose `enum` does not list the
 * string that the value has there; `undefined` if some value can't be rejected that way. Most of many alternatives then
 * need not be read any further.
 */
function rejectByTags(
  node: Node,
  values: readonly unknown[],
  omitted: OmittedMarker | undefined
): Draft2020Schema | undefined {
  const all: Draft2020Schema[] = []
  for (const value of values) {
    const tag = isRecord(value) ? rejectByTag(node, value, omitted, 0) : undefined
    if (tag === undefined) return undefined
    all.push(tag)
  }
  return all.length === 0 ? undefined : {allOf: all}
}

function rejectByTag(
  start: Node,
  value: object,
  omitted: OmittedMarker | undefined,
  depth: number
): Draft2020Schema | undefined {
  const node = dereference(start)
  const {raw, traits} = node
  if (!isRecord(raw) || depth > MAX_DEPTH) return undefined
  const targets = resolveReferences(node).filter(target => typeof target === 'object')
  if (targets.length === 0 || !traits.ignoresRefSiblings) {
    for (const [name, actual] of Object.entries(value)) {
      const list = typeof actual === 'string' && !isOmittedProperty(node, name, omitted) ? enumOf(raw, name) : undefined
      if (list && !list.includes(actual)) return {properties: {[name]: {enum: list}}}
    }
    const {allOf} = raw
    if (Array.isArray(allOf)) targets.push(...allOf.map((_, at) => childNode(node, 'allOf', at)))
  }
  for (const inner of targets) {
    const tag = rejectByTag(inner, value, omitted, depth + 1)
    if (tag !== undefined) return tag
  }
  return undefined
}

/** Values in the `enum` of a property; `undefined` if there is none. */
function enumOf(raw: object, name: string): readonly unknown[] | undefined {
  const properties = own(raw, 'properties')
  const schema = isRecord(properties) ? own(properties, name) : undefined
  // Keywords next to `$ref` are ignored in some dialects.
  if (!isRecord(schema) || Object.hasOwn(schema, '$ref')) return undefined
  const list = own(schema, 'enum')
  return Array.isArray(list) ? list : undefined
}
