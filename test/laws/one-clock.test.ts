import {addDays, addMonths, formatISO} from 'date-fns'
import fc from 'fast-check'
import {expect, it} from 'vitest'
import {tenure} from '../cli/run.ts'
import {check, cloneOf, git, repositoryOf, type State} from '../gate/scenario.ts'
import {tries} from '../tier.ts'

// One clock: `when`, the gate, and an audit of recorded releases give one first day of removal, for every kind of subject,
// whatever came between the commit of a mark and its release. A clone that lacks tags or commits gives the same verdict,
// or none.

type Day = string
const dayOf = (date: Date): Day => formatISO(date, {representation: 'date'})
const plusDays = (day: Day, count: number): Day => dayOf(addDays(new Date(`${day}T00:00:00`), count))
const plusMonths = (day: Day, count: number): Day => dayOf(addMonths(new Date(`${day}T00:00:00`), count))

/** A description in three states: with the subject, with its mark, and without it. */
type Describe = (state: 'live' | 'marked' | 'removed') => string

const HEAD = 'openapi: 3.0.3\ninfo: {title: Library, version: "1"}\npaths:\n'
const textOf = (state: Parameters<Describe>[0], text: (mark: string) => string): string =>
  state === 'removed' ? '' : text(state === 'marked' ? ', deprecated: true' : '')
const schema = (properties: string): string =>
  `content: {application/json: {schema: {type: object, properties: {id: {type: string}${properties}}}}}`

/** The kinds of subject, each with its arguments for `tenure due`. */
const SUBJECTS: Readonly<Record<string, {readonly about: readonly string[]; readonly describe: Describe}>> = {
  endpoint: {
    about: ['GET /v1/fees'],
    describe: state =>
      `${HEAD}  /v1/loans: {get: {responses: {"200": {description: OK}}}}\n${textOf(state, mark => `  /v1/fees: {get: {operationId: fees${mark}, responses: {"200": {description: OK}}}}\n`)}`
  },
  parameter: {
    about: ['GET /v1/loans', '--parameter', 'page', '--in', 'request'],
    describe: state =>
      `${HEAD}  /v1/loans: {get: {parameters: [${textOf(state, mark => `{name: page, in: query, schema: {type: integer}${mark}}`)}], responses: {"200": {description: OK}}}}\n`
  },
  header: {
    about: ['GET /v1/loans', '--header', 'X-Page', '--in', 'response'],
    describe: state =>
      `${HEAD}  /v1/loans: {get: {responses: {"200": {description: OK, headers: {${textOf(state, mark => `X-Page: {schema: {type: string}${mark}}`)}}}}}}\n`
  },
  'inline field': {
    about: ['GET /v1/loans', '--field', 'due', '--in', 'response'],
    describe: state =>
      `${HEAD}  /v1/loans: {get: {responses: {"200": {description: OK, ${schema(textOf(state, mark => `, due: {type: string${mark}}`))}}}}}\n`
  },
  'component field': {
    about: ['Loan.due'],
    describe: state =>
      `${HEAD}  /v1/loans: {get: {responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}}}}\ncomponents: {schemas: {Loan: {type: object, properties: {id: {type: string}${textOf(state, mark => `, due: {type: string${mark}}`)}}}}}\n`
  }
}

interface World {
  readonly subject: string
  readonly months: number
  /** Days between the first release, the commit of the mark, and its release. */
  readonly untilMark: number
  readonly untilRelease: number
  readonly isEachReleased: boolean
}

const worlds: fc.Arbitrary<World> = fc.record({
  subject: fc.constantFrom(...Object.keys(SUBJECTS)),
  months: fc.integer({min: 1, max: 18}),
  untilMark: fc.integer({min: 1, max: 200}),
  untilRelease: fc.integer({min: 0, max: 200}),
  isEachReleased: fc.boolean()
})

const BEGAN = '2022-01-10'

async function assertOneClock({subject, months, untilMark, untilRelease, isEachReleased}: World): Promise<void> {
  const kind = SUBJECTS[subject]
  if (!kind) throw new Error(`There is no subject ${subject}`)
  const {about, describe} = kind
  const marked = plusDays(BEGAN, untilMark)
  const released = plusDays(marked, untilRelease)
  const first = plusMonths(isEachReleased ? marked : released, months)
  const config = `format: 1\nspec: openapi.yaml\ntags: "v*"\npolicy: policy.yaml\n${isEachReleased ? 'base: target\n' : ''}`
  const main: State[] = [
    [
      BEGAN,
      {
        'openapi.yaml': describe('live'),
        'tenure.yaml': config,
        'policy.yaml': `extends: thirteen-months\nguarantees: {ga: {notice: ${months} months}}\n`
      }
    ],
    [marked, {'openapi.yaml': describe('marked')}],
    [released, {'notes.txt': 'released\n'}]
  ]
  const cwd = await repositoryOf({main, branch: [[plusMonths(released, 1), {'openapi.yaml': describe('removed')}]]})
  await git(cwd, ['tag', 'v1.0.0', 'main~2'])
  await git(cwd, ['tag', 'v1.1.0', 'main'])
  const verdictOn = async (at: string, day: Day, env: Readonly<Record<string, string>> = {}): Promise<string> => {
    const {code, out} = await check(at, [], day, env)
    // A clone in which nothing can be compared is refused.
    const judged = out === '' ? undefined : JSON.parse(out).judgments?.[0]?.verdict
    return judged ?? (code === 2 ? 'undetermined' : 'none')
  }
  const dayBefore = plusDays(first, -1)
  // The gate: not before the first day, and from then on.
  expect(await verdictOn(cwd, first)).toBe('compliant')
  if (dayBefore >= released) expect(await verdictOn(cwd, dayBefore)).toBe('violation')
  // A clone without tags, or with one commit.
  const day = dayBefore >= released ? dayBefore : first
  for (const args of [['--no-tags'], ['--depth', '1', '--no-single-branch']]) {
    const clone = await cloneOf(cwd, ...args)
    const verdict = await verdictOn(clone, day, {CI: 'true', GITHUB_BASE_REF: 'main'})
    expect([day === first ? 'compliant' : 'violation', 'undetermined']).toContain(verdict)
  }
  // `when` after the release was recorded, and an audit of the removal.
  await git(cwd, ['checkout', '--quiet', 'main'])
  const record = async (release: string, day: Day): Promise<void> => {
    const {code, err} = await tenure(['record', '--release', release, '--as-of', day], {cwd})
    expect(code, err).toBe(0)
    await git(cwd, ['add', '--all'], day)
    await git(cwd, ['commit', '--quiet', '-m', release], day)
  }
  await git(cwd, ['checkout', '--quiet', 'main~2'])
  await git(cwd, ['checkout', '--quiet', '-B', 'recorded'])
  await record('v1.0.0', BEGAN)
  await git(cwd, ['checkout', '--quiet', 'main', '--', 'openapi.yaml'])
  await git(cwd, ['commit', '--quiet', '-m', 'mark'], marked)
  await record('v1.1.0', released)
  const asked = await tenure(['due', ...about, '--as-of', released, '--format', 'json'], {cwd})
  expect(JSON.parse(asked.out).day).toBe(first)
  const allowed = first > released ? first : released
  for (const [end, verdict] of [
    [allowed, 'compliant'],
    ...(dayBefore > released ? [[dayBefore, 'violation'] as const] : [])
  ] as const) {
    await git(cwd, ['checkout', '--quiet', '-B', 'removal', 'recorded'])
    await git(cwd, ['checkout', '--quiet', 'work', '--', 'openapi.yaml'])
    await git(cwd, ['commit', '--quiet', '-m', 'remove'], end)
    await record('v2.0.0', end)
    const {out} = await tenure(['audit', '--as-of', end, '--format', 'json'], {cwd})
    const {judgments} = JSON.parse(out)
    expect(judgments.map((each: {verdict: string}) => each.verdict)).toEqual([verdict])
  }
}

it('the gate, `when`, and an audit give one first day of removal', async () => {
  await fc.assert(fc.asyncProperty(worlds, assertOneClock), {numRuns: tries(10, 1), endOnFailure: true})
}, 600_000)
