// Types that are not written as `type`: listed values have them, and who describes fields means objects.
import {expect, test} from 'vitest'
import {judgeChanges} from '../../../../src/policy/compatibility/compatibility.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {policyOf} from '../../../reading.ts'
import {answered, check, object, sent, TEXT} from './cases.ts'
import {between} from './comparing.ts'

check([
  {
    name: 'an object that no longer says that it is one',
    old: answered(object({copy: TEXT})),
    new: answered({properties: {copy: TEXT}}),
    told: [],
    back: []
  },
  {
    name: 'the same in a request',
    old: sent(object({copy: TEXT})),
    new: sent({properties: {copy: TEXT}}),
    told: [],
    back: []
  },
  {
    name: 'fields that no one says are those of an object, where null was allowed',
    old: answered({...object({copy: TEXT}), type: ['object', 'null']}, '3.1.0'),
    new: answered({properties: {copy: TEXT}}, '3.1.0'),
    told: ['type-changed (response keeps)'],
    back: ['type-changed (response keeps)']
  },
  {
    name: 'one value of the type',
    old: sent(TEXT, undefined, '3.1.0'),
    new: sent({const: 'LOST'}, undefined, '3.1.0'),
    told: ['constraint-tightened enum (request breaks)'],
    back: ['constraint-loosened enum (request keeps)']
  },
  {
    name: 'one value of another type',
    old: answered(TEXT, '3.1.0'),
    new: answered({const: 1}, '3.1.0'),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response breaks)']
  },
  {
    name: 'one value, of which there is a list now',
    old: answered({const: 'a'}, '3.1.0'),
    new: answered({type: 'array', items: {const: 'a'}}, '3.1.0'),
    told: ['type-changed (response breaks)'],
    back: ['type-changed (response breaks)']
  },
  {
    name: 'one number that is not whole, where only whole ones are',
    old: answered({const: 1.5}, '3.1.0'),
    new: answered({type: 'integer'}, '3.1.0'),
    told: ['constraint-loosened enum (response breaks)', 'type-changed (response keeps)']
  },
  {
    name: 'null as the only listed value of a form',
    old: answered({type: ['string', 'null']}, '3.1.0'),
    new: answered({anyOf: [TEXT, {enum: [null]}]}, '3.1.0'),
    told: [],
    back: []
  }
])

test('the type is that of the value, and not any', () => {
  const [older, newer] = [TEXT, {const: 1}].map(schema => JSON.stringify(answered(schema, '3.1.0'))) as [string, string]
  expect(between(older, newer).map(formatChange)).toContain(
    'the type of the `200` response of `GET /loans` changed from `string` to `integer`'
  )
})

test('an object that was one of several and is now a list of them is a change of type, whatever a policy says of alternatives', () => {
  const book = object({kind: {type: 'string', enum: ['book']}, title: TEXT}, {required: ['kind']})
  const film = object({kind: {type: 'string', enum: ['film']}}, {required: ['kind']})
  const kinds = ['oneOf', 'anyOf'].flatMap(keyword => {
    const one = {[keyword]: [book, film]}
    const policy = policyOf('name: p\nextends: thirteen-months\ncompatibility: {composition-changed: compatible}\n')
    return [
      [one, {type: 'array', items: one}],
      [{type: 'array', items: one}, one],
      [one, {type: 'array'}],
      [one, TEXT]
    ].map(([older, newer]) => {
      const told = between(answered(older), answered(newer))
      return [told.map(({kind}) => kind), judgeChanges(told, {policy, asOf: '2026-11-20'}).map(({verdict}) => verdict)]
    })
  })
  for (const each of kinds) expect(each).toEqual([['type-changed'], ['violation']])
})

test('a type that the alternatives did not have breaks, although they declare none together', () => {
  const older = {oneOf: [object({title: TEXT}), TEXT]}
  const told = between(answered(older, '3.1.0'), answered({type: ['object', 'array']}, '3.1.0'))
  expect(told.find(({kind}) => kind === 'type-changed')?.proofs.response?.is).toBe('breaks')
})

test('null that only the alternatives refuse is reported with them, and not as a type, too', () => {
  const older = {type: 'string', nullable: true}
  const told = between(sent(older), sent({nullable: true, oneOf: [TEXT, object({name: TEXT})]}))
  expect(told.filter(({proofs}) => proofs.request?.is === 'breaks').map(({kind}) => kind)).toEqual([
    'composition-changed'
  ])
})
