import {
  type GraphqlSchema,
  isExecutable,
  isRequired,
  type NamedType,
  namedTypeOf,
  OPERATIONS,
  type OperationKind
} from './schema.ts'

/** A step of a query from one type to the next: a field, or a fragment on a type. */
export interface OutputStep {
  readonly from: string
  readonly field?: string
}

/** The argument or input field that takes an input type, by its owner. */
export interface InputStep {
  readonly from: string
  readonly field: string
  /** The directive whose argument the field is. */
  readonly directive?: string
  /** The argument; the owner is an input type if there is none. */
  readonly arg?: string
}

/** What clients can reach from the root types, in results and in what they send. */
export interface Reach {
  /** The types in results, each with the last step of a shortest path; a root type has none. */
  readonly output: ReadonlyMap<string, OutputStep | undefined>
  readonly input: ReadonlyMap<string, InputStep | undefined>
}

interface Edge {
  readonly type: NamedType
  readonly field?: string
  readonly arg?: string
}

/**
 * Finds what clients can reach, by paths that still exist in the newer schema where there are any, and of these by those
 * to what is returned, with no fragment on a type that includes another one. If a schema has no
 * queries, as a part of a federated graph, everything is reached.
 */
export function findReach(schema: GraphqlSchema, newer: GraphqlSchema): Reach {
  const {types, roots, directives} = schema
  const output = new Map<string, OutputStep | undefined>()
  const input = new Map<string, InputStep | undefined>()
  const {narrower, wider} = findFragments(schema)
  const stays = ({type, field, arg}: Edge): boolean => {
    const now = newer.types.get(type.name)
    if (now?.kind !== type.kind) return false
    if (field === undefined) return true
    const [was, is] = [type.fields.get(field), now.fields.get(field)]
    if (arg !== undefined) return is?.args.has(arg) === true
    if (!was || !is) return now.inputs.has(field)
    const isAsked = [...is.args.values()].some(each => isRequired(each) && !was.args.has(each.name))
    return namedTypeOf(was.type) === namedTypeOf(is.type) && !isAsked
  }
  const isPart = !roots.has('query')
  const ofParts = [...types.values()].filter(each => each.isEntity || (isPart && each.kind !== 'input'))
  for (const starts of [roots.values(), ofParts.map(({name}) => name)]) {
    for (const name of starts) add(output, name, undefined)
    // Paths through what was removed come last, so that an example shows only what the change is about.
    for (const isOpen of [stays, () => true])
      for (const hasWider of [false, true]) {
        for (const name of output.keys()) visitOutput(types.get(name), isOpen, hasWider)
        for (const {name: directive, args, locations} of directives.values())
          if (locations.some(isExecutable))
            for (const {name: field, type} of args.values())
              add(input, namedTypeOf(type), {from: `@${directive}`, field, directive})
        for (const name of input.keys()) visitInput(types.get(name), isOpen)
      }
  }
  if (isPart)
    for (const [name, {kind}] of types)
      if (kind === 'input' || kind === 'enum' || kind === 'scalar') add(input, name, undefined)
  return {output, input}

  function visitOutput(type: NamedType | undefined, isOpen: (edge: Edge) => boolean, hasWider: boolean): void {
    if (!type) return
    for (const [field, {type: to, args}] of type.fields) {
      if (isOpen({type, field})) add(output, namedTypeOf(to), {from: type.name, field})
      for (const [arg, {type: of}] of args)
        if (isOpen({type, field}) && isOpen({type, field, arg}))
          add(input, namedTypeOf(of), {from: type.name, field, arg})
    }
    for (const fragments of [narrower, ...(hasWider ? [wider] : [])])
      for (const to of fragments.get(type.name) ?? []) if (isOpen({type})) add(output, to, {from: type.name})
  }

  function visitInput(type: NamedType | undefined, isOpen: (edge: Edge) => boolean): void {
    if (!type) return
    for (const [field, {type: to}] of type.inputs)
      if (isOpen({type, field})) add(input, namedTypeOf(to), {from: type.name, field})
  }
}

function add<Step>(all: Map<string, Step | undefined>, name: string, step: Step | undefined): void {
  if (!all.has(name)) all.set(name, step)
}

/**
 * The types on which a fragment can be in a selection of each type: the narrower ones, those of a union and those that
 * implement an interface, and the wider ones, the interfaces and unions of a type.
 */
export function findFragments(schema: Pick<GraphqlSchema, 'types'>): Fragments {
  const implementations = findImplementations(schema)
  const unions = indexNames(schema, ({members}) => members)
  const types = [...schema.types]
  return {
    narrower: new Map(
      types.map(([name, {members}]) => [name, [...members.keys(), ...(implementations.get(name) ?? [])]])
    ),
    wider: new Map(types.map(([name, {interfaces}]) => [name, [...interfaces.keys(), ...(unions.get(name) ?? [])]]))
  }
}

export type Fragments = Readonly<Record<'narrower' | 'wider', NamesByType>>
export type NamesByType = ReadonlyMap<string, readonly string[]>

/** The types that implement each interface. */
export const findImplementations = (schema: Pick<GraphqlSchema, 'types'>): NamesByType =>
  indexNames(schema, ({interfaces}) => interfaces)

/** The types by what they name. */
function indexNames(
  {types}: Pick<GraphqlSchema, 'types'>,
  namesOf: (type: NamedType) => ReadonlyMap<string, unknown>
): NamesByType {
  const found = new Map<string, string[]>()
  for (const [name, type] of types)
    for (const each of namesOf(type).keys()) {
      const known = found.get(each)
      if (known) known.push(name)
      else found.set(each, [name])
    }
  return found
}

/** A path from a root type to a type. */
export interface OutputPath {
  /** `undefined` if the path begins at a type that only other services of a federated graph lead to. */
  readonly operation: OperationKind | undefined
  readonly root: string
  readonly steps: readonly (OutputStep & {readonly to: string})[]
}

/** The shortest path to a type. `undefined` if nothing leads to it. */
export function pathTo(type: string, {output}: Reach, {roots}: GraphqlSchema): OutputPath | undefined {
  if (!output.has(type)) return undefined
  const steps: (OutputStep & {readonly to: string})[] = []
  let at = type
  for (let step = output.get(at); step; step = output.get(at)) {
    steps.push({...step, to: at})
    at = step.from
  }
  const operation = OPERATIONS.find(each => roots.get(each) === at)
  return {operation, root: at, steps: steps.reverse()}
}
