import {defined} from '@tenure/core/model/defined'
import type {History} from '@tenure/core/model/lifecycle/history'
import type {EndOfSupport, Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import type {Moment} from '@tenure/core/model/time/timeline'
import type {Verdict} from '@tenure/core/model/verdict/judgment'
import type {Policy} from '@tenure/core/model/verdict/policy'
import type {Axis} from './axis.ts'
import {endVerdict, isRemoved, mayBeOlder, stabilitiesOf, type TimelineLife} from './rows.ts'

export type SpanStage = 'live' | 'deprecated' | 'overdue'

/** A period with the same stage and stability. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly stage: SpanStage
  /** Rank of the stability: 0 is the policy's most stable level. Absent if unknown. */
  readonly rank?: number
  /** Whether the span is in the future. */
  readonly ahead?: true
}

export const MARK_KINDS = ['restored', 'break', 'removed', 'sunset', 'earliest-end'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

export interface TimelineMark {
  readonly kind: MarkKind
  readonly x: number
  readonly verdict?: Verdict
  /** Whether the mark is based on missing facts. */
  readonly assumed?: true
}

export interface DrawnLife {
  readonly spans: readonly Span[]
  readonly marks: readonly TimelineMark[]
  /** Whether the subject may be older than the axis. */
  readonly isOlder: boolean
}

/** Spans and marks of a lifecycle on the axis. */
export function drawLife(life: TimelineLife, axis: Axis, policy: Policy, history: History): DrawnLife {
  const {tenures} = life.lifecycle
  const spans = tenures.flatMap(tenure => spansOf(tenure, life, axis, policy, history))
  const marks = [
    ...breakMarks(life, axis),
    ...tenures.flatMap((tenure, at) => marksOf(tenure, at, life, axis, history))
  ]
  return {spans, marks, isOlder: mayBeOlder(life)}
}

interface Transition {
  readonly x: number
  readonly stage?: SpanStage
  readonly rank?: number | null
}

function spansOf(tenure: Tenure, life: TimelineLife, axis: Axis, policy: Policy, {timeline}: History): Span[] {
  const from = tenure.introduced ? (axis.of(tenure.introduced.moment) ?? 0) : 0
  const {end} = tenure
  const removedMoment = end && removalMoment(end, timeline)
  const to = removedMoment
    ? (axis.of(removedMoment) ?? axis.latest)
    : Math.max(axis.latest, supportedUntil(tenure, life, axis))
  const firstAnnouncement = tenure.announcements[0]
  const deprecatedAt = firstAnnouncement && axis.of(firstAnnouncement.moment)
  const sunset = end && end.kind === 'sunset' && !end.pending ? axis.of(end.moment) : undefined
  const transitions: Transition[] = [
    ...stabilitiesOf(life, policy).map(
      ({stability, from: entry}): Transition => ({
        x: entry === undefined ? 0 : axis.ofEntry(entry),
        rank: rankOf(stability, policy)
      })
    ),
    ...(deprecatedAt === undefined ? [] : [{x: deprecatedAt, stage: 'deprecated'} as const]),
    ...(sunset === undefined ? [] : [{x: sunset, stage: 'overdue'} as const])
  ]
  const cuts = [...new Set([from, ...transitions.map(({x}) => x), axis.latest, to])]
    .filter(x => x >= from && x <= to)
    .toSorted((a, b) => a - b)
  const found = cuts.slice(0, -1).map((at, index): Span => {
    const until = cuts[index + 1] ?? to
    const rank = transitions.findLast(turn => turn.rank !== undefined && turn.x <= at)?.rank
    const stage = transitions.findLast(turn => turn.stage !== undefined && turn.x <= at)?.stage ?? 'live'
    return {
      from: at,
      to: until,
      stage,
      ...(rank === undefined || rank === null ? {} : {rank}),
      ...(at >= axis.latest ? {ahead: true as const} : {})
    }
  })
  return mergeSpans(found)
}

/** Rank of a stability, 0 for the most stable; `null` if unknown. */
const rankOf = (stability: string | undefined, {stabilities}: Policy): number | null => {
  const place = stability === undefined ? -1 : stabilities.indexOf(stability)
  return place < 0 ? null : stabilities.length - 1 - place
}

/** Merges adjacent equal spans. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const span of spans) {
    const last = found.at(-1)
    const isSame = last && last.stage === span.stage && last.rank === span.rank && last.ahead === span.ahead
    if (last && isSame && last.to === span.from) found[found.length - 1] = {...last, to: span.to}
    else found.push(span)
  }
  return found
}

/**
 * When the subject was removed. A sunset without a recorded removal doesn't count, because the endpoint may still
 * answer. `undefined` if it wasn't removed.
 */
function removalMoment(
  {kind, moment, removal, pending}: EndOfSupport,
  timeline: History['timeline']
): Moment | undefined {
  if (kind === 'removed') return moment
  if (isRemoved(removal, timeline)) return removal
  return pending ? (removal ?? moment) : undefined
}

/** Right end of the future part: the sunset, or the earliest end of support. */
function supportedUntil({sunset}: Tenure, {earliestEnd}: TimelineLife, axis: Axis): number {
  const sunsetX = sunset && axis.of(sunset.moment)
  if (sunsetX !== undefined && sunsetX > axis.latest) return sunsetX
  return earliestEnd?.kind === 'day' && earliestEnd.day ? axis.ofDay(earliestEnd.day) : axis.latest
}

function marksOf(tenure: Tenure, at: number, life: TimelineLife, axis: Axis, {timeline}: History): TimelineMark[] {
  const marks: TimelineMark[] = []
  const {introduced, sunset, end} = tenure
  const begin = introduced && axis.of(introduced.moment)
  if (at > 0 && begin !== undefined) marks.push({kind: 'restored', x: begin})
  const sunsetX = sunset && axis.of(sunset.moment)
  if (sunsetX !== undefined) {
    const verdict = at === life.lifecycle.tenures.length - 1 ? life.judgedSunset?.judgment.verdict : undefined
    marks.push(defined({kind: 'sunset', x: sunsetX, verdict}))
  }
  const removedMoment = end && removalMoment(end, timeline)
  const removed = removedMoment && axis.of(removedMoment)
  if (end && removed !== undefined && !(end.kind === 'sunset' && end.pending)) {
    marks.push(defined({kind: 'removed', x: removed, verdict: endVerdict(end, life)}))
  }
  // A mark for the earliest end of support is left out if a removal is planned, because no bar leads to that day.
  const {kind, day, earlier} = life.earliestEnd ?? {}
  if (at === life.lifecycle.tenures.length - 1 && kind === 'day' && day !== undefined && end?.kind !== 'removed') {
    // The mark is drawn hollow if the day depends on missing facts.
    const isAssumed = earlier !== undefined
    marks.push({
      kind: 'earliest-end',
      x: axis.ofDay(day),
      ...(isAssumed ? {assumed: true as const} : {})
    })
  }
  return marks
}

/** Marks for violations by breaking changes and by removed parts, one for each position. */
function breakMarks({judgments}: TimelineLife, axis: Axis): TimelineMark[] {
  const broken = judgments.filter(
    ({kind, verdict, subject}) => verdict === 'violation' && (kind === 'change' || subject.part)
  )
  const places = new Set(broken.flatMap(({end}) => axis.of(end) ?? []))
  return [...places].map(x => ({kind: 'break', x, verdict: 'violation'}))
}
