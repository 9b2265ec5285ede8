// A `$ref` can replace any map or list of an API description: its content counts, with the file and the line where it
// is written.

import {describe, expect, test} from 'vitest'
import {diffSnapshots} from '../../packages/openapi/src/diff/diff.ts'
import {readSnapshot} from '../../packages/openapi/src/read/snapshot.ts'
import {validate} from '../../packages/openapi/src/validator.ts'
import {openFileTree} from '../../src/documents/document-files.ts'
import {createHashedFiles} from '../../src/documents/file-tree.ts'
import {inputError} from '../../src/model/input-error.ts'
import {formatSubject} from '../../src/model/subject/subject.ts'
import {sample} from '../tier.ts'

type Json = {readonly [key: string]: unknown}
type Files = Readonly<Record<string, unknown>>

function snapshotOf(files: Files) {
  return readSnapshot(
    openFileTree({
      path: 'openapi.json',
      folder: '/library',
      sourceOf: path => path,
      ...createHashedFiles(path => {
        if (!Object.hasOwn(files, path)) throw inputError('There is no such file.', {source: path})
        return Buffer.from(JSON.stringify(files[path]))
      }),
      real: path => path
    })
  )
}

const changesBetween = (older: Files, newer: Files): string[] =>
  diffSnapshots(snapshotOf(older), snapshotOf(newer), validate)
    .filter(({kind}) => kind !== 'documentation-changed')
    .map(({kind, subject, where}) => `${kind} ${formatSubject(subject)} in ${(where.new ?? where.old)?.source}`)

const library = (type: string): Json => ({
  openapi: '3.0.3',
  info: {title: 'Library', version: '1'},
  security: [{key: []}],
  paths: {
    '/loans': {
      get: {
        parameters: [
          {name: 'limit', in: 'query', schema: {type}},
          {name: 'X-Trace', in: 'header', schema: {type}}
        ],
        responses: {
          '200': {
            description: 'Fine',
            headers: {'X-Total': {schema: {type}}},
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {id: {type}, place: {allOf: [{type: 'object', properties: {shelf: {type}}}]}}
                }
              }
            }
          }
        }
      },
      post: {
        requestBody: {content: {'application/json': {schema: {$ref: '#/components/schemas/Loan'}}}},
        responses: {'204': {description: 'Fine'}},
        callbacks: {
          done: {
            '{$request.body#/url}': {
              post: {
                requestBody: {content: {'application/json': {schema: {type}}}},
                responses: {'204': {description: 'Fine'}}
              }
            }
          }
        }
      }
    }
  },
  components: {
    schemas: {Loan: {type: 'object', properties: {id: {type}}}},
    securitySchemes: {key: {type: 'apiKey', in: 'header', name: type}}
  }
})

/** The API description with the part at these keys in a file of its own. */
function split(type: string, keys: readonly (string | number)[], more: Json = {}): Files {
  const root = structuredClone(library(type)) as Record<string | number, unknown>
  let here: Record<string | number, unknown> = root
  for (const key of keys.slice(0, -1)) here = here[key] as Record<string | number, unknown>
  const last = keys.at(-1) ?? ''
  const part = here[last]
  here[last] = {$ref: './parts/part.json', ...more}
  // The part is in another folder.
  const moved = JSON.stringify(part).replaceAll('"#/', '"../openapi.json#/')
  return {'openapi.json': root, 'parts/part.json': JSON.parse(moved) as unknown}
}

const LOANS = ['paths', '/loans']
const RESPONSE = [...LOANS, 'get', 'responses', '200']
const SCHEMA = [...RESPONSE, 'content', 'application/json', 'schema']

describe('a `$ref` instead of', () => {
  test.each(
    sample(
      [
        ['paths'],
        LOANS,
        [...LOANS, 'get'],
        [...LOANS, 'get', 'parameters'],
        [...LOANS, 'get', 'responses'],
        RESPONSE,
        [...RESPONSE, 'headers'],
        [...RESPONSE, 'content'],
        [...RESPONSE, 'content', 'application/json'],
        SCHEMA,
        [...SCHEMA, 'properties'],
        [...SCHEMA, 'properties', 'place', 'allOf'],
        [...SCHEMA, 'properties', 'place', 'allOf', 0, 'properties'],
        [...LOANS, 'post', 'requestBody', 'content'],
        [...LOANS, 'post', 'callbacks'],
        ['components'],
        ['components', 'schemas'],
        ['components', 'schemas', 'Loan', 'properties'],
        ['components', 'securitySchemes'],
        ['security']
      ].map(keys => [keys.join(' '), keys] as const)
    )
  )('%s is followed', (_, keys) => {
    const singleFile = (type: string): Files => ({'openapi.json': library(type)})
    const kindsOf = (all: readonly string[]) => all.map(each => each.replace(/ .*$/s, '')).sort()
    const [older, newer] = [split('string', keys), split('integer', keys)]
    expect(snapshotOf(older).gaps).toEqual([])
    // The changes are the same as with a single file.
    expect(kindsOf(changesBetween(older, newer))).toEqual(
      kindsOf(changesBetween(singleFile('string'), singleFile('integer')))
    )
    expect(changesBetween(older, older)).toEqual([])
    expect(changesBetween(singleFile('string'), older)).toEqual([])
  })
})

test('a changed line is reported in the file of the referenced part', () => {
  const at = (type: string): Files => split(type, [...SCHEMA, 'properties'])
  expect(changesBetween(at('string'), {...at('string'), 'parts/part.json': at('integer')['parts/part.json']})).toEqual([
    'type-changed id.* in parts/part.json',
    'type-changed place.shelf in parts/part.json'
  ])
})

test('entries next to a `$ref` count, and take precedence', () => {
  const files = split('string', ['components', 'schemas'], {
    Loan: {type: 'object', properties: {id: {type: 'boolean'}}}
  })
  expect(changesBetween({'openapi.json': library('string')}, files).map(each => each.replace(/ .*$/s, ''))).toEqual([
    'type-changed'
  ])
})

test('a `$ref` to a map works within the same file, and through another `$ref`', () => {
  const files = (type: string): Files => {
    const {'openapi.json': root, 'parts/part.json': part} = split(type, [...SCHEMA, 'properties'])
    const own = structuredClone(root) as {paths: unknown; components: {schemas: Json}}
    const text = JSON.stringify(own).replace('./parts/part.json', '#/components/schemas/Whole/properties')
    const again = JSON.parse(text) as {components: {schemas: Record<string, unknown>}}
    again.components.schemas.Whole = {type: 'object', properties: {$ref: 'parts/chain.json'}}
    return {'openapi.json': again, 'parts/chain.json': {$ref: 'part.json'}, 'parts/part.json': part}
  }
  const [older, newer] = [files('string'), files('integer')]
  expect(snapshotOf(older).gaps).toEqual([])
  const changed = {...older, 'parts/part.json': newer['parts/part.json']}
  expect(changesBetween(older, changed).map(each => each.replace(/ .*$/s, ''))).toEqual([
    'type-changed',
    'type-changed'
  ])
})

test('a property that has the name of a map is a property', () => {
  const named = (type: string): Files => ({
    'openapi.json': {
      ...library('string'),
      components: {
        ...(library('string').components as Json),
        schemas: {
          Loan: {
            type: 'object',
            properties: {content: {$ref: 'parts/note.json'}, properties: {$ref: 'parts/note.json'}}
          }
        }
      }
    },
    'parts/note.json': {type, description: 'A note'}
  })
  expect(snapshotOf(named('string')).gaps).toEqual([])
  expect(changesBetween(named('string'), named('integer'))).toEqual(['type-changed note.* in parts/note.json'])
})

test('a map that cannot be read is a gap, not an empty map', () => {
  const missing = {...split('string', [...SCHEMA, 'properties'])}
  const {'parts/part.json': _, ...files} = missing
  const gaps = snapshotOf(files).gaps.map(({message}) => message)
  expect(gaps.some(each => each.startsWith("`properties` is a `$ref` that can't be read here."))).toBe(true)
  const circle = {...missing, 'parts/part.json': {$ref: 'part.json'}}
  expect(snapshotOf(circle).gaps.length).toBeGreaterThan(0)
})
