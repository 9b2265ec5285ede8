import {describe, expect, it} from 'vitest'
import {expectRefusal, tenure} from '../cli/run.ts'
import {DELETED, type Files, get, history, repositoryOf, spec, TODAY} from './scenario.ts'

const LOANS = spec(get('/v1/loans'))
const FEES = spec(get('/v1/fees'))
const BOTH = spec(`${get('/v1/loans')}\n  ${get('/v1/fees')}`)
const CONFIG = "format: 1\napis:\n  - {glob: 'services/*/openapi.yaml', owner: team}\n"
const MAIN = {
  'tenure.yaml': CONFIG,
  'services/lending/openapi.yaml': BOTH,
  'services/billing/openapi.yaml': FEES,
  'services/node_modules/openapi.yaml': LOANS
}
const check = async (branch: Files, main: Files = MAIN) => {
  const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})
  return tenure(['check', '--as-of', TODAY], {cwd})
}

describe.concurrent('an API that a pattern finds', () => {
  it('is checked under the name that the stars stand for', async () => {
    const {code, out, err} = await check({'services/lending/openapi.yaml': LOANS})
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(out).toMatch(/^✖ 1 violation in 1 of 2 APIs\n[\s\S]*# lending\n[\s\S]* ✖ .*`GET \/v1\/fees`/)
  })

  it('counts as removed if the pattern no longer matches it', async () => {
    const {code, out} = await check({'services/billing/openapi.yaml': DELETED})
    expect(code).toBe(1)
    expect(out).toMatch(/# billing\n[\s\S]* ✖ .*`GET \/v1\/fees`/)
  })

  it('is followed if its folder is renamed, and compared with nothing if it is new', async () => {
    const moved = {'services/billing/openapi.yaml': DELETED, 'services/money/openapi.yaml': FEES}
    expect(await check(moved)).toMatchObject({code: 0, err: ''})
    expect(await check({'services/search/openapi.yaml': LOANS})).toMatchObject({code: 0, err: ''})
  })

  it('has its history next to its description', async () => {
    const past = history([['1.0', '2024-01-10', ['added: GET /v1/fees']]])
    const {code, out} = await check(
      {'services/billing/openapi.yaml': LOANS},
      {...MAIN, 'services/billing/history.yaml': past}
    )
    expect(code).toBe(1)
    expect(out).toMatch(/# billing\n[\s\S]*`GET \/v1\/fees`/)
  })

  it('is compared with what the target has if a written entry replaces the pattern', async () => {
    const apis = '  - {name: lending, spec: services/lending/openapi.yaml}\n'
    const {code, out} = await check({
      'tenure.yaml': `format: 1\napis:\n${apis}`,
      'services/lending/openapi.yaml': LOANS
    })
    expect(code).toBe(1)
    expect(out).toMatch(/^✖ 2 violations in 2 of 2 APIs\n/)
  })
})

describe.concurrent('APIs that are elsewhere', () => {
  const elsewhere = '  - {name: ledger, source: ../ledger}\n  - {jobs: more.ndjson}\n'

  it('are named by `check`, which checks the others', async () => {
    const {code, err} = await check({'tenure.yaml': CONFIG + elsewhere, 'services/lending/openapi.yaml': LOANS})
    expect({code, err}).toEqual({
      code: 1,
      err: 'Not checked here, but read by `tenure report`: `ledger` and `more.ndjson`, elsewhere.\n'
    })
  })

  it('are no reason to pass if there are no others', async () => {
    const refused = await check({'tenure.yaml': `apis:\n${elsewhere}`}, {'openapi.yaml': LOANS})
    expectRefusal(refused)
    expect(refused.err).toMatch(/^tenure\.yaml:2:\d+: All of `apis` are elsewhere, so there is nothing to check here\./)
  })
})

it('counts as removed if a list replaces the pattern while the target adds its file', async () => {
  const listed =
    'format: 1\napis:\n  - {name: lending, spec: services/lending/openapi.yaml}\n  - {name: billing, spec: services/billing/openapi.yaml}\n'
  const cwd = await repositoryOf({
    main: [['2024-06-01', MAIN]],
    branch: [[TODAY, {'tenure.yaml': listed}]],
    later: [['2026-03-01', {'services/search/openapi.yaml': LOANS}]]
  })
  const {code, out} = await tenure(['check', '--as-of', TODAY], {cwd})
  expect(code).toBe(1)
  expect(out).toMatch(/# search\n[\s\S]* ✖ .*`GET \/v1\/loans`/)
})
