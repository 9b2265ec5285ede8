import type {Proof} from '../model/change.ts'
import type {Direction} from '../model/subject.ts'
import {isRecord, own} from '../schema/json.ts'
import {child, type Node} from '../schema/node.ts'
import {type Desk, type Spot, sidesOf} from './desk.ts'
import {type Choice, flatten, propertiesOf, typesOf} from './flat.ts'
import {inPlaceOf, keeps} from './proofs.ts'

/** `anyOf` and `oneOf`: which alternatives came, went or changed. */
export function compareChoices(desk: Desk): void {
  const {older, newer} = desk
  const most = Math.max(older.choices.length, newer.choices.length)
  for (let at = 0; at < most; at++) {
    const [was, is] = [older.choices[at], newer.choices[at]]
    if (was && is) compareChoice(desk, was, is)
    else {
      const choice = (was ?? is) as Choice
      desk.tell({
        kind: 'composition-changed',
        about: choice.keyword,
        old: was ? spotAt(was) : {node: older.members[0] ?? older.node, steps: []},
        new: is ? spotAt(is) : {node: newer.members[0] ?? newer.node, steps: []},
        was: was ? was.alternatives.length : undefined,
        is: is ? is.alternatives.length : undefined,
        prove: side => {
          const demand = sidesOf({older: was, newer: is}, side).sup
          return demand ? proveChoice(desk, demand, side, []) : keeps()
        }
      })
    }
  }
}

const spotAt = ({node, keyword}: Choice): Spot => ({node, steps: [keyword]})

const demandOf = ({node, keyword}: Choice): Node => inPlaceOf(node, {[keyword]: own(node.raw as object, keyword)})

/** Whether all that the one side documents is accepted by the alternatives. */
function proveChoice(desk: Desk, sup: Choice, side: Direction, extra: readonly Node[]): Proof {
  const {sub} = sidesOf(desk, side)
  return desk.proofs.prove(side, {
    sub: sub.node,
    demands: [demandOf(sup)],
    candidates: function* () {
      for (const node of extra) {
        const value = desk.sampler.of(node, side)
        yield value
        if (value !== undefined && isRecord(value)) yield desk.sampler.object(sub, side, {set: value})
      }
      for (const {alternatives} of sub.choices) for (const node of alternatives) yield desk.sampler.of(node, side)
    }
  })
}

function compareChoice(desk: Desk, was: Choice, is: Choice): void {
  const {pairs, gone, come} = matched(desk, was.alternatives, is.alternatives)
  let changed = 0
  for (const [older, newer] of pairs) {
    if (desk.dirt.isClean(older, newer)) continue
    changed++
    desk.goBelow({
      older: [older],
      newer: [newer],
      step: '',
      lift: value => value,
      alternative: {
        older: {choice: was, member: older},
        newer: {choice: is, member: newer},
        whole: side => {
          const {sub, sup} = sidesOf({older: {choice: was, member: older}, newer: {choice: is, member: newer}}, side)
          return desk.proofs.prove(side, {sub: sub.member, demands: [demandOf(sup.choice)]})
        }
      }
    })
  }
  const spots = {old: spotAt(was), new: spotAt(is)}
  const tell = (node: Node, on: Direction): void => {
    const at = (on === 'request' ? was : is).alternatives.indexOf(node)
    const {node: holder, keyword} = on === 'request' ? was : is
    const spot: Spot = {node: holder, steps: [keyword, at]}
    desk.tell({
      kind: on === 'request' ? 'alternative-removed' : 'alternative-added',
      about: nameOf(node, holder, keyword, at),
      ...spots,
      ...(on === 'request' ? {old: spot} : {new: spot}),
      prove: side => {
        const {sup} = sidesOf({older: was, newer: is}, side)
        if (side === on) return proveChoice(desk, sup, side, [node])
        // One more way to be accepted, unless just one may hold.
        return sup.keyword === 'oneOf' ? proveChoice(desk, sup, side, []) : keeps()
      }
    })
  }
  for (const node of gone) tell(node, 'request')
  for (const node of come) tell(node, 'response')
  const isOther = was.keyword !== is.keyword
  if (isOther || (changed > 0 && (was.keyword === 'oneOf' || is.keyword === 'oneOf'))) {
    desk.tell({
      kind: 'composition-changed',
      about: is.keyword,
      ...spots,
      was: was.keyword,
      is: is.keyword,
      isSilent: !isOther,
      prove: side => {
        const {sup} = sidesOf({older: was, newer: is}, side)
        return sup.keyword === 'oneOf' || isOther ? proveChoice(desk, sup, side, []) : keeps()
      }
    })
  }
}

/** What people call an alternative: its component, its title, its type. */
function nameOf(node: Node, holder: Node, keyword: string, at: number): string {
  const [raw] = [child(holder, keyword, at).raw, node.raw]
  const reference = isRecord(raw) ? own(raw, '$ref') : undefined
  if (typeof reference === 'string') return reference.split('/').at(-1) ?? reference
  const pointed = /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(node.pointer)?.[1]
  if (pointed !== undefined) return pointed
  const record = isRecord(node.raw) ? node.raw : {}
  const title = own(record, 'title')
  if (typeof title === 'string') return title
  const type = own(record, 'type')
  return type === undefined ? `${keyword} ${at + 1}` : [type].flat().join(' or ')
}

interface Matched {
  readonly pairs: readonly (readonly [Node, Node])[]
  readonly gone: readonly Node[]
  readonly come: readonly Node[]
}

/** Which alternatives are the same ones: equal, at the same place of their documents, or much alike. */
function matched({dirt}: Desk, olds: readonly Node[], news: readonly Node[]): Matched {
  const pairs: [Node, Node][] = []
  let [left, right] = [[...olds], [...news]]
  const match = (isSame: (a: Node, b: Node) => boolean): void => {
    for (const a of [...left]) {
      const b = right.find(each => isSame(a, each))
      if (!b) continue
      pairs.push([a, b])
      left = left.filter(each => each !== a)
      right = right.filter(each => each !== b)
    }
  }
  match((a, b) => dirt.isClean(a, b))
  match((a, b) => a.pointer === b.pointer && isNamed(a))
  match((a, b) => likeness(a, b) >= 0.5)
  const [a, b] = [left[0], right[0]]
  if (a && b && left.length === 1 && right.length === 1 && likeness(a, b) > 0)
    return {pairs: [...pairs, [a, b]], gone: [], come: []}
  return {pairs, gone: left, come: right}
}

const isNamed = ({pointer}: Node): boolean => /^\/(components\/schemas|definitions)\/[^/]+$/.test(pointer)

/** From 0 to 1: how much two schemas have in common. */
function likeness(a: Node, b: Node): number {
  const [left, right] = [flatten(a), flatten(b)]
  if (![...typesOf(left)].some(type => typesOf(right).has(type))) return 0
  const [one, other] = [[...propertiesOf(left).keys()], propertiesOf(right)]
  if (one.length === 0 && other.size === 0) return typesOf(left).size < 7 && typesOf(right).size < 7 ? 0.5 : 0.1
  const shared = one.filter(name => other.has(name)).length
  return shared / Math.max(one.length, other.size, 1)
}
