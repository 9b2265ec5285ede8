import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import type {SourceLocation} from '@tenure/core/model/location'
import type {ConstDirectiveNode} from 'graphql'

/** What a schema definition has a name for. */
export interface SchemaElement {
  readonly name: string
  readonly place: SourceLocation
  readonly description?: string
  /** The reason of its deprecation, an empty text if it states none. `undefined` if it isn't deprecated. */
  readonly reason?: string
  /** The directives on it, by which a policy may state something. */
  readonly directives?: readonly ConstDirectiveNode[]
}

/** An argument, or a field of an input type. */
export interface InputElement extends SchemaElement {
  /** The type as written: `[Loan!]!`. */
  readonly type: string
  readonly default?: string
}

export interface FieldElement extends SchemaElement {
  readonly type: string
  readonly args: ReadonlyMap<string, InputElement>
  /** Whether another service of a federated graph serves it, so that its removal here means nothing. */
  isExternal?: true
}

export type TypeKind = 'object' | 'interface' | 'input' | 'enum' | 'union' | 'scalar'

export interface NamedType extends SchemaElement {
  readonly kind: TypeKind
  /** The fields of an object or interface. */
  readonly fields: Map<string, FieldElement>
  /** The fields of an input type. */
  readonly inputs: Map<string, InputElement>
  readonly values: Map<string, SchemaElement>
  /** The types of a union, and the interfaces that a type implements, with their places. */
  readonly members: Map<string, SourceLocation>
  readonly interfaces: Map<string, SourceLocation>
  isOneOf: boolean
  /** The address of the specification of a scalar. */
  specifiedBy?: string
  /** Whether other services of a federated graph reach it by its key. */
  isEntity: boolean
}

export interface DirectiveElement extends SchemaElement {
  readonly args: ReadonlyMap<string, InputElement>
  readonly locations: readonly string[]
  readonly isRepeatable: boolean
}

export const OPERATIONS = ['query', 'mutation', 'subscription'] as const
export type OperationKind = (typeof OPERATIONS)[number]

/** The locations at which clients write directives. */
const EXECUTABLE = [
  ...(['QUERY', 'MUTATION', 'SUBSCRIPTION', 'FIELD', 'INLINE_FRAGMENT'] as const),
  ...(['FRAGMENT_DEFINITION', 'FRAGMENT_SPREAD', 'VARIABLE_DEFINITION'] as const)
] as const
export type ExecutableLocation = (typeof EXECUTABLE)[number]

export const isExecutable = (location: string): location is ExecutableLocation =>
  EXECUTABLE.some(each => each === location)

/**
 * What the result of an introspection query doesn't say, at all or because nothing asked for it, so that its absence is
 * no change.
 */
export type Unstated = 'descriptions' | 'one-of' | 'repeatable' | 'input-deprecations' | 'schema-directives'

/** A schema as one flat model, in which extensions are merged. */
export interface GraphqlSchema {
  readonly source: string
  readonly types: ReadonlyMap<string, NamedType>
  readonly directives: ReadonlyMap<string, DirectiveElement>
  /** The name of the type of each operation that the schema has. */
  readonly roots: ReadonlyMap<OperationKind, string>
  readonly problems: readonly ReadProblem[]
  readonly unstated: ReadonlySet<Unstated>
}

/** The name of the type without lists and exclamation marks. */
export const namedTypeOf = (type: string): string => type.replace(/[[\]!]/g, '')

/** Whether clients must send a value: the type excludes null, and there is no default. */
export const isRequired = ({type, default: usual}: InputElement): boolean => type.endsWith('!') && usual === undefined

/** The members of a type that can be deprecated, arguments included: `shelf`, `loans(first)`, `LENT`. */
export function* membersOf(type: NamedType): Generator<readonly [name: string, element: SchemaElement]> {
  for (const [name, field] of type.fields) {
    yield [name, field]
    for (const [arg, element] of field.args) yield [`${name}(${arg})`, element]
  }
  yield* type.inputs
  yield* type.values
}

/** The members of a type that have a type themselves, with its name. */
export const typedMembersOf = (type: NamedType): [member: string, name: string, place: SourceLocation][] =>
  [...membersOf(type)].flatMap(([member, element]) =>
    'type' in element ? [[member, namedTypeOf(String(element.type)), element.place]] : []
  )

const BUILT_IN = new Set([
  ...['Int', 'Float', 'String', 'Boolean', 'ID', '__Schema', '__Type', '__TypeKind', '__Field', '__InputValue'],
  ...['__EnumValue', '__Directive', '__DirectiveLocation']
])
/** Whether each schema has a type, whether or not it defines it. */
export const isBuiltIn = (name: string): boolean => BUILT_IN.has(name)
