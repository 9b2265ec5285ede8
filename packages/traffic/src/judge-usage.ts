import type {History} from '@tenure/core/model/lifecycle/history'
import type {EndOfSupport, Lifecycle} from '@tenure/core/model/lifecycle/lifecycle'
import type {TrafficOfApi, UsageAnswer, UsageLimit} from '@tenure/core/model/lifecycle/traffic-of-api'
import {eachOnce} from '@tenure/core/model/subject/field'
import {isPrefix, moveSubject, type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {type Day, isExactDate} from '@tenure/core/model/time/date-range'
import type {Moment, Timeline} from '@tenure/core/model/time/timeline'
import type {Usage, UsageInWindow} from '@tenure/core/model/traffic'
import {formatCount} from '@tenure/core/text/format-values'
import type {Table} from './read-traffic.ts'
import {windowBefore} from './table/days.ts'
import {sayCallers, sayCoverage, sayLastCall, sayUsage} from './usage-sentences.ts'

type Names = Pick<History, 'timeline' | 'bySubject'>

/** The days that are shown next to what is deprecated. */
const RECENT_DAYS = 30

/**
 * Compares the usage before an end or a moment, or else before today, with a limit. Too many calls are a violation, however
 * little is known; few calls count only if enough is known.
 */
export function compareWithLimit(
  limit: UsageLimit,
  lifecycle: Lifecycle,
  at: EndOfSupport | Moment | undefined,
  names: Names,
  table: Table
): UsageAnswer {
  const {lacks, known} = table
  if (lacks !== undefined) return {met: 'undetermined', why: lacks}
  const day = dayOf(at, names.timeline)
  if (typeof day === 'object') return {met: 'undetermined', ...day}
  const {found, isPart} = findUsage(lifecycle, windowBefore(day, limit.days), names, table)
  if (isExceeded(limit, found)) {
    if (!isPart) return {met: 'violation', why: `it had ${sayCallers(found)}`, brief: sayLastCall(found), found}
    const why = `logs don't show which calls use it, and its operations had ${sayUsage(found)}`
    return {met: 'undetermined', why, found}
  }
  const why =
    known && known.to < found.from
      ? `the table of traffic ends on ${known.to}`
      : found.coverage < limit.coverage
        ? sayCoverage(found, limit)
        : findDoubt(limit, found)
  return why === undefined ? {met: 'compliant', why: sayUsage(found), found} : {met: 'undetermined', why, found}
}

/** The usage of the last days, and a clause about it; `undefined` if the table is of no use. */
export function findRecentUsage(lifecycle: Lifecycle, names: Names, table: Table): ReturnType<TrafficOfApi['recent']> {
  if (table.lacks !== undefined) return undefined
  const {found} = findUsage(lifecycle, windowBefore(names.timeline.asOf, RECENT_DAYS), names, table)
  return {usage: found, text: sayUsage(found)}
}

/** The day before which usage counts, or why it isn't known. Until something is removed, that is today. */
function dayOf(at: EndOfSupport | Moment | undefined, {asOf, entries}: Timeline): Day | {readonly why: string} {
  if (at === undefined) return asOf
  const isEnd = 'kind' in at
  if (isEnd && at.kind === 'sunset' && !at.removal) return at.pending ? {why: 'its sunset is yet to come'} : asOf
  const {when, entry} = isEnd ? (at.removal ?? at.moment) : at
  const isPending = entry !== undefined && entries[entry]?.pending === true
  if (isPending || (when.earliest !== undefined && when.earliest >= asOf)) return asOf
  return isExactDate(when) ? when.earliest : {why: "the day of its removal isn't known"}
}

/** Whether there were certainly too many. Calls without a name can be those of a named caller. */
const isExceeded = ({of, below}: UsageLimit, {calls, callers, unnamed}: Usage): boolean =>
  (of === 'calls' ? calls : Math.max(callers.length, unnamed > 0 ? 1 : 0)) >= below

/** Why there may have been too many although enough is known; `undefined` if there certainly weren't. */
function findDoubt({of, below}: UsageLimit, {calls, callers, unnamed, maybe}: Usage): string | undefined {
  const most = of === 'calls' ? calls + maybe : callers.length + unnamed + maybe
  if (most < below) return undefined
  return of === 'calls' || unnamed === 0
    ? `${formatCount(maybe, 'call')} can be of other operations`
    : `${formatCount(unnamed, 'call')} came from unnamed callers`
}

/** The usage of a subject. `isPart` if calls of its operations needn't use it. */
function findUsage(
  {subject, reached = []}: Lifecycle,
  window: Pick<UsageInWindow, 'from' | 'to'>,
  {bySubject}: Names,
  table: Table
): {readonly found: UsageInWindow; readonly isPart: boolean} {
  const named = subject.part ? {target: subject.target} : subject
  const find = (subjects: readonly Subject[]): UsageInWindow => ({
    ...table.usage(eachOnce(subjects.flatMap(each => withOldNames(each, bySubject))), window),
    ...window
  })
  // What has no path, such as a field, is called by its own name, or by the operations that use it.
  const isOfOperations = named.target.path === undefined && reached.length > 0 && !table.showsNames(window)
  return isOfOperations
    ? {found: find(reached.map(({target}) => ({target}))), isPart: true}
    : {found: find([named]), isPart: subject.part !== undefined}
}

/** A subject and the names that it had before it was renamed or promoted. */
function withOldNames(subject: Subject, bySubject: Names['bySubject'], later: readonly string[] = []): Subject[] {
  const key = subjectKey(subject)
  if (later.includes(key)) return []
  const {events = []} = bySubject.get(key) ?? {}
  const old = events.flatMap(({kind, verb, subject: named, counterpart}): Subject[] => {
    if (kind !== 'introduced' || !counterpart || (verb !== 'renamed' && verb !== 'promoted')) return []
    if (!isPrefix(named.target)) return [counterpart]
    return isPrefix(counterpart.target) ? [moveSubject(subject, named.target, counterpart.target) ?? counterpart] : []
  })
  return [subject, ...old.flatMap(each => withOldNames(each, bySubject, [...later, key]))]
}
