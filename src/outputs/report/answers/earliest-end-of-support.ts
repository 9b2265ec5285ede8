import type {Subject} from '../../../model/subject/subject.ts'
import type {Day} from '../../../model/time/date-range.ts'
import type {MissingFact} from '../../../model/verdict/judgment.ts'
import type {SuccessorRequirement} from '../../../model/verdict/policy.ts'
import {type EarliestEndOfSupport, needsMajorRelease} from '../../../policy/earliest-end-of-support.ts'
import type {LatestAnnouncement} from '../../../policy/latest-announcement.ts'
import {type EndOfSupportConstraint, missingConditions} from '../../../policy/notice/end-of-support-constraint.ts'
import {formatSubjectPhrase, formatUnannounced} from '../../../text/finding-phrases.ts'
import {
  capitalize,
  formatAtMoment,
  formatEndWindow,
  formatFew,
  formatLength,
  formatList,
  formatMoment
} from '../../../text/format-values.ts'
import {formatMissingClause, formatMissingFacts, formatNeededFacts} from '../../../text/missing-facts.ts'
import {sayAfter, sayClockStart} from '../../first-end.ts'

/** Answer to "When can it be removed?" in one sentence, the same on every day. */
export function sayEarliestEndOfSupport(subject: Subject, earliest: EarliestEndOfSupport): string {
  const {kind, day, earlier, isLate, missing, stabilities, bounds} = earliest
  const phrase = formatSubjectPhrase(subject)
  const name = capitalize(phrase)
  const unannounced = formatUnannounced(earliest)
  const window = bounds.find(bound => bound.window)?.window
  // A day is one of the listed days of the year, and a new major version goes first.
  const where = window && !(day !== undefined && window.kind === 'days') ? [formatEndWindow(window)] : []
  const needed = missingConditions(bounds)
  const conditions = formatNeededFacts(needed, {subject})
  const doubt = earlier ? ` An earlier day may be allowed, but ${formatMissingClause(earlier.missing, {subject})}.` : ''
  const how = [...where.map(each => `, ${each}`), conditions].join('')
  switch (kind) {
    case 'any':
      return how === ''
        ? `${name} can be removed at any time. The policy requires no notice${stabilities.length === 1 ? ` for ${stabilities[0]}` : ''}.`
        : `${name} can be removed ${where[0] ?? 'at any time'}${conditions}.`
    case 'after':
      return `${name} can be removed ${sayAfter(earliest)}${how}.${doubt}`
    case 'never':
      return `${name} can't be removed. The policy never allows it.`
    case 'undetermined': {
      if (isLate) {
        return `${name} can't be removed, because it was deprecated before its successor was released. Withdraw the deprecation (\`withdrawn:\`), and deprecate it again once there is a successor.`
      }
      const release = describeAwaited(bounds, missing)
      if (release === undefined)
        return `It can't be decided when ${phrase} can be removed: ${formatMissingClause(missing, {subject})}${unannounced}.`
      return `${name} can be removed in ${release}${unannounced}.`
    }
    case 'day': {
      const open = missing.filter(({fact, of}) => !needed.some(each => each.fact === fact && each.of === of))
      const whatever = open.length > 0 && !earlier ? `, although ${formatMissingClause(open, {subject})}` : ''
      const when = needsMajorRelease({bounds})
        ? `${where[0]}, on or after ${day}${conditions}`
        : `on or after ${day}${how}`
      return `${name} can be removed ${when}${whatever}${unannounced}.${doubt}`
    }
  }
}

/** The day of a plan that starts on `from`, as a sentence. Empty if the plan leads to no day. */
export function sayPlannedEnd({day, bounds}: EarliestEndOfSupport, announced: boolean, from: Day): string {
  const starts = announced || bounds.some(({waitsFor}) => waitsFor) ? 'its notice starts' : 'it is deprecated'
  if (day === undefined) return ''
  const last = bounds
    .filter(({sunset}) => !sunset)
    .flatMap(each => each.day ?? [])
    .toSorted()
    .at(-1)
  const isBySunset = last !== undefined && last < day && bounds.some(({sunset}) => sunset?.when.earliest === day)
  return ` If ${starts} today (${from}), ${isBySunset ? `it is over on ${last}, before its sunset on ${day}` : `that is on or after ${day}`}.`
}

/** `the next counted release, on or after 2026-09-07`. `undefined` if anything else is awaited. */
function describeAwaited(
  bounds: readonly EndOfSupportConstraint[],
  missing: readonly MissingFact[]
): string | undefined {
  const [only, ...others] = missing
  const isAll = only?.fact === 'shipping' && others.length === 0 && !bounds.some(({window}) => window)
  if (!only || !isAll) return undefined
  const days = bounds.flatMap(({day, awaits}) => day ?? awaits?.notBefore ?? []).toSorted()
  return `${only.of}${days.length > 0 ? `, on or after ${days.at(-1)}` : ''}`
}

/** Constraint on the end of support, as a sentence. */
export function sayConstraint(bound: EndOfSupportConstraint, subject: Subject): string {
  const {day, length, start, assumed, waitsFor, window, sunset, condition, successor, comes = [], missing} = bound
  const until = day === undefined ? '' : `, until ${day}`
  if (window)
    return window.kind === 'never' ? 'Removal is never allowed' : `Removal is allowed ${formatEndWindow(window)}`
  if (sunset) return `Sunset: ${formatMoment(sunset)}`
  if (condition) return `Required before the removal: ${formatMissingFacts(missing, {subject})}`
  if (successor) return `Required: ${saySuccessor(successor)}${sayComing(comes, missing.length > 0)}`
  if (!length) return `Not allowed${until}`
  const clock = waitsFor ? sayClockStart(bound) : 'the announcement'
  if (!start && assumed) return `${formatLength(length)} from ${sayClockStart(bound)}`
  if (!start) return `${formatLength(length)} from ${clock}, which must be on or before ${day ?? 'an unknown day'}`
  if (!assumed) return `${formatLength(length)} from ${formatMoment(start)}${until}`
  const why = `, because its notice hasn't started${waitsFor ? ` (it starts with ${clock})` : ''}`
  return `${formatLength(length)} from today (${formatMoment(start)})${until}${why}`
}

/** Planned successors that come too late, as a phrase. */
function sayLate(bounds: readonly EndOfSupportConstraint[]): string {
  const late = bounds.flatMap(({comes = [], missing}) => (missing.length > 0 ? comes : []))
  return sayComing(late, true).replace(':', ', because')
}

/** Planned successors, as a phrase. `isLate` if they may come too late. */
function sayComing(comes: NonNullable<EndOfSupportConstraint['comes']>, isLate: boolean): string {
  const arrivals = comes.map(
    ({subject, moment}) =>
      `${formatSubjectPhrase(subject)} is released ${isLate ? 'only ' : ''}${formatAtMoment(moment)}`
  )
  return arrivals.length > 0 ? `: ${formatFew(arrivals)}` : ''
}

const saySuccessor = ({stability, before}: SuccessorRequirement): string =>
  `a successor${stability === 'same' ? ' that is at least as stable' : ''} before the ${before === 'end' ? 'removal' : 'deprecation'}`

/** Answer to "By when must that end be announced?" in one sentence. */
export function sayLatestAnnouncement(
  subject: Subject,
  end: Day,
  {kind, day, missing, refused, bounds, started}: LatestAnnouncement
): string {
  const phrase = formatSubjectPhrase(subject)
  const name = capitalize(phrase)
  const waiting = bounds.find(bound => bound.day === day && bound.waitsFor)
  switch (kind) {
    case 'none-needed':
      return `${name} can be removed on ${end} without an announcement. ${started ? `Its notice counts from ${formatMoment(started)} and is over by then` : 'The policy requires no notice'}.`
    case 'day':
      return waiting
        ? `To remove ${phrase} on ${end}, its notice must start on or before ${day}, with ${sayClockStart(waiting)}.`
        : `To remove ${phrase} on ${end}, deprecate it on or before ${day}.`
    case 'undetermined':
      return `It can't be decided by when to deprecate ${phrase} for a removal on ${end}: ${formatMissingClause(missing, {subject})}${sayLate(bounds)}${day ? `. Counting days only, deprecate it on or before ${day}` : ''}.`
    case 'never': {
      const {window, successor} = refused ?? {}
      const nearest = formatList([refused?.before, refused?.after].filter(each => each !== undefined).map(String), 'or')
      if (window?.kind === 'days')
        return `${name} can't be removed on ${end}. The policy allows it ${formatEndWindow(window)} (nearest: ${nearest}).`
      if (window) return `${name} can't be removed on ${end}. The policy never allows it.`
      return `${name} can't be removed on ${end}, but on or after ${refused?.after}${successor ? `, because its successor ${formatSubjectPhrase(successor.subject)} is released ${formatAtMoment(successor.moment)}` : ''}.`
    }
  }
}
