// What is said in other words, or once more, and means the same for whatever comes.
import {describe} from 'vitest'
import {check, NUMBER, object, TEXT} from './cases.ts'
import {both} from './loans.ts'

const said = (schema: object): object => both(schema, {}, '3.1.0')

describe('the same form of `anyOf` once more', () => {
  check([
    {
      name: 'in another place',
      old: said({anyOf: [TEXT, NUMBER]}),
      new: said({anyOf: [NUMBER, TEXT, NUMBER]}),
      told: [],
      back: []
    },
    {
      name: 'beside one that is another one',
      old: said({anyOf: [TEXT, NUMBER, TEXT]}),
      new: said({anyOf: [TEXT, {type: 'boolean'}]}),
      told: [
        'alternative-added boolean (request keeps, response breaks)',
        'alternative-removed integer (request breaks, response keeps)'
      ]
    },
    {
      name: 'of `oneOf` means that it is refused',
      old: said({oneOf: [TEXT, NUMBER, TEXT]}),
      new: said({oneOf: [TEXT, NUMBER]}),
      told: ['alternative-removed string (request keeps, response breaks)'],
      back: ['alternative-added string (request breaks, response keeps)']
    }
  ])
})
