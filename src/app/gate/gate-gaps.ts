import {type Observed, unreadIn} from '../../model/api/release-diff.ts'
import {sayPlace} from '../../report/formats/stylish.ts'
import {count} from '../../text/format-values.ts'

type Gaps = Observed['gaps']
type Gap = Gaps[number]

/** What could not be read of a description, each place once. */
export const gapsIn = (observed: Observed): Gaps =>
  [
    ...new Map(
      unreadIn(observed)
        .toReversed()
        .map(gap => [keyOf(gap), gap])
    ).values()
  ].toReversed()

/** What only the older one lacks, this change may be mending: that fails nothing, and is not compared. */
export const lackedBefore = (before: Observed, now: Gaps): Gaps =>
  gapsIn(before).filter(gap => !now.some(each => keyOf(each) === keyOf(gap)))

const keyOf = ({message, place}: Gap): string => place.pointer ?? JSON.stringify([message, place])

/** A description that is not there any more has no lines: what it held is told where it was. */
export const shownWithout = (observed: Observed): Observed => ({
  ...observed,
  changes: observed.changes.map(change => {
    const {reaches, where} = change
    return {...change, reaches, where: where.old ? {old: where.old} : {}}
  })
})

/** `gaps` of what is compared, and `lacking` of what it is compared with, which is called by its label. */
export function sayCompared(
  spec: string,
  next: Observed | undefined,
  {label, gaps, lacking}: {readonly label: string; readonly gaps: Gaps; readonly lacking: Gaps}
): string {
  const isWhole = gaps.length === 0 && lacking.length === 0
  const changes = next?.changes.length ?? 0
  const found = changes === 0 ? 'nothing differs but words' : `${count(changes, 'change')} beside words`
  const [first] = lacking
  const left = first
    ? `; ${count(lacking.length, 'part')} of ${label} could not be read, and what stood there is not compared (${first.message}, ${sayPlace(first.place)}; \`--base\` names another one)`
    : ''
  return `Compared \`${spec}\` with ${label}: ${isWhole ? '' : 'in what could be read, '}${found}${left}.`
}
