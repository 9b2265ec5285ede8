import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, write} from '../cli/run.ts'
import {check, git, repositoryOf, spec, TODAY} from './scenario.ts'

const loans = (statuses: readonly string[], more = ''): string =>
  `/v1/loans: {post: {requestBody: {${more} content: {application/json: {schema: {type: object}}}}, ` +
  `responses: {${statuses.map(each => `"${each}": {description: OK}`).join(', ')}}}}`
const state = (...args: Parameters<typeof loans>) => ({'openapi.yaml': spec(loans(...args))})
const BASE = ['200', '404', '409']

/** What is told after a branch has gone on since its baseline was written. */
async function judgedAfter(first: ReturnType<typeof state>, then: ReturnType<typeof state>) {
  const cwd = await repositoryOf({main: [['2024-06-01', state(BASE)]], branch: [[TODAY, first]]})
  // In the repository the baseline would be the target's.
  const known = join(folder(), 'known.json')
  await check(cwd, ['--write-baseline', known])
  write(cwd, then)
  await git(cwd, ['add', '--all'])
  const {code, out} = await check(cwd, ['--baseline', known, '--base', 'main'])
  const {findings, baseline, remarks} = JSON.parse(out)
  const told = findings.map((each: {baseline: string; verdict: string}) => [each.baseline, each.verdict])
  return {code, gone: baseline.gone.length, told, remarks: remarks.join('\n')}
}

describe.concurrent('a baseline', () => {
  it('excuses no break that it has never seen, though it is of the same subject', async () => {
    expect(await judgedAfter(state(['200', '409']), state(['200', '409'], 'required: true,'))).toEqual({
      code: 1,
      gone: 0,
      remarks: expect.not.stringContaining('has lost findings'),
      told: [
        ['new', 'violation'],
        ['unchanged', 'undetermined']
      ]
    })
  })

  it('knows one status from another', async () => {
    expect(await judgedAfter(state(['200', '404']), state(['200', '409']))).toEqual({
      code: 0,
      gone: 1,
      told: [['new', 'undetermined']],
      remarks: expect.stringContaining('has lost findings of the same rule and subject as 1 new one')
    })
  })
})
