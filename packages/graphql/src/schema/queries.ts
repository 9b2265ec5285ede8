import {findReach, type OutputPath, pathTo, type Reach} from './reach.ts'
import {
  type ExecutableLocation,
  type GraphqlSchema,
  type InputElement,
  isExecutable,
  isRequired,
  namedTypeOf,
  OPERATIONS
} from './schema.ts'

/** The number of types inside each other for which queries and values are written. A valid schema needs few. */
const DEEPEST = 20

/** Writes the smallest queries that lead to a place of a schema. */
export class QueryWriter {
  readonly schema: GraphqlSchema
  readonly newer: GraphqlSchema
  readonly reach: Reach

  constructor(schema: GraphqlSchema, newer: GraphqlSchema) {
    this.schema = schema
    this.newer = newer
    this.reach = findReach(schema, newer)
  }

  pathTo(type: string): OutputPath | undefined {
    return pathTo(type, this.reach, this.schema)
  }

  /** A query that selects something of a type. `undefined` if no path leads to it. */
  select(type: string, selection: string, variables = ''): string | undefined {
    const path = this.pathTo(type)
    if (!path || path.steps.length > DEEPEST) return undefined
    const inner = path.steps.reduceRight(
      (inside, {from, field, to}) =>
        field === undefined ? `... on ${to} { ${inside} }` : this.field(from, field, {selection: inside}),
      selection
    )
    const hasQueries = this.schema.roots.has('query')
    if (path.operation === undefined && (hasQueries || variables === ''))
      return variables === '' ? `fragment F on ${path.root} { ${inner} }` : undefined
    if (path.operation === undefined) return `query (${variables}) { ...F } fragment F on ${path.root} { ${inner} }`
    const isPlain = path.operation === 'query' && variables === ''
    return `${isPlain ? '' : `${path.operation} ${variables === '' ? '' : `(${variables}) `}`}{ ${inner} }`
  }

  /**
   * A field with the arguments that it requires in either schema and the given one, which is left out without a value,
   * and with a selection if it needs one.
   */
  field(
    type: string,
    name: string,
    {
      arg,
      selection = '__typename'
    }: {readonly arg?: readonly [name: string, value?: string]; readonly selection?: string} = {}
  ): string {
    const field = this.schema.types.get(type)?.fields.get(name)
    const required = requiredOf(field?.args, this.newer.types.get(type)?.fields.get(name)?.args, arg?.[0])
    const args = [
      ...required.map(each => `${each.name}: ${this.value(each.type)}`),
      ...(arg?.[1] === undefined ? [] : [arg.join(': ')])
    ]
    const kind = this.schema.types.get(namedTypeOf(field?.type ?? ''))?.kind
    const isComposite = kind === 'object' || kind === 'interface' || kind === 'union'
    return `${name}${args.length > 0 ? `(${args.join(', ')})` : ''}${isComposite ? ` { ${selection} }` : ''}`
  }

  /** A query that sends a value where an input type is taken. `undefined` if nothing takes it. */
  send(inputType: string, value: string, variables = '', depth = 0): string | undefined {
    const step = this.reach.input.get(inputType)
    if (!step || depth > DEEPEST) return undefined
    if (step.directive !== undefined) return this.use(step.directive, {argument: [step.field, value], variables})
    if (step.arg !== undefined)
      return this.select(step.from, this.field(step.from, step.field, {arg: [step.arg, value]}), variables)
    return this.send(step.from, this.object(step.from, [step.field, value]), variables, depth + 1)
  }

  /** The first location of a directive at which clients can write it. `undefined` if only schemas can have it. */
  locationOf(directive: string): ExecutableLocation | undefined {
    return this.schema.directives.get(directive)?.locations.find(each => this.isWritten(each))
  }

  /** Whether clients can write directives at a location: at one of documents, of an operation that the schema has. */
  isWritten(location: string): location is ExecutableLocation {
    const operation = OPERATIONS.find(each => each.toUpperCase() === location)
    return (
      isExecutable(location) && (operation === undefined || operation === 'query' || this.schema.roots.has(operation))
    )
  }

  /** A document with a directive and the arguments that it requires. `undefined` if clients can't write it there. */
  use(name: string, {argument, variables = '', times = 1, location = this.locationOf(name)}: DirectiveUse = {}) {
    const {directives, roots, types} = this.schema
    // No directive of a variable refers to a variable.
    if (location === undefined || (location === 'VARIABLE_DEFINITION' && variables !== '')) return undefined
    const required = requiredOf(directives.get(name)?.args, undefined, argument?.[0])
    const args = [
      ...required.map(each => `${each.name}: ${this.value(each.type)}`),
      ...(argument ? [argument.join(': ')] : [])
    ]
    const used = `@${name}${args.length > 0 ? `(${args.join(', ')})` : ''}`
    const all = Array.from({length: times}, () => used).join(' ')
    const changes = roots.get('subscription') ?? ''
    const [change = '__typename'] = types.get(changes)?.fields.keys() ?? []
    return DOCUMENTS[location](all, variables === '' ? '' : `(${variables}) `, {
      query: roots.get('query') ?? 'Query',
      change: this.field(changes, change)
    })
  }

  /** A value of an input type with the given field, left out without a value, and with the others that either schema requires. */
  object(inputType: string, [name, value]: readonly [name?: string, value?: string], depth = 0): string {
    const type = this.schema.types.get(inputType)
    const required = requiredOf(type?.inputs, this.newer.types.get(inputType)?.inputs, name)
    const fields = [
      ...required.map(each => `${each.name}: ${this.value(each.type, depth + 1)}`),
      ...(name === undefined || value === undefined ? [] : [`${name}: ${value}`])
    ]
    if (type?.isOneOf && fields.length === 0) {
      const [first] = type.inputs.values()
      return first ? `{${first.name}: ${this.value(first.type, depth + 1)}}` : '{}'
    }
    return `{${fields.join(', ')}}`
  }

  /** A small value of a type, as a literal that the newer schema accepts, too, where it can. */
  value(type: string, depth = 0): string {
    if (/^\[/.test(type)) return '[]'
    const name = namedTypeOf(type)
    const definition = this.schema.types.get(name)
    if (definition?.kind === 'enum') {
      const now = this.newer.types.get(name)?.values
      const values = [...definition.values.keys()]
      return values.find(each => now?.has(each)) ?? values[0] ?? 'null'
    }
    if (definition?.kind === 'input') return depth > DEEPEST ? '{}' : this.object(name, [], depth)
    return LITERALS[name] ?? '"1"'
  }
}

/** What clients must send in one of two schemas, of what the older one has, but for one name. */
const requiredOf = (older: Inputs = new Map(), newer: Inputs = new Map(), but?: string): InputElement[] =>
  [...older.values()].filter(
    each => each.name !== but && [each, newer.get(each.name)].some(input => input !== undefined && isRequired(input))
  )

type Inputs = ReadonlyMap<string, InputElement>

const LITERALS: Readonly<Record<string, string>> = {Int: '1', Float: '1.5', Boolean: 'true', String: '"a"', ID: '"1"'}

interface DirectiveUse {
  readonly location?: ExecutableLocation
  readonly argument?: readonly [name: string, value: string]
  readonly variables?: string
  readonly times?: number
}

/** The type of queries, and the selection of a field of subscriptions, which select no `__typename`. */
interface Roots {
  readonly query: string
  readonly change: string
}

/** Documents with a directive at each location, of its use and the variables in parentheses. */
const DOCUMENTS: Readonly<Record<ExecutableLocation, (use: string, variables: string, roots: Roots) => string>> = {
  FIELD: (use, variables) => `${variables && `query ${variables}`}{ __typename ${use} }`,
  QUERY: (use, variables) => `query ${variables}${use} { __typename }`,
  MUTATION: (use, variables) => `mutation ${variables}${use} { __typename }`,
  SUBSCRIPTION: (use, variables, {change}) => `subscription ${variables}${use} { ${change} }`,
  INLINE_FRAGMENT: (use, variables) => `${variables && `query ${variables}`}{ ... ${use} { __typename } }`,
  FRAGMENT_DEFINITION: (use, variables, {query}) =>
    `${variables && `query ${variables}`}{ ...F } fragment F on ${query} ${use} { __typename }`,
  FRAGMENT_SPREAD: (use, variables, {query}) =>
    `${variables && `query ${variables}`}{ ...F ${use} } fragment F on ${query} { __typename }`,
  VARIABLE_DEFINITION: use => `query ($value: Boolean = true ${use}) { __typename @skip(if: $value) }`
}
