import {inputError} from '@tenure/core/model/input-error'
import {isRecord, own} from '@tenure/core/model/json'
import {
  type ConstDirectiveNode,
  type ConstValueNode,
  type DefinitionNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  GraphQLError,
  type InputValueDefinitionNode,
  Kind,
  type NamedTypeNode,
  type NameNode,
  type ObjectTypeDefinitionNode,
  type OperationTypeNode,
  parseConstValue,
  type StringValueNode,
  type TypeNode
} from 'graphql'
import {findSchema} from '../introspection-file.ts'
import type {ParsedSdl} from './parse-sdl.ts'
import {isBuiltIn, OPERATIONS, type Unstated} from './schema.ts'

// The result of an introspection query, as the syntax tree of the schema that it stands for.

type Fields = Readonly<Record<string, unknown>>

/** A parsed JSON text. */
export interface JsonText {
  readonly value: unknown
  readonly locate: (
    pointers: readonly string[]
  ) => ReadonlyMap<string, {readonly line: number; readonly column: number}>
}

/** Parses the result of an introspection query. Throws an `InputError` with the place of what can't be read. */
export function parseIntrospection({value, locate}: JsonText, text: string, source: string): ParsedSdl {
  const found = findSchema(value)
  if (!found) throw inputError('The file has no `__schema`, as an introspection query returns it.', {source})
  const reading = new IntrospectionReading()
  try {
    const definitions = reading.readSchema(found.schema, found.pointer)
    reading.locate(locate)
    return {
      document: {kind: Kind.DOCUMENT, definitions},
      problems: [],
      hasCommentDescriptions: false,
      unstated: unstatedIn(text, reading)
    }
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error
    throw inputError(error.message, {source, ...locate([error.pointer]).get(error.pointer)})
  }
}

/** What the query didn't ask for, besides the directives that introspection never shows. */
function unstatedIn(text: string, {asksInputs}: IntrospectionReading): ReadonlySet<Unstated> {
  const unstated = new Set<Unstated>(['schema-directives'])
  const isAsked = (key: string): boolean => new RegExp(`"${key}"\\s*:`).test(text)
  if (!isAsked('description')) unstated.add('descriptions')
  if (!isAsked('isOneOf')) unstated.add('one-of')
  if (!isAsked('isRepeatable')) unstated.add('repeatable')
  if (!asksInputs) unstated.add('input-deprecations')
  return unstated
}

class UnreadableValue extends Error {
  readonly pointer: string

  constructor(message: string, pointer: string) {
    super(message)
    this.pointer = pointer
  }
}

/** The place of a node, filled in once all pointers are known. */
interface Token {
  line: number
  column: number
}

class IntrospectionReading {
  readonly #tokens = new Map<string, Token>()
  /** Whether an argument or input field says if it's deprecated. Without that, the deprecated ones are left out. */
  asksInputs = false

  /** Finds the lines of everything that was read, in one pass. */
  locate(locate: JsonText['locate']): void {
    const found = locate([...this.#tokens.keys()])
    for (const [pointer, token] of this.#tokens) Object.assign(token, found.get(pointer))
  }

  readSchema(value: unknown, pointer: string): DefinitionNode[] {
    const schema = this.#record(value, pointer)
    const types = this.#list(schema, 'types', pointer, (each, at) => this.#readType(each, at))
    const directives = this.#list(schema, 'directives', pointer, (each, at) => this.#readDirective(each, at), true)
    const operationTypes = OPERATIONS.flatMap(operation => {
      const root = own(schema, `${operation}Type`)
      if (!isRecord(root)) return []
      const name = this.#name(root, `${pointer}/${operation}Type`)
      return [
        {
          kind: Kind.OPERATION_TYPE_DEFINITION,
          operation: operation as OperationTypeNode,
          type: {kind: Kind.NAMED_TYPE, name}
        } as const
      ]
    })
    if (operationTypes.length === 0) throw new UnreadableValue('The schema has no `queryType`.', pointer)
    return [{kind: Kind.SCHEMA_DEFINITION, operationTypes}, ...types.flat(), ...directives.flat()]
  }

  #readType(value: unknown, pointer: string): DefinitionNode[] {
    const type = this.#record(value, pointer)
    const name = this.#name(type, pointer)
    const base = this.#element(type, name, pointer)
    const names = (key: string): NamedTypeNode[] =>
      this.#list(
        type,
        key,
        pointer,
        (each, at) => {
          const inner = this.#name(this.#record(each, at), at)
          return {kind: Kind.NAMED_TYPE, name: inner, ...(inner.loc ? {loc: inner.loc} : {})}
        },
        true
      )
    if (name.value.startsWith('__') || isBuiltIn(name.value)) return []
    switch (own(type, 'kind')) {
      case 'SCALAR': {
        const url = own(type, 'specifiedByURL') ?? own(type, 'specifiedByUrl')
        const directives = typeof url === 'string' ? [directive('specifiedBy', {url})] : []
        return [{kind: Kind.SCALAR_TYPE_DEFINITION, ...base, directives}]
      }
      case 'OBJECT':
      case 'INTERFACE': {
        const fields = this.#list(type, 'fields', pointer, (each, at) => this.#readField(each, at))
        const kind = own(type, 'kind') === 'OBJECT' ? Kind.OBJECT_TYPE_DEFINITION : Kind.INTERFACE_TYPE_DEFINITION
        return [{kind, ...base, interfaces: names('interfaces'), fields} as ObjectTypeDefinitionNode]
      }
      case 'UNION':
        return [{kind: Kind.UNION_TYPE_DEFINITION, ...base, types: names('possibleTypes')}]
      case 'ENUM':
        return [
          {
            kind: Kind.ENUM_TYPE_DEFINITION,
            ...base,
            values: this.#list(type, 'enumValues', pointer, (each, at) => this.#readValue(each, at))
          }
        ]
      case 'INPUT_OBJECT':
        return [
          {
            kind: Kind.INPUT_OBJECT_TYPE_DEFINITION,
            ...base,
            fields: this.#list(type, 'inputFields', pointer, (each, at) => this.#readInput(each, at)),
            ...(isTrue(type, 'isOneOf', pointer) ? {directives: [directive('oneOf')]} : {})
          }
        ]
      default:
        throw new UnreadableValue(`The type \`${name.value}\` has no \`kind\` of GraphQL.`, pointer)
    }
  }

  #readDirective(value: unknown, pointer: string): DefinitionNode[] {
    const written = this.#record(value, pointer)
    const name = this.#name(written, pointer)
    const locations = this.#list(written, 'locations', pointer, each => ({
      kind: Kind.NAME as const,
      value: String(each)
    }))
    return [
      {
        kind: Kind.DIRECTIVE_DEFINITION,
        ...this.#element(written, name, pointer),
        arguments: this.#list(written, 'args', pointer, (each, at) => this.#readInput(each, at)),
        repeatable: isTrue(written, 'isRepeatable', pointer),
        locations
      }
    ]
  }

  #readField(value: unknown, pointer: string): FieldDefinitionNode {
    const field = this.#record(value, pointer)
    const name = this.#name(field, pointer)
    return {
      kind: Kind.FIELD_DEFINITION,
      ...this.#element(field, name, pointer),
      arguments: this.#list(field, 'args', pointer, (each, at) => this.#readInput(each, at)),
      type: this.#readTypeReference(own(field, 'type'), `${pointer}/type`)
    }
  }

  #readInput(value: unknown, pointer: string): InputValueDefinitionNode {
    const input = this.#record(value, pointer)
    const name = this.#name(input, pointer)
    const usual = own(input, 'defaultValue')
    this.asksInputs ||= own(input, 'isDeprecated') !== undefined
    return {
      kind: Kind.INPUT_VALUE_DEFINITION,
      ...this.#element(input, name, pointer),
      type: this.#readTypeReference(own(input, 'type'), `${pointer}/type`),
      ...(typeof usual === 'string' ? {defaultValue: readDefault(usual, `${pointer}/defaultValue`)} : {})
    }
  }

  #readValue(value: unknown, pointer: string): EnumValueDefinitionNode {
    const written = this.#record(value, pointer)
    return {kind: Kind.ENUM_VALUE_DEFINITION, ...this.#element(written, this.#name(written, pointer), pointer)}
  }

  #readTypeReference(value: unknown, pointer: string): TypeNode {
    const reference = this.#record(value, pointer)
    const kind = own(reference, 'kind')
    if (kind !== 'NON_NULL' && kind !== 'LIST')
      return {kind: Kind.NAMED_TYPE, name: {kind: Kind.NAME, value: nameOf(reference, pointer)}}
    const inner = own(reference, 'ofType')
    if (!isRecord(inner))
      throw new UnreadableValue(
        `\`ofType\` is missing, so the type is cut off. Query more levels of \`ofType\`.`,
        pointer
      )
    const type = this.#readTypeReference(inner, `${pointer}/ofType`)
    if (kind === 'LIST') return {kind: Kind.LIST_TYPE, type}
    return type.kind === Kind.NON_NULL_TYPE ? type : {kind: Kind.NON_NULL_TYPE, type}
  }

  #element(
    value: Fields,
    name: NameNode,
    pointer: string
  ): {name: NameNode; description?: StringValueNode; directives: ConstDirectiveNode[]} {
    const description = own(value, 'description')
    const reason = own(value, 'deprecationReason')
    const isDeprecated = isTrue(value, 'isDeprecated', pointer)
    return {
      name,
      directives: isDeprecated ? [directive('deprecated', {reason})] : [],
      ...(typeof description === 'string' ? {description: {kind: Kind.STRING, value: description}} : {})
    }
  }

  #record(value: unknown, pointer: string): Fields {
    if (isRecord(value)) return value
    throw new UnreadableValue('An object is missing here, as an introspection query returns it.', pointer)
  }

  #list<Item>(
    owner: Fields,
    key: string,
    pointer: string,
    read: (each: unknown, pointer: string) => Item,
    isOptional = false
  ): Item[] {
    const list = own(owner, key)
    if (isOptional && (list === undefined || list === null)) return []
    if (!Array.isArray(list)) throw new UnreadableValue(`\`${key}\` isn't a list.`, `${pointer}/${key}`)
    return list.map((each: unknown, at) => read(each, `${pointer}/${key}/${at}`))
  }

  #name(value: Fields, pointer: string): NameNode {
    const name = nameOf(value, pointer)
    const token: Token = {line: 1, column: 1}
    this.#tokens.set(`${pointer}/name`, token)
    return {kind: Kind.NAME, value: name, loc: {startToken: token} as unknown as NonNullable<NameNode['loc']>}
  }
}

function isTrue(value: Fields, key: string, pointer: string): boolean {
  const flag = own(value, key) ?? false
  if (typeof flag === 'boolean') return flag
  throw new UnreadableValue(`\`${key}\` is neither \`true\` nor \`false\`.`, `${pointer}/${key}`)
}

function nameOf(value: Fields, pointer: string): string {
  const name = own(value, 'name')
  if (typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name)) return name
  throw new UnreadableValue('A `name` of GraphQL is missing here.', pointer)
}

const directive = (name: string, values: Readonly<Record<string, unknown>> = {}): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: {kind: Kind.NAME, value: name},
  arguments: Object.entries(values).flatMap(([key, value]) =>
    typeof value === 'string'
      ? {kind: Kind.ARGUMENT, name: {kind: Kind.NAME, value: key}, value: {kind: Kind.STRING, value}}
      : []
  )
})

function readDefault(text: string, pointer: string): ConstValueNode {
  try {
    return parseConstValue(text, {noLocation: true})
  } catch (error) {
    if (error instanceof GraphQLError) throw new UnreadableValue("The default isn't a value of GraphQL.", pointer)
    throw error
  }
}
