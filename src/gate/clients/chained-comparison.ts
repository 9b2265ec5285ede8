import type {SourceRevision} from '../../inputs/sources/source.ts'
import type {Change} from '../../model/api/change.ts'
import type {ReleaseDiff} from '../../model/api/release-diff.ts'
import {isPrefix, subjectKey} from '../../model/subject/subject.ts'
import type {ReleaseDiffs} from '../../observations/release-diffs.ts'

/** Identifies a change, whatever its values and places are: the same one in comparisons with several releases. */
export function breakKey({kind, subject, component, at, about, mediaType, reaches}: Change): string {
  // A change of a component is one change, whichever operations of a release have it.
  const sides = component === undefined ? [...new Set(reaches.map(({side}) => side))].sort() : []
  return JSON.stringify([kind, subjectKey(subject), component, at, about, mediaType, sides])
}

/** What changed since a release. */
export interface ChangesSince extends Pick<ReleaseDiff, 'base'> {
  readonly changes: readonly Change[]
}

/**
 * Compares a description with similar ones, one after the other. Operations that no change between two of these reaches
 * are the same in both, so only the others are compared again.
 */
export class ChainedComparison {
  readonly #diffs: ReleaseDiffs
  readonly #here: SourceRevision
  readonly #plain: ReleaseDiff
  #last: (ChangesSince & {readonly revision: SourceRevision}) | undefined

  /** `plain` is what a description shows alone, for results without changes. */
  constructor(diffs: ReleaseDiffs, here: SourceRevision, plain: ReleaseDiff) {
    this.#diffs = diffs
    this.#here = here
    this.#plain = plain
  }

  /** The changes since a revision. Throws an `InputError` if it can't be read. */
  since(revision: SourceRevision): ChangesSince {
    const found = this.#sinceSimilar(revision) ?? this.#compare(this.#here, revision)
    this.#last = {base: found.base, changes: found.changes, revision}
    return found
  }

  /** The changes since a revision that is similar to the last one. `undefined` if everything has to be compared. */
  #sinceSimilar(revision: SourceRevision): ChangesSince | undefined {
    const last = this.#last
    if (!last) return undefined
    const touched = findTouched(this.#compare(last.revision, revision))
    if (!touched) return undefined
    if (touched.size === 0) return last
    const {changes: fresh} = this.#diffs.observeOnly(this.#here, revision, touched)
    return {base: last.base, changes: mergeChanges(last.changes, fresh, touched)}
  }

  #compare(newer: SourceRevision, older: SourceRevision): ReleaseDiff {
    return this.#diffs.observe(newer, {revision: older, observed: this.#plain})
  }
}

/** Keys of the operations that the changes reach. `undefined` if they may reach all, or if not all of them are known. */
function findTouched({changes, gaps}: ReleaseDiff): Set<string> | undefined {
  if (gaps.some(({isRead}) => !isRead)) return undefined
  const touched = new Set<string>()
  for (const {subject, component, reaches} of changes) {
    if (reaches.length === 0 || isPrefix(subject.target)) return undefined
    if (component === undefined) touched.add(subjectKey({target: subject.target}))
    for (const {operation} of reaches) touched.add(subjectKey({target: operation.target}))
  }
  return touched
}

/** The fresh changes, which are about the touched operations, and those of before that reach others. */
function mergeChanges(before: readonly Change[], fresh: readonly Change[], touched: ReadonlySet<string>): Change[] {
  const known = new Map(fresh.map(each => [breakKey(each), each]))
  const others: Change[] = []
  for (const change of before) {
    const left = change.reaches.filter(({operation}) => !touched.has(subjectKey({target: operation.target})))
    if (change.reaches.length > 0 ? left.length === 0 : touched.has(subjectKey({target: change.subject.target})))
      continue
    const kept = left.length === change.reaches.length ? change : {...change, reaches: left}
    const key = breakKey(kept)
    const same = known.get(key)
    if (same) known.set(key, {...same, reaches: [...same.reaches, ...left]})
    else others.push(kept)
  }
  return [...others, ...known.values()]
}
