import {childNode, type Node} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import {flatten, type KeywordValue, listAt, propertiesOf, resolveSchema, valuesOf} from '../flatten/flatten.ts'
import {resolveMappedSchema, subtypesOf} from '../flatten/subtypes.ts'

/** The schema that a discriminator value stands for, or its address if nothing is there. */
export type MappedSchema = Node | string

/** The property that distinguishes alternatives on one side, and the schema of each value. */
export interface DiscriminatorMapping {
  readonly property: unknown
  readonly schemas: ReadonlyMap<string, MappedSchema>
  /**
   * Values that alternatives declare for themselves. A mapping doesn't have to repeat them, and adds nothing if it
   * does.
   */
  readonly implicitSchemas: ReadonlyMap<string, MappedSchema>
  /** Schemas whose addition and removal are reported separately. */
  readonly reportedSchemas: ReadonlySet<MappedSchema>
  /** The schema for all other values. */
  readonly fallback?: MappedSchema
}

/** Cached, because a discriminator that a thousand properties refer to can map as many values. */
const knownDiscriminators = new WeakMap<Node, DiscriminatorMapping>()

/** Reads a discriminator; `undefined` if there is none. In Swagger 2.0 it's only the name of the property. */
export function readDiscriminator(found: KeywordValue | undefined): DiscriminatorMapping | undefined {
  if (!found) return undefined
  const known = knownDiscriminators.get(found.node) ?? discriminatorAt(found)
  knownDiscriminators.set(found.node, known)
  return known
}

function discriminatorAt({node, value}: KeywordValue): DiscriminatorMapping {
  if (!isRecord(value))
    return {property: value, schemas: new Map(), implicitSchemas: new Map(), reportedSchemas: new Set()}
  const mapping = own(value, 'mapping')
  const forms = new Map(
    Object.entries(isRecord(mapping) ? mapping : {}).map(([key, target]) => [key, mappedSchemaAt(node, target)])
  )
  const called = new Set(forms.values())
  const alternatives = namedAlternativesOf(node)
  const property = own(value, 'propertyName')
  // The value of a schema is its name, unless it's mapped, or the schema declares its own values.
  const unwritten = new Map<string, MappedSchema>()
  for (const [name, form] of alternatives) {
    if (called.has(form)) continue
    const own = ownDiscriminatorValuesOf(form, property)
    if (!own) forms.set(name, forms.get(name) ?? form)
    else for (const each of own) unwritten.set(String(each), form)
  }
  const fallback = own(value, 'defaultMapping')
  return {
    property,
    schemas: forms,
    implicitSchemas: unwritten,
    reportedSchemas: new Set([...alternatives.values(), ...[...subtypesOf(node).values()].map(resolveSchema)]),
    ...(fallback === undefined ? {} : {fallback: mappedSchemaAt(node, fallback)})
  }
}

export const SCHEMA_REFERENCE = /#\/(?:components\/schemas|definitions)\/([^/]+)$/

/** The alternatives that are named components. */
export function namedAlternativesOf(node: Node): ReadonlyMap<string, Node> {
  const all = (['oneOf', 'anyOf'] as const).flatMap(keyword =>
    listAt(node.raw as object, keyword).flatMap((raw, at) => {
      const reference = isRecord(raw) ? own(raw, '$ref') : undefined
      const name = typeof reference === 'string' ? SCHEMA_REFERENCE.exec(reference)?.[1] : undefined
      return name === undefined ? [] : [[name, resolveSchema(childNode(node, keyword, at))] as const]
    })
  )
  return new Map(all)
}

/**
 * The values that an alternative's own property accepts; `undefined` if it doesn't list any. Their changes are reported
 * by the comparison of the schemas.
 */
export const ownDiscriminatorValuesOf = (form: Node, property: unknown): readonly unknown[] | undefined => {
  const all = (propertiesOf(flatten(form)).get(String(property)) ?? []).map(node => valuesOf(flatten(node)))
  const values = all.find(each => each !== undefined)
  return values && [...values.values()]
}

/** The schema that a mapping leads to, or the text if nothing is there. */
function mappedSchemaAt(node: Node, target: unknown): MappedSchema {
  const found = typeof target === 'string' ? resolveMappedSchema(node, target) : undefined
  return found ? resolveSchema(found) : String(target)
}
