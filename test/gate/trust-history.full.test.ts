import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {NO_SPEC, tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {cloneOf, type Files, get, git, history, type Release, repositoryOf, spec, TODAY} from './scenario.ts'

const CONFIG = 'format: 1\nhistory: history.yaml\npolicy: policy.yaml\n'
const STRONG = 'format: 1\nname: p\nextends: thirteen-months\n'
const WEAK =
  'format: 1\nname: w\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: none, breaking: allowed}}\n'
const FIRST: Release = ['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]
const DEPRECATED: Release = [
  '1.1',
  '2024-01-01',
  ['{deprecated: GET /v1/fees, sunset: 2025-06-01, replacement: none, note: x}']
]
const REMOVED: Release = ['next', undefined, ['{removed: GET /v1/fees, replacement: none, note: x}']]
const MAIN = {'tenure.yaml': CONFIG, 'policy.yaml': STRONG, 'history.yaml': history([FIRST])}
const WAIVER = `waivers:\n  - {subject: GET /v1/fees, reason: security, approver: me@x, approved: ${TODAY}}\n`

async function check(main: Files, branch: Files, since = '2024-06-01') {
  const cwd = await repositoryOf({main: [[since, main]], branch: [[TODAY, branch]]})
  return tenure(['check', '--as-of', TODAY], {cwd})
}

describe.concurrent('without a description, a history that removes an endpoint without notice fails although', () => {
  const cases: readonly (readonly [string, Files])[] = [
    ['the policy is weakened in the same change', {'history.yaml': history([FIRST, REMOVED]), 'policy.yaml': WEAK}],
    [
      'the history names another policy',
      {
        'history.yaml': history([FIRST, REMOVED], 'policy: policy.yaml\n'),
        'tenure.yaml': 'format: 1\nhistory: history.yaml\n',
        'policy.yaml': WEAK
      }
    ],
    ['the deprecation is back-dated', {'history.yaml': history([FIRST, DEPRECATED, REMOVED])}],
    [
      'the deprecation is added to an old release',
      {'history.yaml': history([['1.0', '2019-01-01', [...FIRST[2], ...DEPRECATED[2]]], REMOVED])}
    ],
    [
      'an old release lists the removal',
      {'history.yaml': history([['1.0', '2019-01-01', [...FIRST[2], ...REMOVED[2]]]])}
    ],
    [
      'a new release with a past date lists the removal',
      {'history.yaml': history([FIRST, ['1.1', '2020-01-01', REMOVED[2]]])}
    ],
    [
      'the configuration names another history',
      {'tenure.yaml': CONFIG.replace('history.yaml', 'other.yaml'), 'other.yaml': history([FIRST, DEPRECATED, REMOVED])}
    ],
    [
      'a waiver is added in the same change',
      {'history.yaml': history([FIRST, REMOVED]), 'tenure.yaml': CONFIG + WAIVER}
    ]
  ]
  it.each(sample(cases))('%s', async (_, branch) => {
    const {code, out, err} = await check(MAIN, branch)
    expect(code, out + err).toBe(1)
    expect(out).toContain('/v1/fees')
    expect(out).toContain('unannounced-removal')
  })
})

describe.concurrent('a history of the target', () => {
  it("doesn't help in a shallow clone", async () => {
    const deprecations = history([FIRST, DEPRECATED])
    const from = await repositoryOf({
      main: [
        ['2019-06-01', MAIN],
        ['2024-01-02', {'history.yaml': deprecations}]
      ],
      branch: [[TODAY, {'history.yaml': history([FIRST, DEPRECATED, REMOVED])}]]
    })
    const cwd = await cloneOf(from, '--depth', '2', '--no-single-branch')
    const {code, out} = await tenure(['check', '--as-of', TODAY], {cwd})
    expect(code, out).toBe(2)
    expect(out).toContain('git fetch --unshallow')
  })

  it.each([
    ['the default branch', 'work', 0],
    ['a release branch', 'release', 0]
  ])('makes entries count from when %s had them', async (_, branch, expected) => {
    const files = {'history.yaml': history([FIRST, DEPRECATED])}
    const cwd = await repositoryOf({
      main: [['2019-06-01', {...MAIN, 'history.yaml': history([FIRST])}]]
    })
    if (branch === 'release') await git(cwd, ['checkout', '--quiet', '-b', 'release'])
    write(cwd, files)
    await git(cwd, ['commit', '--quiet', '--all', '--message', 'Told'], '2024-01-02')
    const target = branch === 'release' ? 'release' : 'main'
    await git(cwd, ['checkout', '--quiet', '-b', 'end'])
    write(cwd, {'history.yaml': history([FIRST, DEPRECATED, REMOVED])})
    await git(cwd, ['commit', '--quiet', '--all', '--message', 'End'], TODAY)
    const {code, out} = await tenure(['check', '--as-of', TODAY], {cwd, env: {GITHUB_BASE_REF: target}})
    expect(code, out).toBe(expected)
  })
})

describe.concurrent('a waiver', () => {
  const WAIVED = `waiver: {reason: security, approver: me@x, approved: ${TODAY}}`
  const removalOf = (path: string) => `{removed: GET ${path}, replacement: none, note: x, ${WAIVED}}`

  it("of one entry doesn't apply to another entry that it is copied to", async () => {
    const main = {...MAIN, 'history.yaml': history([FIRST, ['next', undefined, [removalOf('/v1/loans')]]])}
    const branch = {
      'history.yaml': history([FIRST, ['next', undefined, [removalOf('/v1/loans'), removalOf('/v1/fees')]]])
    }
    const {code, out} = await check(main, branch)
    expect(code, out).toBe(1)
    expect(out).toContain('1 new waiver (counts once merged)')
  })

  it("isn't new if a release moves it from the configuration into the history", async () => {
    const main = {...MAIN, 'tenure.yaml': CONFIG + WAIVER, 'history.yaml': history([FIRST, REMOVED])}
    const branch = {'tenure.yaml': CONFIG, 'history.yaml': history([FIRST, ['2.0', TODAY, [removalOf('/v1/fees')]]])}
    const {code, out} = await check(main, branch)
    expect(code, out).toBe(0)
    expect(out).not.toContain('new waiver')
  })

  it('is counted in the first line of every format, also if it is new', async () => {
    const main = {...MAIN, 'tenure.yaml': CONFIG + WAIVER}
    const branch = {
      'tenure.yaml': `${CONFIG}${WAIVER}  - {subject: GET /v1/loans, reason: security, approver: me@x, approved: ${TODAY}}\n`,
      'history.yaml': history([
        FIRST,
        ['next', undefined, [...REMOVED[2], REMOVED[2][0]?.replace('fees', 'loans') ?? '']]
      ])
    }
    const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})
    const formats = ['stylish', 'github=g.txt', 'markdown=c.md', 'junit=j.xml', 'json=r.json']
    const {out} = await tenure(['check', '--as-of', TODAY, '--format', formats.join(',')], {cwd})
    const text = (path: string): string => readFileSync(join(cwd, path), 'utf8')
    for (const each of [out, text('g.txt')])
      expect(each).toMatch(/^(?:✖ )?1 violation, 1 waived, 1 new waiver \(counts once merged\) in /)
    expect(text('c.md')).toMatch(/^## ❌ 1 violation, 1 waived, 1 new waiver \(counts once merged\) in /m)
    expect(text('j.xml')).toContain('<property name="newWaivers" value="1"/>')
    expect(JSON.parse(text('r.json'))).toMatchObject({newWaivers: {added: 1, ignored: 1}})
  })
})

describe.concurrent('a history that records earlier releases', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const deprecations = names.map(name => `deprecated: GET /v1/${name}`)
  const specOf = (mark: string) => ({'openapi.yaml': spec(...names.map(name => get(`/v1/${name}`, mark)))})
  const added = names.map(name => `added: GET /v1/${name}`)
  const recorded = {
    'history.yaml': history([
      ['1.0', '2019-01-01', added],
      ['1.1', '2024-01-01', deprecations]
    ])
  }

  it('has many warnings, which are counted', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', specOf('')]],
      branch: [[TODAY, {...specOf('deprecated: true, '), ...recorded}]]
    })
    const {code, out} = await tenure(['check', '--as-of', TODAY], {cwd})
    expect(code, out).toBe(0)
    expect(out).toMatch(/^\d+ warnings about earlier releases aren't listed\. /m)
    expect(out).not.toContain('GET /v1/f')
  })
})

describe.concurrent('check of a history passes', () => {
  const cases: readonly (readonly [string, Files, Files])[] = [
    ['no change', MAIN, {}],
    [
      'a first history',
      {'readme.md': 'x\n'},
      {...MAIN, 'tenure.yaml': NO_SPEC, 'history.yaml': history([FIRST, DEPRECATED, REMOVED])}
    ],
    [
      'a deprecation',
      MAIN,
      {
        'history.yaml': history([
          FIRST,
          ['next', undefined, ['{deprecated: GET /v1/fees, sunset: 2027-06-01, replacement: GET /v1/loans}']]
        ])
      }
    ],
    [
      'a removal after its notice',
      {...MAIN, 'history.yaml': history([FIRST, DEPRECATED])},
      {'history.yaml': history([FIRST, DEPRECATED, REMOVED])}
    ],
    [
      'the release of unreleased changes',
      {...MAIN, 'history.yaml': history([FIRST, DEPRECATED, REMOVED])},
      {'history.yaml': history([FIRST, DEPRECATED, ['2.0', TODAY, REMOVED[2]]])}
    ],
    ['a stricter policy', {...MAIN, 'policy.yaml': WEAK}, {'policy.yaml': STRONG}],
    [
      'a removal with a merged waiver',
      {...MAIN, 'tenure.yaml': CONFIG + WAIVER},
      {'history.yaml': history([FIRST, REMOVED])}
    ],
    [
      'an added entry about an old release',
      MAIN,
      {'history.yaml': history([['1.0', '2019-01-01', [...FIRST[2], 'added: GET /v1/items']]])}
    ]
  ]
  it.each(sample(cases))('%s', async (_, main, branch) => {
    const {code, out, err} = await check(main, branch, '2024-01-01')
    expect(code, out + err).toBe(0)
  })
})
