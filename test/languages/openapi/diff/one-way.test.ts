// What only the service writes, or only the caller sends: `readOnly` and `writeOnly`, wherever that is said.
import {describe, expect, test} from 'vitest'
import {adviceOnChange} from '../../../../src/outputs/pages/upgrade-guide/advice.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {check, object, type Raw, TEXT} from './cases.ts'
import {between} from './comparing.ts'
import {both, ref, schemas, sent} from './loans.ts'

const ID = ref('Id')
/** A field of what is sent and answered, and the schema that it refers to in some way. */
const behind = (id: Raw, named: Raw, more: Raw = {}, version?: string): object =>
  both(object({id, copy: TEXT}, more), schemas({Id: named}), version)

describe('what goes one way only', () => {
  const loan = (id: Raw, more: Raw = {}): object => both(object({id, copy: TEXT}, more))
  check([
    {
      name: 'what another part of allOf requires is required of no one who may not send it',
      old: sent({allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT}), {required: ['id']}]}),
      new: sent({allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT}), {required: ['id']}], minProperties: 1}),
      told: ['constraint-tightened minProperties (request breaks)'],
      back: ['constraint-loosened minProperties (request keeps)']
    },
    {
      name: 'the same where the object requires it beside allOf',
      old: sent({allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT})], required: ['id']}),
      new: sent({allOf: [object({id: {...TEXT, readOnly: true}, shelf: TEXT})], required: ['id'], minProperties: 1}),
      told: ['constraint-tightened minProperties (request breaks)'],
      back: ['constraint-loosened minProperties (request keeps)']
    },
    {
      name: 'what only the service wrote, and another part of all requires',
      old: both({allOf: [object({id: {...TEXT, readOnly: true}}), object({copy: TEXT}, {required: ['id']})]}),
      new: both({allOf: [object({id: TEXT}), object({copy: TEXT}, {required: ['id']})]}),
      told: ['field-access-changed id (request breaks, response keeps)'],
      back: ['field-access-changed id (request keeps, response keeps)']
    },
    {
      name: 'a field that only the service writes is narrowed: no request is asked',
      old: loan({type: 'string', readOnly: true}),
      new: loan({type: 'string', readOnly: true, maxLength: 5}),
      told: ['constraint-tightened maxLength (response keeps)'],
      back: ['constraint-loosened maxLength (response breaks)']
    },
    {
      name: 'a field that only the caller writes is narrowed: no answer is asked',
      old: loan({type: 'string', writeOnly: true}),
      new: loan({type: 'string', writeOnly: true, maxLength: 5}),
      told: ['constraint-tightened maxLength (request breaks)']
    },
    {
      name: 'a required field that only the service writes',
      old: loan({type: 'string', readOnly: true}),
      new: loan({type: 'string', readOnly: true}, {required: ['id']}),
      told: ['field-required id (response keeps)'],
      back: ['field-optional id (response breaks)']
    },
    {
      name: 'a field that must be sent, for it is no longer the service that writes it',
      old: loan({type: 'string', readOnly: true}, {required: ['id']}),
      new: loan(TEXT, {required: ['id']}),
      told: ['field-access-changed id (request breaks, response keeps)']
    },
    {
      name: 'a field that is no longer answered',
      old: loan(TEXT, {required: ['id']}),
      new: loan({type: 'string', writeOnly: true}, {required: ['id']}),
      told: ['field-access-changed id (request keeps, response breaks)']
    },
    {
      name: 'said behind allOf of a reference, of a field that was sent',
      old: behind({allOf: [ID]}, TEXT),
      new: behind({allOf: [ID]}, {...TEXT, readOnly: true}),
      told: ['field-access-changed id (request keeps, response keeps)'],
      back: ['field-access-changed id (request keeps, response keeps)']
    },
    {
      name: 'the same behind a choice of one',
      old: behind({anyOf: [ID]}, TEXT),
      new: behind({anyOf: [ID]}, {...TEXT, readOnly: true}),
      told: ['field-access-changed id (request keeps, response keeps)']
    },
    {
      name: 'said behind allOf, of a required field that was answered',
      old: behind({allOf: [ID]}, TEXT, {required: ['id']}),
      new: behind({allOf: [ID]}, {...TEXT, writeOnly: true}, {required: ['id']}),
      told: ['field-access-changed id (request keeps, response breaks)']
    },
    {
      name: 'no longer said behind allOf, of a field that must be sent',
      old: behind({allOf: [{allOf: [ID]}]}, {...TEXT, readOnly: true}, {required: ['id']}),
      new: behind({allOf: [{allOf: [ID]}]}, TEXT, {required: ['id']}),
      told: ['field-access-changed id (request breaks, response keeps)']
    },
    {
      name: 'said of one form of several: the field itself goes both ways',
      old: behind({anyOf: [ID, {type: 'integer'}]}, TEXT),
      new: behind({anyOf: [ID, {type: 'integer'}]}, {...TEXT, readOnly: true}),
      told: []
    },
    ...[
      {keyword: 'readOnly', told: 'request undetermined, response keeps', back: 'request undetermined, response keeps'},
      {keyword: 'writeOnly', told: 'request keeps, response undetermined', back: 'request keeps, response keeps'}
    ].flatMap(({keyword, told, back}) => [
      {
        name: `${keyword} beside a reference says nothing in 3.0, and was meant`,
        old: behind(ID, TEXT, {required: ['id']}),
        new: behind({...ID, [keyword]: true}, TEXT, {required: ['id']}),
        told: [`constraint-changed $ref (${told})`],
        back: [`constraint-changed $ref (${back})`]
      },
      {
        name: `nor behind allOf of one: ${keyword}`,
        old: behind({allOf: [ID]}, TEXT, {required: ['id']}),
        new: behind({allOf: [{...ID, [keyword]: true}]}, TEXT, {required: ['id']}),
        told: [`constraint-changed $ref (${told})`],
        back: [`constraint-changed $ref (${back})`]
      }
    ]),
    {
      name: 'beside a reference, which 3.1 reads',
      old: behind(ID, TEXT, {required: ['id']}, '3.1.0'),
      new: behind({...ID, writeOnly: true}, TEXT, {required: ['id']}, '3.1.0'),
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
] as const)('what could only be read and now is %j, required: %s', (id, isRequired, says) => {
  const more = isRequired ? {required: ['id']} : {}
  const [found, ...others] = between(
    sent(object({id: {...TEXT, readOnly: true}, copy: TEXT}, more)),
    sent(object({id, copy: TEXT}, more))
  )
  expect(others).toEqual([])
  expect(found && formatChange(found)).toBe(`\`id\` in the request body of \`POST /loans\` ${says}`)
  if (isRequired) expect(found && adviceOnChange(found, ['request'])?.do).toBe('Send the new field{s}.')
})
