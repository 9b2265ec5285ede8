// What OpenAPI 3.1 says of the contents of a text, and of a value that is bytes as a whole.
import {describe, expect, test} from 'vitest'
import {answer, answered, answers, check, object, sent, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const V31 = '3.1.0'
const png = 'image/png'
const cover = (more: object): object => object({cover: {...TEXT, ...more}})
const bytes = (type: string, schema: object, version = V31): object => answers({'200': answer(schema, type)}, version)

describe('the media type of what a text holds', () => {
  const typed = {contentMediaType: 'application/json'}
  check([
    {
      name: 'is an annotation: a text that must be sent may not hold it',
      old: sent(cover({}), undefined, V31),
      new: sent(cover(typed), undefined, V31),
      told: ['format-changed contentMediaType (request undetermined)'],
      back: ['format-changed contentMediaType (request keeps)']
    },
    {
      name: 'and one that is sent back holds more than was said',
      old: answered(cover({}), V31),
      new: answered(cover(typed), V31),
      told: ['format-changed contentMediaType (response keeps)'],
      back: ['format-changed contentMediaType (response undetermined)']
    },
    {
      name: 'so is an encoding that no one decodes here',
      old: answered(cover({}), V31),
      new: answered(cover({contentEncoding: 'base32'}), V31),
      told: ['format-changed contentEncoding (response keeps)'],
      back: ['format-changed contentEncoding (response undetermined)']
    },
    {
      name: 'another one is another one',
      old: answered(cover({contentMediaType: 'image/png'}), V31),
      new: answered(cover({contentMediaType: 'image/jpeg'}), V31),
      told: ['format-changed contentMediaType (response)']
    },
    {
      name: 'says nothing where it repeats the one that it stands under',
      old: bytes(png, {...TEXT, format: 'byte'}, '3.0.3'),
      new: bytes(png, {...TEXT, contentEncoding: 'base64', contentMediaType: png}),
      told: [],
      back: []
    },
    {
      name: 'says something where it is not that one',
      old: bytes(png, TEXT),
      new: bytes(png, {...TEXT, contentMediaType: 'image/jpeg'}),
      told: ['format-changed contentMediaType (response keeps)']
    }
  ])
})

describe('bytes as a whole', () => {
  const octets = 'application/octet-stream'
  const tar = 'application/x-tar'
  const silent = {'200': {description: 'Fine', content: {[octets]: {}}}}
  check([
    {
      name: 'are bytes, whether they are called a text or not',
      old: bytes(octets, TEXT, '3.0.3'),
      new: answers(silent, V31),
      told: [],
      back: []
    },
    {
      name: 'and whether they are called binary or not',
      old: bytes(octets, {...TEXT, format: 'binary'}, '3.0.3'),
      new: answers(silent, V31),
      told: [],
      back: []
    },
    {
      name: 'or have their media type and no type',
      old: bytes(png, {...TEXT, format: 'binary'}, '3.0.3'),
      new: bytes(png, {contentMediaType: png}),
      told: [],
      back: []
    },
    {
      name: 'so are those of a media type that no one knows, where it is said',
      old: bytes(tar, {...TEXT, format: 'binary'}, '3.0.3'),
      new: bytes(tar, {}),
      told: [],
      back: []
    },
    {
      name: 'Base64 is another thing',
      old: bytes(png, {...TEXT, format: 'byte'}, '3.0.3'),
      new: bytes(png, {...TEXT, format: 'binary'}, '3.0.3'),
      told: ['format-changed format (response breaks)']
    },
    {
      name: 'JSON is none, whatever is said of it',
      old: answered({...TEXT, format: 'binary'}, '3.0.3'),
      new: answered({}, V31),
      told: ['format-changed format (response keeps)', 'type-changed (response breaks)']
    },
    {
      name: 'a length of theirs counts',
      old: bytes(octets, {...TEXT, maxLength: 8}),
      new: bytes(octets, {}),
      told: ['constraint-loosened maxLength (response breaks)']
    }
  ])
})

test('thousands of media types are looked up, with the ranges and suffixes among them', () => {
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
