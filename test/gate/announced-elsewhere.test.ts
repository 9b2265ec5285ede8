import {describe, expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {LOANS} from './rows.ts'
import {check, get, history, type Release, repositoryOf, type State, spec} from './scenario.ts'

// An announcement made elsewhere counts from the day that its line states, and not before the target had the line.

const api = (...paths: readonly string[]) => ({'openapi.yaml': spec(LOANS, ...paths)})
const SHELVES = get('/v1/shelves')
const FIRST: Release = ['1.0', '2024-01-10', ['added: GET /v1/shelves', 'added: GET /v1/loans']]
const CONFIG = {'tenure.yaml': 'format: 1\nspec: openapi.yaml\npolicy: thirteen-months\n'}
const line = (rest: string) => `{deprecated: GET /v1/shelves, replacement: none, ${rest}}`
const START: State = ['2024-01-10', {...api(SHELVES), ...CONFIG, 'history.yaml': history([FIRST])}]

const withLine = (rest: string, release: Release[0] = 'next', date?: string) => ({
  'history.yaml': history([FIRST, [release, date, [line(rest)]]])
})

async function firstDay(cwd: string, asOf: string): Promise<string | undefined> {
  const {out} = await tenure(['due', 'GET /v1/shelves', '--as-of', asOf], {cwd})
  return /on or after (\S+?)\.?$/m.exec(out)?.[1]
}

describe.concurrent('an announcement that was made elsewhere', () => {
  it.each(
    sample([
      ['merged on its day', 'announced: 2024-03-01, via: mail to all', '2024-03-01', '2025-04-01'],
      ['merged on the next day', 'announced: 2024-03-01, via: mail to all', '2024-03-02', '2025-04-02'],
      ['without `via:`', 'announced: 2024-03-01', '2024-03-02', '2025-04-02'],
      ['without a stated day', 'via: mail to all', '2024-03-02', '2025-04-02'],
      ['stated long before', 'announced: 2023-01-01, via: mail to all', '2024-03-02', '2025-04-02']
    ])
  )('counts from then in `check`, `when`, and `audit`: %s', async (_, rest, merged, day) => {
    const dayBefore = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    const main: readonly State[] = [START, [merged, withLine(rest)]]
    const cwd = await repositoryOf({main, branch: [['2025-03-01', api()]]})
    for (const asOf of ['2024-09-01', '2025-02-01']) expect(await firstDay(cwd, asOf)).toBe(day)
    expect((await check(cwd, [], dayBefore)).code).toBe(1)
    const green = await check(cwd, [], day)
    expect(green.code, green.out).toBe(0)
    expect(JSON.parse(green.out).judgments[0]).toMatchObject({verdict: 'compliant'})
  })

  it('counts from then after its release was recorded', async () => {
    const rest = 'announced: 2024-03-01, via: mail to all'
    const main: readonly State[] = [
      START,
      ['2024-03-02', withLine(rest)],
      ['2024-08-01', withLine(rest, '1.1', '2024-08-01')]
    ]
    const cwd = await repositoryOf({main, branch: [['2025-03-01', api()]]})
    expect(await firstDay(cwd, '2024-09-01')).toBe('2025-04-02')
    expect((await check(cwd, [], '2025-04-01')).code).toBe(1)
    expect((await check(cwd, [], '2025-04-02')).code).toBe(0)
  })

  it("doesn't count in the change that adds it", async () => {
    const removal: State = ['2025-03-01', {...api(), ...withLine('announced: 2024-01-11, via: mail to all')}]
    const cwd = await repositoryOf({main: [START], branch: [removal]})
    const {code, out} = await check(cwd, [], '2025-03-02')
    expect(code).toBe(1)
    expect(JSON.parse(out).remarks.join('\n')).toContain('1 announcement in the history counts from the day on which')
  })
})
