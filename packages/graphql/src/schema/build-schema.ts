import {defined} from '@tenure/core/model/defined'
import {
  type DirectiveLocation,
  GraphQLDirective,
  GraphQLEnumType,
  type GraphQLFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLSchema,
  type GraphQLType,
  GraphQLUnionType,
  introspectionTypes,
  parseValue,
  specifiedDirectives,
  specifiedScalarTypes,
  valueFromAST
} from 'graphql'
import type {FieldElement, GraphqlSchema, InputElement, NamedType} from './schema.ts'

/**
 * A schema for the rules of graphql-js. Types that nothing defines are scalars. Defaults of what can be null are left out
 * if graphql-js refuses one, because no document depends on them. `undefined` if it can't be built.
 */
export function buildSchema(schema: GraphqlSchema): GraphQLSchema | undefined {
  for (const hasDefaults of [true, false])
    try {
      return new SchemaBuild(schema, hasDefaults).build()
    } catch {
      // Without defaults, there is less that can be refused.
    }
  return undefined
}

class SchemaBuild {
  readonly #schema: GraphqlSchema
  readonly #hasDefaults: boolean
  readonly #types = new Map<string, GraphQLNamedType>(
    [...specifiedScalarTypes, ...introspectionTypes].map(type => [type.name, type])
  )

  constructor(schema: GraphqlSchema, hasDefaults: boolean) {
    this.#schema = schema
    this.#hasDefaults = hasDefaults
  }

  build(): GraphQLSchema {
    const {types, directives, roots} = this.#schema
    const own = [...directives.values()].map(
      ({name, args, locations, isRepeatable}) =>
        new GraphQLDirective({
          ...{name, isRepeatable, locations: locations as readonly DirectiveLocation[]},
          args: this.#inputs(args)
        })
    )
    const operations = [...roots].map(([operation, name]) => [operation, this.#named(name)])
    return new GraphQLSchema({
      ...Object.fromEntries(operations),
      types: [...types.keys()].map(name => this.#named(name)),
      directives: [...specifiedDirectives, ...own],
      assumeValid: true
    })
  }

  #named<Type extends GraphQLNamedType>(name: string): Type {
    const known = this.#types.get(name) ?? this.#create(name, this.#schema.types.get(name))
    this.#types.set(name, known)
    return known as Type
  }

  #create(name: string, type: NamedType | undefined): GraphQLNamedType {
    const all = <Type extends GraphQLNamedType>(names: ReadonlyMap<string, unknown> = new Map()): Type[] =>
      [...names.keys()].map(each => this.#named<Type>(each))
    const interfaces = (): GraphQLInterfaceType[] => all(type?.interfaces)
    const fields = (): GraphQLFieldConfigMap<unknown, unknown> => this.#fields(type?.fields ?? new Map())
    switch (type?.kind) {
      case 'object':
        return new GraphQLObjectType({name, interfaces, fields})
      case 'interface':
        return new GraphQLInterfaceType({name, interfaces, fields})
      case 'union':
        return new GraphQLUnionType({name, types: () => all(type.members)})
      case 'enum':
        return new GraphQLEnumType({name, values: Object.fromEntries([...type.values.keys()].map(each => [each, {}]))})
      case 'input':
        return new GraphQLInputObjectType({name, isOneOf: type.isOneOf, fields: () => this.#inputs(type.inputs)})
      default:
        return new GraphQLScalarType({name})
    }
  }

  #fields(fields: ReadonlyMap<string, FieldElement>): GraphQLFieldConfigMap<unknown, unknown> {
    return Object.fromEntries(
      [...fields].map(([name, {type, args}]) => [
        name,
        {type: this.#type(type) as GraphQLOutputType, args: this.#inputs(args)}
      ])
    )
  }

  #inputs(inputs: ReadonlyMap<string, InputElement>) {
    return Object.fromEntries(
      [...inputs].map(([name, {type: text, default: usual}]) => {
        const type = this.#type(text) as GraphQLInputType
        const isKept = usual !== undefined && (this.#hasDefaults || text.endsWith('!'))
        return [name, {type, ...defined({defaultValue: isKept ? valueFromAST(parseValue(usual), type) : undefined})}]
      })
    )
  }

  #type(text: string): GraphQLType {
    if (text.endsWith('!')) return new GraphQLNonNull(this.#type(text.slice(0, -1)) as GraphQLNamedType)
    return text.startsWith('[') ? new GraphQLList(this.#type(text.slice(1, -1))) : this.#named(text)
  }
}
