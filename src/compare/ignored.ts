import type {Proof} from '../model/change.ts'
import {isIgnored, NULL_FLAGS, whyIgnored} from '../schema/ignored.ts'
import {type Desk, sidesOf, spotsOf} from './desk.ts'
import {type Flat, possibleTypesOf, said} from './flat.ts'
import {refusesNull} from './or-null.ts'
import {keeps} from './proofs.ts'
import {boundOf} from './scalars.ts'
import {tellsNull} from './types.ts'
import {takesAnyText} from './wire.ts'

const BOUNDS = [
  {keyword: 'exclusiveMinimum', bound: 'minimum', up: 1},
  {keyword: 'exclusiveMaximum', bound: 'maximum', up: -1}
] as const

/**
 * Flags that mean nothing where they stand, as `nullable` in OpenAPI 3.1. Who wrote one meant something all the same:
 * that it came or went is told, and where that would break, were it so, nobody can tell.
 */
export function compareIgnored(desk: Desk): void {
  if (!tellsNull(desk)) tellOf(desk, NULL_FLAGS, 'sub', (sub, sup) => takesNull(desk, sup) || !ignores(sub, NULL_FLAGS))
  for (const {keyword, bound, up} of BOUNDS) {
    const [was, is] = [desk.older, desk.newer].map(flat => boundOf(flat, bound, keyword, up))
    // A bound that changed tells it all.
    if (was?.value === is?.value && was?.isOpen === is?.isOpen)
      tellOf(desk, [keyword], 'sup', sub => !holdsNumbers(sub))
  }

  function takesNull({proofs, wire}: Desk, sup: Flat): boolean {
    const side = sup === desk.newer ? 'request' : 'response'
    return (proofs.accepts(sup.node, null, side) && !refusesNull(sup.node)) || (!!wire && takesAnyText(desk, side))
  }
}

/** `harms`: whose flag may break something, that of the side that must be contained or of the other one. */
function tellOf(
  desk: Desk,
  keywords: readonly string[],
  harms: 'sub' | 'sup',
  isFine: (sub: Flat, sup: Flat) => boolean
): void {
  const {older, newer} = desk
  if (ignores(older, keywords) === ignores(newer, keywords)) return
  const by = ignores(newer, keywords) ? newer : older
  const keyword = keywords.find(each => ignores(by, [each])) ?? ''
  desk.tell({
    kind: 'constraint-changed',
    about: keyword,
    ...spotsOf(desk, keyword),
    was: said(older, keyword)[0]?.value,
    is: said(newer, keyword)[0]?.value,
    prove: (side): Proof => {
      const sides = sidesOf(desk, side)
      if (sides[harms] !== by || isFine(sides.sub, sides.sup)) return keeps()
      return {is: 'undetermined', why: whyIgnored(keyword)}
    }
  })
}

const ignores = ({members}: Flat, keywords: readonly string[]): boolean =>
  members.some(node => keywords.some(keyword => isIgnored(node, keyword)))

const holdsNumbers = (flat: Flat): boolean => {
  const types = possibleTypesOf(flat)
  return types.has('integer') || types.has('fraction')
}
