import type {FactContext} from '../model/verdict/judgment.ts'
import type {EarliestEndOfSupport} from '../policy/earliest-end-of-support.ts'
import {type EndOfSupportConstraint, missingConditions} from '../policy/notice/end-of-support-constraint.ts'
import {CLOCK_WORDS, formatEndWindow, formatLength, formatList} from '../text/format-values.ts'
import {formatMissingFacts, formatNeededFacts} from '../text/missing-facts.ts'
import {UNKNOWN_RELEASE} from '../text/page-strings.ts'

/**
 * The first day on which support may end, whatever day it is: `2027-07-01`, `13 months after its deprecation`, `only in a
 * new major version`.
 */
export function sayFirstEnd(earliest: EarliestEndOfSupport, about: FactContext): string {
  const {kind, day, earlier, missing, bounds} = earliest
  if (kind === 'never') return 'never'
  if (kind === 'undetermined')
    return missing.length > 0 ? `depends on ${formatMissingFacts(missing, about)}` : UNKNOWN_RELEASE
  const window = bounds.find(bound => bound.window)?.window
  // A day is one of the listed days of the year.
  const where = window && !(day !== undefined && window.kind === 'days') ? [formatEndWindow(window)] : []
  const when = kind === 'after' ? [sayAfter(earliest)] : day === undefined ? [] : [day]
  const first = [...when, ...where].join(', ') || 'any day'
  const needed = formatNeededFacts(missingConditions(bounds), about)
  return earlier
    ? `${first} in any case${needed}; an earlier day depends on ${formatMissingFacts(earlier.missing, about)}`
    : `${first}${needed}`
}

/** The lengths whose clocks haven't started: `13 months after its deprecation, but not before 2027-07-01`. */
export function sayAfter({day, bounds}: Pick<EarliestEndOfSupport, 'day' | 'bounds'>): string {
  const lengths = bounds.flatMap(bound => {
    const length = bound.assumed && bound.length ? formatLength(bound.length) : undefined
    return length ? [`${length}${length.includes(',') ? ',' : ''} after ${sayClockStart(bound)}`] : []
  })
  return `${formatList([...new Set(lengths)])}${day === undefined ? '' : `, but not before ${day}`}`
}

/** What starts the clock of a bound: `its deprecation`. */
export const sayClockStart = ({waitsFor}: EndOfSupportConstraint): string =>
  waitsFor
    ? formatList(
        waitsFor.map(clock => CLOCK_WORDS[clock]),
        'or'
      )
    : 'its deprecation'
