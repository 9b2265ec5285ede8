import fc from 'fast-check'
import {maybe, type PartialDate, partialDate, precision} from './partial-dates.ts'

/** The guarantee of one stability in one revision, as written in a policy file. */
export interface GuaranteeDraft {
  readonly notice?: string | undefined
  readonly starts?: readonly unknown[] | undefined
  readonly startsOn?: string | undefined
  readonly lifetime?: string | undefined
  readonly overlap?: string | undefined
  readonly endWindow?: string | readonly string[] | undefined
  readonly successor?: string | object | undefined
  readonly breaking?: string | undefined
  readonly also?: readonly object[] | undefined
}

/** The start of a revision: a day, a release of the timeline, or a release that isn't out. */
export type StartDraft = {readonly at: PartialDate} | {readonly place: number} | {readonly name: string}

export interface RevisionDraft {
  readonly start: StartDraft
  readonly ga: GuaranteeDraft
  readonly beta: GuaranteeDraft | 'none'
  readonly waiverReasons: Readonly<Record<string, {readonly minimum?: string} | null>>
}

export interface PolicyDraft {
  readonly countPatches: boolean
  readonly defaultStability?: string | undefined
  /** The first revision has no start. */
  readonly revisions: readonly RevisionDraft[]
}

const CALENDAR = ['13 months', '6 months', '90 days', '1 year', '8 weeks', '1 day', '0 days']
const MIXED = ['6 months or 200 days, whichever is longer', '6 months or 150 days, whichever is shorter']
const RELEASES = ['1 release', '2 releases', '3 releases', '1 major release', '2 major releases']
const BOTH = ['9 months or 2 releases, whichever is longer', '9 months or 2 releases, whichever is shorter']

const length = fc.constantFrom(...CALENDAR, ...CALENDAR, ...MIXED, ...RELEASES, ...BOTH, 'unstated')
const clocks = fc.constantFrom(
  undefined,
  ['announcement'],
  ['announcement', {successor: 'same'}],
  ['announcement', 'successor'],
  ['release'],
  ['successor'],
  [{successor: 'same'}, 'introduction'],
  ['announcement', 'next-version']
)
const endWindow = fc.constantFrom('any', 'any', 'any', 'release', 'major', 'never', 'quarter-start', ['01-15', '07-15'])

const anyGuarantee: fc.Arbitrary<GuaranteeDraft> = fc.record({
  notice: maybe(length, 1),
  starts: clocks,
  startsOn: maybe(fc.constantFrom('quarter-start', 'month-start'), 6),
  lifetime: maybe(length, 5),
  overlap: maybe(length, 4),
  endWindow,
  successor: maybe(fc.constantFrom('any', 'same', {stability: 'same', before: 'announcement'}), 6),
  breaking: maybe(fc.constantFrom('forbidden', 'allowed', '3 months', '1 release')),
  also: maybe(
    fc.record({notice: length, starts: fc.constantFrom('announcement', 'successor')}).map(each => [each]),
    8
  )
})

const waiverReasons = fc.constantFrom({}, {security: null}, {security: null, legal: {minimum: '3 months'}})

const anyRevision: fc.Arbitrary<RevisionDraft> = fc.record({
  start: fc.oneof(
    fc.tuple(partialDate, precision).map(([{day}, each]): StartDraft => ({at: {day, precision: each}})),
    fc.nat({max: 8}).map((place): StartDraft => ({place})),
    fc.constant<StartDraft>({name: '9.0'})
  ),
  ga: anyGuarantee,
  beta: fc.oneof(fc.constant('none' as const), anyGuarantee),
  waiverReasons
})

export const anyPolicy: fc.Arbitrary<PolicyDraft> = fc.record({
  countPatches: fc.boolean(),
  defaultStability: maybe(fc.constantFrom('ga', 'beta')),
  revisions: fc.array(anyRevision, {minLength: 1, maxLength: 3})
})
