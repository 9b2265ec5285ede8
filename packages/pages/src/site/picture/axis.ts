import {defined} from '@tenure/core/model/defined'
import type {DateRange, Day} from '@tenure/core/model/time/date-range'
import {releaseLineOf, versionOf} from '@tenure/core/model/time/release'
import {type Moment, momentOfEntry, NEXT, type Timeline, type TimelineEntry} from '@tenure/core/model/time/timeline'

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
  /** The position after the newest release up to which bars show what is served. Everything after it is only planned. */
  readonly latest: number
  readonly ticks: readonly Tick[]
  readonly years: readonly {readonly name: string; readonly x: number; readonly fits?: number}[]
  /** Days, as numbers since 1970, between which positions follow days evenly. Empty on an axis without dates. */
  readonly days: readonly (readonly [day: number, x: number])[]
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
/** Width of the bars after the newest release, as a share of the past. */
const NEWEST_ROOM = 0.06
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
 * releases, and days follow the one that is known, or the first of `until`.
 */
function createScale({entries}: Timeline, until: readonly Day[]): Scale {
  const days = entries.map(entry => (momentOfEntry(entry).isOpen ? undefined : middleDay(entry.when)))
  const known = days.flatMap((day, at) => (day === undefined ? [] : [{at, day}]))
  const [first = {at: entries.length, day: dayNumber(until.toSorted()[0] ?? '1970-01-01')}] = known
  const last = known.at(-1)
  if (known.length < 2 || !last)
    return {ofEntry: index => index, ofDay: day => first.at + (dayNumber(day) - first.day) / QUARTER, isDated: false}
  const step = Math.max(1, (last.day - first.day) / Math.max(1, last.at - first.at))
  const all = days.map((day, at) => {
    if (day !== undefined) return day
    const before = known.findLast(each => each.at < at)
    const after = known.find(each => each.at > at)
    if (before && after) return before.day + ((after.day - before.day) * (at - before.at)) / (after.at - before.at)
    return after ? after.day - step * (after.at - at) : (before?.day ?? 0) + step * (at - (before?.at ?? 0))
  })
  return {ofEntry: index => all[index] ?? last.day, ofDay: dayNumber, isDated: true}
}

const QUARTER = 91

/**
 * Computes the axis. `until` lists future days that must be visible; `isOlder` reserves space before the first release.
 */
export function createAxis(timeline: Timeline, until: readonly Day[], isOlder = false): Axis {
  const {entries} = timeline
  const {ofEntry, ofDay, isDated} = createScale(timeline, until)
  const past = entries.filter(({pending}) => !pending).map(({index}) => ofEntry(index))
  const ahead = [...entries.filter(({pending}) => pending).map(({index}) => ofEntry(index)), ...until.map(ofDay)]
  const first = Math.min(...(past.length > 0 ? past : ahead.length > 0 ? ahead : [0]))
  const last = Math.max(first, ...past)
  const end = Math.max(last, ...ahead)
  const span = Math.max(last - first, isDated ? 30 : 1)
  const future = Math.min(end - last, span * MOST_FUTURE)
  const room = span * NEWEST_ROOM
  const all = span + room + future
  const lead = isOlder ? LEAD : MARGIN
  const scale = (at: number): number => {
    if (at <= last) return (Math.max(at, first) - first) * (span / Math.max(last - first, span))
    return span + room + Math.min(1, (at - last) / (end - last)) * future
  }
  const toX = (share: number): number => round(lead + (1 - lead - MARGIN) * (share / all))
  const place = (at: number): number => toX(scale(at))
  const latest = toX(span + room)
  const entryAt = (index: number): number => place(ofEntry(index))
  const momentAt = ({entry, when, isOpen}: Moment): number | undefined => {
    if (entry !== undefined) return entryAt(entry)
    const day = middleDay(when)
    if (isOpen) return undefined
    if (day !== undefined && isDated) return place(day)
    const known = when.latest ?? when.earliest
    return known === undefined ? undefined : place(ofDay(known))
  }
  return {
    of: momentAt,
    ofEntry: entryAt,
    ofDay: day => place(ofDay(day)),
    latest,
    days: isDated ? [[last, latest] as const, ...(end > last ? [[end, place(end)] as const] : [])] : [],
    ticks: ticksOf(entries, entryAt),
    years: isDated ? yearsOf(first, end, place) : [],
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

/** Years with their labels. */
function yearsOf(first: number, end: number, place: (at: number) => number): Axis['years'] {
  const yearOf = (at: number): number => new Date(at * 86_400_000).getUTCFullYear()
  const found: {name: string; x: number}[] = []
  for (let year = yearOf(first) + 1; year <= yearOf(end); year++) {
    found.push({name: String(year), x: place(dayNumber(`${year}-01-01`))})
  }
  const fits = roomFor(found, yearBox)
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
