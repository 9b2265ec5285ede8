import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {createSchemaAt} from '../proof/proofs.ts'
import {createDemandProof, type SchemaDiffContext} from '../schema-diff-context.ts'

/** The largest number that fits into four bytes. */
const LARGEST_FLOAT = 3.4028234663852886e38

/** The first values outside the range of a 32-bit integer, which show the change. */
export const BEYOND_INT32: readonly number[] = [2 ** 31, -(2 ** 31) - 1]

/** Whether numbers of eight bytes must now fit into four. Numbers without a format aren't known to be that large. */
export const isNarrowedToFloat = (sub: readonly string[], sup: readonly string[]): boolean =>
  sub.includes('double') && sup.includes('float')

export const proveFloatRange = (context: SchemaDiffContext, side: Direction): Proof =>
  createDemandProof(context, [], {
    scalar: true,
    demands: sup => [createSchemaAt(sup.node, {minimum: -LARGEST_FLOAT, maximum: LARGEST_FLOAT})],
    candidates: () => [1e39, -1e39]
  })(side)
