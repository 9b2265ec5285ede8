// A change in one part of a schema only counts if the whole schema shows it: all parts of `allOf`, the choice around it,
// and the keywords next to it.

import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, test} from 'vitest'
import {sample} from '../../../../tier.ts'
import {object, type Raw, summarizeDiff, TEXT, withRequest, withResponse} from '../cases.ts'
import {diffDocuments} from '../comparing.ts'

const BOOLEAN = {type: 'boolean'}
const MAP = {type: 'object', additionalProperties: BOOLEAN}
const all = (...parts: readonly unknown[]): Raw => ({allOf: parts})
const one = (...alternatives: readonly unknown[]): Raw => ({oneOf: alternatives})
const any = (...alternatives: readonly unknown[]): Raw => ({anyOf: alternatives})
const title = (schema: unknown): Raw => object({title: schema})

interface Part {
  readonly name: string
  readonly side: 'request' | 'response'
  readonly old: Raw
  readonly new: Raw
}

const COMPATIBLE: readonly Part[] = [
  {
    name: 'alternatives that another part rejects',
    side: 'response',
    old: all(any({type: 'integer'}, TEXT)),
    new: all(any(BOOLEAN, TEXT), {type: 'object'})
  },
  {
    name: 'a field that a map next to it rejected anyway',
    side: 'request',
    old: all(title({type: 'array'}), MAP),
    new: all(title(BOOLEAN))
  },
  {
    name: 'a limit of a field, while a new map next to it rejects all numbers',
    side: 'response',
    old: title({type: 'number', maximum: -1}),
    new: all(title({type: 'number'}), MAP)
  },
  {
    name: 'a field that an alternative next to it rejects',
    side: 'response',
    old: all(title({type: 'object'})),
    new: all(one(title(TEXT)), any(title({type: 'object'}), title({type: 'object'})))
  },
  {
    name: 'two equal alternatives, one of which is narrowed, although neither accepted any value before',
    side: 'request',
    old: all({type: 'array', items: all(one(TEXT, TEXT))}),
    new: all({type: 'array', items: all(one({type: 'string', format: 'date'}, TEXT))})
  },
  {
    name: 'alternatives that accept anything, one of which now accepts only Booleans',
    side: 'request',
    old: one({}, {}),
    new: one({}, BOOLEAN)
  },
  {
    name: 'a component that is only used where no value is valid',
    side: 'response',
    old: all(title(object({}, {additionalProperties: false})), title(BOOLEAN)),
    new: all(title({type: 'object'}), title(BOOLEAN))
  },
  {
    name: 'an alternative that becomes equal to the other one, in a response',
    side: 'response',
    old: {type: 'object', additionalProperties: one({type: 'string', enum: ['a1']}, TEXT)},
    new: {type: 'object', additionalProperties: one(TEXT, TEXT)}
  }
]

test.each(sample(COMPATIBLE.map(part => [part.name, part] as const)))(
  'no break is reported for %s',
  (_, {side, old, new: newer}) => {
    const message = (schema: Raw): object =>
      side === 'request' ? withRequest(schema, undefined, '3.1.0') : withResponse(schema, '3.1.0')
    const changes = summarizeDiff(message(old), message(newer))
    expect(changes.filter(each => each.includes(`${side} breaks`))).toEqual([])
  }
)

test('a field of a new map alternative can have other values than before', () => {
  const loan = title({type: 'integer'})
  for (const form of [{type: 'object', additionalProperties: TEXT}, {type: 'object'}])
    expect(summarizeDiff(withResponse(loan), withResponse(any(form, loan)))).toContainEqual(
      expect.stringMatching(/^composition-changed anyOf \(response breaks\)$/)
    )
})

test('a field of one branch of `allOf` is rejected by another branch that forbids additional properties', () => {
  const closed = {additionalProperties: false}
  expect(
    summarizeDiff(
      withRequest(all(object({due: TEXT}))),
      withRequest(all(object({due: TEXT}, closed), object({}, closed)))
    )
  ).toContainEqual(expect.stringMatching(/^object-closed .*request breaks/))
})

test('a component that occurs within its own alternative is breaking only if no other alternative accepts the value', () => {
  const shared = (loan: Raw): object => ({
    ...withRequest(one({$ref: '#/components/schemas/Loan'}, {})),
    components: {schemas: {Loan: loan}}
  })
  const loan = object({copies: title({$ref: '#/components/schemas/Loan'})})
  // A value that fits one alternative fits the other as well, so it was rejected before.
  expect(summarizeDiff(shared(loan), shared({...loan, required: ['shelf']}))).not.toContainEqual(
    expect.stringMatching(/request breaks/)
  )
})

test('a break is located where a value can show it, not on a shorter path without valid values', () => {
  const described = (field: Raw): object => ({
    ...withResponse(all({$ref: '#/components/schemas/Loan'}, object({due: BOOLEAN}))),
    components: {
      schemas: {
        Loan: object({
          due: {$ref: '#/components/schemas/Book'},
          copies: object({due: {$ref: '#/components/schemas/Book'}})
        }),
        Book: object({shelf: field})
      }
    }
  })
  const changes = diffDocuments(JSON.stringify(described(TEXT)), JSON.stringify(described({type: 'integer'})))
  const [breaking] = changes.filter(({proofs}) => proofs.response?.is === 'breaks')
  expect(breaking?.reaches[0]?.at).toBe('copies.due.shelf')
})

test('a break in a place without valid values needs review', () => {
  const described = (field: Raw): object => ({
    ...withResponse(all({$ref: '#/components/schemas/Loan'}, object({due: BOOLEAN}))),
    components: {
      schemas: {Loan: object({due: {$ref: '#/components/schemas/Book'}}), Book: object({shelf: field})}
    }
  })
  const changes = diffDocuments(JSON.stringify(described(TEXT)), JSON.stringify(described({type: 'integer'})))
  expect(changes.map(({proofs}) => proofs.response?.is)).toEqual(['undetermined'])
})

describe('a counterexample is valid for the whole schema', () => {
  const accepts = (schema: Raw, value: unknown): boolean => new Ajv2020({strict: false}).compile(schema)(value)
  const parts: readonly Part[] = [
    {
      name: 'a new alternative next to a part with `not`',
      side: 'response',
      old: all(one(BOOLEAN, TEXT), {not: {const: 0}}),
      new: all(one(BOOLEAN, TEXT, {type: 'integer'}), {not: {const: 0}})
    },
    {
      name: 'a removed alternative whose simplest value another part rejects',
      side: 'request',
      old: all(one(BOOLEAN, {type: 'string'}), {not: {const: ''}}),
      new: all(one(BOOLEAN), {not: {const: ''}})
    }
  ]
  test.each(sample(parts.map(part => [part.name, part] as const)))('%s', (_, {side, old, new: newer}) => {
    const [was, is] =
      side === 'request' ? [withRequest(old), withRequest(newer)] : [withResponse(old), withResponse(newer)]
    const witnesses = diffDocuments(JSON.stringify(was), JSON.stringify(is)).flatMap(({proofs}) => {
      const proof = proofs[side]
      return proof?.is === 'breaks' ? [proof.witness] : []
    })
    const [sub, sup] = side === 'request' ? [old, newer] : [newer, old]
    expect(witnesses.length).toBeGreaterThan(0)
    for (const witness of witnesses) expect([accepts(sub, witness), accepts(sup, witness)]).toEqual([true, false])
  })
})
