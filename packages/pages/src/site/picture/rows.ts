import {countNoun, useVerb} from '@tenure/core/languages/languages'
import {defined} from '@tenure/core/model/defined'
import {groupByEach} from '@tenure/core/model/group-by'
import type {History} from '@tenure/core/model/lifecycle/history'
import {type EndOfSupport, type Lifecycle, reachedEnd, type Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import {isUnlistedRelease} from '@tenure/core/model/lifecycle/sunsets'
import {
  formatSubject,
  isEndpoint,
  isMember,
  lineageKey,
  subjectKey,
  targetKey
} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import type {Moment} from '@tenure/core/model/time/timeline'
import type {Judgment, Verdict} from '@tenure/core/model/verdict/judgment'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {compareText} from '@tenure/core/outputs/changes/page-data'
import {type EarliestEndOfSupport, earliestEndOfSupport} from '@tenure/core/policy/earliest-end-of-support'
import {type JudgedSunset, judgeSunset} from '@tenure/core/policy/judge-sunset'
import {findMarker, resolveStability, stabilityOf} from '@tenure/core/policy/notice/stability'
import {calledLifecycles, isOnlyMentioned} from '../../known-lifecycles.ts'

/** State of a subject. */
export const TIMELINE_STATES = ['live', 'deprecated', 'overdue', 'removed', 'coming'] as const
export type TimelineState = (typeof TIMELINE_STATES)[number]

/**
 * A lifecycle with the data that a timeline row shows: an endpoint version, a prefix, or an operation known by its ID.
 */
export interface TimelineLife {
  readonly lifecycle: Lifecycle
  readonly name: string
  readonly state: TimelineState
  /** Whether clients call it, as an endpoint or a tool. Otherwise it's one of their types, a prefix, and the like. */
  readonly isCalled: boolean
  /** Key of all versions of the same endpoint; its own key if it has no other versions. */
  readonly lineage: string
  /** Version marker of the path. */
  readonly marker?: string
  readonly stability?: string
  /** Worst verdict on the subject and its parts. */
  readonly verdict?: Verdict
  readonly judgments: readonly Judgment[]
  readonly judgedSunset?: JudgedSunset
  /** Earliest end of support under the policy, independent of the sunset. Only set for live and deprecated subjects. */
  readonly earliestEnd?: EarliestEndOfSupport
  /** Tags in the API description. */
  readonly tags: readonly string[]
}

/** The word of the language for what the rows show: `endpoint`, `tool`. */
export const nounOfCalled = (lives: readonly TimelineLife[]): string =>
  countNoun(
    lives.filter(({isCalled}) => isCalled).map(({lifecycle}) => lifecycle.subject.target),
    'endpoint'
  )

/** The word for a row: that of the language, or `name` where some rows aren't what clients call. */
export function nounOfRows(lives: readonly TimelineLife[]): string {
  const noun = nounOfCalled(lives)
  return noun === 'endpoint' || lives.every(({isCalled}) => isCalled) ? noun : 'name'
}

export const WORST_FIRST = ['violation', 'undetermined', 'compliant', 'exempt'] as const satisfies readonly Verdict[]

export const worstVerdict = (judgments: readonly Pick<Judgment, 'verdict'>[]): Verdict | undefined =>
  WORST_FIRST.find(verdict => judgments.some(each => each.verdict === verdict))

/** The verdict on the end of a lifetime. `undefined` if there is none. */
export const endVerdict = (end: EndOfSupport, {judgments}: Pick<TimelineLife, 'judgments'>): Verdict | undefined =>
  judgments.find(({kind, ended, event}) => kind === 'end' && (ended === end || event === end.event))?.verdict

/** The verdict next to the status of a row: that on the end if the status is about it, and otherwise the worst. */
export function statusVerdict(life: TimelineLife): Verdict | undefined {
  const end = life.state === 'removed' || life.state === 'overdue' ? lastTenure(life)?.end : undefined
  return (end && endVerdict(end, life)) ?? life.verdict
}

/**
 * Lifecycles with a row, those of the same endpoint next to each other, oldest version first. `isJudged` says whether a
 * policy is declared.
 */
export function timelineLifecycles(
  history: History,
  policy: Policy,
  judgments: readonly Judgment[],
  isJudged: boolean
): TimelineLife[] {
  const about = groupByEach(
    judgments,
    ({subject, covers}) => new Set([subject, ...covers].map(({target}) => targetKey(target)))
  )
  const called = new Set(calledLifecycles(history))
  return history.lifecycles
    .filter(createRowTest(history, called))
    .map(lifecycle => ({
      ...lifeOf(lifecycle, about.get(targetKey(lifecycle.subject.target)) ?? [], policy, history, isJudged),
      isCalled: called.has(lifecycle)
    }))
    .toSorted(compareLives)
}

/**
 * Returns a test of whether a lifecycle has a row. Parts belong to the row of their endpoint, and fields of schemas have
 * none, unless the API has nothing but fields: then those have one that clients begin with, that were written, or that
 * were deprecated or removed. So do types.
 */
function createRowTest({lifecycles}: History, called: ReadonlySet<Lifecycle>): (lifecycle: Lifecycle) => boolean {
  const members = lifecycles.filter(({subject: {target}}) => isMember(target))
  const hasPaths = lifecycles.some(({subject: {target}}) => target.path !== undefined)
  const beginning = hasPaths ? [] : members.filter(({events}) => events.some(({by, seen}) => by !== undefined && !seen))
  const types = new Set(beginning.map(({subject: {target}}) => target.type))
  return lifecycle => {
    const {subject, tenures, events} = lifecycle
    const {target, part} = subject
    if (part || tenures.length === 0 || (isMember(target) && hasPaths)) return false
    if (isEndpoint(target)) return events.length > 0 && !isOnlyMentioned(lifecycle)
    // A prefix only has a row if it was added, deprecated, or removed as a whole.
    const isInType = isMember(target) ? !types.has(target.type) : useVerb([target]) === 'use'
    const isPlain = isInType && !called.has(lifecycle)
    return events.some(({kind}) => kind !== 'changed' && !(isPlain && kind === 'introduced'))
  }
}

function lifeOf(
  lifecycle: Lifecycle,
  judgments: readonly Judgment[],
  policy: Policy,
  history: History,
  isJudged: boolean
): Omit<TimelineLife, 'isCalled'> {
  const {subject} = lifecycle
  const standing = stateOf(lifecycle, history)
  const marker = subject.target.path !== undefined ? findMarker(subject.target.path, policy)?.text : undefined
  const stability = stabilityOf(subject, policy, history)
  const verdict = worstVerdict(judgments)
  // Without a declared policy, nothing is guaranteed, so no earliest end of support is shown.
  const isOpen = isJudged && (standing === 'live' || standing === 'deprecated')
  const judgedSunset = isOpen ? judgeSunset(lifecycle, policy, history) : undefined
  const earliestEnd = isOpen
    ? (judgedSunset?.earliestEnd ?? earliestEndOfSupport(lifecycle, policy, history))
    : undefined
  return {
    lifecycle,
    name: formatSubject(subject),
    state: standing,
    lineage: lineageKey(subject.target) ?? subjectKey(subject),
    judgments,
    tags: lifecycle.events.findLast(({tags, subject: own}) => tags && !own.part)?.tags ?? [],
    ...defined({marker, stability, verdict, judgedSunset, earliestEnd})
  }
}

function stateOf({tenures}: Lifecycle, {timeline}: History): TimelineState {
  const tenure = tenures.at(-1)
  const begin = tenure?.introduced?.moment
  if (tenures.length === 1 && begin?.entry !== undefined && timeline.entries[begin.entry]?.pending) return 'coming'
  const end = tenure && reachedEnd(tenure)
  if (end) return end.kind === 'removed' || isRemoved(end.removal, timeline) ? 'removed' : 'overdue'
  const announcedMoment = tenure?.announcements[0]?.moment
  const isAnnounced =
    announcedMoment &&
    (announcedMoment.entry === undefined || timeline.entries[announcedMoment.entry]?.pending !== true)
  return isAnnounced ? 'deprecated' : 'live'
}

export const isRemoved = (removal: Moment | undefined, {entries}: History['timeline']): boolean =>
  removal?.entry !== undefined && entries[removal.entry]?.pending === false

/** Sorts by path without version marker, then by method, then by introduction. */
function compareLives(a: TimelineLife, b: TimelineLife): number {
  return (
    compareText(withoutMethod(a.lineage), withoutMethod(b.lineage)) ||
    compareText(a.lineage, b.lineage) ||
    firstEntry(a) - firstEntry(b)
  )
}

const withoutMethod = (lineage: string): string => lineage.replace(/^[A-Z]+ /, '')
const firstEntry = ({lifecycle: {events, tenures}}: TimelineLife): number =>
  tenures[0]?.introduced?.event.entry ?? events[0]?.entry ?? -1

/** Future days that the axis must include. */
export const futureDays = (lives: readonly TimelineLife[], history: History): Day[] =>
  lives.flatMap(({lifecycle, earliestEnd}) => {
    const sunset = lifecycle.tenures.at(-1)?.sunset?.moment
    const known =
      sunset && !sunset.isOpen && !isUnlistedRelease(sunset, history.timeline)
        ? (sunset.when.earliest ?? sunset.when.latest)
        : undefined
    return [earliestEnd?.kind === 'day' ? earliestEnd.day : undefined, known].flatMap(day => day ?? [])
  })

/** Stabilities over time, each with the entry from which it applies. */
export function stabilitiesOf(
  life: TimelineLife,
  policy: Policy
): {readonly stability?: string; readonly from?: number}[] {
  const stated = life.lifecycle.statedStabilities.flatMap(({stability, event}) => {
    const known = resolveStability(stability, policy)
    return known === undefined ? [] : [defined({stability: known, from: event?.entry})]
  })
  const [first] = stated
  const begin = first && first.from === life.lifecycle.tenures[0]?.introduced?.event.entry
  if (begin) return stated
  const {target} = life.lifecycle.subject
  const byMarker = target.path !== undefined ? findMarker(target.path, policy)?.form?.stability : undefined
  const unstated = byMarker ?? (stated.length > 0 ? policy.defaultStability : life.stability)
  return [unstated === undefined ? {} : {stability: unstated}, ...stated]
}

/** The current tenure, or the last one. `undefined` if there is none. */
export const lastTenure = ({lifecycle: {tenures}}: TimelineLife): Tenure | undefined => tenures.at(-1)

/** Whether the subject may be older than the history. */
export const mayBeOlder = ({lifecycle: {tenures}}: TimelineLife): boolean =>
  tenures[0]?.introduced === undefined || tenures[0].introduced.event.by !== undefined
