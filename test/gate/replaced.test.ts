import {expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {checkScenarios, LOANS_ONLY} from './rows.ts'
import {get, spec, TODAY} from './scenario.ts'

const SECOND = {'openapi.yaml': spec(get('/v2/loans'))}
const WAYS =
  'Deprecate it now (`deprecated: true`) or release `GET /v2/loans` next to it and remove it on or after 2027-04-02, restore it'

checkScenarios('a version that goes when the next one comes', [
  [
    'the base is of that day',
    {main: [[TODAY, LOANS_ONLY]], branch: [[TODAY, SECOND]]},
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], reasons: [], remedy: [WAYS]}
  ],
  [
    'the base is older',
    {main: [['2026-01-15', LOANS_ONLY]], branch: [[TODAY, SECOND]]},
    {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], reasons: [], remedy: [WAYS]}
  ]
])

it('goes likewise beside a base that is a file, which has no day', async () => {
  const cwd = folder()
  write(cwd, {'old.yaml': LOANS_ONLY['openapi.yaml'], 'new.yaml': SECOND['openapi.yaml']})
  const args = ['check', '--base', 'old.yaml', '--spec', 'new.yaml', '--as-of', TODAY, '--format', 'json']
  const {code, out} = await tenure(args, {cwd})
  const {findings} = JSON.parse(out)
  expect(code).toBe(1)
  expect(findings.map((each: {rule: string}) => each.rule)).toEqual(['unannounced-removal'])
  expect(findings[0].reasons).toEqual([])
  expect(findings[0].remedy).toContain(WAYS)
})
