import {describe} from 'vitest'
import {NUMBER, object, type Raw, TEXT, testChanges, withOperation} from '../cases.ts'

const form = (encoding: Raw, title: Raw = TEXT, type = 'application/x-www-form-urlencoded'): object =>
  withOperation({requestBody: {content: {[type]: {schema: object({title}), encoding}}}}, {}, '3.1.0')
const RESERVED = {title: {allowReserved: true}}

describe('allowReserved in a form', () => {
  testChanges([
    {
      name: 'applies to strings',
      old: form({title: {}}),
      new: form(RESERVED),
      changes: ['constraint-loosened allowReserved (request)'],
      reverse: ['constraint-tightened allowReserved (request)']
    },
    {name: 'has no effect on numbers', old: form({title: {}}, NUMBER), new: form(RESERVED, NUMBER), changes: []},
    {
      name: 'has no effect in multipart forms',
      old: form({title: {}}, TEXT, 'multipart/form-data'),
      new: form(RESERVED, TEXT, 'multipart/form-data'),
      changes: []
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
  testChanges([
    {
      name: 'another media type is accepted',
      old: cover('image/png'),
      new: cover('image/png, image/jpeg'),
      changes: ['constraint-loosened contentType (request keeps)'],
      reverse: ['serialization-changed title (request)']
    },
    {
      name: 'any media type is accepted',
      old: cover('image/png'),
      new: cover(),
      changes: ['constraint-loosened contentType (request keeps)'],
      reverse: ['serialization-changed title (request)']
    }
  ])
})
