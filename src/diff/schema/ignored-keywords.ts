import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {picked} from '../../schema/exact-numbers.ts'
import {isIgnored, NULL_FLAGS, whyIgnored} from '../../schema/ignored-keywords.ts'
import {isRecord, own} from '../../schema/json.ts'
import {holdsSchemas} from '../../schema/keywords.ts'
import {saysTheSame} from '../documentation.ts'
import {boundOf} from '../flatten/bounds.ts'
import {type Flat, possibleTypesOf, said} from '../flatten/flatten.ts'
import {together} from '../flatten/merge-schemas.ts'
import {refusesNull} from '../flatten/nullable.ts'
import {BESIDE} from '../flatten/ref-siblings.ts'
import {isEqual} from '../json-equality.ts'
import {inPlaceOf, keeps} from '../proof/proofs.ts'
import {type Desk, type Spot, sidesOf, spotOf, spotsOf} from '../schema-diff-context.ts'
import {takesAnyText} from '../serialized/prove-serialized.ts'
import {tellsNull} from './types.ts'

const BOUNDS = [
  {keyword: 'exclusiveMinimum', bound: 'minimum', up: 1},
  {keyword: 'exclusiveMaximum', bound: 'maximum', up: -1}
] as const

/**
 * Reports flags that have no effect where they stand, such as `nullable` in OpenAPI 3.1. The author meant something by
 * them, so that their change is undetermined if it would break with an effect.
 */
export function compareIgnored(context: Desk): void {
  if (!tellsNull(context))
    reportFlag(context, NULL_FLAGS, 'sub', (sub, sup) => takesNull(context, sup) || !ignores(sub, NULL_FLAGS))
  for (const {keyword, bound, up} of BOUNDS) {
    const [was, is] = [context.older, context.newer].map(flat => boundOf(flat, bound, keyword, up))
    // A changed bound is reported instead of its flag.
    if (was?.value === is?.value && was?.isOpen === is?.isOpen)
      reportFlag(context, [keyword], 'sup', sub => !acceptsNumbers(sub))
  }

  function takesNull({proofs, wire}: Desk, sup: Flat): boolean {
    const side = sup === context.newer ? 'request' : 'response'
    return (proofs.accepts(sup.node, null, side) && !refusesNull(sup.node)) || (!!wire && takesAnyText(context, side))
  }
}

/**
 * Reports a flag that was added or removed. `harms`: the side whose flag may break something, the contained or the
 * containing one.
 */
function reportFlag(
  context: Desk,
  keywords: readonly string[],
  harms: 'sub' | 'sup',
  isFine: (sub: Flat, sup: Flat) => boolean
): void {
  const {older, newer} = context
  if (ignores(older, keywords) === ignores(newer, keywords)) return
  const by = ignores(newer, keywords) ? newer : older
  const keyword = keywords.find(each => ignores(by, [each])) ?? ''
  context.tell({
    kind: 'constraint-changed',
    about: keyword,
    ...spotsOf(context, keyword),
    was: said(older, keyword)[0]?.value,
    is: said(newer, keyword)[0]?.value,
    prove: (side): Proof => {
      const sides = sidesOf(context, side)
      if (sides[harms] !== by || isFine(sides.sub, sides.sup)) return keeps()
      return {is: 'undetermined', why: whyIgnored(keyword)}
    }
  })
}

type Siblings = Readonly<Record<string, unknown>>

/**
 * Reports the ignored keywords beside `$ref`, such as `maxLength`, as one change for all that were added, removed, or
 * changed.
 */
export function compareBeside(context: Desk): void {
  const [was, is] = [siblingsIn(context.older), siblingsIn(context.newer)]
  const isIn = (flat: Flat, key: string, value: unknown): boolean =>
    said(flat, key).some(each => isEqual(each.value, value))
  // A keyword that takes effect on the other side is reported there.
  const isMoved = (key: string, value: unknown): boolean =>
    !/^(read|write)Only$/.test(key) && isIn(context.older, key, value) !== isIn(context.newer, key, value)
  const keywords = Object.keys({...was, ...is}).filter(
    key => !saysTheSame({[key]: was[key]}, {[key]: is[key]}) && !isMoved(key, was[key] ?? is[key])
  )
  const [first] = keywords
  if (first === undefined) return
  const [before, after] = [was, is].map(all => picked(all, keywords)) as [Siblings, Siblings]
  const isOpen = (key: string, side: Direction): boolean => {
    const isGone = Object.hasOwn(was, key)
    // If the value was omitted, either default can apply.
    if (key === 'default') return context.wire !== undefined || isGone
    if (key === 'writeOnly') return side === 'response' && !isGone
    // A field that was read-only may have to be sent now.
    return key === 'readOnly' ? side === 'request' : isGone && holdsSchemas(key) !== 'none'
  }
  context.tell({
    kind: 'constraint-changed',
    about: '$ref',
    old: siblingLocation(context.older, keywords),
    new: siblingLocation(context.newer, keywords),
    ...(Object.keys(before).length > 0 ? {was: before} : {}),
    ...(Object.keys(after).length > 0 ? {is: after} : {}),
    prove: (side): Proof => {
      const {sub, sup} = sidesOf(
        {older: inPlaceOf(context.older.node, before), newer: inPlaceOf(context.newer.node, after)},
        side
      )
      const held = together([sidesOf(context, side).sub.node, sub])
      const isKept =
        !keywords.some(key => isOpen(key, side)) &&
        context.proofs.prove(side, {sub: held, demands: [sup]}).is === 'keeps'
      return isKept ? keeps() : {is: 'undetermined', why: whyIgnored(first)}
    }
  })
}

const siblingsIn = (flat: Flat): Siblings => Object.assign({}, ...said(flat, BESIDE).map(({value}) => value))

function siblingLocation(flat: Flat, keywords: readonly string[]): Spot {
  for (const {node, value} of said(flat, BESIDE)) {
    const keyword = keywords.find(each => isRecord(value) && own(value, each) !== undefined)
    if (keyword !== undefined) return {node, steps: [keyword]}
  }
  return spotOf(flat)
}

const ignores = ({members}: Flat, keywords: readonly string[]): boolean =>
  members.some(node => keywords.some(keyword => isIgnored(node, keyword)))

const acceptsNumbers = (flat: Flat): boolean => {
  const types = possibleTypesOf(flat)
  return types.has('integer') || types.has('fraction')
}
