import {groupBy} from '../../../model/group-by.ts'
import type {TimelineEntry} from '../../../model/time/timeline.ts'
import type {HistoryPage} from '../page-data.ts'

/** Releases of one year that are collapsed together. */
export interface YearOfReleases {
  readonly name: string
  /** Newest first. */
  readonly entries: readonly TimelineEntry[]
  readonly changes: number
}

/** Releases that are older than this many years before the latest one are old. */
const RECENT_YEARS = 2
/** Old releases with fewer changes in total aren't collapsed. */
const FEW_CHANGES = 60

/**
 * Splits the releases, newest first, into recent ones and old ones by year. The latest release decides, not today, so
 * that the page doesn't change from day to day. All are recent if the old ones have few changes or no known year.
 */
export function splitOldEntries({history: {timeline}, eventsByEntry}: HistoryPage): {
  readonly recent: readonly TimelineEntry[]
  readonly years: readonly YearOfReleases[]
} {
  const newestFirst = timeline.entries.toReversed()
  const latest = newestFirst.find(({pending, when}) => !pending && when.latest !== undefined)?.when.latest
  const limit = latest === undefined ? undefined : `${Number(latest.slice(0, 4)) - RECENT_YEARS}${latest.slice(4)}`
  const first = newestFirst.findIndex(
    ({when}) => limit !== undefined && when.latest !== undefined && when.latest < limit
  )
  const old = first < 0 ? [] : newestFirst.slice(first)
  const changesIn = (entries: readonly TimelineEntry[]): number =>
    entries.reduce((sum, {index}) => sum + (eventsByEntry.get(index)?.length ?? 0), 0)
  if (changesIn(old) < FEW_CHANGES) return {recent: newestFirst, years: []}
  let year = ''
  const byYear = groupBy(old, ({when}) => {
    // An undated release stays with the release after it.
    year = when.latest?.slice(0, 4) ?? year
    return year
  })
  return {
    recent: newestFirst.slice(0, first),
    years: [...byYear].map(([name, entries]) => ({name, entries, changes: changesIn(entries)}))
  }
}
