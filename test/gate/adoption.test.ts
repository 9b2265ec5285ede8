import {chmodSync, cpSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {folder, releaseList, tenure, tenureProcess, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {check, DELETED, type Files, repositoryOf, git as runGit, type State, TODAY} from './scenario.ts'

const git = (cwd: string, ...args: readonly string[]) => runGit(cwd, args)

interface Operation {
  readonly deprecated?: boolean
  readonly sunset?: string
}

const operation = ({deprecated, sunset}: Operation): string =>
  [
    ...(deprecated ? ['deprecated: true, x-replaced-by: GET /v1/loans'] : []),
    ...(sunset === undefined ? [] : [`x-sunset: "${sunset}"`]),
    'responses: {"200": {description: ok}}'
  ].join(', ')

/** A description of the library with these endpoints under `/v1`. */
const library = (paths: Readonly<Record<string, Operation>>): string => `openapi: 3.0.3
info: {title: Lending Library, version: "1"}
paths:
  /v1/loans: {get: {responses: {"200": {description: ok}}}}
${Object.entries(paths)
  .map(([path, each]) => `  /v1/${path}: {get: {${operation(each)}}}\n`)
  .join('')}`

const CONFIG = 'format: 1\nspec: openapi.yaml\n'

/** A repository with a tag for each commit of its default branch and a branch that adopts tenure. */
async function createAdoption(states: readonly State[], record: readonly string[] = []): Promise<string> {
  const key = JSON.stringify([states, record])
  const template = TEMPLATES.get(key) ?? createTemplate(states, record)
  TEMPLATES.set(key, template)
  const cwd = folder()
  cpSync(await template, cwd, {recursive: true})
  return cwd
}

/** Most tests start from a copy of one of a few repositories. */
const TEMPLATES = new Map<string, Promise<string>>()

async function createTemplate(states: readonly State[], record: readonly string[]): Promise<string> {
  const cwd = await repositoryOf({main: states, branch: []})
  const commits = (await git(cwd, 'rev-list', '--reverse', 'main')).trim().split('\n')
  for (const [at, id] of commits.entries()) await git(cwd, 'tag', `v1.${at}`, id)
  write(cwd, {'tenure.yaml': CONFIG})
  const recorded = await tenure(['record', '--all', '--as-of', TODAY, ...record], {cwd})
  expect(recorded.code, recorded.err).toBe(0)
  await commitAll(cwd)
  return cwd
}

async function commitAll(cwd: string): Promise<void> {
  await git(cwd, 'add', '--all')
  await git(cwd, 'commit', '--quiet', '--message', 'Adopt tenure')
}

/** Merges the branch and creates another one. */
async function merge(cwd: string): Promise<void> {
  await git(cwd, 'checkout', '--quiet', 'main')
  await git(cwd, 'merge', '--quiet', '--no-ff', 'work')
  await git(cwd, 'checkout', '--quiet', '-b', 'later')
}

async function writeAndCommit(cwd: string, files: Files): Promise<void> {
  write(cwd, files)
  await commitAll(cwd)
}

interface Report {
  readonly code: number | null
  readonly findings: readonly {rule: string; level: string; message: string; remedy: string; release?: string}[]
  readonly remarks: readonly string[]
}

async function checkIn(cwd: string, asOf = TODAY): Promise<Report> {
  const {code, out, err} = await check(cwd, [], asOf)
  expect(err).toBe('')
  return {code, ...JSON.parse(out)}
}

const firstFindingOf = ({code, findings}: Report) => ({code, rule: findings[0]?.rule})

const WITHOUT_DEPRECATIONS: readonly State[] = [
  ['2024-01-10', {'openapi.yaml': library({shelves: {}, copies: {}})}],
  ['2025-01-10', {'openapi.yaml': library({shelves: {}})}]
]

describe.concurrent('adoption of a history whose descriptions deprecate nothing', () => {
  it('fails a removal without notice after the adoption is merged', async () => {
    const cwd = await createAdoption(WITHOUT_DEPRECATIONS)
    await merge(cwd)
    await writeAndCommit(cwd, {'openapi.yaml': library({})})
    const report = await checkIn(cwd)
    expect(firstFindingOf(report)).toEqual({code: 1, rule: 'unannounced-removal'})
    expect(report.findings[0]?.remedy).toContain(
      `If it was announced before ${TODAY}, merge a \`deprecated:\` line with its \`via:\` first, and accept it with \`adopted:\` in the configuration.`
    )
  })

  it('fails a removal without notice in the adopting change, also on the day before and after it', async () => {
    const cwd = await createAdoption(WITHOUT_DEPRECATIONS)
    await writeAndCommit(cwd, {'openapi.yaml': library({})})
    for (const day of ['2026-03-01', TODAY, '2026-03-03']) {
      expect(firstFindingOf(await checkIn(cwd, day))).toEqual({code: 1, rule: 'unannounced-removal'})
    }
  })

  it('fails a removal without notice that the history lists as unreleased or as released', async () => {
    const cwd = await createAdoption(WITHOUT_DEPRECATIONS)
    await merge(cwd)
    const without = library({})
    await writeAndCommit(cwd, {
      'openapi.yaml': without,
      'api-history/next/shelves.yaml': '- removed: GET /v1/shelves\n'
    })
    expect((await checkIn(cwd)).code).toBe(1)
    const {code} = await tenure(['record', '--release', 'v2.0', '--date', TODAY, '--as-of', TODAY], {cwd})
    expect(code).toBe(0)
    await commitAll(cwd)
    expect((await checkIn(cwd)).code).toBe(1)
  })

  it('leaves a removal before the adoption undetermined and names the key that decides it', async () => {
    const cwd = await createAdoption(WITHOUT_DEPRECATIONS)
    const {out} = await tenure(['audit', 'api-history', '--as-of', TODAY, '--format', 'json'], {cwd})
    const {findings, remarks} = JSON.parse(out) as Report & {remarks: readonly string[]}
    expect(findings[0]).toMatchObject({
      rule: 'unannounced-removal',
      message:
        "`GET /v1/copies` was removed in v1.1 (2025-01-10). It isn't known when its removal was announced, so the notice can't be checked."
    })
    expect(remarks).toContain(
      `Because of \`complete:\` in the history, removals without notice before ${TODAY} are undetermined.`
    )
  })

  it('counts an announcement that is merged with the first history on the day that it states', async () => {
    const cwd = await createAdoption(WITHOUT_DEPRECATIONS)
    await writeAndCommit(cwd, {
      'api-history/releases/2025-01-20.yaml':
        'on: 2025-01-20\nvia: mail to all account owners\nchanges:\n  - {deprecated: GET /v1/shelves, replacement: GET /v1/loans, sunset: 2026-02-20}\n'
    })
    await merge(cwd)
    await writeAndCommit(cwd, {'openapi.yaml': library({})})
    expect((await checkIn(cwd)).code).toBe(0)
  })

  it('gives the same date in `when` as `check` does', async () => {
    const cwd = await createAdoption(WITHOUT_DEPRECATIONS)
    const {out} = await tenure(['due', 'GET /v1/shelves', '--as-of', TODAY, '--format', 'json'], {cwd})
    expect(JSON.parse(out)).toMatchObject({kind: 'after', ifStartedToday: '2027-04-02'})
  })
})

/** A description with parameters, headers, and fields, some of them deprecated. */
const parts = (deprecated: string): string => `openapi: 3.0.3
info: {title: Lending Library, version: "1"}
paths:
  /v1/loans:
    get:
      parameters:
        - {name: branch, in: query, ${deprecated} schema: {type: string}}
        - {name: X-Desk, in: header, ${deprecated} schema: {type: string}}
      responses:
        "200":
          description: ok
          headers: {X-Total: {${deprecated} schema: {type: integer}}}
          content:
            application/json: {schema: {type: object, properties: {due: {type: string}, fee: {${deprecated} type: number}}}}
`

const DEPRECATED: readonly State[] = [
  ['2023-01-10', {'openapi.yaml': library({shelves: {}, copies: {}})}],
  [
    '2024-01-10',
    {'openapi.yaml': library({shelves: {deprecated: true, sunset: '2026-08-01'}, copies: {deprecated: true}})}
  ],
  ['2025-06-10', {'openapi.yaml': library({shelves: {deprecated: true, sunset: '2026-08-01'}})}]
]

const PARTS: readonly State[] = [
  ['2023-01-10', {'openapi.yaml': parts('')}],
  ['2024-01-10', {'openapi.yaml': parts('deprecated: true,')}]
]

/** What `due` and `audit` report, without the remarks. */
async function reportsIn(cwd: string) {
  const reportOf = async (...args: readonly string[]) => {
    const {code, out} = await tenure([...args, '--as-of', TODAY, '--format', 'json'], {cwd})
    const {remarks: _, ...others} = JSON.parse(out)
    return {code, ...others}
  }
  const due = await reportOf('due', '--within', '24m')
  const audit = await reportOf('audit')
  return {due, audit}
}

describe.concurrent('a change that adopts a history which matches the descriptions of its target', () => {
  it.each([
    ['operations', DEPRECATED, []],
    ['parameters, headers, and fields', PARTS, []],
    ['operations, from the commits of a branch', DEPRECATED, ['--releases', 'branch:main']],
    ['parameters, headers, and fields, from the commits of a branch', PARTS, ['--releases', 'branch:main']]
  ] as const)('passes, and the reports are the same before and after the merge: %s', async (_, states, record) => {
    const cwd = await createAdoption(states, record)
    const before = await checkIn(cwd)
    expect({code: before.code, rules: before.findings.map(({rule}) => rule)}).toEqual({code: 0, rules: []})
    const reports = await reportsIn(cwd)
    expect(reports.audit.findings.map(({rule}: {rule: string}) => rule)).not.toContain('back-dated-announcement')
    await merge(cwd)
    expect(await reportsIn(cwd)).toEqual(reports)
    expect((await checkIn(cwd)).code).toBe(0)
  })

  it('allows the removal of a parameter whose notice is over according to the descriptions', async () => {
    const cwd = await createAdoption(PARTS)
    await writeAndCommit(cwd, {'openapi.yaml': parts('deprecated: true,').replace(/ {8}- \{name: branch.*\n/, '')})
    expect((await checkIn(cwd)).code).toBe(0)
  })

  it('passes on the default branch before it is committed', async () => {
    const cwd = await repositoryOf({main: [...PARTS, ['2025-01-10', {'README.md': 'The library\n'}]]})
    write(cwd, {'tenure.yaml': CONFIG})
    expect((await tenure(['record', '--all', '--releases', 'branch:main', '--as-of', TODAY], {cwd})).code).toBe(0)
    expect(await checkIn(cwd)).toMatchObject({code: 0, findings: []})
  })

  it('passes with one file per release, and ignores files that the change itself edits', async () => {
    const files = (newer: string) => ({'specs/1.0.yaml': parts(''), 'specs/1.1.yaml': newer})
    const adopt = async (main: string, own: string) => {
      const cwd = await repositoryOf({
        main: [
          ['2024-01-10', files(main)],
          ['2025-01-10', {'README.md': 'The library\n'}]
        ],
        branch: []
      })
      write(cwd, {
        ...files(own),
        'tenure.yaml': 'format: 1\nspec: specs\n',
        'specs/releases.json': releaseList({'1.0': '2024-01-10', '1.1': '2024-01-10'})
      })
      const {code} = await tenure(['record', '--all', '--as-of', TODAY], {cwd})
      expect(code).toBe(0)
      await commitAll(cwd)
      expect((await checkIn(cwd)).code).toBe(0)
      write(cwd, {'specs/1.1.yaml': own.replace(/ {8}- \{name: branch.*\n/, '')})
      return checkIn(cwd)
    }
    const deprecated = parts('deprecated: true,')
    expect((await adopt(deprecated, deprecated)).code).toBe(0)
    expect((await adopt(parts(''), deprecated)).code).toBe(1)
  })

  it('makes git search only the history and the description, in few processes', async () => {
    const shelves = Array.from({length: 80}, (_, at): [string, string] => [`src/shelf${at}/books.txt`, 'books\n'])
    const cwd = await createAdoption([...PARTS, ['2025-01-10', Object.fromEntries(shelves)]])
    const tools = folder({
      git: '#!/bin/sh\nprintf "%s\\n" "$*" >> "$CALLS"\nexec /usr/bin/env -u PATH PATH="$REAL_PATH" git "$@"\n'
    })
    chmodSync(join(tools, 'git'), 0o755)
    const calls = join(tools, 'calls')
    const real = process.env.PATH ?? ''
    const env = {PATH: `${tools}:${real}`, REAL_PATH: real, CALLS: calls}
    expect((await tenureProcess(['check', '--as-of', TODAY], {cwd, env})).code).toBe(0)
    const lines = readFileSync(calls, 'utf8').split('\n')
    const logs = lines.filter(line => / log /.test(line))
    expect(lines.length).toBeLessThan(shelves.length)
    expect(logs.length).toBeGreaterThan(0)
    for (const line of logs) expect(line).toMatch(/ -- \S/)
  })
})

describe.concurrent('a change that adds the first configuration', () => {
  const LOANS = library({shelves: {}})
  const FEES = library({fees: {}})
  const SEVERAL = 'format: 1\napis:\n  - {name: loans, spec: loans.yaml}\n  - {name: fees, spec: fees.yaml}\n'
  const ONE = 'format: 1\nspec: loans.yaml\n'
  const UNRESOLVED = LOANS.replace('/v1/shelves: {', "/v1/shelves: {$ref: './shelves.yaml'}\n  /v1/copies: {")
  const adopt = (config: string, other: Files, branch: Files = {}) =>
    repositoryOf({
      main: [['2024-06-01', {'loans.yaml': LOANS, 'fees.yaml': FEES, ...other}]],
      branch: [[TODAY, {'tenure.yaml': config, ...branch}]]
    })

  it.each(
    sample([
      ['another API', {'openapi.yaml': library({desks: {}})}],
      ['a copy', {'docs/openapi.yaml': LOANS}],
      ['invalid YAML', {'openapi.yaml': 'openapi: 3.0.3\npaths: {/v1/loans: {get: ]\n'}],
      ['a reference that leads nowhere', {'openapi.yaml': UNRESOLVED}]
    ])
  )('passes if a description that it leaves out stays as it is: %s', async (_, other) => {
    for (const config of [SEVERAL, ONE]) {
      const {code, out, err} = await tenure(['check', '--fail-on=undetermined', '--as-of', TODAY], {
        cwd: await adopt(config, other)
      })
      expect({code, err}, out).toEqual({code: 0, err: ''})
    }
  })

  it.each([
    ['it changes', {'openapi.yaml': LOANS}, {'openapi.yaml': library({})}],
    ['it is deleted', {'openapi.yaml': LOANS}, {'openapi.yaml': DELETED}],
    [
      'a file that it refers to changes',
      {'openapi.yaml': UNRESOLVED, 'shelves.yaml': 'get: {responses: {"200": {description: ok}}}\n'},
      {'shelves.yaml': 'put: {responses: {"200": {description: ok}}}\n'}
    ]
  ])('fails if an endpoint is missing from a description that it leaves out: %s', async (_, other, branch) => {
    for (const config of [SEVERAL, ONE]) {
      const {code, out} = await tenure(['check', '--as-of', TODAY], {cwd: await adopt(config, other, branch)})
      expect(code, out).toBe(1)
      expect(out).toMatch(/`GET \/v1\/shelves` (?:is|are) removed/)
      expect(out).not.toContain('no longer lists')
      expect(out).not.toContain('keep its entry')
    }
  })
})

describe.concurrent('a recorded history', () => {
  const BREAKING = parts('deprecated: true,')
    .replace(/ {8}- \{name: branch.*\n/, '')
    .replace('type: string', 'type: integer')

  it.each([
    ['operations', DEPRECATED],
    ['parameters, headers, and fields', PARTS],
    [
      'removals and breaking changes without notice',
      [...PARTS, ['2025-02-10', {'openapi.yaml': BREAKING}]] as readonly State[]
    ]
  ])(
    'recording again writes nothing, and `check --all` reports about the past what `audit` reports: %s',
    async (_, states) => {
      const cwd = await createAdoption(states)
      const again = await tenure(['record', '--all', '--as-of', TODAY], {cwd})
      expect(again.out).toContain('Nothing was written.')
      expect(await checkIn(cwd)).toMatchObject({code: 0, findings: []})
      await merge(cwd)
      const {out} = await tenure(['audit', '--as-of', TODAY, '--format', 'json'], {cwd})
      expect(JSON.parse(out).findings.length).toBeGreaterThan(0)
    }
  )
})

describe.concurrent('a change that adopts a history with more than the descriptions of its target show', () => {
  const CLAIM = {
    'tenure.yaml': CONFIG,
    'history.yaml': `format: 1
service: Lending Library
releases:
  - {release: v1.0, date: 2023-01-10, changes: [{added: GET /v1/shelves}]}
  - release: v1.1
    date: 2024-01-10
    changes: [{deprecated: GET /v1/shelves, replacement: GET /v1/loans, sunset: 2026-03-01}]
`
  }
  const NEVER_DEPRECATED: readonly State[] = [
    ['2023-01-10', {'openapi.yaml': library({shelves: {}})}],
    ['2024-01-10', {'openapi.yaml': `# read again\n${library({shelves: {}})}`}]
  ]
  const DEPRECATED_SHELVES = library({shelves: {deprecated: true, sunset: '2026-03-01'}})

  it('credits a deprecation that no description shows only once it is merged', async () => {
    const cwd = await repositoryOf({main: NEVER_DEPRECATED, branch: [[TODAY, CLAIM]]})
    await git(cwd, 'tag', 'v1.0', 'main~1')
    await git(cwd, 'tag', 'v1.1', 'main')
    const adoption = await checkIn(cwd)
    expect(adoption).toMatchObject({code: 0, findings: []})
    write(cwd, {'openapi.yaml': library({})})
    const report = await checkIn(cwd)
    expect(report.code).toBe(1)
    expect(report.findings.map(({rule}) => rule)).toEqual(['unannounced-removal'])
    write(cwd, {'openapi.yaml': library({shelves: {}})})
    await merge(cwd)
    write(cwd, {'openapi.yaml': library({})})
    expect((await checkIn(cwd)).code).toBe(0)
  })

  it('reports a deprecation that a later change adds to the time before the adoption', async () => {
    const later = CLAIM['history.yaml'].replace('2026-03', '2027-09')
    const first = later.replace(/changes: \[\{deprecated.*/, 'changes: []')
    const cwd = await repositoryOf({
      main: [...NEVER_DEPRECATED, ['2025-01-10', {...CLAIM, 'history.yaml': first}]],
      branch: [[TODAY, {'history.yaml': later}]]
    })
    const {code, findings} = await checkIn(cwd)
    expect(code).toBe(0)
    expect(findings.map(({rule}) => rule)).toContain('back-dated-announcement')
  })

  it('ignores commits and tags of the branch', async () => {
    const cwd = await repositoryOf({
      main: NEVER_DEPRECATED,
      branch: [
        ['2024-01-10', {'openapi.yaml': DEPRECATED_SHELVES}],
        [TODAY, {...CLAIM, 'openapi.yaml': library({})}]
      ]
    })
    await git(cwd, 'tag', 'v1.0', 'main')
    await git(cwd, 'tag', 'v1.1', 'work~1')
    expect((await checkIn(cwd)).code).toBe(1)
  })

  it('ignores other descriptions of the target', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2023-01-10', {'openapi.yaml': library({shelves: {}}), 'old/openapi.yaml': library({shelves: {}})}],
        ['2024-01-10', {'old/openapi.yaml': DEPRECATED_SHELVES}]
      ],
      branch: [[TODAY, {...CLAIM, 'openapi.yaml': library({})}]]
    })
    expect((await checkIn(cwd)).code).toBe(1)
  })

  it('starts the notice at the last deprecation if an earlier one was withdrawn', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2023-01-10', {'openapi.yaml': library({shelves: {}})}],
        ['2024-01-10', {'openapi.yaml': DEPRECATED_SHELVES}],
        ['2025-01-10', {'openapi.yaml': library({shelves: {}})}],
        ['2026-01-10', {'openapi.yaml': DEPRECATED_SHELVES}]
      ],
      branch: [[TODAY, {...CLAIM, 'openapi.yaml': library({})}]]
    })
    const report = await checkIn(cwd)
    expect(report.code).toBe(1)
    expect(report.findings.map(({rule}) => rule)).toContain('notice-too-short')
  })

  it('starts the notice on the day that the description shows if the history claims an earlier day', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2023-01-10', {'openapi.yaml': library({shelves: {}})}],
        ['2025-09-10', {'openapi.yaml': DEPRECATED_SHELVES}]
      ],
      branch: [[TODAY, CLAIM]]
    })
    write(cwd, {'openapi.yaml': library({})})
    const {code, findings} = await checkIn(cwd)
    expect({code, rule: findings[0]?.rule}).toEqual({code: 1, rule: 'notice-too-short'})
    expect(findings[0]?.message).toContain('2025-09-10')
  })
})
