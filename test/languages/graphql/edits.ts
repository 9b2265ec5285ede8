// Edits of a schema whose effect on clients is known.
import {
  type ConstDirectiveNode,
  type ConstValueNode,
  type DefinitionNode,
  type DirectiveDefinitionNode,
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  type InterfaceTypeDefinitionNode,
  Kind,
  type NamedTypeNode,
  type ObjectTypeDefinitionNode,
  parse,
  parseConstValue,
  type TypeNode,
  type UnionTypeDefinitionNode
} from 'graphql'
import type {Random} from '../random.ts'
import type {findReached} from './reached.ts'

export type Effect = 'breaking' | 'review' | 'compatible'

/** What one edit does: the schema after it, and the effects that its changes may have. */
export interface Edit {
  readonly name: string
  readonly document: DocumentNode
  readonly allowed: readonly Effect[]
  /** Whether the schema means what it meant before. */
  readonly isSame?: boolean
}

type Changed<Node> = readonly [name: string, node: Node, allowed: readonly Effect[]]
type Reached = ReturnType<typeof findReached>

const nameNode = (value: string) => ({kind: Kind.NAME, value}) as const
const named = (value: string): NamedTypeNode => ({kind: Kind.NAMED_TYPE, name: nameNode(value)})
const required = (type: TypeNode): TypeNode =>
  type.kind === Kind.NON_NULL_TYPE ? type : {kind: Kind.NON_NULL_TYPE, type}
const listOf = (type: TypeNode): TypeNode => ({kind: Kind.LIST_TYPE, type})
const innermost = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : innermost(type.type))
const input = (name: string, type: TypeNode): InputValueDefinitionNode => ({
  kind: Kind.INPUT_VALUE_DEFINITION,
  name: nameNode(name),
  type
})

/** The type with one exclamation mark more or less, wherever one can be. */
function* toggleNulls(type: TypeNode): Generator<readonly [type: TypeNode, isStricter: boolean]> {
  if (type.kind === Kind.NON_NULL_TYPE) {
    yield [type.type, false]
    if (type.type.kind === Kind.LIST_TYPE)
      for (const [inner, isStricter] of toggleNulls(type.type.type)) yield [required(listOf(inner)), isStricter]
    return
  }
  yield [required(type), true]
  if (type.kind === Kind.LIST_TYPE)
    for (const [inner, isStricter] of toggleNulls(type.type)) yield [listOf(inner), isStricter]
}

const replaceIn = <Item>(all: readonly Item[], one: Item, by: Item): Item[] =>
  all.map(each => (each === one ? by : each))

const VALUES: Readonly<Record<string, readonly [string, string]>> = {
  Int: ['7', '8'],
  Float: ['7.5', '8'],
  String: ['"z"', '"y"'],
  ID: ['"z"', '8'],
  Boolean: ['true', 'false']
}

/** Edits of arguments and of input fields. `isOneOf` if each of them must accept null. */
function editInputs(
  all: readonly InputValueDefinitionNode[],
  random: Random,
  {least = 0, isOneOf = false} = {}
): Changed<InputValueDefinitionNode[]>[] {
  const edits: Changed<InputValueDefinitionNode[]>[] = [
    ['optional input added', [...all, input('extraInput', named('Int'))], ['compatible']]
  ]
  if (!isOneOf)
    edits.push(['required input added', [...all, input('extraInput', required(named('Int')))], ['breaking']])
  if (all.length === 0) return edits
  const one = random.pick(all)
  const add = (name: string, changed: Partial<InputValueDefinitionNode>, effect: Effect): void =>
    void edits.push([`${name}: ${one.name.value}`, replaceIn(all, one, {...one, ...changed}), [effect]])
  const {type, defaultValue} = one
  if (all.length > least)
    edits.push([`input removed: ${one.name.value}`, all.filter(each => each !== one), ['breaking']])
  const [toggled, isStricter] = random.pick([...toggleNulls(type)])
  if (!isOneOf) add('input with other nulls', {type: toggled}, isStricter ? 'breaking' : 'compatible')
  add('input is a list', {type: listOf(type)}, 'breaking')
  add('input of another type', {type: named(innermost(type) === 'Int' ? 'Boolean' : 'Int')}, 'breaking')
  if (innermost(type) !== 'Card') add('input of a scalar of the schema', {type: named('Card')}, 'breaking')
  const plain = type.kind === Kind.NON_NULL_TYPE ? type.type : type
  const [value, other] = plain.kind === Kind.LIST_TYPE ? ['[]', '[]'] : (VALUES[innermost(type)] ?? [])
  if (value === undefined || other === undefined || isOneOf) return edits
  if (!defaultValue) add('default added', {defaultValue: parseConstValue(value)}, 'compatible')
  else {
    const {defaultValue: _, ...without} = one
    const isBroken = type.kind === Kind.NON_NULL_TYPE
    edits.push(['default removed', replaceIn(all, one, without), [isBroken ? 'breaking' : 'review']])
    const isOther = (node: ConstValueNode): boolean => JSON.stringify(node) !== JSON.stringify(defaultValue)
    const changed = [value, other].map(each => parseConstValue(each, {noLocation: true})).find(isOther)
    if (changed) add('default changed', {defaultValue: changed}, 'review')
  }
  return edits
}

function editField(one: FieldDefinitionNode, random: Random): Changed<FieldDefinitionNode>[] {
  const edits: Changed<FieldDefinitionNode>[] = editInputs(one.arguments ?? [], random).map(([name, args, effects]) => [
    name,
    {...one, arguments: args},
    effects
  ])
  const add = (name: string, type: TypeNode, ...effects: Effect[]): void =>
    void edits.push([name, {...one, type}, effects])
  const [toggled, isStricter] = random.pick([...toggleNulls(one.type)])
  add('result with other nulls', toggled, isStricter ? 'compatible' : 'breaking')
  add('result is a list', listOf(one.type), 'breaking')
  add('result of another type', named(innermost(one.type) === 'Boolean' ? 'Float' : 'Boolean'), 'breaking', 'review')
  if (innermost(one.type) !== 'Card') add('result of a scalar of the schema', named('Card'), 'breaking', 'review')
  return edits
}

type Composite = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode

function editComposite(node: Composite, {output}: Reached, random: Random): Changed<DefinitionNode>[] {
  const {fields = [], interfaces = []} = node
  if (fields.length === 0) return []
  const one = random.pick(fields)
  const edits: Changed<DefinitionNode>[] = editField(one, random).map(([name, changed, effects]) => [
    `${name}: ${one.name.value}`,
    {...node, fields: replaceIn(fields, one, changed)},
    effects
  ])
  const added: FieldDefinitionNode = {kind: Kind.FIELD_DEFINITION, name: nameNode('extraField'), type: named('Int')}
  edits.push(['field added', {...node, fields: [...fields, added]}, ['compatible']])
  if (fields.length > 1)
    edits.push([
      `field removed: ${one.name.value}`,
      {...node, fields: fields.filter(each => each !== one)},
      ['breaking']
    ])
  const isObject = node.kind === Kind.OBJECT_TYPE_DEFINITION
  if (interfaces.length > 0) {
    const without = random.pick(interfaces)
    const name = `interface removed: ${without.name.value}`
    const left = interfaces.filter(each => each !== without)
    edits.push([name, {...node, interfaces: left}, [isObject ? 'breaking' : 'review']])
  }
  const joined = random.pick(['Node', 'Item', 'Person', 'Unreached'])
  if (isObject && !interfaces.some(({name}) => name.value === joined))
    edits.push([
      `interface added: ${joined}`,
      {...node, interfaces: [...interfaces, named(joined)]},
      [output.has(joined) ? 'review' : 'compatible']
    ])
  // A root type must be an object, and `Reader` has an extension of that kind.
  if (isObject && !/^(?:Query|Mutation|Subscription|Reader)$/.test(node.name.value))
    edits.push(['object becomes an interface', {...node, kind: Kind.INTERFACE_TYPE_DEFINITION}, ['breaking', 'review']])
  return edits
}

const ONE_OF: ConstDirectiveNode = {kind: Kind.DIRECTIVE, name: nameNode('oneOf')}

function editInputType(node: InputObjectTypeDefinitionNode, random: Random): Changed<DefinitionNode>[] {
  const {fields = [], directives = []} = node
  const isOneOf = directives.length > 0
  return [
    ...editInputs(fields, random, {least: 1, isOneOf}).map(
      ([name, changed, effects]): Changed<DefinitionNode> => [name, {...node, fields: changed}, effects]
    ),
    isOneOf
      ? ['any number of fields', {...node, directives: []}, ['compatible']]
      : ['exactly one field', {...node, directives: [ONE_OF]}, ['breaking']]
  ]
}

function editEnum(node: EnumTypeDefinitionNode, {input: sent, output}: Reached): Changed<DefinitionNode>[] {
  const {values = []} = node
  const name = node.name.value
  const extra = {kind: Kind.ENUM_VALUE_DEFINITION, name: nameNode('EXTRA_VALUE')} as const
  return [
    ['value added', {...node, values: [...values, extra]}, [output.has(name) ? 'review' : 'compatible']],
    ['value removed', {...node, values: values.slice(1)}, [sent.has(name) ? 'breaking' : 'review']]
  ]
}

function editUnion(node: UnionTypeDefinitionNode): Changed<DefinitionNode>[] {
  const {types = []} = node
  return [
    ['union member removed', {...node, types: types.slice(1)}, ['breaking']],
    ['union member added', {...node, types: [...types, named('Copy')]}, ['review']]
  ]
}

function editDirective(node: DirectiveDefinitionNode, random: Random): Changed<DefinitionNode>[] {
  const {locations, repeatable} = node
  const isWritten = locations.some(({value}) => value === 'FIELD')
  const edits: Changed<DefinitionNode>[] = [
    ...(isWritten ? [['location removed', {...node, locations: locations.slice(1)}, ['breaking']] as const] : []),
    ['location added', {...node, locations: [...locations, nameNode('FRAGMENT_SPREAD')]}, ['compatible']],
    ['other repetition', {...node, repeatable: !repeatable}, [repeatable ? 'breaking' : 'compatible']],
    ...editInputs(node.arguments ?? [], random).map(
      ([name, args, effects]): Changed<DefinitionNode> => [name, {...node, arguments: args}, effects]
    )
  ]
  return isWritten ? edits : edits.map(([name, changed]) => [name, changed, ['compatible']])
}

function editsOfDefinition(node: DefinitionNode, reached: Reached, random: Random): Changed<DefinitionNode>[] {
  const {input: sent, output} = reached
  const name = 'name' in node ? (node.name?.value ?? '') : ''
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION:
      return output.has(name) ? editComposite(node, reached, random) : []
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return sent.has(name) ? editInputType(node, random) : []
    case Kind.ENUM_TYPE_DEFINITION:
      return (sent.has(name) || output.has(name)) && (node.values?.length ?? 0) > 1 ? editEnum(node, reached) : []
    case Kind.UNION_TYPE_DEFINITION:
      return output.has(name) && (node.types?.length ?? 0) > 1 ? editUnion(node) : []
    case Kind.DIRECTIVE_DEFINITION:
      return editDirective(node, random)
    default:
      return []
  }
}

/** The schema with its definition of queries under another name. */
const ROOTS = 'schema { query: Reading mutation: Mutation subscription: Subscription }'

/** An edit of a random definition. `undefined` if it has none. */
export function editRandomly(document: DocumentNode, reached: Reached, random: Random): Edit | undefined {
  const {definitions} = document
  const node = random.pick(definitions)
  const label = 'name' in node ? node.name?.value : node.kind
  const withChanged = (...changed: DefinitionNode[]): DocumentNode => ({
    ...document,
    definitions: definitions.flatMap(each => (each === node ? changed : [each]))
  })
  if (node.kind === Kind.OBJECT_TYPE_DEFINITION && random.happens(0.05)) {
    if (label === 'Query') {
      const schema = parse(ROOTS, {noLocation: true}).definitions
      const renamed = withChanged({...node, name: nameNode('Reading')}, ...schema)
      return {name: 'queries renamed', document: renamed, allowed: ['breaking']}
    }
    const [first, ...fields] = node.fields ?? []
    if (!first || fields.length === 0) return undefined
    const extension = {kind: Kind.OBJECT_TYPE_EXTENSION, name: node.name, fields: [first]} as const
    const moved = withChanged({...node, fields}, extension)
    return {name: `field moved to an extension (${label})`, document: moved, allowed: ['compatible'], isSame: true}
  }
  const edits = editsOfDefinition(node, reached, random)
  if (edits.length === 0) return undefined
  const [name, changed, allowed] = random.pick(edits)
  return {name: `${name} (${label})`, document: withChanged(changed), allowed}
}
