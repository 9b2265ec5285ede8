// Fields with `readOnly` or `writeOnly`, wherever it is stated.
import {describe, expect, test} from 'vitest'
import {adviceOnChange} from '../../../../src/outputs/pages/upgrade-guide/advice.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {check, object, type Raw, TEXT} from './cases.ts'
import {between} from './comparing.ts'
import {both, ref, schemas, sent} from './loans.ts'

const ID = ref('Id')
/** A field that is sent and returned, and a schema that it refers to. */
const withReferencedSchema = (id: Raw, named: Raw, more: Raw = {}, version?: string): object =>
  both(object({id, copy: TEXT}, more), schemas({Id: named}), version)

describe('readOnly and writeOnly', () => {
  const loan = (id: Raw, more: Raw = {}): object => both(object({id, copy: TEXT}, more))
  check([
    {
      name: "a read-only field that another part of `allOf` requires isn't required in requests",
      old: sent({allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT}), {required: ['id']}]}),
      new: sent({allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT}), {required: ['id']}], minProperties: 1}),
      told: ['constraint-tightened minProperties (request breaks)'],
      back: ['constraint-loosened minProperties (request keeps)']
    },
    {
      name: "a read-only field that is required next to `allOf` isn't required in requests",
      old: sent({allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT})], required: ['id']}),
      new: sent({allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT})], required: ['id'], minProperties: 1}),
      told: ['constraint-tightened minProperties (request breaks)'],
      back: ['constraint-loosened minProperties (request keeps)']
    },
    {
      name: 'a required field of `allOf` is no longer read-only',
      old: both({allOf: [object({id: {...TEXT, readOnly: true}}), object({copy: TEXT}, {required: ['id']})]}),
      new: both({allOf: [object({id: TEXT}), object({copy: TEXT}, {required: ['id']})]}),
      told: ['field-access-changed id (request breaks, response keeps)'],
      back: ['field-access-changed id (request keeps, response keeps)']
    },
    {
      name: 'a read-only field is narrowed, which does not affect requests',
      old: loan({type: 'string', readOnly: true}),
      new: loan({type: 'string', readOnly: true, maxLength: 5}),
      told: ['constraint-tightened maxLength (response keeps)'],
      back: ['constraint-loosened maxLength (response breaks)']
    },
    {
      name: 'a write-only field is narrowed, which does not affect responses',
      old: loan({type: 'string', writeOnly: true}),
      new: loan({type: 'string', writeOnly: true, maxLength: 5}),
      told: ['constraint-tightened maxLength (request breaks)']
    },
    {
      name: 'a read-only field becomes required',
      old: loan({type: 'string', readOnly: true}),
      new: loan({type: 'string', readOnly: true}, {required: ['id']}),
      told: ['field-required id (response keeps)'],
      back: ['field-optional id (response breaks)']
    },
    {
      name: 'a required field is no longer read-only, so clients must send it',
      old: loan({type: 'string', readOnly: true}, {required: ['id']}),
      new: loan(TEXT, {required: ['id']}),
      told: ['field-access-changed id (request breaks, response keeps)']
    },
    {
      name: 'a required field becomes write-only',
      old: loan(TEXT, {required: ['id']}),
      new: loan({type: 'string', writeOnly: true}, {required: ['id']}),
      told: ['field-access-changed id (request keeps, response breaks)']
    },
    {
      name: 'a field becomes read-only through `allOf` with a reference',
      old: withReferencedSchema({allOf: [ID]}, TEXT),
      new: withReferencedSchema({allOf: [ID]}, {...TEXT, readOnly: true}),
      told: ['field-access-changed id (request keeps, response keeps)'],
      back: ['field-access-changed id (request keeps, response keeps)']
    },
    {
      name: 'a field becomes read-only through a choice of one reference',
      old: withReferencedSchema({anyOf: [ID]}, TEXT),
      new: withReferencedSchema({anyOf: [ID]}, {...TEXT, readOnly: true}),
      told: ['field-access-changed id (request keeps, response keeps)']
    },
    {
      name: 'a required field becomes write-only through `allOf` with a reference',
      old: withReferencedSchema({allOf: [ID]}, TEXT, {required: ['id']}),
      new: withReferencedSchema({allOf: [ID]}, {...TEXT, writeOnly: true}, {required: ['id']}),
      told: ['field-access-changed id (request keeps, response breaks)']
    },
    {
      name: 'a required field is no longer read-only through nested `allOf`',
      old: withReferencedSchema({allOf: [{allOf: [ID]}]}, {...TEXT, readOnly: true}, {required: ['id']}),
      new: withReferencedSchema({allOf: [{allOf: [ID]}]}, TEXT, {required: ['id']}),
      told: ['field-access-changed id (request breaks, response keeps)']
    },
    {
      name: 'one of several alternatives becomes read-only, which does not apply to the field',
      old: withReferencedSchema({anyOf: [ID, {type: 'integer'}]}, TEXT),
      new: withReferencedSchema({anyOf: [ID, {type: 'integer'}]}, {...TEXT, readOnly: true}),
      told: []
    },
    ...[
      {
        keyword: 'readOnly',
        expected: 'request undetermined, response keeps',
        back: 'request undetermined, response keeps'
      },
      {keyword: 'writeOnly', told: 'request keeps, response undetermined', back: 'request keeps, response keeps'}
    ].flatMap(({keyword, expected: told, back}) => [
      {
        name: `${keyword} next to a reference has no effect in OpenAPI 3.0, but clients may read it`,
        old: withReferencedSchema(ID, TEXT, {required: ['id']}),
        new: withReferencedSchema({...ID, [keyword]: true}, TEXT, {required: ['id']}),
        told: [`constraint-changed $ref (${told})`],
        back: [`constraint-changed $ref (${back})`]
      },
      {
        name: `${keyword} next to a reference in \`allOf\` has no effect in OpenAPI 3.0, but clients may read it`,
        old: withReferencedSchema({allOf: [ID]}, TEXT, {required: ['id']}),
        new: withReferencedSchema({allOf: [{...ID, [keyword]: true}]}, TEXT, {required: ['id']}),
        told: [`constraint-changed $ref (${told})`],
        back: [`constraint-changed $ref (${back})`]
      }
    ]),
    {
      name: 'writeOnly next to a reference in OpenAPI 3.1',
      old: withReferencedSchema(ID, TEXT, {required: ['id']}, '3.1.0'),
      new: withReferencedSchema({...ID, writeOnly: true}, TEXT, {required: ['id']}, '3.1.0'),
      told: ['field-access-changed id (request keeps, response breaks)'],
      back: ['field-access-changed id (request keeps, response keeps)']
    }
  ])
})

test.each([
  [{type: 'string'}, true, 'can now be read and written and is required'],
  [{type: 'string', writeOnly: true}, true, 'is now write-only and is required'],
  [{type: 'string'}, false, 'can now be read and written'],
  [{type: 'string', writeOnly: true}, false, 'is now write-only']
] as const)('a read-only field that becomes %j is reported, required: %s', (id, isRequired, sentence) => {
  const more = isRequired ? {required: ['id']} : {}
  const [change, ...others] = between(
    sent(object({id: {...TEXT, readOnly: true}, copy: TEXT}, more)),
    sent(object({id, copy: TEXT}, more))
  )
  expect(others).toEqual([])
  expect(change && formatChange(change)).toBe(`\`id\` in the request body of \`POST /loans\` ${sentence}`)
  if (isRequired) expect(change && adviceOnChange(change, ['request'])?.do).toBe('Send the new field{s}.')
})
