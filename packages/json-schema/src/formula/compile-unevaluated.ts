import {childNode, type Node} from '../document/node.ts'
import {listReferences} from '../document/references.ts'
import {canonicalText, isRecord, type JsonKind, own} from '../json.ts'
import {matchesPattern, toValidPattern} from '../regex/pattern.ts'
import {type CompileContext, type KeywordCompiler, keywordEntries} from './compile-context.ts'
import type {Formula, Formulas} from './formula.ts'

/** What a schema evaluates: properties by name and pattern, items up to an index, and items that match a formula. */
interface Evaluated {
  readonly names: readonly string[]
  readonly patterns: readonly string[]
  readonly first: number
  readonly matching: readonly Formula[]
  readonly allNames: boolean
  readonly allItems: boolean
}

/** What a subschema evaluates on the condition that it accepts the value. */
interface Conditional {
  readonly when: Formula
  readonly evaluated: Evaluated
}

interface Evaluation {
  readonly evaluated: Evaluated
  readonly conditional: readonly Conditional[]
}

const NO_EVALUATION: Evaluated = {names: [], patterns: [], first: 0, matching: [], allNames: false, allItems: false}
const MAX_COMBINED = 6
const MAX_ITEM_FORMULAS = 400
const MAX_DEPTH = 20

/**
 * Compiles `unevaluatedProperties` and `unevaluatedItems`, which apply to what no schema at the same value evaluates.
 * What is evaluated depends on which alternatives accept the value.
 */
export const compileUnevaluated: KeywordCompiler = function* (from) {
  const {raw, formulas} = from
  const forNames = Object.hasOwn(raw, 'unevaluatedProperties') && from.below('unevaluatedProperties')
  const forItems = Object.hasOwn(raw, 'unevaluatedItems') && from.below('unevaluatedItems')
  if (!forNames && !forItems) return
  const evaluation = collectEvaluation(from.node, from, 0, true)
  // Values that are not objects, or not arrays, are not restricted.
  const restrict = (kind: JsonKind, parts: Iterable<Formula> | undefined): Formula => {
    const keyword = kind === 'object' ? 'unevaluatedProperties' : 'unevaluatedItems'
    const why = evaluation ? 'is next to too many alternatives' : "is next to references that can't be resolved"
    const all = parts ? formulas.all(parts) : formulas.unknown(`\`${keyword}\` ${why}`, {})
    return formulas.any([formulas.not(formulas.kinds([kind])), all])
  }
  if (forNames) yield restrict('object', evaluation && compileNames(evaluation, forNames, formulas))
  if (forItems) yield restrict('array', evaluation && compileItems(evaluation, forItems, formulas))
}

/**
 * Formulas for names, one by one: the keyword's subschema accepts the property, or some alternative that evaluates the
 * name accepts the value. So the size does not grow with the combinations of alternatives, except for alternatives that
 * evaluate patterns. `undefined` if there are too many of those.
 */
function compileNames({evaluated, conditional}: Evaluation, of: Formula, formulas: Formulas): Formula[] | undefined {
  if (evaluated.allNames) return []
  const isLike = ({patterns}: Evaluated, name: string): boolean =>
    patterns.some(pattern => matchesPattern(pattern, name) === true)
  const names = new Set(conditional.flatMap(({evaluated: more}) => more.names))
  for (const name of names) if (evaluated.names.includes(name) || isLike(evaluated, name)) names.delete(name)
  const all = [...new Set([...evaluated.names, ...names])].sort()
  const remaining = combineConditions(
    conditional.map(({when, evaluated: {allNames, patterns}}) => ({
      when,
      adds: allNames ? [] : patterns.filter(pattern => !evaluated.patterns.includes(pattern))
    })),
    added => {
      const patterns = [...new Set([...evaluated.patterns, ...added])].sort()
      return formulas.property({are: 'others', names: all, patterns}, of)
    },
    canonicalText,
    formulas
  )
  if (!remaining) return undefined
  const each = [...names].map(name => {
    const conditions = whenAny(conditional, more => more.allNames || more.names.includes(name) || isLike(more, name))
    return formulas.any([formulas.property({are: 'one', name}, of), ...conditions])
  })
  return [...each, formulas.any([remaining, ...whenAny(conditional, more => more.allNames)])]
}

/**
 * Formulas for items, one by one, as `compileNames` does for names. After the last index that a schema evaluates, all
 * items are alike. `undefined` if there are too many formulas.
 */
function compileItems({evaluated, conditional}: Evaluation, of: Formula, formulas: Formulas): Formula[] | undefined {
  if (evaluated.allItems) return []
  const known = formulas.any([of, ...evaluated.matching])
  const first = Math.max(evaluated.first, ...conditional.map(({evaluated: more}) => (more.allItems ? 0 : more.first)))
  const remaining = combineConditions(
    conditional.map(({when, evaluated: {allItems, matching}}) => ({
      when,
      adds: allItems ? [] : matching.filter(sort => !evaluated.matching.includes(sort))
    })),
    added => formulas.items(first, formulas.any([known, ...added])),
    matching => matching.map(({id}) => id).join(),
    formulas
  )
  if (!remaining || (first - evaluated.first) * conditional.length > MAX_ITEM_FORMULAS) return undefined
  const each = Array.from({length: first - evaluated.first}, (_, place) => {
    const at = evaluated.first + place
    const sorted = conditional.map(({when, evaluated: {matching}}) =>
      matching.length > 0 ? formulas.all([when, formulas.item(at, formulas.any(matching))]) : formulas.never
    )
    const conditions = whenAny(conditional, more => more.allItems || more.first > at)
    return formulas.any([formulas.item(at, known), ...conditions, ...sorted])
  })
  return [...each, formulas.any([remaining, ...whenAny(conditional, more => more.allItems)])]
}

const whenAny = (conditional: readonly Conditional[], test: (evaluated: Evaluated) => boolean): Formula[] =>
  conditional.flatMap(({when, evaluated}) => (test(evaluated) ? [when] : []))

/**
 * Formula for the rest, for every combination of conditions. Conditions that add the same are merged; `undefined` if
 * too many remain.
 */
function combineConditions<T>(
  some: readonly {readonly when: Formula; readonly adds: readonly T[]}[],
  remaining: (added: readonly T[]) => Formula,
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
    ways.push(formulas.all([...conditions, remaining(added)]))
  }
  return formulas.any(ways)
}

function collectEvaluation(
  node: Node,
  from: CompileContext,
  depth: number,
  isOutermost = false
): Evaluation | undefined {
  if (depth > MAX_DEPTH) return undefined
  if (!isRecord(node.raw)) return {evaluated: NO_EVALUATION, conditional: []}
  const evaluations: Evaluation[] = [{evaluated: evaluatedBy(node, from, isOutermost), conditional: []}]
  for (const [inner, when] of inPlace(node, from)) {
    const evaluation = inner && collectEvaluation(inner, from, depth + 1)
    if (!evaluation) return undefined
    if (!when) evaluations.push(evaluation)
    else {
      const conditional = evaluation.conditional.map(more => ({...more, when: from.formulas.all([when, more.when])}))
      evaluations.push({
        evaluated: NO_EVALUATION,
        conditional: [{when, evaluated: evaluation.evaluated}, ...conditional]
      })
    }
  }
  return {
    evaluated: evaluations.map(({evaluated}) => evaluated).reduce(mergeEvaluated, NO_EVALUATION),
    conditional: evaluations.flatMap(({conditional}) => conditional)
  }
}

/**
 * Schemas at the same value, each with the condition under which it counts. The schema is `undefined` if a reference
 * can't be resolved.
 */
function* inPlace(node: Node, {formulas, of}: CompileContext): Iterable<[Node | undefined, Formula?]> {
  const raw = node.raw as Readonly<Record<string, unknown>>
  for (const [, target] of listReferences(node)) yield [typeof target === 'object' ? target : undefined]
  const list = (keyword: string): Node[] => {
    const value = own(raw, keyword)
    return Array.isArray(value) ? value.map((_, at) => childNode(node, keyword, at)) : []
  }
  for (const inner of list('allOf')) yield [inner]
  for (const inner of [...list('anyOf'), ...list('oneOf')]) yield [inner, of(inner)]
  for (const [name] of keywordEntries(raw, 'dependentSchemas')) {
    yield [childNode(node, 'dependentSchemas', name), formulas.all([formulas.kinds(['object']), formulas.has(name)])]
  }
  if (own(raw, 'if') === undefined) return
  const condition = of(childNode(node, 'if'))
  yield [childNode(node, 'if'), condition]
  if (own(raw, 'then') !== undefined) yield [childNode(node, 'then'), condition]
  if (own(raw, 'else') !== undefined) yield [childNode(node, 'else'), formulas.not(condition)]
}

function evaluatedBy(node: Node, {of}: CompileContext, isOutermost: boolean): Evaluated {
  const raw = node.raw as Readonly<Record<string, unknown>>
  const has = (keyword: string): boolean => Object.hasOwn(raw, keyword)
  const {tuple} = node.traits
  const list = own(raw, tuple)
  const remaining = tuple === 'prefixItems' || !Array.isArray(list) ? 'items' : 'additionalItems'
  return {
    names: keywordEntries(raw, 'properties').map(([name]) => name),
    patterns: keywordEntries(raw, 'patternProperties').flatMap(([pattern]) => toValidPattern(pattern) ?? []),
    first: Array.isArray(list) ? list.length : 0,
    // Since 2020-12, an item that matches `contains` counts as evaluated.
    matching: tuple === 'prefixItems' && has('contains') ? [of(childNode(node, 'contains'))] : [],
    allNames: has('additionalProperties') || (has('unevaluatedProperties') && !isOutermost),
    allItems: has(remaining) || (has('unevaluatedItems') && !isOutermost)
  }
}

const mergeEvaluated = (a: Evaluated, b: Evaluated): Evaluated => ({
  names: [...a.names, ...b.names],
  patterns: [...a.patterns, ...b.patterns],
  first: Math.max(a.first, b.first),
  matching: [...a.matching, ...b.matching],
  allNames: a.allNames || b.allNames,
  allItems: a.allItems || b.allItems
})
