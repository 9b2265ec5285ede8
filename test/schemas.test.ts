// Checks the published schemas and what they accept in an editor.

import {readdirSync, readFileSync} from 'node:fs'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {readPolicyText} from '../src/inputs/config/policy-file.ts'
import {packageFolder} from '../src/stores/files/installed-packages.ts'
import {folder, pathsIn, tenure} from './cli/run.ts'
import {HERE} from './here.ts'

interface Schema {
  readonly $id: string
  readonly $schema: string
  readonly title: string
  readonly description: string
}

interface CatalogEntry {
  readonly name: string
  readonly description: string
  readonly fileMatch?: readonly string[]
  readonly url: string
}

const FILES = readdirSync(packageFolder('schemas')).filter(name => name.endsWith('.schema.json'))
const read = (path: string): string => readFileSync(packageFolder(path), 'utf8')
const schema = (file: string): Schema => JSON.parse(read(`schemas/${file}`))
const catalog: {schemas: readonly CatalogEntry[]} = JSON.parse(read('schemas/catalog.json'))

const fileOf = ({url}: CatalogEntry): string => url.slice(url.lastIndexOf('/') + 1)

/** Whether a pattern of the schema catalog matches a path. A pattern without a folder matches in every folder. */
function isMatch(path: string, pattern: string): boolean {
  const source = `${pattern.includes('/') ? '' : '**/'}${pattern}`
    .replaceAll(/[.+^$()[\]{}|\\]/g, '\\$&')
    .replaceAll('**/', '(?:.*/)?')
    .replaceAll(/(?<![.)])\*/g, '[^/]*')
  return new RegExp(`^${source}$`).test(path)
}

/** The schemas that editors apply to a path by default. */
const schemasFor = (path: string): string[] =>
  catalog.schemas.filter(({fileMatch = []}) => fileMatch.some(pattern => isMatch(path, pattern))).map(fileOf)

describe.each(FILES)('the schema %s', file => {
  it('states its title, description, and address', () => {
    const {$id, $schema, title, description} = schema(file)
    expect(new URL($id).pathname).toMatch(new RegExp(`/schemas/${file.replaceAll('.', '\\.')}$`))
    expect($schema).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(title).toMatch(/^[A-Z]/)
    expect(description).toMatch(/^[A-Z].*\.$/)
  })
})

describe('the schema catalog', () => {
  it('has the format of SchemaStore', () => {
    for (const entry of catalog.schemas) {
      expect(Object.keys(entry).filter(key => !['name', 'description', 'fileMatch', 'url'].includes(key))).toEqual([])
      expect(entry.url).toBe(schema(fileOf(entry)).$id)
      expect(entry.description).toBe(schema(fileOf(entry)).description)
    }
    expect(new Set(catalog.schemas.map(({name}) => name)).size).toBe(catalog.schemas.length)
  })

  it('has the schema of each file that tenure writes, and of no other file', async () => {
    const spec = 'openapi: 3.0.3\ninfo: {title: Library, version: "1"}\npaths: {/v1/loans: {get: {responses: {}}}}\n'
    const cwd = folder({'openapi.yaml': spec})
    for (const args of [['init'], ['record', '--release', '1.0'], ['deprecate', 'GET /v1/loans']])
      expect((await tenure(args, {cwd})).code).toBe(0)
    const files = pathsIn(cwd).filter(path => /\.ya?ml$/.test(path))
    expect(Object.fromEntries(files.map(path => [path, schemasFor(path)]))).toEqual({
      'api-history/next/get-v1-loans.yaml': ['next.schema.json'],
      'api-history/releases/1.0.yaml': ['release.schema.json'],
      'api-history/service.yaml': ['service.schema.json'],
      'openapi.yaml': [],
      'tenure.yaml': ['tenure.schema.json']
    })
    expect(schemasFor('services/loans/tenure.yaml')).toEqual(['tenure.schema.json'])
    for (const path of ['history.yaml', 'policy.yaml', 'service.yaml', 'releases/1.0.yaml', 'my-tenure.yaml'])
      expect(schemasFor(path), path).toEqual([])
  })
})

/** The files of `fixtures/editors` and their schemas. */
const EXAMPLES = [
  ['tenure.yaml', 'tenure'],
  ['policy.yaml', 'policy'],
  ['history.yaml', 'history'],
  ['api-history/service.yaml', 'service'],
  ['api-history/releases/3.0.yaml', 'release'],
  ['api-history/next/get-v1-fees.yaml', 'next']
] as const

describe('an editor', () => {
  const isValid = (path: string, name: string): boolean =>
    new Ajv2020({strict: false}).validate(schema(`${name}.schema.json`), parse(read(path)))

  it.each(EXAMPLES)('accepts a valid %s and rejects an invalid one', (path, name) => {
    expect(isValid(`fixtures/editors/valid/${path}`, name)).toBe(true)
    expect(isValid(`fixtures/editors/invalid/${path}`, name)).toBe(false)
  })

  it('has a schema for every example', () => {
    for (const kind of ['valid', 'invalid'])
      expect(pathsIn(packageFolder(`fixtures/editors/${kind}`)).filter(path => path.endsWith('.yaml'))).toEqual(
        EXAMPLES.map(([path]) => path).toSorted()
      )
  })

  it('accepts what the command accepts', async () => {
    const audit = (path: string) => tenure(['audit', packageFolder(`fixtures/editors/${path}`)], {cwd: folder()})
    expect((await audit('valid/history.yaml')).code).toBe(0)
    expect((await audit('valid/api-history')).code).toBe(0)
    expect((await audit('invalid/history.yaml')).err).toContain('history.yaml:6:9: ')
    const {err} = await audit('invalid/api-history')
    for (const path of ['service.yaml', 'releases/3.0.yaml', 'next/get-v1-fees.yaml'])
      expect(err).toContain(`api-history/${path}:`)
    expect(() => readPolicyText(HERE.files, read('fixtures/editors/invalid/policy.yaml'), 'policy.yaml')).toThrow(
      '`removal`'
    )
    const config = packageFolder('fixtures/editors/invalid/tenure.yaml')
    expect((await tenure(['due', '--config', config])).err).toContain('tenure.yaml:4:')
  })
})
