import type {Subject} from '../../../model/subject/subject.ts'
import type {Day} from '../../../model/time/date-range.ts'
import type {MissingFact} from '../../../model/verdict/judgment.ts'
import type {Clock, SuccessorRequirement} from '../../../model/verdict/policy.ts'
import {type EarliestEndOfSupport, needsMajorRelease} from '../../../policy/earliest-end-of-support.ts'
import type {LatestAnnouncement} from '../../../policy/latest-announcement.ts'
import {type EndOfSupportConstraint, missingConditions} from '../../../policy/notice/end-of-support-constraint.ts'
import {formatSubjectPhrase, formatUnannounced} from '../../../text/finding-phrases.ts'
import {
  CLOCK_WORDS,
  capitalize,
  formatAllowedDays,
  formatAtMoment,
  formatEndWindow,
  formatLength,
  formatList,
  formatMoment
} from '../../../text/format-values.ts'
import {formatMissingClause, formatMissingFacts} from '../../../text/missing-facts.ts'

/** Answer to "When can it be removed?" in one sentence. */
export function sayEarliestEndOfSupport(
  subject: Subject,
  {kind, day, earlier, isLate, missing, stabilities, bounds, ...earliest}: EarliestEndOfSupport,
  {announced, asOf}: {announced: boolean; asOf: Day}
): string {
  const phrase = formatSubjectPhrase(subject)
  const name = capitalize(phrase)
  const unannounced = formatUnannounced(earliest)
  switch (kind) {
    case 'any':
      return `${name} can be removed at any time. The policy requires no notice${stabilities.length === 1 ? ` for ${stabilities[0]}` : ''}.`
    case 'never':
      return `${name} can't be removed. The policy never allows it.`
    case 'undetermined': {
      if (isLate) {
        return `${name} can't be removed, because it was deprecated before its successor was released. Withdraw the deprecation (\`withdrawn:\`), and deprecate it again once there is a successor.`
      }
      const release = describeAwaited(bounds, missing)
      if (release === undefined)
        return `It can't be decided when ${phrase} can be removed: ${formatMissingClause(missing, {subject})}${unannounced}.`
      return `${name} can be removed in ${release}${sayIfStarted(bounds, announced, asOf)}${unannounced}.`
    }
    case 'day': {
      const needed = missingConditions(bounds)
      const open = missing.filter(({fact, of}) => !needed.some(each => each.fact === fact && each.of === of))
      const start = sayIfStarted(bounds, announced, asOf)
      const facts = `${formatMissingFacts(needed, {subject})} ${needed.length > 1 ? 'are' : 'is'} recorded`
      const conditions = needed.length === 0 ? '' : start === '' ? `, once ${facts}` : ` and ${facts}`
      const how = start + conditions
      const when = formatAllowedDays(day, needsMajorRelease({bounds}), asOf)
      if (earlier) {
        return `${name} can be removed ${when}${how}${unannounced}. An earlier day may be allowed, but ${formatMissingClause(earlier.missing, {subject})}.`
      }
      const whatever = open.length > 0 ? `, although ${formatMissingClause(open, {subject})}` : ''
      return `${name} can be removed ${when}${how}${whatever}${unannounced}.`
    }
  }
}

/** Says that periods without a start are counted from today. */
function sayIfStarted(bounds: readonly EndOfSupportConstraint[], announced: boolean, asOf: Day): string {
  const assumed = bounds.filter(bound => bound.assumed)
  const starts = announced || assumed.some(({waitsFor}) => waitsFor) ? 'its notice starts' : 'it is deprecated'
  return assumed.length > 0 ? `, if ${starts} today (${asOf})` : ''
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

const sayClocks = (clocks: readonly Clock[]): string =>
  formatList(
    clocks.map(clock => CLOCK_WORDS[clock]),
    'or'
  )

/** Constraint on the end of support, as a sentence. */
export function sayConstraint(
  {day, length, start, assumed, waitsFor, window, sunset, gate, successor, comes = [], missing}: EndOfSupportConstraint,
  subject: Subject
): string {
  const until = day === undefined ? '' : `, until ${day}`
  if (window)
    return window.kind === 'never' ? 'Removal is never allowed' : `Removal is allowed ${formatEndWindow(window)}`
  if (sunset) return `Sunset: ${formatMoment(sunset)}`
  if (gate) return `Required before the removal: ${formatMissingFacts(missing, {subject})}`
  if (successor) return `Required: ${saySuccessor(successor)}${sayComing(comes, missing.length > 0)}`
  if (!length) return `Not allowed${until}`
  const clock = waitsFor ? sayClocks(waitsFor) : 'the announcement'
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
  return arrivals.length > 0 ? `: ${formatList(arrivals)}` : ''
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
  const waitsFor = bounds.find(bound => bound.day === day)?.waitsFor
  switch (kind) {
    case 'none-needed':
      return `${name} can be removed on ${end} without an announcement. ${started ? `Its notice counts from ${formatMoment(started)} and is over by then` : 'The policy requires no notice'}.`
    case 'day':
      return waitsFor
        ? `To remove ${phrase} on ${end}, its notice must start on or before ${day}, with ${sayClocks(waitsFor)}.`
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
