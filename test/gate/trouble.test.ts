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
const BOTH = {'openapi.yaml': spec(LOANS, SHELVES)}
const MARK = {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'deprecated: true, '))}
const ONE = {'openapi.yaml': spec(LOANS)}
const TORN = 'openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n  /v1/loans: {get: [}\n'
const FINE = {code: 0, verdicts: []}
const BROKEN = {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], subject: 'GET /v1/shelves'}

const MAIN: State[] = [
  ['2024-06-01', BOTH],
  ['2025-01-15', MARK],
  ['2025-06-01', {'notes.txt': 'Nothing of the API.\n'}]
]
const WORK: State[] = [[TODAY, ONE]]

describe.concurrent('a clone that is not whole', () => {
  it('of one commit is refused, with the way out', async () => {
    const clone = await cloneOf(await repositoryOf({main: [...MAIN, ...WORK]}), '--depth', '1')
    const ran = await check(clone)
    expectRefusal(ran)
    expect(ran.err).toContain('fetch-depth: 0')
    expect(ran.err).toContain('git fetch --unshallow')
  })

  it('of one commit of a branch is refused, whether or not CI names the target', async () => {
    const repository = await repositoryOf({main: MAIN, branch: WORK})
    const clone = await cloneOf(repository, '--depth', '1', '--branch', 'work')
    const envs = [{}, {GITHUB_BASE_REF: 'main'}, {CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main'}]
    for (const ran of await Promise.all(envs.map(env => check(clone, [], TODAY, env)))) {
      expectRefusal(ran)
      expect(ran.err).toContain('fetch-depth: 0')
    }
  })

  it('of one commit leaves a trace in every report that is asked for', async () => {
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

  it('and whatever else stops the gate is told in JSON as the published schema has it', async () => {
    const isReport = new Ajv2020({strict: false}).compile(
      JSON.parse(readFileSync(join(REPOSITORY, 'schemas', 'report.schema.json'), 'utf8'))
    )
    const whole = await repositoryOf({main: MAIN, branch: [[TODAY, {'torn.yaml': TORN, 'first.yaml': spec(LOANS)}]]})
    const told = async (...args: string[]) => {
      const {code, out, err} = await tenure(['check', '--as-of', TODAY, '--format', 'json', ...args], {cwd: whole})
      const written = JSON.parse(out)
      expect(isReport(written), JSON.stringify(isReport.errors)).toBe(true)
      return {code, written, err}
    }
    for (const args of [
      ['--base', 'nowhere'],
      ['--spec', 'torn.yaml'],
      ['--baseline', 'lost.json'],
      ['--config', 'lost.yaml']
    ]) {
      const {code, written, err} = await told(...args)
      expect(code).toBe(2)
      expect(written.notChecked[0].message, err).toMatch(/^[^:]+\.$|^.+:.+\.$/)
      expect(err).toContain(written.notChecked[0].message)
    }
    const {code, written} = await told('--spec', 'first.yaml')
    expect(code).toBe(0)
    expect(written).toMatchObject({
      findings: [],
      uncompared: {text: expect.stringContaining('with nothing'), isUnsure: false}
    })
  })

  it('leaves its trace for each of several APIs, too', async () => {
    const apis = 'format: 1\napis: [{name: a, spec: a.yaml}, {name: b, spec: b.yaml}]\n'
    const files = {'tenure.yaml': apis, 'a.yaml': spec(LOANS), 'b.yaml': spec(SHELVES)}
    const clone = await cloneOf(await repositoryOf({main: [['2024-06-01', files], ...WORK]}), '--depth', '1')
    const formats = 'github,gitlab=issues.json,sarif=t.sarif'
    const {code, out} = await tenure(['check', '--as-of', TODAY, '--format', formats], {cwd: clone})
    const read = (name: string): string => readFileSync(join(clone, name), 'utf8')
    expect(code).toBe(2)
    expect(out).toContain('not checked')
    const prints = JSON.parse(read('issues.json')).map(({fingerprint}: {fingerprint: string}) => fingerprint)
    expect(prints.length).toBeGreaterThan(0)
    expect(new Set(prints).size).toBe(prints.length)
    for (const name of ['t-a.sarif', 't-b.sarif'])
      expect(JSON.parse(read(name)).runs[0].invocations[0].executionSuccessful).toBe(false)
  })

  it('of one commit is enough beside a file', async () => {
    const clone = await cloneOf(await repositoryOf({main: [...MAIN, ...WORK]}), '--depth', '1')
    write(clone, {'old.yaml': spec(LOANS, SHELVES)})
    const {code, out} = await check(clone, ['--base', 'old.yaml'])
    expect({code, rule: JSON.parse(out).findings[0].rule}).toEqual({code: 1, rule: 'unannounced-removal'})
  })

  it('of a few commits cannot tell since when something was marked, and says so', async () => {
    const clone = await cloneOf(await repositoryOf({main: [...MAIN, ...WORK]}), '--depth', '2')
    const {code, out} = await check(clone)
    const {judgments, remarks, source} = JSON.parse(out)
    expect({code, partial: source.partial, verdict: judgments[0].verdict}).toEqual({
      code: 2,
      partial: true,
      verdict: 'undetermined'
    })
    expect(remarks.join('\n')).toMatch(/Partial: the clone is shallow.*`fetch-depth: 0`/)
  })
})

describe.concurrent('what a push brings', () => {
  const main: State[] = [
    ['2024-06-01', {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/copies'))}],
    ['2026-03-01', {'openapi.yaml': spec(LOANS, SHELVES)}],
    [TODAY, {'openapi.yaml': spec(LOANS)}]
  ]
  const gone = ({out}: CommandResult): string[] =>
    JSON.parse(out)
      .findings.map(({subject}: {subject: string}) => subject)
      .sort()

  it('is all of its commits, where CI tells what was there before', async () => {
    const cwd = await repositoryOf({main})
    const before = (await git(cwd, ['rev-parse', 'HEAD~2'])).trim()
    const event = join(folder({'event.json': JSON.stringify({ref: 'refs/heads/main', before})}), 'event.json')
    expect(gone(await check(cwd))).toEqual(['GET /v1/shelves'])
    for (const env of [{CI_COMMIT_BEFORE_SHA: before}, {GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: event}]) {
      const ran = await check(cwd, [], TODAY, env)
      expect(gone(ran)).toEqual(['GET /v1/copies', 'GET /v1/shelves'])
      expect(JSON.parse(ran.out).remarks.join()).toContain(`what was there before the push (${before.slice(0, 7)})`)
    }
    const clone = await cloneOf(cwd, '--depth', '2')
    const ran = await check(clone, [], TODAY, {CI_COMMIT_BEFORE_SHA: before})
    expectRefusal(ran)
    expect(ran.err).toContain('lacks the state before the push')
  })

  it('is beside a file of a revision, whatever it was called', async () => {
    const cwd = await repositoryOf({
      main: [...main, [TODAY, {'openapi.yaml': DELETED, 'api/openapi.yaml': spec(LOANS)}]]
    })
    const ran = await check(cwd, ['--base', 'HEAD~3:openapi.yaml'])
    expect(gone(ran)).toEqual(['GET /v1/copies', 'GET /v1/shelves'])
    expect(JSON.parse(ran.out).remarks.join()).toContain('Compared `api/openapi.yaml` with `HEAD~3:openapi.yaml`')
    const lost = await check(cwd, ['--base', 'HEAD~3:api/openapi.yaml'])
    expectRefusal(lost)
    expect(lost.err).toContain('`HEAD~3:api/openapi.yaml`')
  })
})

describe.concurrent('what is judged where nothing names it', () => {
  it('is the one description further down', async () => {
    const main: State[] = [['2024-06-01', {'api/openapi.yaml': spec(LOANS, SHELVES)}]]
    const cwd = await repositoryOf({main, tree: {'api/openapi.yaml': spec(LOANS)}})
    const {code, out} = await check(cwd)
    expect({code, place: JSON.parse(out).findings[0].place.source}).toMatchObject({code: 1})
    expect(JSON.parse(out).remarks.join()).toContain('Compared `api/openapi.yaml` with the last commit')
  })

  it('is asked for where there are more, or none', async () => {
    const two = folder({'api/openapi.yaml': spec(LOANS), 'web/openapi.yaml': spec(LOANS)})
    const many = await check(two)
    expectRefusal(many)
    expect(many.err).toContain('`api/openapi.yaml` and `web/openapi.yaml`')
    const none = await check(folder())
    expectRefusal(none)
    expect(none.err).toContain(
      'Nothing to check: no API description (`openapi.yaml`, …) and no history (`history.yaml`) found. Name a description with `--spec PATH`.'
    )
  })
})

describe.concurrent('what cannot be read', () => {
  it('the description: refused, with the place', async () => {
    const ran = await check(await repositoryOf({main: MAIN, branch: [[TODAY, {'openapi.yaml': TORN}]]}))
    expectRefusal(ran)
    expect(ran.err).toMatch(/openapi\.yaml:4:\d+/)
    expect(ran.err).not.toMatch(/[0-9a-f]{7}:openapi\.yaml/)
  })

  it('the base: refused, with the place and the commit', async () => {
    const main: State[] = [['2026-03-01', {'openapi.yaml': TORN}]]
    const ran = await check(await repositoryOf({main, branch: [[TODAY, BOTH]]}))
    expectRefusal(ran)
    expect(ran.err).toMatch(/[0-9a-f]{7}:openapi\.yaml:4:\d+/)
    expect(ran.err).toContain('--base')
  })

  it('a part of the description: told with the place, and never fine', async () => {
    const lost = get('/v1/shelves', 'parameters: [{$ref: "shared.yaml#/page"}], ')
    const {code, out} = await check(
      await repositoryOf({main: MAIN, branch: [[TODAY, {'openapi.yaml': spec(LOANS, lost)}]]})
    )
    const {remarks, source} = JSON.parse(out)
    expect({code, partial: source.partial}).toEqual({code: 2, partial: true})
    expect(remarks.join('\n')).toMatch(/Partial: .*openapi\.yaml:5:\d+/)
  })

  it('the history: refused, with the place', async () => {
    const torn = history([['1.0', '2024-01-15', ['droped: GET /v1/shelves']]])
    const ran = await check(await repositoryOf({main: MAIN, branch: [[TODAY, {...ONE, 'history.yaml': torn}]]}))
    expectRefusal(ran)
    expect(ran.err).toMatch(/history\.yaml:7:\d+/)
  })

  it.each([
    ['a base that no one knows', 'nosuch', '`git branch --all`'],
    ['a base that looks like an option', '--output=x', 'revision'],
    ['a base that is a file of nothing', 'notes.txt', 'notes.txt']
  ])('%s: refused', async (_, base, says) => {
    const cwd = await repositoryOf({main: MAIN, branch: WORK})
    const ran = await check(cwd, [`--base=${base}`])
    expectRefusal(ran)
    expect(ran.err).toContain(says)
  })

  it('a commit in between breaks off no mark', () =>
    checkScenario(
      {
        name: 'torn for a while',
        main: [
          ['2024-06-01', BOTH],
          ['2025-01-15', MARK],
          ['2025-03-01', {'openapi.yaml': TORN}],
          ['2025-03-02', MARK]
        ],
        branch: WORK
      },
      {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
    ))
})

describe.concurrent('without git', () => {
  it('one file is held against another', async () => {
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

  it('nothing is held against nothing, and that is said', async () => {
    const {code, out} = await check(folder(BOTH))
    expect({code, remark: JSON.parse(out).remarks[0]}).toEqual({
      code: 2,
      remark:
        'Compared `openapi.yaml` with nothing: there is no git repository here (name an older description with `--base FILE`).'
    })
  })

  it('nothing older is no all-clear: every report for people begins with it, and it is unsure', async () => {
    const cwd = folder(BOTH)
    expect(await check(cwd, ['--strict'])).toMatchObject({code: 2})
    const said = /^(?:<!-- tenure check -->\n\n## ❓ |\? )?No violations, but nothing was compared in `?openapi\.yaml/
    for (const format of ['stylish', 'markdown', 'github']) {
      const {code, out} = await tenure(['check', '--format', format, '--strict'], {cwd})
      expect({code, format}).toEqual({code: 2, format})
      expect(out).toMatch(said)
      if (format === 'github') expect(out).toContain('\n::error title=tenure::Compared `openapi.yaml` with nothing: ')
      expect(out).toContain('there is no git repository here')
      expect(out).not.toMatch(/✔|✅|No policy violations/)
    }
  })

  it('what git ignores has nothing older, and is not new each time', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2026-02-01', {'.gitignore': 'openapi.yaml\n'}],
        ['2026-03-01', {'notes.txt': 'none'}]
      ],
      tree: BOTH
    })
    const {code, out} = await check(cwd)
    expect({code, remark: JSON.parse(out).remarks[0]}).toEqual({
      code: 2,
      remark:
        'Compared `openapi.yaml` with nothing: git ignores `openapi.yaml`, and so keeps nothing older of it (name an older description with `--base FILE`).'
    })
    await git(cwd, ['add', '--force', 'openapi.yaml'])
    expect(await check(cwd, ['--strict'])).toMatchObject({code: 0})
  })

  it('what truly is the first is fine, and says first that nothing was compared', async () => {
    const cwd = await repositoryOf({main: [['2026-03-01', BOTH]]})
    const {code, out} = await tenure(['check', '--format', 'stylish', '--strict'], {cwd})
    expect(code).toBe(0)
    expect(out).toMatch(
      /^\? No violations, but nothing was compared in openapi\.yaml .*\nCompared `openapi\.yaml` with nothing: /
    )
    const github = await tenure(['check', '--format', 'github'], {cwd})
    expect(github.out).not.toContain('::warning')
  })

  it('a repository that git does not trust is refused, with the way out', async () => {
    const cwd = await repositoryOf({main: [['2026-03-01', BOTH]]})
    const ran = await check(cwd, [], TODAY, {GIT_TEST_ASSUME_DIFFERENT_OWNER: '1'})
    expectRefusal(ran)
    expect(ran.err).toContain('safe.directory')
  })

  it('a revision is refused', async () => {
    const ran = await check(folder(BOTH), ['--base', 'main'])
    expectRefusal(ran)
    expect(ran.err).toContain('git repository')
  })
})

describe.concurrent('the ways of CI', () => {
  it('a merge of the branch is checked out, as GitHub does', async () => {
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

  it('the branch is checked out without its name, and the target is only known from afar', async () => {
    const clone = await cloneOf(await repositoryOf({main: MAIN, branch: WORK}))
    await git(clone, ['checkout', '--quiet', '--detach'])
    const {code, out} = await check(clone, [], TODAY, {CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main'})
    expect({code, verdict: JSON.parse(out).judgments[0].verdict}).toEqual({code: 0, verdict: 'compliant'})
  })
})

describe.concurrent('what is easily overlooked', () => {
  it('a mark in another file of the description', () =>
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

  it('a mark that the history does not tell of', () =>
    checkScenario(
      {
        name: 'marked, and not written down',
        main: [
          ['2024-06-01', {...BOTH, ...TOLD}],
          ['2025-01-15', MARK]
        ],
        branch: [
          [
            TODAY,
            {
              ...ONE,
              'history.yaml': history([
                TOLD_RELEASE,
                ['next', undefined, ['{removed: GET /v1/shelves, replacement: GET /v1/loans}']]
              ])
            }
          ]
        ]
      },
      {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
    ))

  it('a mark that the history dates later', () =>
    checkScenario(
      {
        name: 'marked before it was written down',
        main: [
          ['2024-06-01', {...BOTH, ...TOLD}],
          ['2025-01-15', MARK]
        ],
        branch: [
          [
            TODAY,
            {
              ...ONE,
              'history.yaml': history([
                TOLD_RELEASE,
                ['1.1', '2025-06-01', ['{deprecated: GET /v1/shelves, replacement: GET /v1/loans}']],
                ['next', undefined, ['{removed: GET /v1/shelves, replacement: GET /v1/loans}']]
              ])
            }
          ]
        ]
      },
      {code: 0, verdicts: ['compliant'], since: '2025-01-15'}
    ))

  it('a stability that is stated lower than before', () =>
    checkScenario(
      {
        name: 'GA in name only',
        main: [['2024-06-01', BOTH]],
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

  it('a stability that is stated lower, and the end with it', () =>
    checkScenario(
      {
        name: 'GA until yesterday',
        main: [
          ['2024-06-01', BOTH],
          ['2026-03-01', {'openapi.yaml': spec(LOANS, get('/v1/shelves', 'x-stability-level: beta, '))}]
        ],
        branch: WORK
      },
      BROKEN
    ))

  it('a description that is gone, beside a history', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {...BOTH, ...TOLD}]],
      branch: [[TODAY, {'openapi.yaml': DELETED}]]
    })
    const ran = await check(cwd)
    expect(ran.code).not.toBe(0)
    expect(`${ran.out}${ran.err}`).toContain('openapi.yaml')
  })

  it('a description that moves and is rewritten', async () => {
    const many = Array.from({length: 20}, (_, at) => get(`/v1/rooms${at}`))
    const main: State[] = [['2024-06-01', {'openapi.yaml': spec(LOANS, SHELVES, ...many)}]]
    const cwd = await repositoryOf({
      main,
      branch: [[TODAY, {'openapi.yaml': DELETED, 'api/openapi.yaml': spec(LOANS)}]]
    })
    const ran = await check(cwd, ['--spec', 'api/openapi.yaml'])
    expect(ran.code).not.toBe(0)
    expect(`${ran.out}${ran.err}`).toContain('openapi.yaml')
  })

  it('a file that is only called as a description is none', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', {...TOLD, 'api.yaml': 'name: a gateway\n', 'spec.json': '[]'}],
        ['2024-07-01', {'readme.md': 'x\n'}]
      ]
    })
    const ran = await check(cwd)
    expect(ran.code, ran.err).toBe(0)
    expect(ran.out).toContain('history.yaml')
  })

  it('a promise that is made smaller together with the end', async () => {
    const months = (count: number) => `extends: thirteen-months\nguarantees: {ga: {notice: ${count} months}}\n`
    const config = 'policy: policy.yaml\n'
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', {...BOTH, 'tenure.yaml': config, 'policy.yaml': months(13)}],
        ['2025-06-01', MARK]
      ],
      branch: [[TODAY, {...ONE, 'policy.yaml': months(6)}]]
    })
    const ran = await check(cwd)
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('the policy (`policy.yaml`), configuration, history, and waivers of')
  })

  it.each([
    ['the configuration', 'tenure.yaml', (name: string) => `policy: ${name}\n`],
    ['the history', 'history.yaml', (name: string) => `policy: ${name}\ncomplete: false\n${TOLD['history.yaml']}`]
  ])('a smaller promise that %s names together with the end', async (_, file, naming) => {
    const months = (count: number) => `extends: thirteen-months\nguarantees: {ga: {notice: ${count} months}}\n`
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', {...BOTH, [file]: naming('long.yaml'), 'long.yaml': months(24), 'short.yaml': months(6)}],
        ['2025-06-01', MARK]
      ],
      branch: [[TODAY, {...ONE, [file]: naming('short.yaml')}]]
    })
    const ran = await check(cwd)
    expect(ran.out).toContain('the policy (`long.yaml`), configuration, history, and waivers of')
    expect(ran.code).toBe(1)
    // It promised nothing before that could be taken back.
    const fresh = await repositoryOf({
      main: [
        ['2024-06-01', BOTH],
        ['2025-06-01', MARK]
      ],
      branch: [[TODAY, {...ONE, [file]: naming('short.yaml'), 'short.yaml': months(6)}]]
    })
    expect((await check(fresh)).out).not.toContain('promised before')
  })

  it('a lasting endpoint is not touched by what the default branch did with it later', () =>
    checkScenario(
      {
        name: 'main removes, the branch adds',
        main: [['2024-06-01', BOTH]],
        branch: [[TODAY, {'openapi.yaml': spec(LOANS, SHELVES, get('/v1/fees'))}]],
        later: [['2026-02-20', ONE]]
      },
      FINE
    ))
})

const pathItem = (more: string): string => `{get: {${more}responses: {"200": {description: OK}}}}\n`
const TOLD_RELEASE = ['1.0', '2024-01-15', ['added: GET /v1/loans', 'added: GET /v1/shelves']] as const
const TOLD = {'history.yaml': history([TOLD_RELEASE])}

describe.concurrent('files that are renamed with the change', () => {
  const promise = (notice: string) =>
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
  ])('%s: what it promised before binds', async (_, before, after, args) => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', {...BOTH, ...before, 'none.yaml': promise('none')}]],
      branch: [[TODAY, {...ONE, ...after}]]
    })
    const {code, out} = await check(cwd, args)
    expect({code, rule: JSON.parse(out).findings[0]?.rule}, out).toEqual({code: 1, rule: 'unannounced-removal'})
  })
})
