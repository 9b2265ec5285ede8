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

/** The direction that a property is restricted to, by `readOnly` and `writeOnly`; `undefined` if it's sent in both. */
export function wayOf(nodes: readonly Node[]): Direction | undefined {
  if (nodes.some(node => isMarked(node, 'readOnly'))) return 'response'
  return nodes.some(node => isMarked(node, 'writeOnly')) ? 'request' : undefined
}

export const onlyOn = (way: Direction | undefined): {only?: Direction} => (way ? {only: way} : {})

export const spotAt = (nodes: readonly Node[], flat: Flat): Spot => {
  const [node] = nodes
  return node ? {node, steps: []} : spotOf(flat)
}

/**
 * Values that lack a property. The smallest value that a schema accepts lacks every optional property, so one value
 * serves for all of them.
 */
export const withoutName =
  (context: Desk, name: string) =>
  (sub: Flat, _: Flat, side: Direction): (Json | undefined)[] => {
    const least = context.sampler.of(sub.node, side)
    const lacksIt = isRecord(least) && !Object.hasOwn(least, name)
    return [lacksIt ? least : context.sampler.object(sub, side, {without: [name]})]
  }

export const demandName = (name: string) => (sup: Flat) => [inPlaceOf(sup.node, {required: [name]})]

/** Reports an added property. `on`: the direction in which it's added, if it's added in one only. */
export function tellAdded(context: Desk, name: string, nodes: readonly Node[], on?: Direction): void {
  const {older, newer} = context
  const way = wayOf(nodes) ?? on
  if (on && way !== on) return
  const isRequired = requiredOf(newer).has(name)
  const missing = ask(context, [], {demands: demandName(name), candidates: withoutName(context, name)})
  // A property that could be in a map before now has a schema of its own, which is more than a new property.
  const isNarrowed =
    !isRequired && saysWhatElse(older) && proveMapProperty(context, name, nodes, 'request').is !== 'keeps'
  // If a property of any name could hold anything, another documented property in a response is only an addition.
  const isOpen = isNarrowed && restOf(older).is === 'open'
  if (isOpen && way !== 'request') {
    const places = {old: spotOf(older, 'properties'), new: spotAt(nodes, newer)}
    context.tell({kind: 'field-added', about: name, ...places, only: 'response', prove: keeps})
    if (way === 'response') return
  }
  context.tell({
    kind: isRequired ? 'required-field-added' : isNarrowed ? 'constraint-changed' : 'field-added',
    about: name,
    old: spotOf(older, 'properties'),
    new: spotAt(nodes, newer),
    ...onlyOn(isOpen ? 'request' : way),
    prove: side => {
      if (side === 'response') return proveExtra(context, name, nodes, side)
      if (!isRequired || requiredOf(older).has(name)) return proveMapProperty(context, name, nodes, 'request')
      // Clients that respect the mark don't send the property, and aren't asked for it.
      return wayBeside(nodes) === 'response' ? {is: 'undetermined', why: whyIgnored('readOnly')} : missing(side)
    }
  })
}

export function tellRemoved(context: Desk, name: string, nodes: readonly Node[], on?: Direction): void {
  const {older, newer} = context
  const way = wayOf(nodes) ?? on
  if (on && way !== on) return
  const wasRequired = requiredOf(older).has(name)
  const missing = ask(context, [], {demands: demandName(name), candidates: withoutName(context, name)})
  context.tell({
    kind: 'field-removed',
    about: name,
    old: spotAt(nodes, older),
    new: spotOf(newer, 'properties'),
    ...onlyOn(way),
    ...announcedIn(context.lifeAt(nodes.flatMap(node => [node, arrive(node)]))),
    prove: side => {
      if (side === 'request') return proveExtra(context, name, nodes, side)
      if (wasRequired && !requiredOf(newer).has(name)) return missing(side)
      return proveMapProperty(context, name, nodes, side)
    }
  })
}

/** Proves whether the other side accepts a property that only one side documents. */
export function proveExtra(context: Desk, name: string, nodes: readonly Node[], side: Direction): Proof {
  const {sub, sup} = sidesOf(context, side)
  const demands = [...demandRest(sup, sub, name), ...demandUnseen(sup, name), ...demandAbsence(sup, name)]
  if (demands.length === 0) return keeps()
  const value = context.sampler.of(together(nodes), side)
  return context.proofs.prove(side, {
    sub: sub.node,
    demands,
    candidates: () => [value === undefined ? undefined : context.sampler.object(sub, side, {set: {[name]: value}})]
  })
}

/** The demand that a property with the schema `false` is absent. */
const demandAbsence = (sup: Flat, name: string): Node[] =>
  (propertiesOf(sup).get(name) ?? []).some(({raw}) => raw === false)
    ? [inPlaceOf(sup.node, {properties: {[name]: false}})]
    : []

/** Proves a property that belongs to a map on one side, and has a schema of its own on the other. */
function proveMapProperty(context: Desk, name: string, nodes: readonly Node[], side: Direction): Proof {
  const {sub, sup} = sidesOf(context, side)
  const [rest] = said(sub, 'additionalProperties')
  // A required property that isn't described could be anything.
  if (!saysWhatElse(sub) && !requiredOf(sub).has(name)) return keeps()
  const was = rest && child(rest.node, 'additionalProperties')
  return context.proofs.prove(side, {
    sub: sub.node,
    demands: [inPlaceOf(sup.node, {properties: {[name]: together(nodes).raw}})],
    candidates: () =>
      [was && context.sampler.of(was, side), 'x', 1, {}].map(value =>
        value === undefined ? undefined : context.sampler.object(sub, side, {set: {[name]: value}})
      )
  })
}
