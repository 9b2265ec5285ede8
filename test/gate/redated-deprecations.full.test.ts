// Days of deprecations that a description changes: the day that was stated first is the earliest that counts.
import {describe, expect, test} from 'vitest'
import {tenure} from '../cli/run.ts'
import {type Files, get, repositoryOf, type State, spec} from './scenario.ts'

const POLICY = `format: 1
name: library
stabilities: [ga]
defaultStability: ga
guarantees: {ga: {notice: 3 months, breaking: 3 months}}
marks:
  - {directive: '@endsOn(day)', states: sunset}
  - {directive: '@goes', states: deprecation}
  - {directive: '@tellsSince(day)', states: since}
`
const SINCE = '2026-01-15'
const EARLIER = '2024-01-01'

interface Language {
  readonly name: string
  /** The description with a deprecation since a day, or without what was deprecated. */
  readonly describe: (since?: string) => Files
}

const SCHEMA = 'type Query {\n  loan: Loan\n}\ntype Loan {\n  id: ID!\n'
const LANGUAGES: readonly Language[] = [
  {
    name: 'schema.graphql',
    describe: since => {
      const day = since === '' ? '' : ` @tellsSince(day: "${since}")`
      const shelf = since === undefined ? '' : `  shelf: String @goes${day} @endsOn(day: "2026-02-20")\n`
      return {'schema.graphql': `${SCHEMA}${shelf}}\n`}
    }
  },
  {
    name: 'openapi.yaml',
    describe: since => {
      const day = since === '' ? '' : `x-deprecated-since: "${since}", `
      const shelves = get('/v1/shelves', `deprecated: true, ${day}x-sunset: "2026-02-20", `)
      return {'openapi.yaml': spec(get('/v1/loans'), ...(since === undefined ? [] : [shelves]))}
    }
  }
]

describe.each(LANGUAGES)('a deprecation in $name', ({name, describe}) => {
  async function check(states: readonly (string | undefined)[]) {
    const days = ['2026-01-20', '2026-02-01', '2026-02-05', '2026-02-10']
    const [first, ...later] = states.map(
      (since, at): State => [days[at] ?? '', {...describe(since), 'policy.yaml': POLICY}]
    )
    const config = {'tenure.yaml': `format: 1\nspec: ${name}\npolicy: policy.yaml\n`}
    const main: State[] = [['2026-01-20', {...first?.[1], ...config}], ...later.slice(0, -1)]
    const cwd = await repositoryOf({main, branch: later.slice(-1)})
    return tenure(['check', '--as-of', '2026-03-01'], {cwd})
  }

  test.each([
    ['as it was', [SINCE, undefined]],
    ['after an earlier day was merged', [SINCE, EARLIER, undefined]],
    ['after its day was removed', [SINCE, '', undefined]]
  ])('counts from the day that was stated first: %s', async (_, states) => {
    const ran = await check(states)
    expect(ran.code, ran.out).toBe(1)
    expect(ran.out).toContain('after its deprecation on 2026-01-15')
  })

  test.each([
    ['a day before the first commit', [EARLIER, undefined]],
    ['a day that is restored', [EARLIER, SINCE, EARLIER, undefined]],
    ['a day that was missing', ['', EARLIER, undefined]]
  ])('counts from a day without a later one before it: %s', async (_, states) => {
    const ran = await check(states)
    expect(ran.code, ran.out).toBe(0)
  })

  test('is reported when a change dates it back', async () => {
    const ran = await check([SINCE, EARLIER])
    expect(ran.out).toMatch(/The change dates deprecations back: `.+` from 2026-01-15 to 2024-01-01\./)
    expect(ran.out).not.toContain('no API changes')
    for (const states of [
      [EARLIER, SINCE],
      ['', SINCE]
    ])
      expect((await check(states)).out).not.toContain('dates deprecations back')
  })
})
