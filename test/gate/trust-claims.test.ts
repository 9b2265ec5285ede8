import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {type Files, get, history, type Release, repositoryOf, spec, TODAY} from './scenario.ts'

const [LOANS, FEES, FEES2] = [get('/v1/loans'), get('/v1/fees'), get('/v2/fees')]
const CONFIG = 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\nhistory: history.yaml\n'
const STRONG = 'format: 1\nname: p\nextends: thirteen-months\n'
const TWO_RELEASES =
  'format: 1\nname: p\nstabilities: [beta, ga]\ndefaultStability: ga\nguarantees: {ga: {notice: 2 releases}, beta: none}\n'
const FIRST: Release = ['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]
const TELLS = '{deprecated: GET /v1/fees, replacement: none, note: x}'
const GOES = '{removed: GET /v1/fees, replacement: none, note: x}'
const ENDS: Release = ['next', undefined, [GOES]]
const RECENT: Release = ['on', '2026-02-15', [TELLS]]
const TOLD_FIRST: Release = ['1.0', '2019-01-01', [...FIRST[2], TELLS]]

interface Claim {
  readonly main: readonly Release[]
  readonly branch: readonly Release[]
  readonly policy?: string
  /** The description of before; `/v1/fees` goes from it. */
  readonly paths?: readonly string[]
  /** Since when the target has its history. */
  readonly since?: string
}

async function check({main, branch, policy = STRONG, paths = [LOANS, FEES], since = '2026-02-15'}: Claim) {
  const files = {'tenure.yaml': CONFIG, 'policy.yaml': policy, 'openapi.yaml': spec(...paths)}
  const first: Files = {...files, 'openapi.yaml': spec(LOANS, FEES), 'history.yaml': history([FIRST])}
  const then: Files = {...files, 'history.yaml': history(main)}
  const now: Files = {
    'openapi.yaml': spec(...paths.filter(path => path !== FEES)),
    'history.yaml': history(branch)
  }
  const cwd = await repositoryOf({
    main: [
      ['2019-01-01', first],
      [since, then]
    ],
    branch: [[TODAY, now]]
  })
  return tenure(['check', '--as-of', TODAY, '--base', 'main'], {cwd})
}

describe.concurrent('an endpoint ends without its notice, and that is a violation, though the history of the change', () => {
  const cases: Readonly<Record<string, Claim>> = {
    'says that it is to ship later': {
      main: [FIRST, RECENT],
      branch: [FIRST, RECENT, ['next', '2027-12-31', [GOES]]]
    },
    'says that it is to ship in some year': {
      main: [FIRST, RECENT],
      branch: [FIRST, RECENT, ['next', '2027', [GOES]]]
    },
    'puts its end into a release that is to come': {
      main: [FIRST, RECENT],
      branch: [FIRST, RECENT, ['2.0', '2027-12-31', [GOES]]]
    },
    'puts its end into a release that has no date': {
      main: [FIRST, RECENT],
      branch: [FIRST, RECENT, ['2.0', undefined, [GOES]], ['next', '2028-01-01', []]]
    },
    'moves its announcement to an earlier day': {
      main: [FIRST, RECENT],
      branch: [FIRST, ['on', '2024-02-15', [TELLS]], ENDS]
    },
    'moves its announcement to some year': {
      main: [FIRST, RECENT],
      branch: [FIRST, ['on', '2024', [TELLS]], ENDS]
    },
    'moves its announcement into a release that has no date': {
      main: [FIRST, RECENT],
      branch: [FIRST, ['1.1', undefined, [TELLS]], ENDS]
    },
    'lists releases that no one knows': {
      policy: TWO_RELEASES,
      main: [TOLD_FIRST],
      branch: [TOLD_FIRST, ['1.1', '2026-02-01', []], ['1.2', '2026-03-01', []], ENDS]
    },
    'lists releases without a date': {
      policy: TWO_RELEASES,
      main: [TOLD_FIRST],
      branch: [TOLD_FIRST, ['1.1', undefined, []], ['1.2', undefined, []], ENDS]
    },
    'leaves out numbers of releases': {
      policy: TWO_RELEASES,
      main: [TOLD_FIRST],
      branch: [TOLD_FIRST, ['1.9', TODAY, [GOES]]]
    },
    'says with its end that it had a stability that no one knows': {
      main: [FIRST],
      branch: [FIRST, ['next', undefined, [GOES.replace('}', ', stability: whatever}')]]]
    },
    'says with its announcement that it had another stability': {
      main: [FIRST],
      branch: [FIRST, ['next', undefined, [TELLS.replace('}', ', stability: whatever}'), GOES]]]
    },
    'dates its successor back': {
      paths: [LOANS, FEES, FEES2],
      main: [FIRST, ['next', undefined, ['added: GET /v2/fees']]],
      branch: [FIRST, ['1.1', '2024-01-01', ['added: GET /v2/fees']], ['next', undefined, [GOES]]]
    },
    'leaves the date of its successor out': {
      paths: [LOANS, FEES, FEES2],
      main: [FIRST, ['next', undefined, ['added: GET /v2/fees']]],
      branch: [FIRST, ['1.1', undefined, ['added: GET /v2/fees']], ['next', undefined, [GOES]]]
    }
  }
  it.each(Object.entries(cases))('%s', async (_, claim) => {
    const {code, out, err} = await check(claim)
    expect(code, out + err).toBe(1)
    expect(out).toContain('/v1/fees')
  })
})

describe.concurrent('honest work passes:', () => {
  const LONG_AGO: Release = ['on', '2024-01-15', [TELLS]]
  const since = '2024-01-15'
  const cases: Readonly<Record<string, Claim>> = {
    'an end in a release of today': {since, main: [FIRST, LONG_AGO], branch: [FIRST, LONG_AGO, ['2.0', TODAY, [GOES]]]},
    'an end in a release that comes soon': {
      since,
      main: [FIRST, LONG_AGO],
      branch: [FIRST, LONG_AGO, ['2.0', '2026-03-15', [GOES]]]
    },
    'an end in the next release, of which the target knows the date': {
      main: [FIRST, RECENT, ['next', '2027-12-31', []]],
      branch: [FIRST, RECENT, ['next', '2027-12-31', [GOES]]]
    },
    'an end in the second release after its announcement': {
      since: '2019-01-02',
      policy: TWO_RELEASES,
      main: [TOLD_FIRST, ['1.1', '2020-01-01', []]],
      branch: [TOLD_FIRST, ['1.1', '2020-01-01', []], ['1.2', TODAY, [GOES]]]
    },
    'an end that is planned for a release to come': {
      paths: [LOANS],
      main: [FIRST, RECENT],
      branch: [FIRST, RECENT, ['2.0', '2027-12-31', [GOES]]]
    }
  }
  it.each(Object.entries(cases))('%s', async (_, claim) => {
    const {code, out, err} = await check(claim)
    expect(code, out + err).toBe(0)
  })
})

it('a report says that a date is not merged', async () => {
  const {out} = await check({main: [FIRST, RECENT], branch: [FIRST, RECENT, ['next', '2027-12-31', [GOES]]]})
  expect(out).toContain("released today (2026-03-02), because the date that this change gives them isn't merged")
})
