import {describe} from 'vitest'
import {asked, check, NUMBER, object, type Raw, TEXT} from '../cases.ts'

const form = (encoding: Raw, title: Raw = TEXT, type = 'application/x-www-form-urlencoded'): object =>
  asked({requestBody: {content: {[type]: {schema: object({title}), encoding}}}}, {}, '3.1.0')
const RESERVED = {title: {allowReserved: true}}

describe('allowReserved in a form', () => {
  check([
    {
      name: 'applies to strings',
      old: form({title: {}}),
      new: form(RESERVED),
      told: ['constraint-loosened allowReserved (request)'],
      back: ['constraint-tightened allowReserved (request)']
    },
    {name: 'has no effect on numbers', old: form({title: {}}, NUMBER), new: form(RESERVED, NUMBER), told: []},
    {
      name: 'has no effect in multipart forms',
      old: form({title: {}}, TEXT, 'multipart/form-data'),
      new: form(RESERVED, TEXT, 'multipart/form-data'),
      told: []
    }
  ])
})

describe('media types of the parts of a multipart form', () => {
  const cover = (contentType?: string): object =>
    form(
      {title: contentType === undefined ? {} : {contentType}},
      {type: 'string', format: 'binary'},
      'multipart/form-data'
    )
  check([
    {
      name: 'another media type is accepted',
      old: cover('image/png'),
      new: cover('image/png, image/jpeg'),
      told: ['constraint-loosened contentType (request keeps)'],
      back: ['serialization-changed title (request)']
    },
    {
      name: 'any media type is accepted',
      old: cover('image/png'),
      new: cover(),
      told: ['constraint-loosened contentType (request keeps)'],
      back: ['serialization-changed title (request)']
    }
  ])
})
