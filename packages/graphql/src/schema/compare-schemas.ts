import type {Change, Proof} from '@tenure/core/model/api/change'
import type {UnusedChange} from '@tenure/core/model/api/read-problem'
import {findClosestWord} from '@tenure/core/model/subject/closest-word'
import {ARGUMENT_KINDS, compareInputs, INPUT_FIELD_KINDS} from './compare-inputs.ts'
import {proofOn, SchemaComparison, type SchemaSide} from './comparison.ts'
import {compareDirectives} from './directives.ts'
import {replaceAnnounced} from './life-changes.ts'
import {findImplementations} from './reach.ts'
import {type FieldElement, type GraphqlSchema, isBuiltIn, type NamedType, namedTypeOf, OPERATIONS} from './schema.ts'
import {compareWrappedTypes, itemOf} from './type-changes.ts'
import {SHARED} from './witnesses.ts'

export interface ComparedSchemas {
  readonly changes: readonly Change[]
  /** Changed types that no operation reaches. */
  readonly unused: readonly UnusedChange[]
  readonly comparison: SchemaComparison
}

/** Compares two schemas. What no operation of the older one reaches can't affect its clients. */
export function compareGraphqlSchemas(older: SchemaSide, newer: SchemaSide): ComparedSchemas {
  const comparison = new SchemaComparison(older, newer)
  const unused: UnusedChange[] = []
  compareRoots(comparison)
  for (const [name, was] of older.schema.types) {
    const is = newer.schema.types.get(name)
    const before = comparison.found.length
    compareNamedType(was, is, comparison)
    const changed = comparison.found.length > before
    if (!changed || comparison.sidesOf(name).length > 0) continue
    comparison.found = comparison.found.slice(0, before)
    unused.push({kind: 'type', name, place: is?.place ?? was.place, isRemoved: is === undefined})
  }
  for (const [name, is] of newer.schema.types)
    if (!older.schema.types.has(name))
      comparison.add({kind: 'type-added', type: name, sides: sidesOfKind(is), where: {new: is.place}})
  comparison.found = replaceAnnounced(comparison.found, comparison)
  const changes = comparison.found.map(each => comparison.toChange(each))
  return {changes: [...changes, ...compareDirectives(comparison)], unused, comparison}
}

const sidesOfKind = ({kind}: NamedType): ('request' | 'response')[] => (kind === 'input' ? ['request'] : ['response'])

function compareRoots(comparison: SchemaComparison): void {
  const {older, newer, witnesses} = comparison
  for (const operation of OPERATIONS) {
    const [was, is] = [older.schema.roots.get(operation), newer.schema.roots.get(operation)]
    if (was === undefined || was === is) continue
    // If the type was removed, its removal says it all.
    if (is === undefined && !newer.schema.types.has(was)) continue
    const type = older.schema.types.get(was)
    comparison.add({
      ...{kind: 'root-type-changed', type: was, sides: ['request']},
      where: {
        ...(type ? {old: type.place} : {}),
        ...(is === undefined ? {} : {new: newer.schema.types.get(is)?.place ?? {source: newer.schema.source}})
      },
      values: {about: operation, old: was, ...(is === undefined ? {} : {new: is})},
      prove: () => proofOn(['request'], witnesses.ofType(was))
    })
  }
}

/** Whether other services of a federated graph serve all fields of a type. */
const isExternal = ({fields}: NamedType): boolean =>
  fields.size > 0 && [...fields.values()].every(field => field.isExternal)

function compareNamedType(was: NamedType, is: NamedType | undefined, comparison: SchemaComparison): void {
  const {name: type} = was
  const {witnesses} = comparison
  const sides = comparison.sidesOf(type)
  if (!is) {
    const isSeen = sides.includes('request') || (was.kind !== 'enum' && was.kind !== 'scalar')
    const prove = () => proofOn(sides, witnesses.ofType(type) ?? (isSeen ? undefined : UNSHOWN))
    if (!isExternal(was)) comparison.add({kind: 'type-removed', type, sides, where: {old: was.place}, prove})
    return
  }
  const where = {old: was.place, new: is.place}
  if (was.kind !== is.kind) {
    const prove = () => proofOn(sides, witnesses.ofKind(type) ?? proveNewValue(type, type, comparison))
    comparison.add({kind: 'type-kind-changed', type, sides, where, values: {old: was.kind, new: is.kind}, prove})
    return
  }
  compareFields(was, is, comparison)
  compareInputFields(was, is, comparison)
  compareValues(was, is, comparison)
  compareMembers(was, is, comparison)
  const [old, fresh] = [was.specifiedBy, is.specifiedBy]
  if (old !== undefined && fresh !== undefined && old !== fresh)
    comparison.add({kind: 'scalar-specification-changed', type, sides, where, values: {old, new: fresh}})
  if (was.isOneOf === is.isOneOf || comparison.unstated.has('one-of')) return
  const kind = is.isOneOf ? 'one-of-added' : 'one-of-removed'
  const [first, second] = was.inputs.values()
  const {writer} = witnesses
  const several = () =>
    [
      writer.object(type, second ? [second.name, writer.value(second.type)] : []),
      `{${[first, second].flatMap(each => (each ? `${each.name}: ${writer.value(each.type)}` : [])).join(', ')}}`,
      ...[...was.inputs.keys()].map(name => writer.object(type, [name, 'null']))
    ].map(value => writer.send(type, value))
  comparison.add({
    ...{kind, type, sides: ['request'], where},
    ...(is.isOneOf
      ? {
          prove: () =>
            proofOn(['request'], witnesses.find(several()) ?? (witnesses.isPossible ? {is: 'keeps'} : undefined))
        }
      : {})
  })
}

/** A new name in the same place that is much like a removed one. */
function findPossibleName(
  name: string,
  older: ReadonlyMap<string, unknown>,
  newer: ReadonlyMap<string, unknown>
): string | undefined {
  const added = [...newer.keys()].filter(each => !older.has(each))
  return added.length === 0 ? undefined : findClosestWord(name, added)
}

function compareFields(older: NamedType, newer: NamedType, comparison: SchemaComparison): void {
  const {witnesses} = comparison
  const {name: type} = older
  for (const [name, was] of older.fields) {
    const is = newer.fields.get(name)
    if (is) compareField(older, was, is, comparison)
    else if (!was.isExternal) {
      const possibleName = findPossibleName(name, older.fields, newer.fields)
      comparison.add({
        ...{kind: 'field-removed', type, member: name, sides: ['response'], where: {old: was.place}},
        ...(possibleName === undefined ? {} : {values: {possibleName}}),
        prove: () => proofOn(['response'], witnesses.ofField(type, name))
      })
    }
  }
  for (const [name, {place}] of newer.fields)
    if (!older.fields.has(name))
      comparison.add({kind: 'field-added', type, member: name, sides: ['response'], where: {new: place}})
}

function compareField(owner: NamedType, was: FieldElement, is: FieldElement, comparison: SchemaComparison): void {
  const {name: type} = owner
  const {name} = was
  const {witnesses} = comparison
  const where = {old: was.place, new: is.place}
  for (const {is: kind, at} of compareWrappedTypes(was.type, is.type)) {
    const values = kind === 'type-changed' ? {old: was.type, new: is.type} : {}
    const prove =
      kind === 'null-refused'
        ? undefined
        : () => proofOn(['response'], kind === 'null-allowed' ? NULL : proveType(type, was, is, comparison))
    comparison.add({
      kind,
      type,
      member: name,
      behind: at,
      sides: ['response'],
      where,
      values,
      ...(prove ? {prove} : {})
    })
  }
  if (is.isExternal && !was.isExternal)
    comparison.add({kind: 'external-added', type, member: name, sides: ['response'], where})
  compareInputs(was.args, is.args, {
    comparison,
    type,
    kinds: ARGUMENT_KINDS,
    memberOf: arg => `${name}(${arg})`,
    prove: (arg, before) => witnesses.ofArgument(type, name, arg, before),
    possibleName: arg => findPossibleName(arg, was.args, is.args)
  })
}

const NULL: Proof = {is: 'breaks', witness: null, at: ''}

/** Of what no document shows: a type or value that only responses have, or an interface of an interface. */
const UNSHOWN: Proof = {is: 'undetermined', why: 'no document is known that it breaks'}

/** The proof that a response can have another value. */
function proveNewValue(old: string, fresh: string, {older, newer}: SchemaComparison): Proof {
  const value = findNewValue([old, older.schema], [fresh, newer.schema])
  if (value !== undefined) return {is: 'breaks', witness: value, at: ''}
  // A type that nothing defines is a scalar, too.
  const isOpen = [old, fresh].some((each, at) => {
    const name = namedTypeOf(each)
    return !isBuiltIn(name) && ((at === 0 ? older : newer).schema.types.get(name)?.kind ?? 'scalar') === 'scalar'
  })
  if (!isOpen) return UNSHOWN
  const fits = old === fresh ? 'values stay the same' : `values of \`${fresh}\` fit \`${old}\``
  return {is: 'undetermined', why: `whether ${fits} isn't described`}
}

/** The proof that a field with another type breaks: a value of the new type, or a query of the old one. */
function proveType(type: string, was: FieldElement, is: FieldElement, comparison: SchemaComparison): Proof {
  const {older, witnesses} = comparison
  const kind = older.schema.types.get(namedTypeOf(was.type))?.kind
  const isComposite = kind === 'object' || kind === 'interface' || kind === 'union'
  const returned = proveNewValue(was.type, is.type, comparison)
  if (!isComposite && returned.is === 'breaks') return returned
  const found = witnesses.ofFieldType(type, was.name, was, is)
  return found === undefined || (found === SHARED && returned.is === 'breaks') ? returned : found
}

function compareInputFields(was: NamedType, is: NamedType, comparison: SchemaComparison): void {
  compareInputs(was.inputs, is.inputs, {
    comparison,
    type: was.name,
    kinds: INPUT_FIELD_KINDS,
    memberOf: name => name,
    prove: (name, before) => comparison.witnesses.ofInputField(was.name, name, before),
    possibleName: name => findPossibleName(name, was.inputs, is.inputs)
  })
}

function compareValues(older: NamedType, newer: NamedType, comparison: SchemaComparison): void {
  const {name: type} = older
  const sides = comparison.sidesOf(type)
  for (const [name, {place}] of older.values)
    if (!newer.values.has(name))
      comparison.add({
        ...{
          kind: 'enum-value-removed',
          type,
          member: name,
          sides,
          where: {old: place},
          values: {about: name, old: name}
        },
        prove: () => proofOn(sides, sides.includes('request') ? comparison.witnesses.ofValue(type, name) : UNSHOWN)
      })
  for (const [name, {place}] of newer.values)
    if (!older.values.has(name))
      comparison.add({
        ...{kind: 'value-added', type, member: name, sides, where: {new: place}, values: {about: name, new: name}},
        prove: () => (sides.includes('response') ? {response: {is: 'breaks', witness: name, at: ''}} : {})
      })
}

function compareMembers(was: NamedType, is: NamedType, comparison: SchemaComparison): void {
  const {name: type} = was
  const {witnesses} = comparison
  const sides = ['response'] as const
  const add = (
    kind: string,
    about: string,
    where: {old?: NamedType['place']; new?: NamedType['place']},
    find: () => Proof | undefined
  ) =>
    comparison.add({
      ...{kind, type, sides, where: {old: was.place, new: is.place, ...where}, values: {about}},
      prove: () => proofOn(sides, find())
    })
  const returned = (name: string): Proof => ({is: 'breaks', witness: {__typename: name}, at: ''})
  for (const [name, place] of was.members)
    if (!is.members.has(name)) add('union-member-removed', name, {old: place}, () => witnesses.ofFragment(name, type))
  for (const [name, place] of is.members)
    if (!was.members.has(name)) add('union-member-added', name, {new: place}, () => returned(name))
  // Responses have objects alone: what an interface implements is seen at the objects that implement it.
  const isObject = was.kind === 'object'
  for (const [name, place] of was.interfaces)
    if (!is.interfaces.has(name))
      add(
        'interface-removed',
        name,
        {old: place},
        () => (isObject && witnesses.ofFragment(type, name)) || (witnesses.isPossible ? UNSHOWN : undefined)
      )
  for (const [name, place] of is.interfaces)
    if (!was.interfaces.has(name))
      add('interface-added', name, {new: place}, () => {
        if (!comparison.sidesOf(name).includes('response')) return {is: 'keeps'}
        return isObject ? returned(type) : undefined
      })
}

/** A type as written, with the schema that defines it. */
type TypeIn = readonly [type: string, schema: GraphqlSchema]

/** A value that a type of the newer schema can have in a response and one of the older can't. `undefined` if none is known. */
function findNewValue([old, older]: TypeIn, [fresh, newer]: TypeIn): unknown {
  if (old.endsWith('!') && !fresh.endsWith('!')) return null
  const [was, is] = [old, fresh].map(each => each.replace(/!$/, '')) as [string, string]
  const [wasList, isList] = [was.startsWith('['), is.startsWith('[')]
  if (wasList && isList) {
    const item = findNewValue([itemOf(was), older], [itemOf(is), newer])
    return item === undefined ? undefined : [item]
  }
  if (isList) return []
  return wasList ? (sampleOf(is, newer) ?? '1') : newValueOf(was, older, is, newer)
}

function newValueOf(was: string, older: GraphqlSchema, is: string, newer: GraphqlSchema): unknown {
  const known = possibleTypes(was, older)
  const added = [...possibleTypes(is, newer)].find(each => !known.has(each))
  if (known.size > 0 && added !== undefined) return {__typename: added}
  const values = older.types.get(was)?.values
  if (values && values.size > 0) {
    const others = [...(newer.types.get(is)?.values.keys() ?? [])]
    return others.find(each => !values.has(each)) ?? (others.length > 0 ? undefined : sampleOf(is, newer))
  }
  const sample = sampleOf(is, newer)
  return sample !== undefined && excludes(was, sample) ? sample : undefined
}

/** A value of a type that isn't a list. `undefined` for a scalar of the schema, whose values aren't known. */
function sampleOf(name: string, schema: GraphqlSchema): unknown {
  const [value] = schema.types.get(name)?.values.keys() ?? []
  if (value !== undefined) return value
  const [possible] = possibleTypes(name, schema)
  return possible === undefined ? SAMPLES[name] : {__typename: possible}
}

const SAMPLES: Readonly<Record<string, unknown>> = {Int: 1, Float: 0.5, Boolean: true, String: 'a', ID: 'a'}

/** Whether a built-in type never has the value in a response. */
function excludes(name: string, value: unknown): boolean {
  if (name === 'Int') return !Number.isInteger(value)
  if (name === 'Float') return typeof value !== 'number'
  if (name === 'Boolean') return typeof value !== 'boolean'
  return (name === 'String' || name === 'ID') && typeof value !== 'string'
}

/** The object types that a composite type can be. */
function possibleTypes(name: string, schema: GraphqlSchema): ReadonlySet<string> {
  const type = schema.types.get(name)
  if (type?.kind === 'object') return new Set([name])
  if (type?.kind === 'union') return new Set(type.members.keys())
  if (type?.kind !== 'interface') return new Set()
  const all = findImplementations(schema).get(name) ?? []
  return new Set(all.filter(each => schema.types.get(each)?.kind === 'object'))
}
