import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {DELETED, get, git, history, repositoryOf, type Scenario, spec} from './scenario.ts'

const WITH_FEES = spec(get('/v1/loans'), get('/v1/fees'))
const WITHOUT_FEES = spec(get('/v1/loans'))
const CONFIG = 'format: 1\nspec: openapi.yaml\n'
const SOFT = `${CONFIG}enforceFrom: 2026-06-30\n`
const BEFORE = '2026-06-29'
const THE_DAY = '2026-06-30'

const main = (files: Readonly<Record<string, string>>): Scenario['main'] => [
  ['2025-01-01', {'openapi.yaml': WITH_FEES, ...files}]
]
const branch = (files: Readonly<Record<string, string>> = {}): Scenario['main'] => [
  ['2026-03-01', {'openapi.yaml': WITHOUT_FEES, ...files}]
]

async function checkIn(
  scenario: Omit<Scenario, 'name'>,
  day = BEFORE,
  args: readonly string[] = []
): Promise<{readonly code: number; readonly out: string; readonly first: string; readonly err: string}> {
  const cwd = await repositoryOf(scenario)
  const {code, out, err} = await tenure(['check', '--as-of', day, ...args], {cwd})
  return {code: code ?? -1, out, err, first: out.split('\n', 1)[0] ?? ''}
}

describe.concurrent('a soft start', () => {
  const soft = {main: main({'tenure.yaml': SOFT}), branch: branch()}

  it('reports violations without failing, and its first line says from when on they fail', async () => {
    const {code, first, out} = await checkIn(soft)
    expect(code).toBe(0)
    expect(first).toBe('! 1 violation would fail from 2026-06-30 on in openapi.yaml (policy: thirteen-months, default)')
    expect(out).toContain('Fix or waive it before 2026-06-30.')
    expect(out).toContain('unannounced-removal')
  })

  it('ends on its day, and says that it has ended', async () => {
    const {code, first, out} = await checkIn(soft, THE_DAY)
    expect(code).toBe(1)
    expect(first).toMatch(/^✖ 1 violation in/)
    expect(out).toContain('The soft start ended on 2026-06-30')
  })

  it('covers what is undetermined with `--fail-on undetermined`, but not what could not be checked', async () => {
    expect((await checkIn(soft, BEFORE, ['--fail-on=undetermined'])).code).toBe(0)
    const broken = {...soft, branch: branch({'openapi.yaml': 'openapi: 3.0.3\npaths: [\n'})}
    expect((await checkIn(broken)).code).toBe(2)
  })

  it('says so in a check without violations, too', async () => {
    const {code, first, out} = await checkIn({...soft, branch: branch({'openapi.yaml': WITH_FEES})})
    expect(code).toBe(0)
    expect(first).toMatch(/^✔ No policy violations/)
    expect(out).toContain("Violations are reported and don't fail the check before 2026-06-30")
  })

  it.each(
    sample([
      ['github', /^1 violation would fail from 2026-06-30 on/, /^::warning /m],
      ['junit', /failures="0" errors="0" skipped="1"/, /would fail from 2026-06-30 on/],
      ['markdown', /## ⚠️ 1 violation would fail from 2026-06-30 on/, /unannounced-removal/],
      ['sarif', /"enforceFrom": "2026-06-30"/, /"ruleIndex": 0,\s+"level": "warning"/],
      ['gitlab', /"check_name": "unannounced-removal"/, /"severity": "minor"/],
      [
        'json',
        /"enforceFrom": "2026-06-30",\s+"wouldFail": \[\s+\{\s+"rule": "unannounced-removal"/,
        /"verdict": "violation"/
      ]
    ])
  )('is consistent in %s', async (format, first, second) => {
    const {code, out} = await checkIn(soft, BEFORE, ['--format', format])
    expect(code).toBe(0)
    expect(out).toMatch(first)
    expect(out).toMatch(second)
    expect(out).not.toMatch(/^::error|<failure|"ruleIndex": 0,\s+"level": "error"|"severity": "(?:critical|major)"/m)
  })
})

describe.concurrent('a change', () => {
  const hard = main({'tenure.yaml': CONFIG})

  it.each(
    sample([
      ['begins a soft start', hard, {'tenure.yaml': SOFT}],
      ['adopts tenure, and removes an endpoint at once', main({}), {'tenure.yaml': SOFT}],
      ['extends one that has ended', main({'tenure.yaml': SOFT.replace('06-30', '03-30')}), {'tenure.yaml': SOFT}],
      [
        'brings a configuration to a target that has a history',
        main({'history.yaml': history([['1.0', '2024-01-01', ['added: GET /v1/fees']]])}),
        {'tenure.yaml': SOFT}
      ],
      [
        'brings one to a target whose pipeline runs the gate',
        main({'.github/workflows/api.yml': 'run: npx tenure check\n'}),
        {'tenure.yaml': SOFT}
      ],
      [
        'brings one to a target whose configuration is unreadable',
        main({'tenure.yaml': 'spec: [\n'}),
        {'tenure.yaml': SOFT}
      ],
      ['ends the soft start of its target', main({'tenure.yaml': SOFT}), {'tenure.yaml': CONFIG}],
      ['brings an earlier end', main({'tenure.yaml': SOFT}), {'tenure.yaml': SOFT.replace('06-30', '03-30')}],
      ['deletes the configuration', main({'tenure.yaml': SOFT}), {'tenure.yaml': DELETED}]
    ])
  )('that %s fails', async (_, before, files) => {
    const {code, first} = await checkIn({main: before, branch: branch(files)})
    expect({code, first}).toEqual({code: 1, first: expect.stringMatching(/^✖ 1 violation in/)})
  })

  it('that only adopts tenure with a soft start passes, and says so', async () => {
    const {code, out} = await checkIn({main: main({}), branch: [['2026-03-01', {'tenure.yaml': SOFT}]]})
    expect(code).toBe(0)
    expect(out).toContain("Violations are reported and don't fail the check before 2026-06-30")
  })

  it('learns that its soft start does not count yet', async () => {
    const {out} = await checkIn({main: hard, branch: branch({'tenure.yaml': SOFT})})
    expect(out).toContain('`enforceFrom` of this change counts once it is merged')
  })

  it.each([
    [
      'asks for a longer soft start',
      main({'tenure.yaml': SOFT}),
      {'tenure.yaml': SOFT.replace('06-30', '12-31')},
      undefined
    ],
    [
      'changes another key',
      main({'tenure.yaml': SOFT}),
      {'tenure.yaml': `${SOFT}rules: {missing-replacement: off}\n`},
      undefined
    ],
    [
      'began before the soft start, and edits the configuration',
      hard,
      {'tenure.yaml': `${CONFIG}rules: {missing-replacement: off}\n`},
      [['2026-03-02', {'tenure.yaml': SOFT}]] as const
    ]
  ])('that %s passes', async (_, before, files, later) => {
    const {code, first} = await checkIn({main: before, branch: branch(files), later: later ?? []})
    expect({code, first}).toEqual({
      code: 0,
      first: expect.stringContaining('1 violation would fail from 2026-06-30 on')
    })
  })
})

describe.concurrent('one of several APIs', () => {
  const apis = (more: string, top = ''): string =>
    `format: 1\n${top}apis:\n  - {name: loans, spec: openapi.yaml}\n  - {name: fees, spec: fees.yaml${more}}\n`
  const check = (config: string) =>
    checkIn({
      main: main({'tenure.yaml': config, 'fees.yaml': spec(get('/v1/paid'), get('/v1/due'))}),
      branch: branch({'openapi.yaml': WITH_FEES, 'fees.yaml': spec(get('/v1/paid'))})
    })

  it('has a soft start of its own, or that of the file, from which it can be excepted', async () => {
    const own = await check(apis(', enforceFrom: 2026-06-30'))
    expect({code: own.code, first: own.first}).toEqual({
      code: 0,
      first: '! 1 violation in 1 of 2 APIs; 1 would fail from 2026-06-30 on'
    })
    expect((await check(apis('', 'enforceFrom: 2026-06-30\n'))).code).toBe(0)
    expect((await check(apis(', enforceFrom: now', 'enforceFrom: 2026-06-30\n'))).code).toBe(1)
  })
})

describe.concurrent('`failOn`', () => {
  const failing = (value: string): string => `${CONFIG}failOn: ${value}\n`
  const unclear = branch({'openapi.yaml': WITH_FEES.replace('{get: {', '{get: {security: [{}], ')})

  it.each([
    ['never', [], 0],
    ['never', ['--fail-on', 'violation'], 1],
    ['violation', [], 1],
    ['violation', ['--fail-on', 'never'], 0],
    ['undetermined', [], 1]
  ] as const)('is %s in the target: %j', async (value, args, code) => {
    expect((await checkIn({main: main({'tenure.yaml': failing(value)}), branch: branch()}, BEFORE, args)).code).toBe(
      code
    )
  })

  it('fails what is undetermined as the option does', async () => {
    const here = {main: main({'tenure.yaml': failing('undetermined')}), branch: unclear}
    const option = {main: main({'tenure.yaml': CONFIG}), branch: unclear}
    expect((await checkIn(here)).code).toBe((await checkIn(option, BEFORE, ['--fail-on', 'undetermined'])).code)
  })

  it('says what keeps violations from failing', async () => {
    const scenario = {main: main({'tenure.yaml': failing('never')}), branch: branch()}
    expect((await checkIn(scenario)).first).toContain('1 violation would fail without `failOn: never`')
    const json = JSON.parse((await checkIn(scenario, BEFORE, ['--format', 'json'])).out)
    expect(json).toMatchObject({failOn: 'never', wouldFail: [{rule: 'unannounced-removal'}]})
  })

  it('is that of the target, and stricter at once', async () => {
    const softer = {
      main: main({'tenure.yaml': failing('violation')}),
      branch: branch({'tenure.yaml': failing('never')})
    }
    const {code, out} = await checkIn(softer)
    expect(code).toBe(1)
    expect(out).toContain('`failOn` of this change counts once it is merged')
    const stricter = {main: main({'tenure.yaml': failing('never')}), branch: branch({'tenure.yaml': CONFIG})}
    expect((await checkIn(stricter)).code).toBe(1)
  })

  it('is a default for several APIs', async () => {
    const apis = (own: string): string =>
      `failOn: never\napis:\n  - {name: loans, spec: openapi.yaml}\n  - {name: fees, spec: fees.yaml${own}}\n`
    const codeOf = async (own: string): Promise<number> => {
      const before = {'tenure.yaml': apis(own), 'fees.yaml': spec(get('/v1/paid'), get('/v1/due'))}
      const files = {'openapi.yaml': WITH_FEES, 'fees.yaml': spec(get('/v1/paid'))}
      return (await checkIn({main: main(before), branch: branch(files)})).code
    }
    expect([await codeOf(''), await codeOf(', failOn: violation')]).toEqual([0, 1])
  })
})

describe.concurrent('--fail-on', () => {
  const hard = {main: main({'tenure.yaml': CONFIG}), branch: branch()}

  it('decides which results fail the check', async () => {
    const never = await checkIn(hard, BEFORE, ['--fail-on', 'never'])
    expect({code: never.code, first: never.first}).toEqual({
      code: 0,
      first: expect.stringContaining('1 violation would fail without `--fail-on never`')
    })
    expect((await checkIn(hard, BEFORE, ['--fail-on', 'violation'])).code).toBe(1)
  })

  it.each([[['check', '--fail-on', 'nevr'], "`--fail-on` can't be `nevr`"]])('refuses %j', async (args, message) => {
    const {code, err} = await tenure(args, {cwd: folder({'a.yaml': WITH_FEES, 'b.yaml': WITH_FEES})})
    expect({code, err}).toEqual({code: 2, err: expect.stringContaining(message)})
  })

  it('makes `diff` and `audit` fail, which inform by default', async () => {
    const cwd = folder({'a.yaml': WITH_FEES, 'b.yaml': WITHOUT_FEES})
    const diff = async (...args: readonly string[]) => (await tenure(['diff', 'a.yaml', 'b.yaml', ...args], {cwd})).code
    expect(await diff()).toBe(0)
    expect(await diff('--fail-on', 'never')).toBe(0)
    expect(await diff('--fail-on', 'violation')).toBe(1)
    expect(await diff('--fail-on', 'undetermined')).toBe(1)
    const past = history([
      ['1.0', '2024-01-01', ['added: GET /v1/fees']],
      ['1.1', '2024-05-01', ['removed: GET /v1/fees']]
    ])
    const audit = async (...args: readonly string[]) =>
      (await tenure(['audit', 'history.yaml', ...args], {cwd: folder({'history.yaml': past})})).code
    expect(await audit()).toBe(0)
    expect(await audit('--fail-on', 'violation')).toBe(1)
    expect(await audit('--fail-on', 'undetermined')).toBe(1)
  })
})

describe.concurrent('a configuration with a wrong soft start', () => {
  it.each(
    sample([
      ['enforceFrom: summer', '2:14', "`summer` isn't a day"],
      ['enforceFrom: 2026-06-31', '2:14', "`2026-06-31` isn't a day"],
      ['failOn: nevr', '2:9', '`nevr`'],
      ['apis:\n  - {name: a, spec: a.yaml, enforceFrom: later}', '3:42', '`later`']
    ])
  )('is refused with its place: %j', async (text, place, message) => {
    const cwd = folder({'tenure.yaml': `format: 1\n${text}\n`, 'openapi.yaml': WITH_FEES, 'a.yaml': WITH_FEES})
    const {code, err} = await tenure(['check', '--base', 'openapi.yaml', '--spec', 'a.yaml'], {cwd})
    expect(code).toBe(2)
    expect(err).toContain(`tenure.yaml:${place}`)
    expect(err).toContain(message)
  })
})

// A branch that can be a line of its own and one to merge is judged as both, and its own configuration softens only one.
it.each(['enforceFrom: 2099-01-01', 'failOn: never'])(
  'of a pushed branch (`%s`) softens only the comparison with the branch itself',
  async soft => {
    const cwd = await repositoryOf({
      main: main({'tenure.yaml': CONFIG}),
      branch: [['2026-02-01', {'tenure.yaml': `${CONFIG}${soft}\n`}], ...branch()]
    })
    const event = {
      ref: 'refs/heads/release/1.x',
      before: (await git(cwd, ['rev-parse', 'HEAD~'])).trim(),
      repository: {default_branch: 'main'}
    }
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REF: event.ref,
      GITHUB_REF_PROTECTED: 'false',
      GITHUB_EVENT_PATH: join(folder({'event.json': JSON.stringify(event)}), 'event.json')
    }
    const {code, out} = await tenure(['check', '--as-of', BEFORE, '--format', 'stylish'], {cwd, env})
    expect(out).toContain('several bases')
    expect(code).toBe(1)
  }
)
