import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {LOANS} from './rows.ts'
import {check, get, git, history, type Release, repositoryOf, type State, spec} from './scenario.ts'

// What the target already has is never an error of another change, and never hides one of this change.

const SHELVES = get('/v1/shelves')
const api = (...paths: readonly string[]) => ({'openapi.yaml': spec(LOANS, ...paths)})
const RELEASES: readonly Release[] = [['1.0', '2024-01-10', ['added: GET /v1/shelves', 'added: GET /v1/loans']]]
const next = (...lines: readonly string[]) => ({'history.yaml': history([...RELEASES, ['next', undefined, lines]])})
const CONFIG = {'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: thirteen-months\n'}
const START: State = ['2024-01-10', {...api(SHELVES), ...CONFIG, 'history.yaml': history(RELEASES)}]
const line = (rest: string) => `{deprecated: GET /v1/shelves, ${rest}}`
const EARLY = next(line('sunset: 2024-09-01, replacement: none'))
const UNRELATED: State = ['2024-02-04', api(SHELVES, get('/v1/fees'))]
const REMOVED: State = ['2024-02-04', api()]

async function judge(main: readonly State[], branch: State | undefined, asOf: string, ...args: readonly string[]) {
  const cwd = await repositoryOf({main, ...(branch ? {branch: [branch]} : {})})
  return judgeIn(cwd, asOf, ...args)
}

async function judgeIn(cwd: string, asOf: string, ...args: readonly string[]) {
  const {code, out, err} = await check(cwd, args, asOf)
  expect(err).toBe('')
  const report = JSON.parse(out)
  return {
    code,
    rules: report.findings.flatMap((each: {rule: string; reasons?: readonly {rule: string}[]}) => [
      each.rule,
      ...(each.reasons ?? []).map(({rule}) => rule)
    ]) as string[],
    verdicts: report.judgments.map(({verdict}: {verdict: string}) => verdict) as string[],
    remarks: report.remarks.join('\n') as string
  }
}

describe.concurrent('a finding of the target', () => {
  it.each(
    sample([
      ['a sunset that is too early', EARLY, '2024-02-04'],
      ['a sunset that became too early', next(line('sunset: 2025-03-05, replacement: none')), '2024-02-06'],
      ['a sunset that passed without a removal', EARLY, '2025-07-01']
    ])
  )('is a remark in another change: %s', async (_, files, asOf) => {
    const main: readonly State[] = [START, ['2024-02-03', files]]
    const other = await judge(main, UNRELATED, asOf)
    expect(other).toMatchObject({code: 0, rules: []})
    expect(other.remarks).toMatch(
      /1 finding of main \(\w+\) isn't of this change\. See it with `tenure audit`\.|2 findings of main \(\w+\) aren't/
    )
  })

  it('is no remark in another change if it is only a warning', async () => {
    const files = next(line('sunset: 2025-06-01, replacement: GET /v1/desks'))
    const other = await judge([START, ['2024-02-03', files]], UNRELATED, '2024-02-04')
    expect(other).toMatchObject({code: 0, rules: []})
    expect(other.remarks).not.toContain('of this change')
  })

  it('is an error of the change that makes it', async () => {
    expect(await judge([START], ['2024-02-03', EARLY], '2024-02-03')).toMatchObject({
      code: 1,
      rules: ['sunset-too-early']
    })
  })

  it('is an error in a run for the target itself', async () => {
    const cwd = await repositoryOf({main: [START, ['2024-02-03', EARLY]]})
    await git(cwd, ['checkout', '-q', 'main'])
    expect(await judgeIn(cwd, '2024-02-04')).toMatchObject({code: 1, rules: ['sunset-too-early']})
  })

  it.each([
    ['on the next day', '2024-02-04', 'unannounced-removal'],
    ['after the sunset', '2025-07-01', 'unannounced-removal']
  ])("about a plan doesn't cover the removal: %s", async (_, asOf, rule) => {
    const result = await judge([START, ['2024-02-03', EARLY]], REMOVED, asOf)
    expect(result).toMatchObject({code: 1, verdicts: ['violation']})
    expect(result.rules).toContain(rule)
  })

  it.each([
    ['another sunset', 'sunset: 2024-10-01, replacement: none'],
    ['another replacement', 'sunset: 2024-09-01, replacement: GET /v1/loans']
  ])('is new with %s', async (_, rest) => {
    const edit: State = ['2024-02-04', next(line(rest))]
    expect(await judge([START, ['2024-02-03', EARLY]], edit, '2024-02-04')).toMatchObject({
      code: 1,
      rules: ['sunset-too-early']
    })
  })

  it('stands for one finding only', async () => {
    const config = {'tenure.yaml': 'format: 1\nspec: none\npolicy: thirteen-months\n'}
    const change = '{changed: GET /v1/shelves, field: due, in: request, breaking: true}'
    const start: State = ['2024-01-10', {...config, 'history.yaml': history(RELEASES)}]
    const main: readonly State[] = [start, ['2024-02-03', next(change)]]
    const other: State = ['2024-02-04', next(change, '{added: GET /v1/fees}')]
    expect(await judge(main, other, '2024-02-04')).toMatchObject({code: 0, verdicts: []})
    const second: State = ['2024-02-04', next(change, change.replace('due', 'until'))]
    expect(await judge(main, second, '2024-02-04')).toMatchObject({code: 1, verdicts: ['violation']})
  })
})
