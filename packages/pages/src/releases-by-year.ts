import {groupBy} from '@tenure/core/model/group-by'
import type {TimelineEntry} from '@tenure/core/model/time/timeline'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import {entryNamePieces, saysNoChanges} from '@tenure/core/text/release-headings'

/** Releases and public statements of one year, newest first. */
export interface YearOfEntries {
  /** The year of the entries. Empty if it isn't known. */
  readonly year: string
  readonly entries: readonly TimelineEntry[]
}

/**
 * Groups entries by year, newest first. An undated one stays with the one after it, and `next` with the latest release.
 */
export function releasesByYear(entries: readonly TimelineEntry[]): YearOfEntries[] {
  const newestFirst = entries.toReversed()
  let year =
    newestFirst.find(({pending, when}) => !pending && when.latest !== undefined)?.when.latest?.slice(0, 4) ?? ''
  const years = groupBy(newestFirst, ({pending, date, when}) => {
    // The day of what is planned without a date is today, and a page doesn't change from day to day.
    if (!pending || date !== undefined) year = when.latest?.slice(0, 4) ?? year
    return year
  })
  return [...years].map(([name, members]) => ({year: name, entries: members}))
}

/**
 * Divides releases into runs: adjacent ones with the same text that nothing changed are one run. Every other release,
 * and what isn't released yet, is a run of its own.
 */
export function foldUnchanged<Item>(
  items: readonly Item[],
  entryOf: (item: Item) => TimelineEntry,
  textOf: (item: Item) => string | undefined
): (readonly [Item, ...Item[]])[] {
  const runs: [Item, ...Item[]][] = []
  let above: string | undefined
  for (const item of items) {
    const {kind, pending} = entryOf(item)
    const text = kind === 'release' && !pending ? textOf(item) : undefined
    if (saysNoChanges(text) && text === above) runs.at(-1)?.push(item)
    else runs.push([item])
    above = text
  }
  return runs
}

/** Heading of a run of releases, given newest first: `Releases 1.2 to 1.4`. */
export const runHeadingPieces = (run: readonly TimelineEntry[]): TextPiece[] => {
  const [last, first] = [run[0], run.at(-1)].map(each => entryNamePieces({kind: 'release', name: each?.name ?? ''}))
  return ['Releases ', ...(first ?? []), ' to ', ...(last ?? [])]
}
