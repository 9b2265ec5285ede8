import {kindOf} from '@tenure/core/languages/kinds'
import {type AffectedOperation, type Change, MAP_FIELDS, type Proof} from '@tenure/core/model/api/change'
import {memberTarget} from '@tenure/core/model/subject/field'
import {type Direction, type Subject, type SubjectPart, WHOLE_API} from '@tenure/core/model/subject/subject'
import type {Json} from '@tenure/json-schema/json'
import type {Snapshot} from '../../snapshot.ts'
import {findOverlookedProperty} from '../alternatives/overlaps.ts'
import {acceptsInChoice, refusesInChoice} from '../alternatives/prove-choice.ts'
import type {WholeValue} from '../alternatives/whole-value.ts'
import {hasDiscriminatorValue, setDiscriminatorValue} from '../proof/discriminator-values.ts'
import {EMPTY_SCHEMA_PROOF, type SchemaProver} from '../proof/proofs.ts'
import {type ChangedAlternative, containmentSidesOf, type SchemaFact} from '../schema-diff-context.ts'
import {causeKey, mergeReaches} from './merge-changes.ts'
import {findChangedPlace} from './nullable-reference.ts'
import {
  addBits,
  alternativesAbove,
  type BitSet,
  findReachedFacts,
  findShortestPaths,
  hasPartAt,
  isEmptySet,
  isSubsetOf,
  listBits,
  type PathState,
  type PendingCheck,
  type ReachedFact
} from './reachability.ts'
import {ambiguousNamesOf, type ComponentLocation, locateInComponent} from './schema-location.ts'
import {breaksBelow, type ProvableFact, type SchemaPair, showsDifference} from './schema-pairs.ts'

/** A place in an operation where two schemas, or two parts of the operation, are compared. */
export interface OperationSite {
  readonly subject: Subject
  readonly side: Direction
  /** The part of the operation, in readable form. */
  readonly part?: string
  /** The part of the subject that a change there is about, such as a parameter. */
  readonly narrowed?: SubjectPart
}

interface UsedPair {
  readonly site: OperationSite
  readonly pair: SchemaPair
  readonly reach: AffectedOperation
}

/** A change, and all changes that were found to be the same. */
interface ChangeGroup {
  change: Change
  readonly all: Change[]
}

/** A fact with its proofs in the directions in which it's reached. */
interface ReachedFactProofs {
  readonly fact: ProvableFact
  readonly proofs: {[Side in Direction]?: Proof}
  /**
   * Whether an added or removed value is accepted on both sides, because wherever it's reached another alternative
   * accepts it.
   */
  readonly isTaken: boolean
  readonly reaches: AffectedOperation[]
  /** The site of each item of `reaches`, in the same order. */
  readonly sites: OperationSite[]
}

/** The proof of a fact, the sites that reach it, and the states in which they do. */
interface FactProof {
  readonly proof: Proof | undefined
  readonly bits: BitSet
  readonly states: readonly PathState[]
}

const SIDES = ['request', 'response'] as const

/** Collects which operations reach which facts, and returns one change for each root cause. */
export class RootCauses {
  readonly #older: Snapshot
  readonly #newer: Snapshot
  readonly #both: {readonly older: Snapshot; readonly newer: Snapshot}
  readonly #proofs: SchemaProver
  readonly #roots: {readonly [Side in Direction]: UsedPair[]} = {request: [], response: []}
  readonly #changes = new Map<string, ChangeGroup>()
  /** The choices whose break, or need for a review, is reported with an alternative. */
  readonly #explained = {request: new Set<object>(), response: new Set<object>()}
  readonly #reviewed = {request: new Set<object>(), response: new Set<object>()}

  constructor(older: Snapshot, newer: Snapshot, proofs: SchemaProver) {
    this.#older = older
    this.#newer = newer
    this.#both = {older, newer}
    this.#proofs = proofs
  }

  /** Records that all facts of a pair, and of the pairs below it, are reached from a site. */
  addPair(site: OperationSite, pair: SchemaPair): void {
    this.#roots[site.side].push({site, pair, reach: reachOf(site)})
  }

  /**
   * Adds a change, or merges it into the same change from another operation. `cause`: the key of the same change, if it
   * isn't given by its places.
   */
  addChange(change: Change, cause?: string): void {
    const key = causeKey(change, cause)
    const known = this.#changes.get(key)
    if (!known) {
      this.#changes.set(key, {change, all: [change]})
      return
    }
    // A requirement of the description applies to all operations without their own, so the change isn't one of the
    // first operation.
    if (/^security-/.test(change.kind)) known.change = {...known.change, subject: WHOLE_API}
    known.all.push(change)
  }

  /** All changes, in the order in which they were reached. */
  collectChanges(): Change[] {
    const settled = new Map<ProvableFact, ReachedFactProofs>()
    const silent: (() => void)[] = []
    for (const side of SIDES) {
      const roots = this.#roots[side]
      const lists = new Map<string, readonly AffectedOperation[]>()
      const ways = new Map<PathState, ReadonlyMap<PathState, string>>()
      const {all, starts} = findReachedFacts(roots, side)
      const reachesOf = (
        bits: BitSet,
        {kind, about}: ProvableFact,
        states: readonly PathState[]
      ): AffectedOperation[] => {
        const key = bits.join()
        const list = lists.get(key) ?? listBits(bits).map(number => (roots[number] as UsedPair).reach)
        lists.set(key, list)
        const [number = 0] = listBits(bits.subarray(0, bits.findIndex(word => word !== 0) + 1))
        const start = starts[number] as PathState
        const known = ways.get(start) ?? findShortestPaths(start)
        ways.set(start, known)
        const way = shortest(states.map(state => known.get(state))) ?? ''
        const [first, ...rest] = list
        const name = kindOf(kind).isAboutName && about !== undefined ? `.${about}` : ''
        return [{...(first as AffectedOperation), at: `${way}${name}`.replace(/^\./, '')}, ...rest]
      }
      for (const met of all) {
        const settle = (): void => {
          const {proof, bits, states} = this.#proofOf(met, side)
          if (isEmptySet(bits)) return
          const reaches = reachesOf(bits, met.fact, states)
          const sites = listBits(bits).map(number => (roots[number] as UsedPair).site)
          const before = settled.get(met.fact)
          settled.set(met.fact, {
            fact: met.fact,
            proofs: {...before?.proofs, ...(proof ? {[side]: proof} : {})},
            isTaken: before?.isTaken !== false && this.#isAcceptedElsewhere(met, side),
            reaches: [...(before?.reaches ?? []), ...reaches],
            sites: [...(before?.sites ?? []), ...sites]
          })
        }
        if (met.fact.isSilent) silent.push(settle)
        else settle()
      }
    }
    for (const settle of silent) settle()
    for (const each of settled.values()) {
      const found = each.fact.isSilent ? this.#findingOf(each) : each
      if (found) this.addChange(this.#changeOf(found))
    }
    return [...this.#changes.values()].map(({change, all}) =>
      all.length > 1 ? {...change, ...mergeReaches(all)} : change
    )
  }

  /**
   * The part of a silent fact that no other fact shows, by direction; `undefined` if there is none. A break in a choice
   * is reported there, and a value isn't reviewed twice. That the whole only accepts more is added if nothing else
   * shows it.
   */
  #findingOf(met: ReachedFactProofs): ReachedFactProofs | undefined {
    const {fact, proofs, reaches, sites} = met
    const sides = SIDES.filter(side => {
      const proof = proofs[side]
      if (proof === undefined) return false
      if (proof.is === 'keeps')
        return fact.isWider !== undefined && !showsDifference(fact.pair, side) && fact.isWider(side)
      const isReviewed = fact.old && this.#reviewed[side].has(fact.old.node)
      if (proof.is === 'undetermined' && (isReviewed || breaksBelow(fact.pair, side, new Set([fact.pair]))))
        return false
      return !(fact.old && this.#explained[side].has(fact.old.node))
    })
    if (sides.length === 0) return undefined
    const isMet = reaches.map(({side}) => sides.includes(side))
    return {
      ...met,
      proofs: Object.fromEntries(sides.map(side => [side, proofs[side]])),
      reaches: reaches.filter((_, at) => isMet[at]),
      sites: sites.filter((_, at) => isMet[at])
    }
  }

  /**
   * The proof of a fact and the operations that are really affected, because other alternatives may accept what one of
   * them no longer accepts.
   */
  #proofOf({fact, plainly, plain, throughChoices}: ReachedFact, side: Direction): FactProof {
    const bits = plainly.slice()
    for (const {sites} of throughChoices) addBits(bits, sites)
    const all = {bits, states: [...(plain ? [plain] : []), ...throughChoices.map(({state}) => state)]}
    if (isEmptySet(bits)) return {proof: undefined, ...all}
    const proof = fact.proof(side)
    if (proof?.is !== 'breaks') return {proof, ...all}
    const real = plainly.slice()
    const states = plain && !isEmptySet(plainly) ? [plain] : []
    let open: Proof | undefined
    let widerProof: Proof | undefined
    for (const {pending, sites, state} of throughChoices) {
      // Operations that reach it without a choice are reported by that path.
      if (isSubsetOf(sites, real)) continue
      const {isOther, ...answer} = this.#confirmUpwards(pending, proof.witness as Json, side)
      if (answer.is === 'keeps') continue
      for (const {choice} of alternativesAbove(pending))
        (answer.is === 'breaks' ? this.#explained : this.#reviewed)[side].add(choice.node)
      if (answer.is === 'undetermined') open ??= answer
      if (answer.is !== 'breaks') continue
      addBits(real, sites)
      states.push(state)
      // For an alternative as a whole, the value with its discriminator value is the better proof.
      if (pending.lifts.length === 0 || isOther) widerProof ??= answer
    }
    if (isEmptySet(real)) return {proof: open ?? {is: 'keeps'}, ...all}
    return {proof: isEmptySet(plainly) ? (widerProof ?? proof) : proof, bits: real, states}
  }

  #isAcceptedElsewhere({fact: {kind, was, is}, plainly, throughChoices}: ReachedFact, side: Direction): boolean {
    if ((kind !== 'value-added' && kind !== 'value-removed') || !isEmptySet(plainly)) return false
    return throughChoices.every(({pending: {edge, lifts}}) => {
      const {alternative} = edge
      if (!alternative) return false
      const {choice} = kind === 'value-added' ? alternative.older : alternative.newer
      return lifts.length === 0 && acceptsInChoice({proofs: this.#proofs}, choice, (is ?? was) as Json, side)
    })
  }

  /**
   * Checks whether a break still breaks in everything that contains the value. `isOther`: the witness is another value
   * than the one below.
   */
  #confirmUpwards(start: PendingCheck, witness: Json, side: Direction): Proof & {readonly isOther: boolean} {
    let value: Json | undefined = witness
    let isOther = false
    let way: readonly string[] = []
    if (start.isVoid) return {...EMPTY_SCHEMA_PROOF, isOther}
    for (let here: PendingCheck | undefined = start; here; here = here.above) {
      for (const lift of here.lifts.toReversed()) value = value === undefined ? undefined : lift(value, side)
      const {edge} = here
      const answer: Proof = edge.alternative
        ? this.#confirmInChoice(edge.alternative, value, side)
        : (edge.whole as WholeValue).confirmChild(value, side, edge.step, edge.to)
      const proof = edge.alternative && edge.whole ? edge.whole.confirm(answer, side) : answer
      if (proof.is !== 'breaks') return {...proof, isOther}
      way = [...here.steps, ...way]
      // A break in another part of the value is reported at that part.
      if (!hasPartAt(proof.witness as Json, way))
        return {is: 'undetermined', why: 'the only example breaks another part of the value', isOther}
      isOther ||= proof.witness !== value
      value = proof.witness as Json
    }
    return {is: 'breaks', witness: value as Json, at: '', isOther}
  }

  #confirmInChoice(alternative: ChangedAlternative, lifted: Json | undefined, side: Direction): Proof {
    let value = lifted
    const {sub, sup} = containmentSidesOf(alternative, side)
    value = setDiscriminatorValue(value, sub.name)
    if (value === undefined || !this.#proofs.accepts(sub.member, value, side)) return alternative.proveWhole(side)
    const isRefused = sup.siblings.some(node => this.#proofs.refuses(node, value, side))
    if (isRefused || refusesInChoice({proofs: this.#proofs}, sup.choice, value, side))
      return {is: 'breaks', witness: value, at: ''}
    const {name: named} = sup
    if (named && hasDiscriminatorValue(value, named) && this.#proofs.refuses(sup.member, value, side)) {
      const by = `\`${named.property}\``
      return {is: 'undetermined', why: `another alternative accepts it, but not the one that its ${by} names`}
    }
    const whole = alternative.proveWhole(side)
    const name = whole.is === 'keeps' ? findOverlookedProperty(sup, value, side, this.#proofs) : undefined
    return name === undefined
      ? whole
      : {is: 'undetermined', why: `another alternative accepts it, but doesn't mention \`${name}\``}
  }

  /** The change of a fact, which has the subject of the first operation that reaches it, or that of its component. */
  #changeOf({fact, proofs, isTaken, reaches, sites}: ReachedFactProofs): Change {
    const ambiguous = ambiguousNamesOf(this.#both)
    const [old, fresh] = [
      fact.old && locateInComponent(fact.old, this.#older, ambiguous),
      fact.new && locateInComponent(fact.new, this.#newer, ambiguous)
    ]
    const isEnd = fact.kind === 'field-removed' || fact.kind === 'value-removed'
    const lead = fact.of
      ? locateInComponent(fact.of, this.#newer, ambiguous)
      : isEnd || isRemovedNextToReference(fact, old, fresh)
        ? (old ?? fresh)
        : (fresh ?? old)
    const owner = findChangedPlace(fact, lead, this.#both)
    const component = owner?.component
    const at = component === undefined ? (reaches[0]?.at ?? '') : withMapOf(fact, owner?.at ?? '')
    const [was, is] = isTaken ? [fact.was ?? fact.is, fact.is ?? fact.was] : [fact.was, fact.is]
    const isValue = fact.kind === 'value-added' || fact.kind === 'value-removed'
    const ofValue = isValue ? fact.about : fact.value
    const value = ofValue === undefined ? {} : {value: ofValue}
    const {subject, narrowed, side} = sites[0] as OperationSite
    return {
      kind: fact.kind,
      subject:
        component === undefined
          ? {target: subject.target, part: {...narrowed, ...(at ? {field: at} : {}), ...value, in: side}}
          : {
              target: memberTarget(component, at || '*'),
              ...(ofValue === undefined ? {} : {part: value})
            },
      ...(component === undefined ? {} : {component}),
      at,
      where: {...(old ? {old: old.place} : {}), ...(fresh ? {new: fresh.place} : {})},
      ...(was === undefined ? {} : {old: was}),
      ...(is === undefined ? {} : {new: is}),
      ...(fact.about === undefined ? {} : {about: fact.about}),
      ...(fact.others === undefined ? {} : {others: fact.others}),
      ...(fact.announced ? {announced: fact.announced} : {}),
      reaches,
      proofs
    }
  }
}

/** The path, with the name for map fields if these were removed: the field that holds the map is still there. */
const withMapOf = ({kind, about}: Pick<ReachedFactProofs['fact'], 'kind' | 'about'>, at: string): string =>
  kind === 'field-removed' && about === MAP_FIELDS ? `${at === '' ? '' : `${at}.`}${MAP_FIELDS}` : at

/**
 * Whether something was removed that stood next to a reference, or in its place. It's no change of the component, which
 * never had it.
 */
function isRemovedNextToReference(
  {was, is}: SchemaFact,
  old: ComponentLocation | undefined,
  fresh: ComponentLocation | undefined
): boolean {
  if (was === undefined || is !== undefined || !old || !fresh) return false
  const isWhole = ({component, at}: ComponentLocation): boolean => component !== undefined && at === ''
  return isWhole(fresh) && !isWhole(old)
}

/** The path with the fewest steps, the first found of several; `undefined` if there is none. */
const shortest = (ways: readonly (string | undefined)[]): string | undefined =>
  ways.filter(way => way !== undefined).toSorted((a, b) => stepsIn(a) - stepsIn(b))[0]

const stepsIn = (way: string): number => way.match(/[.[{]/g)?.length ?? 0

export const reachOf = ({subject, side, part}: OperationSite): AffectedOperation => ({
  operation: subject,
  side,
  ...(part === undefined ? {} : {part})
})
