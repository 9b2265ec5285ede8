import type {Difference} from '../difference.ts'
import {type GraphqlSchema, type NamedType, OPERATIONS, type OperationKind, typedMembersOf} from './schema.ts'

/**
 * A schema in which what a change is about is as in the other schema, which also defines what that needs. The change of
 * a whole type includes whatever names the type.
 */
export function takeBack(schema: GraphqlSchema, change: Difference, other: GraphqlSchema): GraphqlSchema {
  const {kind, type, member, values: {about = ''} = {}} = change
  if (kind === 'type-removed' || kind === 'type-kind-changed') return withType(schema, type, other)
  const types = new Map([...other.types, ...schema.types])
  const [was, is] = [other.types.get(type), schema.types.get(type)]
  if (kind === 'root-type-changed')
    return {...schema, types, roots: as(schema.roots, other.roots, about as OperationKind)}
  if (was && is) {
    const members = as(is.members, was.members, about)
    const interfaces = as(is.interfaces, was.interfaces, about)
    const whole = {...is, members, interfaces, isOneOf: kind.startsWith('one-of') ? was.isOneOf : is.isOneOf}
    types.set(type, member === undefined ? whole : withMember(is, was, member))
  }
  return {...schema, types}
}

/** A schema with a type as in the other one, and with what names it, also in types that only one of them has. */
function withType(schema: GraphqlSchema, type: string, other: GraphqlSchema): GraphqlSchema {
  const types = new Map([...other.types, ...schema.types])
  let {roots} = schema
  const names = new Set([type])
  for (const name of names) {
    const was = other.types.get(name)
    if (was) types.set(name, was)
    else types.delete(name)
    for (const [user, is] of types) {
      if (names.has(user)) continue
      const changed = withUsesOf(name, is, other.types.get(user))
      if (changed !== is && schema.types.has(user) !== other.types.has(user)) names.add(user)
      types.set(user, changed)
    }
    for (const operation of OPERATIONS)
      if ([schema, other].some(each => each.roots.get(operation) === name)) roots = as(roots, other.roots, operation)
  }
  return {...schema, types, roots}
}

/** A map with one entry as in another map, or without it if the other one has none. */
function as<Key, Value>(
  all: ReadonlyMap<Key, Value>,
  other: ReadonlyMap<Key, Value> | undefined,
  key: Key
): Map<Key, Value> {
  const copy = new Map(all)
  const value = other?.get(key)
  if (value === undefined) copy.delete(key)
  else copy.set(key, value)
  return copy
}

/** A type with a member as in another definition of it. A field that both have keeps its arguments. */
function withMember(is: NamedType, was: NamedType | undefined, member: string): NamedType {
  const [, name = '', arg] = /^(\w+)(?:\((\w+)\))?$/.exec(member) ?? []
  const [field, other] = [is.fields.get(name), was?.fields.get(name)]
  const fields = new Map(is.fields)
  if (field && arg !== undefined) fields.set(name, {...field, args: as(field.args, other?.args, arg)})
  else if (field && other) fields.set(name, {...field, type: other.type})
  else if (other) fields.set(name, other)
  else fields.delete(name)
  return {...is, fields, inputs: as(is.inputs, was?.inputs, name), values: as(is.values, was?.values, name)}
}

/** A type in which each member that names a type is as in another definition; the same one if none does. */
function withUsesOf(type: string, is: NamedType, was: NamedType | undefined): NamedType {
  const uses = [is, was ?? is].flatMap(each =>
    typedMembersOf(each).flatMap(([member, name]) => (name === type ? [member] : []))
  )
  const isNamed = [is, was].some(each => each?.members.has(type) || each?.interfaces.has(type))
  if (uses.length === 0 && !isNamed) return is
  const [members, interfaces] = [as(is.members, was?.members, type), as(is.interfaces, was?.interfaces, type)]
  return uses.reduce((all, member) => withMember(all, was, member), {...is, members, interfaces})
}
