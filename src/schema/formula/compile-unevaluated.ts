import {child, type Node} from '../document/node.ts'
import {follow, followDynamic} from '../document/references.ts'
import {isRecord, type Kind, keyOf, own} from '../json.ts'
import {matches, readable} from '../regex/pattern.ts'
import {entriesOf, type Lower, type Lowering} from './compile-context.ts'
import type {Formula, Formulas} from './formula.ts'

/** What a schema evaluates: properties by name and pattern, items up to an index, and items that match a formula. */
interface Seen {
  readonly names: readonly string[]
  readonly patterns: readonly string[]
  readonly first: number
  readonly sorts: readonly Formula[]
  readonly allNames: boolean
  readonly allItems: boolean
}

/** What a subschema evaluates on the condition that it accepts the value. */
interface Perhaps {
  readonly when: Formula
  readonly seen: Seen
}

interface Sight {
  readonly seen: Seen
  readonly perhaps: readonly Perhaps[]
}

const NOTHING: Seen = {names: [], patterns: [], first: 0, sorts: [], allNames: false, allItems: false}
const MAX_COMBINED = 6
const MAX_PLACES = 400
const MAX_DEPTH = 20

/**
 * Compiles `unevaluatedProperties` and `unevaluatedItems`, which apply to what no schema at the same value evaluates.
 * What is evaluated depends on which alternatives accept the value.
 */
export const lowerUnevaluated: Lower = function* (from) {
  const {raw, formulas} = from
  const forNames = Object.hasOwn(raw, 'unevaluatedProperties') && from.below('unevaluatedProperties')
  const forItems = Object.hasOwn(raw, 'unevaluatedItems') && from.below('unevaluatedItems')
  if (!forNames && !forItems) return
  const sight = look(from.node, from, 0, true)
  // Values that are not objects, or not arrays, are not restricted.
  const says = (kind: Kind, parts: Iterable<Formula> | undefined): Formula => {
    const why = sight ? 'beside too many alternatives' : 'beside references that cannot be followed'
    const all = parts ? formulas.all(parts) : formulas.unknown(`\`unevaluated…\` ${why}`, {})
    return formulas.any([formulas.not(formulas.kinds([kind])), all])
  }
  if (forNames) yield says('object', sight && perName(sight, forNames, formulas))
  if (forItems) yield says('array', sight && perItem(sight, forItems, formulas))
}

/**
 * Formulas for names, one by one: the keyword's subschema accepts the property, or some alternative that evaluates the
 * name accepts the value. So the size does not grow with the combinations of alternatives, except for alternatives that
 * evaluate patterns. `undefined` if there are too many of those.
 */
function perName({seen, perhaps}: Sight, of: Formula, formulas: Formulas): Formula[] | undefined {
  if (seen.allNames) return []
  const isLike = ({patterns}: Seen, name: string): boolean => patterns.some(pattern => matches(pattern, name) === true)
  const names = new Set(perhaps.flatMap(({seen: more}) => more.names))
  for (const name of names) if (seen.names.includes(name) || isLike(seen, name)) names.delete(name)
  const all = [...new Set([...seen.names, ...names])].sort()
  const rest = combined(
    perhaps.map(({when, seen: {allNames, patterns}}) => ({
      when,
      adds: allNames ? [] : patterns.filter(pattern => !seen.patterns.includes(pattern))
    })),
    added => {
      const patterns = [...new Set([...seen.patterns, ...added])].sort()
      return formulas.property({are: 'others', names: all, patterns}, of)
    },
    keyOf,
    formulas
  )
  if (!rest) return undefined
  const each = [...names].map(name => {
    const lookers = whenAny(perhaps, more => more.allNames || more.names.includes(name) || isLike(more, name))
    return formulas.any([formulas.property({are: 'one', name}, of), ...lookers])
  })
  return [...each, formulas.any([rest, ...whenAny(perhaps, more => more.allNames)])]
}

/**
 * Formulas for items, one by one, in the same way. After the last index that a schema evaluates, all items are alike.
 * `undefined` if there are too many formulas.
 */
function perItem({seen, perhaps}: Sight, of: Formula, formulas: Formulas): Formula[] | undefined {
  if (seen.allItems) return []
  const known = formulas.any([of, ...seen.sorts])
  const first = Math.max(seen.first, ...perhaps.map(({seen: more}) => (more.allItems ? 0 : more.first)))
  const rest = combined(
    perhaps.map(({when, seen: {allItems, sorts}}) => ({
      when,
      adds: allItems ? [] : sorts.filter(sort => !seen.sorts.includes(sort))
    })),
    added => formulas.items(first, formulas.any([known, ...added])),
    sorts => sorts.map(({id}) => id).join(),
    formulas
  )
  if (!rest || (first - seen.first) * perhaps.length > MAX_PLACES) return undefined
  const each = Array.from({length: first - seen.first}, (_, place) => {
    const at = seen.first + place
    const sorted = perhaps.map(({when, seen: {sorts}}) =>
      sorts.length > 0 ? formulas.all([when, formulas.item(at, formulas.any(sorts))]) : formulas.never
    )
    const lookers = whenAny(perhaps, more => more.allItems || more.first > at)
    return formulas.any([formulas.item(at, known), ...lookers, ...sorted])
  })
  return [...each, formulas.any([rest, ...whenAny(perhaps, more => more.allItems)])]
}

const whenAny = (perhaps: readonly Perhaps[], test: (seen: Seen) => boolean): Formula[] =>
  perhaps.flatMap(({when, seen}) => (test(seen) ? [when] : []))

/**
 * Formula for the rest, for every combination of conditions. Conditions that add the same are merged; `undefined` if
 * too many remain.
 */
function combined<T>(
  some: readonly {readonly when: Formula; readonly adds: readonly T[]}[],
  rest: (added: readonly T[]) => Formula,
  keyFor: (adds: readonly T[]) => string,
  formulas: Formulas
): Formula | undefined {
  const byKey = new Map<string, {when: Formula; adds: readonly T[]}>()
  for (const {when, adds} of some) {
    if (adds.length === 0) continue
    const key = keyFor(adds)
    byKey.set(key, {when: formulas.any([when, byKey.get(key)?.when ?? formulas.never]), adds})
  }
  const groups = [...byKey.values()]
  if (groups.length > MAX_COMBINED) return undefined
  const ways: Formula[] = []
  for (let mask = 0; mask < 2 ** groups.length; mask++) {
    // The negated conditions are not needed, but they make the combinations disjoint.
    const conditions = groups.map(({when}, at) => (((mask >> at) & 1) === 1 ? when : formulas.not(when)))
    const added = groups.flatMap(({adds}, at) => (((mask >> at) & 1) === 1 ? adds : []))
    ways.push(formulas.all([...conditions, rest(added)]))
  }
  return formulas.any(ways)
}

function look(node: Node, from: Lowering, depth: number, isOutermost = false): Sight | undefined {
  if (depth > MAX_DEPTH) return undefined
  if (!isRecord(node.raw)) return {seen: NOTHING, perhaps: []}
  const sights: Sight[] = [{seen: looksAt(node, from, isOutermost), perhaps: []}]
  for (const [inner, when] of inPlace(node, from)) {
    const sight = inner && look(inner, from, depth + 1)
    if (!sight) return undefined
    if (!when) sights.push(sight)
    else {
      const perhaps = sight.perhaps.map(more => ({...more, when: from.formulas.all([when, more.when])}))
      sights.push({seen: NOTHING, perhaps: [{when, seen: sight.seen}, ...perhaps]})
    }
  }
  return {
    seen: sights.map(({seen}) => seen).reduce(join, NOTHING),
    perhaps: sights.flatMap(({perhaps}) => perhaps)
  }
}

/**
 * Schemas at the same value, each with the condition under which it counts. The schema is `undefined` if a reference
 * can't be resolved.
 */
function* inPlace(node: Node, {formulas, of}: Lowering): Iterable<[Node | undefined, Formula?]> {
  const raw = node.raw as Readonly<Record<string, unknown>>
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'] as const) {
    const reference = own(raw, keyword)
    if (typeof reference !== 'string') continue
    const target = keyword === '$ref' ? follow(node, reference) : followDynamic(node, keyword, reference)
    yield [typeof target === 'object' ? target : undefined]
  }
  const list = (keyword: string): Node[] => {
    const value = own(raw, keyword)
    return Array.isArray(value) ? value.map((_, at) => child(node, keyword, at)) : []
  }
  for (const inner of list('allOf')) yield [inner]
  for (const inner of [...list('anyOf'), ...list('oneOf')]) yield [inner, of(inner)]
  for (const [name] of entriesOf(raw, 'dependentSchemas')) {
    yield [child(node, 'dependentSchemas', name), formulas.all([formulas.kinds(['object']), formulas.has(name)])]
  }
  if (own(raw, 'if') === undefined) return
  const condition = of(child(node, 'if'))
  yield [child(node, 'if'), condition]
  if (own(raw, 'then') !== undefined) yield [child(node, 'then'), condition]
  if (own(raw, 'else') !== undefined) yield [child(node, 'else'), formulas.not(condition)]
}

function looksAt(node: Node, {of}: Lowering, isOutermost: boolean): Seen {
  const raw = node.raw as Readonly<Record<string, unknown>>
  const has = (keyword: string): boolean => Object.hasOwn(raw, keyword)
  const {tuple} = node.traits
  const list = own(raw, tuple)
  const rest = tuple === 'prefixItems' || !Array.isArray(list) ? 'items' : 'additionalItems'
  return {
    names: entriesOf(raw, 'properties').map(([name]) => name),
    patterns: entriesOf(raw, 'patternProperties').flatMap(([pattern]) => readable(pattern) ?? []),
    first: Array.isArray(list) ? list.length : 0,
    // Since 2020-12, an item that matches `contains` counts as evaluated.
    sorts: tuple === 'prefixItems' && has('contains') ? [of(child(node, 'contains'))] : [],
    allNames: has('additionalProperties') || (has('unevaluatedProperties') && !isOutermost),
    allItems: has(rest) || (has('unevaluatedItems') && !isOutermost)
  }
}

const join = (a: Seen, b: Seen): Seen => ({
  names: [...a.names, ...b.names],
  patterns: [...a.patterns, ...b.patterns],
  first: Math.max(a.first, b.first),
  sorts: [...a.sorts, ...b.sorts],
  allNames: a.allNames || b.allNames,
  allItems: a.allItems || b.allItems
})
