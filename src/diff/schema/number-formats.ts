import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {inPlaceOf} from '../proof/proofs.ts'
import {ask, type Desk} from '../schema-diff-context.ts'

/** The largest number that four bytes hold. */
const LARGEST_FLOAT = 3.4028234663852886e38

/** Just beyond what an integer of 32 bits may be: who sees such a value sees what has changed. */
export const BEYOND_INT32: readonly number[] = [2 ** 31, -(2 ** 31) - 1]

/** Numbers of eight bytes that must fit into four. Of numbers of no format nobody knows that they were so large. */
export const isShortened = (sub: readonly string[], sup: readonly string[]): boolean =>
  sub.includes('double') && sup.includes('float')

export const proveShortened = (desk: Desk, side: Direction): Proof =>
  ask(desk, [], {
    scalar: true,
    demands: sup => [inPlaceOf(sup.node, {minimum: -LARGEST_FLOAT, maximum: LARGEST_FLOAT})],
    candidates: () => [1e39, -1e39]
  })(side)
