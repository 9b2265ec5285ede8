import type {Change} from '../../model/api/change.ts'
import {groupBy} from '../../model/group-by.ts'
import {formatTarget} from '../../model/subject/subject.ts'
import type {JudgedChange} from '../../model/verdict/judged-change.ts'
import {formatSplitVerdict, formatVerdictReason, operationName} from '../../text/changes/verdict-reasons.ts'
import {VALUE_KINDS} from '../formats/group-enum-values.ts'

/** Changes of one entry: a single change, or all equally judged value changes of one enumeration. */
export type DiffEntry = readonly [JudgedChange, ...JudgedChange[]]

/** Groups changes into entries. Value changes of an enumeration take the position of the first one. */
export function groupIntoEntries(judged: readonly JudgedChange[]): DiffEntry[] {
  // Keys are expensive if hundreds of operations are affected, so they're only computed for locations with several
  // values.
  const values = groupBy(
    judged.filter(({change}) => VALUE_KINDS.has(change.kind)),
    placesOf
  )
  const hasSiblings = (each: JudgedChange): boolean => (values.get(placesOf(each))?.length ?? 0) > 1
  const told = groupBy(judged, each =>
    VALUE_KINDS.has(each.change.kind) && hasSiblings(each) ? enumerationOf(each) : each
  )
  return [...told.values()].flatMap(([first, ...others]): DiffEntry[] => (first ? [[first, ...others]] : []))
}

const placesOf = ({change: {where}}: JudgedChange): string =>
  [where.old, where.new].map(place => place && `${place.source} ${place.pointer}`).join('\n')

export const changesOfEntry = ([first, ...others]: DiffEntry): readonly [Change, ...Change[]] => [
  first.change,
  ...others.map(({change}) => change)
]

function enumerationOf(judged: JudgedChange): string {
  const {change, verdict, rulings} = judged
  const {kind, subject, component, at, where, reaches, proofs, announced} = change
  return JSON.stringify([
    [verdict, kind, component, at, formatTarget(subject.target), {...subject.part, value: undefined}],
    [where.old, where.new].map(place => place && [place.source, place.pointer]),
    reaches.map(({operation, side, part}) => [operationName(operation), side, part]),
    [proofs.request, proofs.response].map(proof => (proof?.is === 'undetermined' ? proof.why : proof?.is)),
    announced,
    [...rulings.map(formatVerdictReason), rulings[0].clause.pointer, formatSplitVerdict(judged)]
  ])
}

/** Policy setting that would decide the changes that need review. `undefined` if there are none. */
export function sayUndecided(judged: readonly JudgedChange[]): string | undefined {
  const needingReview = judged.filter(({rulings}) => rulings.some(({ground}) => ground === 'asked'))
  const kinds = [...new Set(needingReview.map(({change}) => change.kind))].toSorted()
  const effects = kinds.map(kind => `${kind}: tolerated`).join(', ')
  return kinds.length === 0
    ? undefined
    : `A policy decides it for all: \`breaks: {${effects}}\`, or \`breaking\` in its place.`
}
