import {child, type Node} from '../../schema/document/node.ts'
import {follow} from '../../schema/document/references.ts'
import {isRecord, own} from '../../schema/json.ts'
import {flatten, listed, propertiesOf, type Said, settled, valuesOf} from '../flatten/flatten.ts'
import {subtypesOf} from '../flatten/subtypes.ts'

/** What a value of the discriminator stands for; the address, where nothing is there. */
export type Form = Node | string

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

export const COMPONENT = /#\/(?:components\/schemas|definitions)\/([^/]+)$/

/** The alternatives that have names of their own. */
export function alternativesOf(node: Node): ReadonlyMap<string, Node> {
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
export const valuesItself = (form: Node, property: unknown): readonly unknown[] | undefined => {
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
