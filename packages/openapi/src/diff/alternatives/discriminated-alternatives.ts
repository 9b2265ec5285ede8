import {groupBy} from '@tenure/core/model/group-by'
import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, type Json, own} from '@tenure/json-schema/json'
import {
  acceptedTypesOf,
  cacheByObject,
  type FlatSchema,
  flatten,
  keywordValues,
  propertiesOf,
  requiredOf,
  resolveSchema,
  type SchemaChoice,
  valuesOf
} from '../flatten/flatten.ts'
import {type DiscriminatorValues, demandDiscriminatorValueIfAny} from '../proof/discriminator-values.ts'
import {type DiscriminatorMapping, readDiscriminator} from './discriminator-mapping.ts'

/** The property that distinguishes the alternatives of a choice, and the values of each alternative. */
interface ValuesByAlternative {
  readonly property: string
  readonly forms: ReadonlyMap<Node, readonly Json[]>
}

/**
 * The values of each alternative by a discriminator. Validators don't have to read it, but a client that sends the
 * property sends one of these values. `undefined` if an alternative has no value, because any value can be sent then.
 */
const valuesByAlternativeOf = cacheByObject(({node, alternatives}: SchemaChoice): ValuesByAlternative | undefined => {
  const value = isRecord(node.raw) ? own(node.raw, 'discriminator') : undefined
  return value === undefined ? undefined : readValuesByAlternative(readDiscriminator({node, value}), alternatives)
})

function readValuesByAlternative(
  found: DiscriminatorMapping | undefined,
  forms: readonly Node[]
): ValuesByAlternative | undefined {
  const property = found?.property
  if (!found || typeof property !== 'string') return undefined
  // An alternative that is listed twice is one schema, with one set of values.
  const called = groupBy(found.schemas, ([, form]) => (typeof form === 'string' ? form : form.raw))
  const callsOf = (form: Node): Json[] => (called.get(form.raw) ?? []).map(([value]) => value)
  const all = new Map(forms.map(form => [form, valuesOfAlternative(form, property) ?? callsOf(form)] as const))
  return [...all.values()].every(values => values.length > 0) ? {property, forms: all} : undefined
}

/**
 * The values that an alternative lists for the property, itself or in its own alternatives; `undefined` if it accepts
 * any text.
 */
function valuesOfAlternative(form: Node, property: string): readonly Json[] | undefined {
  const flat = flatten(form)
  return flat.choices.length > 0 ? nestedValuesOf(flat, property, MAX_DEPTH) : listedValuesOf(flat, property)
}

/** The maximum depth of nested choices. */
const MAX_DEPTH = 4

/**
 * The values that a schema lists for a property. Empty if it constrains the property in another way, and `undefined` if
 * it doesn't constrain it.
 */
function listedValuesOf(flat: FlatSchema, property: string): readonly Json[] | undefined {
  for (const node of propertiesOf(flat).get(property) ?? []) {
    const inner = flatten(node)
    const values = valuesOf(inner)
    if (values) return [...values.values()] as Json[]
    const isOther = ['const', 'pattern', 'not'].some(keyword => keywordValues(inner, keyword).length > 0)
    if (isOther || inner.choices.length > 0 || !acceptedTypesOf(inner).has('string')) return []
  }
  return undefined
}

/** The values that nested alternatives list. Empty if one of them lists none, because any value can be sent then. */
function nestedValuesOf(flat: FlatSchema, property: string, depth: number): readonly Json[] {
  const own = listedValuesOf(flat, property)
  if (own || flat.choices.length === 0 || depth === 0) return own ?? []
  const all = flat.choices.flatMap(({alternatives}) =>
    alternatives.map(each => nestedValuesOf(flatten(each), property, depth - 1))
  )
  return all.every(values => values.length > 0) ? all.flat() : []
}

export function discriminatorValuesOf(choice: SchemaChoice, form: Node): DiscriminatorValues | undefined {
  const naming = valuesByAlternativeOf(choice)
  const values = naming?.forms.get(form)
  return naming && values ? {property: naming.property, values} : undefined
}

/**
 * All discriminator values of a schema; `undefined` without a discriminator. If there is only one alternative, the
 * discriminator may stand next to a reference to it.
 */
export function discriminatorValuesOfSchema(flat: FlatSchema): DiscriminatorValues | undefined {
  const [choice] = flat.choices
  const [found] = keywordValues(flat, 'discriminator')
  const forms = choice?.alternatives ?? flat.members.filter(member => member !== found?.node).map(resolveSchema)
  if (!found) return undefined
  return allValuesOf(readValuesByAlternative(readDiscriminator(found), choice ? forms : forms.slice(0, 1)))
}

const allValuesOf = (naming: ValuesByAlternative | undefined): DiscriminatorValues | undefined =>
  naming && {property: naming.property, values: [...naming.forms.values()].flat()}

/** The values that identify one alternative on each side, and the same one on both; `undefined` if there are none. */
export function keptDiscriminatorValues(
  older: SchemaChoice,
  newer: SchemaChoice,
  pairs: readonly (readonly [Node, Node])[]
): DiscriminatorValues | undefined {
  const [was, is] = [valuesByAlternativeOf(older), valuesByAlternativeOf(newer)]
  if (!was || !is || was.property !== is.property) return undefined
  const values = pairs.flatMap(([one, other]) => {
    const names = is.forms.get(other) ?? []
    return (was.forms.get(one) ?? []).filter(
      name => names.includes(name) && [was, is].every(each => identifiesOne(each, name))
    )
  })
  return values.length > 0 ? {property: is.property, values} : undefined
}

const identifiesOne = ({forms}: ValuesByAlternative, name: Json): boolean =>
  [...forms.values()].filter(names => names.includes(name)).length === 1

/** All discriminator values of a choice; `undefined` without a discriminator. */
export const discriminatorValuesOfChoice = (choice: SchemaChoice): DiscriminatorValues | undefined =>
  allValuesOf(valuesByAlternativeOf(choice))

/**
 * The demand that the discriminator has a value of the choice, for an alternative that requires it and has only values
 * unknown to the choice, even if another alternative accepts these. Empty in other cases.
 */
export function demandKnownDiscriminatorValue(
  choice: SchemaChoice,
  form: Node,
  name: DiscriminatorValues | undefined
): Node[] {
  const names = name && discriminatorValuesOfChoice(choice)
  if (!names || names.property !== name.property || !requiredOf(flatten(form)).has(name.property)) return []
  return names.values.some(value => name.values.includes(value))
    ? []
    : [demandDiscriminatorValueIfAny(choice.node, names)]
}
