// Base64 in the words of OpenAPI 3.0 (`format: byte`) and in those of JSON Schema (`contentEncoding`) is one thing.
import {describe} from 'vitest'
import {answered, check, object, sent, TEXT} from '../cases.ts'

const BYTE = {...TEXT, format: 'byte'}
const BASE64 = {...TEXT, contentEncoding: 'base64'}
const cover = (schema: object): object => object({cover: schema})

describe('Base64', () => {
  check([
    {
      name: 'a text that must be sent is Base64 now',
      old: sent(cover(TEXT)),
      new: sent(cover(BYTE)),
      told: ['format-changed format (request breaks)'],
      back: ['format-changed format (request keeps)']
    },
    {
      name: 'the same in the other words',
      old: sent(cover(TEXT), undefined, '3.1.0'),
      new: sent(cover(BASE64), undefined, '3.1.0'),
      told: ['format-changed contentEncoding (request breaks)'],
      back: ['format-changed contentEncoding (request keeps)']
    },
    {
      name: 'a text that was Base64 is any now',
      old: answered(cover(BYTE)),
      new: answered(cover(TEXT)),
      told: ['format-changed format (response breaks)'],
      back: ['format-changed format (response keeps)']
    },
    {
      name: 'the same in the other words, of an answer',
      old: answered(cover(BASE64), '3.1.0'),
      new: answered(cover(TEXT), '3.1.0'),
      told: ['format-changed contentEncoding (response breaks)'],
      back: ['format-changed contentEncoding (response keeps)']
    },
    {
      name: 'bytes as they are, instead of Base64',
      old: answered(cover(BYTE)),
      new: answered(cover({...TEXT, format: 'binary'})),
      told: ['format-changed format (response breaks)'],
      back: ['format-changed format (response keeps)']
    },
    {
      name: 'texts that are Base64 all the same',
      old: sent(cover({...TEXT, pattern: '^[0-9a-f]{8}$'})),
      new: sent(cover({...BYTE, pattern: '^[0-9a-f]{8}$'})),
      told: ['format-changed format (request keeps)']
    }
  ])
})
