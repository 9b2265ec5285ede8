import type {Change, Proof, Reach} from '../model/change.ts'
import type {Snapshot} from '../model/snapshot.ts'
import {type Direction, type Part, type Subject, subjectKey} from '../model/subject.ts'
import {type Json, keyOf} from '../schema/json.ts'
import type {Alternative} from './desk.ts'
import {sidesOf} from './desk.ts'
import type {KnownFact} from './pairs.ts'
import type {Proofs} from './proofs.ts'
import {inPlaceOf} from './proofs.ts'
import {standing} from './spots.ts'

/** The last choice on the way down, and how a value further down is built into one of its alternative. */
export interface Pending {
  readonly alternative: Alternative
  readonly lifts: readonly ((value: Json, side: Direction) => Json | undefined)[]
}

interface Met {
  readonly fact: KnownFact
  readonly side: Direction
  readonly reaches: {readonly reach: Reach; readonly part?: Part; readonly pending?: Pending}[]
}

/** Gathers who meets which fact, and makes changes of them: one for each root cause. */
export class Ledger {
  readonly #older: Snapshot
  readonly #newer: Snapshot
  readonly #proofs: Proofs
  readonly #met = new Map<KnownFact, {[Side in Direction]?: Met}>()
  readonly #changes = new Map<string, Kept>()
  readonly #explained = {request: new Set<object>(), response: new Set<object>()}

  constructor(older: Snapshot, newer: Snapshot, proofs: Proofs) {
    this.#older = older
    this.#newer = newer
    this.#proofs = proofs
  }

  meet(fact: KnownFact, reach: Reach, part: Part | undefined, pending: Pending | undefined): void {
    const sides = this.#met.get(fact) ?? {}
    this.#met.set(fact, sides)
    const met: Met = sides[reach.side] ?? {fact, side: reach.side, reaches: []}
    sides[reach.side] = met
    met.reaches.push({reach, ...(part ? {part} : {}), ...(pending ? {pending} : {})})
  }

  /** A change as it is; where the same one is known, what it reaches is added. */
  add(change: Change): void {
    const place = (where: Change['where']['old']): string => (where ? `${where.source} ${where.pointer}` : '')
    const key = keyOf([
      change.kind,
      change.about ?? '',
      place(change.where.old),
      place(change.where.new),
      change.old ?? null,
      change.new ?? null
    ])
    const known = this.#changes.get(key) ?? {change, reaches: new Map<string, Reach>(), proofs: {}}
    this.#changes.set(key, known)
    for (const reach of change.reaches) {
      const name = reachKey(reach)
      if (!known.reaches.has(name)) known.reaches.set(name, reach)
    }
    for (const side of ['request', 'response'] as const) {
      const both = [known.proofs[side], change.proofs[side]].filter(proof => proof !== undefined)
      const [worst] = both.toSorted((x, y) => WORST.indexOf(x.is) - WORST.indexOf(y.is))
      if (worst) known.proofs[side] = worst
    }
  }

  /** All changes, in the order of their places. */
  close(): Change[] {
    const all = [...this.#met.values()]
    for (const sides of all) if (!firstOf(sides).fact.isSilent) this.#settle(sides)
    for (const sides of all) if (firstOf(sides).fact.isSilent) this.#settle(sides)
    return [...this.#changes.values()].map(({change, reaches, proofs}) => ({
      ...change,
      reaches: [...reaches.values()],
      proofs
    }))
  }

  #settle(sides: {[Side in Direction]?: Met}): void {
    const {fact} = firstOf(sides)
    const proofs: {[Side in Direction]?: Proof} = {}
    const reaches: Reach[] = []
    for (const met of [sides.request, sides.response]) {
      if (!met) continue
      const {proof, left} = this.#proofOf(met)
      if (proof) proofs[met.side] = proof
      reaches.push(...left)
    }
    if (fact.isSilent && !this.#isNews(fact, proofs)) return
    const first = firstOf(sides).reaches[0] as Met['reaches'][number]
    this.add(this.#changeOf(fact, {proofs, reaches, first}))
  }

  /** What breaks within a choice is told there. */
  #isNews({old}: KnownFact, proofs: Change['proofs']): boolean {
    return (['request', 'response'] as const).some(
      side => proofs[side]?.is === 'breaks' && !(old && this.#explained[side].has(old.node))
    )
  }

  /** Who truly meets it: what one alternative no longer accepts, another one may. */
  #proofOf({fact, side, reaches}: Met): {proof: Proof | undefined; left: Reach[]} {
    const proof = fact.proof(side)
    const all = reaches.map(({reach}) => reach)
    if (proof?.is !== 'breaks') return {proof, left: all}
    const real: Reach[] = []
    let open: Proof | undefined
    const answers = new Map<Alternative, Proof>()
    for (const {reach, pending} of reaches) {
      const answer = pending
        ? (answers.get(pending.alternative) ?? this.#within(pending, proof.witness as Json, side))
        : proof
      if (pending) answers.set(pending.alternative, answer)
      if (answer.is === 'keeps') continue
      if (answer.is === 'undetermined') open ??= answer
      else if (pending) this.#explained[side].add(pending.alternative.older.choice.node)
      if (answer.is === 'breaks') real.push(reach)
    }
    if (real.length > 0) return {proof, left: real}
    return {proof: open ?? {is: 'keeps'}, left: all}
  }

  #within({alternative, lifts}: Pending, witness: Json, side: Direction): Proof {
    let value: Json | undefined = witness
    for (const lift of lifts.toReversed()) value = value === undefined ? undefined : lift(value, side)
    const {sub, sup} = sidesOf(alternative, side)
    const {node, keyword} = sup.choice
    const group = inPlaceOf(node, {[keyword]: (node.raw as {[keyword: string]: unknown})[keyword]})
    if (value !== undefined && this.#proofs.accepts(sub.member, value, side)) {
      if (!this.#proofs.accepts(group, value, side)) return {is: 'breaks', witness: value, at: ''}
    }
    return alternative.whole(side)
  }

  #changeOf(
    fact: KnownFact,
    {proofs, reaches, first}: {proofs: Change['proofs']; reaches: readonly Reach[]; first: Met['reaches'][number]}
  ): Change {
    const [old, fresh] = [fact.old && standing(fact.old, this.#older), fact.new && standing(fact.new, this.#newer)]
    const lead = fact.kind === 'field-removed' || fact.kind === 'value-removed' ? (old ?? fresh) : (fresh ?? old)
    const component = lead?.component
    const at = component === undefined ? (reaches[0] ?? first.reach).at : (lead?.at ?? '')
    const isValue = fact.kind === 'value-added' || fact.kind === 'value-removed'
    const value = isValue && fact.about !== undefined ? {value: fact.about} : {}
    const {operation, side} = first.reach
    const subject: Subject =
      component === undefined
        ? partOf(operation, {...first.part, ...(at ? {field: at} : {}), ...value, in: side})
        : partOf(
            {target: {kind: 'resource-field', resource: component, name: at || '*'}},
            isValue ? {...value} : undefined
          )
    return {
      kind: fact.kind,
      subject,
      ...(component === undefined ? {} : {component}),
      at,
      where: {...(old ? {old: old.place} : {}), ...(fresh ? {new: fresh.place} : {})},
      ...(fact.was === undefined ? {} : {old: fact.was}),
      ...(fact.is === undefined ? {} : {new: fact.is}),
      ...(fact.about === undefined ? {} : {about: fact.about}),
      reaches,
      proofs
    }
  }
}

const firstOf = (sides: {[Side in Direction]?: Met}): Met => (sides.request ?? sides.response) as Met

const partOf = ({target}: Subject, part: Part | undefined): Subject => (part ? {target, part} : {target})

const WORST = ['breaks', 'undetermined', 'keeps']

/** A change that may still be met by others. */
interface Kept {
  readonly change: Change
  readonly reaches: Map<string, Reach>
  readonly proofs: {[Side in Direction]?: Proof}
}

const reachKey = ({operation, side, part, at}: Reach): string => `${subjectKey(operation)} ${side} ${part} ${at}`
