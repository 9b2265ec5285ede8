import {sep} from 'node:path'
import type {AcceptedGap} from '../../inputs/config/file.ts'
import type {ReleaseDiff} from '../../model/api/release-diff.ts'

type Gaps = ReleaseDiff['gaps']

/** Gaps of one state of an API, divided by the gaps that a configuration accepts. */
export interface DividedGaps {
  /** Gaps that aren't accepted. */
  readonly open: Gaps
  readonly accepted: Gaps
  /** Entries that accept nothing: they fit no gap, or more gaps than their number. */
  readonly idle: readonly {readonly entry: AcceptedGap; readonly found: number}[]
}

/** Divides gaps by what a configuration accepts. An entry that fits more gaps than it counts accepts none of them. */
export function divideGaps(gaps: Gaps, entries: readonly AcceptedGap[]): DividedGaps {
  const accepted = new Set<Gaps[number]>()
  const idle: {entry: AcceptedGap; found: number}[] = []
  // Entries without `about` come last, so that they accept only what the others leave.
  for (const entry of [...entries].sort((a, b) => Number(a.about === undefined) - Number(b.about === undefined))) {
    const found = gaps.filter(gap => !accepted.has(gap) && isAbout(gap, entry))
    if (found.length === 0 || found.length > entry.count) idle.push({entry, found: found.length})
    else for (const gap of found) accepted.add(gap)
  }
  return {open: gaps.filter(gap => !accepted.has(gap)), accepted: gaps.filter(gap => accepted.has(gap)), idle}
}

function isAbout({message, place}: Gaps[number], {path, about}: AcceptedGap): boolean {
  // The source of an older state is `revision:path`, with the path from the root of the repository.
  const source = place.source
    .split(sep)
    .join('/')
    .replace(/^[^:/]{2,}:/, '')
  const isThere = source === path || (source.length < place.source.length && source.endsWith(`/${path}`))
  const plain = (text: string): string => text.replaceAll('`', '')
  return isThere && (about === undefined || plain(message).includes(plain(about)))
}
