import {type Node, nodeAt} from '@tenure/json-schema/document/node'
import {isBeyondDouble} from '@tenure/json-schema/exact-numbers'
import {canonicalText, isRecord, own} from '@tenure/json-schema/json'
import {isNullSchema} from './nullable.ts'

// Reads a choice whose alternatives are single values, or lists of values, as an `enum`: a `oneOf` of `const` values
// means the same.

/** A list of values that is written as a choice between alternatives. */
export interface EnumChoice {
  readonly node: Node
  readonly keyword: 'anyOf' | 'oneOf'
  readonly alternatives: readonly Node[]
  /** The index of the alternative that lists each value, by a key for equal values. */
  readonly indexByKey: ReadonlyMap<string, number>
}

const enumsByMember = new WeakMap<Node, EnumChoice>()

/** The choice that a member of a schema was read from; `undefined` if there is none. */
export const enumChoiceOf = (member: Node): EnumChoice | undefined => enumsByMember.get(member)

/** The alternative that lists a value, by the key of the value, and its location; `undefined` if there is none. */
export function findEnumAlternative(members: readonly Node[], key: string) {
  for (const list of members.map(enumChoiceOf)) {
    const at = list?.indexByKey.get(key)
    const form = list?.alternatives[at ?? -1]
    if (list && at !== undefined && form) return {form, spot: {node: list.node, steps: [list.keyword, at]}}
  }
  return undefined
}

const VALUE_KEYWORDS =
  /^(type|const|enum|title|description|summary|examples?|externalDocs|\$comment|deprecated|x-(?!nullable))/

/**
 * The values of a choice, as a member with an `enum`; `undefined` if the choice isn't a list of values. Shared schemas
 * stay alternatives, because they have names.
 */
export function readEnumChoice(node: Node, keyword: 'anyOf' | 'oneOf', forms: readonly Node[]): Node | undefined {
  if (isRecord(node.raw) && Object.hasOwn(node.raw, 'discriminator')) return undefined
  if (forms.filter(form => !isNullSchema(form)).length < 2) return undefined
  const values: unknown[] = []
  const at = new Map<string, number>()
  const types = new Set<unknown>()
  for (const [index, form] of forms.entries()) {
    const own = valuesOf(form)
    if (!own) return undefined
    for (const type of own.types) types.add(type)
    for (const value of own.values) {
      const key = canonicalText(value)
      // In `oneOf`, a value that two alternatives list matches neither.
      if (at.has(key) && keyword === 'oneOf') return undefined
      if (!at.has(key)) values.push(value)
      at.set(key, at.get(key) ?? index)
    }
  }
  const raw = {...commonTypeOf(types), enum: values}
  const member = nodeAt({raw, resource: node.resource, pointer: node.pointer})
  enumsByMember.set(member, {node, keyword, alternatives: forms, indexByKey: at})
  return member
}

/** The type of all listed values, maybe with null; empty if they have several types. */
function commonTypeOf(types: ReadonlySet<unknown>): {readonly type?: unknown} {
  const [type, ...others] = [...types].filter(each => each !== 'null')
  // An alternative that names no type can list values of any type.
  if (type === undefined || others.length > 0) return {}
  return {type: types.has('null') ? [type, 'null'] : type}
}

/** Whether a list of values that is written as a choice has null as an alternative of its own. */
export const hasNullAlternative = ({alternatives: forms}: EnumChoice): boolean => forms.some(isNullSchema)

function valuesOf(form: Node): {values: readonly unknown[]; types: readonly unknown[]} | undefined {
  const {raw, traits} = form
  if (!isRecord(raw)) return undefined
  const type = own(raw, 'type')
  if (isNullSchema(form)) return {values: [null], types: ['null']}
  if (Object.hasOwn(raw, 'const') === Object.hasOwn(raw, 'enum')) return undefined
  const nullable = traits.nullable === undefined ? undefined : own(raw, traits.nullable)
  const isKnown = (key: string): boolean =>
    VALUE_KEYWORDS.test(key) || (key === traits.nullable && typeof nullable === 'boolean')
  if (!Object.keys(raw).every(isKnown)) return undefined
  const listed = Object.hasOwn(raw, 'const') ? [own(raw, 'const')] : own(raw, 'enum')
  if (!Array.isArray(listed) || listed.length === 0) return undefined
  const types = [type, ...(nullable === true && type !== undefined && listed.includes(null) ? ['null'] : [])]
  return listed.every(value => isScalar(value) && (type === undefined || types.some(each => hasType(value, each))))
    ? {values: listed, types}
    : undefined
}

/** Whether a value is a scalar. A number that JavaScript can't represent exactly is compared where it's written. */
const isScalar = (value: unknown): boolean => value === null || (typeof value !== 'object' && !isBeyondDouble(value))

function hasType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return value === null ? type === 'null' : typeof value === type
}
