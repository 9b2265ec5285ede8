import type {History} from '../../model/lifecycle/history.ts'
import type {Lifecycle, Tenure} from '../../model/lifecycle/lifecycle.ts'
import {isUnlisted} from '../../model/lifecycle/sunsets.ts'
import {formatSubject, lineageKey, subjectKey, targetKey} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Moment} from '../../model/time/timeline.ts'
import type {Judgement, Verdict} from '../../model/verdict/judgement.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {earliestLawfulEnd, type LawfulEnd} from '../../policy/earliest-end-of-support.ts'
import {judgePromisedEnd, type PromisedEnd} from '../../policy/judge-sunset.ts'
import {markerIn, stabilityOf} from '../../policy/notice/stability.ts'
import {statedIn} from '../../policy/notice/stability-labels.ts'

/** How a subject stands on the as-of day. */
export const STANDINGS = ['live', 'deprecated', 'overdue', 'removed', 'coming'] as const
export type Standing = (typeof STANDINGS)[number]

/** What a row of the timeline tells of: an endpoint version, a prefix or an operation that is known by its name. */
export interface Life {
  readonly lifecycle: Lifecycle
  readonly name: string
  readonly standing: Standing
  /** Equal for all versions of one lineage; its own name where it has none. */
  readonly lineage: string
  /** The version marker of its path. */
  readonly marker?: string
  readonly stability?: string
  /** The worst of the verdicts on it and its parts. */
  readonly verdict?: Verdict
  readonly judgements: readonly Judgement[]
  readonly promised?: PromisedEnd
  /** The earliest lawful end of what has not ended: the promise itself, whatever sunset was named. */
  readonly lawful?: LawfulEnd
  /** Its descriptions file it under these. */
  readonly tags: readonly string[]
}

export const WORST_FIRST = ['broken', 'undetermined', 'kept', 'exempt'] as const satisfies readonly Verdict[]

export const worstOf = (judgements: readonly Pick<Judgement, 'verdict'>[]): Verdict | undefined =>
  WORST_FIRST.find(verdict => judgements.some(each => each.verdict === verdict))

/** The lives that have a row, those of one lineage beside each other, the older version first. */
export function livesOf(history: History, policy: Policy, judgements: readonly Judgement[]): Life[] {
  const about = judgementsByTarget(judgements)
  return history.lifecycles
    .filter(hasRow)
    .map(lifecycle => lifeOf(lifecycle, about.get(targetKey(lifecycle.subject.target)) ?? [], policy, history))
    .toSorted(inOrder)
}

/** Parts are told with their target, and fields of resources are tied to no path: releases tell of them. */
function hasRow({subject: {target, part}, tenures, events}: Lifecycle): boolean {
  if (part || target.kind === 'resource-field' || tenures.length === 0) return false
  if (target.kind === 'endpoint') return events.length > 0
  // A prefix is told with what is under it, unless something happened to it as a whole.
  return events.some(({kind}) => kind !== 'changed')
}

function judgementsByTarget(judgements: readonly Judgement[]): Map<string, Judgement[]> {
  const found = new Map<string, Judgement[]>()
  for (const judgement of judgements) {
    const subjects = [judgement.subject, ...judgement.covers]
    for (const key of new Set(subjects.map(({target}) => targetKey(target)))) {
      const list = found.get(key)
      if (list) list.push(judgement)
      else found.set(key, [judgement])
    }
  }
  return found
}

function lifeOf(lifecycle: Lifecycle, judgements: readonly Judgement[], policy: Policy, history: History): Life {
  const {subject} = lifecycle
  const standing = standingOf(lifecycle, history)
  const marker = 'path' in subject.target ? markerIn(subject.target.path, policy)?.text : undefined
  const stability = stabilityOf(subject, policy, history)
  const verdict = worstOf(judgements)
  const isOpen = standing === 'live' || standing === 'deprecated'
  const promised = isOpen ? judgePromisedEnd(lifecycle, policy, history) : undefined
  const lawful = isOpen ? (promised?.lawful ?? earliestLawfulEnd(lifecycle, policy, history)) : undefined
  return {
    lifecycle,
    name: formatSubject(subject),
    standing,
    lineage: lineageKey(subject.target) ?? subjectKey(subject),
    judgements,
    tags: lifecycle.events.findLast(({tags, subject: own}) => tags && !own.part)?.tags ?? [],
    ...(marker === undefined ? {} : {marker}),
    ...(stability === undefined ? {} : {stability}),
    ...(verdict ? {verdict} : {}),
    ...(promised ? {promised} : {}),
    ...(lawful ? {lawful} : {})
  }
}

function standingOf({tenures}: Lifecycle, {timeline}: History): Standing {
  const tenure = tenures.at(-1)
  const begin = tenure?.introduced?.moment
  if (tenures.length === 1 && begin?.entry !== undefined && timeline.entries[begin.entry]?.pending) return 'coming'
  const end = tenure?.end
  if (end && !end.pending) return end.kind === 'removed' || isRemoved(end.removal, timeline) ? 'removed' : 'overdue'
  const said = tenure?.announcements[0]?.moment
  const isSaid = said && (said.entry === undefined || timeline.entries[said.entry]?.pending !== true)
  return isSaid ? 'deprecated' : 'live'
}

export const isRemoved = (removal: Moment | undefined, {entries}: History['timeline']): boolean =>
  removal?.entry !== undefined && entries[removal.entry]?.pending === false

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** The path decides, its marker left out; then the method, then which version came first. */
function inOrder(a: Life, b: Life): number {
  return byText(pathOf(a.lineage), pathOf(b.lineage)) || byText(a.lineage, b.lineage) || begins(a) - begins(b)
}

const pathOf = (lineage: string): string => lineage.replace(/^[A-Z]+ /, '')
const begins = ({lifecycle: {events, tenures}}: Life): number =>
  tenures[0]?.introduced?.event.entry ?? events[0]?.entry ?? -1

/** The days to come that the axis must reach. */
export const daysAhead = (lives: readonly Life[], history: History): Day[] =>
  lives.flatMap(({lifecycle, lawful}) => {
    const sunset = lifecycle.tenures.at(-1)?.sunset?.moment
    const known =
      sunset && !isUnlisted(sunset, history.timeline) ? (sunset.when.earliest ?? sunset.when.latest) : undefined
    return [...(lawful?.day ? [lawful.day] : []), ...(known ? [known] : [])]
  })

/** What is stated at first, and what is stated later, each with the entry from which it holds. */
export function stabilitiesOf(life: Life, policy: Policy): {readonly stability?: string; readonly from?: number}[] {
  const stated = life.lifecycle.stated.flatMap(({stability, event}) => {
    const known = statedIn(stability, policy)
    return known === undefined ? [] : [{stability: known, ...(event ? {from: event.entry} : {})}]
  })
  const [first] = stated
  const begin = first && first.from === life.lifecycle.tenures[0]?.introduced?.event.entry
  if (begin) return stated
  const {target} = life.lifecycle.subject
  const byMarker = 'path' in target ? markerIn(target.path, policy)?.form?.stability : undefined
  const unstated = byMarker ?? (stated.length > 0 ? policy.unmarked : life.stability)
  return [unstated === undefined ? {} : {stability: unstated}, ...stated]
}

/** The tenure that counts now, or did last. */
export const lastTenure = ({lifecycle: {tenures}}: Life): Tenure | undefined => tenures.at(-1)

/** It may be older than all that is on record. */
export const isOlder = ({lifecycle: {tenures}}: Life): boolean =>
  tenures[0]?.introduced === undefined || tenures[0].introduced.event.by !== undefined
