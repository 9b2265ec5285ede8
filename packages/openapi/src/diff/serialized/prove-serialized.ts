import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import {childNode} from '@tenure/json-schema/document/node'
import {isRecord, type Json} from '@tenure/json-schema/json'
import {
  acceptedTypesOf,
  type FlatSchema,
  flatten,
  keywordValues,
  VALUE_TYPES,
  type ValueType,
  valuesOf
} from '../flatten/flatten.ts'
import {createSchemaAt, keepsProof} from '../proof/proofs.ts'
import {remainingTypesOf, scalarConstraintsOf} from '../proof/sampler.ts'
import {containmentSidesOf, type SchemaDiffContext} from '../schema-diff-context.ts'
import {maxItemsOf, proveAsList, proveAsText, readingsOf} from './prove-serialized-arrays.ts'
import {restrictToType, serializeType, TEXT_PATTERNS} from './serialized-types.ts'

/**
 * Proves whether the texts of one schema are texts of the other. In a URL, header, or form every value is text: `7` is
 * both the integer and the string.
 */
export function proveSerialized(context: SchemaDiffContext, side: Direction): Proof {
  const {sub, sup} = containmentSidesOf(context, side)
  const declared = acceptedTypesOf(sup)
  // A choice that only one side has isn't compared anywhere else, so its alternatives say which types there are.
  const allowed = sub.choices.length === 0 && declared.size === VALUE_TYPES.length ? remainingTypesOf(sup) : declared
  const values = valuesOf(sub)
  if (values && !allowed.has('array') && [...values.values()].every(isScalar))
    return proveListed([...values.values()] as Json[], {sub, sup, allowed, side}, context)
  // Listed values that were removed are reported individually.
  if (values && valuesOf(sup)) return keepsProof()
  let open: Proof | undefined
  const atoms = new Set(remainingTypesOf(sub))
  // Null isn't written in a defined way, so other values are better examples.
  if (atoms.delete('null')) atoms.add('null')
  for (const atom of atoms) {
    if (allowed.has(atom) || (atom === 'integer' && allowed.has('fraction'))) continue
    if (values && ![...values.values()].some(value => atomsOf(value).includes(atom))) continue
    const proof = proveAtom(atom, {sub, sup, allowed, side}, context)
    if (proof.is === 'breaks') return proof
    if (proof.is === 'undetermined') open ??= proof
  }
  return open ?? keepsProof()
}

/**
 * Checks a break whose witness the other side accepts by another reading of its text, which isn't a break as text. A
 * list of one item is written like its item, so only two items show that it's a list.
 */
export function confirmSerialized(context: SchemaDiffContext, proof: Proof, side: Direction): Proof {
  if (proof.is !== 'breaks' || context.wireFormat?.isMarkup) return proof
  const {sub, sup} = containmentSidesOf(context, side)
  const {witness} = proof
  const [item, ...more] = Array.isArray(witness) ? witness : [witness]
  if (item === null || item === undefined || typeof item === 'object' || more.length > 0) return proof
  const text = String(item)
  const isTaken = readingsOf(text).some(
    each =>
      each !== witness && isReadAs(each, text, acceptedTypesOf(sup)) && context.proofs.accepts(sup.node, each, side)
  )
  if (!isTaken) return proof
  const longer: Json[] = [item, item]
  const {delimiter} = context.wireFormat ?? {}
  const asSent = [longer, ...(delimiter === undefined ? [] : readingsOf(longer.map(String).join(delimiter)))]
  const isShown =
    Array.isArray(witness) &&
    context.proofs.accepts(sub.node, longer, side) &&
    asSent.every(each => context.proofs.refuses(sup.node, each, side))
  return isShown ? {is: 'breaks', witness: longer, at: ''} : proveSerialized(context, side)
}

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'

/**
 * Proves listed values one by one, by the values that their text can stand for. Removed values, and constraints on
 * values of their own type, are reported separately.
 */
function proveListed(values: readonly Json[], {sub, sup, allowed, side}: Sides, {proofs}: SchemaDiffContext): Proof {
  const listed = valuesOf(sup)
  const texts = listed && new Map([...listed.values()].map(value => [String(value), value as Json]))
  let open: Proof | undefined
  for (const value of values) {
    const text = String(value)
    if (value === null || atomsOf(value).some(atom => allowed.has(atom)) || (texts && !texts.has(text))) continue
    const fitting = readingsOf(text).filter(each => isReadAs(each, text, allowed))
    // If the accepted values include one with this text, it's accepted, whatever its type.
    const verdicts = texts && fitting.length > 0 ? [true] : fitting.map(each => proofs.validate(sup.node, each, side))
    if (verdicts.includes(true) || !proofs.accepts(sub.node, value, side)) continue
    if (!verdicts.includes(undefined)) return {is: 'breaks', witness: value, at: ''}
    open ??= {is: 'undetermined', why: "the validator can't check a value"}
  }
  return open ?? keepsProof()
}

/** Whether a text stands for a value of the accepted types: `1.0` isn't an integer, and `0x10` isn't a number. */
const isReadAs = (value: Json, text: string, allowed: ReadonlySet<ValueType>): boolean =>
  typeof value === 'string'
    ? allowed.has('string')
    : TEXT_PATTERNS.some(
        ([atom, pattern]) =>
          allowed.has(atom) && (atom === 'boolean') === (typeof value === 'boolean') && new RegExp(pattern).test(text)
      )

/** Whether the containing side accepts every text, and so the text for null, which isn't defined. */
export function acceptsAnyText(context: SchemaDiffContext, side: Direction): boolean {
  const seen = new Set<FlatSchema>()
  const takes = (flat: FlatSchema): boolean => {
    if (seen.has(flat) || ['not', 'if'].some(keyword => keywordValues(flat, keyword).length > 0)) return false
    seen.add(flat)
    if (
      context.proofs.isContained(createSchemaAt(flat.node, {type: 'string'}), scalarConstraintsOf(flat)).is !== 'keeps'
    )
      return false
    return flat.choices.every(({alternatives}) => alternatives.some(each => takes(flatten(each))))
  }
  return takes(containmentSidesOf(context, side).sup)
}

const atomsOf = (value: unknown): ValueType[] => {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'fraction'] : ['fraction']
  return [typeof value as ValueType]
}

interface Sides {
  readonly sub: FlatSchema
  readonly sup: FlatSchema
  readonly allowed: ReadonlySet<ValueType>
  readonly side: Direction
}

const isMadeOfParts = (atom: ValueType): boolean => atom === 'object' || atom === 'array'

function proveAtom(atom: ValueType, sides: Sides, context: SchemaDiffContext): Proof {
  const {sub, sup, allowed, side} = sides
  const {proofs, sampler, wireFormat} = context
  if (wireFormat?.isMarkup && (isMadeOfParts(atom) || [...allowed].every(isMadeOfParts)))
    return {is: 'undetermined', why: 'the XML element may be written as before'}
  if (allowed.has('array') && atom !== 'object' && atom !== 'null') {
    const {texts, value} = serializeType(sub, atom)
    return proveAsList(context, texts, value, {sub, sup, side, delimiter: wireFormat?.delimiter})
  }
  if (allowed.has('string') && TEXT_PATTERNS.some(([of]) => of === atom)) return proveReadAsText(atom, sides, context)
  if (atom === 'string') return proveTextReadAsOthers(sides, context)
  if (atom === 'object') return breakBy(sampler.sampleObject(sub, side), sides, context)
  if (atom === 'array') return proveListReadAsOthers(sides, context)
  // A schema that accepts integers also accepts integers that are written like other numbers.
  const others = atom === 'fraction' && allowed.has('integer') ? [{not: {type: 'integer'}}] : []
  const wanted = createSchemaAt(sub.node, {allOf: [restrictToType(sub, atom).raw, ...others]})
  return breakBy(proofs.findExample(wanted), sides, context)
}

const breakBy = (value: Json | undefined, {sub, side}: Sides, {proofs}: SchemaDiffContext): Proof =>
  value !== undefined && proofs.accepts(sub.node, value, side)
    ? {is: 'breaks', witness: value, at: ''}
    : {is: 'undetermined', why: 'no example could be built'}

/** Proves whether all texts of numbers or booleans are accepted as strings. */
function proveReadAsText(atom: ValueType, sides: Sides, context: SchemaDiffContext): Proof {
  const {sub, sup} = sides
  const {texts} = serializeType(sub, atom)
  // If the sides share no type, alternatives and excluded values aren't compared anywhere else.
  const remaining = remainingTypesOf(sup)
  const hasMore = sup.choices.length > 0 || keywordValues(sup, 'not').length > 0
  const isApart = hasMore && [...acceptedTypesOf(sub)].every(each => !remaining.has(each))
  const answer = context.proofs.isContained(texts, isApart ? sup.node : scalarConstraintsOf(sup))
  if (answer.is === 'keeps') return keepsProof()
  if (answer.is === 'undetermined') return {is: 'undetermined', why: answer.why}
  if (atom === 'boolean') return breakBy(answer.witness === 'true', sides, context)
  // The same number can be written in several ways: `0` is within a length that `000000` exceeds.
  const longer = [{minimum: LONG_NUMBER}, {maximum: -LONG_NUMBER}].map(bound =>
    context.proofs.findExample(createSchemaAt(sub.node, {allOf: [restrictToType(sub, atom).raw, bound]}))
  )
  const shown = [Number(answer.witness), ...longer].find(
    value => value !== undefined && context.proofs.refuses(sup.node, String(value), sides.side)
  )
  return breakBy(shown, sides, context)
}

const LONG_NUMBER = 1e15

const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'enum', 'not']

/** Proves whether all strings are texts of accepted numbers or booleans. */
function proveTextReadAsOthers(sides: Sides, context: SchemaDiffContext): Proof {
  const {sub, sup, allowed} = sides
  const {proofs} = context
  const text = restrictToType(sub, 'string')
  const patterns = TEXT_PATTERNS.filter(([of]) => allowed.has(of)).map(([, pattern]) => pattern)
  if (patterns.some(pattern => proofs.isContained(text, createSchemaAt(sup.node, {pattern})).is === 'keeps'))
    return NUMBER_KEYWORDS.some(keyword => keywordValues(sup, keyword).length > 0)
      ? {is: 'undetermined', why: 'numbers are written as text'}
      : keepsProof()
  const strange = patterns.map(pattern => ({not: {pattern}}))
  return breakBy(proofs.findExample(createSchemaAt(sub.node, {allOf: [text.raw, ...strange]})), sides, context)
}

/** Proves whether all lists are written like accepted single values. */
function proveListReadAsOthers(sides: Sides, context: SchemaDiffContext): Proof {
  const {sub, sup, side} = sides
  const {proofs, sampler, wireFormat} = context
  const delimiter = wireFormat?.delimiter ?? (maxItemsOf(sub) > 1 ? undefined : '')
  if (delimiter !== undefined) return proveAsText(context, {sub, sup, side, delimiter})
  // A list of one item is the same as a value, and an empty one the same as nothing, so two items are needed to show
  // that it's a list.
  const [items] = keywordValues(sub, 'items')
  const item = items && isRecord(items.value) ? sampler.sample(childNode(items.node, 'items'), side) : 'x'
  const two = item === undefined ? undefined : [item, item]
  const listed = [...(valuesOf(sub)?.values() ?? [])].find(value => Array.isArray(value) && value.length > 1) as Json
  const longer = [two, listed].find(list => list !== undefined && proofs.accepts(sub.node, list, side))
  const plain = longer ?? sampler.sample(sub.node, side)
  return breakBy(Array.isArray(plain) ? plain : undefined, sides, context)
}
