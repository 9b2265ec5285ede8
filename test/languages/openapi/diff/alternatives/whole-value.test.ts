// What one part of a schema refuses, or lets in, counts where the whole shows it: all parts of `allOf`, the choice
// around it, what else is said of the value.
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, test} from 'vitest'
import {answered, differ, object, type Raw, sent, TEXT} from '../cases.ts'
import {between} from '../comparing.ts'

const BOOLEAN = {type: 'boolean'}
const MAP = {type: 'object', additionalProperties: BOOLEAN}
const all = (...parts: readonly unknown[]): Raw => ({allOf: parts})
const one = (...forms: readonly unknown[]): Raw => ({oneOf: forms})
const any = (...forms: readonly unknown[]): Raw => ({anyOf: forms})
const title = (schema: unknown): Raw => object({title: schema})

interface Part {
  readonly name: string
  readonly side: 'request' | 'response'
  readonly old: Raw
  readonly new: Raw
}

const NO_BREAKS: readonly Part[] = [
  {
    name: 'forms that another part refuses',
    side: 'response',
    old: all(any({type: 'integer'}, TEXT)),
    new: all(any(BOOLEAN, TEXT), {type: 'object'})
  },
  {
    name: 'a field that a map beside it refused all the same',
    side: 'request',
    old: all(title({type: 'array'}), MAP),
    new: all(title(BOOLEAN))
  },
  {
    name: 'a limit of a field, where the map that came beside it refuses all numbers',
    side: 'response',
    old: title({type: 'number', maximum: -1}),
    new: all(title({type: 'number'}), MAP)
  },
  {
    name: 'a field that a form beside it refuses',
    side: 'response',
    old: all(title({type: 'object'})),
    new: all(one(title(TEXT)), any(title({type: 'object'}), title({type: 'object'})))
  },
  {
    name: 'equal forms of which one is narrowed: neither took anything before',
    side: 'request',
    old: all({type: 'array', items: all(one(TEXT, TEXT))}),
    new: all({type: 'array', items: all(one({type: 'string', format: 'date'}, TEXT))})
  },
  {
    name: 'forms that take anything, of which one takes texts now',
    side: 'request',
    old: one({}, {}),
    new: one({}, BOOLEAN)
  },
  {
    name: 'a component that is only met where nothing fits all the same',
    side: 'response',
    old: all(title(object({}, {additionalProperties: false})), title(BOOLEAN)),
    new: all(title({type: 'object'}), title(BOOLEAN))
  },
  {
    name: 'a form that becomes equal to the other one, in answers',
    side: 'response',
    old: {type: 'object', additionalProperties: one({type: 'string', enum: ['a1']}, TEXT)},
    new: {type: 'object', additionalProperties: one(TEXT, TEXT)}
  }
]

test.each(NO_BREAKS)('nothing breaks: $name', ({side, old, new: fresh}) => {
  const message = (schema: Raw): object =>
    side === 'request' ? sent(schema, undefined, '3.1.0') : answered(schema, '3.1.0')
  const told = differ(message(old), message(fresh))
  expect(told.filter(each => each.includes(`${side} breaks`))).toEqual([])
})

test('a field that is anything in a new form, a map, is no longer what it was', () => {
  const loan = title({type: 'integer'})
  for (const form of [{type: 'object', additionalProperties: TEXT}, {type: 'object'}])
    expect(differ(answered(loan), answered(any(form, loan)))).toContainEqual(
      expect.stringMatching(/^composition-changed anyOf \(response breaks\)$/)
    )
})

test('a field that one part takes is refused by another part that takes no others', () => {
  const closed = {additionalProperties: false}
  expect(
    differ(sent(all(object({due: TEXT}))), sent(all(object({due: TEXT}, closed), object({}, closed))))
  ).toContainEqual(expect.stringMatching(/^object-closed .*request breaks/))
})

test('a component that is met again within a form breaks only where no other form takes it', () => {
  const shared = (loan: Raw): object => ({
    ...sent(one({$ref: '#/components/schemas/Loan'}, {})),
    components: {schemas: {Loan: loan}}
  })
  const loan = object({copies: title({$ref: '#/components/schemas/Loan'})})
  // What fits the one form fits the other, too, and was refused before.
  expect(differ(shared(loan), shared({...loan, required: ['shelf']}))).not.toContainEqual(
    expect.stringMatching(/request breaks/)
  )
})

test('a break is told where it is met, not on a shorter way on which nothing fits', () => {
  const described = (field: Raw): object => ({
    ...answered(all({$ref: '#/components/schemas/Loan'}, object({due: BOOLEAN}))),
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
  const changes = between(JSON.stringify(described(TEXT)), JSON.stringify(described({type: 'integer'})))
  const [told] = changes.filter(({proofs}) => proofs.response?.is === 'breaks')
  expect(told?.reaches[0]?.at).toBe('copies.due.shelf')
})

test('a break on a way on which nothing fits needs review', () => {
  const described = (field: Raw): object => ({
    ...answered(all({$ref: '#/components/schemas/Loan'}, object({due: BOOLEAN}))),
    components: {
      schemas: {Loan: object({due: {$ref: '#/components/schemas/Book'}}), Book: object({shelf: field})}
    }
  })
  const changes = between(JSON.stringify(described(TEXT)), JSON.stringify(described({type: 'integer'})))
  expect(changes.map(({proofs}) => proofs.response?.is)).toEqual(['undetermined'])
})

describe('a witness is one of the whole', () => {
  const accepts = (schema: Raw, value: unknown): boolean => new Ajv2020({strict: false}).compile(schema)(value)
  test.each<Part>([
    {
      name: 'a form that comes beside a part which asks for a field',
      side: 'response',
      old: all(one(BOOLEAN, TEXT), {not: {const: 0}}),
      new: all(one(BOOLEAN, TEXT, {type: 'integer'}), {not: {const: 0}})
    },
    {
      name: 'a form that goes, beside a part which refuses the least of it',
      side: 'request',
      old: all(one(BOOLEAN, {type: 'string'}), {not: {const: ''}}),
      new: all(one(BOOLEAN), {not: {const: ''}})
    }
  ])('$name', ({side, old, new: fresh}) => {
    const [was, is] = side === 'request' ? [sent(old), sent(fresh)] : [answered(old), answered(fresh)]
    const witnesses = between(JSON.stringify(was), JSON.stringify(is)).flatMap(({proofs}) => {
      const proof = proofs[side]
      return proof?.is === 'breaks' ? [proof.witness] : []
    })
    const [sub, sup] = side === 'request' ? [old, fresh] : [fresh, old]
    expect(witnesses.length).toBeGreaterThan(0)
    for (const witness of witnesses) expect([accepts(sub, witness), accepts(sup, witness)]).toEqual([true, false])
  })
})
