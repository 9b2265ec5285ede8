import fc from 'fast-check'
import {isMinorStep, lineOf} from '../../src/model/release.ts'
import type {Day} from '../../src/model/when.ts'
import {addUnits} from '../../src/promise/lengths.ts'
import {anyPolicy, type PolicyDraft} from './policies.ts'

/** A day, and how much of it the record tells: all of it, its month, its year or nothing. */
export interface Told {
  readonly day: Day
  readonly tells: 'day' | 'month' | 'year' | 'nothing'
}

const LENGTHS = {day: 10, month: 7, year: 4, nothing: 0} as const

/** What is written for the day; `undefined` where nothing is told of it. `exact`: all is told. */
export const shown = ({day, tells}: Told, exact = false): string | undefined =>
  (exact ? day : day.slice(0, LENGTHS[tells])) || undefined

export interface EntryDraft {
  readonly kind: 'release' | 'on'
  readonly name: string
  readonly date: Told
}

/** A day, the place of a release on the timeline, or a release that the timeline does not hold. */
export type Mark = {readonly at: Told} | {readonly place: number} | {readonly name: string} | 'never'

export interface LineDraft {
  readonly place: number
  readonly verb: string
  readonly subject: string
  readonly field: boolean
  readonly other: string
  readonly sunset?: Mark | undefined
  readonly announced?: Mark | undefined
  readonly breaking?: boolean | undefined
  readonly stability?: string | undefined
  readonly except: boolean
  readonly waiver?: {readonly reason: string; readonly approved: Told; readonly until?: Told | undefined} | undefined
}

/** A whole record and the promise that it is held against, with more known of it than is told. */
export interface World {
  readonly asOf: Day
  readonly complete: boolean
  readonly entries: readonly EntryDraft[]
  readonly lines: readonly LineDraft[]
  readonly policy: PolicyDraft
}

export const ENDPOINTS = ['GET /v1/loans', 'GET /v1/loans/{loanId}', 'GET /v2/loans', 'GET /v1-beta/loans'] as const
const SUBJECTS = [...ENDPOINTS, '/v1/**', '/v1/loans/**', 'operation ListReaders', 'Loan.shelf'] as const
const VERBS = [
  'added',
  'deprecated',
  'removed',
  'deprecated',
  'removed',
  'rescheduled',
  'withdrawn',
  'restored',
  'changed',
  'promoted',
  'renamed'
] as const

const FIRST: Day = '2020-01-10'
export const AS_OF: Day = '2026-07-01'
const later = (day: Day, days: number): Day => addUnits(day, days, 'days')

const tells = fc.constantFrom<Told['tells']>('day', 'day', 'month', 'year', 'nothing')
const someDay = fc.integer({min: 0, max: 2600}).map(days => later(FIRST, days))
export const told = (days: fc.Arbitrary<Day> = someDay, blind = false): fc.Arbitrary<Told> =>
  fc.record({day: days, tells: blind ? tells : tells.map(each => (each === 'nothing' ? 'year' : each))})

const mark = (never: boolean): fc.Arbitrary<Mark> =>
  fc.oneof(
    told().map((at): Mark => ({at})),
    fc.nat({max: 8}).map((place): Mark => ({place})),
    fc.constantFrom('1.7', '2.9', '3.0.1', '9.0').map((name): Mark => ({name})),
    ...(never ? [fc.constant<Mark>('never')] : [])
  )

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, {nil: undefined})

const line: fc.Arbitrary<LineDraft> = fc.record({
  place: fc.nat({max: 8}),
  verb: fc.constantFrom(...VERBS),
  subject: fc.constantFrom(...SUBJECTS),
  field: fc.nat({max: 9}).map(each => each === 0),
  other: fc.constantFrom(...ENDPOINTS, ...ENDPOINTS, '/v2/**', 'operation LendCopies', ''),
  sunset: maybe(mark(false)),
  announced: maybe(maybe(mark(true))).map(each => each ?? undefined),
  breaking: maybe(fc.boolean()),
  stability: fc.nat({max: 5}).map(each => ['ga', 'beta'][each]),
  except: fc.nat({max: 3}).map(each => each === 0),
  waiver: fc
    .option(fc.record({reason: fc.constantFrom('security', 'legal', 'taste'), approved: told(), until: maybe(told())}), {
      nil: undefined,
      freq: 3
    })
    .map(each => each ?? undefined)
})

const step = fc.record({
  kind: fc.constantFrom('minor', 'minor', 'major', 'patch', 'old-patch', 'on', 'skip'),
  gap: fc.oneof(fc.integer({min: 0, max: 60}), fc.integer({min: 0, max: 500})),
  shift: fc.double({min: 0, max: 1, noNaN: true}),
  tells,
  prefixed: fc.boolean()
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Releases in their order, each a step on from one before it, and statements between them. */
function entriesOf(steps: readonly Step[], asOf: Day): EntryDraft[] {
  let day = FIRST
  let [major, minor] = [1, 0]
  const patches = new Map<string, number>()
  const entries = steps.map(({kind, gap, tells: told, prefixed}): EntryDraft => {
    day = later(day, gap)
    const date: Told = {day, tells: day > asOf ? 'day' : told}
    if (kind === 'on') return {kind: 'on', name: day, date: date.tells === 'nothing' ? {day, tells: 'year'} : date}
    if (kind === 'major') [major, minor] = [major + 1, 0]
    else if (kind === 'minor') minor += 1
    else if (kind === 'skip') minor += 2
    const line = `${major}.${kind === 'old-patch' ? Math.max(0, minor - 1) : minor}`
    const patch = (patches.get(line) ?? 0) + 1
    const patched = kind === 'patch' || kind === 'old-patch'
    if (patched) patches.set(line, patch)
    return {kind: 'release', name: `${prefixed ? 'v' : ''}${line}${patched ? `.${patch}` : ''}`, date}
  })
  return entries.map((entry, index) => shifted(entry, index, entries, steps[index]?.shift ?? 0))
}

/** A patch on a line of its own may have shipped on another day than its place among the other lines tells. */
function shifted(entry: EntryDraft, index: number, entries: readonly EntryDraft[], shift: number): EntryDraft {
  if (entry.kind === 'on' || isMinorStep(entry.name)) return entry
  const bound = entries.filter(
    other => other.kind === 'on' || (lineOf(other.name) === lineOf(entry.name) && other !== entry)
  )
  const before = bound.filter(other => entries.indexOf(other) < index).at(-1)?.date.day ?? FIRST
  const after = bound.find(other => entries.indexOf(other) > index)?.date.day
  const most = (after ?? AS_OF) < AS_OF ? (after ?? AS_OF) : AS_OF
  if (most <= before || entry.date.day > AS_OF) return entry
  const room = Math.round((Date.parse(most) - Date.parse(before)) / 86_400_000)
  return {...entry, date: {...entry.date, day: later(before, Math.round(room * shift))}}
}

/** Arbitrary small worlds; `simple` leaves out what the caller does not want. */
export const worlds: fc.Arbitrary<World> = fc
  .record({
    complete: fc.nat({max: 3}).map(each => each !== 0),
    steps: fc.array(step, {minLength: 2, maxLength: 7}),
    lines: fc.array(line, {minLength: 1, maxLength: 7}),
    policy: anyPolicy,
    late: fc.nat({max: 5})
  })
  .map(({complete, steps, lines, policy, late}): World => {
    const asOf = late === 0 ? '2022-07-01' : AS_OF
    const entries = entriesOf(steps, asOf)
    const placed = lines
      .map(each => ({...each, place: each.place % entries.length}))
      .toSorted((a, b) => a.place - b.place)
    return {asOf, complete, entries, lines: placed, policy}
  })
