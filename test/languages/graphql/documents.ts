// Random documents that a schema accepts, most of them.
import {
  type DirectiveLocation,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isUnionType
} from 'graphql'
import type {Random} from '../random.ts'

const DEEPEST = 4

/** Writes random documents of one schema. */
export class RandomDocuments {
  readonly #schema: GraphQLSchema
  readonly #random: Random
  #variables: string[] = []

  constructor(schema: GraphQLSchema, random: Random) {
    this.#schema = schema
    this.#random = random
  }

  write(): string {
    const {pick, happens} = this.#random
    const roots = [this.#schema.getQueryType(), this.#schema.getMutationType()].flatMap(each => each ?? [])
    const root = pick(roots)
    this.#variables = []
    const selection = happens(0.1) ? `... on ${root.name} { ${this.#selection(root, 0)} }` : this.#selection(root, 0)
    const operation = root === this.#schema.getMutationType() ? 'mutation' : 'query'
    const variables = this.#variables.length > 0 ? ` (${this.#variables.join(', ')})` : ''
    return `${operation}${variables}${this.#directives(operation.toUpperCase())} { ${selection} }`
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const {pick, happens} = this.#random
    const fields = isUnionType(type) ? [] : Object.values(type.getFields())
    const parts = happens(0.2) || fields.length === 0 ? ['__typename'] : []
    for (let left = fields.length === 0 ? 0 : 1 + Math.floor(this.#random.next() * 2); left > 0; left--)
      parts.push(this.#field(pick(fields), depth))
    if (happens(0.3) || fields.length === 0) {
      const others = Object.values(this.#schema.getTypeMap()).filter(
        (each): each is GraphQLCompositeType => isCompositeType(each) && this.#overlaps(type, each)
      )
      const on = pick(others)
      if (depth < DEEPEST && on) parts.push(`... on ${on.name} { ${this.#selection(on, depth + 1)} }`)
    }
    return parts.join(' ')
  }

  #overlaps(one: GraphQLCompositeType, other: GraphQLCompositeType): boolean {
    const possible = (type: GraphQLCompositeType) =>
      'getInterfaces' in type && !('resolveType' in type) ? [type] : this.#schema.getPossibleTypes(type as never)
    return possible(one).some(each => possible(other).includes(each))
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNamedType(field.type) as GraphQLNamedType
    const isDeep = isCompositeType(type)
    const inner = isDeep ? ` { ${depth < DEEPEST ? this.#selection(type, depth + 1) : '__typename'} }` : ''
    // Each field has a name of its own, or two selections of one would have to agree.
    const alias = `a${Math.floor(this.#random.next() * 1e6)}: `
    return `${alias}${field.name}${this.#args(field.args)}${this.#directives('FIELD')}${inner}`
  }

  #directives(location: string): string {
    const all = this.#schema
      .getDirectives()
      .filter(each => each.locations.includes(location as DirectiveLocation) && !/^(?:skip|include)$/.test(each.name))
    if (all.length === 0 || !this.#random.happens(0.15)) return ''
    const {name, args, isRepeatable} = this.#random.pick(all)
    const use = (): string => ` @${name}${this.#args(args)}`
    return isRepeatable && this.#random.happens(0.3) ? use() + use() : use()
  }

  #args(args: readonly GraphQLArgument[]): string {
    const sent = args.filter(each => isNeeded(each) || this.#random.happens(0.5))
    if (sent.length === 0) return ''
    return `(${sent.map(each => `${each.name}: ${this.#sent(each.type, 0)}`).join(', ')})`
  }

  /** A variable, or a literal. */
  #sent(type: GraphQLInputType, depth: number): string {
    if (!this.#random.happens(0.3)) return this.#value(type, depth)
    const name = `$v${this.#variables.length}`
    this.#variables.push(`${name}: ${type}`)
    return name
  }

  #value(type: GraphQLInputType, depth: number): string {
    const {pick, happens} = this.#random
    if (isNonNullType(type)) return this.#value(type.ofType, depth)
    if (depth > 0 && happens(0.15)) return 'null'
    if (isListType(type)) {
      if (happens(0.2)) return this.#value(type.ofType, depth + 1)
      const items = Array.from({length: Math.floor(this.#random.next() * 3)}, () => this.#sent(type.ofType, depth + 1))
      return `[${items.join(', ')}]`
    }
    if (isEnumType(type)) return pick(type.getValues()).name
    if (isInputObjectType(type)) {
      const all = Object.values(type.getFields())
      const fields = type.isOneOf
        ? [pick(all)]
        : all.filter(each => isNeeded(each) || (depth < DEEPEST && happens(0.4)))
      const write = ({name, type: of}: GraphQLInputField): string =>
        `${name}: ${type.isOneOf ? this.#value(isNonNullType(of) ? of.ofType : of, 0) : this.#sent(of, depth + 1)}`
      return `{${fields.map(write).join(', ')}}`
    }
    return {Int: '1', Float: '1.5', Boolean: 'true', String: '"a"', ID: '"1"'}[type.name] ?? '"1"'
  }
}

const isNeeded = ({type, defaultValue}: GraphQLArgument | GraphQLInputField): boolean =>
  isNonNullType(type) && defaultValue === undefined
