import {childNode, embed, type Node, nodeAt} from '@tenure/json-schema/document/node'
import {dereference, listReferences, resolveReference} from '@tenure/json-schema/document/references'
import {isInvalidKeyword, readTypes} from '@tenure/json-schema/invalid-keywords'
import {canonicalText, canonicalTextAt, isRecord, own} from '@tenure/json-schema/json'
import {createNumbering} from '@tenure/json-schema/memoize'
import {SchemaEquality} from '@tenure/json-schema/schema-equality'
import {resolveReferences} from '@tenure/json-schema/to-draft-2020'
import {enumChoiceOf, readEnumChoice} from './enum-as-one-of.ts'
import {isNullSchema, refusesNull} from './nullable.ts'
import {keepIgnoredSiblings} from './ref-siblings.ts'

/**
 * Everything a description says about one value in one place: the schema, what it refers to, and what `allOf` adds,
 * side by side. The division into components no longer matters, but the location of each part is kept.
 */
export interface FlatSchema {
  /** The schema that was flattened. */
  readonly node: Node
  /** The schemas that it consists of. */
  readonly members: readonly Node[]
  /** The choices by `anyOf` and `oneOf`, except those with one alternative, or with one and null. */
  readonly choices: readonly SchemaChoice[]
  /** Whether a choice between a schema and null was folded into the schema. */
  readonly isOrNull: boolean
  /** The choice that was folded into its only alternative. */
  readonly folded?: SchemaChoice
  /**
   * The members next to a choice that was folded into its only alternative or null. Their constraints apply to null,
   * too.
   */
  readonly siblings: ReadonlySet<Node>
}

/** The alternatives of one `anyOf` or `oneOf`. */
export interface SchemaChoice {
  readonly node: Node
  readonly keyword: 'anyOf' | 'oneOf'
  readonly alternatives: readonly Node[]
}

/** The value of a keyword in one member of a flattened schema. */
export interface KeywordValue {
  readonly node: Node
  readonly value: unknown
}

/** Keywords that constrain no value, but count next to a reference: marks, and what the text of a value contains. */
const MARK_KEYWORDS = /^(default|deprecated|readOnly|writeOnly|content(Encoding|MediaType|Schema)$|x-)/
const MAX_HOPS = 100

/**
 * Follows references to the schema that holds the constraints. A schema with more than documentation next to its
 * reference is that schema.
 */
export function resolveSchema(start: Node): Node {
  let here = start
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const {raw, traits} = here
    const reference = isRecord(raw) ? own(raw, '$ref') : undefined
    if (!isRecord(raw) || typeof reference !== 'string') return here
    if (
      !traits.ignoresRefSiblings &&
      Object.keys(raw).some(key => MARK_KEYWORDS.test(key) || isInvalidKeyword(here, key))
    )
      return here
    const withSiblings = keepIgnoredSiblings(here)
    if (withSiblings) return withSiblings
    const next = arriveOnce(here, reference)
    if (!next) return here
    here = next
  }
  return start
}

function arriveOnce(node: Node, reference: string): Node | undefined {
  // A reference with sibling constraints isn't followed.
  if (dereference(node) === node) return undefined
  const target = resolveReference(node, reference)
  return typeof target === 'string' ? undefined : target
}

const known = new WeakMap<Node, FlatSchema>()
const knownUnfolded = new WeakMap<Node, FlatSchema>()
const NO_NODES: ReadonlySet<Node> = new Set()

export const flatten = (start: Node): FlatSchema => flattenWith(start, known, true)

/** Whether a choice was read as a list of values. */
const isReadAsEnum = ({members}: FlatSchema): boolean => members.some(enumChoiceOf)

/**
 * Flattens both sides. A choice with one alternative, or of values, isn't folded if the other side has a choice that it
 * has to be compared with.
 */
export function flattenBoth(older: Node, newer: Node): {readonly older: FlatSchema; readonly newer: FlatSchema} {
  const [was, is] = [flatten(older), flatten(newer)]
  const unfold = (mine: FlatSchema, other: FlatSchema): FlatSchema =>
    (mine.folded && !other.folded && other.choices.some(each => resemblesFolded(each, mine.folded as SchemaChoice))) ||
    (isReadAsEnum(mine) && !isReadAsEnum(other) && other.choices.length > 0)
      ? flattenWith(mine.node, knownUnfolded, false)
      : mine
  return {older: unfold(was, is), newer: unfold(is, was)}
}

/** Whether a choice resembles the folded one: both have a discriminator, or both are between a schema and null. */
const resemblesFolded = (choice: SchemaChoice, folded: SchemaChoice): boolean =>
  folded.alternatives.length === 1
    ? [choice, folded].every(({node: {raw}}) => isRecord(raw) && Object.hasOwn(raw, 'discriminator'))
    : folded.alternatives.some(isNullSchema) &&
      choice.alternatives.length === folded.alternatives.length &&
      choice.alternatives.filter(({raw}) => !isNullTyped(raw)).length === 1

const isNullTyped = (raw: unknown): boolean => isRecord(raw) && own(raw, 'type') === 'null'

function flattenWith(start: Node, known: WeakMap<Node, FlatSchema>, folds: boolean): FlatSchema {
  const node = resolveSchema(start)
  const before = known.get(node)
  if (before) return before
  const members: Node[] = []
  const choices: SchemaChoice[] = []
  const seen = new Set<Node>()
  let isOrNull = false
  let folded: SchemaChoice | undefined
  let siblings: ReadonlySet<Node> = NO_NODES
  const open = [node]
  for (let next = open.shift(); next; next = open.shift()) {
    const here = resolveSchema(next)
    if (seen.has(here)) continue
    seen.add(here)
    members.push(here)
    const {raw} = here
    if (!isRecord(raw)) continue
    const all = listAt(raw, 'allOf').map((_, at) => childNode(here, 'allOf', at))
    const references = resolveReferences(here).filter(target => typeof target === 'object')
    open.push(...references, ...all)
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const alternatives = copyRepeated(
        listAt(raw, keyword).map((_, at) => resolveSchema(childNode(here, keyword, at)))
      )
      if (alternatives.length === 0) continue
      const rest = alternatives.filter(alternative => !isNullSchema(alternative))
      const [only = alternatives.length === 1 ? alternatives[0] : undefined] = rest
      const isWhole = open.length === 0 && members.every(member => member === here || wrapsOneSchema(member))
      // In `oneOf`, null must match only one alternative.
      const isApart = keyword === 'anyOf' || (only && alternatives.length === 2 && refusesNull(only))
      const isAlone = only && ((rest.length === 1 && isWhole && isApart) || alternatives.length === 1)
      const choice: SchemaChoice = {node: here, keyword, alternatives}
      const isInline = alternatives.every((each, at) => each === childNode(here, keyword, at))
      const list = folds && isInline ? readEnumChoice(here, keyword, alternatives) : undefined
      if (list) members.push(list)
      else if (folds && isAlone && (alternatives.length === 1 || hasNoConstraint(raw))) {
        if (alternatives.length > 1) {
          isOrNull = true
          siblings = new Set(members)
        }
        folded ??= choice
        open.push(only)
      } else if (!choices.some(each => repeats(choice, each))) choices.push(choice)
    }
  }
  const flat = {node, members, choices, isOrNull, siblings, ...(folded ? {folded} : {})}
  known.set(node, flat)
  return flat
}

/** Whether a choice says the same as another one, so that both together say no more than one. */
function repeats(one: SchemaChoice, other: SchemaChoice): boolean {
  if (one.keyword !== other.keyword || one.alternatives.length !== other.alternatives.length) return false
  const [discriminator, another] = [one, other].map(({node: {raw}}) => own(raw as object, 'discriminator'))
  if (canonicalText(discriminator ?? null) !== canonicalText(another ?? null)) return false
  const equality = new SchemaEquality()
  return one.alternatives.every((each, at) => {
    const same = other.alternatives[at] as Node
    return (
      each === same ||
      (equality.canonical(each) === equality.canonical(same) && canonicalText(each.raw) === canonicalText(same.raw))
    )
  })
}

/** Copies repeated alternatives, so that each is an alternative of its own, though they're the same schema. */
function copyRepeated(forms: readonly Node[]): readonly Node[] {
  const seen = new Set<Node>()
  return forms.map(form => {
    if (seen.has(form)) return {...form}
    seen.add(form)
    return form
  })
}

const CONSTRAINT_KEYWORDS =
  /^(type|enum|const|properties|required|items|additionalProperties|format|pattern|allOf|\$ref)$/

/** Whether no constraint stands next to the choice. One that refuses null would be lost if the choice were folded. */
const hasNoConstraint = (raw: object): boolean => !Object.keys(raw).some(keyword => CONSTRAINT_KEYWORDS.test(keyword))

/** Whether a schema consists of one other schema, and adds no constraint. */
function wrapsOneSchema({raw}: Node): boolean {
  if (!isRecord(raw) || Object.hasOwn(raw, 'anyOf') || Object.hasOwn(raw, 'oneOf')) return false
  const {allOf, $ref, ...rest} = raw as {readonly allOf?: unknown; readonly $ref?: unknown}
  return hasNoConstraint(rest) && listAt(raw, 'allOf').length + (typeof $ref === 'string' ? 1 : 0) === 1
}

const ANNOTATION_KEYWORDS =
  /^(title|description|summary|examples?|externalDocs|\$comment|default|deprecated|readOnly|writeOnly|x-(?!nullable))/

/** Whether a schema has no constraints, so that any value matches. */
export const acceptsAnything = ({members, choices}: FlatSchema): boolean =>
  choices.length === 0 &&
  members.every(
    ({raw}) => raw === true || (isRecord(raw) && Object.keys(raw).every(keyword => ANNOTATION_KEYWORDS.test(keyword)))
  )

/** Whether a reference can't be resolved. */
export const hasUnresolvedReference = (flat: FlatSchema): boolean => findUnresolvedReference(flat) !== undefined

/** The first reference that can't be resolved, and the schema that has it. */
export function findUnresolvedReference({members}: FlatSchema): {readonly node: Node; readonly to: string} | undefined {
  for (const node of members)
    for (const [to, target] of listReferences(node)) if (typeof target === 'string') return {node, to}
  return undefined
}

export const listAt = (raw: object, keyword: string): readonly unknown[] => {
  const value = own(raw, keyword)
  return Array.isArray(value) ? value : []
}

/**
 * The constraint on a value that fills a whole path segment. It isn't in the description, so `keywordValues` leaves it
 * out.
 */
export const NOT_EMPTY: Readonly<Record<string, unknown>> = {minLength: 1}

/** The values of a keyword in all members. */
export function keywordValues({members}: FlatSchema, keyword: string): readonly KeywordValue[] {
  let found: KeywordValue[] | undefined
  for (let at = 0; at < members.length; at++) {
    const node = members[at] as Node
    if (!isRecord(node.raw) || !Object.hasOwn(node.raw, keyword) || node.raw === NOT_EMPTY) continue
    found ??= []
    found.push({node, value: node.raw[keyword]})
  }
  return found ?? NO_VALUES
}

/** The result for a keyword without values, which is shared, because most keywords are absent everywhere. */
const NO_VALUES: readonly KeywordValue[] = []

/** Caches the answer of a function for each object, such as a schema that is asked about for each of its properties. */
export function cacheByObject<Asked extends object, Answer>(
  answerOf: (asked: Asked) => Answer
): (asked: Asked) => Answer {
  const answers = new WeakMap<Asked, {readonly answer: Answer}>()
  return asked => {
    const before = answers.get(asked)
    if (before) return before.answer
    const answer = answerOf(asked)
    answers.set(asked, {answer})
    return answer
  }
}

/** The schemas of each property, from all members. */
export const propertiesOf: (flat: FlatSchema) => ReadonlyMap<string, readonly Node[]> = cacheByObject(flat =>
  propertiesExcept(flat)
)

/** The schemas of each property except the given ones, from all members. */
export function propertiesExcept(
  {members}: FlatSchema,
  without?: ReadonlySet<string>
): ReadonlyMap<string, readonly Node[]> {
  const all = new Map<string, Node[]>()
  for (const node of members) {
    const properties = isRecord(node.raw) ? own(node.raw, 'properties') : undefined
    if (!isRecord(properties)) continue
    for (const name of Object.keys(properties)) {
      if (without?.has(name)) continue
      const list = all.get(name)
      const inner = childNode(node, 'properties', name)
      if (list) list.push(inner)
      else all.set(name, [inner])
    }
  }
  return all
}

/** The required properties, each with the member that requires it. */
export const requiredOf: (flat: FlatSchema) => ReadonlyMap<string, Node> = cacheByObject(flat => {
  const all = new Map<string, Node>()
  for (const {node, value} of keywordValues(flat, 'required')) {
    if (!Array.isArray(value)) continue
    for (const name of value) if (typeof name === 'string' && !all.has(name)) all.set(name, node)
  }
  return all
})

/** The types of values that schemas distinguish, with integers apart from other numbers. */
export const VALUE_TYPES = ['null', 'boolean', 'integer', 'fraction', 'string', 'array', 'object'] as const
export type ValueType = (typeof VALUE_TYPES)[number]
const ALL: ReadonlySet<ValueType> = new Set(VALUE_TYPES)

/** The types that all members accept, as far as the types are known. */
export const acceptedTypesOf: (flat: FlatSchema) => ReadonlySet<ValueType> = cacheByObject(flat => {
  const left = new Set<ValueType>(VALUE_TYPES)
  for (const node of flat.members) {
    if (node.raw === false) left.clear()
    if (!isRecord(node.raw)) continue
    const {raw, traits} = node
    const named = readTypes(node)
    if (!named) continue
    const names = named.known.flatMap(name => (name === 'number' ? ['integer', 'fraction'] : [name]))
    if (flat.isOrNull || (traits.nullable && own(raw, traits.nullable) === true)) names.push('null')
    for (const atom of left) if (!names.includes(atom)) left.delete(atom)
  }
  return left
})

const NO_NAMES: ReadonlySet<string> = new Set()

/** The unknown types that members name. Such a type may mean any value. */
export const unknownTypesOf: (flat: FlatSchema) => ReadonlySet<string> = cacheByObject(({members}) => {
  const names = members.flatMap(node => readTypes(node)?.unknown ?? [])
  return names.length > 0 ? new Set(names) : NO_NAMES
})

/** The types that a value can have: all of them if one is unknown. */
export const possibleTypesOf = (flat: FlatSchema): ReadonlySet<ValueType> =>
  unknownTypesOf(flat).size > 0 ? ALL : acceptedTypesOf(flat)

/**
 * The values of `enum` and `const` that all members accept, by a key for equal values; `undefined` if no member lists
 * values. If null was folded into the schema, it's one of them.
 */
export const valuesOf: (flat: FlatSchema) => ReadonlyMap<string, unknown> | undefined = cacheByObject(flat => {
  let left: Map<string, unknown> | undefined
  for (const node of flat.members) {
    if (!isRecord(node.raw)) continue
    for (const keyword of ['enum', 'const']) {
      if (!Object.hasOwn(node.raw, keyword)) continue
      const value = node.raw[keyword]
      if (keyword === 'enum' && !Array.isArray(value)) continue
      const mine =
        keyword === 'enum'
          ? new Map((value as unknown[]).map((each, at) => [canonicalTextAt(value as unknown[], at), each] as const))
          : new Map([[canonicalTextAt(node.raw, keyword), value] as const])
      left = left ? new Map([...left].filter(([key]) => mine.has(key))) : mine
    }
  }
  if (flat.isOrNull) left?.set(canonicalText(null), null)
  return left
})

const merged = new WeakMap<Node, Map<string, Node>>()
const numberOf = createNumbering()

/**
 * Merges several schemas of the same value into one; throws if there are none. The schemas stay the same nodes, at
 * their own locations.
 */
export function mergeSchemas(nodes: readonly Node[]): Node {
  const [first, ...rest] = nodes
  if (!first) throw new Error('No schemas to merge.')
  if (rest.length === 0) return first
  const all = merged.get(first) ?? new Map<string, Node>()
  merged.set(first, all)
  const key = rest.map(numberOf).join()
  const before = all.get(key)
  if (before) return before
  const node = combine(first, nodes)
  all.set(key, node)
  return node
}

const combined = new WeakMap<Node, readonly Node[]>()

/** A schema at the place of the first node that consists of all nodes. Each stays in its own document. */
export function combine({resource, pointer}: Node, nodes: readonly Node[]): Node {
  const node = nodeAt({raw: {allOf: nodes.map(part => embed(part, resource))}, resource, pointer})
  combined.set(node, nodes)
  return node
}

/** The nodes that a schema was combined from; `undefined` if it stands in a document. */
export const combinedFrom = (node: Node): readonly Node[] | undefined => combined.get(node)
