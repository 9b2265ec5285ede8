import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {type CommandResult, expectRefusal, folder, REPOSITORY, tenure, write} from '../cli/run.ts'
import {
  check,
  checkScenario,
  cloneOf,
  DELETED,
  get,
  git,
  history,
  repositoryOf,
  type State,
  spec,
  TODAY
} from './scenario.ts'

const LOANS = get('/v1/loans')
const SHELVES = get('/v1/shelves')
const LOANS_AND_SHELVES = {'openapi.yaml': spec(LOANS, SHELVES)}
const SHELVES_DEPRECATED = {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, '))}
const LOANS_ONLY = {'openapi.yaml': spec(LOANS)}
const UNREADABLE = 'openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n  /v1/loans: {get: [}\n'
const PASSES = {code: 0, verdicts: []}
const VIOLATION = {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], subject: 'GET /v1/shelves'}

const MAIN: State[] = [
  ['2024-06-01', LOANS_AND_SHELVES],
  ['2025-01-15', SHELVES_DEPRECATED],
  ['2025-06-01', {'notes.txt': 'Nothing of the API.\n'}]
]
const WORK: State[] = [[TODAY, LOANS_ONLY]]

describe.concurrent('a shallow clone', () => {
  it('with one commit is rejected with a remedy', async () => {
    const clone = await cloneOf(await repositoryOf({main: [...MAIN, ...WORK]}), '--depth', '1')
    const result = await check(clone)
    expectRefusal(result)
    expect(result.err).toContain('fetch-depth: 0')
    expect(result.err).toContain('git fetch --unshallow')
  })

  it('with one commit of a branch is rejected, with and without the target in CI variables', async () => {
    const repository = await repositoryOf({main: MAIN, branch: WORK})
    const clone = await cloneOf(repository, '--depth', '1', '--branch', 'work')
    const envs = [{}, {GITHUB_BASE_REF: 'main'}, {CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main'}]
    for (const result of await Promise.all(envs.map(env => check(clone, [], TODAY, env)))) {
      expectRefusal(result)
      expect(result.err).toContain('fetch-depth: 0')
    }
  })

  it('with one commit is reported in every requested format', async () => {
    const clone = await cloneOf(await repositoryOf({main: [...MAIN, ...WORK]}), '--depth', '1')
    const formats = 'github,markdown=tenure.md,sarif=t.sarif,junit=t.xml,gitlab=issues.json,json=t.json'
    const {code, out, err} = await tenure(['check', '--as-of', TODAY, '--format', formats], {cwd: clone})
    const read = (name: string): string => readFileSync(join(clone, name), 'utf8')
    expect(code).toBe(2)
    expect(err).toContain('fetch-depth: 0')
    expect(out).toMatch(/^::error .*title=tenure%3A not checked::The clone has only one commit/m)
    expect(read('tenure.md')).toMatch(/<!-- tenure check -->[\s\S]+## ❓ Not checked[\s\S]+only one commit/)
    const [run] = JSON.parse(read('t.sarif')).runs
    expect(run.results).toEqual([])
    expect(run.invocations[0].executionSuccessful).toBe(false)
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain('The clone has only one commit')
    expect(read('t.xml')).toContain('<error ')
    expect(JSON.parse(read('issues.json'))).toHaveLength(1)
    expect(JSON.parse(read('t.json'))).toEqual({
      format: 1,
      command: 'check',
      notChecked: [{message: expect.stringContaining('The clone has only one commit.'), place: {source: '.'}}]
    })
  })

  it('and other failures are JSON reports that match the published schema', async () => {
    const isReport = new Ajv2020({strict: false}).compile(
      JSON.parse(readFileSync(join(REPOSITORY, 'schemas', 'report.schema.json'), 'utf8'))
    )
    const whole = await repositoryOf({
      main: MAIN,
      branch: [[TODAY, {'torn.yaml': UNREADABLE, 'first.yaml': spec(LOANS)}]]
    })
    const runCheck = async (...args: string[]) => {
      const {code, out, err} = await tenure(['check', '--as-of', TODAY, '--format', 'json', ...args], {cwd: whole})
      const report = JSON.parse(out)
      expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true)
      return {code, report: report, err}
    }
    for (const args of [
      ['--base', 'nowhere'],
      ['--spec', 'torn.yaml'],
      ['--config', 'lost.yaml']
    ]) {
      const {code, report, err} = await runCheck(...args)
      expect(code).toBe(2)
      expect(report.notChecked[0].message, err).toMatch(/^[^:]+\.$|^.+:.+\.$/)
      expect(err).toContain(report.notChecked[0].message)
    }
    const {code, report} = await runCheck('--spec', 'first.yaml')
    expect(code).toBe(0)
    expect(report).toMatchObject({
      findings: [],
      uncompared: {text: expect.stringContaining('with nothing'), isUnsure: false}
    })
  })

  it('is reported for each of several APIs', async () => {
    const apis = 'format: 1\napis: [{name: a, spec: a.yaml}, {name: b, spec: b.yaml}]\n'
    const files = {'tenure.yaml': apis, 'a.yaml': spec(LOANS), 'b.yaml': spec(SHELVES)}
    const clone = await cloneOf(await repositoryOf({main: [['2024-06-01', files], ...WORK]}), '--depth', '1')
    const formats = 'github,gitlab=issues.json,sarif=t.sarif'
    const {code, out} = await tenure(['check', '--as-of', TODAY, '--format', formats], {cwd: clone})
    const read = (name: string): string => readFileSync(join(clone, name), 'utf8')
    expect(code).toBe(2)
    expect(out).toContain('not checked')
    const fingerprints = JSON.parse(read('issues.json')).map(({fingerprint}: {fingerprint: string}) => fingerprint)
    expect(fingerprints.length).toBeGreaterThan(0)
    expect(new Set(fingerprints).size).toBe(fingerprints.length)
    expect(JSON.parse(read('t.sarif')).runs[0].invocations[0].executionSuccessful).toBe(false)
  })

  it('with one commit is enough if the base is a file', async () => {
    const clone = await cloneOf(await repositoryOf({main: [...MAIN, ...WORK]}), '--depth', '1')
    write(clone, {'old.yaml': spec(LOANS, SHELVES)})
    const {code, out} = await check(clone, ['--base', 'old.yaml'])
    expect({code, rule: JSON.parse(out).findings[0].rule}).toEqual({code: 1, rule: 'unannounced-removal'})
  })

  it('with a few commits leaves the start of a deprecation undetermined', async () => {
    const clone = await cloneOf(await repositoryOf({main: [...MAIN, ...WORK]}), '--depth', '2')
    const {code, out} = await check(clone)
    const {judgments, remarks, source} = JSON.parse(out)
    expect({code, partial: source.partial, verdict: judgments[0].verdict}).toEqual({
      code: 2,
      partial: true,
      verdict: 'undetermined'
    })
    expect(remarks.join('\n')).toMatch(
      /Partial: it isn't known since when .* because the clone is shallow.*`fetch-depth: 0`/
    )
  })
})

describe.concurrent('the base after a push', () => {
  const main: State[] = [
    ['2024-06-01', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/copies'))}],
    ['2026-03-01', {'openapi.yaml': spec(LOANS, SHELVES)}],
    [TODAY, {'openapi.yaml': spec(LOANS)}]
  ]
  const findingSubjects = ({out}: CommandResult): string[] =>
    JSON.parse(out)
      .findings.map(({subject}: {subject: string}) => subject)
      .sort()

  it('is the state before the push if CI names it', async () => {
    const cwd = await repositoryOf({main})
    const before = (await git(cwd, ['rev-parse', 'HEAD~2'])).trim()
    const event = join(folder({'event.json': JSON.stringify({ref: 'refs/heads/main', before})}), 'event.json')
    expect(findingSubjects(await check(cwd))).toEqual(['GET /v1/shelves'])
    for (const env of [{CI_COMMIT_BEFORE_SHA: before}, {GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: event}]) {
      const result = await check(cwd, [], TODAY, env)
      expect(findingSubjects(result)).toEqual(['GET /v1/copies', 'GET /v1/shelves'])
      expect(JSON.parse(result.out).remarks.join()).toContain(`what was there before the push (${before.slice(0, 7)})`)
    }
    const clone = await cloneOf(cwd, '--depth', '2')
    const result = await check(clone, [], TODAY, {CI_COMMIT_BEFORE_SHA: before})
    expectRefusal(result)
    expect(result.err).toContain('lacks the state before the push')
  })

  it('is the file at the revision that `--base` names, whatever its path', async () => {
    const cwd = await repositoryOf({
      main: [...main, [TODAY, {'openapi.yaml': DELETED, 'api/openapi.yaml': spec(LOANS)}]]
    })
    const result = await check(cwd, ['--base', 'HEAD~3:openapi.yaml'])
    expect(findingSubjects(result)).toEqual(['GET /v1/copies', 'GET /v1/shelves'])
    expect(JSON.parse(result.out).remarks.join()).toContain('Compared `api/openapi.yaml` with `HEAD~3:openapi.yaml`')
    const unresolved = await check(cwd, ['--base', 'HEAD~3:api/openapi.yaml'])
    expectRefusal(unresolved)
    expect(unresolved.err).toContain('`HEAD~3:api/openapi.yaml`')
  })
})

describe.concurrent('without a configuration', () => {
  it('the only description in a subfolder is checked', async () => {
    const main: State[] = [['2024-06-01', {'api/openapi.yaml': spec(LOANS, SHELVES)}]]
    const cwd = await repositoryOf({main, tree: {'api/openapi.yaml': spec(LOANS)}})
    const {code, out} = await check(cwd)
    expect({code, place: JSON.parse(out).findings[0].place.source}).toMatchObject({code: 1})
    expect(JSON.parse(out).remarks.join()).toContain('Compared `api/openapi.yaml` with the last commit')
  })

  it('several descriptions or none exit 2', async () => {
    const two = folder({'api/openapi.yaml': spec(LOANS), 'web/openapi.yaml': spec(LOANS)})
    const rooms = await check(two)
    expectRefusal(rooms)
    expect(rooms.err).toContain('`api/openapi.yaml` and `web/openapi.yaml`')
    const withoutSpec = await check(folder())
    expectRefusal(withoutSpec)
    expect(withoutSpec.err).toContain(
      'Nothing to check: no API description (`openapi.yaml`, …) and no history (`history.yaml`) found. Name a description with `--spec PATH`.'
    )
  })
})

describe.concurrent('unreadable files:', () => {
  it('an unreadable description exits 2 with the place', async () => {
    const result = await check(await repositoryOf({main: MAIN, branch: [[TODAY, {'openapi.yaml': UNREADABLE}]]}))
    expectRefusal(result)
    expect(result.err).toMatch(/openapi\.yaml:4:\d+/)
    expect(result.err).not.toMatch(/[0-9a-f]{7}:openapi\.yaml/)
  })

  it('an unreadable base exits 2 with the place and the commit', async () => {
    const main: State[] = [['2026-03-01', {'openapi.yaml': UNREADABLE}]]
    const result = await check(await repositoryOf({main, branch: [[TODAY, LOANS_AND_SHELVES]]}))
    expectRefusal(result)
    expect(result.err).toMatch(/[0-9a-f]{7}:openapi\.yaml:4:\d+/)
    expect(result.err).toContain('--base')
  })

  it('an unresolved reference in the description exits 2 with the place', async () => {
    const unresolved = get('/v1/shelves', 'parameters: [{$ref: "shared.yaml#/page"}], ')
    const {code, out} = await check(
      await repositoryOf({main: MAIN, branch: [[TODAY, {'openapi.yaml': spec(LOANS, unresolved)}]]})
    )
    const {remarks, source} = JSON.parse(out)
    expect({code, partial: source.partial}).toEqual({code: 2, partial: true})
    expect(remarks.join('\n')).toMatch(/Partial: .*openapi\.yaml:5:\d+/)
  })

  it('an unreadable history exits 2 with the place', async () => {
    const unreadable = history([['1.0', '2024-01-15', ['droped: GET /v1/shelves']]])
    const result = await check(
      await repositoryOf({main: MAIN, branch: [[TODAY, {...LOANS_ONLY, 'history.yaml': unreadable}]]})
    )
    expectRefusal(result)
    expect(result.err).toMatch(/history\.yaml:7:\d+/)
  })

  it.each([
    ['an unknown revision', 'nosuch', '`git branch --all`'],
    ['a name that looks like an option', '--output=x', 'revision'],
    ['a file that is no description', 'notes.txt', 'notes.txt']
  ])('%s as the base exits 2', async (_, base, message) => {
    const cwd = await repositoryOf({main: MAIN, branch: WORK})
    const result = await check(cwd, [`--base=${base}`])
    expectRefusal(result)
    expect(result.err).toContain(message)
  })

  it("an unreadable commit in between doesn't interrupt a deprecation", () =>
    checkScenario(
      {
        name: 'unreadable at one commit',
        main: [
          ['2024-06-01', LOANS_AND_SHELVES],
          ['2025-01-15', SHELVES_DEPRECATED],
          ['2025-03-01', {'openapi.yaml': UNREADABLE}],
          ['2025-03-02', SHELVES_DEPRECATED]
        ],
        branch: WORK
      },
      {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
    ))
})

describe.concurrent('without git', () => {
  it('one file is compared with another', async () => {
    const cwd = folder({'old.yaml': spec(LOANS, SHELVES), 'new.yaml': spec(LOANS)})
    const {code, out, err} = await check(cwd, ['--base', 'old.yaml', '--spec', 'new.yaml'])
    expect(err).toBe('')
    const {findings, remarks} = JSON.parse(out)
    expect({code, remark: remarks[0]}).toEqual({
      code: 1,
      remark: 'Compared `new.yaml` with old.yaml.'
    })
    expect(findings).toMatchObject([
      {rule: 'unannounced-removal', verdict: 'violation', place: {source: 'new.yaml', line: 3}}
    ])
    expect(findings[0].remedy).toContain('2027-04-02')
  })

  it('nothing is compared without a base, and the report says so', async () => {
    const {code, out} = await check(folder(LOANS_AND_SHELVES))
    expect({code, remark: JSON.parse(out).remarks[0]}).toEqual({
      code: 2,
      remark:
        'Compared `openapi.yaml` with nothing: there is no git repository here (name an older description with `--base FILE`).'
    })
  })

  it('a report about nothing compared shows no success in any format and fails', async () => {
    const cwd = folder(LOANS_AND_SHELVES)
    expect(await check(cwd, ['--fail-on=undetermined'])).toMatchObject({code: 2})
    const opening =
      /^(?:<!-- tenure check -->\n\n## ❓ |\? )?No violations, but nothing was compared in `?openapi\.yaml/
    for (const format of ['stylish', 'markdown', 'github']) {
      const {code, out} = await tenure(['check', '--format', format, '--fail-on=undetermined'], {cwd})
      expect({code, format}).toEqual({code: 2, format})
      expect(out).toMatch(opening)
      if (format === 'github') expect(out).toContain('\n::error title=tenure::Compared `openapi.yaml` with nothing: ')
      expect(out).toContain('there is no git repository here')
      expect(out).not.toMatch(/✔|✅|No policy violations/)
    }
  })

  it('an ignored file has no base until it is added', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2026-02-01', {'.gitignore': 'openapi.yaml\n'}],
        ['2026-03-01', {'notes.txt': 'none'}]
      ],
      tree: LOANS_AND_SHELVES
    })
    const {code, out} = await check(cwd)
    expect({code, remark: JSON.parse(out).remarks[0]}).toEqual({
      code: 2,
      remark:
        'Compared `openapi.yaml` with nothing: git ignores `openapi.yaml`, and so keeps nothing older of it (name an older description with `--base FILE`).'
    })
    await git(cwd, ['add', '--force', 'openapi.yaml'])
    expect(await check(cwd, ['--fail-on=undetermined'])).toMatchObject({code: 0})
  })

  it('the first commit passes, and the report says first that nothing was compared', async () => {
    const cwd = await repositoryOf({main: [['2026-03-01', LOANS_AND_SHELVES]]})
    const {code, out} = await tenure(['check', '--format', 'stylish', '--fail-on=undetermined'], {cwd})
    expect(code).toBe(0)
    expect(out).toMatch(
      /^\? No violations, but nothing was compared in openapi\.yaml .*\nCompared `openapi\.yaml` with nothing: /
    )
    const github = await tenure(['check', '--format', 'github'], {cwd})
    expect(github.out).not.toContain('::warning')
  })

  it("a repository that git doesn't trust exits 2 with a remedy", async () => {
    const cwd = await repositoryOf({main: [['2026-03-01', LOANS_AND_SHELVES]]})
    const result = await check(cwd, [], TODAY, {GIT_TEST_ASSUME_DIFFERENT_OWNER: '1'})
    expectRefusal(result)
    expect(result.err).toContain('safe.directory')
  })

  it('a revision as the base exits 2', async () => {
    const result = await check(folder(LOANS_AND_SHELVES), ['--base', 'main'])
    expectRefusal(result)
    expect(result.err).toContain('git repository')
  })
})

describe.concurrent('CI checkouts:', () => {
  it('the merge of a branch is checked out, as GitHub does', async () => {
    const cwd = await repositoryOf({main: MAIN, branch: [[TODAY, {'openapi.yaml': spec(SHELVES)}]]})
    await git(cwd, ['checkout', '--quiet', 'main'])
    const clone = await cloneOf(cwd)
    await git(clone, ['checkout', '--quiet', '--detach'])
    await git(clone, [
      '-c',
      'user.name=CI',
      '-c',
      'user.email=ci@library.example',
      'merge',
      '--quiet',
      '--no-ff',
      'origin/work'
    ])
    for (const env of [{}, {GITHUB_BASE_REF: 'main'}]) {
      const {code, out} = await check(clone, [], TODAY, env)
      expect({code, subject: JSON.parse(out).findings[0].subject}).toEqual({code: 1, subject: 'GET /v1/loans'})
    }
  })

  it('the branch is checked out as a detached head, and only the remote has the target', async () => {
    const repository = await repositoryOf({main: MAIN, branch: WORK})
    await git(repository, ['tag', '1.0', 'main~1'])
    const env = {CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main'}
    const judge = async (...args: readonly string[]) => {
      const clone = await cloneOf(repository, ...args)
      await git(clone, ['checkout', '--quiet', '--detach'])
      const {code, out} = await check(clone, [], TODAY, env)
      return {code, verdict: JSON.parse(out).judgments[0].verdict}
    }
    expect(await judge()).toEqual({code: 0, verdict: 'compliant'})
    expect(await judge('--no-tags')).toEqual({code: 0, verdict: 'undetermined'})
  })
})

describe.concurrent('special cases:', () => {
  it('a deprecation in a referenced file counts', () =>
    checkScenario(
      {
        name: 'a description in two files',
        main: [
          [
            '2024-06-01',
            {'openapi.yaml': spec(LOANS, '/v1/shelves: {$ref: shelves.yaml}'), 'shelves.yaml': pathItem('')}
          ],
          ['2025-01-15', {'shelves.yaml': pathItem('deprecated: true, ')}],
          ['2025-06-01', {'openapi.yaml': spec(LOANS, '/v1/shelves: {$ref: shelves.yaml}', get('/v1/fees'))}]
        ],
        branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/fees')), 'shelves.yaml': DELETED}]]
      },
      {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
    ))

  it("a deprecation that the history doesn't list is undetermined without the tag of its release", () =>
    checkScenario(
      {
        name: 'deprecated and not recorded',
        main: [
          ['2024-06-01', {...LOANS_AND_SHELVES, ...HISTORY}],
          ['2025-01-15', SHELVES_DEPRECATED]
        ],
        branch: [
          [
            TODAY,
            {
              ...LOANS_ONLY,
              'history.yaml': history([
                RELEASE,
                ['next', undefined, ['{removed: GET /v1/shelves, replacement: GET /v1/loans}']]
              ])
            }
          ]
        ]
      },
      {code: 0, verdicts: ['undetermined'], rules: ['notice-too-short'], since: '2025-01-15', remark: 'Fetch the tags'}
    ))

  it('a deprecation counts from the release for which the history lists it', () =>
    checkScenario(
      {
        name: 'deprecated before it was recorded',
        main: [
          ['2024-06-01', {...LOANS_AND_SHELVES, ...HISTORY}],
          ['2025-01-15', SHELVES_DEPRECATED]
        ],
        branch: [
          [
            TODAY,
            {
              ...LOANS_ONLY,
              'history.yaml': history([
                RELEASE,
                ['1.1', '2025-06-01', ['{deprecated: GET /v1/shelves, replacement: GET /v1/loans}']],
                ['next', undefined, ['{removed: GET /v1/shelves, replacement: GET /v1/loans}']]
              ])
            }
          ]
        ]
      },
      {code: 1, verdicts: ['violation'], rules: ['notice-too-short'], since: '2025-06-01'}
    ))

  it('a lower stability in the description fails', () =>
    checkScenario(
      {
        name: 'downgraded',
        main: [['2024-06-01', LOANS_AND_SHELVES]],
        branch: [[TODAY, {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'x-stability-level: beta, '))}]]
      },
      {
        code: 1,
        verdicts: ['violation'],
        rules: ['ga-breaking-change'],
        reasons: ['stability-downgraded', 'stability-disagrees'],
        subject: 'GET /v1/shelves',
        at: ['openapi.yaml', '/v1/shelves']
      }
    ))

  it('a removal after the stability was lowered fails', () =>
    checkScenario(
      {
        name: 'downgraded before the removal',
        main: [
          ['2024-06-01', LOANS_AND_SHELVES],
          ['2026-03-01', {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'x-stability-level: beta, '))}]
        ],
        branch: WORK
      },
      VIOLATION
    ))

  it('a description is deleted next to a history', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...HISTORY}]],
      branch: [[TODAY, {'openapi.yaml': DELETED}]]
    })
    const result = await check(cwd)
    expect(result.code).not.toBe(0)
    expect(`${result.out}${result.err}`).toContain('openapi.yaml')
  })

  it('a description is moved and rewritten', async () => {
    const rooms = Array.from({length: 20}, (_, at) => get(`/v1/rooms${at}`))
    const main: State[] = [['2024-06-01', {'openapi.yaml': spec(LOANS, SHELVES, ...rooms)}]]
    const cwd = await repositoryOf({
      main,
      branch: [[TODAY, {'openapi.yaml': DELETED, 'api/openapi.yaml': spec(LOANS)}]]
    })
    const result = await check(cwd, ['--spec', 'api/openapi.yaml'])
    expect(result.code).not.toBe(0)
    expect(`${result.out}${result.err}`).toContain('openapi.yaml')
  })

  it('a file with the name of a description but other content is ignored', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', {...HISTORY, 'api.yaml': 'name: a gateway\n', 'spec.json': '[]'}],
        ['2024-07-01', {'readme.md': 'x\n'}]
      ]
    })
    const result = await check(cwd)
    expect(result.code, result.err).toBe(0)
    expect(result.out).toContain('history.yaml')
  })

  it('a policy is weakened together with a removal', async () => {
    const months = (count: number) => `extends: thirteen-months\nguarantees: {ga: {notice: ${count} months}}\n`
    const config = 'policy: policy.yaml\n'
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', {...LOANS_AND_SHELVES, 'tenure.yaml': config, 'policy.yaml': months(13)}],
        ['2025-06-01', SHELVES_DEPRECATED]
      ],
      branch: [[TODAY, {...LOANS_ONLY, 'policy.yaml': months(6)}]]
    })
    const result = await check(cwd)
    expect(result.code).toBe(1)
    expect(result.out).toMatch(/The policy \(`policy\.yaml`\) of main \(\w+\) decides, /)
  })

  it.each([
    ['the configuration', 'tenure.yaml', (name: string) => `policy: ${name}\n`],
    [
      'the history',
      'history.yaml',
      (name: string) => `policy: ${name}\ncomplete: 2020-01-01\n${HISTORY['history.yaml']}`
    ]
  ])('%s names a weaker policy together with a removal', async (_, file, naming) => {
    const months = (count: number) => `extends: thirteen-months\nguarantees: {ga: {notice: ${count} months}}\n`
    const cwd = await repositoryOf({
      main: [
        [
          '2024-06-01',
          {...LOANS_AND_SHELVES, [file]: naming('long.yaml'), 'long.yaml': months(24), 'short.yaml': months(6)}
        ],
        ['2025-06-01', SHELVES_DEPRECATED]
      ],
      branch: [[TODAY, {...LOANS_ONLY, [file]: naming('short.yaml')}]]
    })
    await git(cwd, ['tag', '1.1', 'main'])
    const result = await check(cwd)
    expect(result.out).toMatch(/The policy \(`long\.yaml`\).* of main \(\w+\) decides?, /)
    expect(result.code).toBe(1)
    // There was no policy before that could have been weakened.
    const withoutPolicy = await repositoryOf({
      main: [
        ['2024-06-01', LOANS_AND_SHELVES],
        ['2025-06-01', SHELVES_DEPRECATED]
      ],
      branch: [[TODAY, {...LOANS_ONLY, [file]: naming('short.yaml'), 'short.yaml': months(6)}]]
    })
    expect((await check(withoutPolicy)).out).not.toContain('promised before')
  })

  it("an endpoint that the target removed later isn't reported", () =>
    checkScenario(
      {
        name: 'removed only on the default branch',
        main: [['2024-06-01', LOANS_AND_SHELVES]],
        branch: [[TODAY, {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/fees'))}]],
        later: [['2026-02-20', LOANS_ONLY]]
      },
      PASSES
    ))
})

const pathItem = (more: string): string => `{get: {${more}responses: {"200": {description: OK}}}}\n`
const RELEASE = ['1.0', '2024-01-15', ['added: GET /v1/loans', 'added: GET /v1/shelves']] as const
const HISTORY = {'history.yaml': history([RELEASE])}

describe.concurrent('files that are renamed in the change', () => {
  const policyOf = (notice: string) =>
    `# What the library promises to whoever calls it.\nformat: 1\nstabilities: [ga]\ndefaultStability: ga\nmarkers: [{form: v<major>, stability: ga}]\nguarantees: {ga: ${notice}}\n`
  const RELEASED: Parameters<typeof history>[0] = [
    ['1.0', '2024-06-01', ['added: GET /v1/loans', 'added: GET /v1/shelves']]
  ]
  const config = '# The gate of the lending library.\nformat: 1\nspec: openapi.yaml\n'

  it.each<[string, State[1], State[1], string[]]>([
    [
      'a configuration',
      {'old.yaml': `${config}policy: thirteen-months\n`},
      {'old.yaml': DELETED, 'new.yaml': `${config}policy: none.yaml\n`},
      ['--config', 'new.yaml']
    ],
    [
      'a history',
      {'history.yaml': history(RELEASED, 'policy: thirteen-months\n')},
      {'history.yaml': DELETED, 'moved.yaml': history(RELEASED, 'policy: none.yaml\n')},
      ['--history', 'moved.yaml']
    ]
  ])('%s: its policy in the target still applies', async (_, before, after, args) => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {...LOANS_AND_SHELVES, ...before, 'none.yaml': policyOf('none')}]],
      branch: [[TODAY, {...LOANS_ONLY, ...after}]]
    })
    const {code, out} = await check(cwd, args)
    expect({code, rule: JSON.parse(out).findings[0]?.rule}, out).toEqual({code: 1, rule: 'unannounced-removal'})
  })
})
