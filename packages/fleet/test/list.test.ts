import {execFileSync} from 'node:child_process'
import process from 'node:process'
import {InputError} from '@tenure/core/model/input-error'
import {openWorkspace} from '@tenure/core/stores/files/workspace'
import {describe, expect, it} from 'vitest'
import {folder, write} from '../../../test/cli/run.ts'
import {CONTEXT} from '../../../test/here.ts'
import {fileNameOf, readFleetList, shardOf} from '../src/list.ts'

const SPEC = 'openapi: 3.0.0\ninfo: {title: Lending, version: "1"}\npaths: {}\n'

const read = (path: string) => {
  const workspace = openWorkspace(path, process.env)
  return readFleetList({...CONTEXT, files: workspace.files, git: workspace.git}, 'tenure.yaml')
}

/** The tasks of a list that is read from a folder with these files. */
const tasks = (files: Readonly<Record<string, string>>) => read(folder(files)).apis.map(({task}) => task())

/** The problems of a list, each with its line and column. */
function problems(files: Readonly<Record<string, string>>): string[] {
  try {
    read(folder(files))
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.problems.map(({message, place}) => `${place?.line}:${place?.column} ${message}`)
  }
  throw new Error('The list was read.')
}

describe('an entry with a source', () => {
  it('becomes a job with its own policy, or that at the top', () => {
    const list = `
policy: kubernetes
apis:
  - {name: lending, source: ../lending, owner: team-lending, group: public, policy: policies/public.yaml}
  - {name: search, source: search, tags: v*, spec: api.yaml}
  - {name: 2024, source: holds/history.yaml, policy: stripe}
`
    const policy = 'extends: thirteen-months\n'
    expect(tasks({'tenure.yaml': list, 'policies/public.yaml': policy})).toEqual([
      {id: 'lending', source: '../lending', owner: 'team-lending', group: 'public', policy: 'policies/public.yaml'},
      {id: 'search', source: 'search', tags: 'v*', spec: 'api.yaml', policy: 'kubernetes'},
      {id: '2024', source: 'holds/history.yaml', policy: 'stripe'}
    ])
  })

  it('is rejected with the place of a policy that cannot be read', () => {
    const list = `
policy: kubernets
apis:
  - {name: lending, source: lending, policy: policies/public.yaml}
  - {name: search, spec: search.yaml, policy: stripes}
  - {name: holds, source: holds}
`
    expect(problems({'tenure.yaml': list})).toEqual([
      expect.stringMatching(/^4:12 Can't read `.*public\.yaml`: no such file or folder\.$/),
      expect.stringMatching(/^5:47 `stripes` is neither a file nor a preset\. Did you mean `stripe`\?/),
      expect.stringMatching(/^2:9 `kubernets` is neither a file nor a preset\. Did you mean `kubernetes`\?/)
    ])
  })

  it('is required, or another: an empty list is rejected', () => {
    expect(problems({'tenure.yaml': 'spec: openapi.yaml'})).toEqual([
      'undefined:undefined `tenure.yaml` has no `apis` to report on. List some there, or run `tenure audit` for a single API.'
    ])
  })
})

describe('an API of the repository', () => {
  it('becomes a job with what the configuration says about it, and nothing about others', () => {
    const list = `policy: stripe
waivers: [{subject: GET /v1/loans, api: other, reason: security, approver: a, approved: 2026-03-01}]
apis:
  - {glob: '*/api.yaml', owner: team}
  - {name: other, spec: none, history: other/history.yaml, policy: kubernetes}
`
    const files = {'tenure.yaml': list, 'a/api.yaml': SPEC, 'b/api.yaml': SPEC}
    const [a, b, other] = tasks(files)
    expect(a).toMatchObject({
      ...{id: 'a', owner: 'team', source: 'a/api.yaml'},
      config: {api: 'a', spec: 'a/api.yaml', policy: 'stripe', waivers: [], allApis: []}
    })
    expect(b).toMatchObject({id: 'b'})
    expect(other).toMatchObject({id: 'other', source: 'other/history.yaml', config: {policy: 'kubernetes'}})
    expect(tasks({...files, 'c/api.yaml': SPEC})[0]).toEqual(a)
  })
})

describe('a file of jobs', () => {
  const jobs = '{"id": "a", "source": "a"}\n\n{"id": "b", "releases": [{"version": "1", "text": "x"}]}'

  it('is a part of the list', () => {
    const list = 'apis:\n  - {name: c, source: c}\n  - {jobs: more/jobs.jsonl}\n'
    expect(tasks({'tenure.yaml': list, 'more/jobs.jsonl': jobs})).toEqual([
      {id: 'c', source: 'c'},
      {id: 'a', source: 'a'},
      {id: 'b', releases: [{version: '1', text: 'x'}]}
    ])
  })

  it('is rejected with the line of an invalid job', () => {
    const list = {'tenure.yaml': 'apis:\n  - {name: a, spec: a.yaml}\n  - {jobs: jobs.ndjson}\n'}
    const wrong = `${jobs}\n{"id": "c", "sorce": "c"}\n`
    expect(problems({...list, 'jobs.ndjson': wrong})).toEqual([
      expect.stringMatching(/^4:1 `sorce` isn't a key of a job\./),
      expect.stringMatching(/^4:1 A job needs /)
    ])
    expect(problems({...list, 'jobs.ndjson': '{"id": "a", '})).toEqual([expect.stringMatching(/^1:1 Invalid JSON: /)])
    expect(problems({...list, 'jobs.ndjson': jobs})).toEqual([
      '1:1 API `a` is listed twice, first at tenure.yaml:2. Give each its own name.'
    ])
    expect(problems(list)).toEqual([expect.stringMatching(/Can't read `.*jobs\.ndjson`/)])
  })
})

describe('a Backstage catalog', () => {
  /** An entity of kind API. */
  const entity = (name: string, spec: string, metadata = '') => `apiVersion: backstage.io/v1alpha1
kind: API
metadata: {name: ${name}${metadata}}
spec:
  type: openapi
  lifecycle: production
${spec}
`
  const component = 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: web}\nspec: {type: website}\n'

  it('adds each API that is described in OpenAPI', () => {
    const catalog = [
      component,
      entity('lending', '  owner: group:default/lending\n  definition: {$text: ./openapi.yaml}'),
      entity('search', '  owner: user:jane\n  system: catalog\n  definition: |\n    openapi: 3.0.0'),
      entity('holds', '  owner: holds\n  definition: {$text: ../holds/api.yaml}', ', namespace: desk'),
      entity('remote', '  definition: {$text: "https://library.example/openapi.yaml"}'),
      entity('events', '  definition: x').replace('type: openapi', 'type: asyncapi'),
      'apiVersion: v1\nkind: API\n'
    ].join('---\n')
    const list = `
policy: kubernetes
apis: [{backstage: 'services/**/catalog-info.yaml'}]
`
    const {apis, remarks} = read(
      folder({
        'tenure.yaml': list,
        'services/a/catalog-info.yaml': catalog,
        'services/a/openapi.yaml': SPEC,
        'services/holds/releases.json': '{}'
      })
    )
    const common = {group: 'production', policy: 'kubernetes'}
    expect(apis.map(({task}) => task())).toEqual([
      {id: 'lending', owner: 'lending', ...common, releases: [{version: 'current', path: 'services/a/openapi.yaml'}]},
      {
        id: 'search',
        owner: 'user:jane',
        ...common,
        releases: [{version: 'current', text: 'openapi: 3.0.0\n', name: 'services/a/catalog-info.yaml'}]
      },
      {id: 'desk/holds', owner: 'desk/holds', ...common, source: 'services/holds'},
      {
        problem: {
          message:
            '`https://library.example/openapi.yaml` is a URL. Nothing is fetched from the network: list the API with a `source`.',
          place: expect.objectContaining({line: expect.any(Number)})
        }
      }
    ])
    expect(remarks).toEqual(['1 API of the catalog left out: not described in OpenAPI.'])
  })

  it('in a git repository reads releases from tags, or from commits that changed the API description', () => {
    const files = {
      'tenure.yaml': 'apis: [{backstage: catalog-info.yaml}]',
      'catalog-info.yaml': entity('lending', '  definition: {$text: openapi.yaml}'),
      'openapi.yaml': SPEC
    }
    const path = folder(files)
    execFileSync('git', ['init', '-q'], {cwd: path})
    const jobs = () => read(path).apis.map(({task}) => task())
    expect(jobs()).toEqual([{id: 'lending', group: 'production', source: 'openapi.yaml', branch: 'HEAD'}])
    write(path, {'tenure.yaml': 'apis: [{backstage: catalog-info.yaml, tags: "v*", group: all}]'})
    expect(jobs()).toEqual([{id: 'lending', group: 'all', source: 'openapi.yaml', tags: 'v*'}])
  })

  it('is rejected with the place of the mistake', () => {
    const list = 'apis: [{backstage: catalog-info.yaml}]'
    const withoutName = entity('x', '  definition: x').replace('{name: x}', '{title: X}')
    expect(problems({'tenure.yaml': list, 'catalog-info.yaml': `${component}---\n${withoutName}`})).toEqual([
      '8:11 This API has no `metadata.name`.'
    ])
    expect(problems({'tenure.yaml': list, 'catalog-info.yaml': 'kind: API\n---\nkind: [\n'})).toEqual([
      expect.stringMatching(/^4:1 Invalid YAML/)
    ])
  })
})

describe('the shard and the file names of an API', () => {
  it('depend only on its ID', () => {
    expect(shardOf('payments', 7)).toBe(shardOf('payments', 7))
    for (const count of [1, 2, 7]) {
      const parts = Array.from({length: 200}, (_, at) => shardOf(`api-${at}`, count))
      expect(new Set(parts)).toEqual(new Set(Array.from({length: count}, (_, at) => at + 1)))
    }
    expect(fileNameOf('Payments/API v2')).toMatch(/^payments-api-v2-[0-9a-f]{8}$/)
    expect(fileNameOf('API/x')).not.toBe(fileNameOf('api-x'))
    expect(fileNameOf('支払い')).toMatch(/^api-[0-9a-f]{8}$/)
  })
})
