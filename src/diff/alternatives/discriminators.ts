import type {Direction} from '../../model/subject/subject.ts'
import type {Node} from '../../schema/document/node.ts'
import {type Flat, flatten, requiredOf, type Said, said, settled} from '../flatten/flatten.ts'
import {subtypesOf} from '../flatten/subtypes.ts'
import {keeps} from '../proof/proofs.ts'
import {type Desk, spotsOf} from '../schema-diff-context.ts'
import {formName, namedIn} from './discriminated-alternatives.ts'
import {
  alternativesOf,
  COMPONENT,
  type Discriminator,
  type Form,
  readAs,
  valuesItself
} from './discriminator-mapping.ts'
import {matched} from './match-alternatives.ts'

const DIRECTIONS: readonly Direction[] = ['request', 'response']

/** Compares discriminators: the property that distinguishes alternatives, and its values. */
export function compareDiscriminator(context: Desk): void {
  const [was, is] = [said(context.older, 'discriminator')[0], said(context.newer, 'discriminator')[0]]
  const [older, newer] = [readAs(was), readAs(is)]
  const isSameField = older?.property === newer?.property
  const sides = isSameField ? (older && newer ? changedDirections(context, older, newer) : []) : DIRECTIONS
  const [side, ...others] = sides
  if (!side) return
  context.tell({
    ...(others.length === 0 ? {only: side} : {}),
    kind: 'discriminator-changed',
    about: isSameField ? 'mapping' : 'discriminator',
    ...spotsOf(context, 'discriminator'),
    was: older?.property,
    is: newer?.property,
    ...(isRedundant(context, was, is) ? {prove: keeps} : {})
  })
}

/**
 * Whether an added or removed discriminator only repeats the schemas, because each alternative requires a value of its
 * own in the property and is mapped from it. Clients that read the property find the same alternative with or without
 * the discriminator.
 */
function isRedundant({older, newer}: Desk, was: Said | undefined, is: Said | undefined): boolean {
  const found = was && is ? undefined : (is ?? was)
  const read = readAs(found)
  const choices = [older, newer].flatMap(flat => flat.choices)
  if (!read || typeof read.property !== 'string' || read.fallback !== undefined) return false
  if (older.choices.length !== 1 || newer.choices.length !== 1) return false
  const describedChoice = choices.find(({node}) => node === found?.node)
  if (!describedChoice) return false
  const {property} = read
  const isReported = choices.every(({alternatives}) => {
    const all = alternatives.map(form => (requires(form, property) ? valuesItself(form, property) : undefined))
    const values = all.flatMap(each => each ?? [])
    const areOwn = all.every(each => each !== undefined && each.length > 0)
    return areOwn && values.every(each => typeof each === 'string') && new Set(values).size === values.length
  })
  const named = alternativesOf(describedChoice.node)
  const isCalled = (value: unknown, form: Node): boolean =>
    [read.forms, named].some(forms => forms.get(String(value)) === form)
  return (
    isReported &&
    describedChoice.alternatives.every(form => valuesItself(form, property)?.every(value => isCalled(value, form))) &&
    [...read.forms].every(([value, form]) => typeof form !== 'string' && valuesItself(form, property)?.includes(value))
  )
}

const requires = (form: Node, name: string): boolean => requiredOf(flatten(form)).has(name)

/**
 * The directions in which the values mean something else:
 *
 * 1. A value that was added with its alternative may be in responses, and one that was removed with it in requests. If
 *    the change of the alternative is reported under that name, the value is no second change.
 * 2. If values were added and others removed, an alternative may have a new value.
 * 3. If an alternative that stayed has another value, or a value has another alternative, clients can't distinguish the
 *    alternatives as before.
 */
function changedDirections(context: Desk, older: Discriminator, newer: Discriminator): readonly Direction[] {
  const twins = pairedAlternativesOf(context)
  const isSame = (one: Form | undefined, other: Form | undefined): boolean =>
    one === other ||
    (one !== undefined && other !== undefined && (twins.get(one) === other || isSameSchema(context, one, other)))
  const gone = oneSidedSchemas(older, newer, (form, other) => isSame(form, other))
  const come = oneSidedSchemas(newer, older, (form, other) => isSame(other, form))
  const isStillThere = (form: Form): boolean =>
    [...newer.forms.values()].some(other => isSame(form, other)) || !older.listed.has(form)
  const wasThere = (form: Form): boolean =>
    [...older.forms.values()].some(other => isSame(other, form)) || !newer.listed.has(form)
  const isMixed =
    !isSame(older.fallback, newer.fallback) ||
    gone.some(isStillThere) ||
    come.some(wasThere) ||
    [...older.forms].some(([value, form]) => newer.forms.has(value) && !isSame(form, newer.forms.get(value)))
  const paired = new Set([...twins].flat())
  const [was, is] = [subtypesIn(context.older), subtypesIn(context.newer)]
  const lost = gone.filter(form => paired.has(form) || !isReported(form, context, was, is))
  const found = come.filter(
    form => paired.has(form) || !isReported(form, {older: context.newer, newer: context.older}, is, was)
  )
  return DIRECTIONS.filter(
    side => isMixed || (side === 'request' ? lost : found).length > 0 || (lost.length > 0 && found.length > 0)
  )
}

/** The schemas of the values that only one side has. */
const oneSidedSchemas = (
  here: Discriminator,
  there: Discriminator,
  isSame: (form: Form, other: Form | undefined) => boolean
): readonly Form[] =>
  [...here.forms]
    .filter(([value, form]) => !there.forms.has(value) && !isSame(form, there.unwritten.get(value)))
    .map(([, form]) => form)

/**
 * The alternatives that are compared with each other, so that their differences are reported there, whatever their
 * values are.
 */
const pairedAlternativesOf = (context: Desk): ReadonlyMap<Form, Form> =>
  new Map(
    context.older.choices.flatMap(({alternatives}, at) => {
      const others = context.newer.choices[at]
      return others ? matched(context, alternatives, others.alternatives).pairs : []
    })
  )

/** Whether both are one schema, by their name or by their content. */
function isSameSchema({dirt}: Desk, older: Form, newer: Form): boolean {
  if (typeof older === 'string' || typeof newer === 'string') return older === newer
  const [was, is] = [older, newer].map(({pointer}) => COMPONENT.exec(`#${pointer}`)?.[1])
  return (was !== undefined && was === is) || dirt.isClean(older, newer)
}

/** The schemas that can take the place of the schema with the discriminator, by value. */
function subtypesIn(flat: Flat): ReadonlyMap<string, Form> {
  const [found] = said(flat, 'discriminator')
  return new Map([...(found ? subtypesOf(found.node) : [])].map(([value, kind]) => [value, settled(kind)]))
}

type SubtypesByValue = ReadonlyMap<string, Form>

/** Whether it's reported that the other side has no alternative with the values of this one. */
function isReported(
  form: Form,
  {older, newer}: Pick<Desk, 'older' | 'newer'>,
  here: SubtypesByValue,
  there: SubtypesByValue
): boolean {
  if (typeof form === 'string') return false
  if ([...here].some(([value, kind]) => kind === form && !there.has(value))) return true
  return older.choices.some((choice, at) => {
    const other = newer.choices[at]
    return other !== undefined && namedIn(other, form, formName(choice, form)).length > 0
  })
}
