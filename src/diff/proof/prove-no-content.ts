import type {Proof} from '../../model/api/change.ts'
import type {Node} from '../../schema/document/node.ts'
import {keeps, saysNever} from './proofs.ts'

/**
 * What is known of an answer of which one side says that there is none. Where none could come, nothing was promised that
 * one which comes now could break; where none can come any more, containment holds, and who waits for one is not served.
 */
export function provenOfNothing({older, newer}: {readonly older: Node; readonly newer: Node}): Proof | undefined {
  if (saysNever(older)) return keeps()
  return saysNever(newer)
    ? {is: 'undetermined', why: 'no value fits: whether anything is answered is not known'}
    : undefined
}
