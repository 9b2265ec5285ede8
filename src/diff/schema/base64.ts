import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {type Flat, said} from '../flatten/flatten.ts'
import {inPlaceOf} from '../proof/proofs.ts'
import {ask, type Desk, sidesOf} from '../schema-diff-context.ts'

const TEXT = '^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$'

/** No Base64 of any make. */
const OTHERS = ['!', 'not Base64', '€ 1']

/** Said in the words of OpenAPI 3.0 or in those of JSON Schema. */
const isBase64 = (flat: Flat): boolean =>
  said(flat, 'format').some(({value}) => value === 'byte') ||
  said(flat, 'contentEncoding').some(({value}) => value === 'base64')

/** Whether it is Base64 on the outer side alone: who decodes the texts of the inner one gets no bytes out of them. */
export function isDecoded(desk: Desk, side: Direction): boolean {
  const {sub, sup} = sidesOf(desk, side)
  return isBase64(sup) && !isBase64(sub)
}

/** Whether all texts of the inner side are Base64 all the same. */
export const proveDecoded = (desk: Desk, side: Direction): Proof =>
  ask(desk, [], {
    scalar: true,
    demands: sup => [inPlaceOf(sup.node, {pattern: TEXT})],
    candidates: sub => [...OTHERS, desk.sampler.of(sub.node, side)]
  })(side)
