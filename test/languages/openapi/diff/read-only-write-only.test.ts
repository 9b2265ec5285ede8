// Fields with `readOnly` or `writeOnly`, wherever it is stated.
import {describe, expect, test} from 'vitest'
import {adviceOnChange} from '../../../../packages/pages/src/upgrade-guide/step.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {object, type Raw, TEXT, testChanges} from './cases.ts'
import {diffDocuments} from './comparing.ts'
import {ref, schemas, withBoth, withRequest} from './loans.ts'

const ID = ref('Id')
/** A field that is sent and returned, and a schema that it refers to. */
const withReferencedSchema = (id: Raw, named: Raw, more: Raw = {}, version?: string): object =>
  withBoth(object({id, copy: TEXT}, more), schemas({Id: named}), version)

describe('readOnly and writeOnly', () => {
  const loan = (id: Raw, more: Raw = {}): object => withBoth(object({id, copy: TEXT}, more))
  testChanges([
    {
      name: "a read-only field that another part of `allOf` requires isn't required in requests",
      old: withRequest({allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT}), {required: ['id']}]}),
      new: withRequest({
        allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT}), {required: ['id']}],
        minProperties: 1
      }),
      changes: ['constraint-tightened minProperties (request breaks)'],
      reverse: ['constraint-loosened minProperties (request keeps)']
    },
    {
      name: "a read-only field that is required next to `allOf` isn't required in requests",
      old: withRequest({allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT})], required: ['id']}),
      new: withRequest({
        allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT})],
        required: ['id'],
        minProperties: 1
      }),
      changes: ['constraint-tightened minProperties (request breaks)'],
      reverse: ['constraint-loosened minProperties (request keeps)']
    },
    {
      name: 'a required field of `allOf` is no longer read-only',
      old: withBoth({allOf: [object({id: {...TEXT, readOnly: true}}), object({copy: TEXT}, {required: ['id']})]}),
      new: withBoth({allOf: [object({id: TEXT}), object({copy: TEXT}, {required: ['id']})]}),
      changes: ['field-access-changed id (request breaks, response keeps)'],
      reverse: ['field-access-changed id (request keeps, response keeps)']
    },
    {
      name: 'a read-only field is narrowed, which does not affect requests',
      old: loan({type: 'string', readOnly: true}),
      new: loan({type: 'string', readOnly: true, maxLength: 5}),
      changes: ['constraint-tightened maxLength (response keeps)'],
      reverse: ['constraint-loosened maxLength (response breaks)']
    },
    {
      name: 'a write-only field is narrowed, which does not affect responses',
      old: loan({type: 'string', writeOnly: true}),
      new: loan({type: 'string', writeOnly: true, maxLength: 5}),
      changes: ['constraint-tightened maxLength (request breaks)']
    },
    {
      name: 'a read-only field becomes required',
      old: loan({type: 'string', readOnly: true}),
      new: loan({type: 'string', readOnly: true}, {required: ['id']}),
      changes: ['field-required id (response keeps)'],
      reverse: ['field-optional id (response breaks)']
    },
    {
      name: 'a required field is no longer read-only, so clients must send it',
      old: loan({type: 'string', readOnly: true}, {required: ['id']}),
      new: loan(TEXT, {required: ['id']}),
      changes: ['field-access-changed id (request breaks, response keeps)']
    },
    {
      name: 'a required field becomes write-only',
      old: loan(TEXT, {required: ['id']}),
      new: loan({type: 'string', writeOnly: true}, {required: ['id']}),
      changes: ['field-access-changed id (request keeps, response breaks)']
    },
    {
      name: 'a field becomes read-only through `allOf` with a reference',
      old: withReferencedSchema({allOf: [ID]}, TEXT),
      new: withReferencedSchema({allOf: [ID]}, {...TEXT, readOnly: true}),
      changes: ['field-access-changed id (request keeps, response keeps)'],
      reverse: ['field-access-changed id (request keeps, response keeps)']
    },
    {
      name: 'a field becomes read-only through a choice of one reference',
      old: withReferencedSchema({anyOf: [ID]}, TEXT),
      new: withReferencedSchema({anyOf: [ID]}, {...TEXT, readOnly: true}),
      changes: ['field-access-changed id (request keeps, response keeps)']
    },
    {
      name: 'a required field becomes write-only through `allOf` with a reference',
      old: withReferencedSchema({allOf: [ID]}, TEXT, {required: ['id']}),
      new: withReferencedSchema({allOf: [ID]}, {...TEXT, writeOnly: true}, {required: ['id']}),
      changes: ['field-access-changed id (request keeps, response breaks)']
    },
    {
      name: 'a required field is no longer read-only through nested `allOf`',
      old: withReferencedSchema({allOf: [{allOf: [ID]}]}, {...TEXT, readOnly: true}, {required: ['id']}),
      new: withReferencedSchema({allOf: [{allOf: [ID]}]}, TEXT, {required: ['id']}),
      changes: ['field-access-changed id (request breaks, response keeps)']
    },
    {
      name: 'one of several alternatives becomes read-only, which does not apply to the field',
      old: withReferencedSchema({anyOf: [ID, {type: 'integer'}]}, TEXT),
      new: withReferencedSchema({anyOf: [ID, {type: 'integer'}]}, {...TEXT, readOnly: true}),
      changes: []
    },
    ...[
      {
        keyword: 'readOnly',
        expected: 'request undetermined, response keeps',
        reverse: 'request undetermined, response keeps'
      },
      {keyword: 'writeOnly', expected: 'request keeps, response undetermined', reverse: 'request keeps, response keeps'}
    ].flatMap(({keyword, expected, reverse}) => [
      {
        name: `${keyword} next to a reference has no effect in OpenAPI 3.0, but clients may read it`,
        old: withReferencedSchema(ID, TEXT, {required: ['id']}),
        new: withReferencedSchema({...ID, [keyword]: true}, TEXT, {required: ['id']}),
        changes: [`constraint-changed $ref (${expected})`],
        reverse: [`constraint-changed $ref (${reverse})`]
      },
      {
        name: `${keyword} next to a reference in \`allOf\` has no effect in OpenAPI 3.0, but clients may read it`,
        old: withReferencedSchema({allOf: [ID]}, TEXT, {required: ['id']}),
        new: withReferencedSchema({allOf: [{...ID, [keyword]: true}]}, TEXT, {required: ['id']}),
        changes: [`constraint-changed $ref (${expected})`],
        reverse: [`constraint-changed $ref (${reverse})`]
      }
    ]),
    {
      name: 'writeOnly next to a reference in OpenAPI 3.1',
      old: withReferencedSchema(ID, TEXT, {required: ['id']}, '3.1.0'),
      new: withReferencedSchema({...ID, writeOnly: true}, TEXT, {required: ['id']}, '3.1.0'),
      changes: ['field-access-changed id (request keeps, response breaks)'],
      reverse: ['field-access-changed id (request keeps, response keeps)']
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
  const [change, ...others] = diffDocuments(
    withRequest(object({id: {...TEXT, readOnly: true}, copy: TEXT}, more)),
    withRequest(object({id, copy: TEXT}, more))
  )
  expect(others).toEqual([])
  expect(change && formatChange(change)).toBe(`\`id\` in the request body of \`POST /loans\` ${sentence}`)
  if (isRequired) expect(change && adviceOnChange(change, ['request'])?.do).toBe('Send the new field{s}.')
})
