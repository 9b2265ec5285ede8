import {describe, expect, it} from 'vitest'
import {write} from '../cli/run.ts'
import {repositoryWithLines, type Step} from './lines.ts'
import {LOANS, SHELVES} from './rows.ts'
import {check, get, git, spec} from './scenario.ts'

const [DRAFTS, FEES] = [get('/v1/drafts'), get('/v1/fees')]
const api = (...paths: readonly string[]) => ({'openapi.yaml': spec(...paths)})
const RELEASED: Step = {
  on: 'main',
  files: {...api(LOANS, SHELVES, DRAFTS, FEES), 'tenure.yaml': 'format: 1\nbase: latest-release\n'},
  tags: ['v1.0']
}

async function judge(steps: readonly Step[], ...args: readonly string[]) {
  const cwd = await repositoryWithLines(steps, 'work')
  return judgeIn(cwd, ...args)
}

async function judgeIn(cwd: string, ...args: readonly string[]) {
  const {code, out, err} = await check(cwd, args, '2026-03-02', {CI: 'true', GITHUB_BASE_REF: 'main'})
  if (code === 2) return {code, verdicts: [], changes: [], remarks: err}
  const report = JSON.parse(out)
  return {
    code,
    verdicts: report.judgments.map((each: {verdict: string}) => each.verdict),
    changes: report.changes.list.map(({effect, text}: {effect: string; text: string}) => `${effect}: ${text}`),
    remarks: report.remarks.join('\n')
  }
}

describe.concurrent('a merge into a branch whose release is the base', () => {
  it('fails for what the change removes, and not for what the target removed since it began', async () => {
    const target: Step = {on: 'main', files: api(SHELVES, DRAFTS, FEES)}
    const begin: Step[] = [RELEASED, {on: 'work', from: 'main', files: {NOTES: 'begins'}}, target]
    const added = await judge([...begin, {on: 'work', files: api(LOANS, SHELVES, DRAFTS, FEES, get('/v1/cards'))}])
    expect(added).toMatchObject({code: 0, verdicts: []})
    const removed = await judge([...begin, {on: 'work', files: api(LOANS, SHELVES, DRAFTS)}])
    expect(removed).toMatchObject({code: 1, verdicts: ['violation']})
  })

  it('counts what the target has repaired since the change began for neither', async () => {
    const found = await judge([
      RELEASED,
      {on: 'main', files: api(LOANS, DRAFTS, FEES)},
      {on: 'work', from: 'main', files: api(LOANS, DRAFTS, FEES, get('/v1/cards'))},
      {on: 'main', files: api(LOANS, SHELVES, DRAFTS, FEES)}
    ])
    expect(found).toMatchObject({code: 0, verdicts: []})
  })

  it('fails for a removal although one of several merge bases has it, too', async () => {
    const found = await judge([
      RELEASED,
      {on: 'main', files: {NOTES: 'a'}},
      {on: 'work', from: 'main', files: api(LOANS, DRAFTS, FEES)},
      {on: 'side', from: 'work', files: {SIDE: 'a'}},
      {on: 'main', files: {NOTES: 'b'}},
      {on: 'work', merge: 'main', files: {WORK: 'b'}},
      {on: 'main', merge: 'side', files: {...api(LOANS, SHELVES, DRAFTS, FEES), NOTES: 'c'}}
    ])
    expect(found).toMatchObject({code: 1})
  })

  it('says that a release was made, and still fails for what it has, before anything is committed', async () => {
    const steps: Step[] = [
      {...RELEASED, files: {...RELEASED.files, ...api(LOANS)}},
      {on: 'main', files: api(LOANS, SHELVES)},
      {on: 'work', from: 'main', files: {NOTES: 'begins'}},
      {on: 'main', files: {NEWS: 'released'}, tags: ['v1.1']}
    ]
    const cwd = await repositoryWithLines(steps, 'work')
    write(cwd, api(LOANS))
    const found = await judgeIn(cwd)
    expect(found).toMatchObject({code: 1, verdicts: ['violation']})
    expect(found.remarks).toContain('Release 1.1 (tag `v1.1`')
    await git(cwd, ['checkout', '--quiet', '.'])
    expect(await judgeIn(cwd)).toMatchObject({code: 0})
  })

  it('is an error if the description of the release is broken', async () => {
    const found = await judge([
      {...RELEASED, files: {...RELEASED.files, 'openapi.yaml': 'openapi: ['}},
      {on: 'main', files: api(LOANS, SHELVES)},
      {on: 'work', from: 'main', files: api(LOANS)}
    ])
    expect(found.code).toBe(2)
    expect(found.remarks).toContain('release 1.0 (tag `v1.0`')
  })
})
