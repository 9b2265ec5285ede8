// Media types and encodings of string contents, which OpenAPI 3.1 added, and values that are bytes.
import {describe, expect, test} from 'vitest'
import {jsonResponse, object, TEXT, testChanges, withRequest, withResponse, withResponses} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const V31 = '3.1.0'
const png = 'image/png'
const cover = (more: object): object => object({cover: {...TEXT, ...more}})
const bytes = (type: string, schema: object, version = V31): object =>
  withResponses({'200': jsonResponse(schema, type)}, version)

describe('contentMediaType', () => {
  const typed = {contentMediaType: 'application/json'}
  testChanges([
    {
      name: 'is undetermined in a request, because it is only an annotation',
      old: withRequest(cover({}), undefined, V31),
      new: withRequest(cover(typed), undefined, V31),
      changes: ['format-changed contentMediaType (request undetermined)'],
      reverse: ['format-changed contentMediaType (request keeps)']
    },
    {
      name: 'is compatible in a response, because it only adds information',
      old: withResponse(cover({}), V31),
      new: withResponse(cover(typed), V31),
      changes: ['format-changed contentMediaType (response keeps)'],
      reverse: ['format-changed contentMediaType (response undetermined)']
    },
    {
      name: 'like an encoding that is not decoded',
      old: withResponse(cover({}), V31),
      new: withResponse(cover({contentEncoding: 'base32'}), V31),
      changes: ['format-changed contentEncoding (response keeps)'],
      reverse: ['format-changed contentEncoding (response undetermined)']
    },
    {
      name: 'a change to another media type',
      old: withResponse(cover({contentMediaType: 'image/png'}), V31),
      new: withResponse(cover({contentMediaType: 'image/jpeg'}), V31),
      changes: ['format-changed contentMediaType (response)']
    },
    {
      name: 'has no effect if it repeats the media type of the body',
      old: bytes(png, {...TEXT, format: 'byte'}, '3.0.3'),
      new: bytes(png, {...TEXT, contentEncoding: 'base64', contentMediaType: png}),
      changes: [],
      reverse: []
    },
    {
      name: 'has an effect if it differs from the media type of the body',
      old: bytes(png, TEXT),
      new: bytes(png, {...TEXT, contentMediaType: 'image/jpeg'}),
      changes: ['format-changed contentMediaType (response keeps)']
    }
  ])
})

describe('a body of bytes', () => {
  const octets = 'application/octet-stream'
  const tar = 'application/x-tar'
  const untyped = {'200': {description: 'Fine', content: {[octets]: {}}}}
  testChanges([
    {
      name: 'described as a string, or not at all',
      old: bytes(octets, TEXT, '3.0.3'),
      new: withResponses(untyped, V31),
      changes: [],
      reverse: []
    },
    {
      name: 'described with the format binary, or not at all',
      old: bytes(octets, {...TEXT, format: 'binary'}, '3.0.3'),
      new: withResponses(untyped, V31),
      changes: [],
      reverse: []
    },
    {
      name: 'described with its media type and no type',
      old: bytes(png, {...TEXT, format: 'binary'}, '3.0.3'),
      new: bytes(png, {contentMediaType: png}),
      changes: [],
      reverse: []
    },
    {
      name: 'of an unknown media type',
      old: bytes(tar, {...TEXT, format: 'binary'}, '3.0.3'),
      new: bytes(tar, {}),
      changes: [],
      reverse: []
    },
    {
      name: 'as Base64, and as binary',
      old: bytes(png, {...TEXT, format: 'byte'}, '3.0.3'),
      new: bytes(png, {...TEXT, format: 'binary'}, '3.0.3'),
      changes: ['format-changed format (response breaks)']
    },
    {
      name: 'JSON, although it has the format binary',
      old: withResponse({...TEXT, format: 'binary'}, '3.0.3'),
      new: withResponse({}, V31),
      changes: ['format-changed format (response keeps)', 'type-changed (response breaks)']
    },
    {
      name: 'with a maximum length',
      old: bytes(octets, {...TEXT, maxLength: 8}),
      new: bytes(octets, {}),
      changes: ['constraint-loosened maxLength (response breaks)']
    }
  ])
})

test('thousands of media types are matched efficiently, including ranges and suffixes', () => {
  const types = (name: string, ...more: string[]): object => {
    const all = Array.from({length: 4000}, (_, at) => `application/vnd.${name}${at}`)
    const content = Object.fromEntries([...all, ...more].map(type => [type, {schema: {type: 'string'}}]))
    return {
      openapi: '3.1.0',
      info: {title: 'Lending Library API', version: '1'},
      paths: {'/loans': {get: {responses: {200: {description: 'Fine', content}}}}}
    }
  }
  const changes = diffDocuments(
    types('loan', 'application/json'),
    types('loan', 'application/problem+json', 'text/plain')
  )
  expect(changes.map(({kind, about}) => `${kind} ${about}`).sort()).toEqual([
    'media-type-added text/plain',
    'media-type-removed application/json'
  ])
})
