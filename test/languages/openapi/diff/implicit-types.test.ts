// Types that are not stated by `type`: enums imply them, and properties imply an object.
import {describe, expect, test} from 'vitest'
import {judgeChanges} from '../../../../src/policy/compatibility/compatibility.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {policyOf} from '../../../reading.ts'
import {object, TEXT, testChanges, withRequest, withResponse} from './cases.ts'
import {diffDocuments} from './comparing.ts'

describe('implicit types', () => {
  testChanges([
    {
      name: 'an implicit object in a response',
      old: withResponse(object({copy: TEXT})),
      new: withResponse({properties: {copy: TEXT}}),
      changes: [],
      reverse: []
    },
    {
      name: 'an implicit object in a request',
      old: withRequest(object({copy: TEXT})),
      new: withRequest({properties: {copy: TEXT}}),
      changes: [],
      reverse: []
    },
    {
      name: 'an implicit object that also allowed null',
      old: withResponse({...object({copy: TEXT}), type: ['object', 'null']}, '3.1.0'),
      new: withResponse({properties: {copy: TEXT}}, '3.1.0'),
      changes: ['type-changed (response keeps)'],
      reverse: ['type-changed (response keeps)']
    },
    {
      name: 'a string becomes a constant',
      old: withRequest(TEXT, undefined, '3.1.0'),
      new: withRequest({const: 'LOST'}, undefined, '3.1.0'),
      changes: ['constraint-tightened enum (request breaks)'],
      reverse: ['constraint-loosened enum (request keeps)']
    },
    {
      name: 'a string becomes a constant of another type',
      old: withResponse(TEXT, '3.1.0'),
      new: withResponse({const: 1}, '3.1.0'),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'a constant becomes an array',
      old: withResponse({const: 'a'}, '3.1.0'),
      new: withResponse({type: 'array', items: {const: 'a'}}, '3.1.0'),
      changes: ['type-changed (response breaks)'],
      reverse: ['type-changed (response breaks)']
    },
    {
      name: 'a fractional constant becomes an integer',
      old: withResponse({const: 1.5}, '3.1.0'),
      new: withResponse({type: 'integer'}, '3.1.0'),
      changes: ['constraint-loosened enum (response breaks)', 'type-changed (response keeps)']
    },
    {
      name: 'null as the only enum value of an alternative',
      old: withResponse({type: ['string', 'null']}, '3.1.0'),
      new: withResponse({anyOf: [TEXT, {enum: [null]}]}, '3.1.0'),
      changes: [],
      reverse: []
    }
  ])
})

test('a changed type names the type of a constant', () => {
  const [older, newer] = [TEXT, {const: 1}].map(schema => JSON.stringify(withResponse(schema, '3.1.0'))) as [
    string,
    string
  ]
  expect(diffDocuments(older, newer).map(formatChange)).toContain(
    'the type of the `200` response of `GET /loans` changed from `string` to `integer`'
  )
})

test('an alternative that becomes an array of alternatives changes the type, whatever a policy states about alternatives', () => {
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
      const changes = diffDocuments(withResponse(older), withResponse(newer))
      return [
        changes.map(({kind}) => kind),
        judgeChanges(changes, {policy, asOf: '2026-11-20'}).map(({verdict}) => verdict)
      ]
    })
  })
  for (const each of kinds) expect(each).toEqual([['type-changed'], ['violation']])
})

test('a new type is breaking if no alternative had it, even if they share no type', () => {
  const older = {oneOf: [object({title: TEXT}), TEXT]}
  const changes = diffDocuments(withResponse(older, '3.1.0'), withResponse({type: ['object', 'array']}, '3.1.0'))
  expect(changes.find(({kind}) => kind === 'type-changed')?.proofs.response?.is).toBe('breaks')
})

test('null that only the alternatives reject is reported with the alternatives, not as a change of type', () => {
  const older = {type: 'string', nullable: true}
  const changes = diffDocuments(withRequest(older), withRequest({nullable: true, oneOf: [TEXT, object({name: TEXT})]}))
  expect(changes.filter(({proofs}) => proofs.request?.is === 'breaks').map(({kind}) => kind)).toEqual([
    'composition-changed'
  ])
})
