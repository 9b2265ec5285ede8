import {basename} from 'node:path'
import {findUnreadParts, type ReleaseDiff} from '../../model/api/release-diff.ts'
import {sayPlace} from '../../outputs/report/report-text.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'

type Gaps = ReleaseDiff['gaps']
type Gap = Gaps[number]

/** Parts of a description that couldn't be read, each location once. */
export const uniqueGaps = (observed: ReleaseDiff): Gaps =>
  [
    ...new Map(
      findUnreadParts(observed)
        .toReversed()
        .map(gap => [gapKey(gap), gap])
    ).values()
  ].toReversed()

/** Gaps of the base only, which this change may be fixing. They aren't compared and cause no failure. */
export const gapsOnlyInBase = (before: Gaps, now: Gaps): Gaps =>
  before.filter(gap => !now.some(each => gapKey(each) === gapKey(gap)))

/**
 * A key of a gap that is equal in the base and in the change: its JSON pointer, or in code the message and the file
 * name, because lines move and the path of the base has its revision.
 */
export const gapKey = ({message, place}: Gap): string =>
  place.pointer ?? JSON.stringify([message, basename(place.source)])

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
