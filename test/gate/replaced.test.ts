import {expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {checkScenarios, LOANS_ONLY} from './rows.ts'
import {get, spec, TODAY} from './scenario.ts'

const V2_ONLY = {'openapi.yaml': spec(get('/v2/loans'))}
const REMEDY = 'Deprecate it now (`deprecated: true`) and remove it on or after 2027-04-02, restore it'

checkScenarios('replacing v1 by v2 without notice', [
  [
    'fails on the day of the base',
    {main: [[TODAY, LOANS_ONLY]], branch: [[TODAY, V2_ONLY]]},
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], reasons: [], remedy: [REMEDY]}
  ],
  [
    'fails after a later base',
    {main: [['2026-01-15', LOANS_ONLY]], branch: [[TODAY, V2_ONLY]]},
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], reasons: [], remedy: [REMEDY]}
  ]
])

it('replacing v1 by v2 without notice fails with a file as the base', async () => {
  const cwd = folder()
  write(cwd, {'old.yaml': LOANS_ONLY['openapi.yaml'], 'new.yaml': V2_ONLY['openapi.yaml']})
  const args = ['check', '--base', 'old.yaml', '--spec', 'new.yaml', '--as-of', TODAY, '--format', 'json']
  const {code, out} = await tenure(args, {cwd})
  const {findings} = JSON.parse(out)
  expect(code).toBe(1)
  expect(findings.map((each: {rule: string}) => each.rule)).toEqual(['unannounced-removal'])
  expect(findings[0].reasons).toEqual([])
  expect(findings[0].remedy).toContain(REMEDY)
})
