// What the parts of a composition say together, and not one by one.
import {describe} from 'vitest'
import {answered, check, NUMBER, object, type Raw, sent, TEXT} from './cases.ts'

const component = (body: object, schemas: Raw): object => ({...body, components: {schemas}})
const shelf = {$ref: '#/components/schemas/Shelf'}

describe('parts that are closed', () => {
  const closed = (properties: Raw): Raw => object(properties, {additionalProperties: false})
  check([
    {
      name: 'one more, which names none of what the other names',
      old: sent({allOf: [closed({due: TEXT})]}),
      new: sent({allOf: [closed({due: TEXT}), closed({})]}),
      told: ['object-closed additionalProperties (request breaks)'],
      back: ['object-opened additionalProperties (request keeps)']
    },
    {
      name: 'one more, which names the same',
      old: sent({allOf: [closed({due: TEXT})]}),
      new: sent({allOf: [closed({due: TEXT}), closed({due: TEXT})]}),
      told: [],
      back: []
    }
  ])
})

describe('parts that may be null', () => {
  const text: Raw = {...TEXT, nullable: true}
  check([
    {
      name: 'one of them no longer may',
      old: sent(object({title: {allOf: [text, {...text, maxLength: 9}]}})),
      new: sent(object({title: {allOf: [text, {...TEXT, maxLength: 9}]}})),
      told: ['null-refused (request breaks)'],
      back: ['null-allowed (request keeps)']
    },
    {
      name: 'in an answer',
      old: answered(object({title: {allOf: [text, {...TEXT, maxLength: 9}]}})),
      new: answered(object({title: {allOf: [text, {...text, maxLength: 9}]}})),
      told: ['null-allowed (response breaks)'],
      back: ['null-refused (response keeps)']
    }
  ])
})

describe('a form less', () => {
  check([
    {
      name: 'of which the other asks for more',
      old: component(sent({oneOf: [shelf, {type: 'object'}]}), {Shelf: {type: 'object', required: ['id']}}),
      new: component(sent({oneOf: [shelf]}), {Shelf: {type: 'object', required: ['id']}}),
      told: ['composition-changed oneOf (request breaks)']
    }
  ])
})

describe('what a discriminator stands over', () => {
  const kinds = (...schemas: Raw[]): Raw => ({oneOf: schemas, discriminator: {propertyName: 'kind'}})
  check([
    {
      name: 'are texts: it silences nothing',
      old: sent(kinds({...TEXT, maxLength: 9}, NUMBER)),
      new: sent(kinds({...TEXT, maxLength: 5}, NUMBER)),
      told: ['constraint-tightened maxLength (request breaks)']
    }
  ])
})

describe('an item that must be there', () => {
  const list = (more: Raw): Raw => ({type: 'array', ...more})
  check([
    {
      name: 'is asked for',
      old: sent(list({}), undefined, '3.1.0'),
      new: sent(list({contains: TEXT}), undefined, '3.1.0'),
      told: ['constraint-tightened contains (request breaks)'],
      back: ['constraint-loosened contains (request keeps)']
    },
    {
      name: 'twice',
      old: sent(list({contains: TEXT}), undefined, '3.1.0'),
      new: sent(list({contains: TEXT, minContains: 2}), undefined, '3.1.0'),
      told: ['constraint-tightened minContains (request breaks)'],
      back: ['constraint-loosened minContains (request keeps)']
    }
  ])
})
