import {findReach, type OutputPath, pathTo, type Reach} from './reach.ts'
import {type GraphqlSchema, type InputElement, isRequired, namedTypeOf} from './schema.ts'

/** The number of input types inside each other for which values are written. A valid schema needs few. */
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
    if (!path) return undefined
    const inner = path.steps.reduceRight(
      (inside, {from, field, to}) =>
        field === undefined ? `... on ${to} { ${inside} }` : this.field(from, field, {selection: inside}),
      selection
    )
    const isPlain = path.operation === 'query' && variables === ''
    return `${isPlain ? '' : `${path.operation} ${variables === '' ? '' : `(${variables}) `}`}{ ${inner} }`
  }

  /** A field with the arguments that it requires and the given one, and with a selection if it needs one. */
  field(
    type: string,
    name: string,
    {
      arg,
      selection = '__typename'
    }: {readonly arg?: readonly [name: string, value: string]; readonly selection?: string} = {}
  ): string {
    const field = this.schema.types.get(type)?.fields.get(name)
    const required = [...(field?.args ?? [])].filter(([each, element]) => isRequired(element) && each !== arg?.[0])
    const args = [
      ...required.map(([each, {type: of}]) => `${each}: ${this.value(of)}`),
      ...(arg ? [arg.join(': ')] : [])
    ]
    const kind = this.schema.types.get(namedTypeOf(field?.type ?? ''))?.kind
    const isComposite = kind === 'object' || kind === 'interface' || kind === 'union'
    return `${name}${args.length > 0 ? `(${args.join(', ')})` : ''}${isComposite ? ` { ${selection} }` : ''}`
  }

  /** A query that sends a value where an input type is taken. `undefined` if nothing takes it. */
  send(inputType: string, value: string, variables = '', depth = 0): string | undefined {
    const step = this.reach.input.get(inputType)
    if (!step || depth > DEEPEST) return undefined
    if (step.arg !== undefined)
      return this.select(step.from, this.field(step.from, step.field, {arg: [step.arg, value]}), variables)
    return this.send(step.from, this.object(step.from, [step.field, value]), variables, depth + 1)
  }

  /** A value of an input type with the given field, and with the others that it requires. */
  object(inputType: string, [name, value]: readonly [name?: string, value?: string], depth = 0): string {
    const type = this.schema.types.get(inputType)
    const needed = (each: InputElement): boolean => isRequired(each) && each.name !== name
    const required = [...(type?.inputs.values() ?? [])].filter(needed)
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

const LITERALS: Readonly<Record<string, string>> = {Int: '1', Float: '1.5', Boolean: 'true', String: '"a"', ID: '"1"'}
