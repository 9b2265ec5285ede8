// The encodings of the parts of a multipart body by position, with and without a schema of the parts.
import {describe} from 'vitest'
import {OK, object, type Raw, TEXT, testChanges, withOperation, withResponses} from './cases.ts'

const body = (media: Raw): object => withOperation({requestBody: {content: {'multipart/mixed': media}}}, {}, '3.2.0')
const response = (media: Raw): object =>
  withResponses({'200': {...OK['200'], content: {'multipart/mixed': media}}}, '3.2.0')

const SCAN = {contentType: 'image/jpeg'}
const COPY = {contentType: 'image/png'}
const LIST = {schema: {type: 'array'}}

describe('the encoding of a part without a schema', () => {
  testChanges([
    {
      name: 'changes at the first position of a list',
      old: body({...LIST, prefixEncoding: [SCAN]}),
      new: body({...LIST, prefixEncoding: [COPY]}),
      changes: ['serialization-changed [0] (request)'],
      reverse: ['serialization-changed [0] (request)']
    },
    {
      name: 'changes at a further position of a response',
      old: response({...LIST, prefixEncoding: [SCAN], itemEncoding: SCAN}),
      new: response({...LIST, prefixEncoding: [SCAN], itemEncoding: COPY}),
      changes: ['serialization-changed [] (response)']
    },
    {
      name: 'changes where the whole has no schema',
      old: body({prefixEncoding: [SCAN]}),
      new: body({prefixEncoding: [COPY]}),
      changes: ['serialization-changed [0] (request)']
    },
    {
      name: 'is added, so that other media types are rejected',
      old: body({}),
      new: body({itemEncoding: SCAN}),
      changes: ['serialization-changed [] (request)']
    },
    {
      name: 'is added next to one that stays',
      old: body({...LIST, prefixEncoding: [SCAN]}),
      new: body({...LIST, prefixEncoding: [SCAN, SCAN]}),
      changes: ['serialization-changed [1] (request)']
    },
    {
      name: 'changes for a part of a part',
      old: body({...LIST, prefixEncoding: [{itemEncoding: SCAN}]}),
      new: body({...LIST, prefixEncoding: [{itemEncoding: COPY}]}),
      changes: ['serialization-changed [0][] (request)']
    },
    {
      name: 'is that of a described part, as before',
      old: body({schema: {type: 'array', prefixItems: [object({title: TEXT})]}, prefixEncoding: [SCAN]}),
      new: body({schema: {type: 'array', prefixItems: [object({title: TEXT})]}, prefixEncoding: [COPY]}),
      changes: ['serialization-changed [0] (request)']
    }
  ])
})
