import type {Proof} from '@tenure/core/model/api/change'
import {groupBy} from '@tenure/core/model/group-by'
import type {Direction} from '@tenure/core/model/subject/subject'
import type {Node} from '@tenure/json-schema/document/node'
import {INEXACT_NUMBER, isBeyondDouble} from '@tenure/json-schema/exact-numbers'
import {canonicalText, canonicalTextAt, type Json} from '@tenure/json-schema/json'
import {findEnumAlternative} from '../flatten/enum-as-one-of.ts'
import {
  acceptedTypesOf,
  cacheByObject,
  type FlatSchema,
  keywordValues,
  possibleTypesOf,
  type ValueType,
  valuesOf
} from '../flatten/flatten.ts'
import {announcedEndOf, diffLifecycleMarks} from '../lifecycle-marks.ts'
import {createSchemaAt, keepsProof} from '../proof/proofs.ts'
import {scalarConstraintsOf, valueTypeOf} from '../proof/sampler.ts'
import {
  containmentSidesOf,
  createDemandProof,
  locateKeywordOnBoth,
  locateValue,
  type SchemaDiffContext
} from '../schema-diff-context.ts'
import {proveSerialized} from '../serialized/prove-serialized.ts'
import {isListAgainstSingle, maxItemsOf, onlyItemOf} from '../serialized/prove-serialized-arrays.ts'
import {findTypesOfChangedValues} from './implied-types.ts'
import {allowsNull, reportsNull, shareTypes, typeNamesOf} from './types.ts'

/** The number of values added to or removed from a list that are reported individually; the rest are one fact. */
const MAX_VALUES = 1000

/** Compares enumerated values and reports each as a change of its own. */
export function compareEnumValues(context: SchemaDiffContext): void {
  const [was, is] = [context.older, context.newer].map(flat => {
    const values = valuesIn(context, flat)
    return values && indexValues(values, context.wireFormat !== undefined)
  })
  if (was && is) new EnumComparison(context, was, is).compare()
  else if (was || is) compareOneSidedEnum(context, was, is)
}

type ListedValues = ReadonlyMap<string, ListedValue>

const otherSideOf = ({older, newer}: SchemaDiffContext, flat: FlatSchema): FlatSchema =>
  flat === older ? newer : older

/**
 * The enumerated values. In a URL or header, a list of one item is written like a single value, and an empty list like
 * nothing.
 */
function valuesIn(context: SchemaDiffContext, flat: FlatSchema): ReadonlyMap<string, unknown> | undefined {
  const other = otherSideOf(context, flat)
  const values = valuesOf(flat)
  if (!context.wireFormat || !isListAgainstSingle(flat, other)) return values
  if (!values) return valuesOf(onlyItemOf(flat, other) ?? flat)
  const most = maxItemsOf(flat)
  return new Map(
    [...values].flatMap(([key, value]) => {
      if (!Array.isArray(value)) return [[key, value]]
      if (value.length === 0 || value.length > most) return []
      return [value.length === 1 ? [canonicalTextAt(value, 0), value[0]] : [key, value]]
    })
  )
}

/** Compares values with a side that lists none. */
function compareOneSidedEnum(
  context: SchemaDiffContext,
  was: ListedValues | undefined,
  is: ListedValues | undefined
): void {
  const sides = [context.older, context.newer]
  // What the items of a list say is covered by the change from a list to a single value, or the reverse.
  if (sides.every(flat => !valuesOf(flat))) return
  // An enum is covered as well if the other side is a list.
  if (context.wireFormat && sides.some(flat => isListAgainstSingle(flat, otherSideOf(context, flat)))) return
  if (context.wireFormat && isOtherType(context, was ? 'response' : 'request')) return
  context.report({
    kind: was ? 'constraint-loosened' : 'constraint-tightened',
    about: 'enum',
    ...locateKeywordOnBoth(context, 'enum', 'const'),
    was: was && [...was.values()].map(displayedValue),
    is: is && [...is.values()].map(displayedValue),
    prove: createDemandProof(context, ['enum', 'const'], {
      scalar: true,
      ...(context.wireFormat ? {demands: (sup: FlatSchema) => readTexts(sup)} : {}),
      candidates: sub => [context.proofs.findExample(scalarConstraintsOf(sub))]
    })
  })
}

type ValueChangeKind = 'value-added' | 'value-removed'

/** One comparison of the values that both sides list. */
class EnumComparison {
  readonly #context: SchemaDiffContext
  readonly #was: ListedValues
  readonly #is: ListedValues
  /** Whether null is reported elsewhere. */
  readonly #isNullReported: boolean
  /** The values that aren't text, as JSON. */
  readonly #jsonTexts: ReadonlySet<string>
  /** The types whose own change is reported in responses, in place of their listed values. */
  readonly #reportedTypes: ReadonlySet<ValueType>

  constructor(context: SchemaDiffContext, was: ListedValues, is: ListedValues) {
    this.#context = context
    this.#was = was
    this.#is = is
    this.#isNullReported = reportsNull(context) || [context.older, context.newer].every(allowsNull)
    this.#jsonTexts = new Set(
      [...was.values(), ...is.values()].flatMap(each => (typeof each.value === 'string' ? [] : jsonOf(each)))
    )
    this.#reportedTypes = findTypesOfChangedValues(context, shareTypes(context))
  }

  compare(): void {
    const [only, other] = [this.#was, this.#is].map(all => onlyValueOf(all, listed => this.#isCounted(listed)))
    if (only && other && only.key !== other.key) {
      this.#reportReplaced(only.listed, other.listed)
      return
    }
    this.#reportEach('value-added', this.#onlyIn(this.#is, this.#was))
    this.#reportEach('value-removed', this.#onlyIn(this.#was, this.#is))
    compareMarksOfValues(this.#context, listed => this.#nameOf(listed))
  }

  #isCounted({value}: ListedValue): boolean {
    return value !== null || !this.#isNullReported
  }

  #onlyIn(one: ListedValues, another: ListedValues): ListedValue[] {
    return [...one].flatMap(([key, listed]) => (!another.has(key) && this.#isCounted(listed) ? [listed] : []))
  }

  /** The value for display. A text that looks like another value is shown as JSON. */
  #nameOf(listed: ListedValue): string {
    return typeof listed.value === 'string' && !this.#jsonTexts.has(listed.value) ? listed.value : jsonOf(listed)
  }

  /** Reports that the only value was replaced by another, instead of one value removed and one added. */
  #reportReplaced(only: ListedValue, other: ListedValue): void {
    const {older, newer} = this.#context
    const areConstant = [older, newer].every(flat => keywordValues(flat, 'const').length > 0)
    this.#context.report({
      kind: 'constraint-changed',
      about: areConstant ? 'const' : 'enum',
      old: locateValue(older, only.value),
      new: locateValue(newer, other.value),
      was: displayedValue(only),
      is: displayedValue(other),
      prove: side => this.#prove(side === 'request' ? only : other, side)
    })
  }

  #reportEach(kind: ValueChangeKind, all: readonly ListedValue[]): void {
    const {older, newer} = this.#context
    // A value with an alternative of its own has lifecycle marks of its own, so it's reported individually.
    const isAlike = ({value}: ListedValue): boolean =>
      [older, newer].every(flat => !findEnumAlternative(flat.members, canonicalText(value)))
    const rest = all.slice(MAX_VALUES).filter(isAlike)
    const grouped = new Set(rest)
    for (const listed of all) if (!grouped.has(listed)) this.#report(kind, listed)
    for (const [first, ...others] of groupBy(rest, listed => this.#hasReportedType(listed)).values())
      if (first) this.#report(kind, first, others)
  }

  #hasReportedType({value}: ListedValue): boolean {
    return this.#reportedTypes.has(valueTypeOf(value as Json))
  }

  /** `others`: more values that were added or removed like the first one. */
  #report(kind: ValueChangeKind, listed: ListedValue, others: readonly ListedValue[] = []): void {
    const {value} = listed
    const [old, fresh] = [locateValue(this.#context.older, value), locateValue(this.#context.newer, value)]
    this.#context.report({
      kind,
      about: this.#nameOf(listed),
      ...(others.length > 0 ? {others: others.length} : {}),
      old,
      new: fresh,
      ...(kind === 'value-added'
        ? {is: displayedValue(listed)}
        : {was: displayedValue(listed), ...announcementOfValue(this.#context, value)}),
      ...(this.#hasReportedType(listed) ? {only: 'request'} : {}),
      prove: side =>
        side === (kind === 'value-added' ? 'response' : 'request')
          ? worstOf([listed, ...others], each => this.#prove(each, side))
          : keepsProof()
    })
  }

  #prove({value, written}: ListedValue, side: Direction): Proof {
    const {wireFormat, proofs} = this.#context
    if (written !== undefined) return {is: 'undetermined', why: INEXACT_NUMBER}
    const {sub, sup} = containmentSidesOf(this.#context, side)
    const isItem = wireFormat && isListAgainstSingle(sub, sup) && !valuesOf(sub)?.has(canonicalText(value))
    const sent = (isItem ? [value] : value) as Json
    if (!hasPossibleType(sub, sent)) return {is: 'undetermined', why: whyUnfit(sub, sent)}
    const proof = proofs.proveValue(sub.node, sent, side)
    // If no listed value fits its own schema, the description doesn't mean what it says.
    return proof.is === 'breaks' && noValueFits(sup) ? {is: 'undetermined', why: whyUnfit(sup, sent)} : proof
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
  return open ?? keepsProof()
}

/** Whether a listed value has a type of its schema: a text isn't an integer, even if it looks like one. */
const hasPossibleType = (flat: FlatSchema, value: Json): boolean => possibleTypesOf(flat).has(valueTypeOf(value))

const noValueFits: (flat: FlatSchema) => boolean = cacheByObject(flat =>
  [...(valuesOf(flat)?.values() ?? [])].every(value => !hasPossibleType(flat, value as Json))
)

function whyUnfit(flat: FlatSchema, value: Json): string {
  if (valuesOf(flat)?.size === 0) return 'no value is valid, because none is listed'
  const types = typeNamesOf(acceptedTypesOf(flat))
    .map(name => `\`${name}\``)
    .join(' or ')
  return noValueFits(flat)
    ? `no value is valid, because none that is listed is of type ${types}`
    : `\`${JSON.stringify(value)}\` isn't of type ${types}`
}

/** What the older side announced about a value that has an alternative of its own; empty if nothing. */
function announcementOfValue({older, lifeAt}: SchemaDiffContext, value: unknown): ReturnType<typeof announcedEndOf> {
  const found = findEnumAlternative(older.members, canonicalText(value))
  return found ? announcedEndOf(lifeAt([found.form])) : {}
}

/** Compares the lifecycle marks of values that have alternatives of their own. */
function compareMarksOfValues(
  {older, newer, lifeAt, report}: SchemaDiffContext,
  called: (listed: ListedValue) => string
): void {
  for (const [key, value] of valuesOf(older) ?? []) {
    const [was, is] = [findEnumAlternative(older.members, key), findEnumAlternative(newer.members, key)]
    if (!was || !is) continue
    const life = lifeAt([was.form])
    for (const {keywords, ...fact} of diffLifecycleMarks(life, lifeAt([is.form])))
      report({...fact, value: called({value}), old: was.spot, new: is.spot, ...announcedEndOf(life)})
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
    ? Object.entries(value).some(([name, inner]) => isInexact(inner, canonicalTextAt(value, name)))
    : isBeyondDouble(value) && canonicalText(value) !== key

/** Whether the two types have no text in common, so that the type change covers the listed values. */
function isOtherType(context: SchemaDiffContext, side: Direction): boolean {
  const isOfTexts = (flat: FlatSchema): boolean =>
    ['string', 'array'].some(atom => acceptedTypesOf(flat).has(atom as ValueType))
  const {sub, sup} = containmentSidesOf(context, side)
  return !shareTypes(context) && !isOfTexts(sub) && !isOfTexts(sup) && proveSerialized(context, side).is === 'breaks'
}

/** Listed values as text, including the numbers and booleans that the text can stand for. */
function readTexts(flat: FlatSchema): Node[] {
  const values = valuesOf(flat)
  if (!values) return []
  const read = [...values.values()].flatMap(value => {
    if (typeof value !== 'string') return [value, String(value)]
    const number = Number(value)
    const numbers = value.trim() !== '' && String(number) === value ? [number] : []
    return [value, ...numbers, ...(value === 'true' ? [true] : value === 'false' ? [false] : [])]
  })
  return [createSchemaAt(flat.node, {enum: read})]
}

/** Compares the values of Zalando's `x-extensible-enum`. Clients that read them must expect others. */
export function compareExtensibleEnum(context: SchemaDiffContext): void {
  const [was, is] = [context.older, context.newer].map(flat => {
    const values = keywordValues(flat, 'x-extensible-enum').flatMap(({value}) => (Array.isArray(value) ? value : []))
    return new Map(values.map(value => [canonicalText(value), value] as const))
  }) as [Map<string, unknown>, Map<string, unknown>]
  if (was.size === 0 || is.size === 0) return
  const spots = locateKeywordOnBoth(context, 'x-extensible-enum')
  for (const [name, value] of is)
    if (!was.has(name))
      context.report({kind: 'value-added', about: String(value), ...spots, is: value, prove: keepsProof})
  for (const [name, value] of was)
    if (!is.has(name)) context.report({kind: 'value-removed', about: String(value), ...spots, was: value})
}
