import type {Proof} from '../model/change.ts'
import type {Direction} from '../model/subject.ts'
import {type Json, keyIn, keyOf} from '../schema/json.ts'
import type {Node} from '../schema/node.ts'
import {INEXACT, isLarge} from '../schema/written.ts'
import {ask, type Desk, sidesOf, spotOfValue, spotsOf} from './desk.ts'
import {type Atom, type Flat, said, typesOf, valuesOf} from './flat.ts'
import {announcedIn, livesDiffer} from './lives.ts'
import {inPlaceOf, keeps} from './proofs.ts'
import {scalarsOf} from './sample.ts'
import {allowsNull, shareTypes, tellsNull} from './types.ts'
import {listBehind} from './value-lists.ts'
import {proveOnWire} from './wire.ts'
import {onlyItemOf} from './wire-lists.ts'

/** Enumerated values, each a fact of its own. */
export function compareValues(desk: Desk): void {
  const key = (value: unknown): string => (desk.wire && typeof value !== 'object' ? String(value) : keyOf(value))
  const isNullTold = tellsNull(desk) || [desk.older, desk.newer].every(allowsNull)
  const [was, is] = [valuesIn(desk.older, desk.newer), valuesIn(desk.newer, desk.older)].map(values => {
    // By its text, where that is another number than the one that is kept.
    return (
      values &&
      new Map(
        [...values].map(([written, value]) =>
          isInexact(value, written) ? ([written, written] as const) : ([key(value), value] as const)
        )
      )
    )
  })
  if (!was && !is) return
  if (!was || !is) {
    // What the items of a list say is told by its being a list, or none.
    if (!valuesOf(desk.older) && !valuesOf(desk.newer)) return
    if (desk.wire && isOtherType(desk, was ? 'response' : 'request')) return
    desk.tell({
      kind: was ? 'constraint-loosened' : 'constraint-tightened',
      about: 'enum',
      ...spotsOf(desk, 'enum', 'const'),
      was: was && [...was.values()],
      is: is && [...is.values()],
      prove: side => {
        const {sub, sup} = sidesOf(desk, side)
        return desk.wire && onlyItemOf(sub, sup) ? proveOnWire(desk, side) : asked(side)
      }
    })
    return
  }
  // A text with the letters of another value is called by its JSON.
  const others = new Set(
    [...was.values(), ...is.values()].flatMap(each => (typeof each === 'string' ? [] : jsonOf(each)))
  )
  const tell = (kind: 'value-added' | 'value-removed', value: unknown): void =>
    desk.tell({
      kind,
      about: typeof value === 'string' && !others.has(value) ? value : jsonOf(value),
      old: spotOfValue(desk.older, value),
      new: spotOfValue(desk.newer, value),
      ...(kind === 'value-added' ? {is: value} : {was: value}),
      prove: side => {
        const holds = kind === 'value-added' ? 'response' : 'request'
        if (side !== holds) return keeps()
        const {sub, sup} = sidesOf(desk, side)
        if (isInexactIn(sub, value)) return {is: 'undetermined', why: INEXACT}
        const sent = desk.wire && onlyItemOf(sub, sup) ? [value] : value
        return desk.proofs.proveOf(sub.node, sent as Json, side)
      }
    })
  const isSaid = (value: unknown): boolean => value !== null || !isNullTold
  for (const [name, value] of is) if (!was.has(name) && isSaid(value)) tell('value-added', value)
  for (const [name, value] of was) if (!is.has(name) && isSaid(value)) tell('value-removed', value)
  compareLivesOfValues(desk)

  /** In a URL or a header the one item of a list is written as any value. */
  function valuesIn(flat: Flat, other: Flat): ReadonlyMap<string, unknown> | undefined {
    const item = desk.wire && onlyItemOf(flat, other)
    const values = valuesOf(flat)
    if (!item || !values) return valuesOf(item ?? flat)
    const items = [...values.values()].flatMap(list => (Array.isArray(list) && list.length === 1 ? [list] : []))
    return new Map(items.map(list => [keyIn(list, 0), list[0]]))
  }

  function asked(side: Direction): Proof {
    return ask(desk, ['enum', 'const'], {
      scalar: true,
      ...(desk.wire ? {demands: (sup: Flat) => textsOf(sup)} : {}),
      candidates: sub => [desk.proofs.example(scalarsOf(sub))]
    })(side)
  }
}

/** Values that have a form each have a life each. */
function compareLivesOfValues(desk: Desk): void {
  const [was, is] = [desk.older, desk.newer].map(flat => flat.members.flatMap(each => listBehind(each) ?? []))
  for (const older of was ?? [])
    for (const [key, at] of older.at) {
      const newer = is?.find(each => each.at.has(key))
      const [one, other] = [older.forms[at], newer?.forms[newer.at.get(key) ?? -1]]
      if (!newer || !one || !other) continue
      const life = desk.lifeAt([one])
      for (const {keywords, ...fact} of livesDiffer(life, desk.lifeAt([other])))
        desk.tell({
          ...fact,
          old: {node: older.node, steps: [older.keyword, at]},
          new: {node: newer.node, steps: [newer.keyword, newer.at.get(key) ?? -1]},
          ...announcedIn(life)
        })
    }
}

const jsonOf = (value: unknown): string => String(JSON.stringify(value))

/** A number that is listed by a text that another one is kept for. */
const isInexact = (value: unknown, written: string): boolean => isLarge(value) && keyOf(value) !== written

const isInexactIn = (flat: Flat, written: unknown): boolean =>
  typeof written === 'string' && isInexact(valuesOf(flat)?.get(written), written)

/** Whether no text of the one type is one of the other, whatever is listed: that it is another type tells it all. */
function isOtherType(desk: Desk, side: Direction): boolean {
  const isOfTexts = (flat: Flat): boolean => ['string', 'array'].some(atom => typesOf(flat).has(atom as Atom))
  const {sub, sup} = sidesOf(desk, side)
  return !shareTypes(desk) && !isOfTexts(sub) && !isOfTexts(sup) && proveOnWire(desk, side).is === 'breaks'
}

/** Listed values as text, which may be read as numbers and switches. */
function textsOf(flat: Flat): Node[] {
  const values = valuesOf(flat)
  if (!values) return []
  const read = [...values.values()].flatMap(value => {
    if (typeof value !== 'string') return [value, String(value)]
    const number = Number(value)
    const numbers = value.trim() !== '' && String(number) === value ? [number] : []
    return [value, ...numbers, ...(value === 'true' ? [true] : value === 'false' ? [false] : [])]
  })
  return [inPlaceOf(flat.node, {enum: read})]
}

/** Values that Zalando's `x-extensible-enum` lists: those who read them must expect others. */
export function compareExtensible(desk: Desk): void {
  const [was, is] = [desk.older, desk.newer].map(flat => {
    const values = said(flat, 'x-extensible-enum').flatMap(({value}) => (Array.isArray(value) ? value : []))
    return new Map(values.map(value => [keyOf(value), value] as const))
  }) as [Map<string, unknown>, Map<string, unknown>]
  if (was.size === 0 || is.size === 0) return
  const spots = spotsOf(desk, 'x-extensible-enum')
  for (const [name, value] of is)
    if (!was.has(name)) desk.tell({kind: 'value-added', about: String(value), ...spots, is: value, prove: keeps})
  for (const [name, value] of was)
    if (!is.has(name)) desk.tell({kind: 'value-removed', about: String(value), ...spots, was: value})
}
