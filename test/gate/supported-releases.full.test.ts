import {describe, expect, test} from 'vitest'
import {type CommandResult, expectRefusal, tenure, write} from '../cli/run.ts'
import {check, cloneOf, DELETED, type Files, git, repositoryOf, type State} from './scenario.ts'

const api = (paths: string, loan: string): string => `openapi: 3.0.3
info: {title: Lending Library API, version: '1.0'}
paths:
  /v1/loans:
    get:
      responses: {'200': {description: All, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}
${paths}components:
  schemas:
    Loan: {type: object, properties: {id: {type: string}${loan}}}
`
const FEES = "  /v1/fees: {get: {responses: {'200': {description: All fees}}}}\n"
const COPIES = "  /v1/copies: {get: {responses: {'200': {description: All copies}}}}\n"
const deprecated = (path: string): string => path.replace('{get: {', '{get: {deprecated: true, ')

/** The policy of these tests: six months of notice. */
const POLICY = `name: library
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 6 months, breaking: forbidden}}
waiverReasons: {security: {approvers: [api-board]}}
`
const CONFIG = 'spec: openapi.yaml\npolicy: policy.yaml\n'
const BASIS: Files = {'tenure.yaml': CONFIG, 'policy.yaml': POLICY}
const CLIENTS = `${POLICY}clients: supported\n`
const SUPPORTED: Files = {...BASIS, 'policy.yaml': CLIENTS}

interface Release {
  readonly name: string
  readonly day: string
  readonly spec: string
}

interface Situation {
  readonly releases: readonly Release[]
  /** The default branch after the last release. */
  readonly main?: Files
  /** What the branch changes. */
  readonly change: Files
  readonly basis?: Files
}

/** A repository with a tag for each release, in which a branch has been checked out. */
async function situation({releases, main, change, basis = SUPPORTED}: Situation): Promise<string> {
  const states = releases.map(({day, spec}): State => [day, {...basis, 'openapi.yaml': spec}])
  const after: State[] = main ? [['2026-02-01', main]] : []
  const cwd = await repositoryOf({main: [...states, ...after], branch: [['2026-03-01', change]]})
  const commits = (await git(cwd, ['rev-list', '--reverse', 'main'])).trim().split('\n')
  for (const [at, {name}] of releases.entries()) await git(cwd, ['tag', name, commits[at] ?? ''])
  return cwd
}

interface Found {
  readonly rule: string
  readonly level: string
  readonly message: string
  readonly remedy: string
  readonly releases?: readonly string[]
  readonly direction?: string
}
interface Report {
  readonly findings: readonly Found[]
  readonly remarks: readonly string[]
  readonly releases?: readonly string[]
}
const reportOf = ({out}: CommandResult): Report => JSON.parse(out) as Report
const found = (result: CommandResult) =>
  reportOf(result).findings.map(({rule, message, releases}) => [rule, message, releases])

const RELEASES: readonly Release[] = [
  {name: 'v1.1', day: '2025-02-01', spec: api(FEES, ', due: {type: string}')},
  {name: 'v1.2', day: '2025-03-01', spec: api(FEES, ', due: {type: string}')},
  {name: 'v1.3', day: '2025-10-01', spec: api(FEES, ', due: {type: string}')},
  {name: 'v1.4', day: '2025-12-01', spec: api(FEES, '')}
]
const LAST = api(FEES, '')

describe('`clients: supported` in a policy', () => {
  test('tells a cause once, with all releases that it reaches', async () => {
    const cwd = await situation({releases: RELEASES, change: {'openapi.yaml': api('', '')}})
    const result = await check(cwd)
    expect(result.code).toBe(1)
    expect(found(result)[0]).toEqual([
      'unannounced-removal',
      '`GET /v1/fees` is removed in the next release (2026-03-02) without notice. The policy requires 6 months.',
      // Version 1.1 is out of support: six months after 1.2, what it had could end.
      ['v1.2', 'v1.3', 'v1.4']
    ])
    expect(reportOf(result).findings.filter(({message}) => message.includes('/v1/fees'))).toHaveLength(1)
    expect(reportOf(result).releases).toEqual(['v1.2', 'v1.3', 'v1.4'])
    expect(reportOf(result).remarks.join(' ')).toContain(
      "Also compared with releases v1.2, v1.3, and v1.4; 1 earlier release isn't supported any more."
    )
    const text = (await tenure(['check', '--as-of', '2026-03-02', '--format', 'stylish'], {cwd})).out
    expect(text).toContain('Clients of v1.2, v1.3, and v1.4 rely on it.')
  })

  test('finds what no comparison with the base shows: a field that comes back with another type', async () => {
    const cwd = await situation({releases: RELEASES, change: {'openapi.yaml': api(FEES, ', due: {type: integer}')}})
    const result = await check(cwd)
    expect([result.code, found(result)]).toEqual([
      1,
      [
        [
          'ga-breaking-change',
          "`Loan.due` changes in the next release (2026-03-02). Breaking changes aren't allowed for `ga`.",
          ['v1.2', 'v1.3']
        ]
      ]
    ])
  })

  test('a release whose guarantee is over does not count', async () => {
    const releases = RELEASES.map(each => (each.name === 'v1.4' ? {...each, day: '2025-04-01'} : each)).filter(
      ({name}) => name !== 'v1.3'
    )
    const cwd = await situation({releases, change: {'openapi.yaml': api(FEES, ', due: {type: integer}')}})
    const result = await check(cwd)
    expect([result.code, found(result), reportOf(result).releases]).toEqual([0, [], ['v1.4']])
  })

  test('what the base has already is listed apart, and does not fail the change', async () => {
    const cwd = await situation({releases: RELEASES, change: {'openapi.yaml': api(FEES + COPIES, '')}})
    const result = await check(cwd)
    expect([result.code, found(result)]).toEqual([
      0,
      [
        [
          'supported-release',
          expect.stringMatching(
            /^Removed `Loan\.due`\. Clients of v1\.2 and v1\.3 rely on it, and main \(\w+\) has that change already\.$/
          ),
          ['v1.2', 'v1.3']
        ]
      ]
    ])
    expect(reportOf(result).findings[0]?.level).toBe('warning')
  })

  test('a removal after its notice is allowed, for whatever release', async () => {
    const releases = [
      {name: 'v1.1', day: '2025-02-01', spec: api(FEES, '')},
      {name: 'v1.2', day: '2025-08-01', spec: api(deprecated(FEES), '')},
      {name: 'v1.3', day: '2025-12-01', spec: api(deprecated(FEES), '')}
    ]
    const marked = await situation({releases, change: {'openapi.yaml': api('', '')}})
    expect((await check(marked)).code).toBe(0)
    const earlier = await situation({
      releases: [...releases, {name: 'v1.4', day: '2026-02-20', spec: api('', '')}],
      change: {'openapi.yaml': api(COPIES, '')}
    })
    const result = await check(earlier)
    expect([result.code, found(result)]).toEqual([0, []])
  })

  test('a release of another line does not count, nor what one adds that was made since the change began', async () => {
    const named = (type: string) => api(FEES, `, due: {type: ${type}}`)
    const first = {name: 'v1.1', day: '2025-12-01', spec: api(FEES, '')}
    const judgeAt = async (changed: string, target: string) => {
      const cwd = await situation({releases: [first], change: {'openapi.yaml': changed}})
      await git(cwd, ['branch', 'release/1.x', 'main'])
      await git(cwd, ['checkout', '--quiet', 'main'])
      await write(cwd, {'openapi.yaml': named('string')})
      await git(cwd, ['commit', '--quiet', '--all', '--message', 'Name the due day'])
      await git(cwd, ['tag', 'v2.0'])
      await git(cwd, ['checkout', '--quiet', 'work'])
      const result = await check(cwd, [], '2026-03-02', {CI: 'true', GITHUB_BASE_REF: target})
      return [result.code, found(result).map(([rule]) => rule), reportOf(result).releases]
    }
    // Another line: version 2.0 has the field with another type.
    expect(await judgeAt(named('integer'), 'release/1.x')).toEqual([0, [], ['v1.1']])
    expect(await judgeAt(named('integer'), 'main')).toMatchObject([1, ['ga-breaking-change'], ['v1.1', 'v2.0']])
    // The same line: version 2.0 adds a field that the change doesn't have yet.
    expect(await judgeAt(api(FEES + COPIES, ''), 'main')).toEqual([0, [], ['v1.1', 'v2.0']])
  })

  test('a removal with a waiver in the history is not told again', async () => {
    const history = `service: Lending Library API
policy: policy.yaml
releases:
  - {release: v1.2, date: 2025-03-01, changes: [{added: GET /v1/fees}]}
  - release: v1.4
    date: 2025-12-01
    changes: [{removed: GET /v1/fees, waiver: {reason: security, approver: api-board, approved: 2025-11-20}}]
`
    const basis = {...SUPPORTED, 'tenure.yaml': 'spec: openapi.yaml\nhistory: history.yaml\n', 'history.yaml': history}
    const releases = [RELEASES[1] as Release, {name: 'v1.4', day: '2025-12-01', spec: api('', ', due: {type: string}')}]
    const cwd = await situation({releases, change: {'openapi.yaml': api(COPIES, ', due: {type: string}')}, basis})
    const result = await check(cwd)
    expect([result.code, found(result).filter(([rule]) => rule === 'supported-release')]).toEqual([0, []])
  })

  test('a folder with a description for each release is read at the target, whatever the change makes of it', async () => {
    const files = Object.fromEntries(RELEASES.map(({name, spec}) => [`api/${name}.yaml`, spec]))
    const list = RELEASES.map(({name, day}) => `{"version": "${name}", "date": "${day}", "file": "api/${name}.yaml"}`)
    const basis = {
      ...SUPPORTED,
      'releases.json': `{"name": "lending", "releases": [${list.join(', ')}]}`,
      'openapi.yaml': LAST,
      ...files
    }
    const change = {'openapi.yaml': api(FEES, ', due: {type: integer}'), 'api/v1.3.yaml': '', 'releases.json': ''}
    const cwd = await repositoryOf({main: [['2026-01-01', basis]], branch: [['2026-03-01', change]]})
    expect(found(await check(cwd)).map(([rule, , releases]) => [rule, releases])).toEqual([
      ['ga-breaking-change', ['v1.2', 'v1.3']]
    ])
  })

  test('a release that cannot be read is no compared one, and only a tag can be left out by `tags`', async () => {
    const broken = 'openapi: 3.0.3\npaths: {{{\n'
    const named = RELEASES.map(each => (each.name === 'v1.3' ? {...each, spec: broken} : each))
    const change = {'openapi.yaml': api(FEES + COPIES, '')}
    const tagged = await check(await situation({releases: named, change}))
    expect(tagged.code).toBe(2)
    expect(reportOf(tagged).remarks.join(' ')).toContain('Also compared with releases v1.2 and v1.4;')
    expect(reportOf(tagged).remarks.join(' ')).toContain("Leave out what can't be read with `tags`")
    const list = named.map(({name, day}) => `{"version": "${name}", "date": "${day}", "file": "api/${name}.yaml"}`)
    const basis = {
      ...SUPPORTED,
      'releases.json': `{"name": "lending", "releases": [${list.join(', ')}]}`,
      'openapi.yaml': LAST,
      ...Object.fromEntries(named.map(({name, spec}) => [`api/${name}.yaml`, spec]))
    }
    const listed = await check(await repositoryOf({main: [['2026-01-01', basis]], branch: [['2026-03-01', change]]}))
    expect(listed.code).toBe(2)
    expect(reportOf(listed).remarks.join(' ')).not.toContain('`tags`')
  })
})

describe('`clients` in the policy', () => {
  const change = {'openapi.yaml': api(FEES, ', due: {type: integer}')}
  test('of the target decides, and the change cannot take it away', async () => {
    expect((await check(await situation({releases: RELEASES, change, basis: BASIS}))).code).toBe(0)
    const loosened = {...change, 'policy.yaml': POLICY}
    expect((await check(await situation({releases: RELEASES, change: loosened}))).code).toBe(1)
  })
  test('of the change counts at once', async () => {
    const stricter = {...change, 'policy.yaml': CLIENTS}
    expect((await check(await situation({releases: RELEASES, change: stricter, basis: BASIS}))).code).toBe(1)
  })
  test('can be that of one of several APIs', async () => {
    const apis = 'apis:\n  - {name: lending, spec: openapi.yaml, policy: policy.yaml}\n'
    const cwd = await situation({releases: RELEASES, change, basis: {...SUPPORTED, 'tenure.yaml': apis}})
    expect((await check(cwd)).code).toBe(1)
  })
  test('is refused with its place if it is unknown, and in the configuration, where it was', async () => {
    const cwd = await situation({releases: RELEASES, change, basis: BASIS})
    write(cwd, {'policy.yaml': `${POLICY}clients: suported\n`})
    const unknown = await check(cwd)
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining('policy.yaml:6:10: `clients` is `suported`.')
    ])
    write(cwd, {'policy.yaml': POLICY, 'tenure.yaml': `${CONFIG}against: supported\n`})
    for (const result of [await check(cwd), await tenure(['record', '--upgrade'], {cwd})]) {
      expectRefusal(result)
      expect(result.err).toContain(
        'tenure.yaml:3:1: `against` is written as in an older version. Write `clients: supported`'
      )
    }
  })
})

describe('where releases are missing', () => {
  test('a repository without a release says so', async () => {
    const cwd = await repositoryOf({
      main: [['2026-01-01', {...SUPPORTED, 'openapi.yaml': LAST}]],
      branch: [['2026-03-01', {'openapi.yaml': api(FEES + COPIES, '')}]]
    })
    const result = await check(cwd)
    expect(result.code).toBe(0)
    expect(reportOf(result).remarks.join(' ')).toContain(
      'There is no release before this change, so it is compared with none.'
    )
  })
  test('a shallow clone is not green, with tags or without', async () => {
    const origin = await situation({releases: RELEASES, change: {'openapi.yaml': api(FEES + COPIES, '')}})
    const bare = await cloneOf(origin, '--no-tags', '--depth', '2', '--no-single-branch')
    await git(bare, ['checkout', '--quiet', 'work'])
    const without = await check(bare, ['--base', 'origin/main'])
    expect(without.code).toBe(2)
    expect(without.err + without.out).toContain('is shallow and has no tags')
    await git(bare, ['fetch', '--quiet', '--depth', '1', 'origin', 'tag', 'v1.4'])
    const some = await check(bare, ['--base', 'origin/main'])
    expect(some.code).toBe(2)
    expect(some.out).toContain('The clone is shallow')
  })
  test('a release whose description cannot be read is not passed over', async () => {
    const broken = RELEASES.map(each => (each.name === 'v1.3' ? {...each, spec: 'openapi: [\n'} : each))
    const cwd = await situation({releases: broken, change: {'openapi.yaml': api(FEES + COPIES, '')}})
    expect((await check(cwd)).code).toBe(2)
  })
})

describe('`skew` in a policy', () => {
  const basis = {...BASIS, 'policy.yaml': `${POLICY}skew: 1 release\n`}
  test('demands that new clients work with servers of the last release', async () => {
    const cwd = await situation({releases: RELEASES, change: {'openapi.yaml': api(FEES + COPIES, '')}, basis})
    const result = await check(cwd)
    expect([result.code, found(result)]).toEqual([
      1,
      [
        [
          'version-skew',
          "Clients built for this version call `GET /v1/copies`, which servers of v1.4 don't have. The policy allows a skew of 1 release between clients and servers.",
          ['v1.4']
        ]
      ]
    ])
  })
  test('demands that clients of the last release work with new servers, even if the notice is over', async () => {
    const releases = [
      {name: 'v1.3', day: '2025-02-01', spec: api(FEES, '')},
      {name: 'v1.4', day: '2025-06-01', spec: api(FEES, '')}
    ]
    const none = {
      ...basis,
      'policy.yaml': `${POLICY.replace('notice: 6 months, breaking: forbidden', 'breaking: allowed')}skew: 1 release\n`
    }
    const cwd = await situation({releases, change: {'openapi.yaml': api('', '')}, basis: none})
    const result = await check(cwd)
    expect([result.code, found(result).filter(([rule]) => rule === 'version-skew')]).toEqual([
      1,
      [
        [
          'version-skew',
          'Removed `GET /v1/fees`. Clients of v1.4 rely on it, and the policy allows a skew of 1 release.',
          ['v1.4']
        ]
      ]
    ])
    const announced = [releases[0] as Release, {...(releases[1] as Release), spec: api(deprecated(FEES), '')}]
    const ready = await situation({releases: announced, change: {'openapi.yaml': api('', '')}, basis: none})
    expect(found(await check(ready)).filter(([rule]) => rule === 'version-skew')).toEqual([])
  })
  test('in days reaches all releases that were current within them', async () => {
    const days = {...BASIS, 'policy.yaml': `${POLICY}skew: 120 days\n`}
    const cwd = await situation({releases: RELEASES, change: {'openapi.yaml': api(FEES + COPIES, '')}, basis: days})
    expect(found(await check(cwd)).map(([, , releases]) => releases)).toEqual([['v1.3', 'v1.4']])
  })
  test('what an earlier change added since the release is not held against this one', async () => {
    const cwd = await situation({
      releases: RELEASES,
      main: {'openapi.yaml': api(FEES + COPIES, '')},
      change: {'openapi.yaml': api(FEES + COPIES, ', note: {type: string}')},
      basis
    })
    const result = await check(cwd)
    expect([result.code, reportOf(result).findings.map(({level}) => level)]).toEqual([0, ['warning']])
  })
  test('a change cannot take it away', async () => {
    const change = {'openapi.yaml': api(FEES + COPIES, ''), 'policy.yaml': POLICY}
    expect((await check(await situation({releases: RELEASES, change, basis}))).code).toBe(1)
  })
  test('is refused with its place if it is no number of releases or days', async () => {
    const cwd = await situation({releases: RELEASES, change: {'openapi.yaml': LAST}, basis})
    write(cwd, {'policy.yaml': `${POLICY}skew: soon\n`})
    const result = await check(cwd)
    expect([result.code, result.err]).toEqual([2, expect.stringContaining("policy.yaml:6:7: `soon` isn't a skew.")])
  })
})

describe.concurrent('the releases of a description', () => {
  const releases = [{name: 'v1.0', day: '2025-12-01', spec: api(FEES, '')}]
  const config = CONFIG.replace('openapi.yaml', 'api.yaml')

  test.each([
    ['are compared if the change moves it', api(FEES, ''), 0],
    ['show what the change removes while it moves it', api('', ''), 1]
  ])('%s', async (_, spec, code) => {
    const cwd = await situation({
      releases,
      change: {'openapi.yaml': DELETED, 'api.yaml': spec, 'tenure.yaml': config}
    })
    const result = await check(cwd)
    expect(result.code, result.out + result.err).toBe(code)
    expect(reportOf(result).releases).toEqual(['v1.0'])
  })

  test("are none if it's new", async () => {
    const apis = (more = '') => `format: 1\napis:\n  - {name: loans, spec: openapi.yaml, policy: policy.yaml}\n${more}`
    const cwd = await situation({
      releases,
      basis: {...SUPPORTED, 'tenure.yaml': apis()},
      change: {
        'fees.yaml': api(FEES, ''),
        'tenure.yaml': apis('  - {name: fees, spec: fees.yaml, policy: policy.yaml}\n')
      }
    })
    const {code, err} = await tenure(['check', '--base', 'main', '--as-of', '2026-03-02'], {cwd})
    expect(code, err).toBe(0)
  })
})
