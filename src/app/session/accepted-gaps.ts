import {sep} from 'node:path'
import type {AcceptedGap} from '../../inputs/config/file.ts'
import type {ReleaseDiff} from '../../model/api/release-diff.ts'
import {groupBy} from '../../model/group-by.ts'
import {isCode} from '../../model/location.ts'

type Gaps = ReleaseDiff['gaps']

/** Gaps of one state of an API, divided by the gaps that a configuration accepts. */
export interface DividedGaps {
  /** Gaps that aren't accepted. */
  readonly open: Gaps
  readonly accepted: Gaps
  /** Entries that accept nothing, because they fit more gaps than there are of them, or any gap of their file. */
  readonly wide: readonly {readonly entry: AcceptedGap; readonly fitting: Gaps}[]
  /** Entries that fit no gap. */
  readonly idle: readonly AcceptedGap[]
}

/** Divides gaps by what a configuration accepts: each entry accepts one gap. */
export function divideGaps(gaps: Gaps, entries: readonly AcceptedGap[]): DividedGaps {
  const accepted = new Set<Gaps[number]>()
  const wide: {entry: AcceptedGap; fitting: Gaps}[] = []
  const idle: AcceptedGap[] = []
  // Wider entries come last, so that they accept only what the others leave.
  const ordered = [...entries].sort((a, b) => widthOf(a) - widthOf(b))
  for (const alike of groupBy(ordered, entryKey).values()) {
    const [entry] = alike
    const fitting = gaps.filter(gap => !accepted.has(gap) && acceptsGap(entry, gap))
    if (fitting.length <= alike.length) {
      for (const gap of fitting) accepted.add(gap)
      idle.push(...alike.slice(fitting.length))
    }
    if (fitting.length > alike.length || (fitting.length > 0 && widthOf(entry) === WIDEST)) wide.push({entry, fitting})
  }
  return {open: gaps.filter(gap => !accepted.has(gap)), accepted: gaps.filter(gap => accepted.has(gap)), wide, idle}
}

/** A key of an entry, equal for entries that fit the same gaps. */
export const entryKey = ({path, at, about}: AcceptedGap): string => JSON.stringify([path, at, about])

/** How little an entry says about its gap. */
const widthOf = ({at, about}: AcceptedGap): number => (at === undefined ? 1 : 0) + (about === undefined ? 2 : 0)

/** The width of an entry that names only a file. */
const WIDEST = 3

/**
 * Divides the gaps of several releases by what a configuration accepts. An entry accepts one gap, however many releases
 * have it.
 */
export function divideGapsOfAll(releases: readonly Gaps[], entries: readonly AcceptedGap[]): readonly Gaps[] {
  // Numbers in messages of code are counts of routes, and a reference is one gap, however often a release has it.
  const keyOf = (gap: Gaps[number]): string => {
    const [kind, {source, pointer}] = [gapKindOf(gap), gap.place]
    const [text, at] = isCode(source) ? [kind.replaceAll(/\d+/g, '0')] : [kind, kind === gap.message ? pointer : '']
    return JSON.stringify([plainSource(source), text, at])
  }
  const distinct = new Map(releases.flat().map(gap => [keyOf(gap), gap]))
  const open = new Set(divideGaps([...distinct.values()], entries).open.map(keyOf))
  return releases.map(gaps => gaps.filter(gap => open.has(keyOf(gap))))
}

/**
 * The message without what differs between revisions of the same gap: lines, and why and how often a reference can't be
 * resolved.
 */
export const gapKindOf = ({message}: Pick<Gaps[number], 'message'>): string =>
  /^`\$ref: [^`]*`/.exec(message)?.[0] ?? message.replaceAll(/:\d+:\d+/g, '')

/** The file of a gap. The source of an older state is `revision:path`, with the path from the root of the repository. */
const plainSource = (source: string): string =>
  source
    .split(sep)
    .join('/')
    .replace(/^[^:/]{2,}:/, '')

/** Whether an entry fits a gap: its file, its place, and its kind. */
export function acceptsGap({path, at, about}: AcceptedGap, {message, place, alsoAt = []}: Gaps[number]): boolean {
  const source = plainSource(place.source)
  const isThere = source === path || (source.length < place.source.length && source.endsWith(`/${path}`))
  const isBelow = (pointer = ''): boolean => at === undefined || pointer === at || pointer.startsWith(`${at}/`)
  const plain = (text: string): string => text.replaceAll('`', '')
  return (
    isThere &&
    [place.pointer, ...alsoAt].every(isBelow) &&
    (about === undefined || plain(message).includes(plain(about)))
  )
}
