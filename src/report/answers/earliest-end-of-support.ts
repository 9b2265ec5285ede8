import {formatSubject} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {MissingFact} from '../../model/verdict/judgement.ts'
import type {Clock, SuccessorRequirement} from '../../model/verdict/policy.ts'
import type {EarliestEndOfSupport} from '../../policy/earliest-end-of-support.ts'
import type {LatestAnnouncement} from '../../policy/latest-announcement.ts'
import {type EndOfSupportConstraint, missingConditions} from '../../policy/notice/end-of-support-constraint.ts'
import {
  CLOCK_WORDS,
  formatAtMoment,
  formatEndWindow,
  formatLength,
  formatList,
  formatMissingFacts,
  formatMoment
} from '../../text/format-values.ts'

/** Answer to "When can it be removed?" in one sentence. */
export function sayEarliestEndOfSupport(
  subject: string,
  {kind, day, earlier, isLate, missing, stabilities, bounds}: EarliestEndOfSupport,
  {announced, asOf}: {announced: boolean; asOf: Day}
): string {
  const name = `\`${subject}\``
  switch (kind) {
    case 'any':
      return `${name} may end on any day: nothing is promised${stabilities.length === 1 ? ` to ${stabilities[0]}` : ''}.`
    case 'never':
      return `${name} may never end: the policy ends nothing of this kind.`
    case 'undetermined': {
      if (isLate) {
        return `${name} has no lawful end by the announcement that was made, for nothing was there to move to: take it back (\`withdrawn\`), and announce its end once there is.`
      }
      const release = describeAwaited(bounds, missing)
      if (release === undefined) return `The earliest lawful end of ${name} cannot be told: ${sayUnknown(missing)}.`
      return `${name} may end with ${release}${sayIfStarted(bounds, announced, asOf)}.`
    }
    case 'day': {
      const needed = missingConditions(bounds)
      const open = missing.filter(({fact, of}) => !needed.some(each => each.fact === fact && each.of === of))
      const conditions =
        needed.length > 0 ? `, once ${formatMissingFacts(needed)} ${needed.length > 1 ? 'are' : 'is'} on record` : ''
      const how = sayIfStarted(bounds, announced, asOf)
      if (earlier) {
        return `${name} may certainly end on ${day}${how}${conditions}; whether it may end earlier cannot be told: ${sayUnknown(earlier.missing)}.`
      }
      const whatever = open.length > 0 ? `, whatever ${formatMissingFacts(open)} ${open.length > 1 ? 'are' : 'is'}` : ''
      return `${name} may end on ${day} at the earliest${how}${conditions}${whatever}.`
    }
  }
}

/** Says that periods without a start are counted from today. */
function sayIfStarted(bounds: readonly EndOfSupportConstraint[], announced: boolean, asOf: Day): string {
  const assumed = bounds.filter(bound => bound.assumed)
  const starts = announced || assumed.some(({waitsFor}) => waitsFor) ? 'its clock starts' : 'its end is announced'
  return assumed.length > 0 ? `, if ${starts} today, ${asOf}` : ''
}

/** `the next counted release, not before 2026-09-07`. `undefined` if anything else is awaited. */
function describeAwaited(
  bounds: readonly EndOfSupportConstraint[],
  missing: readonly MissingFact[]
): string | undefined {
  const [only, ...others] = missing
  const isAll = only?.fact === 'shipping' && others.length === 0 && !bounds.some(({window}) => window)
  if (!only || !isAll) return undefined
  const days = bounds.flatMap(({day, awaits}) => day ?? awaits?.notBefore ?? []).toSorted()
  return `${only.of}${days.length > 0 ? `, not before ${days.at(-1)}` : ''}`
}

export const sayUnknown = (missing: readonly MissingFact[]): string =>
  `${formatMissingFacts(missing)} ${missing.length > 1 ? 'are' : 'is'} not known`

const sayClocks = (clocks: readonly Clock[]): string =>
  formatList(
    clocks.map(clock => CLOCK_WORDS[clock]),
    'or'
  )

/** Constraint on the end of support, as a sentence. */
export function sayConstraint({
  day,
  length,
  start,
  assumed,
  waitsFor,
  window,
  sunset,
  gate,
  successor,
  comes = [],
  missing
}: EndOfSupportConstraint): string {
  const until = day === undefined ? '' : `: until ${day}`
  if (window) return window.kind === 'never' ? 'It never ends' : `It may end ${formatEndWindow(window)}`
  if (sunset) return `Its promised end is ${formatMoment(sunset)}`
  if (gate) return `Before it ends: ${formatMissingFacts(missing)}`
  if (successor) return `It needs ${saySuccessor(successor)}${sayComing(comes, missing.length > 0)}`
  if (!length) return `It waits${until}`
  const clock = waitsFor ? sayClocks(waitsFor) : 'the announcement'
  if (!start) return `${formatLength(length)} from ${clock}: by ${day ?? 'an unknown day'}`
  const from = assumed
    ? `today, ${formatMoment(start)}, as nothing has started its clock${waitsFor ? ` (${clock})` : ''}`
    : formatMoment(start)
  return `${formatLength(length)} from ${from}${until}`
}

/** Planned successors that come too late, as a phrase. */
function sayLate(bounds: readonly EndOfSupportConstraint[]): string {
  const late = bounds.flatMap(({comes = [], missing}) => (missing.length > 0 ? comes : []))
  return sayComing(late, true).replace(':', ', for')
}

/** Planned successors, as a phrase. `isLate` if they may come too late. */
function sayComing(comes: NonNullable<EndOfSupportConstraint['comes']>, isLate: boolean): string {
  const arrivals = comes.map(
    ({subject, moment}) => `\`${formatSubject(subject)}\` comes ${isLate ? 'only ' : ''}${formatAtMoment(moment)}`
  )
  return arrivals.length > 0 ? `: ${formatList(arrivals)}` : ''
}

const saySuccessor = ({stability, before}: SuccessorRequirement): string =>
  `a successor${stability === 'same' ? ' at least as stable' : ''}, before ${before === 'end' ? 'the end' : 'its announcement'}`

/** Answer to "By when must that end be announced?" in one sentence. */
export function sayLatestAnnouncement(
  subject: string,
  end: Day,
  {kind, day, missing, refused, bounds, started}: LatestAnnouncement
): string {
  const name = `\`${subject}\``
  const waitsFor = bounds.find(bound => bound.day === day)?.waitsFor
  switch (kind) {
    case 'none-needed':
      return `An end of ${name} on ${end} needs no announcement: ${started ? `its clock counts from ${formatMoment(started)}, and what is promised is over by then` : 'no notice is promised'}.`
    case 'day':
      return waitsFor
        ? `To end ${name} on ${end}, its clock must start on ${day} at the latest, with ${sayClocks(waitsFor)}.`
        : `To end ${name} on ${end}, announce it on ${day} at the latest.`
    case 'undetermined':
      return `By when an end of ${name} on ${end} must be announced cannot be told: ${sayUnknown(missing)}${sayLate(bounds)}${day ? ` (by ${day} as far as days are concerned)` : ''}.`
    case 'never': {
      const {window, successor} = refused ?? {}
      const nearest = formatList([refused?.before, refused?.after].filter(each => each !== undefined).map(String), 'or')
      if (window?.kind === 'days')
        return `${name} may not end on ${end}: it may end ${formatEndWindow(window)}; the nearest are ${nearest}.`
      if (window) return `${name} may not end on ${end}: the policy ends nothing of this kind.`
      return `${name} may not end on ${end}, whenever it is announced: ${refused?.after} is the earliest${successor ? `, for \`${formatSubject(successor.subject)}\`, which succeeds it, comes ${formatAtMoment(successor.moment)}` : ''}.`
    }
  }
}
