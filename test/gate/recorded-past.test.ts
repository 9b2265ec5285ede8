import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {DELETED, type Files, get, history, type Release, repositoryOf, type State, spec, TODAY} from './scenario.ts'

// A change that weakens the history of the target would let the next change remove what the history protects.

const CONFIG = 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\npolicy: policy.yaml\n'
const POLICY = 'format: 1\nname: p\nextends: thirteen-months\n'
const [LOANS, FEES, TRIAL] = [get('/v1/loans'), get('/v1/fees'), get('/v1beta1/fees')]
const FIRST: Release = ['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]
const DEPRECATED_FEES = '{deprecated: GET /v1/fees, replacement: none, sunset: 2028-01-01}'
const MAILED_FEES = DEPRECATED_FEES.replace('}', ', via: mail}')
const MAIN: Files = {
  'openapi.yaml': spec(LOANS, FEES, TRIAL),
  'tenure.yaml': CONFIG,
  'policy.yaml': POLICY,
  'history.yaml': history([FIRST])
}
const withReleases = (...releases: readonly Release[]): Files => ({'history.yaml': history([FIRST, ...releases])})
const WITH_SUNSET = withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES]])

async function check(main: readonly State[], branch: Files, later: readonly State[] = []) {
  const cwd = await repositoryOf({main, branch: [[TODAY, branch]], later})
  const {code, out, err} = await tenure(['check', '--as-of', TODAY, '--fail-on=undetermined', '--format', 'json'], {
    cwd
  })
  return {code, out: out + err, rules: code === 2 ? [] : rulesOf(out)}
}

const rulesOf = (out: string): string[] =>
  (JSON.parse(out) as {findings: {rule: string; level: string}[]}).findings.flatMap(({rule, level}) =>
    level === 'error' ? [rule] : []
  )

describe.concurrent('a change fails as `history-weakened` if', () => {
  const rows: Readonly<Record<string, readonly [before: Files, branch: Files]>> = {
    'the entry that moved a sunset later is deleted': [
      withReleases(
        ['1.1', '2020-01-01', [DEPRECATED_FEES.replace('2028', '2024')]],
        ['1.2', '2021-01-01', ['{rescheduled: GET /v1/fees, sunset: 2028-01-01}']]
      ),
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES.replace('2028', '2024')]])
    ],
    'the sunset of a deprecation is deleted': [
      WITH_SUNSET,
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES.replace(', sunset: 2028-01-01', '')]])
    ],
    'a sunset is moved to an earlier day': [
      WITH_SUNSET,
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES.replace('2028', '2025')]])
    ],
    'the sunset of a mail is moved to an earlier day before its release': [
      withReleases(['next', undefined, [MAILED_FEES]]),
      withReleases(['next', undefined, [MAILED_FEES.replace('2028', '2025')]])
    ],
    'a mail loses its line before its release': [
      withReleases(['next', undefined, [MAILED_FEES.replace('via: mail', 'announced: 2020-01-01')]]),
      withReleases()
    ],
    'a sunset becomes an unknown release': [
      WITH_SUNSET,
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES.replace('2028-01-01', '"9.0"')]])
    ],
    'the release that is the sunset gets an earlier date': [
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES.replace('2028-01-01', '"2.0"')]], ['2.0', '2028-01-01', []]),
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES.replace('2028-01-01', '"2.0"')]], ['2.0', '2026-04-01', []])
    ],
    'an endpoint is excepted from the sunset of its version': [
      withReleases(['1.1', '2020-01-01', ['{deprecated: /v1/**, replacement: none, sunset: 2028-01-01}']]),
      withReleases([
        '1.1',
        '2020-01-01',
        [
          '{deprecated: /v1/**, replacement: none, sunset: 2028-01-01, except: [GET /v1/fees]}',
          '{deprecated: GET /v1/fees, replacement: none}'
        ]
      ])
    ],
    'an older entry with an earlier sunset replaces the later one': [
      WITH_SUNSET,
      withReleases(['1.1', '2020-01-01', ['{deprecated: /v1/**, replacement: none, sunset: 2026-01-01}']])
    ],
    'a deprecation moves to `next` with an earlier sunset': [
      WITH_SUNSET,
      withReleases(['next', undefined, [DEPRECATED_FEES.replace('2028', '2026')]])
    ],
    'a stability is deleted': [
      withReleases(['1.1', '2020-01-01', ['{added: GET /v1beta1/fees, stability: ga}']]),
      withReleases(['1.1', '2020-01-01', ['added: GET /v1beta1/fees']])
    ],
    'a stability is lowered': [
      withReleases(['1.1', '2020-01-01', ['{added: GET /v1beta1/fees, stability: ga}']]),
      withReleases(['1.1', '2020-01-01', ['{added: GET /v1beta1/fees, stability: beta}']])
    ],
    'a fact is deleted': [
      {'history.yaml': history([FIRST], 'subjects: [{subject: GET /v1beta1/fees, stability: ga}]\n')},
      withReleases()
    ],
    'the entry that raised a stability is deleted': [
      withReleases(
        ['1.1', '2020-01-01', ['added: GET /v1beta1/fees']],
        ['1.2', '2021-01-01', ['{changed: GET /v1beta1/fees, stability: ga, breaking: false}']]
      ),
      withReleases(['1.1', '2020-01-01', ['added: GET /v1beta1/fees']])
    ],
    'the history becomes incomplete before today': [
      withReleases(),
      {'history.yaml': history([FIRST], `complete: ${TODAY}\n`)}
    ],
    'the history becomes complete on a later day': [
      {'history.yaml': history([FIRST], 'complete: 2018-01-01\n')},
      {'history.yaml': history([FIRST], 'complete: 2019-06-01\n')}
    ],
    'the history becomes complete after a later release': [
      {'history.yaml': history([FIRST, ['1.1', '2020-01-01', ['added: GET /v1/readers']]], 'complete: "1.0"\n')},
      {'history.yaml': history([FIRST, ['1.1', '2020-01-01', ['added: GET /v1/readers']]], 'complete: "1.1"\n')}
    ],
    'the history is deleted': [
      WITH_SUNSET,
      {'history.yaml': DELETED, 'tenure.yaml': CONFIG.replace('history: history.yaml\n', '')}
    ],
    'another history replaces it': [
      WITH_SUNSET,
      {'other.yaml': history([FIRST]), 'tenure.yaml': CONFIG.replace('history: history.yaml', 'history: other.yaml')}
    ],
    'the history moves into a folder without the deprecation': [
      WITH_SUNSET,
      {
        'history.yaml': DELETED,
        'past/service.yaml': 'format: 1\nservice: Lending Library API\n',
        'past/releases/1.0.yaml':
          'release: "1.0"\ndate: 2019-01-01\nchanges: [added: GET /v1/loans, added: GET /v1/fees]\n',
        'tenure.yaml': CONFIG.replace('history.yaml', 'past')
      }
    ]
  }

  it.each(sample(Object.entries(rows)))('%s', async (_, [before, branch]) => {
    const {code, out, rules} = await check([['2020-01-01', {...MAIN, ...before}]], branch)
    expect(code, out).toBe(1)
    expect(rules).toContain('history-weakened')
  })

  it('an entry is deleted on a branch that is behind its target', async () => {
    const more = withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES]], ['1.2', TODAY, ['changed: GET /v1/loans']])
    const {code, rules} = await check([['2020-01-01', {...MAIN, ...WITH_SUNSET}]], withReleases(), [[TODAY, more]])
    expect([code, rules]).toEqual([1, ['history-weakened']])
  })
})

describe.concurrent('a change fails as `history-weakened` if the start of a lifetime becomes unclear because', () => {
  const LIFETIME =
    'format: 1\nname: p\nstabilities: [beta, ga]\ndefaultStability: ga\nguarantees: {ga: {lifetime: 24 months, breaking: forbidden}, beta: none}\n'
  const text = history([['1.0', '2025-06-01', FIRST[2]]])
  const main: State = ['2025-06-01', {...MAIN, 'policy.yaml': LIFETIME, 'history.yaml': text}]

  it.each(
    sample([
      ['the date of the release is deleted', text.replace('    date: 2025-06-01\n', '')],
      ['the date becomes a year', text.replace('2025-06-01', '2025')],
      ['the date is in the future', text.replace('2025-06-01', '2027-06-01')],
      ['the additions of the release may be older', text.replace('2025-06-01', '2025-06-01\n    existing: true')],
      ['the addition may be older', text.replace('added: GET /v1/fees', '{added: GET /v1/fees, existing: true}')],
      ['the addition is deleted', text.replace('      - added: GET /v1/fees\n', '')]
    ])
  )('%s', async (_, changed) => {
    const {code, rules} = await check([main], {'history.yaml': changed})
    expect([code, rules]).toEqual([1, ['history-weakened']])
  })

  it('a change may correct the date on which a lifetime starts', async () => {
    const {code, out} = await check([main], {'history.yaml': text.replace('2025-06-01', '2025-05-31')})
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a change of the history passes if', () => {
  const rows: Readonly<Record<string, readonly [before: Files, branch: Files, later?: Files]>> = {
    'a note is reworded': [
      WITH_SUNSET,
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES.replace('}', ', note: fees are automatic now}')]])
    ],
    'the deprecation of a version is split into its endpoints': [
      withReleases(['1.1', '2020-01-01', ['{deprecated: /v1/**, replacement: none, sunset: 2028-01-01}']]),
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES, DEPRECATED_FEES.replace('fees', 'loans')]])
    ],
    'the deprecations of endpoints are merged into one of their version': [
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES, DEPRECATED_FEES.replace('fees', 'loans')]]),
      withReleases(['1.1', '2020-01-01', ['{deprecated: /v1/**, replacement: none, sunset: 2028-01-01}']])
    ],
    'the history is split into files': [
      WITH_SUNSET,
      {
        'history.yaml': DELETED,
        'past/service.yaml': 'format: 1\nservice: Lending Library API\n',
        'past/releases/1.0.yaml':
          'release: "1.0"\ndate: 2019-01-01\nchanges: [added: GET /v1/loans, added: GET /v1/fees]\n',
        'past/releases/first.yaml': `release: "1.1"\ndate: 2020-01-01\nchanges: [${DEPRECATED_FEES}]\n`,
        'tenure.yaml': CONFIG.replace('history.yaml', 'past')
      }
    ],
    'a release takes the line of a mail': [
      withReleases(['next', undefined, [MAILED_FEES]]),
      withReleases(['1.1', TODAY, [MAILED_FEES]])
    ],
    'the sunset of a mail is moved later before its release': [
      withReleases(['next', undefined, [MAILED_FEES]]),
      withReleases(['next', undefined, [MAILED_FEES.replace('2028', '2029')]])
    ],
    'a deprecation that waits for its release is dropped': [
      withReleases(['next', undefined, [DEPRECATED_FEES]]),
      withReleases()
    ],
    'a sunset is moved later': [
      WITH_SUNSET,
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES.replace('2028', '2029')]])
    ],
    'an entry postpones a sunset': [
      WITH_SUNSET,
      withReleases(
        ['1.1', '2020-01-01', [DEPRECATED_FEES]],
        ['on', TODAY, ['{rescheduled: GET /v1/fees, sunset: 2028-06-01}']]
      )
    ],
    'a release gets another name and date': [WITH_SUNSET, withReleases(['v1.1.0', '2020-01-02', [DEPRECATED_FEES]])],
    'a deprecation is withdrawn': [
      WITH_SUNSET,
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES]], ['1.2', TODAY, ['withdrawn: GET /v1/fees']])
    ],
    'a past sunset is deleted': [
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES.replace('2028', '2025')]]),
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES.replace(', sunset: 2028-01-01', '')]])
    ],
    'an entry about an endpoint that never existed is deleted': [
      withReleases(['1.1', '2020-01-01', [DEPRECATED_FEES, DEPRECATED_FEES.replace('fees', 'feees')]]),
      WITH_SUNSET
    ],
    'a stability is raised': [
      withReleases(['1.1', '2020-01-01', ['{added: GET /v1beta1/fees, stability: beta}']]),
      withReleases(['1.1', '2020-01-01', ['{added: GET /v1beta1/fees, stability: ga}']])
    ],
    'a missing addition is recorded': [
      withReleases(),
      withReleases(['1.1', '2020-01-01', ['added: GET /v1beta1/fees']])
    ],
    'the history becomes complete': [{'history.yaml': history([FIRST], 'complete: 2020-01-01\n')}, withReleases()],
    'a comment is added while the target gets another entry': [
      WITH_SUNSET,
      {'history.yaml': `# The fees end.\n${WITH_SUNSET['history.yaml']}`},
      withReleases(
        ['1.1', '2020-01-01', [DEPRECATED_FEES]],
        ['on', '2026-03-01', ['{rescheduled: GET /v1/fees, sunset: 2028-06-01}']]
      )
    ],
    'the target accepts the history on that day': [
      {
        ...WITH_SUNSET,
        'tenure.yaml': `${CONFIG}adopted: {day: ${TODAY}, approver: api@library.example}\n`
      },
      withReleases()
    ]
  }

  it.each(sample(Object.entries(rows)))('%s', async (_, [before, branch, later]) => {
    const {code, out, rules} = await check(
      [['2020-01-01', {...MAIN, ...before}]],
      branch,
      later ? [[TODAY, later]] : []
    )
    expect(rules, out).toEqual([])
    expect(code, out).toBe(0)
  })

  it('an API is deleted with its history after its sunset', async () => {
    const both = `${CONFIG.split('\n')[0]}\napis: [{name: loans, spec: openapi.yaml, history: history.yaml}, {name: old, spec: old.yaml, history: old-history.yaml}]\n`
    const old = get('/v1/old', 'deprecated: true, x-sunset: "2026-02-01", ')
    const oldHistory = history([
      ['1.0', '2019-01-01', ['added: GET /v1/old']],
      ['1.1', '2024-01-01', ['{deprecated: GET /v1/old, replacement: none, sunset: 2026-02-01}']]
    ])
    const main: Files = {
      'openapi.yaml': spec(LOANS),
      'old.yaml': spec(old),
      'tenure.yaml': both,
      'history.yaml': history([['1.0', '2019-01-01', ['added: GET /v1/loans']]]),
      'old-history.yaml': oldHistory
    }
    const branch = {
      'old.yaml': DELETED,
      'old-history.yaml': DELETED,
      'tenure.yaml': both.replace(/, \{name: old.*\}(?=\])/, '')
    }
    const cwd = await repositoryOf({main: [['2024-01-01', main]], branch: [[TODAY, branch]]})
    const {code, out} = await tenure(['check', '--as-of', TODAY, '--fail-on=undetermined'], {cwd})
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a deprecation of a version with an exception', () => {
  const version = (more: string): Release => ['1.1', '2020-01-01', [`{deprecated: /v1/**, replacement: none${more}}`]]
  const EXCEPT = ', except: [GET /v1/fees]'
  const remove = async (main: readonly State[], remaining = spec(LOANS, TRIAL)) => {
    const cwd = await repositoryOf({main, branch: [[TODAY, {'openapi.yaml': remaining}]]})
    return tenure(['check', '--as-of', TODAY, '--fail-on=undetermined'], {cwd})
  }
  const START: State = ['2020-01-01', {...MAIN, ...withReleases(version(EXCEPT))}]
  const since = (day: string, text: Files = withReleases(version(''))): readonly State[] => [START, [day, text]]
  const accepts = {'tenure.yaml': `${CONFIG}adopted: {day: 2021-01-01, approver: api@library.example}\n`}

  it.each([
    ['deleted', since('2026-03-01')],
    ['replaced by another one', since('2026-03-01', withReleases(version(', except: [GET /v1/loans]')))],
    [
      'narrowed',
      [['2020-01-01', {...MAIN, ...withReleases(version(', except: [/v1/fees/**]'))}], ...since('2026-03-01').slice(1)]
    ],
    [
      'deleted after the target accepted the entry',
      [['2020-01-01', {...MAIN, ...accepts, ...withReleases(version(EXCEPT))}], ...since('2026-03-01').slice(1)]
    ],
    [
      'deleted, restored, and deleted again',
      [
        START,
        ['2024-01-01', withReleases(version(''))],
        ['2025-06-01', withReleases(version(EXCEPT))],
        ['2026-03-01', withReleases(version(''))]
      ]
    ]
  ] satisfies [string, readonly State[]][])(
    'starts the notice for the excepted endpoint when the exception was %s',
    async (_, main) => {
      const {code, out, err} = await remove(main)
      expect(code, out + err).toBe(1)
      expect(out).toContain('`GET /v1/fees` is removed')
    }
  )

  it('allows the removal of the excepted endpoint after a notice since then', async () => {
    const {code, out} = await remove(since('2024-12-01'))
    expect(code, out).toBe(0)
  })

  it('still counts for the other endpoints', async () => {
    const {code, out} = await remove(since('2026-03-01'), spec(FEES, TRIAL))
    expect(code, out).toBe(0)
  })

  it('still counts for the other endpoints if another one is excepted', async () => {
    const {code, out} = await remove([
      ...since('2024-12-01'),
      ['2026-03-01', withReleases(version(', except: [GET /v1/loans]'))]
    ])
    expect(code, out).toBe(0)
  })

  it('counts for the excepted endpoint since its deprecation in the description', async () => {
    const deprecated = {'openapi.yaml': spec(LOANS, get('/v1/fees', 'deprecated: true, '), TRIAL)}
    const {code, out} = await remove([START, ['2024-01-01', deprecated], ...since('2026-03-01').slice(1)])
    expect(code, out).toBe(0)
  })
})
