// Media types and encodings of string contents, which OpenAPI 3.1 added, and values that are bytes.
import {describe, expect, test} from 'vitest'
import {answer, answered, answers, check, object, sent, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const V31 = '3.1.0'
const png = 'image/png'
const cover = (more: object): object => object({cover: {...TEXT, ...more}})
const bytes = (type: string, schema: object, version = V31): object => answers({'200': answer(schema, type)}, version)

describe('contentMediaType', () => {
  const typed = {contentMediaType: 'application/json'}
  check([
    {
      name: 'is undetermined in a request, because it is only an annotation',
      old: sent(cover({}), undefined, V31),
      new: sent(cover(typed), undefined, V31),
      told: ['format-changed contentMediaType (request undetermined)'],
      back: ['format-changed contentMediaType (request keeps)']
    },
    {
      name: 'is compatible in a response, because it only adds information',
      old: answered(cover({}), V31),
      new: answered(cover(typed), V31),
      told: ['format-changed contentMediaType (response keeps)'],
      back: ['format-changed contentMediaType (response undetermined)']
    },
    {
      name: 'like an encoding that is not decoded',
      old: answered(cover({}), V31),
      new: answered(cover({contentEncoding: 'base32'}), V31),
      told: ['format-changed contentEncoding (response keeps)'],
      back: ['format-changed contentEncoding (response undetermined)']
    },
    {
      name: 'a change to another media type',
      old: answered(cover({contentMediaType: 'image/png'}), V31),
      new: answered(cover({contentMediaType: 'image/jpeg'}), V31),
      told: ['format-changed contentMediaType (response)']
    },
    {
      name: 'has no effect if it repeats the media type of the body',
      old: bytes(png, {...TEXT, format: 'byte'}, '3.0.3'),
      new: bytes(png, {...TEXT, contentEncoding: 'base64', contentMediaType: png}),
      told: [],
      back: []
    },
    {
      name: 'has an effect if it differs from the media type of the body',
      old: bytes(png, TEXT),
      new: bytes(png, {...TEXT, contentMediaType: 'image/jpeg'}),
      told: ['format-changed contentMediaType (response keeps)']
    }
  ])
})

describe('a body of bytes', () => {
  const octets = 'application/octet-stream'
  const tar = 'application/x-tar'
  const untyped = {'200': {description: 'Fine', content: {[octets]: {}}}}
  check([
    {
      name: 'described as a string, or not at all',
      old: bytes(octets, TEXT, '3.0.3'),
      new: answers(untyped, V31),
      told: [],
      back: []
    },
    {
      name: 'described with the format binary, or not at all',
      old: bytes(octets, {...TEXT, format: 'binary'}, '3.0.3'),
      new: answers(untyped, V31),
      told: [],
      back: []
    },
    {
      name: 'described with its media type and no type',
      old: bytes(png, {...TEXT, format: 'binary'}, '3.0.3'),
      new: bytes(png, {contentMediaType: png}),
      told: [],
      back: []
    },
    {
      name: 'of an unknown media type',
      old: bytes(tar, {...TEXT, format: 'binary'}, '3.0.3'),
      new: bytes(tar, {}),
      told: [],
      back: []
    },
    {
      name: 'as Base64, and as binary',
      old: bytes(png, {...TEXT, format: 'byte'}, '3.0.3'),
      new: bytes(png, {...TEXT, format: 'binary'}, '3.0.3'),
      told: ['format-changed format (response breaks)']
    },
    {
      name: 'JSON, although it has the format binary',
      old: answered({...TEXT, format: 'binary'}, '3.0.3'),
      new: answered({}, V31),
      told: ['format-changed format (response keeps)', 'type-changed (response breaks)']
    },
    {
      name: 'with a maximum length',
      old: bytes(octets, {...TEXT, maxLength: 8}),
      new: bytes(octets, {}),
      told: ['constraint-loosened maxLength (response breaks)']
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
  const changes = between(types('loan', 'application/json'), types('loan', 'application/problem+json', 'text/plain'))
  expect(changes.map(({kind, about}) => `${kind} ${about}`).sort()).toEqual([
    'media-type-added text/plain',
    'media-type-removed application/json'
  ])
})
