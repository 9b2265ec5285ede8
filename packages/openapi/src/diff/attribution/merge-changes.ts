import type {AffectedOperation, Change, Proof} from '@tenure/core/model/api/change'
import type {Direction, Subject} from '@tenure/core/model/subject/subject'
import {canonicalText} from '@tenure/json-schema/json'

// Merges changes with the same cause into one change.

/**
 * The key that changes with the same cause share: their places, or else `cause`. A removal that was announced for one
 * operation has a cause of its own.
 */
export function causeKey({kind, about = '', where, old, new: fresh, announced}: Change, cause?: string): string {
  const place = (where: Change['where']['old']): string => (where ? `${where.source} ${where.pointer}` : '')
  const causes = cause === undefined ? [place(where.old), place(where.new)] : [cause]
  return [kind, about, ...causes, ...[old, fresh, announced].map(each => canonicalText(each ?? null))].join('\n')
}

const SIDES = ['request', 'response'] as const
const WORST = ['breaks', 'undetermined', 'keeps']

/** The reaches and proofs of a change that was found in several places. The path to where it breaks comes first. */
export function mergeReaches(all: readonly Change[]): Pick<Change, 'reaches' | 'proofs'> {
  const proofs: {[Side in Direction]?: Proof} = {}
  const first = new Map<Direction, Change>()
  for (const change of all)
    for (const side of SIDES) {
      const [mine, worst] = [change.proofs[side], proofs[side]]
      if (!mine || (worst && WORST.indexOf(worst.is) <= WORST.indexOf(mine.is))) continue
      proofs[side] = mine
      first.set(side, change)
    }
  const leading = SIDES.flatMap(side => first.get(side)?.reaches.filter(reach => reach.side === side) ?? [])
  return {reaches: dropRepeated([...leading, ...all.flatMap(({reaches}) => reaches)]), proofs}
}

/** The reaches without repetitions, which occur because only the first of a list holds the path. */
function dropRepeated(reaches: readonly AffectedOperation[]): AffectedOperation[] {
  const seen = new Map<Subject, Set<string>>()
  return reaches.filter(({operation, side, part}) => {
    const known = seen.get(operation) ?? new Set<string>()
    seen.set(operation, known)
    const key = `${side} ${part}`
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}
