import {enter, type Node} from '../../schema/document/node.ts'
import {isLarge} from '../../schema/exact-numbers.ts'
import {isRecord, keyOf, own} from '../../schema/json.ts'
import {isNull} from './nullable.ts'

// A choice of which every form is a value, or lists some: `oneOf` of `const`s says what `enum` says.

/** A list of values that is written as a choice. */
export interface ValueList {
  readonly node: Node
  readonly keyword: 'anyOf' | 'oneOf'
  readonly forms: readonly Node[]
  /** Where each value is listed, by a key for equal values. */
  readonly at: ReadonlyMap<string, number>
}

const lists = new WeakMap<Node, ValueList>()

/** The choice that a member of a schema was read from, if it was. */
export const listBehind = (member: Node): ValueList | undefined => lists.get(member)

/** The form that lists a value, by its key, and its place. */
export function formIn(members: readonly Node[], key: string) {
  for (const list of members.map(listBehind)) {
    const at = list?.at.get(key)
    const form = list?.forms[at ?? -1]
    if (list && at !== undefined && form) return {form, spot: {node: list.node, steps: [list.keyword, at]}}
  }
  return undefined
}

const SAYS = /^(type|const|enum|title|description|summary|examples?|externalDocs|\$comment|deprecated|x-(?!nullable))/

/** What a choice lists, as the member that says so; nothing, where it is no list. Shared schemas stay forms, by name. */
export function listedBy(node: Node, keyword: 'anyOf' | 'oneOf', forms: readonly Node[]): Node | undefined {
  if (isRecord(node.raw) && Object.hasOwn(node.raw, 'discriminator')) return undefined
  if (forms.filter(form => !isNull(form)).length < 2) return undefined
  const values: unknown[] = []
  const at = new Map<string, number>()
  const types = new Set<unknown>()
  for (const [index, form] of forms.entries()) {
    const own = valuesOf(form)
    if (!own) return undefined
    for (const type of own.types) types.add(type)
    for (const value of own.values) {
      const key = keyOf(value)
      // Of `oneOf` what two forms list fits neither.
      if (at.has(key) && keyword === 'oneOf') return undefined
      if (!at.has(key)) values.push(value)
      at.set(key, at.get(key) ?? index)
    }
  }
  const raw = {...typeOf(types), enum: values}
  const member = enter({raw, resource: node.resource, pointer: node.pointer})
  lists.set(member, {node, keyword, forms, at})
  return member
}

/** The one type of all that is listed, or null beside it. */
function typeOf(types: ReadonlySet<unknown>): {readonly type?: unknown} {
  const [type, ...others] = [...types].filter(each => each !== 'null')
  // Who names no type may list any.
  if (type === undefined || others.length > 0) return {}
  return {type: types.has('null') ? [type, 'null'] : type}
}

/** Whether a choice that lists values has null as a form of its own. */
export const hasNullForm = ({forms}: ValueList): boolean => forms.some(isNull)

function valuesOf(form: Node): {values: readonly unknown[]; types: readonly unknown[]} | undefined {
  const {raw, traits} = form
  if (!isRecord(raw)) return undefined
  const type = own(raw, 'type')
  if (isNull(form)) return {values: [null], types: ['null']}
  if (Object.hasOwn(raw, 'const') === Object.hasOwn(raw, 'enum')) return undefined
  const nullable = traits.nullable === undefined ? undefined : own(raw, traits.nullable)
  const isKnown = (key: string): boolean => SAYS.test(key) || (key === traits.nullable && typeof nullable === 'boolean')
  if (!Object.keys(raw).every(isKnown)) return undefined
  const listed = Object.hasOwn(raw, 'const') ? [own(raw, 'const')] : own(raw, 'enum')
  if (!Array.isArray(listed) || listed.length === 0) return undefined
  const types = [type, ...(nullable === true && type !== undefined && listed.includes(null) ? ['null'] : [])]
  return listed.every(value => isScalar(value) && (type === undefined || types.some(each => isOf(value, each))))
    ? {values: listed, types}
    : undefined
}

/** A number that may be another than it is kept as is looked at where it is written. */
const isScalar = (value: unknown): boolean => value === null || (typeof value !== 'object' && !isLarge(value))

function isOf(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return value === null ? type === 'null' : typeof value === type
}
