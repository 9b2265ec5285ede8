import type {Change} from '../../model/api/change.ts'
import {groupBy} from '../../model/group-by.ts'
import {formatTarget} from '../../model/subject/subject.ts'
import type {JudgedChange} from '../../model/verdict/judged-change.ts'
import {operationName, sayGround, saySplit} from '../../text/changes/verdict-reasons.ts'
import {OF_VALUES} from '../formats/group-enum-values.ts'

/** What one entry tells: a change, or all values that one enumeration gained or lost, where they are judged alike. */
export type Told = readonly [JudgedChange, ...JudgedChange[]]

/** Each change once; those of an enumeration stand where the first of them stood. */
export function entriesOf(judged: readonly JudgedChange[]): Told[] {
  // What is met by hundreds of operations is not written down for a value that has no company.
  const values = groupBy(
    judged.filter(({change}) => OF_VALUES.has(change.kind)),
    placesOf
  )
  const hasCompany = (each: JudgedChange): boolean => (values.get(placesOf(each))?.length ?? 0) > 1
  const told = groupBy(judged, each =>
    OF_VALUES.has(each.change.kind) && hasCompany(each) ? enumerationOf(each) : each
  )
  return [...told.values()].flatMap(([first, ...others]): Told[] => (first ? [[first, ...others]] : []))
}

const placesOf = ({change: {where}}: JudgedChange): string =>
  [where.old, where.new].map(place => place && `${place.source} ${place.pointer}`).join('\n')

export const changesOf = ([first, ...others]: Told): readonly [Change, ...Change[]] => [
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
    [...rulings.map(sayGround), rulings[0].clause.pointer, saySplit(judged)]
  ])
}

/** What would decide, once for all, what only an author can say; nothing where nobody is asked. */
export function sayUndecided(judged: readonly JudgedChange[]): string | undefined {
  const asked = judged.filter(({rulings}) => rulings.some(({ground}) => ground === 'asked'))
  const kinds = [...new Set(asked.map(({change}) => change.kind))].toSorted()
  const effects = kinds.map(kind => `${kind}: tolerated`).join(', ')
  return kinds.length === 0
    ? undefined
    : `A policy decides it for all: \`breaks: {${effects}}\`, or \`breaking\` in its place.`
}
