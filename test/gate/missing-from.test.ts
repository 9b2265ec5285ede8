import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {repositoryOf, TODAY} from './scenario.ts'

const HEAD = 'openapi: 3.1.0\ninfo: {title: Lending Library API, version: "1"}\n'
const OK = '{responses: {"200": {description: OK}}}'

const BEFORE = `${HEAD}servers:
  - url: https://a.library.example
  - url: https://b.library.example
paths:
  /v1/loans/{id}:
    get:
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - $ref: '#/components/parameters/Page'
      responses:
        '200':
          description: OK
          headers:
            X-Total: {schema: {type: integer}}
        '404': {description: None}
    post:
      requestBody: {content: {application/json: {schema: {type: object}}}}
      callbacks:
        due: {'{$request.body#/url}': {post: ${OK}}}
      responses: {'201': {description: Created}}
    delete: ${OK}
  /v1/fines:
    get: ${OK}
webhooks:
  loanDue:
    put: ${OK}
    post: ${OK}
components:
  parameters:
    Page: {name: page, in: query, schema: {type: integer}}
`
/** The shared parameter is still declared, but no operation references it. */
const AFTER = `${HEAD}servers:
  - url: https://a.library.example
paths:
  /v1/loans/{loan}:
    get:
      parameters:
        - {name: loan, in: path, required: true, schema: {type: string}}
      responses:
        '200':
          description: OK
    post:
      responses: {'201': {description: Created}}
webhooks:
  loanDue:
    put: ${OK}
components:
  parameters:
    Page: {name: page, in: query, schema: {type: integer}}
`

const MISSING = [
  ['DELETE /v1/loans/{id}', '/v1/loans/{loan}:'],
  ['GET /v1/fines', 'paths:'],
  ['operation webhook loanDue', 'loanDue:'],
  ['operation callback due {$request.body#/url} POST of POST /v1/loans/{id}', 'post:'],
  ['GET /v1/loans/{loan} (parameter page, in request)', 'get:'],
  ['GET /v1/loans/{loan} (header X-Total, in response)', "'200':"],
  ['GET /v1/loans/{id}', 'responses:'],
  ['POST /v1/loans/{id}', 'post:'],
  ['/**', 'servers:']
] as const

const FORMATS = 'github=a.txt,sarif=a.sarif,gitlab=a.json'

/** The file, line, and subject of each finding in three formats for CI services. */
async function findingLines(cwd: string) {
  const {err} = await tenure(['check', '--as-of', TODAY, '--format', FORMATS], {cwd})
  expect(err).toBe('')
  const read = (file: string): string => readFileSync(join(cwd, file), 'utf8')
  const commands = read('a.txt').matchAll(
    /^::\w+ file=(?<file>[^,]+)(?:,line=(?<line>\d+))?.*?,title=[^:]*?%3A (?<subject>.*?)::/gm
  )
  const named = [...commands].map(({groups: {file, line, subject} = {}}) => ({
    file,
    line: Number(line),
    subject: subject?.replaceAll('%2C', ',')
  }))
  const [run] = (JSON.parse(read('a.sarif')) as Sarif).runs
  const issues = JSON.parse(read('a.json')) as {location: {path: string; lines: {begin: number}}}[]
  return {
    github: named,
    sarif: run.results.map(({locations: [{physicalLocation}], properties}) => ({
      file: physicalLocation.artifactLocation.uri,
      line: physicalLocation.region?.startLine,
      subject: properties.subject
    })),
    gitlab: issues.map(({location}) => ({file: location.path, line: location.lines.begin}))
  }
}

interface Sarif {
  readonly runs: readonly [
    {
      readonly results: readonly {
        readonly locations: readonly [
          {readonly physicalLocation: {artifactLocation: {uri: string}; region?: {startLine: number}}}
        ]
        readonly properties: {readonly subject: string}
      }[]
    }
  ]
}

describe.concurrent('a removed part', () => {
  it('is reported on the line of its nearest remaining parent, in every format with lines', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': BEFORE}]],
      branch: [[TODAY, {'openapi.yaml': AFTER}]]
    })
    const {github, sarif, gitlab} = await findingLines(cwd)
    const lines = AFTER.split('\n')
    const texts = new Map(github.map(({subject, line}) => [subject, lines[line - 1]?.trim().split(' ')[0]]))
    expect(texts).toEqual(new Map(MISSING))
    expect(new Set(github.map(({file}) => file))).toEqual(new Set(['openapi.yaml']))
    expect(sarif).toEqual(github)
    expect(gitlab).toEqual(github.map(({file, line}) => ({file, line})))
  })

  it('has no line if the whole description was removed', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': BEFORE, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}]],
      branch: [[TODAY, {'openapi.yaml': ''}]]
    })
    const {github} = await findingLines(cwd)
    expect(github).toContainEqual({file: 'openapi.yaml', line: Number.NaN, subject: 'GET /v1/fines'})
  })

  it('in a referenced file is reported on its remaining parent in that file', async () => {
    const textOf = (...lines: readonly string[]) => `${lines.join('\n')}\n`
    const cwd = await repositoryOf({
      main: [
        [
          '2024-06-01',
          {
            'openapi.yaml': `${HEAD}paths:\n  /v1/loans: {$ref: loans.yaml}\n`,
            'loans.yaml': textOf(
              'get:',
              '  parameters: [{name: q, in: query, schema: {type: string}}]',
              '  responses: {"200": {description: OK}}',
              `delete: ${OK}`
            )
          }
        ]
      ],
      branch: [[TODAY, {'loans.yaml': textOf('summary: Loans', 'get:', '  responses: {"200": {description: OK}}')}]]
    })
    expect((await findingLines(cwd)).sarif).toEqual([
      {file: 'loans.yaml', line: 2, subject: 'GET /v1/loans (parameter q, in request)'},
      {file: 'openapi.yaml', line: 4, subject: 'DELETE /v1/loans'}
    ])
  })

  it('is reported by `diff` on its line in the old description', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': BEFORE}]],
      branch: [[TODAY, {'openapi.yaml': AFTER}]]
    })
    const {out} = await tenure(['diff', 'main:openapi.yaml', 'openapi.yaml', '--verbose', '--as-of', TODAY], {cwd})
    expect(out).toContain('      Removed `DELETE /v1/loans/{id}`.\n        main:openapi.yaml:23:5  operation-removed\n')
  })
  it('is reported by `diff --format json` with its old place and its remaining parent', async () => {
    const cwd = folder({'old.yaml': BEFORE, 'new.yaml': AFTER})
    const {out} = await tenure(['diff', 'old.yaml', 'new.yaml', '--format', 'json', '--as-of', TODAY], {cwd})
    const {changes} = JSON.parse(out) as {
      changes: {kind: string; subject: string; places: Record<string, {source: string; line?: number}>}[]
    }
    const removed = changes.filter(({places}) => !places.new)
    expect(removed).toHaveLength(MISSING.length)
    const lines = AFTER.split('\n')
    const [first] = removed.filter(({subject}) => subject === 'DELETE /v1/loans/{id}')
    expect(first?.places).toMatchObject({
      old: {source: 'old.yaml', line: 23},
      missingFrom: {source: 'new.yaml', line: lines.findIndex(line => line.includes('/v1/loans/{loan}:')) + 1}
    })
    for (const {places} of changes) expect('missingFrom' in places).toBe(!places.new)
  })
})
