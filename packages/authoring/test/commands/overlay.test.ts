import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {openDescription} from '@tenure/core/descriptions/readers'
import {formatSubject} from '@tenure/core/model/subject/subject'
import {openPlace} from '@tenure/core/stores/files/workspace'
import {Ajv2020} from 'ajv/dist/2020.js'
import fc from 'fast-check'
import {query} from 'json-p3'
// @ts-expect-error: it has no types
import {applyOverlay} from 'openapi-overlays-js/src/overlay.js'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {folder, GIT_ENV, REPOSITORY, tenure, write} from '../../../../test/cli/run.ts'

const SCHEMA = JSON.parse(readFileSync(join(REPOSITORY, 'fixtures/formats/overlay-1.0.schema.json'), 'utf8'))
const isOverlay = new Ajv2020({strict: false, formats: {'uri-reference': true}}).compile(SCHEMA)

type Json = Record<string, unknown>
const ok = (schema?: Json): Json => ({
  '200': {description: 'OK', ...(schema ? {content: {'application/json': {schema}}} : {})}
})

const DESCRIPTION = {
  openapi: '3.1.0',
  info: {title: 'Library', version: '3.0'},
  paths: {
    '/v1/loans': {
      get: {
        parameters: [
          {name: 'q', in: 'query', schema: {type: 'string'}},
          {name: "reader's", in: 'query', schema: {type: 'string'}},
          {$ref: '#/components/parameters/Page'},
          {name: 'X-Old', in: 'header', schema: {type: 'string'}}
        ],
        responses: {
          '200': {
            description: 'OK',
            headers: {'X-Count': {schema: {type: 'integer'}}},
            content: {
              'application/json': {
                schema: {
                  type: 'array',
                  items: {type: 'object', properties: {due: {type: 'string'}, state: {enum: ['A', 'B']}}}
                }
              }
            }
          }
        }
      },
      post: {responses: ok()}
    },
    '/v1/fees': {get: {responses: ok()}},
    '/v2/fees': {get: {responses: ok()}},
    '/v2/loans': {get: {responses: ok({$ref: '#/components/schemas/Loan'})}}
  },
  components: {
    parameters: {Page: {name: 'page', in: 'query', schema: {type: 'integer'}}},
    schemas: {Loan: {type: 'object', properties: {shelf: {type: 'string'}, place: {type: 'string'}}}}
  }
}

const HISTORY = `format: 1
service: "Library: \\"loans\\""
releases:
  - release: "1.0"
    date: 2024-01-10
    changes: [{added: GET /v1/loans}, {added: POST /v1/loans}, {added: GET /v1/fees}, {added: GET /v2/loans}, {added: GET /v0/loans}, {added: GET /v0/old}]
  - release: "1.1"
    date: 2025-01-01
    changes:
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2027-03-01}
      - {deprecated: /v1/fees/**, replacement: /v2/fees/**, sunset: 2027-04}
      - {deprecated: GET /v1/loans, parameter: q, in: request}
      - {deprecated: GET /v1/loans, parameter: reader's, in: request, sunset: 2027-06-01}
      - {deprecated: GET /v1/loans, parameter: page, in: request}
      - {deprecated: GET /v1/loans, header: X-Old, in: request}
      - {deprecated: GET /v1/loans, header: X-Count, in: response}
      - {deprecated: GET /v1/loans, field: "[].due", in: response, sunset: 2027-07-01, replacement: {field: "[].dueDate"}}
      - {deprecated: GET /v1/loans, field: "[].state", value: B, in: response}
      - {deprecated: Loan.shelf, replacement: Loan.place}
      - {deprecated: GET /v0/loans}
      - {deprecated: GET /v0/old}
      - {deprecated: GET /v2/loans}
  - {release: "1.2", date: 2025-02-01, changes: [{removed: GET /v0/old}, {withdrawn: GET /v2/loans}]}
  - {release: next, changes: [{deprecated: POST /v1/loans, replacement: none, sunset: "4.0"}]}
`

const PREFIX = `format: 1
service: A
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: /v1/**, sunset: 2027-01-01}]}
`

/** The overlay of a history, which is valid. */
async function overlayText(description: object, history: string) {
  const cwd = folder({'openapi.json': JSON.stringify(description), 'history.yaml': history})
  const {code, out, err} = await tenure(['record', '--overlay', '--as-of', '2026-03-02'], {cwd})
  expect(code).toBe(0)
  const overlay = parse(out)
  expect([isOverlay(overlay), isOverlay.errors]).toEqual([true, null])
  return {cwd, out, err, overlay}
}

/** The same, with the description after an independent program has applied the overlay. */
async function overlayOf(description: object, history: string) {
  const {cwd, out, err, overlay} = await overlayText(description, history)
  const applied = applyOverlay(structuredClone(description), overlay)
  write(cwd, {'applied.json': JSON.stringify(applied)})
  const read = openDescription(openPlace({cwd, env: GIT_ENV}), 'applied.json')
  const marks = [...read.listMarks(), ...(read.listPartMarks?.() ?? [])].flatMap(({subject, described}) =>
    described.deprecated ? [[formatSubject(subject), described.sunset, described.replacement]] : []
  )
  return {out, err, overlay, marks}
}

describe('tenure record --overlay', () => {
  it('says what the history says, for a reader of the description that another program has changed', async () => {
    const {overlay, marks, err} = await overlayOf(DESCRIPTION, HISTORY)
    expect(overlay).toMatchObject({
      overlay: '1.0.0',
      info: {title: 'Deprecations of Library: "loans"', version: '1.2'},
      extends: 'openapi.json'
    })
    expect(marks).toEqual([
      ['GET /v1/loans', '2027-03-01', 'GET /v2/loans'],
      ['POST /v1/loans', '4.0', 'none'],
      ['GET /v1/fees', '2027-04', 'GET /v2/fees'],
      ['GET /v1/loans (parameter q, in request)', undefined, undefined],
      ["GET /v1/loans (parameter reader's, in request)", '2027-06-01', undefined],
      ['GET /v1/loans (header X-Old, in request)', undefined, undefined],
      ['GET /v1/loans (header X-Count, in response)', undefined, undefined],
      ['Loan.shelf', undefined, 'Loan.place'],
      ['GET /v1/loans (field [].due, in response)', '2027-07-01', undefined]
    ])
    expect(err).toBe(`Left out, because the overlay can't say it:
  GET /v0/loans: the description has no such operation in its main file
  GET /v1/loans (parameter page, in request): it is in a shared component, whose other users would be deprecated, too
  GET /v1/loans (field [].due, in response): its replacement GET /v1/loans (field [].dueDate, in response) has no name in a description
  GET /v1/loans (field [].state, value B, in response): OpenAPI has no mark for a value
`)
  })

  it('has targets that lead to any path', async () => {
    const character = fc.constantFrom(...`ab'"\\$@?*[]().:;&|~^% é\u202e\n`)
    const path = fc.string({unit: character, minLength: 1, maxLength: 12}).map(text => `/v1/${text.trim()}`)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(path, {minLength: 1, maxLength: 4}), async paths => {
        const description = {
          ...{openapi: '3.0.3', info: {title: 'A', version: '1'}},
          paths: Object.fromEntries(paths.map(each => [each, {get: {operationId: each, responses: ok()}}]))
        }
        const {overlay, err} = await overlayText(description, PREFIX)
        const document = JSON.parse(JSON.stringify(description))
        expect(err).toBe('')
        // The program above knows no escapes in JSONPath, so these are looked up by another one.
        const found = overlay.actions.flatMap(({target}: {target: string}) =>
          query(target, document)
            .values()
            .map(each => (each as Json).operationId)
        )
        expect(found).toEqual(paths)
      }),
      {numRuns: 50}
    )
  })

  it('goes to a file, from which the description is found', async () => {
    const cwd = folder({
      'api/openapi.yaml': JSON.stringify(DESCRIPTION),
      'history.yaml': HISTORY,
      'out/readme': '',
      'tenure.yaml': 'format: 1\nspec: api/openapi.yaml\nhistory: history.yaml\n'
    })
    const {code, out} = await tenure(['record', '--overlay', 'out/overlay.json'], {cwd})
    expect([code, out]).toEqual([0, 'Wrote `out/overlay.json` with 9 deprecations.\n'])
    const overlay = JSON.parse(readFileSync(join(cwd, 'out/overlay.json'), 'utf8'))
    expect([isOverlay(overlay), overlay.extends]).toEqual([true, '../api/openapi.yaml'])
    expect((await tenure(['record', '--overlay', '--dry-run'], {cwd})).out).toContain('x-sunset: "2027-03-01"')
  })

  it('changes nothing if nothing is deprecated', async () => {
    const {overlay, err} = await overlayText(
      DESCRIPTION,
      'format: 1\nservice: A\nreleases:\n  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}\n'
    )
    expect([err, overlay.actions]).toEqual(['', [{target: '$.info', update: {}}]])
  })

  it('leaves out what is in another file', async () => {
    const cwd = folder({
      'openapi.json': JSON.stringify({...DESCRIPTION, paths: {'/v1/loans': {$ref: 'loans.json'}}}),
      'loans.json': JSON.stringify({get: {responses: ok()}}),
      'history.yaml': PREFIX
    })
    const {err} = await tenure(['record', '--overlay'], {cwd})
    expect(err).toContain('  GET /v1/loans: the description has no such operation in its main file\n')
  })

  it.each([
    ['--overlay', '--all'],
    ['--overlay', '--release', '1.0']
  ])('is refused with another task: %s %s', async (...args) => {
    const {code, err} = await tenure(['record', ...args], {cwd: folder({'history.yaml': PREFIX})})
    expect([code, err]).toEqual([2, expect.stringContaining("can't be combined with")])
  })

  it('is refused for what is no OpenAPI description, and for several APIs', async () => {
    const graphql = folder({'schema.graphql': 'type Query {loans: Int}', 'history.yaml': PREFIX})
    const other = await tenure(['record', '--overlay', '--spec', 'schema.graphql'], {cwd: graphql})
    expect([other.code, other.err]).toEqual([2, expect.stringContaining("isn't an OpenAPI description")])
    const several = folder({
      'tenure.yaml': 'format: 1\napis: [{name: a, spec: a.json}, {name: b, spec: b.json}]\n',
      'a.json': JSON.stringify(DESCRIPTION),
      'b.json': JSON.stringify(DESCRIPTION)
    })
    const {code, err} = await tenure(['record', '--overlay'], {cwd: several})
    expect([code, err]).toEqual([2, expect.stringContaining('--api')])
  })
})

it('leaves out an operation that another path shares, and finds a parameter without its side', async () => {
  const operation = {parameters: [{name: 'own', in: 'query', schema: {type: 'string'}}], responses: ok()}
  const paths = {
    '/v1/a': {$ref: '#/components/pathItems/P'},
    '/v1/b': {$ref: '#/components/pathItems/P'},
    '/v1/c': {get: operation}
  }
  const description = {
    openapi: '3.1.0',
    info: {title: 'A', version: '1'},
    paths,
    components: {pathItems: {P: {get: {responses: ok()}}}}
  }
  const added = Object.keys(paths).map(path => `{added: GET ${path}}`)
  const releases = (...changes: readonly string[]) =>
    `service: A\nreleases:\n  - {release: "1.0", date: 2024-01-10, changes: [${added.join(', ')}]}\n  - {release: "1.1", date: 2025-01-10, changes: [${changes.join(', ')}]}\n`
  const overlay = async (...changes: readonly string[]) => {
    const cwd = folder({'openapi.json': JSON.stringify(description), 'history.yaml': releases(...changes)})
    const {out, err} = await tenure(['record', '--overlay', '--spec', 'openapi.json', '--history', 'history.yaml'], {
      cwd
    })
    return {targets: parse(out).actions.map(({target}: {target: string}) => target), err}
  }
  const one = await overlay('{deprecated: GET /v1/a, sunset: 2027-01-10}')
  expect(one.targets).toEqual(['$.info'])
  expect(one.err).toContain('GET /v1/a: another path has the same operation, which would be deprecated, too')
  const all = await overlay(...['a', 'b'].map(name => `{deprecated: GET /v1/${name}, sunset: 2027-01-10}`))
  expect(new Set(all.targets)).toEqual(new Set(['$.components.pathItems.P.get']))
  const part = await overlay('{deprecated: GET /v1/c, parameter: own, sunset: 2027-01-10}')
  expect(part).toEqual({targets: ["$.paths['/v1/c'].get.parameters[?(@.name=='own' && @.in=='query')]"], err: ''})
})
