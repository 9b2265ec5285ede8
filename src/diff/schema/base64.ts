import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {type Flat, said} from '../flatten/flatten.ts'
import {inPlaceOf} from '../proof/proofs.ts'
import {ask, type Desk, sidesOf} from '../schema-diff-context.ts'

const BASE64_PATTERN = '^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$'

/** Texts that aren't Base64 in any variant. */
const NOT_BASE64 = ['!', 'not Base64', '€ 1']

/** Whether a schema describes Base64, in keywords of OpenAPI 3.0 or of JSON Schema. */
const isBase64 = (flat: Flat): boolean =>
  said(flat, 'format').some(({value}) => value === 'byte') ||
  said(flat, 'contentEncoding').some(({value}) => value === 'base64')

/** Whether only the containing side is Base64, so that the texts of the contained side can't be decoded. */
export function isDecoded(context: Desk, side: Direction): boolean {
  const {sub, sup} = sidesOf(context, side)
  return isBase64(sup) && !isBase64(sub)
}

/** Proves whether all texts of the contained side are Base64 anyway. */
export const proveDecoded = (context: Desk, side: Direction): Proof =>
  ask(context, [], {
    scalar: true,
    demands: sup => [inPlaceOf(sup.node, {pattern: BASE64_PATTERN})],
    candidates: sub => [...NOT_BASE64, context.sampler.of(sub.node, side)]
  })(side)
