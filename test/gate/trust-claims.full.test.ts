import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {type Files, get, history, type Release, repositoryOf, spec, TODAY} from './scenario.ts'

const [LOANS, FEES, FEES2] = [get('/v1/loans'), get('/v1/fees'), get('/v2/fees')]
const CONFIG = 'format: 1\nspec: openapi.yaml\npolicy: policy.yaml\nhistory: history.yaml\n'
const STRONG = 'format: 1\nname: p\nextends: thirteen-months\n'
const TWO_RELEASES =
  'format: 1\nname: p\nstabilities: [beta, ga]\ndefaultStability: ga\nguarantees: {ga: {notice: 2 releases}, beta: none}\n'
const FIRST: Release = ['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']]
const DEPRECATED_FEES = '{deprecated: GET /v1/fees, replacement: none, note: x}'
const FEES_REMOVED = '{removed: GET /v1/fees, replacement: none, note: x}'
const UNRELEASED_REMOVAL: Release = ['next', undefined, [FEES_REMOVED]]
const RECENT_ANNOUNCEMENT: Release = ['on', '2026-02-15', [DEPRECATED_FEES]]
const DEPRECATED_AT_FIRST: Release = ['1.0', '2019-01-01', [...FIRST[2], DEPRECATED_FEES]]

interface Claim {
  readonly main: readonly Release[]
  readonly branch: readonly Release[]
  readonly policy?: string
  /** The endpoints of the base; the change removes `/v1/fees`. */
  readonly paths?: readonly string[]
  /** The day on which the target got its history. */
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

describe.concurrent('a removal without enough notice fails if the history of the change', () => {
  const cases: Readonly<Record<string, Claim>> = {
    'dates the next release later': {
      main: [FIRST, RECENT_ANNOUNCEMENT],
      branch: [FIRST, RECENT_ANNOUNCEMENT, ['next', '2027-12-31', [FEES_REMOVED]]]
    },
    'dates the next release to a later year': {
      main: [FIRST, RECENT_ANNOUNCEMENT],
      branch: [FIRST, RECENT_ANNOUNCEMENT, ['next', '2027', [FEES_REMOVED]]]
    },
    'lists the removal in a future release': {
      main: [FIRST, RECENT_ANNOUNCEMENT],
      branch: [FIRST, RECENT_ANNOUNCEMENT, ['2.0', '2027-12-31', [FEES_REMOVED]]]
    },
    'lists the removal in a release without a date': {
      main: [FIRST, RECENT_ANNOUNCEMENT],
      branch: [FIRST, RECENT_ANNOUNCEMENT, ['2.0', undefined, [FEES_REMOVED]], ['next', '2028-01-01', []]]
    },
    'moves the announcement to an earlier day': {
      main: [FIRST, RECENT_ANNOUNCEMENT],
      branch: [FIRST, ['on', '2024-02-15', [DEPRECATED_FEES]], UNRELEASED_REMOVAL]
    },
    'moves the announcement to an earlier year': {
      main: [FIRST, RECENT_ANNOUNCEMENT],
      branch: [FIRST, ['on', '2024', [DEPRECATED_FEES]], UNRELEASED_REMOVAL]
    },
    'moves the announcement into a release without a date': {
      main: [FIRST, RECENT_ANNOUNCEMENT],
      branch: [FIRST, ['1.1', undefined, [DEPRECATED_FEES]], UNRELEASED_REMOVAL]
    },
    'adds releases to reach the required number': {
      policy: TWO_RELEASES,
      main: [DEPRECATED_AT_FIRST],
      branch: [DEPRECATED_AT_FIRST, ['1.1', '2026-02-01', []], ['1.2', '2026-03-01', []], UNRELEASED_REMOVAL]
    },
    'adds releases without a date to reach the required number': {
      policy: TWO_RELEASES,
      main: [DEPRECATED_AT_FIRST],
      branch: [DEPRECATED_AT_FIRST, ['1.1', undefined, []], ['1.2', undefined, []], UNRELEASED_REMOVAL]
    },
    'skips version numbers to reach the required number of releases': {
      policy: TWO_RELEASES,
      main: [DEPRECATED_AT_FIRST],
      branch: [DEPRECATED_AT_FIRST, ['1.9', TODAY, [FEES_REMOVED]]]
    },
    'states an unknown stability on the removal': {
      main: [FIRST],
      branch: [FIRST, ['next', undefined, [FEES_REMOVED.replace('}', ', stability: whatever}')]]]
    },
    'states an unknown stability on the announcement': {
      main: [FIRST],
      branch: [FIRST, ['next', undefined, [DEPRECATED_FEES.replace('}', ', stability: whatever}'), FEES_REMOVED]]]
    },
    'dates the successor back': {
      paths: [LOANS, FEES, FEES2],
      main: [FIRST, ['next', undefined, ['added: GET /v2/fees']]],
      branch: [FIRST, ['1.1', '2024-01-01', ['added: GET /v2/fees']], ['next', undefined, [FEES_REMOVED]]]
    },
    'omits the date of the successor': {
      paths: [LOANS, FEES, FEES2],
      main: [FIRST, ['next', undefined, ['added: GET /v2/fees']]],
      branch: [FIRST, ['1.1', undefined, ['added: GET /v2/fees']], ['next', undefined, [FEES_REMOVED]]]
    }
  }
  it.each(sample(Object.entries(cases)))('%s', async (_, claim) => {
    const {code, out, err} = await check(claim)
    expect(code, out + err).toBe(1)
    expect(out).toContain('/v1/fees')
  })
})

describe.concurrent('check passes', () => {
  const LONG_AGO: Release = ['on', '2024-01-15', [DEPRECATED_FEES]]
  const since = '2024-01-15'
  const cases: Readonly<Record<string, Claim>> = {
    'a removal in a release of today': {
      since,
      main: [FIRST, LONG_AGO],
      branch: [FIRST, LONG_AGO, ['2.0', TODAY, [FEES_REMOVED]]]
    },
    'a removal in a release of this month': {
      since,
      main: [FIRST, LONG_AGO],
      branch: [FIRST, LONG_AGO, ['2.0', '2026-03-15', [FEES_REMOVED]]]
    },
    'a removal in the next release, whose date the target has': {
      main: [FIRST, RECENT_ANNOUNCEMENT, ['next', '2027-12-31', []]],
      branch: [FIRST, RECENT_ANNOUNCEMENT, ['next', '2027-12-31', [FEES_REMOVED]]]
    },
    'a removal in the second release after the announcement': {
      since: '2019-01-02',
      policy: TWO_RELEASES,
      main: [DEPRECATED_AT_FIRST, ['1.1', '2020-01-01', []]],
      branch: [DEPRECATED_AT_FIRST, ['1.1', '2020-01-01', []], ['1.2', TODAY, [FEES_REMOVED]]]
    },
    'an entry about a removal that is planned for a later release': {
      paths: [LOANS],
      main: [FIRST, RECENT_ANNOUNCEMENT],
      branch: [FIRST, RECENT_ANNOUNCEMENT, ['2.0', '2027-12-31', [FEES_REMOVED]]]
    }
  }
  it.each(sample(Object.entries(cases)))('%s', async (_, claim) => {
    const {code, out, err} = await check(claim)
    expect(code, out + err).toBe(0)
  })
})

it("the report says that a date isn't merged", async () => {
  const {out} = await check({
    main: [FIRST, RECENT_ANNOUNCEMENT],
    branch: [FIRST, RECENT_ANNOUNCEMENT, ['next', '2027-12-31', [FEES_REMOVED]]]
  })
  expect(out).toContain("released today (2026-03-02), because the date that this change gives them isn't merged")
})
