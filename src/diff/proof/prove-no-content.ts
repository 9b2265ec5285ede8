import type {Proof} from '../../model/api/change.ts'
import type {Node} from '../../schema/document/node.ts'
import {isNeverSchema, keepsProof} from './proofs.ts'

/**
 * The proof for a response if one side says that there is none; `undefined` if neither does. If there was none before,
 * a new one can't break anything. If there is none now, containment holds, but clients that wait for one get nothing,
 * so the proof is undetermined.
 */
export function proveNoContent({older, newer}: {readonly older: Node; readonly newer: Node}): Proof | undefined {
  if (isNeverSchema(older)) return keepsProof()
  return isNeverSchema(newer)
    ? {is: 'undetermined', why: 'no value fits: whether anything is answered is not known'}
    : undefined
}
