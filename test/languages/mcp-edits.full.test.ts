// Lists of tools that are one edit apart, whose effect on clients is known. `SEEDS=2000` runs more.
import process from 'node:process'
import {Validator} from '@cfworker/json-schema'
import {expect, test} from 'vitest'
import {type Dice, dice} from '../../packages/json-schema/test/random.ts'
import {mcpReader} from '../../packages/mcp/src/reader.ts'
import {createTextFileTree} from '../../src/documents/file-tree.ts'
import type {Change, Effect} from '../../src/model/api/change.ts'
import {contradictionsOf, effectOn} from './openapi/diff/comparing.ts'

const SEEDS = Number(process.env.SEEDS ?? 200)
const FIRST = Number(process.env.SEED ?? 61_000)

interface Schema {
  type?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  items?: Schema
}

interface Tool {
  name: string
  description: string
  annotations?: Record<string, boolean>
  inputSchema: Schema
  outputSchema: Schema
}

type Side = 'request' | 'response'

const pick = <Item>(items: readonly Item[], roll: Dice): Item => items[Math.floor(roll() * items.length)] as Item

function valueSchema(roll: Dice, depth: number): Schema {
  const makers: (() => Schema)[] = [
    () => ({type: 'string', maxLength: 20}),
    () => ({type: 'string', enum: ['LENT', 'LOST', 'RETURNED']}),
    () => ({type: 'integer', minimum: 1, maximum: 28}),
    () => ({type: 'boolean'})
  ]
  if (depth > 0)
    makers.push(
      () => objectSchema(roll, depth - 1),
      () => ({type: 'array', items: valueSchema(roll, depth - 1)})
    )
  return pick(makers, roll)()
}

function objectSchema(roll: Dice, depth: number): Schema {
  const names = ['book', 'days', 'member', 'shelf'].slice(0, 1 + Math.floor(roll() * 4))
  const properties = Object.fromEntries(names.map(name => [name, valueSchema(roll, depth)]))
  return {
    type: 'object',
    properties,
    required: names.filter(() => roll() < 0.4),
    ...(roll() < 0.4 ? {additionalProperties: false} : {})
  }
}

const toolOf = (name: string, roll: Dice): Tool => ({
  name,
  description: `Calls ${name}.`,
  ...(roll() < 0.3 ? {annotations: {readOnlyHint: true}} : {}),
  inputSchema: objectSchema(roll, 2),
  outputSchema: objectSchema(roll, 2)
})

/** A schema inside a tool. */
function schemasIn(schema: Schema): Schema[] {
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])]
  return [schema, ...inner.flatMap(schemasIn)]
}

interface Edit {
  readonly name: string
  /** Changes the schema. `undefined` if it isn't of the kind. */
  readonly edit: (schema: Schema, roll: Dice) => Readonly<Record<Side, Effect>> | undefined
}

const TIGHTER = {request: 'breaking', response: 'compatible'} as const
const LOOSER = {request: 'compatible', response: 'breaking'} as const
const BREAKING = {request: 'breaking', response: 'breaking'} as const
const COMPATIBLE = {request: 'compatible', response: 'compatible'} as const

/** A result that allowed no other field can surprise a client that holds it to that. */
const addedTo = ({additionalProperties}: Schema): Readonly<Record<Side, Effect>> => ({
  request: 'compatible',
  response: additionalProperties === false ? 'review' : 'compatible'
})

const EDITS: readonly Edit[] = [
  {
    name: 'a field less',
    edit: schema => {
      const [name] = Object.keys(schema.properties ?? {})
      if (name === undefined || !schema.properties) return undefined
      delete schema.properties[name]
      schema.required = (schema.required ?? []).filter(each => each !== name)
      return BREAKING
    }
  },
  {
    name: 'an optional field',
    edit: schema => {
      if (!schema.properties) return undefined
      schema.properties.note = {type: 'string'}
      return addedTo(schema)
    }
  },
  {
    name: 'a required field',
    edit: schema => {
      if (!schema.properties) return undefined
      schema.properties.note = {type: 'string'}
      schema.required = [...(schema.required ?? []), 'note']
      return {request: 'breaking', response: addedTo(schema).response}
    }
  },
  {
    name: 'a field that becomes required',
    edit: schema => {
      const name = Object.keys(schema.properties ?? {}).find(each => !schema.required?.includes(each))
      if (name === undefined) return undefined
      schema.required = [...(schema.required ?? []), name]
      return TIGHTER
    }
  },
  {
    name: 'a field that becomes optional',
    edit: schema => {
      if (!schema.required?.length) return undefined
      schema.required = schema.required.slice(1)
      return LOOSER
    }
  },
  {
    name: 'a value less',
    edit: schema => {
      if (!schema.enum) return undefined
      schema.enum = schema.enum.slice(1)
      return TIGHTER
    }
  },
  {
    name: 'a value more',
    edit: schema => {
      if (!schema.enum) return undefined
      schema.enum = [...schema.enum, 'RESERVED']
      return {request: 'compatible', response: 'review'}
    }
  },
  {
    name: 'a lower maximum',
    edit: schema => {
      if (schema.maximum === undefined) return undefined
      schema.maximum -= 7
      return TIGHTER
    }
  },
  {
    name: 'a longer text',
    edit: schema => {
      if (schema.maxLength === undefined) return undefined
      schema.maxLength += 10
      return LOOSER
    }
  },
  {
    name: 'another type',
    edit: schema => {
      if (schema.type !== 'boolean') return undefined
      schema.type = 'integer'
      return BREAKING
    }
  },
  {
    name: 'a closed object',
    edit: schema => {
      if (!schema.properties || schema.additionalProperties === false) return undefined
      schema.additionalProperties = false
      // Models send more than what is documented at times, which most servers ignore.
      return {request: 'review', response: 'compatible'}
    }
  },
  {
    name: 'a description of a field',
    edit: schema => {
      schema.description = 'Another one.'
      return COMPATIBLE
    }
  }
]

interface Pair {
  readonly older: readonly Tool[]
  readonly newer: readonly Tool[]
  readonly name: string
  readonly effect: Effect
}

function editedTools(roll: Dice): Pair {
  const older = [toolOf('lend', roll), toolOf('find_loans', roll)]
  const newer = structuredClone(older)
  const [tool] = newer
  if (!tool) throw new Error('a tool')
  const kind = roll()
  if (kind < 0.05) return {older, newer: newer.slice(1), name: 'a tool less', effect: 'breaking'}
  if (kind < 0.1) return {older, newer: [...newer, toolOf('return', roll)], name: 'a tool more', effect: 'compatible'}
  if (kind < 0.15) {
    tool.annotations = {readOnlyHint: tool.annotations?.readOnlyHint !== true}
    return {older, newer, name: 'another hint', effect: 'review'}
  }
  const side: Side = roll() < 0.6 ? 'request' : 'response'
  const places = schemasIn(side === 'request' ? tool.inputSchema : tool.outputSchema)
  for (;;) {
    const {name, edit} = pick(EDITS, roll)
    const effects = edit(pick(places, roll), roll)
    if (effects) return {older, newer, name: `${name} (${side})`, effect: effects[side]}
  }
}

/** Changes for which no value can show the break: a tool or a result is gone, or an open object ignores the field. */
const isWithoutWitness = ({kind}: Change): boolean => kind === 'operation-removed' || kind === 'field-removed'

function compareTools({older, newer}: Pair) {
  const [was, is] = [older, newer].map(tools =>
    mcpReader.createOpener()(createTextFileTree('tools.json', new Map([['tools.json', JSON.stringify({tools})]])))
  )
  if (!was || !is) throw new Error('two lists')
  return is
    .compareWith(was)
    .changes.flatMap(change =>
      (['request', 'response'] as const)
        .filter(side => change.reaches.some(reach => reach.side === side))
        .map(side => ({change, side, is: effectOn(change, side)}))
    )
}

/** Whether a witness is a value that one of the schemas on its path accepts in one release and not in the other. */
function isConfirmed({change, side}: {readonly change: Change; readonly side: Side}, {older, newer}: Pair): boolean {
  const proof = change.proofs[side]
  if (proof?.is !== 'breaks') return false
  const schemasOf = (tools: readonly Tool[]): Schema[] =>
    tools
      .filter(each => each.name === 'lend')
      .flatMap(each => schemasIn(side === 'request' ? each.inputSchema : each.outputSchema))
  const [accepting, rejecting] = side === 'request' ? [older, newer] : [newer, older]
  const accepts = (schema: Schema): boolean => new Validator(schema as object, '2020-12').validate(proof.witness).valid
  return schemasOf(accepting).some(accepts) && schemasOf(rejecting).some(schema => !accepts(schema))
}

test('each edit has the effect that is known of it, and each break its witness', () => {
  const effects = new Map<Effect, number>()
  const failures = Array.from({length: SEEDS}, (_, index) => FIRST + index).flatMap(seed => {
    const pair = editedTools(dice(seed))
    const found = compareTools(pair)
    const all = found.map(each => each.is)
    const answer = all.includes('breaking') ? 'breaking' : all.includes('review') ? 'review' : 'compatible'
    effects.set(pair.effect, (effects.get(pair.effect) ?? 0) + 1)
    const breaks = found.filter(each => each.is === 'breaking' && !isWithoutWitness(each.change))
    return [
      ...found.flatMap(({change}) => contradictionsOf(change)),
      ...(answer === pair.effect ? [] : [`is ${pair.effect}, answered ${answer}`]),
      ...breaks.filter(each => !isConfirmed(each, pair)).map(({change}) => `${change.kind} has no witness`)
    ].map(failure => `${seed} ${pair.name}: ${failure}`)
  })
  expect(failures).toEqual([])
  for (const effect of ['breaking', 'compatible', 'review'] as const)
    expect(effects.get(effect) ?? 0).toBeGreaterThan(SEEDS / 40)
})
