import {childNode, type Node, originalPointer} from '../document/node.ts'
import {dereference, resolveReference} from '../document/references.ts'
import {affirm, type Formula, negate} from '../formula/formula.ts'
import {escapePointerKey, isRecord, type Json, own} from '../json.ts'
import type {Search} from './search.ts'

/** Places where a value shows the difference between two schemas. */
export interface WitnessExplanation {
  /** Place in the value, as a JSON pointer. */
  readonly at: string
  /** Keyword of the second schema that rejects what is there, as a JSON pointer in its document. */
  readonly sup: string
  /** Schema of the first document that accepts what is there, as a JSON pointer. */
  readonly sub: string
}

interface Failure {
  readonly at: readonly (string | number)[]
  readonly node: Node
  readonly keyword: string
}

const MAX_DEPTH = 100

/** Follows a witness down the schema that rejects it, to the deepest keyword that rejects it on its own. */
export function explainWitness(value: Json, [sub, sup]: readonly [Node, Node], search: Search): WitnessExplanation {
  const failure = findFailure(value, sup, [], search, 0) ?? {at: [], node: dereference(sup), keyword: ''}
  const describing = deepestSchemaAt(value, sub, failure.at, search)
  return {
    at: pointerOf(failure.at),
    sup: originalPointer(failure.node) + pointerOf(failure.keyword ? [failure.keyword] : []),
    sub: originalPointer(describing)
  }
}

const pointerOf = (steps: readonly (string | number)[]): string =>
  steps.map(step => `/${escapePointerKey(step)}`).join('')

function rejects(value: Json, node: Node, search: Search): boolean {
  return search.evaluator.meets(value, [negate(search.reader.of(node))]) === true
}

function findFailure(value: Json, start: Node, at: Failure['at'], search: Search, depth: number): Failure | undefined {
  const node = dereference(start)
  if (!rejects(value, node, search)) return undefined
  if (!isRecord(node.raw) || depth > MAX_DEPTH) return {at, node, keyword: ''}
  for (const [inner, step, part] of appliedSchemas(value, node)) {
    if (part === undefined) continue
    const failure = findFailure(part, inner, step === undefined ? at : [...at, step], search, depth + 1)
    if (failure) return failure
  }
  return {at, node, keyword: keywordThatRejects(value, node, search)}
}

/** Subschemas that must all accept: for the same value, a property, or an item. */
function* appliedSchemas(
  value: Json,
  node: Node
): Iterable<readonly [Node, string | number | undefined, Json | undefined]> {
  const raw = node.raw as Readonly<Record<string, unknown>>
  for (const at of list(raw, 'allOf').keys()) yield [childNode(node, 'allOf', at), undefined, value]
  const target = typeof own(raw, '$ref') === 'string' ? resolveReference(node, String(own(raw, '$ref'))) : undefined
  if (typeof target === 'object') yield [target, undefined, value]
  if (Array.isArray(value)) {
    const tuple = list(raw, node.traits.tuple)
    for (const [at, item] of value.entries()) {
      if (at < tuple.length) yield [childNode(node, node.traits.tuple, at), at, item]
      else if (isSchema(own(raw, 'items'))) yield [childNode(node, 'items'), at, item]
    }
    return
  }
  if (!isRecord(value)) return
  const properties = own(raw, 'properties')
  for (const [name, item] of Object.entries(value) as [string, Json][]) {
    if (isRecord(properties) && Object.hasOwn(properties, name)) yield [childNode(node, 'properties', name), name, item]
    else if (isRecord(own(raw, 'additionalProperties')) && !Object.hasOwn(raw, 'patternProperties')) {
      yield [childNode(node, 'additionalProperties'), name, item]
    }
  }
}

const list = (raw: object, keyword: string): readonly unknown[] => {
  const value = own(raw, keyword)
  return Array.isArray(value) ? value : []
}
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isRecord(value)

/** Keywords that depend on other keywords of the same schema. */
const DEPENDS_ON: Readonly<Record<string, readonly string[]>> = {
  additionalProperties: ['properties', 'patternProperties'],
  items: ['prefixItems'],
  additionalItems: ['items'],
  contains: ['minContains', 'maxContains'],
  if: ['then', 'else'],
  minimum: ['exclusiveMinimum'],
  maximum: ['exclusiveMaximum'],
  type: ['nullable', 'x-nullable']
}

function keywordThatRejects(value: Json, node: Node, search: Search): string {
  const raw = node.raw as Readonly<Record<string, unknown>>
  for (const keyword of Object.keys(raw)) {
    const names = [keyword, ...(DEPENDS_ON[keyword] ?? [])].filter(name => Object.hasOwn(raw, name))
    const alone: Node = {...node, raw: Object.fromEntries(names.map(name => [name, raw[name]]))}
    const formula: Formula = search.reader.unfold(alone)
    if (search.evaluator.is(value, formula) === false) return keyword
  }
  return ''
}

/** Deepest schema that describes a place in the value; among several alternatives, the first that accepts the value. */
function deepestSchemaAt(value: Json, start: Node, steps: Failure['at'], search: Search): Node {
  let node = dereference(start)
  let part = value
  for (const step of steps) {
    const inside = schemaBelow(node, step, part, search, 0)
    if (!inside) return node
    node = dereference(inside)
    part = own(part as object, String(step)) as Json
  }
  return node
}

function schemaBelow(start: Node, step: string | number, value: Json, search: Search, depth: number): Node | undefined {
  const node = dereference(start)
  if (!isRecord(node.raw) || depth > MAX_DEPTH) return undefined
  const raw = node.raw
  const direct = [...appliedSchemas(value, node)].find(([, at]) => at === step)
  if (direct) return direct[0]
  const same = [...appliedSchemas(value, node)].flatMap(([inner, at]) => (at === undefined ? [inner] : []))
  const alternatives = ['anyOf', 'oneOf'].map(keyword =>
    [...list(raw, keyword).keys()].map(at => childNode(node, keyword, at))
  )
  for (const parts of [same, ...alternatives]) {
    for (const part of parts) {
      if (search.evaluator.meets(value, [affirm(search.reader.of(part))]) === false) continue
      const found = schemaBelow(part, step, value, search, depth + 1)
      if (found) return found
    }
  }
  return undefined
}
