// Parts that two descriptions share are not compared, which must not change the result.

import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {diffSnapshots} from '../../../../../packages/openapi/src/diff/diff.ts'
import {findUnchangedParts} from '../../../../../packages/openapi/src/diff/unchanged/unchanged-parts.ts'
import {readSnapshot} from '../../../../../packages/openapi/src/read/snapshot.ts'
import {validate} from '../../../../../packages/openapi/src/validator.ts'
import {openFileTree} from '../../../../../src/documents/document-files.ts'
import {PartCache} from '../../../../../src/documents/parsing/incremental-parse.ts'
import type {Change} from '../../../../../src/model/api/change.ts'
import {isFullRun, sample, tries} from '../../../../tier.ts'
import {CORPUS, LENDING} from '../documents.ts'
import {edited, type Raw} from '../edits.ts'

const snapshotOf = (text: string | Buffer, shared: PartCache) =>
  readSnapshot(
    openFileTree(
      {
        path: 'openapi.json',
        sourceOf: path => path,
        read: () => Buffer.from(text),
        id: () => undefined,
        real: path => path
      },
      shared
    )
  )

function compareBothWays(
  older: string | Buffer,
  newer: string | Buffer
): {unshared: Change[]; shared: Change[]; unchanged: number} {
  const cache = new PartCache()
  const [from, to] = [snapshotOf(older, cache), snapshotOf(newer, cache)]
  const shared = diffSnapshots(from, to, validate)
  const unshared = diffSnapshots(snapshotOf(older, new PartCache()), snapshotOf(newer, new PartCache()), validate)
  return {unshared, shared, unchanged: findUnchangedParts(from, to).items.size}
}

/** A document as JSON, indented or not. */
const text = (document: object, indent?: number): string => JSON.stringify(document, undefined, indent)

const ok = (schema: string) => ({
  get: {responses: {200: {description: 'x', content: {'application/json': {schema: {$ref: schema}}}}}}
})
const BASE = {
  openapi: '3.0.3',
  info: {title: 'Library', version: '1'},
  paths: {'/loans': ok('#/components/schemas/Loan'), '/authors': ok('#/components/schemas/Author')},
  'x-ms-paths': {'/loans?due=today': ok('#/components/schemas/Loan')},
  'x-webhooks': {
    lent: {
      post: {
        requestBody: {content: {'application/json': {schema: {$ref: '#/components/schemas/Loan'}}}},
        responses: {200: {description: 'x'}}
      }
    }
  },
  components: {
    schemas: {
      Loan: {type: 'object', properties: {title: {$ref: '#/components/schemas/Title'}, until: {type: 'string'}}},
      Title: {type: 'object', properties: {text: {type: 'string'}}},
      Author: {type: 'object', properties: {name: {type: 'string'}}}
    },
    securitySchemes: {key: {type: 'apiKey', in: 'header', name: 'X-Key'}}
  },
  security: [{key: []}]
}
type Document = typeof BASE

describe('a change is found wherever references lead to it', () => {
  test.each<[string, (document: Document) => unknown, number, number]>(
    sample([
      [
        'two references away',
        ({components: {schemas}}) => Object.assign(schemas.Title.properties.text, {type: 'integer'}),
        2,
        3
      ],
      [
        'one reference away',
        ({components: {schemas}}) => Object.assign(schemas.Author.properties.name, {type: 'integer'}),
        1,
        6
      ],
      ['a removed component', ({components: {schemas}}) => Reflect.deleteProperty(schemas, 'Title'), 2, 3],
      ['security of the document', document => Object.assign(document, {security: []}), 2, 0],
      ['a security scheme', ({components}) => Object.assign(components.securitySchemes.key, {in: 'query'}), 2, 7],
      ['servers of the document', document => Object.assign(document, {servers: [{url: 'https://x.example/v9'}]}), 0, 0]
    ])
  )('%s', (_, change, least, unchanged) => {
    const changed = structuredClone(BASE)
    change(changed)
    for (const indent of [undefined, 2]) {
      const result = compareBothWays(text(BASE, indent), text(changed, indent))
      expect(result.shared).toEqual(result.unshared)
      expect(result.unchanged).toBe(unchanged)
      const affected = new Set(
        result.shared.flatMap(({reaches}) => reaches.map(({operation}) => JSON.stringify(operation)))
      )
      expect(affected.size).toBeGreaterThanOrEqual(least)
    }
  })

  test('all paths are unchanged if nothing differs', () => {
    expect(compareBothWays(text(BASE), text(BASE, 2)).unchanged).toBe(0)
    expect(compareBothWays(text(BASE, 2), text(BASE, 2)).unchanged).toBe(8)
  })

  test.each(
    sample([
      ['a reference with escapes', '#/components/schemas/T%69tle'],
      ['a reference into a part', '#/components/schemas/Title/properties/text'],
      ['a reference to a path', '#/paths/~1authors/get/responses/200/content/application~1json/schema'],
      ['a reference outside of components and paths', '#/x-own/Title']
    ])
  )('a change is found through %s', (_, $ref) => {
    const older = structuredClone(BASE) as Raw & Document
    Object.assign(older.components.schemas.Loan.properties.title, {$ref})
    older['x-own'] = {Title: {$ref: '#/components/schemas/Title'}}
    const newer = structuredClone(older)
    Object.assign(newer.components.schemas.Title.properties.text, {type: 'integer'})
    Object.assign(newer.components.schemas.Author.properties.name, {type: 'integer'})
    const result = compareBothWays(text(older, 2), text(newer, 2))
    expect(result.shared).toEqual(result.unshared)
    expect(result.shared.length).toBeGreaterThanOrEqual(1)
  })

  test('no part counts as unchanged if schemas have names or dynamic references', () => {
    for (const more of [
      {$id: 'https://library.example/title'},
      {$anchor: 'title'},
      {$dynamicRef: '#x'},
      {$recursiveRef: '#'}
    ]) {
      const named = structuredClone(BASE) as Raw & Document
      named.openapi = '3.1.0'
      Object.assign(named.components.schemas.Title, more)
      expect(compareBothWays(text(named, 2), text(named, 2)).unchanged).toBe(0)
    }
  })
})

describe('any edits give the same changes with and without a shared cache', () => {
  test.each(sample(Object.entries(LENDING)))('%s', (_, document) => {
    const numbers = fc.array(fc.nat({max: 0x3fffffff}), {minLength: 1, maxLength: 4})
    fc.assert(
      fc.property(numbers, fc.constantFrom(undefined, 2), (seeds, indent) => {
        const result = compareBothWays(text(document, indent), text(edited(document, seeds), indent))
        expect(result.shared).toEqual(result.unshared)
      }),
      {numRuns: tries(80)}
    )
  })
})

describe.skipIf(!CORPUS || !isFullRun)('real histories give the same changes with and without a shared cache', () => {
  const folder = CORPUS ?? ''
  const histories = CORPUS ? readdirSync(folder).filter(name => descriptionsIn(join(folder, name)).length > 1) : []
  test.each(sample(histories))('%s', name => {
    const files = descriptionsIn(join(folder, name)).slice(0, 2)
    for (const [at, file] of files.slice(1).entries()) {
      const [older, newer] = [files[at] as string, file].map(each => readFileSync(join(folder, name, each)))
      const result = compareBothWays(older as Buffer, newer as Buffer)
      expect(result.shared.length).toBe(result.unshared.length)
      expect(JSON.stringify(result.shared)).toBe(JSON.stringify(result.unshared))
    }
  })
})

function descriptionsIn(folder: string): string[] {
  const isDescription = (name: string): boolean =>
    /^(?:.{0,200}")?(openapi|swagger)"?:/ms.test(readFileSync(join(folder, name), 'utf8'))
  return readdirSync(folder)
    .filter(name => /\.(json|ya?ml)$/.test(name) && isDescription(name))
    .toSorted()
}
