// Forms that take each other's values: what `oneOf` refuses on both sides shows nothing.
import {describe} from 'vitest'
import {answered, check, object, type Raw, sent, TEXT} from './cases.ts'

/** A form that is told by no value of its own. */
const form = (name: string, more: Raw = {}): Raw => object({kind: TEXT, [name]: TEXT}, {required: ['kind'], ...more})
const SHUT = {additionalProperties: false}
const two = [form('title'), form('author')]

describe('forms of which more than one holds', () => {
  check([
    {
      name: 'one more, that takes what the others take',
      old: answered({oneOf: two}),
      new: answered({oneOf: [...two, form('shelf')]}),
      told: ['alternative-added object (response undetermined)']
    },
    {
      name: 'one less, that took what the others take',
      old: sent({oneOf: [...two, form('shelf')]}),
      new: sent({oneOf: two}),
      told: ['alternative-removed object (request undetermined)']
    },
    {
      name: 'one more, which a value tells from the others',
      old: answered({oneOf: [form('title', SHUT), form('author', SHUT)]}),
      new: answered({oneOf: [form('title', SHUT), form('author', SHUT), form('shelf', SHUT)]}),
      told: ['alternative-added object (response breaks)']
    }
  ])
})
