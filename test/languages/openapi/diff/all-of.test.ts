// The parts of `allOf` are compared as a whole, not one by one.
import {describe} from 'vitest'
import {answered, check, NUMBER, object, type Raw, sent, TEXT} from './cases.ts'

const component = (body: object, schemas: Raw): object => ({...body, components: {schemas}})
const shelf = {$ref: '#/components/schemas/Shelf'}

describe('closed parts of `allOf`', () => {
  const closed = (properties: Raw): Raw => object(properties, {additionalProperties: false})
  check([
    {
      name: 'a new part that names none of the fields of another one',
      old: sent({allOf: [closed({due: TEXT})]}),
      new: sent({allOf: [closed({due: TEXT}), closed({})]}),
      told: ['object-closed additionalProperties (request breaks)'],
      back: ['object-opened additionalProperties (request keeps)']
    },
    {
      name: 'a new part that names the same fields',
      old: sent({allOf: [closed({due: TEXT})]}),
      new: sent({allOf: [closed({due: TEXT}), closed({due: TEXT})]}),
      told: [],
      back: []
    }
  ])
})

describe('nullable parts of `allOf`', () => {
  const text: Raw = {...TEXT, nullable: true}
  check([
    {
      name: 'one of them no longer allows null, in a request',
      old: sent(object({title: {allOf: [text, {...text, maxLength: 9}]}})),
      new: sent(object({title: {allOf: [text, {...TEXT, maxLength: 9}]}})),
      told: ['null-refused (request breaks)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'one of them now allows null, in a response',
      old: answered(object({title: {allOf: [text, {...TEXT, maxLength: 9}]}})),
      new: answered(object({title: {allOf: [text, {...text, maxLength: 9}]}})),
      told: ['null-allowed (response breaks)'],
      back: ['null-refused (response keeps)']
    }
  ])
})

describe('a removed alternative', () => {
  check([
    {
      name: 'whose values the other one only accepts with another field',
      old: component(sent({oneOf: [shelf, {type: 'object'}]}), {Shelf: {type: 'object', required: ['id']}}),
      new: component(sent({oneOf: [shelf]}), {Shelf: {type: 'object', required: ['id']}}),
      told: ['composition-changed oneOf (request breaks)']
    }
  ])
})

describe('a discriminator', () => {
  const kinds = (...schemas: Raw[]): Raw => ({oneOf: schemas, discriminator: {propertyName: 'kind'}})
  check([
    {
      name: 'of alternatives that are no objects hides no change',
      old: sent(kinds({...TEXT, maxLength: 9}, NUMBER)),
      new: sent(kinds({...TEXT, maxLength: 5}, NUMBER)),
      told: ['constraint-tightened maxLength (request breaks)']
    }
  ])
})

describe('a list with `contains`', () => {
  const list = (more: Raw): Raw => ({type: 'array', ...more})
  check([
    {
      name: 'that is new',
      old: sent(list({}), undefined, '3.1.0'),
      new: sent(list({contains: TEXT}), undefined, '3.1.0'),
      told: ['constraint-tightened contains (request breaks)'],
      back: ['constraint-loosened contains (request keeps)']
    },
    {
      name: 'that must now match twice',
      old: sent(list({contains: TEXT}), undefined, '3.1.0'),
      new: sent(list({contains: TEXT, minContains: 2}), undefined, '3.1.0'),
      told: ['constraint-tightened minContains (request breaks)'],
      back: ['constraint-loosened minContains (request keeps)']
    }
  ])
})
