// Base64 is written as `format: byte` in OpenAPI 3.0 and as `contentEncoding` in JSON Schema, with the same meaning.
import {describe} from 'vitest'
import {object, TEXT, testChanges, withRequest, withResponse} from '../cases.ts'

const BYTE = {...TEXT, format: 'byte'}
const BASE64 = {...TEXT, contentEncoding: 'base64'}
const cover = (schema: object): object => object({cover: schema})

describe('Base64', () => {
  testChanges([
    {
      name: 'a string in a request becomes `format: byte`',
      old: withRequest(cover(TEXT)),
      new: withRequest(cover(BYTE)),
      changes: ['format-changed format (request breaks)'],
      reverse: ['format-changed format (request keeps)']
    },
    {
      name: 'a string in a request gets a `contentEncoding`',
      old: withRequest(cover(TEXT), undefined, '3.1.0'),
      new: withRequest(cover(BASE64), undefined, '3.1.0'),
      changes: ['format-changed contentEncoding (request breaks)'],
      reverse: ['format-changed contentEncoding (request keeps)']
    },
    {
      name: 'a string in a response is no longer `format: byte`',
      old: withResponse(cover(BYTE)),
      new: withResponse(cover(TEXT)),
      changes: ['format-changed format (response breaks)'],
      reverse: ['format-changed format (response keeps)']
    },
    {
      name: 'a string in a response loses its `contentEncoding`',
      old: withResponse(cover(BASE64), '3.1.0'),
      new: withResponse(cover(TEXT), '3.1.0'),
      changes: ['format-changed contentEncoding (response breaks)'],
      reverse: ['format-changed contentEncoding (response keeps)']
    },
    {
      name: 'Base64 becomes binary',
      old: withResponse(cover(BYTE)),
      new: withResponse(cover({...TEXT, format: 'binary'})),
      changes: ['format-changed format (response breaks)'],
      reverse: ['format-changed format (response keeps)']
    },
    {
      name: 'a string whose pattern already allows only Base64',
      old: withRequest(cover({...TEXT, pattern: '^[0-9a-f]{8}$'})),
      new: withRequest(cover({...BYTE, pattern: '^[0-9a-f]{8}$'})),
      changes: ['format-changed format (request keeps)']
    }
  ])
})
