import {groupBy} from '../../model/group-by.ts'
import type {Node} from '../../schema/document/node.ts'
import {isRecord, type Json, own} from '../../schema/json.ts'
import {
  type Choice,
  type Flat,
  flatten,
  once,
  propertiesOf,
  requiredOf,
  said,
  settled,
  typesOf,
  valuesOf
} from '../flatten/flatten.ts'
import {calledIfAny, type FormName} from '../proof/discriminator-values.ts'
import {type Discriminator, readAs} from './discriminator-mapping.ts'

/** The field by which a choice tells its forms apart, and the values that stand for each of them. */
interface Naming {
  readonly property: string
  readonly forms: ReadonlyMap<Node, readonly Json[]>
}

/**
 * What a discriminator says, as its API means it: a validator need not look at it, yet who writes `kind` sends one of the
 * values that stand for a form. Nothing where some form has no such value: then any value may be sent.
 */
const namingOf = once(({node, alternatives}: Choice): Naming | undefined => {
  const value = isRecord(node.raw) ? own(node.raw, 'discriminator') : undefined
  return value === undefined ? undefined : namingBy(readAs({node, value}), alternatives)
})

function namingBy(found: Discriminator | undefined, forms: readonly Node[]): Naming | undefined {
  const property = found?.property
  if (!found || typeof property !== 'string') return undefined
  // A form that is listed twice is one schema, and goes by one name.
  const called = groupBy(found.forms, ([, form]) => (typeof form === 'string' ? form : form.raw))
  const callsOf = (form: Node): Json[] => (called.get(form.raw) ?? []).map(([value]) => value)
  const all = new Map(forms.map(form => [form, valuesFor(form, property) ?? callsOf(form)] as const))
  return [...all.values()].every(values => values.length > 0) ? {property, forms: all} : undefined
}

/** The values that the form itself lists; of a choice, all that its forms list. */
function valuesFor(form: Node, property: string): readonly Json[] | undefined {
  const flat = flatten(form)
  return flat.choices.length > 0 ? listedIn(flat, property, MOST_CHOICES) : listedBy(flat, property)
}

/** One within another. */
const MOST_CHOICES = 4

/** What a schema lists for a property. Of what it lists none, none, where it cannot be any text; else nothing is known. */
function listedBy(flat: Flat, property: string): readonly Json[] | undefined {
  for (const node of propertiesOf(flat).get(property) ?? []) {
    const inner = flatten(node)
    const values = valuesOf(inner)
    if (values) return [...values.values()] as Json[]
    const isOther = ['const', 'pattern', 'not'].some(keyword => said(inner, keyword).length > 0)
    if (isOther || inner.choices.length > 0 || !typesOf(inner).has('string')) return []
  }
  return undefined
}

/** None at all, where one of the forms of a choice lists none: then it may be any. */
function listedIn(flat: Flat, property: string, depth: number): readonly Json[] {
  const own = listedBy(flat, property)
  if (own || flat.choices.length === 0 || depth === 0) return own ?? []
  const all = flat.choices.flatMap(({alternatives}) =>
    alternatives.map(each => listedIn(flatten(each), property, depth - 1))
  )
  return all.every(values => values.length > 0) ? all.flat() : []
}

export function formName(choice: Choice, form: Node): FormName | undefined {
  const naming = namingOf(choice)
  const values = naming?.forms.get(form)
  return naming && values ? {property: naming.property, values} : undefined
}

/** All names of all forms. Of one form alone nobody has to choose, and a discriminator may stand there all the same. */
export function namesIn(flat: Flat): FormName | undefined {
  const [choice] = flat.choices
  const [found] = said(flat, 'discriminator')
  const forms = choice?.alternatives ?? flat.members.filter(member => member !== found?.node).map(settled)
  if (!found) return undefined
  const naming = namingBy(readAs(found), choice ? forms : forms.slice(0, 1))
  return naming && {property: naming.property, values: [...naming.forms.values()].flat()}
}

/** The names that forms have on both sides, each of one form alone: by them it is known which form is meant. */
export function keptNames(
  older: Choice,
  newer: Choice,
  pairs: readonly (readonly [Node, Node])[]
): FormName | undefined {
  const [was, is] = [namingOf(older), namingOf(newer)]
  if (!was || !is || was.property !== is.property) return undefined
  const values = pairs.flatMap(([one, other]) => {
    const names = is.forms.get(other) ?? []
    return (was.forms.get(one) ?? []).filter(
      name => names.includes(name) && [was, is].every(each => isOfOne(each, name))
    )
  })
  return values.length > 0 ? {property: is.property, values} : undefined
}

const isOfOne = ({forms}: Naming, name: Json): boolean =>
  [...forms.values()].filter(names => names.includes(name)).length === 1

/** All names of the forms of a choice. */
export function namesOf(choice: Choice): FormName | undefined {
  const naming = namingOf(choice)
  return naming && {property: naming.property, values: [...naming.forms.values()].flat()}
}

/** What must say a name that stands for no form of a choice is none of them, whatever another form would accept. */
export function namedIn(choice: Choice, form: Node, name: FormName | undefined): Node[] {
  const names = name && namesOf(choice)
  if (!names || names.property !== name.property || !requiredOf(flatten(form)).has(name.property)) return []
  return names.values.some(value => name.values.includes(value)) ? [] : [calledIfAny(choice.node, names)]
}
