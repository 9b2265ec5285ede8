import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {DELETED, type Files, get, history, type Release, repositoryOf, type State, spec, TODAY} from './scenario.ts'

// A change that rewrites what the target's history states, so that the next one may remove what it protected.

const CONFIG = 'format: 1\nspec: openapi.yaml\nhistory: history.yaml\npolicy: policy.yaml\n'
const POLICY = 'format: 1\nname: p\nextends: thirteen-months\n'
const [LOANS, FEES, TRIAL] = [get('/v1/loans'), get('/v1/fees'), get('/v1beta1/fees')]
const FIRST: Release = ['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]
const ENDS = '{deprecated: GET /v1/fees, replacement: none, sunset: 2028-01-01}'
const MAIN: Files = {
  'openapi.yaml': spec(LOANS, FEES, TRIAL),
  'tenure.yaml': CONFIG,
  'policy.yaml': POLICY,
  'history.yaml': history([FIRST])
}
const told = (...releases: readonly Release[]): Files => ({'history.yaml': history([FIRST, ...releases])})
const TOLD = told(['1.1', '2020-01-01', [ENDS]])

async function check(main: readonly State[], branch: Files, later: readonly State[] = []) {
  const cwd = await repositoryOf({main, branch: [[TODAY, branch]], later})
  const {code, out, err} = await tenure(['check', '--as-of', TODAY, '--strict', '--format', 'json'], {cwd})
  return {code, out: out + err, rules: code === 2 ? [] : rulesOf(out)}
}

const rulesOf = (out: string): string[] =>
  (JSON.parse(out) as {findings: {rule: string; level: string}[]}).findings.flatMap(({rule, level}) =>
    level === 'error' ? [rule] : []
  )

describe.concurrent('a change weakens what the history states:', () => {
  const rows: Readonly<Record<string, readonly [before: Files, branch: Files]>> = {
    'a later sunset is deleted': [
      told(
        ['1.1', '2020-01-01', [ENDS.replace('2028', '2024')]],
        ['1.2', '2021-01-01', ['{rescheduled: GET /v1/fees, sunset: 2028-01-01}']]
      ),
      told(['1.1', '2020-01-01', [ENDS.replace('2028', '2024')]])
    ],
    'the sunset of an announcement is deleted': [
      TOLD,
      told(['1.1', '2020-01-01', [ENDS.replace(', sunset: 2028-01-01', '')]])
    ],
    'the sunset becomes an earlier day': [TOLD, told(['1.1', '2020-01-01', [ENDS.replace('2028', '2025')]])],
    'the sunset becomes a release that nobody knows': [
      TOLD,
      told(['1.1', '2020-01-01', [ENDS.replace('2028-01-01', '"9.0"')]])
    ],
    'the day of the release that is the sunset moves': [
      told(['1.1', '2020-01-01', [ENDS.replace('2028-01-01', '"2.0"')]], ['2.0', '2028-01-01', []]),
      told(['1.1', '2020-01-01', [ENDS.replace('2028-01-01', '"2.0"')]], ['2.0', '2026-04-01', []])
    ],
    'an endpoint is excepted from the sunset of its version': [
      told(['1.1', '2020-01-01', ['{deprecated: /v1/**, replacement: none, sunset: 2028-01-01}']]),
      told([
        '1.1',
        '2020-01-01',
        [
          '{deprecated: /v1/**, replacement: none, sunset: 2028-01-01, except: [GET /v1/fees]}',
          '{deprecated: GET /v1/fees, replacement: none}'
        ]
      ])
    ],
    'an older line with an earlier sunset takes the place of the later one': [
      TOLD,
      told(['1.1', '2020-01-01', ['{deprecated: /v1/**, replacement: none, sunset: 2026-01-01}']])
    ],
    'the announcement moves to `next`, with an earlier sunset': [
      TOLD,
      told(['next', undefined, [ENDS.replace('2028', '2026')]])
    ],
    'a stability is deleted': [
      told(['1.1', '2020-01-01', ['{added: GET /v1beta1/fees, stability: ga}']]),
      told(['1.1', '2020-01-01', ['added: GET /v1beta1/fees']])
    ],
    'a stability is lowered': [
      told(['1.1', '2020-01-01', ['{added: GET /v1beta1/fees, stability: ga}']]),
      told(['1.1', '2020-01-01', ['{added: GET /v1beta1/fees, stability: beta}']])
    ],
    'a fact is deleted': [
      {'history.yaml': history([FIRST], 'subjects: [{subject: GET /v1beta1/fees, stability: ga}]\n')},
      told()
    ],
    'the line that raised a stability is deleted': [
      told(
        ['1.1', '2020-01-01', ['added: GET /v1beta1/fees']],
        ['1.2', '2021-01-01', ['{changed: GET /v1beta1/fees, stability: ga, breaking: false}']]
      ),
      told(['1.1', '2020-01-01', ['added: GET /v1beta1/fees']])
    ],
    'the history says that it has gaps': [told(), {'history.yaml': history([FIRST], 'complete: false\n')}],
    'the history says that it had gaps before today': [
      told(),
      {'history.yaml': history([FIRST], `complete: false\nadopted: ${TODAY}\n`)}
    ],
    'the release that ends the gaps no longer does': [
      {
        'history.yaml': `${history([FIRST], 'complete: false\n')}  - {release: "1.1", date: 2020-01-01, complete: true}\n`
      },
      {'history.yaml': `${history([FIRST], 'complete: false\n')}  - {release: "1.1", date: 2020-01-01}\n`}
    ],
    'the history is deleted': [
      TOLD,
      {'history.yaml': DELETED, 'tenure.yaml': CONFIG.replace('history: history.yaml\n', '')}
    ],
    'another history takes its place': [
      TOLD,
      {'other.yaml': history([FIRST]), 'tenure.yaml': CONFIG.replace('history: history.yaml', 'history: other.yaml')}
    ],
    'the history moves into a folder without the line': [
      TOLD,
      {
        'history.yaml': DELETED,
        'past/service.yaml': 'format: 1\nservice: Lending Library API\n',
        'past/releases/1.0.yaml':
          'release: "1.0"\ndate: 2019-01-01\nchanges: [added: GET /v1/loans, added: GET /v1/fees]\n',
        'tenure.yaml': CONFIG.replace('history.yaml', 'past')
      }
    ]
  }

  it.each(Object.entries(rows))('%s', async (_, [before, branch]) => {
    const {code, out, rules} = await check([['2020-01-01', {...MAIN, ...before}]], branch)
    expect(code, out).toBe(1)
    expect(rules).toContain('history-weakened')
  })

  it('also in a first history that says it has gaps', async () => {
    const {'history.yaml': _, ...without} = MAIN
    const main = {...without, 'tenure.yaml': CONFIG.replace('history: history.yaml\n', '')}
    const first = {'tenure.yaml': CONFIG, 'history.yaml': history([FIRST], 'complete: false\n')}
    const {code, rules} = await check([['2020-01-01', main]], first)
    expect([code, rules]).toEqual([1, ['history-weakened']])
  })

  it('also where the branch began before the target got another line', async () => {
    const more = told(['1.1', '2020-01-01', [ENDS]], ['1.2', TODAY, ['changed: GET /v1/loans']])
    const {code, rules} = await check([['2020-01-01', {...MAIN, ...TOLD}]], told(), [[TODAY, more]])
    expect([code, rules]).toEqual([1, ['history-weakened']])
  })
})

describe.concurrent('a change makes uncertain since when a lifetime counts:', () => {
  const LIFETIME =
    'format: 1\nname: p\nstabilities: [beta, ga]\ndefaultStability: ga\nguarantees: {ga: {lifetime: 24 months, breaking: forbidden}, beta: none}\n'
  const text = history([['1.0', '2025-06-01', FIRST[2]]])
  const main: State = ['2025-06-01', {...MAIN, 'policy.yaml': LIFETIME, 'history.yaml': text}]

  it.each([
    ['the day of the release is deleted', text.replace('    date: 2025-06-01\n', '')],
    ['the day becomes a year', text.replace('2025-06-01', '2025')],
    ['the day is to come', text.replace('2025-06-01', '2027-06-01')],
    ['what the release adds may be older', text.replace('2025-06-01', '2025-06-01\n    existing: true')],
    ['what the line adds may be older', text.replace('added: GET /v1/fees', '{added: GET /v1/fees, existing: true}')],
    ['the line is deleted', text.replace('      - added: GET /v1/fees\n', '')]
  ])('%s', async (_, changed) => {
    const {code, rules} = await check([main], {'history.yaml': changed})
    expect([code, rules]).toEqual([1, ['history-weakened']])
  })

  it('unless the day is corrected', async () => {
    const {code, out} = await check([main], {'history.yaml': text.replace('2025-06-01', '2025-05-31')})
    expect(code, out).toBe(0)
  })
})

describe.concurrent('a change leaves what the history states:', () => {
  const rows: Readonly<Record<string, readonly [before: Files, branch: Files, later?: Files]>> = {
    'a note is reworded': [TOLD, told(['1.1', '2020-01-01', [ENDS.replace('}', ', note: fees are automatic now}')]])],
    'the line of a version is split': [
      told(['1.1', '2020-01-01', ['{deprecated: /v1/**, replacement: none, sunset: 2028-01-01}']]),
      told(['1.1', '2020-01-01', [ENDS, ENDS.replace('fees', 'loans')]])
    ],
    'the lines of endpoints are merged': [
      told(['1.1', '2020-01-01', [ENDS, ENDS.replace('fees', 'loans')]]),
      told(['1.1', '2020-01-01', ['{deprecated: /v1/**, replacement: none, sunset: 2028-01-01}']])
    ],
    'the history moves into files': [
      TOLD,
      {
        'history.yaml': DELETED,
        'past/service.yaml': 'format: 1\nservice: Lending Library API\n',
        'past/releases/1.0.yaml':
          'release: "1.0"\ndate: 2019-01-01\nchanges: [added: GET /v1/loans, added: GET /v1/fees]\n',
        'past/releases/first.yaml': `release: "1.1"\ndate: 2020-01-01\nchanges: [${ENDS}]\n`,
        'tenure.yaml': CONFIG.replace('history.yaml', 'past')
      }
    ],
    'a sunset becomes later': [TOLD, told(['1.1', '2020-01-01', [ENDS.replace('2028', '2029')]])],
    'a line postpones it': [
      TOLD,
      told(['1.1', '2020-01-01', [ENDS]], ['on', TODAY, ['{rescheduled: GET /v1/fees, sunset: 2028-06-01}']])
    ],
    'a release is named and dated otherwise': [TOLD, told(['v1.1.0', '2020-01-02', [ENDS]])],
    'an announcement is withdrawn': [
      TOLD,
      told(['1.1', '2020-01-01', [ENDS]], ['1.2', TODAY, ['withdrawn: GET /v1/fees']])
    ],
    'a sunset that has passed is deleted': [
      told(['1.1', '2020-01-01', [ENDS.replace('2028', '2025')]]),
      told(['1.1', '2020-01-01', [ENDS.replace(', sunset: 2028-01-01', '')]])
    ],
    'the line of an endpoint that never existed is deleted': [
      told(['1.1', '2020-01-01', [ENDS, ENDS.replace('fees', 'feees')]]),
      TOLD
    ],
    'a stability is raised': [
      told(['1.1', '2020-01-01', ['{added: GET /v1beta1/fees, stability: beta}']]),
      told(['1.1', '2020-01-01', ['{added: GET /v1beta1/fees, stability: ga}']])
    ],
    'a forgotten addition is recorded': [told(), told(['1.1', '2020-01-01', ['added: GET /v1beta1/fees']])],
    'the gaps end': [{'history.yaml': history([FIRST], 'complete: false\n')}, told()],
    'a line is added while the target gets another one': [
      TOLD,
      {'history.yaml': `# The fees end.\n${TOLD['history.yaml']}`},
      told(['1.1', '2020-01-01', [ENDS]], ['on', '2026-03-01', ['{rescheduled: GET /v1/fees, sunset: 2028-06-01}']])
    ],
    'the target accepts it on this day': [
      {...TOLD, 'tenure.yaml': `${CONFIG}acceptedHistory: {approved: ${TODAY}, approver: api@library.example}\n`},
      told()
    ]
  }

  it.each(Object.entries(rows))('%s', async (_, [before, branch, later]) => {
    const {code, out, rules} = await check(
      [['2020-01-01', {...MAIN, ...before}]],
      branch,
      later ? [[TODAY, later]] : []
    )
    expect(rules, out).toEqual([])
    expect(code, out).toBe(0)
  })

  it('an API is retired with its history', async () => {
    const both = `${CONFIG.split('\n')[0]}\napis: [{name: loans, spec: openapi.yaml, history: history.yaml}, {name: old, spec: old.yaml, history: old-history.yaml}]\n`
    const old = get('/v1/old', 'deprecated: true, x-sunset: "2026-02-01", ')
    const past = history([
      ['1.0', '2019-01-01', ['added: GET /v1/old']],
      ['1.1', '2024-01-01', ['{deprecated: GET /v1/old, replacement: none, sunset: 2026-02-01}']]
    ])
    const main: Files = {
      'openapi.yaml': spec(LOANS),
      'old.yaml': spec(old),
      'tenure.yaml': both,
      'history.yaml': history([['1.0', '2019-01-01', ['added: GET /v1/loans']]]),
      'old-history.yaml': past
    }
    const branch = {
      'old.yaml': DELETED,
      'old-history.yaml': DELETED,
      'tenure.yaml': both.replace(/, \{name: old.*\}(?=\])/, '')
    }
    const cwd = await repositoryOf({main: [['2024-01-01', main]], branch: [[TODAY, branch]]})
    const {code, out} = await tenure(['check', '--as-of', TODAY, '--strict'], {cwd})
    expect(code, out).toBe(0)
  })
})

describe.concurrent('an announcement that excepted an endpoint', () => {
  const version = (more: string): Release => ['1.1', '2020-01-01', [`{deprecated: /v1/**, replacement: none${more}}`]]
  const EXCEPT = ', except: [GET /v1/fees]'
  const remove = async (main: readonly State[], left = spec(LOANS, TRIAL)) => {
    const cwd = await repositoryOf({main, branch: [[TODAY, {'openapi.yaml': left}]]})
    return tenure(['check', '--as-of', TODAY, '--strict'], {cwd})
  }
  const START: State = ['2020-01-01', {...MAIN, ...told(version(EXCEPT))}]
  const since = (day: string, text: Files = told(version(''))): readonly State[] => [START, [day, text]]
  const accepts = {'tenure.yaml': `${CONFIG}acceptedHistory: {approved: 2021-01-01, approver: api@library.example}\n`}

  it.each([
    ['deleted', since('2026-03-01')],
    ['replaced by another one', since('2026-03-01', told(version(', except: [GET /v1/loans]')))],
    [
      'narrowed',
      [['2020-01-01', {...MAIN, ...told(version(', except: [/v1/fees/**]'))}], ...since('2026-03-01').slice(1)]
    ],
    [
      'deleted in an adopted history',
      since('2026-03-01', {'history.yaml': history([FIRST, version('')], 'adopted: 2019-06-01\n')})
    ],
    [
      'deleted after the target accepted the line',
      [['2020-01-01', {...MAIN, ...accepts, ...told(version(EXCEPT))}], ...since('2026-03-01').slice(1)]
    ],
    [
      'deleted, and was deleted before',
      [
        START,
        ['2024-01-01', told(version(''))],
        ['2025-06-01', told(version(EXCEPT))],
        ['2026-03-01', told(version(''))]
      ]
    ]
  ] satisfies [string, readonly State[]][])('counts for it only since the exception was %s', async (_, main) => {
    const {code, out, err} = await remove(main)
    expect(code, out + err).toBe(1)
    expect(out).toContain('`GET /v1/fees` is removed')
  })

  it('counts for it after the notice since then', async () => {
    const {code, out} = await remove(since('2024-12-01'))
    expect(code, out).toBe(0)
  })

  it('counts for the others as before', async () => {
    const {code, out} = await remove(since('2026-03-01'), spec(FEES, TRIAL))
    expect(code, out).toBe(0)
  })

  it('counts for the others where it excepts one more', async () => {
    const {code, out} = await remove([
      ...since('2024-12-01'),
      ['2026-03-01', told(version(', except: [GET /v1/loans]'))]
    ])
    expect(code, out).toBe(0)
  })

  it('counts for it as before where the description showed it', async () => {
    const marked = {'openapi.yaml': spec(LOANS, get('/v1/fees', 'deprecated: true, '), TRIAL)}
    const {code, out} = await remove([START, ['2024-01-01', marked], ...since('2026-03-01').slice(1)])
    expect(code, out).toBe(0)
  })
})
