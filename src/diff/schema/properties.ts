import type {Proof} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {child, type Node} from '../../schema/document/node.ts'
import {arrive} from '../../schema/document/references.ts'
import {whyIgnored} from '../../schema/ignored-keywords.ts'
import {isRecord, type Json} from '../../schema/json.ts'
import {isMarked} from '../../schema/read-write-only.ts'
import {type Flat, propertiesOf, requiredOf, said} from '../flatten/flatten.ts'
import {together} from '../flatten/merge-schemas.ts'
import {wayBeside} from '../flatten/ref-siblings.ts'
import {announcedIn} from '../lifecycle-marks.ts'
import {inPlaceOf, keeps} from '../proof/proofs.ts'
import {ask, type Desk, type Spot, sidesOf, spotOf} from '../schema-diff-context.ts'
import {demandRest, restOf, saysWhatElse} from './additional-properties.ts'
import {demandUnseen} from './unevaluated.ts'

export type Properties = ReadonlyMap<string, readonly Node[]>

/** Which way alone a property goes, by `readOnly` and `writeOnly`. */
export function wayOf(nodes: readonly Node[]): Direction | undefined {
  if (nodes.some(node => isMarked(node, 'readOnly'))) return 'response'
  return nodes.some(node => isMarked(node, 'writeOnly')) ? 'request' : undefined
}

export const onlyOn = (way: Direction | undefined): {only?: Direction} => (way ? {only: way} : {})

export const spotAt = (nodes: readonly Node[], flat: Flat): Spot => {
  const [node] = nodes
  return node ? {node, steps: []} : spotOf(flat)
}

/** The least that a side accepts lacks what need not be there: the same value shows it of all such names. */
export const withoutName =
  (desk: Desk, name: string) =>
  (sub: Flat, _: Flat, side: Direction): (Json | undefined)[] => {
    const least = desk.sampler.of(sub.node, side)
    const lacksIt = isRecord(least) && !Object.hasOwn(least, name)
    return [lacksIt ? least : desk.sampler.object(sub, side, {without: [name]})]
  }

export const demandName = (name: string) => (sup: Flat) => [inPlaceOf(sup.node, {required: [name]})]

/** `on`: the one side for which it comes, or goes, where it does so for one alone. */
export function tellAdded(desk: Desk, name: string, nodes: readonly Node[], on?: Direction): void {
  const {older, newer} = desk
  const way = wayOf(nodes) ?? on
  if (on && way !== on) return
  const isRequired = requiredOf(newer).has(name)
  const missing = ask(desk, [], {demands: demandName(name), candidates: withoutName(desk, name)})
  // What was one of the many properties of a map is told what it must be: that is more than a new field.
  const isNarrowed = !isRequired && saysWhatElse(older) && proveElse(desk, name, nodes, 'request').is !== 'keeps'
  // Where anything might stand under any name, a response that documents one more only adds it.
  const isOpen = isNarrowed && restOf(older).is === 'open'
  if (isOpen && way !== 'request') {
    const places = {old: spotOf(older, 'properties'), new: spotAt(nodes, newer)}
    desk.tell({kind: 'field-added', about: name, ...places, only: 'response', prove: keeps})
    if (way === 'response') return
  }
  desk.tell({
    kind: isRequired ? 'required-field-added' : isNarrowed ? 'constraint-changed' : 'field-added',
    about: name,
    old: spotOf(older, 'properties'),
    new: spotAt(nodes, newer),
    ...onlyOn(isOpen ? 'request' : way),
    prove: side => {
      if (side === 'response') return proveExtra(desk, name, nodes, side)
      if (!isRequired || requiredOf(older).has(name)) return proveElse(desk, name, nodes, 'request')
      // Who reads the mark sends none, and is not asked for one.
      return wayBeside(nodes) === 'response' ? {is: 'undetermined', why: whyIgnored('readOnly')} : missing(side)
    }
  })
}

export function tellRemoved(desk: Desk, name: string, nodes: readonly Node[], on?: Direction): void {
  const {older, newer} = desk
  const way = wayOf(nodes) ?? on
  if (on && way !== on) return
  const wasRequired = requiredOf(older).has(name)
  const missing = ask(desk, [], {demands: demandName(name), candidates: withoutName(desk, name)})
  desk.tell({
    kind: 'field-removed',
    about: name,
    old: spotAt(nodes, older),
    new: spotOf(newer, 'properties'),
    ...onlyOn(way),
    ...announcedIn(desk.lifeAt(nodes.flatMap(node => [node, arrive(node)]))),
    prove: side => {
      if (side === 'request') return proveExtra(desk, name, nodes, side)
      if (wasRequired && !requiredOf(newer).has(name)) return missing(side)
      return proveElse(desk, name, nodes, side)
    }
  })
}

/** What is documented on the one side alone: does the other side leave room for it? */
export function proveExtra(desk: Desk, name: string, nodes: readonly Node[], side: Direction): Proof {
  const {sub, sup} = sidesOf(desk, side)
  const demands = [...demandRest(sup, sub, name), ...demandUnseen(sup, name), ...demandNone(sup, name)]
  if (demands.length === 0) return keeps()
  const value = desk.sampler.of(together(nodes), side)
  return desk.proofs.prove(side, {
    sub: sub.node,
    demands,
    candidates: () => [value === undefined ? undefined : desk.sampler.object(sub, side, {set: {[name]: value}})]
  })
}

/** A property that `false` stands for may not be there. */
const demandNone = (sup: Flat, name: string): Node[] =>
  (propertiesOf(sup).get(name) ?? []).some(({raw}) => raw === false)
    ? [inPlaceOf(sup.node, {properties: {[name]: false}})]
    : []

/** What is one of the many properties of a map on one side, and on the other one has a schema of its own. */
function proveElse(desk: Desk, name: string, nodes: readonly Node[], side: Direction): Proof {
  const {sub, sup} = sidesOf(desk, side)
  const [rest] = said(sub, 'additionalProperties')
  // What had to be there without a word on it could be anything.
  if (!saysWhatElse(sub) && !requiredOf(sub).has(name)) return keeps()
  const was = rest && child(rest.node, 'additionalProperties')
  return desk.proofs.prove(side, {
    sub: sub.node,
    demands: [inPlaceOf(sup.node, {properties: {[name]: together(nodes).raw}})],
    candidates: () =>
      [was && desk.sampler.of(was, side), 'x', 1, {}].map(value =>
        value === undefined ? undefined : desk.sampler.object(sub, side, {set: {[name]: value}})
      )
  })
}
