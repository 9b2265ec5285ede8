import {execFileSync} from 'node:child_process'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {InputError} from '../../../src/model/input-error.ts'
import {folder} from '../../../test/cli/run.ts'
import {HERE} from '../../../test/here.ts'
import {fileNameOf, readFleetList, shardOf} from '../src/list.ts'

const SPEC = 'openapi: 3.0.0\ninfo: {title: Lending, version: "1"}\npaths: {}\n'

/** The tasks of a list that is read from a folder with these files. */
function tasks(files: Readonly<Record<string, string>>, name = 'fleet.yaml') {
  const path = join(folder(files), name)
  return readFleetList(HERE, path).apis.map(({task}) => task())
}

/** The problems of a list, each with its line and column. */
function problems(files: Readonly<Record<string, string>>, name = 'fleet.yaml'): string[] {
  const path = join(folder(files), name)
  try {
    readFleetList(HERE, path)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.problems.map(({message, place}) => `${place?.line}:${place?.column} ${message}`)
  }
  throw new Error('The list was read.')
}

describe('an entry with an ID', () => {
  it('becomes a job with its own policy, that of its group, or that of the list', () => {
    const list = `
policy: kubernetes
groups:
  public: {policy: policies/public.yaml}
  internal: {}
apis:
  - {id: lending, source: lending/api, owner: team-lending, group: public}
  - {id: search, source: search, group: internal, tags: v*, spec: api.yaml, dates: days.yaml}
  - {id: 2024, history: holds/history.yaml, policy: stripe}
`
    const policy = 'extends: thirteen-months\n'
    expect(tasks({'fleet.yaml': list, 'policies/public.yaml': policy})).toEqual([
      {id: 'lending', source: 'lending/api', owner: 'team-lending', group: 'public', policy: 'policies/public.yaml'},
      {
        id: 'search',
        source: 'search',
        group: 'internal',
        tags: 'v*',
        spec: 'api.yaml',
        dates: 'days.yaml',
        policy: 'kubernetes'
      },
      {id: '2024', history: 'holds/history.yaml', policy: 'stripe'}
    ])
  })

  it('is rejected with the place of each mistake', () => {
    const list = `
policy: kubernets
groups: {public: {polcy: stripe}}
apis:
  - {id: lending, source: lending, sorce: x}
`
    expect(problems({'fleet.yaml': list})).toEqual([
      "3:19 `polcy` isn't a key of `public`. Did you mean `policy`?",
      expect.stringMatching(/^5:36 `sorce` isn't a key of an API\. Did you mean `source`\?/)
    ])
    const more = `
policy: kubernets
groups: {public: {policy: policies/public.yaml}}
apis:
  - {id: lending}
  - {id: search, source: search, group: pulic}
  - {glob: '*/api', dates: days.yaml}
  - {id: holds, glob: '*/api'}
  - {owner: team-lending}
`
    expect(problems({'fleet.yaml': more})).toEqual([
      '5:10 `lending` has no `source`.',
      "6:41 `pulic` isn't one of the `groups`. Did you mean `public`?",
      "7:21 `dates` can't be combined with `glob`. Allowed: `spec`, `tags`, `branch`, `policy`, `owner`, and `group`.",
      "8:17 `glob` can't be combined with `id`. Make two entries.",
      '9:5 This entry names no API. It needs an `id`, a `glob`, a `backstage` pattern, or a `jobs` file.',
      expect.stringMatching(/^2:9 `kubernets` is neither a file nor a preset\. Did you mean `kubernetes`\?/),
      expect.stringMatching(/^3:27 Can't read `.*public\.yaml`: no such file or folder\.$/)
    ])
  })

  it('is rejected if it is listed twice', () => {
    const list = 'apis:\n  - {id: a/api, source: x}\n  - {glob: "*/api"}\n'
    expect(problems({'fleet.yaml': list, 'a/api/1.0.yaml': SPEC})).toEqual([
      expect.stringMatching(/^3:12 API `a\/api` is listed twice, first at .*fleet\.yaml:2\. Keep one of them\.$/)
    ])
  })

  it('is required: an empty list is rejected', () => {
    expect(problems({'fleet.yaml': ''})).toEqual([expect.stringMatching(/^1:1 /)])
    expect(problems({'fleet.yaml': 'apis: []'})).toEqual([expect.stringMatching(/`apis` is empty/)])
  })
})

describe('a glob', () => {
  it('adds an API for each match, in the order of their paths', () => {
    const list = 'apis:\n  - {glob: "services/*/api", owner: team, spec: api.yaml}\n'
    const files = {
      'fleet.yaml': list,
      'services/b/api/1.0.yaml': SPEC,
      'services/a/api/1.0.yaml': SPEC,
      'services/c/other/1.0.yaml': SPEC,
      'services/node_modules/api/1.0.yaml': SPEC
    }
    expect(tasks(files)).toEqual([
      {id: 'services/a/api', source: 'services/a/api', owner: 'team', spec: 'api.yaml'},
      {id: 'services/b/api', source: 'services/b/api', owner: 'team', spec: 'api.yaml'}
    ])
  })

  it('is rejected if it matches nothing', () => {
    expect(problems({'fleet.yaml': 'apis:\n  - {glob: "services/*/api"}\n'})).toEqual([
      '2:12 `services/*/api` matches no file or folder.'
    ])
  })
})

describe('a file of jobs', () => {
  const jobs = '{"id": "a", "source": "a"}\n\n{"id": "b", "releases": [{"version": "1", "text": "x"}]}'

  it('can be used as the list or as a part of one', () => {
    const read = [
      {id: 'a', source: 'a'},
      {id: 'b', releases: [{version: '1', text: 'x'}]}
    ]
    expect(tasks({'jobs.ndjson': jobs}, 'jobs.ndjson')).toEqual(read)
    const list = 'apis:\n  - {id: c, source: c}\n  - {jobs: more/jobs.jsonl}\n'
    expect(tasks({'fleet.yaml': list, 'more/jobs.jsonl': jobs})).toEqual([{id: 'c', source: 'c'}, ...read])
  })

  it('is rejected with the line of an invalid job', () => {
    const wrong = `${jobs}\n{"id": "c", "sorce": "c"}\n`
    expect(problems({'jobs.ndjson': wrong}, 'jobs.ndjson')).toEqual([
      expect.stringMatching(/^4:1 `sorce` isn't a key of a job\./),
      expect.stringMatching(/^4:1 A job needs /)
    ])
    expect(problems({'jobs.ndjson': '{"id": "a", '}, 'jobs.ndjson')).toEqual([
      expect.stringMatching(/^1:1 Invalid JSON: /)
    ])
    expect(problems({'jobs.ndjson': `${jobs}\n${jobs}`}, 'jobs.ndjson')[0]).toMatch(
      /^4:1 API `a` is listed twice, first at .*jobs\.ndjson:1\./
    )
    expect(problems({}, 'jobs.ndjson')).toEqual([expect.stringMatching(/Can't read `.*jobs\.ndjson`/)])
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
groups: {catalog: {policy: stripe}, production: {policy: kubernetes}}
apis: [{backstage: 'services/**/catalog-info.yaml'}]
`
    const path = join(
      folder({
        'fleet.yaml': list,
        'services/a/catalog-info.yaml': catalog,
        'services/a/openapi.yaml': SPEC,
        'services/holds/releases.json': '{}'
      }),
      'fleet.yaml'
    )
    const {apis, remarks} = readFleetList(HERE, path)
    const common = {group: 'production', policy: 'kubernetes'}
    expect(apis.map(({task}) => task())).toEqual([
      {id: 'lending', owner: 'lending', ...common, releases: [{version: 'current', path: 'services/a/openapi.yaml'}]},
      {
        id: 'search',
        owner: 'user:jane',
        group: 'catalog',
        policy: 'stripe',
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
      'fleet.yaml': 'apis: [{backstage: catalog-info.yaml}]',
      'tags.yaml': 'apis: [{backstage: catalog-info.yaml, tags: "v*", group: all}]\ngroups: {all: {}}',
      'catalog-info.yaml': entity('lending', '  definition: {$text: openapi.yaml}'),
      'openapi.yaml': SPEC
    }
    const path = folder(files)
    execFileSync('git', ['init', '-q'], {cwd: path})
    const read = (name: string) => readFleetList(HERE, join(path, name)).apis.map(({task}) => task())
    expect(read('fleet.yaml')).toEqual([{id: 'lending', group: 'production', source: 'openapi.yaml', branch: 'HEAD'}])
    expect(read('tags.yaml')).toEqual([{id: 'lending', group: 'all', source: 'openapi.yaml', tags: 'v*'}])
  })

  it('is rejected with the place of the mistake', () => {
    const list = 'apis: [{backstage: catalog-info.yaml}]'
    const withoutName = entity('x', '  definition: x').replace('{name: x}', '{title: X}')
    expect(problems({'fleet.yaml': list, 'catalog-info.yaml': `${component}---\n${withoutName}`})).toEqual([
      '8:11 This API has no `metadata.name`.'
    ])
    expect(problems({'fleet.yaml': list, 'catalog-info.yaml': 'kind: API\n---\nkind: [\n'})).toEqual([
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
