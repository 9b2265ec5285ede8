import type {SourceRevision} from '../inputs/sources/source.ts'
import type {FirstCommit, SunsetStatement} from '../model/api/release-diff.ts'
import {defined} from '../model/defined.ts'
import {parseDateRange} from '../model/time/date-range.ts'

/**
 * Sunsets that commits state, one per change, oldest first; empty unless one was lost, or replaced by one that is no day.
 */
export function listSunsets(
  line: readonly SourceRevision[],
  read: (revision: SourceRevision) => {readonly sunset?: string | undefined} | undefined
): readonly SunsetStatement[] {
  const statements: SunsetStatement[] = []
  for (const revision of line) {
    const stated = read(revision)
    if (!revision.commit || !stated) continue
    const {sunset} = stated
    if (statements.at(-1)?.sunset !== sunset) statements.push(defined({day: revision.commit.day, sunset}))
  }
  const isOpen = statements.some(({sunset}) => sunset === undefined || !parseDateRange(sunset))
  return isOpen && statements.length > 1 ? statements : []
}

/**
 * Index of the first commit from which on the condition holds for all commits. Unreadable commits don't interrupt.
 * `undefined` if it doesn't hold for the last one.
 */
export function uninterruptedSince(
  line: readonly SourceRevision[],
  holds: (revision: SourceRevision) => boolean | undefined
): number | undefined {
  let first: number | undefined
  for (let at = line.length - 1; at >= 0; at--) {
    const held = holds(line[at] as SourceRevision)
    if (held === false) break
    if (held) first = at
  }
  return first
}

/** The day that revisions from an index on state first as that of a deprecation. */
export function findFirstSince(
  line: readonly SourceRevision[],
  first: number | undefined,
  read: (revision: SourceRevision) => string | undefined
): string | undefined {
  if (first === undefined) return undefined
  for (const revision of line.slice(first)) {
    const since = read(revision)
    if (since !== undefined) return since
  }
  return undefined
}

/**
 * The state at an index as the first one that shows something. Open if nothing came before it, or a state that can't be
 * read. `undefined` if there's no such state.
 */
export function witnessAt(
  line: readonly SourceRevision[],
  at: number | undefined,
  isUnread: (revision: SourceRevision) => boolean = () => false
): FirstCommit | undefined {
  const commit = at === undefined ? undefined : line[at]?.commit
  if (at === undefined || !commit) return undefined
  const before = line[at - 1]
  const isFirst = before ? isUnread(before) : !commit.isUnreleased
  const {id, ...rest} = commit
  return {commit: id, ...rest, ...(isFirst ? {isFirst: true as const} : {})}
}
