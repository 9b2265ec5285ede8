import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, write} from '../cli/run.ts'
import {check, git, repositoryOf, spec, TODAY} from './scenario.ts'

const loans = (statuses: readonly string[], more = ''): string =>
  `/v1/loans: {post: {requestBody: {${more} content: {application/json: {schema: {type: object}}}}, ` +
  `responses: {${statuses.map(each => `"${each}": {description: OK}`).join(', ')}}}}`
const state = (...args: Parameters<typeof loans>) => ({'openapi.yaml': spec(loans(...args))})
const BASE = ['200', '404', '409']

/** Writes a baseline on a branch, changes the branch again, and returns the findings of the next check. */
async function checkAfterBaseline(first: ReturnType<typeof state>, then: ReturnType<typeof state>) {
  const cwd = await repositoryOf({main: [['2024-06-01', state(BASE)]], branch: [[TODAY, first]]})
  // A baseline in the repository would be read from the target.
  const known = join(folder(), 'known.json')
  await check(cwd, ['--write-baseline', known])
  write(cwd, then)
  await git(cwd, ['add', '--all'])
  const {code, out} = await check(cwd, ['--baseline', known, '--base', 'main'])
  const {findings, baseline, remarks} = JSON.parse(out)
  const states = findings.map((each: {baseline: string; verdict: string}) => [each.baseline, each.verdict])
  return {code, lostFindings: baseline.gone.length, states: states, remarks: remarks.join('\n')}
}

describe.concurrent('a baseline', () => {
  it("doesn't suppress a new breaking change of a subject that is in it", async () => {
    expect(await checkAfterBaseline(state(['200', '409']), state(['200', '409'], 'required: true,'))).toEqual({
      code: 1,
      lostFindings: 0,
      remarks: expect.not.stringContaining('has lost findings'),
      states: [
        ['new', 'violation'],
        ['unchanged', 'undetermined']
      ]
    })
  })

  it('distinguishes statuses of the same endpoint', async () => {
    expect(await checkAfterBaseline(state(['200', '404']), state(['200', '409']))).toEqual({
      code: 0,
      lostFindings: 1,
      states: [['new', 'undetermined']],
      remarks: expect.stringContaining('has lost findings of the same rule and subject as 1 new one')
    })
  })
})
