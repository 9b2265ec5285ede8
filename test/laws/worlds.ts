import fc from 'fast-check'
import type {Day} from '../../src/model/time/date-range.ts'
import {isMinorStep, releaseLineOf} from '../../src/model/time/release.ts'
import {AS_OF, FIRST, later, maybe, type PartialDate, partialDate, precision} from './partial-dates.ts'
import {anyPolicy, type PolicyDraft} from './policies.ts'

export interface EntryDraft {
  readonly kind: 'release' | 'on'
  readonly name: string
  readonly date: PartialDate
}

/** A day, the index of a release on the timeline, a release that isn't on it, or `never`. */
export type Mark = {readonly at: PartialDate} | {readonly place: number} | {readonly name: string} | 'never'

export interface WaiverDraft {
  readonly reason: string
  readonly approved?: PartialDate | undefined
  readonly until?: PartialDate | undefined
}

export interface LineDraft {
  readonly place: number
  readonly verb: string
  readonly subject: string
  readonly field: boolean
  readonly other?: string | undefined
  readonly sunset?: Mark | undefined
  readonly announced?: Mark | undefined
  readonly breaking?: boolean | undefined
  readonly stability?: string | undefined
  readonly except: boolean
  readonly waiver?: WaiverDraft | undefined
}

/** A whole history and the policy it is judged by; exact dates are known even where less is recorded. */
export interface World {
  readonly asOf: Day
  readonly complete: boolean
  /** Whether the subjects of the first entry existed before it. */
  readonly existing: boolean
  readonly entries: readonly EntryDraft[]
  /** In the order of their entries. */
  readonly lines: readonly LineDraft[]
  readonly policy: PolicyDraft
}

const ENDPOINTS = ['GET /v1/loans', 'GET /v1/loans/{loanId}', 'GET /v2/loans', 'GET /v1-beta/loans'] as const
const SUBJECTS = [...ENDPOINTS, ...ENDPOINTS, '/v1/**', '/v1/loans/**', 'operation ListReaders', 'Loan.shelf'] as const
const OTHERS = [...ENDPOINTS, ...ENDPOINTS, '/v2/**', 'operation LendCopies', undefined] as const
const OFTEN = ['added', 'deprecated', 'removed'] as const
const SELDOM = ['rescheduled', 'withdrawn', 'restored', 'changed', 'promoted', 'renamed'] as const

const mark: fc.Arbitrary<Mark> = fc.oneof(
  partialDate.map((at): Mark => ({at})),
  fc.nat({max: 8}).map((place): Mark => ({place})),
  fc.constantFrom('1.7', '2.9', '3.0.1', '9.0').map((name): Mark => ({name}))
)

const waiver: fc.Arbitrary<WaiverDraft> = fc.record({
  reason: fc.constantFrom('security', 'legal', 'taste'),
  approved: maybe(partialDate, 1),
  until: maybe(partialDate)
})

const line: fc.Arbitrary<LineDraft> = fc.record({
  place: fc.nat({max: 8}),
  verb: fc.constantFrom(...OFTEN, ...OFTEN, ...SELDOM),
  subject: fc.constantFrom(...SUBJECTS),
  field: fc.nat({max: 9}).map(each => each === 0),
  other: fc.constantFrom(...OTHERS),
  sunset: maybe(mark, 1),
  announced: maybe(fc.oneof(mark, fc.constant<Mark>('never'))),
  breaking: maybe(fc.boolean(), 1),
  stability: maybe(fc.constantFrom('ga', 'beta', 'odd'), 4),
  except: fc.nat({max: 3}).map(each => each === 0),
  waiver: maybe(waiver, 5)
})

interface Step {
  readonly kind: 'minor' | 'major' | 'patch' | 'old-patch' | 'on' | 'skip'
  readonly gap: number
  /** Where the day of a patch lies between its bounds, from 0 to 4. */
  readonly shift: number
  readonly precision: PartialDate['precision']
  readonly prefixed: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('minor', 'minor', 'major', 'patch', 'old-patch', 'on', 'skip'),
  gap: fc.oneof(fc.integer({min: 0, max: 60}), fc.integer({min: 0, max: 500})),
  shift: fc.integer({min: 0, max: 4}),
  precision: precision,
  prefixed: fc.boolean()
})

/** Releases in their order, each one step after an earlier one, with statements between them. */
function entriesOf(steps: readonly Step[], lines: readonly LineDraft[], asOf: Day): EntryDraft[] {
  let day = FIRST
  let [major, minor] = [1, 0]
  const patches = new Map<string, number>()
  const entries = steps.map(({kind, gap, precision, prefixed}): EntryDraft => {
    day = later(day, gap)
    if (kind === 'on') return {kind: 'on', name: day, date: {day, precision: precision === 'none' ? 'year' : precision}}
    if (kind === 'major') [major, minor] = [major + 1, 0]
    else if (kind === 'minor') minor += 1
    else if (kind === 'skip') minor += 2
    const name = `${major}.${kind === 'old-patch' ? Math.max(0, minor - 1) : minor}`
    const patch = (patches.get(name) ?? 0) + 1
    const patched = kind === 'patch' || kind === 'old-patch'
    if (patched) patches.set(name, patch)
    return {
      kind: 'release',
      name: `${prefixed ? 'v' : ''}${name}${patched ? `.${patch}` : ''}`,
      date: {day, precision: precision}
    }
  })
  for (const [index, {shift}] of steps.entries()) {
    const entryLines = lines.filter(({place}) => place % steps.length === index)
    if (entryLines.every(({verb}) => LATE_VERBS.includes(verb))) shiftPatch(entries, index, shift / 4, asOf)
  }
  // An entry after the as-of day always has its exact date.
  return entries.map(each => (each.date.day > asOf ? {...each, date: {...each.date, precision: 'day'}} : each))
}

/** Verbs that a patch with a shifted date may contain: none that starts or ends a lifecycle. */
const LATE_VERBS = ['deprecated', 'rescheduled', 'changed']

/** Gives a patch another day than its position among the releases of other lines suggests. */
function shiftPatch(entries: EntryDraft[], index: number, shift: number, asOf: Day): void {
  const entry = entries[index]
  if (!entry || entry.kind === 'on' || isMinorStep(entry.name) || entry.date.day > asOf) return
  const near = (other: EntryDraft): boolean =>
    other.kind === 'on' || releaseLineOf(other.name) === releaseLineOf(entry.name)
  const from = entries.slice(0, index).findLast(near)?.date.day ?? FIRST
  const until = entries.slice(index + 1).find(near)?.date.day ?? asOf
  const room = Math.round((Date.parse(until < asOf ? until : asOf) - Date.parse(from)) / 86_400_000)
  if (room > 0) entries[index] = {...entry, date: {...entry.date, day: later(from, Math.round(room * shift))}}
}

/** Arbitrary small worlds. */
export const worlds: fc.Arbitrary<World> = fc
  .record({
    complete: fc.nat({max: 3}).map(each => each !== 0),
    existing: fc.nat({max: 4}).map(each => each === 4),
    steps: fc.array(step, {minLength: 2, maxLength: 7}),
    lines: fc.array(line, {minLength: 1, maxLength: 7}),
    policy: anyPolicy,
    early: fc.nat({max: 5}).map(each => each === 5)
  })
  .map(({complete, existing, steps, lines, policy, early}): World => {
    const asOf = early ? '2022-07-01' : AS_OF
    const entries = entriesOf(steps, lines, asOf)
    const placed = lines.map(each => ({
      ...each,
      place: each.place % entries.length,
      other: each.other === each.subject ? undefined : each.other
    }))
    return {asOf, complete, existing, entries, lines: placed.toSorted((a, b) => a.place - b.place), policy}
  })
