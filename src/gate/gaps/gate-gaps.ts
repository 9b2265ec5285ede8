import {gapKindOf} from '../../app/session/accepted-gaps.ts'
import type {SourceRevision} from '../../inputs/sources/source.ts'
import {findUnreadParts, type ReleaseDiff} from '../../model/api/release-diff.ts'
import {relativePaths} from '../../observations/content-ids.ts'
import type {ReleaseDiffs} from '../../observations/release-diffs.ts'
import {sayPlace} from '../../outputs/report/report-text.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'

type Gaps = ReleaseDiff['gaps']
type Gap = Gaps[number]

/** Parts of a description that couldn't be read, each location once; in code, each message once per file. */
export const uniqueGaps = (observed: ReleaseDiff): Gaps =>
  [
    ...new Map(
      findUnreadParts(observed)
        .toReversed()
        .map(gap => [JSON.stringify([gap.place.source, gapKindOf(gap), gap.place.pointer]), gap])
    ).values()
  ].toReversed()

/**
 * Returns the keys of a gap, one for each part that it leaves unread. They are equal for the same gap of two revisions:
 * `pathOf` names its file relative to the description, and the indexes of lists are left out, because items move.
 */
export const gapKeys = ({place: {source, pointer}, alsoAt = [], ...gap}: Gap, pathOf: PathOf): string[] =>
  [pointer, ...alsoAt].map(each =>
    JSON.stringify([pathOf(source), gapKindOf(gap), each?.replaceAll(/\/\d{1,2}(?=\/|$)/g, '/0')])
  )

/** The keys of all gaps of a description. */
export const gapKeysOf = (observed: ReleaseDiff | undefined, pathOf: PathOf): string[] =>
  findUnreadParts(observed).flatMap(gap => gapKeys(gap, pathOf))

/** Names the files of a revision relative to its description. */
export const pathsWithin = (diffs: ReleaseDiffs, revision: SourceRevision): PathOf =>
  relativePaths([{tree: revision.tree(), paths: diffs.pathsOf(revision)}])

/** Returns the path of a file, by its name in messages, relative to the description. */
export type PathOf = (source: string) => string

/** The gaps that some keys don't contain. Each key contains one part. */
export function withoutKeys(gaps: Gaps, keys: Iterable<string>, pathOf: PathOf): Gaps {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return gaps.filter(gap => {
    const parts = gapKeys(gap, pathOf)
    if (!parts.every(key => (counts.get(key) ?? 0) > 0)) return true
    for (const key of parts) counts.set(key, (counts.get(key) ?? 0) - 1)
    return false
  })
}

/** Problems with parts that were read anyway, so that nothing of them is missing. */
export const findWarnings = ({gaps}: ReleaseDiff): Gaps => gaps.filter(({isRead}) => isRead)

/**
 * Lifecycle marks that clients may not see, and values of the wrong type that the base has, too, in the new description;
 * if it has none, those in the base.
 */
export function remarkableWarnings(before: ReleaseDiff, next: ReleaseDiff | undefined): Gaps {
  const [was, is] = [before, next].map(observed =>
    observed ? findWarnings(observed).filter(({isOfMark, mistyped}) => isOfMark || mistyped !== undefined) : []
  )
  return is && is.length > 0 ? is : (was ?? [])
}

/** Drops the locations in the new description, because it was deleted and has no lines. */
export const withoutNewLocations = (observed: ReleaseDiff): ReleaseDiff => ({
  ...observed,
  changes: observed.changes.map(change => {
    const {reaches, where} = change
    return {...change, reaches, where: where.old ? {old: where.old} : {}}
  })
})

/**
 * Summarizes the comparison. `gaps` are those of the new description, `lacking` those of the base, and `label` names
 * the base, and `reason` says why it is this one.
 */
export function sayComparison(
  spec: string,
  next: ReleaseDiff | undefined,
  {
    label,
    gaps,
    lacking,
    reason,
    isRedated = false
  }: {
    readonly label: string
    readonly gaps: Gaps
    readonly lacking: Gaps
    readonly reason?: string | undefined
    /** Whether the days of deprecations changed, which are no changes of the API. */
    readonly isRedated?: boolean
  }
): string {
  const isWhole = gaps.length === 0 && lacking.length === 0
  const [first] = lacking
  const left = first
    ? `; ${formatCount(lacking.length, 'part')} of ${label} could not be read, so that nothing is compared there (${first.message}, ${sayPlace(first.place)}; \`--base\` names another one)`
    : ''
  const what = isWhole ? `\`${spec}\`` : `what could be read of \`${spec}\``
  const found = next?.changes.length || isRedated ? '' : ': no API changes'
  return `Compared ${what} with ${label}${reason === undefined ? '' : `, ${reason}`}${found}${left}.`
}

/** Says which releases aren't compared although the change adds or edits them. */
export const sayOtherReleases = (others: readonly string[]): string =>
  `It also changes ${formatFew(others.map(each => `\`${each}\``))}. Check ${others.length === 1 ? 'it' : 'each'} with \`--spec\`.`
