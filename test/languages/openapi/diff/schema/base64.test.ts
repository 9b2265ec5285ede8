// Base64 is written as `format: byte` in OpenAPI 3.0 and as `contentEncoding` in JSON Schema, with the same meaning.
import {describe} from 'vitest'
import {answered, check, object, sent, TEXT} from '../cases.ts'

const BYTE = {...TEXT, format: 'byte'}
const BASE64 = {...TEXT, contentEncoding: 'base64'}
const cover = (schema: object): object => object({cover: schema})

describe('Base64', () => {
  check([
    {
      name: 'a string in a request becomes `format: byte`',
      old: sent(cover(TEXT)),
      new: sent(cover(BYTE)),
      told: ['format-changed format (request breaks)'],
      back: ['format-changed format (request keeps)']
    },
    {
      name: 'a string in a request gets a `contentEncoding`',
      old: sent(cover(TEXT), undefined, '3.1.0'),
      new: sent(cover(BASE64), undefined, '3.1.0'),
      told: ['format-changed contentEncoding (request breaks)'],
      back: ['format-changed contentEncoding (request keeps)']
    },
    {
      name: 'a string in a response is no longer `format: byte`',
      old: answered(cover(BYTE)),
      new: answered(cover(TEXT)),
      told: ['format-changed format (response breaks)'],
      back: ['format-changed format (response keeps)']
    },
    {
      name: 'a string in a response loses its `contentEncoding`',
      old: answered(cover(BASE64), '3.1.0'),
      new: answered(cover(TEXT), '3.1.0'),
      told: ['format-changed contentEncoding (response breaks)'],
      back: ['format-changed contentEncoding (response keeps)']
    },
    {
      name: 'Base64 becomes binary',
      old: answered(cover(BYTE)),
      new: answered(cover({...TEXT, format: 'binary'})),
      told: ['format-changed format (response breaks)'],
      back: ['format-changed format (response keeps)']
    },
    {
      name: 'a string whose pattern already allows only Base64',
      old: sent(cover({...TEXT, pattern: '^[0-9a-f]{8}$'})),
      new: sent(cover({...BYTE, pattern: '^[0-9a-f]{8}$'})),
      told: ['format-changed format (request keeps)']
    }
  ])
})
