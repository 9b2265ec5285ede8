import type {Proof} from '../../model/api/change.ts'
import {groupBy} from '../../model/group-by.ts'
import type {Direction} from '../../model/subject/subject.ts'
import type {Node} from '../../schema/document/node.ts'
import {INEXACT, isLarge} from '../../schema/exact-numbers.ts'
import {type Json, keyIn, keyOf} from '../../schema/json.ts'
import {formIn} from '../flatten/enum-as-one-of.ts'
import {type Atom, type Flat, once, possibleTypesOf, said, typesOf, valuesOf} from '../flatten/flatten.ts'
import {announcedIn, livesDiffer} from '../lifecycle-marks.ts'
import {inPlaceOf, keeps} from '../proof/proofs.ts'
import {atomOf, scalarsOf} from '../proof/sampler.ts'
import {ask, type Desk, sidesOf, spotOfValue, spotsOf} from '../schema-diff-context.ts'
import {proveOnWire} from '../serialized/prove-serialized.ts'
import {isListBeside, mostOf, onlyItemOf} from '../serialized/prove-serialized-arrays.ts'
import {typesOfValues} from './implied-types.ts'
import {allowsNull, shareTypes, tellsNull, typeNames} from './types.ts'

/** The number of values added to or removed from a list that are reported individually; the rest are one fact. */
const MAX_VALUES = 1000

/** Compares enumerated values and reports each as a change of its own. */
export function compareValues(context: Desk): void {
  const isNullReported = tellsNull(context) || [context.older, context.newer].every(allowsNull)
  const [was, is] = [valuesIn(context.older), valuesIn(context.newer)].map(
    values => values && indexValues(values, context.wire !== undefined)
  )
  if (!was && !is) return
  if (!was || !is) {
    // What the items of a list say is covered by the change from a list to a single value, or the reverse.
    if (!valuesOf(context.older) && !valuesOf(context.newer)) return
    // An enum is covered as well if the other side is a list.
    if (context.wire && [context.older, context.newer].some(flat => isListBeside(flat, otherSideOf(flat)))) return
    if (context.wire && isOtherType(context, was ? 'response' : 'request')) return
    context.tell({
      kind: was ? 'constraint-loosened' : 'constraint-tightened',
      about: 'enum',
      ...spotsOf(context, 'enum', 'const'),
      was: was && [...was.values()].map(displayedValue),
      is: is && [...is.values()].map(displayedValue),
      prove: ask(context, ['enum', 'const'], {
        scalar: true,
        ...(context.wire ? {demands: (sup: Flat) => readTexts(sup)} : {}),
        candidates: sub => [context.proofs.example(scalarsOf(sub))]
      })
    })
    return
  }
  // A text that looks like another value is shown as JSON.
  const others = new Set(
    [...was.values(), ...is.values()].flatMap(each => (typeof each.value === 'string' ? [] : jsonOf(each)))
  )
  const called = (listed: ListedValue): string =>
    typeof listed.value === 'string' && !others.has(listed.value) ? listed.value : jsonOf(listed)
  const proveOf = ({value, written}: ListedValue, side: Direction): Proof => {
    if (written !== undefined) return {is: 'undetermined', why: INEXACT}
    const {sub, sup} = sidesOf(context, side)
    const isItem = context.wire && isListBeside(sub, sup) && !valuesOf(sub)?.has(keyOf(value))
    const sent = (isItem ? [value] : value) as Json
    if (!hasPossibleType(sub, sent)) return {is: 'undetermined', why: whyUnfit(sub, sent)}
    const proof = context.proofs.proveOf(sub.node, sent, side)
    // If no listed value fits its own schema, the description doesn't mean what it says.
    return proof.is === 'breaks' && noValueFits(sup) ? {is: 'undetermined', why: whyUnfit(sup, sent)} : proof
  }
  const reportedTypes = typesOfValues(context, shareTypes(context))
  /** `others`: more values that were added or removed like the first one. */
  const report = (
    kind: 'value-added' | 'value-removed',
    listed: ListedValue,
    others: readonly ListedValue[] = []
  ): void => {
    const {value} = listed
    context.tell({
      kind,
      about: called(listed),
      ...(others.length > 0 ? {others: others.length} : {}),
      old: spotOfValue(context.older, value),
      new: spotOfValue(context.newer, value),
      ...(kind === 'value-added'
        ? {is: displayedValue(listed)}
        : {was: displayedValue(listed), ...announcementOfValue(context, value)}),
      ...(reportedTypes.has(atomOf(value as Json)) ? {only: 'request'} : {}),
      prove: side =>
        side === (kind === 'value-added' ? 'response' : 'request')
          ? worstOf([listed, ...others], each => proveOf(each, side))
          : keeps()
    })
  }
  const reportEach = (kind: 'value-added' | 'value-removed', all: readonly ListedValue[]): void => {
    // A value with an alternative of its own has lifecycle marks of its own, so it's reported individually.
    const isAlike = ({value}: ListedValue): boolean =>
      [context.older, context.newer].every(flat => !formIn(flat.members, keyOf(value)))
    const rest = all.slice(MAX_VALUES).filter(isAlike)
    const grouped = new Set(rest)
    for (const listed of all) if (!grouped.has(listed)) report(kind, listed)
    for (const [first, ...others] of groupBy(rest, ({value}) => reportedTypes.has(atomOf(value as Json))).values())
      if (first) report(kind, first, others)
  }
  /** Reports that the only value was replaced. The list didn't grow, because nothing of it is left. */
  const reportReplaced = (only: ListedValue, other: ListedValue): void => {
    const about = [context.older, context.newer].every(flat => said(flat, 'const').length > 0) ? 'const' : 'enum'
    context.tell({
      kind: 'constraint-changed',
      about,
      old: spotOfValue(context.older, only.value),
      new: spotOfValue(context.newer, other.value),
      was: displayedValue(only),
      is: displayedValue(other),
      prove: side => proveOf(side === 'request' ? only : other, side)
    })
  }
  const isCounted = ({value}: ListedValue): boolean => value !== null || !isNullReported
  const [only, other] = [was, is].map(all => onlyValueOf(all, isCounted))
  if (only && other && only.key !== other.key) {
    reportReplaced(only.listed, other.listed)
    return
  }
  const onlyIn = (one: ReadonlyMap<string, ListedValue>, another: ReadonlyMap<string, ListedValue>): ListedValue[] =>
    [...one].flatMap(([key, listed]) => (!another.has(key) && isCounted(listed) ? [listed] : []))
  reportEach('value-added', onlyIn(is, was))
  reportEach('value-removed', onlyIn(was, is))
  compareMarksOfValues(context, called)

  function otherSideOf(flat: Flat): Flat {
    return flat === context.older ? context.newer : context.older
  }

  /**
   * The enumerated values. In a URL or header, a list of one item is written like a single value, and an empty list
   * like nothing.
   */
  function valuesIn(flat: Flat): ReadonlyMap<string, unknown> | undefined {
    const other = otherSideOf(flat)
    const values = valuesOf(flat)
    if (!context.wire || !isListBeside(flat, other)) return values
    if (!values) return valuesOf(onlyItemOf(flat, other) ?? flat)
    const most = mostOf(flat)
    return new Map(
      [...values].flatMap(([key, value]) => {
        if (!Array.isArray(value)) return [[key, value]]
        if (value.length === 0 || value.length > most) return []
        return [value.length === 1 ? [keyIn(value, 0), value[0]] : [key, value]]
      })
    )
  }
}

/** The worst proof of several values: one that breaks, or else one that is undetermined. */
function worstOf(all: readonly ListedValue[], proofOf: (listed: ListedValue) => Proof): Proof {
  let open: Proof | undefined
  for (const listed of all) {
    const proof = proofOf(listed)
    if (proof.is === 'breaks') return proof
    if (proof.is === 'undetermined') open ??= proof
  }
  return open ?? keeps()
}

/** Whether a listed value has a type of its schema: a text isn't an integer, even if it looks like one. */
const hasPossibleType = (flat: Flat, value: Json): boolean => possibleTypesOf(flat).has(atomOf(value))

const noValueFits: (flat: Flat) => boolean = once(flat =>
  [...(valuesOf(flat)?.values() ?? [])].every(value => !hasPossibleType(flat, value as Json))
)

function whyUnfit(flat: Flat, value: Json): string {
  if (valuesOf(flat)?.size === 0) return 'no value fits: none is listed'
  const types = typeNames(typesOf(flat))
    .map(name => `\`${name}\``)
    .join(' or ')
  return noValueFits(flat)
    ? `no value fits: none that is listed is ${types}`
    : `\`${JSON.stringify(value)}\` is not ${types}`
}

/** What the older side announced about a value that has an alternative of its own; empty if nothing. */
function announcementOfValue({older, lifeAt}: Desk, value: unknown): ReturnType<typeof announcedIn> {
  const found = formIn(older.members, keyOf(value))
  return found ? announcedIn(lifeAt([found.form])) : {}
}

/** Compares the lifecycle marks of values that have alternatives of their own. */
function compareMarksOfValues(
  {older, newer, lifeAt, tell: report}: Desk,
  called: (listed: ListedValue) => string
): void {
  for (const [key, value] of valuesOf(older) ?? []) {
    const [was, is] = [formIn(older.members, key), formIn(newer.members, key)]
    if (!was || !is) continue
    const life = lifeAt([was.form])
    for (const {keywords, ...fact} of livesDiffer(life, lifeAt([is.form])))
      report({...fact, value: called({value}), old: was.spot, new: is.spot, ...announcedIn(life)})
  }
}

interface ListedValue {
  readonly value: unknown
  /** The value as it's written, if JavaScript can't represent it, or a number in it, exactly. */
  readonly written?: string
}

const jsonOf = ({value, written}: ListedValue): string => written ?? String(JSON.stringify(value))
const displayedValue = ({value, written}: ListedValue): unknown => written ?? value

/** The only value of a list, apart from null if null is reported separately; `undefined` if there are several. */
function onlyValueOf(all: ReadonlyMap<string, ListedValue>, isCounted: (listed: ListedValue) => boolean) {
  const [only, ...others] = [...all].filter(([, listed]) => isCounted(listed))
  return only && others.length === 0 ? {key: only[0], listed: only[1]} : undefined
}

/** Listed values by a key for equal ones, which is their text in a URL or header. */
function indexValues(values: ReadonlyMap<string, unknown>, isText: boolean): ReadonlyMap<string, ListedValue> {
  const all = new Map<string, ListedValue>()
  for (const [key, value] of values) {
    if (isInexact(value, key)) {
      if (!all.has(key)) all.set(key, {value, written: key})
    } else all.set(isText && typeof value !== 'object' ? String(value) : key, {value})
  }
  return all
}

/** Whether the key of a value shows that JavaScript can't represent it, or a number in it, exactly. */
const isInexact = (value: unknown, key: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).some(([name, inner]) => isInexact(inner, keyIn(value, name)))
    : isLarge(value) && keyOf(value) !== key

/** Whether the two types have no text in common, so that the type change covers the listed values. */
function isOtherType(context: Desk, side: Direction): boolean {
  const isOfTexts = (flat: Flat): boolean => ['string', 'array'].some(atom => typesOf(flat).has(atom as Atom))
  const {sub, sup} = sidesOf(context, side)
  return !shareTypes(context) && !isOfTexts(sub) && !isOfTexts(sup) && proveOnWire(context, side).is === 'breaks'
}

/** Listed values as text, including the numbers and booleans that the text can stand for. */
function readTexts(flat: Flat): Node[] {
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

/** Compares the values of Zalando's `x-extensible-enum`. Clients that read them must expect others. */
export function compareExtensible(context: Desk): void {
  const [was, is] = [context.older, context.newer].map(flat => {
    const values = said(flat, 'x-extensible-enum').flatMap(({value}) => (Array.isArray(value) ? value : []))
    return new Map(values.map(value => [keyOf(value), value] as const))
  }) as [Map<string, unknown>, Map<string, unknown>]
  if (was.size === 0 || is.size === 0) return
  const spots = spotsOf(context, 'x-extensible-enum')
  for (const [name, value] of is)
    if (!was.has(name)) context.tell({kind: 'value-added', about: String(value), ...spots, is: value, prove: keeps})
  for (const [name, value] of was)
    if (!is.has(name)) context.tell({kind: 'value-removed', about: String(value), ...spots, was: value})
}
