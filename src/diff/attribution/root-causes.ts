import {type AnnouncedBefore, type Change, NAMING_KINDS, type Proof, type Reach} from '../../model/api/change.ts'
import type {Snapshot} from '../../model/api/snapshot.ts'
import type {Direction, Part, Subject} from '../../model/subject/subject.ts'
import {type Json, keyOf} from '../../schema/json.ts'
import {refusesAll, takes} from '../alternatives/one-of-any-of.ts'
import {overlookedBy} from '../alternatives/undocumented-overlap.ts'
import type {Whole} from '../alternatives/whole-value.ts'
import {calledBy, isCalled} from '../proof/discriminator-values.ts'
import {type Proofs, VOID} from '../proof/proofs.ts'
import {type Alternative, type Fact, sidesOf} from '../schema-diff-context.ts'
import {holderOf} from './nullable-reference.ts'
import {
  type Bits,
  factsMet,
  isNone,
  join,
  type Met,
  numbersIn,
  type Pending,
  type State,
  waysFrom,
  within
} from './reachability.ts'
import {type Standing, standing} from './schema-location.ts'
import type {KnownFact, Pair} from './schema-pairs.ts'

/** A place in an operation where two schemas, or two parts of the operation, are compared. */
export interface Stop {
  readonly subject: Subject
  readonly side: Direction
  /** The part of the operation, in readable form. */
  readonly part?: string
  /** The part of the subject that is meant. */
  readonly narrowed?: Part
  /** What the older description announced about the end of support of the operation, which holds for its parts, too. */
  readonly announced?: () => AnnouncedBefore | undefined
}

interface UsedPair {
  readonly stop: Stop
  readonly pair: Pair
  readonly reach: Reach
}

/** A change, and all changes that were found to be the same. */
interface ChangeGroup {
  change: Change
  readonly all: Change[]
}

/** A fact with its proofs in the directions in which it's reached. */
interface ReachedFactProofs {
  readonly fact: KnownFact
  readonly proofs: {[Side in Direction]?: Proof}
  /**
   * Whether an added or removed value is accepted on both sides, because wherever it's reached another alternative
   * accepts it.
   */
  readonly isTaken: boolean
  readonly reaches: Reach[]
  /** One for each reach. */
  readonly stops: Stop[]
}

/** The proof of a fact, the sites that reach it, and the states in which they do. */
interface FactProof {
  readonly proof: Proof | undefined
  readonly bits: Bits
  readonly states: readonly State[]
}

const SIDES = ['request', 'response'] as const
export const EVERYTHING: Subject = {target: {kind: 'prefix', path: ''}}

/** Collects which operations reach which facts, and returns one change for each root cause. */
export class Ledger {
  readonly #older: Snapshot
  readonly #newer: Snapshot
  readonly #proofs: Proofs
  readonly #roots: {readonly [Side in Direction]: UsedPair[]} = {request: [], response: []}
  readonly #changes = new Map<string, ChangeGroup>()
  readonly #explained = {request: new Set<object>(), response: new Set<object>()}

  constructor(older: Snapshot, newer: Snapshot, proofs: Proofs) {
    this.#older = older
    this.#newer = newer
    this.#proofs = proofs
  }

  /** Records that all facts of a pair, and of the pairs below it, are reached from a site. */
  meet(stop: Stop, pair: Pair): void {
    this.#roots[stop.side].push({stop, pair, reach: reachOf(stop)})
  }

  /**
   * Adds a change, or adds what it reaches to the same change. A removal that was announced for one operation is a
   * change of its own.
   */
  add(change: Change): void {
    const place = (where: Change['where']['old']): string => (where ? `${where.source} ${where.pointer}` : '')
    const {kind, about = '', where, old, new: fresh, announced} = change
    const values = [old, fresh, announced].map(each => keyOf(each ?? null))
    const key = [kind, about, place(where.old), place(where.new), ...values].join('\n')
    const known = this.#changes.get(key)
    if (!known) {
      this.#changes.set(key, {change, all: [change]})
      return
    }
    // A requirement of the description applies to all operations without their own, so the change isn't one of the
    // first operation.
    if (/^security-/.test(kind)) known.change = {...known.change, subject: EVERYTHING}
    known.all.push(change)
  }

  /** All changes, in the order in which they were reached. */
  close(): Change[] {
    const settled = new Map<KnownFact, ReachedFactProofs>()
    const silent: (() => void)[] = []
    for (const side of SIDES) {
      const roots = this.#roots[side]
      const lists = new Map<string, readonly Reach[]>()
      const ways = new Map<State, ReadonlyMap<State, string>>()
      const {all, starts} = factsMet(roots, side)
      const reachesOf = (bits: Bits, {kind, about}: KnownFact, states: readonly State[]): Reach[] => {
        const key = bits.join()
        const list = lists.get(key) ?? numbersIn(bits).map(number => (roots[number] as UsedPair).reach)
        lists.set(key, list)
        const [number = 0] = numbersIn(bits.subarray(0, bits.findIndex(word => word !== 0) + 1))
        const start = starts[number] as State
        const known = ways.get(start) ?? waysFrom(start)
        ways.set(start, known)
        const way = shortest(states.map(state => known.get(state))) ?? ''
        const [first, ...rest] = list
        const name = NAMING_KINDS.has(kind) && about !== undefined ? `.${about}` : ''
        return [{...(first as Reach), at: `${way}${name}`.replace(/^\./, '')}, ...rest]
      }
      for (const met of all) {
        const settle = (): void => {
          const {proof, bits, states} = this.#proofOf(met, side)
          if (isNone(bits)) return
          const reaches = reachesOf(bits, met.fact, states)
          const stops = numbersIn(bits).map(number => (roots[number] as UsedPair).stop)
          const before = settled.get(met.fact)
          settled.set(met.fact, {
            fact: met.fact,
            proofs: {...before?.proofs, ...(proof ? {[side]: proof} : {})},
            isTaken: before?.isTaken !== false && this.#isAcceptedElsewhere(met, side),
            reaches: [...(before?.reaches ?? []), ...reaches],
            stops: [...(before?.stops ?? []), ...stops]
          })
        }
        if (met.fact.isSilent) silent.push(settle)
        else settle()
      }
    }
    for (const settle of silent) settle()
    for (const each of settled.values())
      if (!each.fact.isSilent || this.#addsFinding(each)) for (const change of this.#changesOf(each)) this.add(change)
    return [...this.#changes.values()].map(({change, all}) =>
      all.length > 1 ? {...change, ...mergeReaches(all)} : change
    )
  }

  /**
   * Whether a silent fact adds something to what is reported, which a break in a choice does not: it's reported there.
   */
  #addsFinding({fact, proofs}: ReachedFactProofs): boolean {
    return SIDES.some(side => {
      const proof = proofs[side]
      return proof !== undefined && proof.is !== 'keeps' && !(fact.old && this.#explained[side].has(fact.old.node))
    })
  }

  /**
   * The proof of a fact and the operations that are really affected, because other alternatives may accept what one of
   * them no longer accepts.
   */
  #proofOf({fact, plainly, plain, throughChoices}: Met, side: Direction): FactProof {
    const bits = plainly.slice()
    for (const {stops} of throughChoices) join(bits, stops)
    const all = {bits, states: [...(plain ? [plain] : []), ...throughChoices.map(({state}) => state)]}
    if (isNone(bits)) return {proof: undefined, ...all}
    const proof = fact.proof(side)
    if (proof?.is !== 'breaks') return {proof, ...all}
    const real = plainly.slice()
    const states = plain && !isNone(plainly) ? [plain] : []
    let open: Proof | undefined
    let widerProof: Proof | undefined
    for (const {pending, stops, state} of throughChoices) {
      // Operations that reach it without a choice are reported by that path.
      if (within(stops, real)) continue
      const {isOther, ...answer} = this.#confirmUpwards(pending, proof.witness as Json, side)
      if (answer.is === 'undetermined') open ??= answer
      if (answer.is !== 'breaks') continue
      join(real, stops)
      states.push(state)
      // For an alternative as a whole, the value with its discriminator value is the better proof.
      if (pending.lifts.length === 0 || isOther) widerProof ??= answer
      const {alternative} = pending.edge
      if (!alternative) continue
      this.#explained[side].add(alternative.older.choice.node)
      this.#explained[side].add(alternative.newer.choice.node)
    }
    if (isNone(real)) return {proof: open ?? {is: 'keeps'}, ...all}
    return {proof: isNone(plainly) ? (widerProof ?? proof) : proof, bits: real, states}
  }

  #isAcceptedElsewhere({fact: {kind, was, is}, plainly, throughChoices}: Met, side: Direction): boolean {
    if ((kind !== 'value-added' && kind !== 'value-removed') || !isNone(plainly)) return false
    return throughChoices.every(({pending: {edge, lifts}}) => {
      const {alternative} = edge
      if (!alternative) return false
      const {choice} = kind === 'value-added' ? alternative.older : alternative.newer
      return lifts.length === 0 && takes({proofs: this.#proofs}, choice, (is ?? was) as Json, side)
    })
  }

  /**
   * Checks whether a break still breaks in everything that contains the value. `isOther`: the witness is another value
   * than the one below.
   */
  #confirmUpwards(start: Pending, witness: Json, side: Direction): Proof & {readonly isOther: boolean} {
    let value: Json | undefined = witness
    let isOther = false
    if (start.isVoid) return {...VOID, isOther}
    for (let here: Pending | undefined = start; here; here = here.above) {
      for (const lift of here.lifts.toReversed()) value = value === undefined ? undefined : lift(value, side)
      const {edge} = here
      const answer: Proof = edge.alternative
        ? this.#confirmInChoice(edge.alternative, value, side)
        : (edge.whole as Whole).confirmedBelow(value, side, edge.step, edge.to)
      const proof = edge.alternative && edge.whole ? edge.whole.confirmed(answer, side) : answer
      if (proof.is !== 'breaks') return {...proof, isOther}
      isOther ||= proof.witness !== value
      value = proof.witness as Json
    }
    return {is: 'breaks', witness: value as Json, at: '', isOther}
  }

  #confirmInChoice(alternative: Alternative, lifted: Json | undefined, side: Direction): Proof {
    let value = lifted
    const {sub, sup} = sidesOf(alternative, side)
    value = calledBy(value, sub.name)
    if (value === undefined || !this.#proofs.accepts(sub.member, value, side)) return alternative.whole(side)
    const isRefused = sup.beside.some(node => this.#proofs.refuses(node, value, side))
    if (isRefused || refusesAll({proofs: this.#proofs}, sup.choice, value, side))
      return {is: 'breaks', witness: value, at: ''}
    const {name: named} = sup
    if (named && isCalled(value, named) && this.#proofs.refuses(sup.member, value, side)) {
      const by = `\`${named.property}\``
      return {is: 'undetermined', why: `another alternative takes it, which is not the one that its ${by} stands for`}
    }
    const whole = alternative.whole(side)
    const name = whole.is === 'keeps' ? overlookedBy(sup, value, side, this.#proofs) : undefined
    return name === undefined
      ? whole
      : {is: 'undetermined', why: `another alternative takes it, which says nothing of \`${name}\``}
  }

  /** The changes of a fact: usually one, but a removal outside of components has one for each announcement. */
  #changesOf({fact, proofs, isTaken, reaches, stops}: ReachedFactProofs): Change[] {
    const [old, fresh] = [fact.old && standing(fact.old, this.#older), fact.new && standing(fact.new, this.#newer)]
    const isEnd = fact.kind === 'field-removed' || fact.kind === 'value-removed'
    const lead = fact.of
      ? standing(fact.of, this.#newer)
      : isEnd || isRemovedBesideReference(fact, old, fresh)
        ? (old ?? fresh)
        : (fresh ?? old)
    const owner = holderOf(fact, lead, {older: this.#older, newer: this.#newer})
    const component = owner?.component
    const at = component === undefined ? (reaches[0]?.at ?? '') : (owner?.at ?? '')
    const [was, is] = isTaken ? [fact.was ?? fact.is, fact.is ?? fact.was] : [fact.was, fact.is]
    const isValue = fact.kind === 'value-added' || fact.kind === 'value-removed'
    const ofValue = isValue ? fact.about : fact.value
    const value = ofValue === undefined ? {} : {value: ofValue}
    const subjectAt = ({subject: {target}, narrowed, side}: Stop): Subject =>
      component === undefined
        ? {target, part: {...narrowed, ...(at ? {field: at} : {}), ...value, in: side}}
        : {
            target: {kind: 'resource-field', resource: component, name: at || '*'},
            ...(ofValue === undefined ? {} : {part: value})
          }
    const plain = [{reaches, stop: stops[0] as Stop, announced: fact.announced}]
    const byEach = isEnd && fact.announced === undefined ? groupByAnnouncement(reaches, stops) : plain
    // A part of a component is removed for all operations at once, so it was announced only if all of them have the
    // same announcement.
    const noticed = component === undefined || byEach.length === 1 ? byEach : plain
    return noticed.map(each => ({
      kind: fact.kind,
      subject: subjectAt(each.stop),
      ...(component === undefined ? {} : {component}),
      at,
      where: {...(old ? {old: old.place} : {}), ...(fresh ? {new: fresh.place} : {})},
      ...(was === undefined ? {} : {old: was}),
      ...(is === undefined ? {} : {new: is}),
      ...(fact.about === undefined ? {} : {about: fact.about}),
      ...(fact.others === undefined ? {} : {others: fact.others}),
      ...(each.announced ? {announced: each.announced} : {}),
      reaches: each.reaches,
      proofs
    }))
  }
}

interface AnnouncedReaches {
  readonly reaches: Reach[]
  readonly stop: Stop
  readonly announced: AnnouncedBefore | undefined
}

/** Groups the reaches of a removal by what the older description announced about the operation. */
function groupByAnnouncement(reaches: readonly Reach[], stops: readonly Stop[]): AnnouncedReaches[] {
  const found = new Map<string, AnnouncedReaches>()
  for (const [index, stop] of stops.entries()) {
    const reach = reaches[index] as Reach
    const announced = stop.announced?.()
    const key = keyOf(announced ?? null)
    const known = found.get(key)
    if (known) known.reaches.push(reach)
    // Only the first reach holds the path.
    else found.set(key, {reaches: [{...reach, ...(reaches[0]?.at ? {at: reaches[0].at} : {})}], stop, announced})
  }
  return [...found.values()]
}

/**
 * Whether something was removed that stood beside a reference, or in its place. It's no change of the component, which
 * never had it.
 */
function isRemovedBesideReference({was, is}: Fact, old: Standing | undefined, fresh: Standing | undefined): boolean {
  if (was === undefined || is !== undefined || !old || !fresh) return false
  const isWhole = ({component, at}: Standing): boolean => component !== undefined && at === ''
  return isWhole(fresh) && !isWhole(old)
}

/** The path with the fewest steps, the first found of several; `undefined` if there is none. */
const shortest = (ways: readonly (string | undefined)[]): string | undefined =>
  ways.filter(way => way !== undefined).toSorted((a, b) => stepsIn(a) - stepsIn(b))[0]

const stepsIn = (way: string): number => way.match(/[.[{]/g)?.length ?? 0

const WORST = ['breaks', 'undetermined', 'keeps']

/** The reaches and proofs of a change that was found in several places. The path to where it breaks comes first. */
function mergeReaches(all: readonly Change[]): Pick<Change, 'reaches' | 'proofs'> {
  const proofs: {[Side in Direction]?: Proof} = {}
  const first = new Map<Direction, Change>()
  for (const change of all)
    for (const side of SIDES) {
      const [mine, worst] = [change.proofs[side], proofs[side]]
      if (!mine || (worst && WORST.indexOf(worst.is) <= WORST.indexOf(mine.is))) continue
      proofs[side] = mine
      first.set(side, change)
    }
  const leading = SIDES.flatMap(side => first.get(side)?.reaches.filter(reach => reach.side === side) ?? [])
  return {reaches: dropRepeated([...leading, ...all.flatMap(({reaches}) => reaches)]), proofs}
}

export const reachOf = ({subject, side, part}: Stop): Reach => ({
  operation: subject,
  side,
  ...(part === undefined ? {} : {part})
})

/** The reaches without repetitions, which occur because only the first of a list holds the path. */
function dropRepeated(reaches: readonly Reach[]): Reach[] {
  const seen = new Map<Subject, Set<string>>()
  return reaches.filter(({operation, side, part}) => {
    const known = seen.get(operation) ?? new Set<string>()
    seen.set(operation, known)
    const key = `${side} ${part}`
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}
