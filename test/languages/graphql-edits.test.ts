// Seeded edits of a schema whose effect is known: none is compatible that breaks, and each break has its example.
import {readFileSync} from 'node:fs'
import process from 'node:process'
import {
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  type InputValueDefinitionNode,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  print,
  type TypeNode,
  validate
} from 'graphql'
import {expect, test} from 'vitest'
import {createTextFileTree} from '../../src/documents/file-tree.ts'
import {openSchema} from '../../src/languages/graphql/schema/description.ts'
import {judgeChanges} from '../../src/policy/compatibility/compatibility.ts'
import {policyOf} from '../reading.ts'

const SEED = Number(process.env.SEED ?? 47)
const EDITS = Number(process.env.EDITS ?? 100)
const PATH = process.env.SCHEMA ?? new URL('library.graphql', import.meta.url)
const TEXT = readFileSync(PATH, 'utf8')

/** Random numbers that a seed decides (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const random = createRandom(SEED)
const pick = <Item>(all: readonly Item[]): Item => all[Math.floor(random() * all.length)] as Item

const BASE = parse(TEXT, {noLocation: true})
const SCHEMA = buildASTSchema(BASE, {assumeValidSDL: true, assumeValid: true})

/** The types that clients reach, in results and in what they send. */
function findReached(schema: GraphQLSchema): {output: Set<string>; input: Set<string>} {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const output = new Set(roots.flatMap(each => each?.name ?? []))
  const input = new Set<string>()
  for (const name of output) {
    const type = schema.getType(name)
    if (isAbstractType(type)) for (const each of schema.getPossibleTypes(type)) output.add(each.name)
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const each of type.getInterfaces()) output.add(each.name)
    for (const field of Object.values(type.getFields())) {
      output.add(getNamedType(field.type).name)
      for (const arg of field.args) input.add(getNamedType(arg.type).name)
    }
  }
  for (const name of input) {
    const type = schema.getType(name)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) input.add(getNamedType(field.type).name)
  }
  return {output, input}
}

const REACHED = findReached(SCHEMA)

type Effect = 'breaking' | 'review' | 'compatible'
/** What one edit does: the definition after it, and the effects that its changes may have. */
interface Edit {
  readonly name: string
  readonly definition: DefinitionNode
  readonly allowed: readonly Effect[]
}

const nameNode = (value: string) => ({kind: Kind.NAME, value}) as const
const named = (value: string): TypeNode => ({kind: Kind.NAMED_TYPE, name: nameNode(value)})
const required = (type: TypeNode): TypeNode =>
  type.kind === Kind.NON_NULL_TYPE ? type : {kind: Kind.NON_NULL_TYPE, type}
const nullable = (type: TypeNode): TypeNode => (type.kind === Kind.NON_NULL_TYPE ? type.type : type)
const listOf = (type: TypeNode): TypeNode => ({kind: Kind.LIST_TYPE, type})
const isRequired = ({type, defaultValue}: InputValueDefinitionNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE && !defaultValue
const input = (name: string, type: TypeNode): InputValueDefinitionNode => ({
  kind: Kind.INPUT_VALUE_DEFINITION,
  name: nameNode(name),
  type
})
const innermost = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : innermost(type.type))

/** Edits of arguments and input fields. */
function editInputs(
  all: readonly InputValueDefinitionNode[],
  least: number
): [string, InputValueDefinitionNode[], Effect[]][] {
  const edits: [string, InputValueDefinitionNode[], Effect[]][] = [
    ['optional input added', [...all, input('extraInput', named('Int'))], ['compatible']],
    ['required input added', [...all, input('extraInput', required(named('Int')))], ['breaking']]
  ]
  if (all.length === 0) return edits
  const one = pick(all)
  const without = all.filter(each => each !== one)
  const as = (type: TypeNode): InputValueDefinitionNode[] => all.map(each => (each === one ? {...one, type} : each))
  if (all.length > least) edits.push(['input removed', without, ['breaking']])
  if (one.type.kind !== Kind.NON_NULL_TYPE)
    edits.push(
      ['input excludes null', as(required(one.type)), ['breaking']],
      ['input is a list', as(listOf(one.type)), ['breaking']]
    )
  if (isRequired(one)) edits.push(['input optional', as(nullable(one.type)), ['compatible']])
  const other = innermost(one.type) === 'Int' ? 'Boolean' : 'Int'
  edits.push(['input of another type', as(named(other)), ['breaking']])
  return edits
}

function editField(one: FieldDefinitionNode): [string, FieldDefinitionNode, Effect[]][] {
  const edits: [string, FieldDefinitionNode, Effect[]][] = editInputs(one.arguments ?? [], 0).map(
    ([name, args, effects]) => [name, {...one, arguments: args}, effects]
  )
  if (one.type.kind === Kind.NON_NULL_TYPE)
    edits.push(['result can be null', {...one, type: one.type.type}, ['breaking']])
  else edits.push(['result is never null', {...one, type: required(one.type)}, ['compatible']])
  edits.push(['result is a list', {...one, type: listOf(one.type)}, ['breaking']])
  const list = nullable(one.type)
  if (list.kind === Kind.LIST_TYPE) {
    const item = list.type
    const isNever = item.kind === Kind.NON_NULL_TYPE
    edits.push([
      isNever ? 'item can be null' : 'item is never null',
      {...one, type: listOf(isNever ? nullable(item) : required(item))},
      isNever || one.type.kind === Kind.NON_NULL_TYPE ? ['breaking'] : ['compatible']
    ])
  }
  const other = innermost(one.type) === 'Boolean' ? 'Float' : 'Boolean'
  edits.push(['result of another type', {...one, type: named(other)}, ['breaking', 'review']])
  return edits
}

function editsOf(definition: DefinitionNode): Edit[] {
  if (!('name' in definition) || !definition.name) return []
  const {value} = definition.name
  const make = (name: string, changed: object, allowed: readonly Effect[]): Edit => ({
    name: `${name} (${value})`,
    definition: {...definition, ...changed} as DefinitionNode,
    allowed
  })
  if (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.INTERFACE_TYPE_DEFINITION) {
    if (!REACHED.output.has(value)) return []
    const fields = definition.fields ?? []
    if (fields.length === 0) return []
    const one = pick(fields)
    const edits = editField(one).map(([name, changed, effects]) =>
      make(`${name}: ${one.name.value}`, {fields: fields.map(each => (each === one ? changed : each))}, effects)
    )
    const added: FieldDefinitionNode = {kind: Kind.FIELD_DEFINITION, name: nameNode('extraField'), type: named('Int')}
    edits.push(make('field added', {fields: [...fields, added]}, ['compatible']))
    if (fields.length > 1)
      edits.push(make(`field removed: ${one.name.value}`, {fields: fields.filter(each => each !== one)}, ['breaking']))
    return edits
  }
  if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION && REACHED.input.has(value))
    return editInputs(definition.fields ?? [], 1).map(([name, fields, effects]) => make(name, {fields}, effects))
  if (definition.kind === Kind.ENUM_TYPE_DEFINITION && (REACHED.input.has(value) || REACHED.output.has(value))) {
    const values = definition.values ?? []
    const extra = {kind: Kind.ENUM_VALUE_DEFINITION, name: nameNode('EXTRA_VALUE')} as const
    const isReturned = REACHED.output.has(value)
    return [
      make('value added', {values: [...values, extra]}, isReturned ? ['review'] : ['compatible']),
      ...(values.length > 1 && REACHED.input.has(value)
        ? [make('value removed', {values: values.slice(1)}, ['breaking'])]
        : [])
    ]
  }
  if (
    definition.kind === Kind.UNION_TYPE_DEFINITION &&
    REACHED.output.has(value) &&
    (definition.types?.length ?? 0) > 1
  )
    return [make('union member removed', {types: definition.types?.slice(1)}, ['breaking'])]
  return []
}

const open = (document: DocumentNode) =>
  openSchema(createTextFileTree('schema.graphql', new Map([['schema.graphql', print(document)]])))

const policy = policyOf('thirteen-months')

test(`${EDITS} edits have the effect that they were made for, and examples that graphql-js confirms`, () => {
  const older = open(BASE)
  const wrong: string[] = []
  for (let made = 0; made < EDITS; ) {
    const definition = pick(BASE.definitions)
    const edits = editsOf(definition)
    if (edits.length === 0) continue
    const edit = pick(edits)
    made++
    const document = {
      ...BASE,
      definitions: BASE.definitions.map(each => (each === definition ? edit.definition : each))
    }
    const changes = judgeChanges(open(document).compareWith(older).changes, {policy, asOf: '2026-11-27'})
    const breaks = changes.map(each => each.breaks)
    const effect = breaks.includes('yes') ? 'breaking' : breaks.includes('unknown') ? 'review' : 'compatible'
    if (!edit.allowed.includes(effect) || changes.length === 0) wrong.push(`${edit.name} is ${effect}`)
    for (const {change, breaks: broken} of changes) {
      if (broken !== 'yes') continue
      const proofs = Object.values(change.proofs).filter(each => each.is === 'breaks')
      if (proofs.length === 0) wrong.push(`${edit.name} has no example`)
      for (const proof of proofs) {
        if (!proof.isDocument) continue
        const query = parse(String(proof.witness))
        const newer = buildASTSchema(document, {assumeValidSDL: true, assumeValid: true})
        if (validate(SCHEMA, query).length > 0 || validate(newer, query).length === 0)
          wrong.push(`${edit.name} has a wrong example: ${proof.witness}`)
      }
    }
  }
  expect(wrong).toEqual([])
})
