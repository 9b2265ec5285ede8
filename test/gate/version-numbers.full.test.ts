import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {get, git, history, repositoryOf, type Scenario} from './scenario.ts'

const PATHS = {
  loans: get('/v1/loans'),
  fees: get('/v1/fees'),
  holds: get('/v1/holds')
}

/** A description of this version with these endpoints. `more` is added to the first one. */
const spec = (version: string, names: readonly (keyof typeof PATHS)[], more = ''): string =>
  `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "${version}"}\npaths:\n${names
    .map((name, at) => `  ${at === 0 ? PATHS[name].replace('{get: {', `{get: {${more}`) : PATHS[name]}\n`)
    .join('')}`

const CONFIG = 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\n'
const policy = (versions = '{scheme: semver}'): string =>
  `format: 1
name: library
stabilities: [ga]
defaultStability: ga
guarantees: {ga: {notice: none, breaking: allowed}}
${versions === '' ? '' : `versions: ${versions}\n`}`

const BASE = spec('1.2.0', ['loans', 'fees'])
/** A new value of this state may be breaking: clients may not know it. */
const STATES = spec('1.2.0', ['loans']).replace('id: {type: string}', 'state: {type: string, enum: [lent]}')
const files = (description: string, versions?: string) => ({
  'openapi.yaml': description,
  'tenure.yaml': CONFIG,
  'policy.yaml': policy(versions)
})

interface Result {
  readonly code: number | null
  readonly rules: readonly string[]
  readonly version?: {readonly base: string; readonly answer?: string; readonly needs: {readonly next?: string}}
  readonly message?: string
  readonly line?: number
}

async function check(scenario: Omit<Scenario, 'name'>, ...args: readonly string[]): Promise<Result> {
  const cwd = await repositoryOf(scenario)
  const {code, out, err} = await tenure(['check', '--as-of', '2026-03-02', '--format', 'json', ...args], {cwd})
  expect(err).toBe('')
  const {findings, version} = JSON.parse(out)
  const [first] = findings
  return {
    code,
    rules: findings.map(({rule}: {rule: string}) => rule),
    version,
    message: first?.message,
    line: first?.place.line
  }
}

const change = (after: string, before = BASE, versions?: string): Omit<Scenario, 'name'> => ({
  main: [['2025-01-01', files(before, versions)]],
  branch: [['2026-03-01', {'openapi.yaml': after}]]
})

describe.concurrent('a version that is too low', () => {
  it('fails at its line, with what it must be', async () => {
    const {code, rules, message, line, version} = await check(change(spec('1.3.0', ['loans'])))
    expect({code, rules, line}).toEqual({code: 1, rules: ['version-too-low'], line: 2})
    expect(message).toBe(
      'The version changed from `1.2.0` to `1.3.0` for 1 breaking change. The policy requires `2.0.0` or later.'
    )
    expect(version).toMatchObject({base: '1.2.0', here: '1.3.0', answer: 'too-low', needs: {next: '2.0.0'}})
  })

  it.each([
    ['1.3.0', ['loans', 'fees', 'holds'], 0, 'enough'],
    ['1.2.1', ['loans', 'fees', 'holds'], 1, 'too-low'],
    ['1.2.0', ['loans', 'fees'], 0, 'enough'],
    ['1.1.0', ['loans', 'fees'], 1, 'too-low'],
    ['2.0.0', ['fees', 'holds'], 0, 'enough'],
    ['2.0.0-rc.1', ['fees'], 0, 'enough']
  ] as const)('is judged by the changes: %s with %j', async (version, names, code, answer) => {
    expect(await check(change(spec(version, names)))).toMatchObject({code, version: {answer}})
  })

  it('is undetermined for a change that may be breaking', async () => {
    const scenario = change(STATES.replace('[lent]', '[lent, lost]').replace('1.2.0', '1.3.0'), STATES)
    expect(await check(scenario)).toMatchObject({code: 0, version: {answer: 'undetermined'}})
    expect((await check(scenario, '--fail-on=undetermined')).code).toBe(3)
  })

  it('fails if the change makes it one that cannot be compared, and is undetermined if it was one', async () => {
    const names = ['loans', 'fees', 'holds'] as const
    const changed = await check(change(spec('latest', names)))
    expect(changed).toMatchObject({code: 1, message: expect.stringContaining('changed from `1.2.0` to `latest`')})
    const removed = await check(change(spec('1.2.0', names).replace(', version: "1.2.0"', '')))
    expect(removed).toMatchObject({code: 1, message: expect.stringContaining('The version `1.2.0` was removed')})
    const before = change(spec('latest', names), spec('latest', ['loans', 'fees']))
    expect(await check(before)).toMatchObject({code: 0, message: expect.stringContaining("isn't a semantic version")})
    expect((await check(before, '--fail-on=undetermined')).code).toBe(3)
  })

  it('is no finding without `versions` in the policy, but JSON has what is needed', async () => {
    const scenario = change(spec('1.2.0', ['loans']), BASE, '')
    expect(await check(scenario)).toMatchObject({code: 0, rules: [], version: {needs: {next: '2.0.0'}}})
    const cwd = await repositoryOf(scenario)
    expect((await tenure(['check', '--as-of', '2026-03-02'], {cwd})).out).not.toContain('Version')
  })

  it('stays one if the change removes `versions` from the policy, or turns the rule off', async () => {
    const {main} = change('')
    const branch = (more: Readonly<Record<string, string>>) =>
      check({main, branch: [['2026-03-01', {'openapi.yaml': spec('1.2.0', ['loans']), ...more}]]})
    for (const more of [
      {'policy.yaml': policy('')},
      {'policy.yaml': policy('{scheme: date}')},
      {'tenure.yaml': `${CONFIG}rules: {version-too-low: off}\n`}
    ])
      expect(await branch(more), JSON.stringify(more)).toMatchObject({code: 1, rules: ['version-too-low']})
  })

  it('is not asked for twice before a release', async () => {
    const recorded = history([['1.2.0', '2025-01-01', ['added: GET /v1/loans']]])
    const main = [
      ['2025-01-01', {...files(BASE), 'history.yaml': recorded}],
      ['2026-01-01', {'openapi.yaml': spec('1.3.0', ['loans', 'fees'], 'deprecated: true, ')}]
    ] as const
    const branch = (version: string, names: readonly (keyof typeof PATHS)[]) =>
      check({main, branch: [['2026-03-01', {'openapi.yaml': spec(version, names, 'deprecated: true, ')}]]})
    expect((await branch('1.3.0', ['loans', 'fees', 'holds'])).version?.answer).toBe('enough')
    expect((await branch('1.3.0', ['loans'])).version?.answer).toBe('too-low')
  })

  it('is counted from the last tag, and from the description that it has', async () => {
    const cwd = await repositoryOf({
      main: [['2025-01-01', files(BASE)]],
      branch: []
    })
    const commit = async (message: string, texts: Readonly<Record<string, string>>) => {
      write(cwd, texts)
      await git(cwd, ['add', '--all'])
      await git(cwd, ['commit', '--quiet', '--message', message])
    }
    const answer = async () => {
      const {out, err} = await tenure(['check', '--as-of', '2026-03-02', '--format', 'json'], {cwd})
      expect(err).toBe('')
      return JSON.parse(out).version
    }
    await git(cwd, ['tag', 'product-7.0.0', 'main'])
    await git(cwd, ['switch', '--quiet', 'main'])
    await commit('Deprecate', {'openapi.yaml': spec('1.3.0', ['loans', 'fees'], 'deprecated: true, ')})
    await git(cwd, ['switch', '--quiet', '--force-create', 'work', 'main'])
    await commit('Add', {'openapi.yaml': spec('1.3.0', ['loans', 'fees', 'holds'], 'deprecated: true, ')})
    expect(await answer()).toMatchObject({base: '1.3.0', released: '1.2.0', answer: 'enough'})
    await commit('Remove', {'openapi.yaml': spec('1.3.0', ['loans'], 'deprecated: true, ')})
    expect(await answer()).toMatchObject({answer: 'too-low', needs: {next: '2.0.0'}})
    await git(cwd, ['tag', 'product-7.1.0', 'main'])
    await commit('Add again', {'openapi.yaml': spec('1.3.0', ['loans', 'fees', 'holds'], 'deprecated: true, ')})
    expect(await answer()).toMatchObject({answer: 'too-low', needs: {next: '1.4.0'}})
  })

  it('is not counted from a release that is numbered otherwise', async () => {
    const recorded = history([['0.9', '2025-01-01', ['added: GET /v1/loans']]])
    const {version} = await check({
      main: [['2025-01-01', {...files(BASE), 'history.yaml': recorded}]],
      branch: [['2026-03-01', {'openapi.yaml': spec('1.2.0', ['loans'])}]]
    })
    expect(version).toMatchObject({answer: 'too-low', needs: {next: '2.0.0'}})
  })

  it('comes from tags or the history if the policy says so, or the description has none', async () => {
    const unversioned = (names: readonly (keyof typeof PATHS)[]) => spec('latest', names)
    const cwd = await repositoryOf({
      main: [['2025-01-01', files(unversioned(['loans', 'fees']), '{scheme: semver, from: tags}')]],
      branch: [['2026-03-01', {'openapi.yaml': unversioned(['loans', 'fees', 'holds'])}]]
    })
    await git(cwd, ['tag', 'v1.4.0', 'main'])
    const next = await tenure(['next-version', '--as-of', '2026-03-02'], {cwd})
    expect(next).toMatchObject({code: 0, out: 'v1.5.0\n'})
    const recorded = history([['1.2.0', '2025-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]])
    const release = history([
      ['1.2.0', '2025-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']],
      ['1.2.1', '2026-03-01', ['added: GET /v1/holds']],
      // A release of another day doesn't lend its number to this one.
      ['1.9.0', '2099-03-01', ['added: GET /v1/shelves']]
    ])
    const {rules, version} = await check({
      main: [['2025-01-01', {...files(unversioned(['loans', 'fees'])), 'history.yaml': recorded}]],
      branch: [['2026-03-01', {'openapi.yaml': unversioned(['loans', 'fees', 'holds']), 'history.yaml': release}]]
    })
    expect({rules, version}).toMatchObject({
      rules: ['version-too-low'],
      version: {base: '1.2.0', here: '1.2.1', answer: 'too-low', needs: {next: '1.3.0'}}
    })
  })

  it('does not fail a change that touches neither the API nor its version, if the base forgot a step', async () => {
    const forgotten = spec('1.2.0', ['loans', 'fees', 'holds'])
    const judgeAfter = async (changed: Record<string, string>): Promise<readonly string[]> => {
      const cwd = await repositoryOf({
        main: [
          ['2025-01-01', {...files(BASE), 'tenure.yaml': `${CONFIG}base: latest-release\n`}],
          ['2025-02-01', {'openapi.yaml': forgotten}]
        ],
        branch: [['2026-03-01', changed]]
      })
      await git(cwd, ['tag', 'v1.2.0', 'main~1'])
      const {out} = await tenure(['check', '--as-of', '2026-03-02', '--format', 'json'], {cwd})
      return JSON.parse(out).findings.map(({rule}: {rule: string}) => rule)
    }
    expect(await judgeAfter({'readme.md': 'Library\n'})).toEqual([])
    expect(await judgeAfter({'openapi.yaml': forgotten.replace('1.2.0', '1.2.1')})).toEqual(['version-too-low'])
  })

  it('is not that of a deleted description, or of a new one', async () => {
    const {main} = change('')
    const gone = await check({main, branch: [['2026-03-01', {'openapi.yaml': ''}]]})
    expect(gone.version).toBeUndefined()
    const fresh = await check({
      main: [['2025-01-01', {'readme.md': 'Library\n'}]],
      branch: [['2026-03-01', files(BASE)]]
    })
    expect({code: fresh.code, version: fresh.version}).toEqual({code: 0})
  })
})

describe.concurrent('a version that is too high', () => {
  it('fails if the policy says so', async () => {
    const after = spec('2.0.0', ['loans', 'fees', 'holds'])
    expect(await check(change(after, BASE, '{scheme: semver, exact: true}'))).toMatchObject({
      code: 1,
      rules: ['version-too-high'],
      message:
        'The version changed from `1.2.0` to `2.0.0` for 1 compatible change. The policy requires exactly `1.3.0`.'
    })
    expect((await check(change(after))).code).toBe(0)
  })
})

describe.concurrent('a policy on versions', () => {
  it.each([
    ['{scheme: named}', '2024-09-30.acacia', '2024-10-28.acacia', ['loans'], 1],
    ['{scheme: named}', '2024-09-30.acacia', '2025-03-31.basil', ['loans'], 0],
    ['{scheme: named}', '2024-09-30.acacia', '2024-10-28.acacia', ['loans', 'fees', 'holds'], 0],
    ['{scheme: date}', '2024-06-01', '2024-06-01', ['loans'], 0],
    ['{scheme: date}', '2024-06-01', '2024-05-31', ['loans', 'fees', 'holds'], 1],
    ['{scheme: calendar}', '2024.6.1', '2024.6.1', ['loans', 'fees', 'holds'], 1],
    ['{scheme: calendar}', '2024.6.1', '2024.6.2', ['loans'], 0],
    ['{scheme: semver, majorsFrom: removals}', '1.2.0', '1.3.0', ['loans'], 1],
    ['{scheme: semver, documentation: patch}', '1.2.0', '1.2.0', ['loans', 'fees', 'text'], 1],
    ['{scheme: semver, documentation: patch}', '1.2.0', '1.2.1', ['loans', 'fees', 'text'], 0],
    ['{scheme: semver}', '1.2.0', '1.2.0', ['loans', 'fees', 'text'], 0]
  ] as const)('%s: %s, %s with %j', async (versions, before, after, names, code) => {
    const isReworded = names.at(-1) === 'text'
    const kept = names.filter(name => name !== 'text') as (keyof typeof PATHS)[]
    const text = spec(after, kept, isReworded ? 'summary: Lists loans, ' : '')
    expect((await check(change(text, spec(before, ['loans', 'fees']), versions))).code).toBe(code)
  })

  it.each(
    sample([
      ['versions: {scheme: semvr}', '4:20', '`semvr`'],
      ['versions: {}', '4:11', 'scheme'],
      ['versions: {scheme: date, exact: true}', '4:33', '`exact` is for `scheme: semver`'],
      ['versions: {scheme: semver, majorsFrom: all}', '4:40', '`all`']
    ])
  )('is refused with its place: %s', async (line, place, message) => {
    const cwd = folder({
      'tenure.yaml': CONFIG,
      'policy.yaml': `format: 1\nname: p\nextends: thirteen-months\n${line}\n`,
      'openapi.yaml': BASE
    })
    const {code, err} = await tenure(['check', '--base', 'openapi.yaml', '--spec', 'openapi.yaml'], {cwd})
    expect(code).toBe(2)
    expect(err).toContain(`policy.yaml:${place}`)
    expect(err).toContain(message)
  })
})

describe.concurrent('next-version', () => {
  const next = async (scenario: Omit<Scenario, 'name'>, ...args: readonly string[]) =>
    tenure(['next-version', '--as-of', '2026-03-02', ...args], {cwd: await repositoryOf(scenario)})
  const addition = change(spec('1.2.0', ['loans', 'fees', 'holds']))

  it('prints the version alone', async () => {
    expect(await next(addition)).toMatchObject({code: 0, out: '1.3.0\n', err: ''})
    expect((await next(change(spec('1.2.0', ['loans'])))).out).toBe('2.0.0\n')
    expect((await next(change(spec('1.4.0', ['loans', 'fees', 'holds'])))).out).toBe('1.4.0\n')
    const {main} = addition
    const same = {main: [...main, ['2026-01-01', {'readme.md': 'Library\n'}]] as const, branch: []}
    expect((await next(same)).out).toBe('1.2.0\n')
    expect(await next({main, branch: []})).toMatchObject({code: 2, err: expect.stringContaining('--base')})
  })

  it('prints why as JSON', async () => {
    const {out} = await next(addition, '--format', 'json')
    expect(JSON.parse(out)).toMatchObject({
      command: 'next-version',
      base: '1.2.0',
      needs: {step: 'minor', next: '1.3.0', because: ['Added `GET /v1/holds`.']}
    })
  })

  it('compares two files', async () => {
    const cwd = folder({'old.yaml': BASE, 'new.yaml': spec('1.2.0', ['fees'])})
    expect(await tenure(['next-version', 'old.yaml', 'new.yaml'], {cwd})).toMatchObject({code: 0, out: '2.0.0\n'})
    expect((await tenure(['next-version', 'old.yaml'], {cwd})).err).toContain('Name both descriptions')
  })

  it('guesses nothing: it prints no version that is not certain', async () => {
    const cwd = folder({'old.yaml': STATES, 'new.yaml': STATES.replace('[lent]', '[lent, lost]')})
    const run = (...args: readonly string[]) => tenure(['next-version', 'old.yaml', 'new.yaml', ...args], {cwd})
    const open = await run()
    expect({code: open.code, out: open.out}).toEqual({code: 3, out: ''})
    expect(open.err).toContain('`1.3.0` or later')
    expect(open.err).toMatch(/`2\.0\.0` if the change of `.*` is breaking/)
    expect((await run('--review', 'compatible')).out).toBe('1.3.0\n')
    expect((await run('--review', 'breaking')).out).toBe('2.0.0\n')
  })

  it('needs a name for the first version of a name, and a version to start from', async () => {
    const named = change(
      spec('2024-09-30.acacia', ['loans']),
      spec('2024-09-30.acacia', ['loans', 'fees']),
      '{scheme: named}'
    )
    expect(await next(named)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('Choose one with `--name`')
    })
    expect((await next(named, '--name', 'basil')).out).toBe('2026-03-02.basil\n')
    const unknown = change(spec('latest', ['loans']), spec('latest', ['loans', 'fees']))
    expect(await next(unknown)).toMatchObject({code: 2, out: '', err: expect.stringContaining('info.version')})
  })
})
