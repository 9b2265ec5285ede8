// What a change can't choose about its own judging: the day, and the waivers of other APIs.
import {expect, it} from 'vitest'
import {run as runCommandLine} from '../../src/cli/command-line.ts'
import {openWorkspace} from '../../src/stores/files/workspace.ts'
import {tenure} from '../cli/run.ts'
import {CONTEXT} from '../here.ts'
import {get, repositoryOf, spec, TODAY} from './scenario.ts'

const LOANS = get('/v1/loans')
const policyIn = (timezone: string): string => `name: p\ntimezone: ${timezone}\nguarantees: {ga: {notice: 1 month}}\n`

it("the day of a check is that in the time zone of the target's policy", async () => {
  const zones: string[] = []
  const cwd = await repositoryOf({
    main: [
      [
        '2024-06-01',
        {
          'openapi.yaml': spec(LOANS, get('/v1/fees')),
          'tenure.yaml': 'policy: policy.yaml\n',
          'policy.yaml': policyIn('Etc/GMT+12')
        }
      ]
    ],
    branch: [[TODAY, {'openapi.yaml': spec(LOANS), 'policy.yaml': policyIn('Pacific/Kiritimati')}]]
  })
  const code = await runCommandLine(['check'], {
    ...CONTEXT,
    ...openWorkspace(cwd, {}),
    today: zone => {
      zones.push(zone)
      return TODAY
    }
  })
  expect({code, zones: [...new Set(zones)]}).toEqual({code: 1, zones: ['Etc/GMT+12']})
})

it('a waiver of another API covers nothing of an API that the target does not list', async () => {
  const CONFIG = `format: 1
apis:
  - {name: a, spec: a/openapi.yaml}
  - {name: b, spec: b/openapi.yaml}
`
  const WAIVER = 'subject: GET /v1/fees, reason: security, approver: security@library.example, approved: 2026-03-01'
  const both = spec(LOANS, get('/v1/fees'))
  const cwd = await repositoryOf({
    main: [
      [
        '2024-06-01',
        {
          'tenure.yaml': `${CONFIG}waivers:\n  - {api: a, ${WAIVER}}\n`,
          'a/openapi.yaml': both,
          'b/openapi.yaml': both,
          'c/openapi.yaml': both
        }
      ]
    ],
    branch: [
      [
        TODAY,
        {
          'tenure.yaml': `${CONFIG}  - {name: c, spec: c/openapi.yaml}\nwaivers:\n  - {api: a, ${WAIVER}}\n  - {api: c, ${WAIVER}}\n`,
          'c/openapi.yaml': spec(LOANS)
        }
      ]
    ]
  })
  const {code, out, err} = await tenure(['check', '--as-of', TODAY], {cwd})
  expect({code, err}, out).toEqual({code: 1, err: ''})
  expect(out).toContain('unannounced-removal')
})

it('stricter rules that a change brings count at once', async () => {
  const policyOf = (notice: string): string =>
    `name: p\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: ${notice}}\n`
  const cwd = await repositoryOf({
    main: [
      [
        '2024-06-01',
        {
          'openapi.yaml': spec(LOANS, get('/v1/fees')),
          'tenure.yaml': 'policy: policy.yaml\n',
          'policy.yaml': policyOf('none')
        }
      ]
    ],
    branch: [[TODAY, {'openapi.yaml': spec(LOANS), 'policy.yaml': policyOf('{notice: 1 month}')}]]
  })
  expect(await tenure(['check', '--as-of', TODAY], {cwd})).toMatchObject({code: 1, err: ''})
})

it('an API that the target lists since the change began is not dropped by the change', async () => {
  const list = (...names: readonly string[]): string =>
    `format: 1\napis:\n${names.map(name => `  - {name: ${name}, spec: ${name}/openapi.yaml}\n`).join('')}`
  const cwd = await repositoryOf({
    main: [
      [
        '2024-06-01',
        {
          'tenure.yaml': list('a', 'c'),
          'a/openapi.yaml': spec(LOANS),
          'b/openapi.yaml': spec(LOANS),
          'c/openapi.yaml': spec(LOANS)
        }
      ]
    ],
    branch: [[TODAY, {'tenure.yaml': list('a', 'c').replace('format: 1', 'format: 1 # first')}]],
    later: [['2026-02-01', {'tenure.yaml': list('a', 'c', 'b')}]]
  })
  const {out} = await tenure(['check', '--as-of', TODAY], {cwd})
  expect(out).toContain('`tenure.yaml` no longer lists `b/openapi.yaml`')
})
