import {setOwn, UNKNOWN_SCHEMA} from '@tenure/core/model/json'
import type ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import type {AbstractValue, ObjectValue} from '../interpreter/values.ts'
import type {Schema, TypeConverter} from './types-to-schemas.ts'
import {asZodSchema, findComputedDefaults} from './zod.ts'

/** Reads schemas declared in code: JSON Schema objects, or schemas of a library, read through their types. */
export class DeclaredSchemas {
  readonly #engine: Engine
  readonly #shapes: TypeConverter
  #node: ts.Node | undefined

  constructor(engine: Engine, shapes: TypeConverter) {
    this.#engine = engine
    this.#shapes = shapes
  }

  /**
   * Converts a value to a schema. `named` holds the schemas that a `$ref` can name; `node` is reported if the value
   * can't be read.
   */
  convert(value: AbstractValue, node: ts.Node, named: ReadonlyMap<string, AbstractValue> = new Map()): Schema {
    const zod = asZodSchema(value)
    if (zod && !zod.isPartial) return this.#register(zod.json, zod.node)
    const typed = zod ? this.#schemaByType(zod.node) : undefined
    if (typed !== undefined) return typed
    this.#node = node
    const json = this.#toJson(value, named, 0)
    if (json === undefined)
      return this.#schemaByType(node) ?? this.#shapes.unknownSchema(node, 'schema that is computed')
    return this.#register(json as Schema, node)
  }

  #register(schema: Schema, node: ts.Node): Schema {
    if (typeof schema !== 'object') return schema
    for (const at of findComputedDefaults(schema)) this.#shapes.reportComputedDefault(at)
    const own = {...schema}
    this.#shapes.nodes.set(own, node)
    return own
  }

  /** Libraries expose the input type as a property of the schema's type: `_input`, `static`. */
  #schemaByType(node: ts.Node): Schema | undefined {
    const {checker} = this.#engine
    const type = checker.getTypeAtLocation(node)
    for (const name of ['_input', '_output', 'static', '~types']) {
      const found = checker.getPropertyOfType(type, name)
      const held = found && checker.getTypeOfSymbolAtLocation(found, node)
      if (held && this.#shapes.isTyped(held)) return this.#shapes.convert(held, node)
    }
    return undefined
  }

  /** The value as JSON. `undefined` if a part of it is computed. */
  #toJson(value: AbstractValue, named: ReadonlyMap<string, AbstractValue>, depth: number): unknown {
    if (depth > 60 || !this.#shapes.budget.spend()) return undefined
    const zod = asZodSchema(value)
    if (zod) return zod.isPartial ? undefined : zod.json
    if (value.kind === 'constant') return typeof value.value === 'bigint' ? undefined : value.value
    if (value.kind === 'list') {
      const items = value.items.map(each => this.#toJson(each, named, depth + 1))
      return value.isOpen || items.includes(undefined) ? undefined : items
    }
    return value.kind === 'object' && !value.isOpen && !value.of ? this.#objectToJson(value, named, depth) : undefined
  }

  #objectToJson({fields, node}: ObjectValue, named: ReadonlyMap<string, AbstractValue>, depth: number): unknown {
    const made: Record<string, unknown> = {}
    for (const [key, field] of fields) {
      if (key === '$id' || key === '$schema') continue
      const inner = this.#toJson(field, named, depth + 1)
      if (inner === undefined && !(field.kind === 'constant' && field.value === undefined)) return undefined
      if (inner === undefined) continue
      const plain = key === '$ref' && typeof inner === 'string' ? this.#resolveReference(inner, named, depth) : inner
      setOwn(made, key, plain)
    }
    if (node) this.#shapes.nodes.set(made, node)
    return made
  }

  /** Resolves a reference to a registered schema, such as `loan#` or `loan#/properties/due`, to a component. */
  #resolveReference(reference: string, named: ReadonlyMap<string, AbstractValue>, depth: number): string {
    const [id = '', fragment = ''] = reference.split('#', 2)
    const schema = named.get(id)
    if (!schema) {
      if (this.#node) this.#shapes.unknownSchema(this.#node, `reference to \`${reference}\``)
      return UNKNOWN_SCHEMA
    }
    const name = id.replaceAll(/\W+/g, '_').replace(/^_+|_+$/g, '') || 'Shared'
    if (!this.#shapes.components.has(name)) {
      this.#shapes.components.set(name, {})
      this.#shapes.components.set(name, (this.#toJson(schema, named, depth + 1) ?? {$ref: UNKNOWN_SCHEMA}) as Schema)
    }
    return `#/components/schemas/${name}${fragment}`
  }
}
