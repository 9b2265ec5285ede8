import {defined} from '../../../../src/model/defined.ts'
import type {DateRange, Day} from '../../../../src/model/time/date-range.ts'
import {releaseLineOf, versionOf} from '../../../../src/model/time/release.ts'
import {type Moment, NEXT, type Timeline, type TimelineEntry} from '../../../../src/model/time/timeline.ts'

/** A release or statement on the axis. */
export interface Tick {
  readonly entry: TimelineEntry
  readonly x: number
  /** Smallest axis width with room for the label, as an index into `AXIS_WIDTHS`. Absent if no width has room. */
  readonly fits?: number
}

/** The time axis. Positions are shares of its width, from 0 to 1. */
export interface Axis {
  readonly of: (moment: Moment) => number | undefined
  readonly ofEntry: (index: number) => number
  readonly ofDay: (day: Day) => number
  readonly today: number
  readonly ticks: readonly Tick[]
  readonly years: readonly {readonly name: string; readonly x: number; readonly fits?: number}[]
  /** The positions at which the axis is broken, because a long period without releases is drawn shortened. */
  readonly breaks: readonly number[]
  /** True if positions follow dates; false if they follow the order of releases. */
  readonly isDated: boolean
}

/** Axis widths, in pixels, for which label placement is computed. */
export const AXIS_WIDTHS = [240, 280, 320, 360, 400, 450, 500, 560, 640, 740, 860, 1000, 1200] as const
/** Width of a letter and gap between labels, in pixels. */
const LETTER = 6.4
const GAP = 9
/** Maximum number of letters of a label; the rest is cut off. */
export const LONGEST_LABEL = 14
/** Distance between a year's label and its line, in pixels. */
const YEAR_GAP = 4
const MARGIN = 0.012
/** Space before the first release, as a share, for subjects that may be older. */
const LEAD = 0.035
/** A period without releases up to today is shortened to `SHORT_SILENCE` if it exceeds this share of the past. */
const LONG_SILENCE = 0.25
const SHORT_SILENCE = 0.16
/** Maximum width of the future, as a share of that of the past. */
const MOST_FUTURE = 0.3

const dayNumber = (day: Day): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)

/** Middle of an uncertain date, as a day number. `undefined` if it is uncertain by more than a year. */
function middleDay({earliest, latest}: DateRange): number | undefined {
  if (earliest === undefined || latest === undefined) return undefined
  const [from, to] = [dayNumber(earliest), dayNumber(latest)]
  return to - from > 366 ? undefined : (from + to) / 2
}

interface Scale {
  readonly ofEntry: (index: number) => number
  readonly ofDay: (day: Day) => number
  readonly isDated: boolean
}

/**
 * Scale by dates; unknown dates are interpolated. If fewer than two dates are known, the scale follows the order of
 * releases.
 */
function scaleByDate({entries, asOf}: Timeline): Scale {
  const days = entries.map(entry =>
    entry.name === NEXT && entry.date === undefined ? undefined : middleDay(entry.when)
  )
  const known = days.flatMap((day, at) => (day === undefined ? [] : [{at, day}]))
  const [first] = known
  const last = known.at(-1)
  if (known.length < 2 || !first || !last) return scaleByOrder({entries, asOf})
  const today = dayNumber(asOf)
  const step = Math.max(1, (last.day - first.day) / Math.max(1, last.at - first.at))
  const all = days.map((day, at) => {
    if (day !== undefined) return day
    const before = known.findLast(each => each.at < at)
    const after = known.find(each => each.at > at)
    if (before && after) return before.day + ((after.day - before.day) * (at - before.at)) / (after.at - before.at)
    if (after) return after.day - step * (after.at - at)
    if (entries[at]?.pending) return today
    return Math.min(today, (before?.day ?? 0) + step * (at - (before?.at ?? 0)))
  })
  return {ofEntry: index => all[index] ?? today, ofDay: dayNumber, isDated: true}
}

const QUARTER = 91

function scaleByOrder({entries, asOf}: Timeline): Scale {
  const shipped = entries.findLastIndex(({pending}) => !pending)
  const today = shipped + 1
  const now = dayNumber(asOf)
  const ofEntry = (index: number): number => (index <= shipped ? index : today + (index - shipped - 1))
  return {ofEntry, ofDay: day => today + (dayNumber(day) - now) / QUARTER, isDated: false}
}

/**
 * Computes the axis. `until` lists future days that must be visible; `isOlder` reserves space before the first release.
 */
export function createAxis(timeline: Timeline, until: readonly Day[], isOlder = false): Axis {
  const {entries, asOf} = timeline
  const {ofEntry, ofDay, isDated} = scaleByDate(timeline)
  const today = ofDay(asOf)
  const past = entries.filter(({pending}) => !pending).map(({index}) => Math.min(today, ofEntry(index)))
  const first = past.length > 0 ? Math.min(...past) : today - 1
  const last = past.length > 0 ? Math.max(...past) : today
  const ahead = [...entries.filter(({pending}) => pending).map(({index}) => ofEntry(index)), ...until.map(ofDay)]
  const end = Math.max(today, ...ahead)
  const span = Math.max(last - first, isDated ? 30 : 1)
  const isShort = today - last > span * LONG_SILENCE
  const silence = isShort ? span * SHORT_SILENCE : today - last
  const future = Math.min(end - today, (span + silence) * MOST_FUTURE)
  const all = span + silence + future
  const lead = isOlder ? LEAD : MARGIN
  const squeeze = (from: number, to: number, room: number, at: number): number =>
    to > from ? Math.min(1, (at - from) / (to - from)) * room : 0
  const scale = (at: number): number => {
    if (at <= last) return (Math.max(at, first) - first) * (span / Math.max(last - first, span))
    if (at <= today) return span + squeeze(last, today, silence, at)
    return span + silence + squeeze(today, end, future, at)
  }
  const place = (at: number): number => round(lead + (1 - lead - MARGIN) * (scale(at) / all))
  const entryAt = (index: number): number => place(ofEntry(index))
  const momentAt = ({entry, when}: Moment): number | undefined => {
    if (entry !== undefined) return entryAt(entry)
    const day = middleDay(when)
    if (day !== undefined && isDated) return place(day)
    const known = when.latest ?? when.earliest
    return known === undefined ? undefined : place(ofDay(known))
  }
  return {
    of: momentAt,
    ofEntry: entryAt,
    ofDay: day => place(ofDay(day)),
    today: place(today),
    ticks: ticksOf(entries, entryAt),
    years: isDated ? yearsOf(first, end, place, isShort ? [place(last), place(today)] : undefined) : [],
    breaks: isShort ? [place((last + today) / 2)] : [],
    isDated
  }
}

/** Rounds to four decimals, a tenth of a pixel. More only make the page larger. */
const round = (x: number): number => Math.round(x * 10_000) / 10_000

/** Places labels by priority: the first and last release, then new major versions, new release lines, and the rest. */
function ticksOf(entries: readonly TimelineEntry[], place: (index: number) => number): Tick[] {
  const releases = entries.filter(({kind}) => kind === 'release')
  const ends = [releases[0], releases.findLast(({name}) => name !== NEXT)]
  const weight = (entry: TimelineEntry): number => {
    if (entry.kind !== 'release') return 4
    if (ends.includes(entry)) return 0
    const version = versionOf(entry.name)
    if (!version?.isPlainMinor) return 3
    return version.minor > 0 ? 2 : 1
  }
  const lines = new Set<string>()
  const ordered = entries
    .map(entry => {
      const line = releaseLineOf(entry.name)
      const opens = entry.kind === 'release' && line !== '' && !lines.has(line)
      if (opens) lines.add(line)
      return {entry, x: place(entry.index), weight: opens ? Math.min(2, weight(entry)) : weight(entry)}
    })
    .toSorted((a, b) => a.weight - b.weight || a.entry.index - b.entry.index)
  const fits = roomFor(
    ordered.filter(({weight: each}) => each < 4).map(({entry, x}) => ({name: entry.name, x})),
    boxOf
  )
  const ticks = ordered.map(({entry, x}, at): Tick => {
    const narrowest = fits[at]
    return defined({entry, x, fits: narrowest})
  })
  return ticks.toSorted((a, b) => a.entry.index - b.entry.index)
}

/**
 * Years with their labels. Years within a period that is drawn shortened are left out, because only the sign of the
 * break is there.
 */
function yearsOf(
  first: number,
  end: number,
  place: (at: number) => number,
  shortened: readonly [from: number, to: number] | undefined
): Axis['years'] {
  const yearOf = (at: number): number => new Date(at * 86_400_000).getUTCFullYear()
  const found: {name: string; x: number}[] = []
  for (let year = yearOf(first) + 1; year <= yearOf(end); year++) {
    const x = place(dayNumber(`${year}-01-01`))
    if (!shortened || x <= shortened[0] || x >= shortened[1]) found.push({name: String(year), x})
  }
  const breakSign = shortened ? [{name: '//', x: (shortened[0] + shortened[1]) / 2}] : []
  const fits = roomFor([...breakSign, ...found], yearBox).slice(breakSign.length)
  return found.map((each, at) => {
    const narrowest = fits[at]
    return {...each, ...defined({fits: narrowest})}
  })
}

/**
 * For each label, in order of priority, the smallest axis width at which it overlaps no label of higher priority.
 * `undefined` if there is none.
 */
function roomFor(names: readonly Label[], extentOf: typeof boxOf): (number | undefined)[] {
  const found: (number | undefined)[] = names.map(() => undefined)
  for (const [width, pixels] of AXIS_WIDTHS.entries()) {
    const taken = names.flatMap((each, at) => (found[at] === undefined ? [] : [extentOf(each, pixels)]))
    for (const [at, each] of names.entries()) {
      if (found[at] !== undefined) continue
      const [from, to] = extentOf(each, pixels)
      if (from < 0 || to > pixels + 2) continue
      if (taken.some(([left, right]) => from < right + GAP && left < to + GAP)) continue
      found[at] = width
      taken.push([from, to])
    }
  }
  return found
}

interface Label {
  readonly name: string
  readonly x: number
}

/** The axis width, in pixels, for which labels near the ends are kept within it. The real width isn't known. */
const CERTAIN_WIDTH = 400

/** Where the text of a label begins: near the ends of the axis, at its position or before it; else, it is centered. */
export function textAnchor(x: number, name: string): 'start' | 'middle' | 'end' {
  const half = (Math.min(name.length, LONGEST_LABEL + 2) * LETTER) / 2 / CERTAIN_WIDTH
  return x < half ? 'start' : x > 1 - half ? 'end' : 'middle'
}

/** Extent of a release's label, in pixels. */
export function boxOf({name, x}: Label, width: number): readonly [number, number] {
  const text = Math.min(name.length, LONGEST_LABEL) * LETTER
  const before = {start: 0, middle: text / 2, end: text}[textAnchor(x, name)]
  // A centered label may reach slightly over the edge, where nothing else is.
  const from = Math.max(0, x * width - before)
  return [from, from + text]
}

/** Place of a year's label: to the right of its line or, near the end of the axis, to the left. */
export function yearLabelPlace({name, x}: Label): {readonly anchor: 'start' | 'end'; readonly shift: number} {
  const isLeft = x > 1 - (YEAR_GAP + name.length * LETTER) / CERTAIN_WIDTH
  return isLeft ? {anchor: 'end', shift: -YEAR_GAP} : {anchor: 'start', shift: YEAR_GAP}
}

/** Extent of a year's label, in pixels. */
export function yearBox(label: Label, width: number): readonly [number, number] {
  const {anchor, shift} = yearLabelPlace(label)
  const text = label.name.length * LETTER
  const from = label.x * width + shift - (anchor === 'end' ? text : 0)
  return [from, from + text]
}
