import {isDeepStrictEqual} from 'node:util'
import type {Proof} from '@tenure/core/model/api/change'
import {memoizeTexts, once} from '@tenure/core/model/memoize'
import {
  type DocumentNode,
  ExecutableDefinitionsRule,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isInputType,
  Kind,
  KnownFragmentNamesRule,
  LoneAnonymousOperationRule,
  type NamedTypeNode,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  parse,
  parseType,
  parseValue,
  specifiedRules,
  TypeInfo,
  typeFromAST,
  UniqueArgumentNamesRule,
  UniqueFragmentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueOperationNamesRule,
  UniqueVariableNamesRule,
  type ValidationRule,
  validate,
  valueFromAST,
  visit,
  visitWithTypeInfo
} from 'graphql'
import type {Difference} from '../difference.ts'
import {buildSchema} from './build-schema.ts'
import {NarrowSchemas} from './narrow-schemas.ts'
import {QueryWriter} from './queries.ts'
import {findImplementations} from './reach.ts'
import {
  type ExecutableLocation,
  type FieldElement,
  type GraphqlSchema,
  type InputElement,
  isRequired,
  type NamedType,
  namedTypeOf
} from './schema.ts'
import {takeBack} from './take-back.ts'

/** Finds documents that are valid by the older schema and not by the newer one, with the rules of graphql-js. */
export class Witnesses {
  readonly writer: QueryWriter
  readonly #older: () => GraphQLSchema | undefined
  readonly #newer: () => GraphQLSchema | undefined
  readonly #schemas: NarrowSchemas
  #proven: Difference | undefined
  #all: readonly Difference[] = []
  /** The changes that are proved, by their places. */
  readonly #places = new Map<string, readonly Difference[]>()

  constructor(older: GraphqlSchema, newer: GraphqlSchema) {
    this.writer = new QueryWriter(older, newer)
    this.#schemas = new NarrowSchemas(older, newer)
    this.#older = once(() => buildSchema(older))
    this.#newer = once(() => buildSchema(newer))
  }

  /** Whether graphql-js can judge documents by both schemas. */
  get isPossible(): boolean {
    return this.#older() !== undefined && this.#newer() !== undefined
  }

  /** Finds the proof of one change, by documents that it breaks itself, and not only another one of all changes. */
  prove<Result>(change: Difference, all: readonly Difference[], find: () => Result): Result {
    if (all !== this.#all) this.#indexPlaces(all)
    this.#proven = change
    const found = find()
    this.#proven = undefined
    return found
  }

  #indexPlaces(all: readonly Difference[]): void {
    const {types} = this.writer.schema
    this.#all = all
    this.#places.clear()
    for (const each of all) {
      const place = placeOf(each, types.get(each.type))
      if (each.prove && !ADDITIONS.has(each.kind)) this.#places.set(place, [...(this.#places.get(place) ?? []), each])
    }
  }

  /**
   * The proof by the first of some documents that only the older schema accepts. `SHARED` if another change rejects
   * each of them, too, and `undefined` if there is none.
   */
  find(documents: Iterable<string | undefined>): Proof | undefined {
    let shared = 0
    for (const text of documents) {
      if (text === undefined || text.length > LONGEST) continue
      const [older, newer] = [this.#older(), this.#newer()]
      if (!older || !newer) return undefined
      const document = parse(text, {noLocation: true})
      if (!accepts(older, document) || accepts(newer, document)) continue
      const proof: Proof = {is: 'breaks', witness: text, at: '', isDocument: true}
      if (!this.#meetsOthers(document, [older, newer])) return proof
      const narrow = this.#schemas.narrow(text)
      if (this.#acceptsWith(document, narrow.newer, narrow.older)) return proof
      if (shared === 0 && this.#acceptsWith(document, narrow.older, narrow.newer)) continue
      if (++shared === MOST_SHARED) break
    }
    return shared > 0 ? SHARED : undefined
  }

  /** Whether another change than the one that is proved can reject a document. */
  #meetsOthers(document: DocumentNode, schemas: readonly GraphQLSchema[]): boolean {
    const isMet = (name: string): boolean =>
      name === '@' || this.#places.get(name)?.some(each => each !== this.#proven) === true
    return schemas.some(schema => namesIn(document, schema).some(isMet))
  }

  /** Whether a schema accepts a document with what the change that is proved is about as in the other schema. */
  #acceptsWith(document: DocumentNode, schema: GraphqlSchema, other: GraphqlSchema): boolean {
    const built = this.#proven && buildSchema(takeBack(schema, this.#proven, other))
    return !built || accepts(built, document)
  }

  /** A query of a member that was removed, or that needs more than before. */
  ofField(type: string, field: string): Proof | undefined {
    return this.#isCutOff(type) ? SHARED : this.find([this.writer.select(type, this.writer.field(type, field))])
  }

  /** Whether changes on the path to a type reject whatever is selected of it. */
  readonly #isCutOff = memoizeTexts((type: string): boolean => {
    const [text, older, newer] = [this.writer.select(type, '__typename'), this.#older(), this.#newer()]
    if (text === undefined || !older || !newer) return false
    const document = parse(text)
    return accepts(older, document) && !accepts(newer, document)
  })

  ofArgument(type: string, field: string, name: string, was: InputElement | undefined): Proof | undefined {
    const {writer} = this
    const send = (value: string): string | undefined =>
      writer.select(type, writer.field(type, field, {arg: [name, value]}))
    const sendVariable = (of: string): string | undefined =>
      writer.select(type, writer.field(type, field, {arg: [name, '$value']}), `$value: ${of}`)
    return this.find(
      (function* () {
        if (!was?.type.endsWith('!') || was.default !== undefined)
          yield writer.select(type, writer.field(type, field, {arg: [name]}))
        if (!was) return
        for (const value of valuesOf(was.type, writer)) yield send(value)
        yield sendVariable(was.type)
      })()
    )
  }

  ofInputField(type: string, name: string, was: InputElement | undefined): Proof | undefined {
    const {writer} = this
    return this.find(
      (function* () {
        if (!was?.type.endsWith('!') || was.default !== undefined) yield writer.send(type, writer.object(type, [name]))
        if (!was) return
        for (const value of valuesOf(was.type, writer)) yield writer.send(type, writer.object(type, [name, value]))
        yield writer.send(type, writer.object(type, [name, '$value']), `$value: ${was.type}`)
      })()
    )
  }

  /** A query that sends a value of an enum or another input type. */
  ofValue(type: string, value: string): Proof | undefined {
    return this.find([this.writer.send(type, value)])
  }

  /** A query that uses a type, whatever kind it has. */
  ofType(name: string): Proof | undefined {
    const {writer} = this
    const {types, roots} = writer.schema
    const type = types.get(name)
    const step = writer.reach.output.get(name)
    const root = [...roots.entries()].find(([, each]) => each === name)
    const [field = '__typename'] = type?.fields.keys() ?? []
    const first = writer.field(name, field)
    return this.find(
      (function* () {
        // Subscriptions select no `__typename` at their root.
        if (root) yield `${root[0]} { ... on ${name} { ${root[0] === 'subscription' ? first : '__typename'} } }`
        if (step && type && type.kind !== 'enum' && type.kind !== 'scalar')
          yield step.field === undefined
            ? writer.select(step.from, `... on ${name} { __typename }`)
            : writer.select(name, `... on ${name} { __typename }`)
        if (step?.field !== undefined) yield writer.select(step.from, writer.field(step.from, step.field))
        for (const field of type?.fields.keys() ?? []) yield writer.select(name, writer.field(name, field))
        const variable = writer.send(name, '$value', `$value: ${name}`)
        yield variable
        yield writer.send(name, '$value', `$value: ${name}!`)
        yield writer.send(name, '$value', `$value: [${name}]`)
        yield writer.send(name, '$value', `$value: [${name}!]`)
        yield writer.send(name, '$value', `$value: [${name}!]!`)
        yield writer.send(name, writer.value(name))
      })()
    )
  }

  /**
   * A query of a type that has another kind. Where unions or interfaces include it, it can be selected as one of them, and
   * where it is one, as each type in it.
   */
  ofKind(name: string): Proof | undefined {
    const {types} = this.writer.schema
    const others = [
      ...(types.get(name)?.interfaces.keys() ?? []),
      ...[...types.values()].flatMap(each => (each.members.has(name) ? each.name : []))
    ]
    const possible = [
      ...(types.get(name)?.members.keys() ?? []),
      ...(findImplementations(this.writer.schema).get(name) ?? [])
    ]
    return (
      this.ofType(name) ??
      this.find([...others, ...possible].map(other => this.writer.select(name, `... on ${other} { __typename }`)))
    )
  }

  /** A query that selects a type where another one is returned, either way round. */
  ofFragment(on: string, inside: string): Proof | undefined {
    const {writer} = this
    const pairs = [[inside, on] as const, [on, inside] as const]
    return this.find(pairs.map(([outer, inner]) => writer.select(outer, `... on ${inner} { __typename }`)))
  }

  /** A query of a field that has another type, by what only the old one has, or what both have with other types. */
  ofFieldType(type: string, name: string, was: FieldElement, is: FieldElement): Proof | undefined {
    const {writer} = this
    const [old, fresh] = [namedTypeOf(was.type), namedTypeOf(is.type)]
    const {types} = writer.schema
    const definition = types.get(old)
    const others = [...(definition?.members.keys() ?? []), ...(findImplementations(writer.schema).get(old) ?? [])]
    return this.find(
      (function* () {
        const select = (selection: string) => writer.select(type, writer.field(type, name, {selection}))
        yield select('__typename')
        if (old !== fresh) {
          if (definition?.kind === 'object') yield select(`... on ${old} { __typename }`)
          for (const each of others) yield select(`... on ${each} { __typename }`)
          for (const each of definition?.fields.keys() ?? []) yield select(writer.field(old, each))
        }
        yield* conflictsOf(type, name, was.type, writer)
      })()
    )
  }

  /** A document that uses a directive where clients could, with each value that the argument accepts. */
  ofDirective(
    name: string,
    {
      argument,
      ...at
    }: {readonly location?: ExecutableLocation; readonly times?: number; readonly argument?: InputElement}
  ): Proof | undefined {
    const {writer} = this
    return this.find(
      (function* () {
        if (!argument || !isRequired(argument)) yield writer.use(name, at)
        if (!argument) return
        for (const value of valuesOf(argument.type, writer))
          yield writer.use(name, {...at, argument: [argument.name, value]})
        const variables = `$value: ${argument.type}`
        yield writer.use(name, {...at, argument: [argument.name, '$value'], variables})
      })()
    )
  }

  /** Whether two defaults are the same value, however they are written. */
  haveSameDefault(was: InputElement, is: InputElement): boolean {
    if (was.default === undefined || is.default === undefined || was.default === is.default)
      return was.default === is.default
    const schema = this.#older()
    const type = schema && typeFromAST(schema, parseType(was.type) as NamedTypeNode)
    if (!type || !isInputType(type)) return false
    const [old, fresh] = [was.default, is.default].map(each => valueFromAST(parseValue(each), type))
    return old !== undefined && isDeepStrictEqual(old, fresh)
  }
}

/** The proof of a change that rejects documents that another change rejects, too: a break that none of them shows. */
export const SHARED: Proof = {is: 'breaks', witness: undefined, at: ''}

/** Kinds of changes that reject no document. */
const ADDITIONS: ReadonlySet<Difference['kind']> = new Set(['value-added', 'union-member-added', 'interface-added'])

/** The field that a change of a field or of its arguments is about, `Query.loans`; else the type. */
const placeOf = ({type, member}: Difference, definition: NamedType | undefined): string =>
  member === undefined || definition?.fields.size === 0 ? type : `${type}.${member.replace(/\(.*/, '')}`

/** The fields of a document, `Query.loans`, and the types that it meets; `@` if it has a directive. */
function namesIn(document: DocumentNode, schema: GraphQLSchema): string[] {
  const names = new Set<string>()
  const info = new TypeInfo(schema)
  const add = (type: GraphQLType | null | undefined): void => void names.add(getNamedType(type)?.name ?? '')
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: ({name}) => void names.add(`${info.getParentType()?.name}.${name.value}`),
      NamedType: ({name}) => void names.add(name.value),
      Directive: () => void names.add('@'),
      enter: () => {
        for (const type of [info.getParentType(), info.getParentInputType(), info.getInputType()]) add(type)
      }
    })
  )
  return [...names]
}

/**
 * Queries in which two types give one name to a field of this type each, which clients may do as long as the types are
 * the same.
 */
function* conflictsOf(type: string, name: string, text: string, writer: QueryWriter): Generator<string | undefined> {
  const {schema, reach} = writer
  const here = schema.types.get(type)
  if (here?.kind !== 'object') return
  const common = [...schema.types.values()].filter(
    each =>
      reach.output.has(each.name) &&
      (each.members.has(type) || (each.kind === 'interface' && here.interfaces.has(each.name)))
  )
  let tried = 0
  for (const outer of common)
    for (const other of schema.types.values()) {
      const isNear = outer.members.has(other.name) || other.interfaces.has(outer.name)
      if (other === here || other.kind !== 'object' || !isNear) continue
      for (const [field, {type: of}] of other.fields) {
        if (of !== text) continue
        if (tried++ > MOST_TRIED) return
        const alias = (each: string): string => `same: ${each}`
        yield writer.select(
          outer.name,
          `... on ${type} { ${alias(writer.field(type, name))} } ... on ${other.name} { ${alias(writer.field(other.name, field))} }`
        )
      }
    }
}

/** Whether a schema serves the operations of a document, if it serves any, and its rules accept it. */
const accepts = (schema: GraphQLSchema, document: DocumentNode): boolean =>
  (!schema.getQueryType() ||
    document.definitions.every(
      each => each.kind !== Kind.OPERATION_DEFINITION || schema.getRootType(each.operation)
    )) &&
  validate(schema, document, RULES, {maxErrors: 1, hideSuggestions: true}).length === 0

/** Rules that depend on no schema. Documents here keep them, but in a part of a federated graph no operation uses their fragments. */
const OF_DOCUMENTS: ReadonlySet<ValidationRule> = new Set([
  ...[ExecutableDefinitionsRule, UniqueOperationNamesRule, LoneAnonymousOperationRule, UniqueFragmentNamesRule],
  ...[KnownFragmentNamesRule, NoFragmentCyclesRule, NoUnusedFragmentsRule, UniqueVariableNamesRule],
  ...[NoUndefinedVariablesRule, NoUnusedVariablesRule, UniqueArgumentNamesRule, UniqueInputFieldNamesRule]
])
const RULES = specifiedRules.filter(rule => !OF_DOCUMENTS.has(rule))
const MOST_TRIED = 20
const MOST_SHARED = 3
const LONGEST = 2000

/** Values that an input type accepts: null, one value, and a list. */
function* valuesOf(type: string, writer: QueryWriter): Generator<string> {
  if (!type.endsWith('!')) yield 'null'
  yield writer.value(type)
  const item = /^\[(.*)\]!?$/.exec(type)?.[1]
  if (item === undefined) return
  if (!item.endsWith('!')) yield '[null]'
  yield `[${writer.value(item)}]`
}
