import {addMonths, formatISO} from 'date-fns'
import type {Day} from '../../src/model/time/date-range.ts'
import {FIRST, later} from './partial-dates.ts'
import {type SubjectWorld, type SunsetDays, stepDays} from './subject-worlds.ts'

// The first allowed day of simple worlds, computed without the product: a second opinion on the day from which an
// announcement counts.

export const latest = (...days: readonly Day[]): Day => days.toSorted().at(-1) ?? ''

export const windowOf = ({policy}: SubjectWorld): string => ('months' in policy ? policy.window : 'any')

/** The first day of a window that isn't before a day. */
export function inWindow(day: Day, window: string): Day {
  const isListed =
    window === 'month-start' ? day.endsWith('-01') : window !== 'quarter-start' || /-(?:01|04|07|10)-01$/.test(day)
  return isListed ? day : inWindow(later(day, 1), window)
}

/**
 * The day on which the announcement counts, as many months later as the policy says, and no earlier than the sunset.
 * `undefined` for policies of other lengths, inexact days, and worlds in which the day is no single one.
 */
export function countedFirstDay(world: SubjectWorld, sunset: SunsetDays | undefined): Day | undefined {
  const {policy, introduced, precision, subject} = world
  if (!('months' in policy) || policy.window === 'never' || introduced !== 'day' || precision !== 'day')
    return undefined
  const counted = countedDay(world)
  const isOpen = ['month', 'release', 'unlisted release', 'moved earlier'].includes(world.sunset)
  if (counted === undefined || isOpen || subject.includes('two uses')) return undefined
  const named = sunset?.second === undefined || sunset.second === 'never' ? sunset?.first : sunset.second
  const end = addMonths(new Date(`${counted}T00:00:00`), policy.months)
  return latest(formatISO(end, {representation: 'date'}), named ?? FIRST)
}

/** The day from which the announcement of a world counts; `undefined` without one, or if that isn't a single day. */
function countedDay(world: SubjectWorld): Day | undefined {
  const {subject, announced, way, releases, shift} = world
  const days = stepDays(world, 5)
  const at = releases === 'candidates' ? 2 : 1
  const day = (way === 'in the first release' ? days[0] : days[at]) ?? FIRST
  if (announced === 'nothing' || way === 'withdrawn' || way === 'only in an older line') return undefined
  if (way === 'missing in one release' || way === 'withdrawn and again')
    return days[releases === 'candidates' || releases === 'two lines' ? 4 : 3]
  if (way === 'never released') {
    const last = days[releases === 'candidates' || releases === 'two lines' ? 4 : 3] ?? FIRST
    return announced.includes('announced') ? later(last, 1) : undefined
  }
  // An endpoint isn't announced before it is introduced; a prefix has no introduction.
  const floor = subject === 'prefix' || subject === 'API' ? '2000-01-01' : FIRST
  // Days are stated relative to the release with the line, which can be a candidate.
  const near = way === 'candidate, then final' ? (days[1] ?? FIRST) : day
  if (announced === 'mark since before') return latest(later(near, -shift), floor)
  if (announced === 'mark since after' || announced === 'line of a later history') return later(near, shift)
  const stated = announced.includes('announced') ? later(near, shift % 2 === 0 ? -shift : shift) : day
  const recorded =
    way === 'released months later' ? later(day, -shift) : way === 'recorded a week late' ? later(day, 7) : floor
  const counted = latest(stated, recorded, floor)
  // Of several announcements, the second is the mark of the next release.
  const second = announced === 'several' ? (days[at + 1] ?? counted) : counted
  return second < counted ? second : counted
}
