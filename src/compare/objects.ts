import {distance} from 'fastest-levenshtein'
import type {Proof} from '../model/change.ts'
import type {Direction} from '../model/subject.ts'
import {namesIn} from '../schema/company.ts'
import {isRecord, type Json, own} from '../schema/json.ts'
import {child, type Node} from '../schema/node.ts'
import {arrive} from '../schema/references.ts'
import {documentsOnly} from './apart.ts'
import {withoutDefaults} from './defaults.ts'
import {ask, type Desk, type Spot, sidesOf, spotOf, spotsOf} from './desk.ts'
import {type Flat, propertiesOf, requiredOf, said} from './flat.ts'
import {announcedIn} from './lives.ts'
import {movedIn} from './moved.ts'
import {inPlaceOf, keeps} from './proofs.ts'
import {saysTheSame} from './prose.ts'
import {compareRest} from './rest.ts'
import {compareLimit} from './scalars.ts'
import {together} from './together.ts'
import {compareUnseen, demandUnseen} from './unseen.ts'

/** The properties of an object, which must be there, and what else there may be. */
export function compareObjects(desk: Desk): void {
  const {older, newer} = desk
  const clean = cleanNames(desk)
  const [was, is] = [possibleIn(older, clean), possibleIn(newer, clean)]
  const added = [...is.keys()].filter(name => !was.has(name))
  const removed = [...was.keys()].filter(name => !is.has(name))
  const renamed = renamedIn(desk, {was, is, added, removed})
  // What moved into alternatives, or out of them, is told with these.
  const moved = movedIn(desk)
  for (const name of added) if (name !== renamed?.to && !moved.has(name)) tellAdded(desk, name, is.get(name) ?? [])
  for (const name of removed)
    if (name !== renamed?.from && !moved.has(name)) tellRemoved(desk, name, was.get(name) ?? [])
  for (const [name, nodes] of was) {
    const others = is.get(name)
    if (others) compareProperty(desk, name, nodes, others)
  }
  compareRequired(desk, was, is, clean)
  compareAdditional(desk)
  for (const keyword of ['minProperties', 'maxProperties'])
    compareLimit(desk, keyword, keyword === 'minProperties' ? 1 : -1, ask(desk, [keyword]))
  comparePatterns(desk)
  compareUnseen(desk, 'unevaluatedProperties')
}

/** The same where what the object says itself is the same word for word: what it refers to may be another thing. */
export function compareObjectsBelow(desk: Desk): void {
  const clean = cleanNames(desk)
  const [was, is] = [propertiesOf(desk.older, clean), propertiesOf(desk.newer, clean)]
  for (const [name, nodes] of was) compareProperty(desk, name, nodes, is.get(name) ?? [])
  compareAdditional(desk)
  comparePatterns(desk)
  compareUnseen(desk, 'unevaluatedProperties')
}

/** The properties that are the same on both sides: most are, and they need not be looked at one by one. */
function cleanNames({older, newer, dirt}: Desk): ReadonlySet<string> {
  const clean = new Set<string>()
  const [[a], [b]] = [older.members, newer.members]
  if (!a || !b || older.members.length > 1 || newer.members.length > 1) return clean
  const [was, is] = [a, b].map(({raw}) => (isRecord(raw) ? own(raw, 'properties') : undefined))
  if (!isRecord(was) || !isRecord(is)) return clean
  for (const name in was) {
    if (!Object.hasOwn(is, name) || !saysTheSame(was[name], is[name])) continue
    if (dirt.isCleanInside(was[name], a, b)) clean.add(name)
  }
  return clean
}

/** The properties that may be there: one that `false` stands for may not. */
const possibleIn = (flat: Flat, without: ReadonlySet<string>): Properties =>
  new Map([...propertiesOf(flat, without)].filter(([, nodes]) => nodes.every(({raw}) => raw !== false)))

type Properties = ReadonlyMap<string, readonly Node[]>

/** Which way alone a property goes, by `readOnly` and `writeOnly`. */
function wayOf(nodes: readonly Node[]): Direction | undefined {
  const marked = (keyword: string): boolean =>
    nodes.some(node => [node, arrive(node)].some(({raw}) => isRecord(raw) && own(raw, keyword) === true))
  if (marked('readOnly')) return 'response'
  return marked('writeOnly') ? 'request' : undefined
}

const onlyOn = (way: Direction | undefined): {only?: Direction} => (way ? {only: way} : {})

const spotAt = (nodes: readonly Node[], flat: Flat): Spot => {
  const [node] = nodes
  return node ? {node, steps: []} : spotOf(flat)
}

/** The least that a side accepts lacks what need not be there: the same value shows it of all such names. */
const withoutName =
  (desk: Desk, name: string) =>
  (sub: Flat, _: Flat, side: Direction): (Json | undefined)[] => {
    const least = desk.sampler.of(sub.node, side)
    const lacksIt = isRecord(least) && !Object.hasOwn(least, name)
    return [lacksIt ? least : desk.sampler.object(sub, side, {without: [name]})]
  }

const demandName = (name: string) => (sup: Flat) => [inPlaceOf(sup.node, {required: [name]})]

export function tellAdded(desk: Desk, name: string, nodes: readonly Node[]): void {
  const {older, newer} = desk
  const isRequired = requiredOf(newer).has(name)
  const missing = ask(desk, [], {demands: demandName(name), candidates: withoutName(desk, name)})
  // What was one of the many properties of a map is told what it must be: that is more than a new field.
  const isNarrowed = !isRequired && saysWhatElse(older) && proveElse(desk, name, nodes, 'request').is !== 'keeps'
  desk.tell({
    kind: isRequired ? 'required-field-added' : isNarrowed ? 'constraint-changed' : 'field-added',
    about: name,
    old: spotOf(older, 'properties'),
    new: spotAt(nodes, newer),
    ...onlyOn(wayOf(nodes)),
    prove: side => {
      if (side === 'response') return proveExtra(desk, name, nodes, side)
      return isRequired && !requiredOf(older).has(name) ? missing(side) : proveElse(desk, name, nodes, 'request')
    }
  })
}

export function tellRemoved(desk: Desk, name: string, nodes: readonly Node[]): void {
  const {older, newer} = desk
  const wasRequired = requiredOf(older).has(name)
  const missing = ask(desk, [], {demands: demandName(name), candidates: withoutName(desk, name)})
  desk.tell({
    kind: 'field-removed',
    about: name,
    old: spotAt(nodes, older),
    new: spotOf(newer, 'properties'),
    ...onlyOn(wayOf(nodes)),
    ...announcedIn(desk.lifeAt(nodes.flatMap(node => [node, arrive(node)]))),
    prove: side => {
      if (side === 'request') return proveExtra(desk, name, nodes, side)
      if (wasRequired && !requiredOf(newer).has(name)) return missing(side)
      return proveElse(desk, name, nodes, side)
    }
  })
}

/** What is documented on the one side alone: does the other side leave room for it? */
function proveExtra(desk: Desk, name: string, nodes: readonly Node[], side: Direction): Proof {
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

/** What a schema demands of properties that it does not name; those that the other side names are told of their own. */
function demandRest(sup: Flat, sub: Flat, but?: string): Node[] {
  const rest = said(sup, 'additionalProperties').find(({value}) => value !== true)
  if (!rest) return []
  // It speaks of what stands beside it: what another part of `allOf` names, it refuses.
  const {properties = {}, patternProperties = {}} = rest.node.raw as Readonly<Record<string, object>>
  const named = propertiesOf(sup)
  const gone = [...propertiesOf(sub).keys()].filter(name => !named.has(name))
  const names = [...new Set([...Object.keys(properties), ...gone])].filter(name => name !== but)
  const patterns = Object.keys(patternProperties)
  return [
    inPlaceOf(rest.node, {
      properties: Object.fromEntries(names.map(name => [name, {}])),
      ...(patterns.length > 0 ? {patternProperties: Object.fromEntries(patterns.map(each => [each, {}]))} : {}),
      additionalProperties: rest.value
    })
  ]
}

/** A property that `false` stands for may not be there. */
const demandNone = (sup: Flat, name: string): Node[] =>
  (propertiesOf(sup).get(name) ?? []).some(({raw}) => raw === false)
    ? [inPlaceOf(sup.node, {properties: {[name]: false}})]
    : []

/** The object says itself what other properties there may be: all, or some. */
const saysWhatElse = (flat: Flat): boolean => {
  const all = said(flat, 'additionalProperties')
  return all.length > 0 && all.every(({value}) => value !== false)
}

/** What is one of the many properties of a map on one side, and on the other one has a schema of its own. */
function proveElse(desk: Desk, name: string, nodes: readonly Node[], side: Direction): Proof {
  const {sub, sup} = sidesOf(desk, side)
  const [rest] = said(sub, 'additionalProperties')
  if (!rest || !saysWhatElse(sub)) return keeps()
  const was = child(rest.node, 'additionalProperties')
  return desk.proofs.prove(side, {
    sub: sub.node,
    demands: [inPlaceOf(sup.node, {properties: {[name]: together(nodes).raw}})],
    candidates: () =>
      [desk.sampler.of(was, side), 'x', 1, {}].map(value =>
        value === undefined ? undefined : desk.sampler.object(sub, side, {set: {[name]: value}})
      )
  })
}

function compareProperty(desk: Desk, name: string, olds: readonly Node[], news: readonly Node[]): void {
  const [was, is] = [wayOf(olds), wayOf(news)]
  if (was !== is) {
    const required = ask(desk, [], {demands: demandName(name), candidates: withoutName(desk, name)})
    desk.tell({
      kind: 'field-access-changed',
      about: name,
      old: spotAt(olds, desk.older),
      new: spotAt(news, desk.newer),
      was: accessOf(was),
      is: accessOf(is),
      ...announcedIn(desk.lifeAt(olds.flatMap(node => [node, arrive(node)]))),
      prove: side => {
        const {sub, sup} = sidesOf({older: {way: was, flat: desk.older}, newer: {way: is, flat: desk.newer}}, side)
        const goes = (way: Direction | undefined): boolean => way === undefined || way === side
        if (goes(sub.way) === goes(sup.way)) return keeps()
        if (!goes(sub.way)) return requiredOf(sup.flat).has(name) ? proveUnsent(desk, name, side, required) : keeps()
        return proveExtra(desk, name, side === 'request' ? olds : news, side)
      }
    })
  }
  const way = was && is && was !== is ? undefined : (was ?? is)
  // What must be there has no use for a default.
  const isNeeded = requiredOf(desk.older).has(name) && requiredOf(desk.newer).has(name)
  const [before, after] = isNeeded ? withoutDefaults(olds, news) : [olds, news]
  desk.goBelow({
    older: before,
    newer: after,
    step: `.${name}`,
    ...onlyOn(way),
    lift: (value, side) =>
      desk.sampler.object(side === 'request' ? desk.older : desk.newer, side, {set: {[name]: value}})
  })
}

/**
 * What did not go this way must do so now. Another part of `allOf` may have required it all along: then it is required
 * of nobody, though that part alone does not know.
 */
function proveUnsent(desk: Desk, name: string, side: Direction, required: (side: Direction) => Proof): Proof {
  const proof = required(side)
  const {sub} = sidesOf(desk, side)
  const value = desk.sampler.object(sub, side, {without: [name]})
  if (proof.is === 'breaks' || !isRecord(value)) return proof
  const isFine = desk.proofs.accepts(sub.node, {...(value as object), [name]: null}, side)
  return isFine ? {is: 'breaks', witness: value, at: ''} : proof
}

const accessOf = (way: Direction | undefined): string =>
  way === undefined ? 'both ways' : way === 'request' ? 'writeOnly' : 'readOnly'

function compareRequired(desk: Desk, was: Properties, is: Properties, clean: ReadonlySet<string>): void {
  const [before, after] = [requiredOf(desk.older), requiredOf(desk.newer)]
  const moved = movedIn(desk)
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (before.has(name) === after.has(name) || moved.has(name)) continue
    const isRequired = after.has(name)
    // What comes or goes with its property is told there.
    if (isRequired ? !was.has(name) && is.has(name) : was.has(name) && !is.has(name)) continue
    const [olds, news] = clean.has(name)
      ? [propertiesOf(desk.older).get(name), propertiesOf(desk.newer).get(name)]
      : [was.get(name), is.get(name)]
    const holder = (isRequired ? after : before).get(name)
    const at: Spot[] = [olds, news].map((nodes, side) => {
      const [node] = nodes ?? []
      return node
        ? {node, steps: []}
        : holder && side === Number(isRequired)
          ? {node: holder, steps: ['required']}
          : spotOf(side === 0 ? desk.older : desk.newer)
    })
    desk.tell({
      kind: isRequired ? 'field-required' : 'field-optional',
      about: name,
      old: at[0] as Spot,
      new: at[1] as Spot,
      ...onlyOn(wayOf(news ?? olds ?? [])),
      prove: ask(desk, [], {
        demands: sup => (requiredOf(sup).has(name) ? demandName(name)(sup) : []),
        candidates: withoutName(desk, name)
      })
    })
  }
}

/** What a schema says of properties that it does not name. */
function restOf(flat: Flat): {is: 'open' | 'closed' | 'schema'; node?: Node} {
  const all = said(flat, 'additionalProperties')
  const closing = all.find(({value}) => value === false)
  if (closing) return {is: 'closed', node: closing.node}
  const schema = all.find(({value}) => isRecord(value) && Object.keys(value).length > 0)
  return schema ? {is: 'schema', node: child(schema.node, 'additionalProperties')} : {is: 'open'}
}

const OPENNESS = ['closed', 'schema', 'open']

function compareAdditional(desk: Desk): void {
  const [was, is] = [restOf(desk.older), restOf(desk.newer)]
  if (was.is === 'schema' && is.is === 'schema' && was.node && is.node) {
    desk.goBelow({
      older: [was.node],
      newer: [is.node],
      step: '{}',
      lift: (value, side) =>
        desk.sampler.object(side === 'request' ? desk.older : desk.newer, side, {set: {[freshName(desk)]: value}})
    })
    return
  }
  if (was.is === is.is) return
  const isOpener = OPENNESS.indexOf(is.is) > OPENNESS.indexOf(was.is)
  desk.tell({
    kind:
      was.is === 'closed'
        ? 'object-opened'
        : is.is === 'closed'
          ? 'object-closed'
          : isOpener
            ? 'constraint-loosened'
            : 'constraint-tightened',
    about: 'additionalProperties',
    ...spotsOf(desk, 'additionalProperties'),
    was: said(desk.older, 'additionalProperties')[0]?.value,
    is: said(desk.newer, 'additionalProperties')[0]?.value,
    prove: ask(desk, [], {
      demands: (sup, sub) => demandRest(sup, sub),
      meets: (sub, sup) =>
        demandRest(sup, sub).every(({raw}) => documentsOnly(sub, new Set(namesIn(raw as object, 'properties')))),
      candidates: (sub, _, side) => {
        // What documents its properties and says of no others has no others.
        if (!saysWhatElse(sub) && propertiesOf(sub).size > 0) return []
        const rest = restOf(sub)
        const value = rest.is === 'schema' && rest.node ? desk.sampler.of(rest.node, side) : 'x'
        return [value, 1, null, {}].map(each =>
          each === undefined ? undefined : desk.sampler.object(sub, side, {set: {[freshName(desk)]: each}})
        )
      }
    })
  })
}

/** A name that neither side documents. */
function freshName({older, newer}: Desk): string {
  const [was, is] = [propertiesOf(older), propertiesOf(newer)]
  for (let at = 0; ; at++) {
    const name = at === 0 ? 'other' : `other${at}`
    if (!was.has(name) && !is.has(name)) return name
  }
}

function comparePatterns(desk: Desk): void {
  const patterns = (flat: Flat): Map<string, Node> =>
    new Map(
      said(flat, 'patternProperties').flatMap(({node, value}) =>
        Object.keys(isRecord(value) ? value : {}).map(name => [name, child(node, 'patternProperties', name)] as const)
      )
    )
  const [was, is] = [patterns(desk.older), patterns(desk.newer)]
  const isSame = was.size === is.size && [...was.keys()].every(name => is.has(name))
  if (!isSame) {
    compareRest(desk, ['patternProperties'])
    return
  }
  for (const [name, node] of was)
    desk.goBelow({older: [node], newer: [is.get(name) as Node], step: `{${name}}`, lift: () => undefined})
}

/** One property went and one of the same schema came, with a name like it: a guess. */
function renamedIn(
  desk: Desk,
  found: {was: Properties; is: Properties; added: readonly string[]; removed: readonly string[]}
): {from: string; to: string} | undefined {
  const {was, is, added, removed} = found
  const [[from, ...others], [to, ...more]] = [removed, added]
  if (from === undefined || to === undefined || others.length > 0 || more.length > 0) return undefined
  const [olds, news] = [was.get(from) ?? [], is.get(to) ?? []]
  const [old, fresh] = [olds[0], news[0]]
  if (!old || !fresh || !isAlike(from, to)) return undefined
  if (olds.length !== 1 || news.length !== 1 || !desk.dirt.isClean(old, fresh)) return undefined
  if (requiredOf(desk.older).has(from) !== requiredOf(desk.newer).has(to)) return undefined
  const isRequired = requiredOf(desk.newer).has(to)
  const [lost, wanted] = [from, to].map(name =>
    ask(desk, [], {demands: demandName(name), candidates: withoutName(desk, name)})
  )
  desk.tell({
    kind: 'renamed',
    about: to,
    old: {node: old, steps: []},
    new: {node: fresh, steps: []},
    was: from,
    is: to,
    ...onlyOn(wayOf(olds)),
    prove: side => {
      if (isRequired) return (side === 'request' ? wanted : lost)?.(side) ?? keeps()
      return side === 'request' ? proveExtra(desk, from, olds, side) : keeps()
    }
  })
  return {from, to}
}

function isAlike(a: string, b: string): boolean {
  const [left, right] = [a, b].map(name => name.toLowerCase().replaceAll(/[_-]/g, ''))
  if (left === undefined || right === undefined) return false
  return left === right || distance(left, right) <= Math.min(left.length, right.length) / 3
}
