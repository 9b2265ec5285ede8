import type {Formula, Formulas} from './formula.ts'
import {isRecord, own} from './json.ts'
import {entriesOf, type Lower, type Lowering} from './lowering.ts'
import {child, type Node} from './node.ts'
import {matches, readable} from './pattern.ts'
import {follow, followDynamic} from './references.ts'

/** What a schema has looked at: properties by name and pattern, items up to a place, items of a sort. */
interface Seen {
  readonly names: readonly string[]
  readonly patterns: readonly string[]
  readonly first: number
  readonly sorts: readonly Formula[]
  readonly allNames: boolean
  readonly allItems: boolean
}

/** What a schema inside has looked at, which counts only where that schema accepts the value. */
interface Perhaps {
  readonly when: Formula
  readonly seen: Seen
}

interface Sight {
  readonly seen: Seen
  readonly perhaps: readonly Perhaps[]
}

const NOTHING: Seen = {names: [], patterns: [], first: 0, sorts: [], allNames: false, allItems: false}
const MAX_PERHAPS = 6
const MAX_DEPTH = 20

/**
 * `unevaluatedProperties` and `unevaluatedItems` speak of what no schema at the same value has looked at. Which those
 * are depends on which alternatives accept the value.
 */
export const lowerUnevaluated: Lower = function* (from) {
  const {raw, formulas} = from
  const forNames = Object.hasOwn(raw, 'unevaluatedProperties') && from.below('unevaluatedProperties')
  const forItems = Object.hasOwn(raw, 'unevaluatedItems') && from.below('unevaluatedItems')
  if (!forNames && !forItems) return
  const sight = look(from.node, from, 0, true)
  if (!sight) return yield formulas.unknown('`unevaluated…` beside references that cannot be followed', {})
  if (forNames) yield* perName(sight, forNames, formulas)
  if (forItems) yield* cases(sight, seen => restOfItems(seen, forItems, formulas), formulas)
}

/**
 * Names one by one: each may be there if the rest allows it or some alternative that has looked at it accepts the value.
 * So nothing grows with the combinations of alternatives.
 */
function* perName({seen, perhaps}: Sight, of: Formula, formulas: Formulas): Iterable<Formula> {
  if (seen.allNames) return
  if (perhaps.some(({seen: more}) => more.patterns.length > 0)) {
    return yield* cases({seen, perhaps}, all => restOfNames(all, of, formulas), formulas)
  }
  const known = (name: string): boolean => seen.patterns.some(pattern => matches(pattern, name) === true)
  const names = new Set(
    perhaps.flatMap(({seen: more}) => more.names).filter(name => !seen.names.includes(name) && !known(name))
  )
  const where = (test: (more: Seen) => boolean): Formula[] => perhaps.flatMap(one => (test(one.seen) ? [one.when] : []))
  for (const name of names) {
    const lookers = where(more => more.allNames || more.names.includes(name))
    yield formulas.any([formulas.property({are: 'one', name}, of), ...lookers])
  }
  const rest = restOfNames({...seen, names: [...seen.names, ...names]}, of, formulas)
  yield formulas.any([rest, ...where(more => more.allNames)])
}

/** Every combination of alternatives is one case. */
function* cases(sight: Sight, rest: (seen: Seen) => Formula, formulas: Formulas): Iterable<Formula> {
  // What adds nothing to the rest need not be told apart.
  const perhaps = sight.perhaps.filter(({seen}) => rest(join(sight.seen, seen)) !== rest(sight.seen))
  if (perhaps.length > MAX_PERHAPS) return yield formulas.unknown('`unevaluated…` beside too many alternatives', {})
  const ways: Formula[] = []
  for (let mask = 0; mask < 2 ** perhaps.length; mask++) {
    let seen = sight.seen
    const conditions = perhaps.map(({when, seen: more}, at) => {
      if (((mask >> at) & 1) === 0) return formulas.not(when)
      seen = join(seen, more)
      return when
    })
    ways.push(formulas.all([...conditions, rest(seen)]))
  }
  yield formulas.any(ways)
}

function restOfNames({allNames, names, patterns}: Seen, of: Formula, formulas: Formulas): Formula {
  if (allNames) return formulas.always
  const sorted = {names: [...new Set(names)].sort(), patterns: [...new Set(patterns)].sort()}
  return formulas.property({are: 'others', ...sorted}, of)
}

function restOfItems({allItems, first, sorts}: Seen, of: Formula, formulas: Formulas): Formula {
  return allItems ? formulas.always : formulas.items(first, formulas.any([of, ...sorts]))
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

/** The schemas at the same value, with the condition under which they count; nothing for one that is not found. */
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
    // Since 2020-12 an item that `contains` has found counts as looked at.
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
