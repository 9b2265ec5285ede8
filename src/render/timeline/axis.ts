import type {Day, When} from '../../model/time/date-range.ts'
import {lineOf, versionOf} from '../../model/time/release.ts'
import {type Entry, type Moment, NEXT, type Timeline} from '../../model/time/timeline.ts'

/** A release, or a statement between two, on the axis. */
export interface Tick {
  readonly entry: Entry
  readonly x: number
  /** The narrowest axis on which there is room for its name: an index into `AXIS_WIDTHS`. Left out: on none. */
  readonly fits?: number
}

/** Where moments stand from left to right, between 0 and 1. */
export interface Axis {
  readonly of: (moment: Moment) => number | undefined
  readonly ofEntry: (index: number) => number
  readonly ofDay: (day: Day) => number
  readonly today: number
  readonly ticks: readonly Tick[]
  readonly years: readonly {readonly name: string; readonly x: number; readonly fits?: number}[]
  /** Where a long time in which nothing happened is drawn short. */
  readonly breaks: readonly number[]
  /** Days decide; else the order of the releases alone. */
  readonly isDated: boolean
}

/** For these widths, in pixels, it is worked out which names have room. */
export const AXIS_WIDTHS = [320, 560, 840, 1200] as const
/** What a letter of a name takes, in pixels, and the room between two names. */
const LETTER = 6.4
const GAP = 12
const MARGIN = 0.012
/** What is older than all that is shown begins this much before the first release. */
const LEAD = 0.035
/** A silence up to today that is longer than this share of the past is drawn as short as the next. */
const LONG_SILENCE = 0.25
const SHORT_SILENCE = 0.16
/** How much of all that has been what is still to come may take. */
const MOST_FUTURE = 0.3

const dayNumber = (day: Day): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)

/** The middle of what is known of a day, if both of its ends are within a year. */
function middle({earliest, latest}: When): number | undefined {
  if (earliest === undefined || latest === undefined) return undefined
  const [from, to] = [dayNumber(earliest), dayNumber(latest)]
  return to - from > 366 ? undefined : (from + to) / 2
}

interface Measure {
  readonly ofEntry: (index: number) => number
  readonly ofDay: (day: Day) => number
  readonly isDated: boolean
}

/** By days, those that are not known between those that are; by places, where fewer than two days are known. */
function measureOf({entries, asOf}: Timeline): Measure {
  const days = entries.map(entry => (entry.name === NEXT && entry.date === undefined ? undefined : middle(entry.when)))
  const known = days.flatMap((day, at) => (day === undefined ? [] : [{at, day}]))
  const [first] = known
  const last = known.at(-1)
  if (known.length < 2 || !first || !last) return byPlace({entries, asOf})
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

function byPlace({entries, asOf}: Timeline): Measure {
  const shipped = entries.findLastIndex(({pending}) => !pending)
  const today = shipped + 1
  const now = dayNumber(asOf)
  const ofEntry = (index: number): number => (index <= shipped ? index : today + (index - shipped - 1))
  return {ofEntry, ofDay: day => today + (dayNumber(day) - now) / QUARTER, isDated: false}
}

/** `until`: the days to come that are to be shown. `isOlder`: something began before the first release. */
export function axisOf(timeline: Timeline, until: readonly Day[], isOlder = false): Axis {
  const {entries, asOf} = timeline
  const {ofEntry, ofDay, isDated} = measureOf(timeline)
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
    const day = middle(when)
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
    years: isDated ? yearsOf(first, end, place).filter(({x}) => !isShort || x <= place(last) || x >= place(today)) : [],
    breaks: isShort ? [place((last + today) / 2)] : [],
    isDated
  }
}

/** Four places are a tenth of a pixel; more would only make the page longer. */
const round = (x: number): number => Math.round(x * 10_000) / 10_000

/** The first and the last release are named first, then those that open a major version, a line, and the rest. */
function ticksOf(entries: readonly Entry[], place: (index: number) => number): Tick[] {
  const releases = entries.filter(({kind}) => kind === 'release')
  const ends = [releases[0], releases.findLast(({name}) => name !== NEXT)]
  const weight = (entry: Entry): number => {
    if (entry.kind !== 'release') return 4
    if (ends.includes(entry)) return 0
    const version = versionOf(entry.name)
    if (!version || version.prerelease.length > 0) return 3
    return version.patch > 0 ? 3 : version.minor > 0 ? 2 : 1
  }
  const lines = new Set<string>()
  const ordered = entries
    .map(entry => {
      const line = lineOf(entry.name)
      const opens = entry.kind === 'release' && line !== '' && !lines.has(line)
      if (opens) lines.add(line)
      return {entry, x: place(entry.index), weight: opens ? Math.min(2, weight(entry)) : weight(entry)}
    })
    .toSorted((a, b) => a.weight - b.weight || a.entry.index - b.entry.index)
  const fits = roomFor(ordered.filter(({weight: each}) => each < 4).map(({entry, x}) => ({name: entry.name, x})))
  const ticks = ordered.map(({entry, x}, at): Tick => {
    const narrowest = fits[at]
    return {entry, x, ...(narrowest === undefined ? {} : {fits: narrowest})}
  })
  return ticks.toSorted((a, b) => a.entry.index - b.entry.index)
}

function yearsOf(first: number, end: number, place: (at: number) => number): Axis['years'] {
  const yearOf = (at: number): number => new Date(at * 86_400_000).getUTCFullYear()
  const found: {name: string; x: number}[] = []
  for (let year = yearOf(first) + 1; year <= yearOf(end); year++) {
    found.push({name: String(year), x: place(dayNumber(`${year}-01-01`))})
  }
  const fits = roomFor(found)
  return found.map((each, at) => {
    const narrowest = fits[at]
    return {...each, ...(narrowest === undefined ? {} : {fits: narrowest})}
  })
}

/** For each name, in the order of their weight, the narrowest axis on which it touches no weightier one. */
function roomFor(names: readonly {readonly name: string; readonly x: number}[]): (number | undefined)[] {
  const found: (number | undefined)[] = names.map(() => undefined)
  for (const [width, pixels] of AXIS_WIDTHS.entries()) {
    const taken = names.flatMap((each, at) => (found[at] === undefined ? [] : [boxOf(each, pixels)]))
    for (const [at, each] of names.entries()) {
      if (found[at] !== undefined) continue
      const [from, to] = boxOf(each, pixels)
      if (taken.some(([left, right]) => from < right + GAP && left < to + GAP)) continue
      found[at] = width
      taken.push([from, to])
    }
  }
  return found
}

/** Names stand in the middle over their place, but not beyond the ends of the axis. */
function boxOf({name, x}: {readonly name: string; readonly x: number}, width: number): readonly [number, number] {
  const half = (Math.min(name.length, 14) * LETTER) / 2
  const center = Math.min(Math.max(x * width, half), width - half)
  return [center - half, center + half]
}
