import type {Direction} from '../model/subject.ts'
import {isRecord, own} from '../schema/json.ts'
import {child, type Node} from '../schema/node.ts'
import {follow} from '../schema/references.ts'
import {type Desk, spotsOf} from './desk.ts'
import {flatten, listed, propertiesOf, requiredOf, type Said, said, settled, valuesOf} from './flat.ts'
import {matched} from './matched.ts'
import {keeps} from './proofs.ts'
import {subtypesOf} from './subtypes.ts'

/** What a value of the discriminator stands for; the address, where nothing is there. */
type Form = Node | string

/** What one side says: by which field forms are told apart, and by which of its values. */
export interface Discriminator {
  readonly property: unknown
  readonly forms: ReadonlyMap<string, Form>
  /** The values that forms say of themselves, so that a mapping need not: to write them out says nothing more. */
  readonly unwritten: ReadonlyMap<string, Form>
  /** Forms whose coming and going is told of themselves. */
  readonly listed: ReadonlySet<Form>
  /** What stands there where the value is none of these. */
  readonly fallback?: Form
}

const DIRECTIONS: readonly Direction[] = ['request', 'response']

/** By which values of which field the forms of a value are told apart. */
export function compareDiscriminator(desk: Desk): void {
  const [was, is] = [said(desk.older, 'discriminator')[0], said(desk.newer, 'discriminator')[0]]
  const [older, newer] = [readAs(was), readAs(is)]
  const isSameField = older?.property === newer?.property
  const sides = isSameField ? (older && newer ? sidesOtherwise(desk, older, newer) : []) : DIRECTIONS
  const [side, ...others] = sides
  if (!side) return
  desk.tell({
    ...(others.length === 0 ? {only: side} : {}),
    kind: 'discriminator-changed',
    about: isSameField ? 'mapping' : 'discriminator',
    ...spotsOf(desk, 'discriminator'),
    was: older?.property,
    is: newer?.property,
    ...(isSaidTwice(desk, was, is) ? {prove: keeps} : {})
  })
}

/**
 * Whether one comes, or goes, over forms that each must have a value of its own in that field, and are called by it: who
 * looks at the field finds the form that the value fits, with it as without it.
 */
function isSaidTwice({older, newer}: Desk, was: Said | undefined, is: Said | undefined): boolean {
  const found = was && is ? undefined : (is ?? was)
  const read = readAs(found)
  const choices = [older, newer].flatMap(flat => flat.choices)
  if (!read || typeof read.property !== 'string' || read.fallback !== undefined) return false
  if (older.choices.length !== 1 || newer.choices.length !== 1) return false
  const told = choices.find(({node}) => node === found?.node)
  if (!told) return false
  const {property} = read
  const isTold = choices.every(({alternatives}) => {
    const all = alternatives.map(form => (mustHave(form, property) ? valuesItself(form, property) : undefined))
    const values = all.flatMap(each => each ?? [])
    const areOwn = all.every(each => each !== undefined && each.length > 0)
    return areOwn && values.every(each => typeof each === 'string') && new Set(values).size === values.length
  })
  const named = alternativesOf(told.node)
  const isCalled = (value: unknown, form: Node): boolean =>
    [read.forms, named].some(forms => forms.get(String(value)) === form)
  return (
    isTold &&
    told.alternatives.every(form => valuesItself(form, property)?.every(value => isCalled(value, form))) &&
    [...read.forms].every(([value, form]) => typeof form !== 'string' && valuesItself(form, property)?.includes(value))
  )
}

const mustHave = (form: Node, name: string): boolean => requiredOf(flatten(form)).has(name)

/** One that a thousand fields may hold maps as many values. */
const read = new WeakMap<Node, Discriminator>()

/** Swagger 2.0 has the name of the field alone. */
export function readAs(found: Said | undefined): Discriminator | undefined {
  if (!found) return undefined
  const known = read.get(found.node) ?? discriminatorAt(found)
  read.set(found.node, known)
  return known
}

function discriminatorAt({node, value}: Said): Discriminator {
  if (!isRecord(value)) return {property: value, forms: new Map(), unwritten: new Map(), listed: new Set()}
  const mapping = own(value, 'mapping')
  const forms = new Map(
    Object.entries(isRecord(mapping) ? mapping : {}).map(([key, target]) => [key, formAt(node, target)])
  )
  const called = new Set(forms.values())
  const alternatives = alternativesOf(node)
  const property = own(value, 'propertyName')
  // A schema is called by its name, unless it is called otherwise, or says itself by which value it goes.
  const unwritten = new Map<string, Form>()
  for (const [name, form] of alternatives) {
    if (called.has(form)) continue
    const own = valuesItself(form, property)
    if (!own) forms.set(name, form)
    else for (const each of own) unwritten.set(String(each), form)
  }
  const fallback = own(value, 'defaultMapping')
  return {
    property,
    forms,
    unwritten,
    listed: new Set([...alternatives.values(), ...[...subtypesOf(node).values()].map(settled)]),
    ...(fallback === undefined ? {} : {fallback: formAt(node, fallback)})
  }
}

const COMPONENT = /#\/(?:components\/schemas|definitions)\/([^/]+)$/

/** The alternatives that have names of their own. */
function alternativesOf(node: Node): ReadonlyMap<string, Node> {
  const all = (['oneOf', 'anyOf'] as const).flatMap(keyword =>
    listed(node.raw as object, keyword).flatMap((raw, at) => {
      const reference = isRecord(raw) ? own(raw, '$ref') : undefined
      const name = typeof reference === 'string' ? COMPONENT.exec(reference)?.[1] : undefined
      return name === undefined ? [] : [[name, settled(child(node, keyword, at))] as const]
    })
  )
  return new Map(all)
}

/** Its own field has values of its own, and tells it apart: the schemas are compared with it. */
const valuesItself = (form: Node, property: unknown): readonly unknown[] | undefined => {
  const all = (propertiesOf(flatten(form)).get(String(property)) ?? []).map(node => valuesOf(flatten(node)))
  const values = all.find(each => each !== undefined)
  return values && [...values.values()]
}

/** A mapping refers to a schema by its name or by an address. */
function formAt(node: Node, target: unknown): Form {
  if (typeof target !== 'string') return String(target)
  const isName = /^[\w.-]+$/.test(target) && !/\.(json|ya?ml)$/.test(target)
  const references = isName ? ['#/components/schemas/', '#/definitions/'].map(shelf => shelf + target) : [target]
  const found = references.map(each => follow(node, each)).find(each => typeof each === 'object')
  return found ? settled(found) : target
}

/**
 * On which sides the values mean something else:
 *
 * 1. A value that came with its form may be met in answers, one that went with it in requests.
 * 2. Where some came and others went, a form may have got another value.
 * 3. A form that stayed has another value, or a value another form: nobody can tell forms apart as before.
 */
function sidesOtherwise(desk: Desk, older: Discriminator, newer: Discriminator): readonly Direction[] {
  const twins = twinsIn(desk)
  const isSame = (one: Form | undefined, other: Form | undefined): boolean =>
    one === other ||
    (one !== undefined && other !== undefined && (twins.get(one) === other || areOne(desk, one, other)))
  const gone = aloneIn(older, newer, (form, other) => isSame(form, other))
  const come = aloneIn(newer, older, (form, other) => isSame(other, form))
  const stays = (form: Form): boolean =>
    [...newer.forms.values()].some(other => isSame(form, other)) || !older.listed.has(form)
  const stayed = (form: Form): boolean =>
    [...older.forms.values()].some(other => isSame(other, form)) || !newer.listed.has(form)
  const isMixed =
    !isSame(older.fallback, newer.fallback) ||
    gone.some(stays) ||
    come.some(stayed) ||
    [...older.forms].some(([value, form]) => newer.forms.has(value) && !isSame(form, newer.forms.get(value)))
  return DIRECTIONS.filter(
    side => isMixed || (side === 'request' ? gone : come).length > 0 || (gone.length > 0 && come.length > 0)
  )
}

/** The forms of the values that only the one side has. */
const aloneIn = (
  here: Discriminator,
  there: Discriminator,
  isSame: (form: Form, other: Form | undefined) => boolean
): readonly Form[] =>
  [...here.forms]
    .filter(([value, form]) => !there.forms.has(value) && !isSame(form, there.unwritten.get(value)))
    .map(([, form]) => form)

/** The forms that are compared with each other: what differs in them is told there, whatever they are called. */
const twinsIn = (desk: Desk): ReadonlyMap<Form, Form> =>
  new Map(
    desk.older.choices.flatMap(({alternatives}, at) => {
      const others = desk.newer.choices[at]
      return others ? matched(desk, alternatives, others.alternatives).pairs : []
    })
  )

/** One schema on both sides: by its name, or by all that it says. */
function areOne({dirt}: Desk, older: Form, newer: Form): boolean {
  if (typeof older === 'string' || typeof newer === 'string') return older === newer
  const [was, is] = [older, newer].map(({pointer}) => COMPONENT.exec(`#${pointer}`)?.[1])
  return (was !== undefined && was === is) || dirt.isClean(older, newer)
}
