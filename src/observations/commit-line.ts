import type {SourceRevision} from '../inputs/sources/source.ts'
import type {FirstCommit, SunsetStatement} from '../model/api/release-diff.ts'
import {type Day, parseDateRange} from '../model/time/date-range.ts'

/** What commits state, one per change, oldest first. Commits about which nothing is known are left out. */
export function listStatements<Stated extends object>(
  line: readonly SourceRevision[],
  read: (revision: SourceRevision) => Stated | undefined
): readonly (Stated & {readonly day: Day})[] {
  const statements: (Stated & {readonly day: Day})[] = []
  let last: string | undefined
  for (const revision of line) {
    const stated = revision.commit && read(revision)
    if (!revision.commit || !stated || JSON.stringify(stated) === last) continue
    last = JSON.stringify(stated)
    statements.push({day: revision.commit.day, ...stated})
  }
  return statements
}

/** Whether a sunset was dropped, or replaced by one that is no day. */
export const isSunsetDropped = (statements: readonly SunsetStatement[]): boolean =>
  statements.length > 1 && statements.some(({sunset}) => sunset === undefined || !parseDateRange(sunset))

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
