import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {child} from '../../schema/document/node.ts'
import type {Json} from '../../schema/json.ts'
import {isRecord} from '../../schema/json.ts'
import {type Atom, type Flat, flatten, said, typesOf, valuesOf} from '../flatten/flatten.ts'
import {inPlaceOf, keeps} from '../proof/proofs.ts'
import {typesLeft} from '../proof/remaining-types.ts'
import {scalarsOf} from '../proof/sampler.ts'
import {type Desk, sidesOf} from '../schema-diff-context.ts'
import {mostOf, proveAsList, proveAsText, readings} from './prove-serialized-arrays.ts'
import {restricted, TEXTS, writtenAs} from './serialized-types.ts'

/**
 * In a URL, a header or a form a value is text: `7` is the integer and the string alike. Whether the texts of the one
 * schema are texts of the other.
 */
export function proveOnWire(desk: Desk, side: Direction): Proof {
  const {sub, sup} = sidesOf(desk, side)
  const allowed = typesOf(sup)
  const values = valuesOf(sub)
  if (values && !allowed.has('array') && [...values.values()].every(isScalar))
    return proveListed([...values.values()] as Json[], {sub, sup, allowed, side}, desk)
  // Which of the listed values are there no more is told of each.
  if (values && valuesOf(sup)) return keeps()
  let open: Proof | undefined
  const atoms = new Set(typesLeft(sub))
  // Null has no text of its own: other values show more.
  if (atoms.delete('null')) atoms.add('null')
  for (const atom of atoms) {
    if (allowed.has(atom) || (atom === 'integer' && allowed.has('fraction'))) continue
    if (values && ![...values.values()].some(value => atomsOf(value).includes(atom))) continue
    const proof = proveAtom(atom, {sub, sup, allowed, side}, desk)
    if (proof.is === 'breaks') return proof
    if (proof.is === 'undetermined') open ??= proof
  }
  return open ?? keeps()
}

/**
 * A break whose witness the other side takes by another reading of its text is none: then it is asked by texts. A list of
 * one is written like its item, so it takes two to show that it is a list.
 */
export function confirmedOnWire(desk: Desk, proof: Proof, side: Direction): Proof {
  if (proof.is !== 'breaks' || desk.wire?.isMarkup) return proof
  const {sub, sup} = sidesOf(desk, side)
  const {witness} = proof
  const [item, ...more] = Array.isArray(witness) ? witness : [witness]
  if (item === null || item === undefined || typeof item === 'object' || more.length > 0) return proof
  const text = String(item)
  const isTaken = readings(text).some(
    each => each !== witness && isReadAs(each, text, typesOf(sup)) && desk.proofs.accepts(sup.node, each, side)
  )
  if (!isTaken) return proof
  const longer: Json[] = [item, item]
  const {delimiter} = desk.wire ?? {}
  const asSent = [longer, ...(delimiter === undefined ? [] : readings(longer.map(String).join(delimiter)))]
  const isShown =
    Array.isArray(witness) &&
    desk.proofs.accepts(sub.node, longer, side) &&
    asSent.every(each => desk.proofs.refuses(sup.node, each, side))
  return isShown ? {is: 'breaks', witness: longer, at: ''} : proveOnWire(desk, side)
}

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'

/**
 * Listed values are few, so each is read as its text may be read. Which of them the other side lists no more is told of
 * each, and so is what it asks of values of their own type.
 */
function proveListed(values: readonly Json[], {sub, sup, allowed, side}: Sides, {proofs}: Desk): Proof {
  const listed = valuesOf(sup)
  const texts = listed && new Map([...listed.values()].map(value => [String(value), value as Json]))
  let open: Proof | undefined
  for (const value of values) {
    const text = String(value)
    if (value === null || atomsOf(value).some(atom => allowed.has(atom)) || (texts && !texts.has(text))) continue
    const fitting = readings(text).filter(each => isReadAs(each, text, allowed))
    // A list that names the text means it, whatever type it is written in there.
    const verdicts = texts && fitting.length > 0 ? [true] : fitting.map(each => proofs.verdictOn(sup.node, each, side))
    if (verdicts.includes(true) || !proofs.accepts(sub.node, value, side)) continue
    if (!verdicts.includes(undefined)) return {is: 'breaks', witness: value, at: ''}
    open ??= {is: 'undetermined', why: 'a value that the validator cannot judge'}
  }
  return open ?? keeps()
}

/** Whether a text stands for this value where such types are allowed: `1.0` is no integer, and `0x10` no number. */
const isReadAs = (value: Json, text: string, allowed: ReadonlySet<Atom>): boolean =>
  typeof value === 'string'
    ? allowed.has('string')
    : TEXTS.some(
        ([atom, pattern]) =>
          allowed.has(atom) && (atom === 'boolean') === (typeof value === 'boolean') && new RegExp(pattern).test(text)
      )

/** Whether whatever text stands for null is one that the outer side takes: of null there is none but a text. */
export function takesAnyText(desk: Desk, side: Direction): boolean {
  const seen = new Set<Flat>()
  const takes = (flat: Flat): boolean => {
    if (seen.has(flat) || ['not', 'if'].some(keyword => said(flat, keyword).length > 0)) return false
    seen.add(flat)
    if (desk.proofs.lies(inPlaceOf(flat.node, {type: 'string'}), scalarsOf(flat)).is !== 'keeps') return false
    return flat.choices.every(({alternatives}) => alternatives.some(each => takes(flatten(each))))
  }
  return takes(sidesOf(desk, side).sup)
}

const atomsOf = (value: unknown): Atom[] => {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'fraction'] : ['fraction']
  return [typeof value as Atom]
}

interface Sides {
  readonly sub: Flat
  readonly sup: Flat
  readonly allowed: ReadonlySet<Atom>
  readonly side: Direction
}

const isMadeOfParts = (atom: Atom): boolean => atom === 'object' || atom === 'array'

function proveAtom(atom: Atom, {sub, sup, allowed, side}: Sides, desk: Desk): Proof {
  const {proofs, sampler, wire} = desk
  if (wire?.isMarkup && (isMadeOfParts(atom) || [...allowed].every(isMadeOfParts)))
    return {is: 'undetermined', why: 'an element of XML that may be written as before'}
  const shown = (value: Json | undefined): Proof =>
    value !== undefined && proofs.accepts(sub.node, value, side)
      ? {is: 'breaks', witness: value, at: ''}
      : {is: 'undetermined', why: 'a value that could not be built'}
  const pattern = TEXTS.find(([of]) => of === atom)?.[1]
  if (allowed.has('array') && atom !== 'object' && atom !== 'null') {
    const {texts, value} = writtenAs(sub, atom)
    return proveAsList(desk, texts, value, {sub, sup, side, delimiter: wire?.delimiter})
  }
  if (pattern !== undefined && allowed.has('string')) {
    const {texts} = writtenAs(sub, atom)
    // Where no type is shared nothing else tells of the forms of a choice.
    const isApart = sup.choices.length > 0 && [...typesOf(sub)].every(each => !allowed.has(each))
    const answer = proofs.lies(texts, isApart ? sup.node : scalarsOf(sup))
    if (answer.is === 'keeps') return keeps()
    if (answer.is === 'undetermined') return {is: 'undetermined', why: answer.why}
    const value = atom === 'boolean' ? answer.witness === 'true' : Number(answer.witness)
    return shown(value)
  }
  if (atom === 'string') {
    const texts = TEXTS.filter(([of]) => allowed.has(of))
    for (const [, text] of texts) {
      const answer = proofs.lies(restricted(sub, 'string'), inPlaceOf(sup.node, {pattern: text}))
      if (answer.is === 'keeps') {
        const bounded = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'enum']
        return bounded.some(keyword => said(sup, keyword).length > 0)
          ? {is: 'undetermined', why: 'numbers written as text'}
          : keeps()
      }
    }
    const strange = texts.map(([, text]) => ({not: {pattern: text}}))
    return shown(proofs.example(inPlaceOf(sub.node, {allOf: [restricted(sub, 'string').raw, ...strange]})))
  }
  if (atom === 'object') return shown(sampler.object(sub, side))
  if (atom === 'array') {
    const delimiter = wire?.delimiter ?? (mostOf(sub) > 1 ? undefined : '')
    if (delimiter !== undefined) return proveAsText(desk, {sub, sup, side, delimiter})
    // A list of one is like a value, an empty one like nothing: two show that it is a list.
    const [items] = said(sub, 'items')
    const item = items && isRecord(items.value) ? sampler.of(child(items.node, 'items'), side) : 'x'
    const two = item === undefined ? undefined : [item, item]
    const listed = [...(valuesOf(sub)?.values() ?? [])].find(value => Array.isArray(value) && value.length > 1) as Json
    const longer = [two, listed].find(list => list !== undefined && proofs.accepts(sub.node, list, side))
    const plain = longer ?? sampler.of(sub.node, side)
    return shown(Array.isArray(plain) ? plain : undefined)
  }
  // Who takes integers takes those that are written as other numbers, too.
  const others = atom === 'fraction' && allowed.has('integer') ? [{not: {type: 'integer'}}] : []
  return shown(proofs.example(inPlaceOf(sub.node, {allOf: [restricted(sub, atom).raw, ...others]})))
}
