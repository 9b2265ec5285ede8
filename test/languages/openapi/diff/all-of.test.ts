// The parts of `allOf` are compared as a whole, not one by one.
import {describe} from 'vitest'
import {NUMBER, object, type Raw, TEXT, testChanges, withRequest, withResponse} from './cases.ts'

const component = (body: object, schemas: Raw): object => ({...body, components: {schemas}})
const shelf = {$ref: '#/components/schemas/Shelf'}

describe('closed parts of `allOf`', () => {
  const closed = (properties: Raw): Raw => object(properties, {additionalProperties: false})
  testChanges([
    {
      name: 'a new part that names none of the fields of another one',
      old: withRequest({allOf: [closed({due: TEXT})]}),
      new: withRequest({allOf: [closed({due: TEXT}), closed({})]}),
      changes: ['object-closed additionalProperties (request breaks)'],
      reverse: ['object-opened additionalProperties (request keeps)']
    },
    {
      name: 'a new part that names the same fields',
      old: withRequest({allOf: [closed({due: TEXT})]}),
      new: withRequest({allOf: [closed({due: TEXT}), closed({due: TEXT})]}),
      changes: [],
      reverse: []
    }
  ])
})

describe('nullable parts of `allOf`', () => {
  const text: Raw = {...TEXT, nullable: true}
  testChanges([
    {
      name: 'one of them no longer allows null, in a request',
      old: withRequest(object({title: {allOf: [text, {...text, maxLength: 9}]}})),
      new: withRequest(object({title: {allOf: [text, {...TEXT, maxLength: 9}]}})),
      changes: ['null-refused (request breaks)'],
      reverse: ['null-allowed (request keeps)']
    },
    {
      name: 'one of them now allows null, in a response',
      old: withResponse(object({title: {allOf: [text, {...TEXT, maxLength: 9}]}})),
      new: withResponse(object({title: {allOf: [text, {...text, maxLength: 9}]}})),
      changes: ['null-allowed (response breaks)'],
      reverse: ['null-refused (response keeps)']
    }
  ])
})

describe('a removed alternative', () => {
  testChanges([
    {
      name: 'whose values the other one only accepts with another field',
      old: component(withRequest({oneOf: [shelf, {type: 'object'}]}), {Shelf: {type: 'object', required: ['id']}}),
      new: component(withRequest({oneOf: [shelf]}), {Shelf: {type: 'object', required: ['id']}}),
      changes: ['composition-changed oneOf (request breaks)']
    }
  ])
})

describe('a discriminator', () => {
  const kinds = (...schemas: Raw[]): Raw => ({oneOf: schemas, discriminator: {propertyName: 'kind'}})
  testChanges([
    {
      name: 'of alternatives that are no objects hides no change',
      old: withRequest(kinds({...TEXT, maxLength: 9}, NUMBER)),
      new: withRequest(kinds({...TEXT, maxLength: 5}, NUMBER)),
      changes: ['constraint-tightened maxLength (request breaks)']
    }
  ])
})

describe('a choice that two parts repeat', () => {
  const parts = (one: Raw, other: Raw): Raw => ({allOf: [object({kind: one}), object({kind: other})]})
  const kinds = (keyword: string, more: Raw = {}): Raw => ({[keyword]: [TEXT, {...NUMBER, ...more}]})
  testChanges([
    ...['oneOf', 'anyOf'].map(keyword => ({
      name: `is the same as once in a component, with ${keyword}`,
      old: component(withRequest(parts(shelf, shelf)), {Shelf: kinds(keyword)}),
      new: withRequest(parts(kinds(keyword), kinds(keyword))),
      changes: [],
      reverse: []
    })),
    {
      name: 'stays two choices if they differ',
      old: withRequest(parts(kinds('oneOf'), kinds('oneOf'))),
      new: withRequest(parts(kinds('oneOf'), kinds('oneOf', {maximum: 9}))),
      changes: ['composition-changed oneOf (request breaks)']
    }
  ])
})

describe('a list with `contains`', () => {
  const list = (more: Raw): Raw => ({type: 'array', ...more})
  testChanges([
    {
      name: 'that is new',
      old: withRequest(list({}), undefined, '3.1.0'),
      new: withRequest(list({contains: TEXT}), undefined, '3.1.0'),
      changes: ['constraint-tightened contains (request breaks)'],
      reverse: ['constraint-loosened contains (request keeps)']
    },
    {
      name: 'that must now match twice',
      old: withRequest(list({contains: TEXT}), undefined, '3.1.0'),
      new: withRequest(list({contains: TEXT, minContains: 2}), undefined, '3.1.0'),
      changes: ['constraint-tightened minContains (request breaks)'],
      reverse: ['constraint-loosened minContains (request keeps)']
    }
  ])
})
