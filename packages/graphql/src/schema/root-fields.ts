import {memoizeTexts} from '@tenure/core/model/memoize'
import {memberTarget} from '@tenure/core/model/subject/field'
import type {Subject} from '@tenure/core/model/subject/subject'
import {type Fragments, findFragments, type NamesByType} from './reach.ts'
import {type GraphqlSchema, namedTypeOf} from './schema.ts'

/** What leads to a type: fields of the root types, and other types. */
interface Sources {
  readonly fields: Set<string>
  readonly types: Set<string>
}

/** Finds the fields of the root types by which clients reach types in results, and those that take input types. */
export class RootFields {
  readonly #output = new Map<string, Sources>()
  readonly #input = new Map<string, Sources>()
  readonly #subjects = new Map<string, Subject>()

  readonly #schema: GraphqlSchema
  readonly #fragments: Fragments

  constructor(schema: GraphqlSchema) {
    this.#schema = schema
    this.#fragments = findFragments(schema)
    const roots = new Set(schema.roots.values())
    for (const [name, type] of schema.types) {
      const isRoot = roots.has(name)
      for (const [field, {type: to, args}] of type.fields) {
        const key = `${name}.${field}`
        if (isRoot) this.#subjects.set(key, {target: memberTarget(name, field)})
        add(this.#output, namedTypeOf(to), isRoot ? key : undefined, name)
        for (const arg of args.values()) add(this.#input, namedTypeOf(arg.type), isRoot ? key : undefined, `${name}.`)
      }
      for (const input of type.inputs.values()) add(this.#input, namedTypeOf(input.type), undefined, name)
    }
  }

  /**
   * The fields of the root types that return a type somewhere in their results, or what implements it. If there are
   * none, those in whose results a fragment on it can be.
   */
  readonly returning = memoizeTexts((type: string): readonly Subject[] => {
    const {narrower, wider} = this.#fragments
    const implementations = this.#schema.types.get(type)?.kind === 'interface' ? narrower.get(type) : undefined
    const returned = this.#findReturning([type, ...(implementations ?? [])], [wider])
    return this.#inOrder(returned.size > 0 ? returned : this.#findReturning([type], [wider, narrower]))
  })

  #findReturning(types: readonly string[], fragments: readonly NamesByType[]): ReadonlySet<string> {
    const found = new Set<string>()
    const visited = new Set(types)
    for (const each of visited) {
      const sources = this.#output.get(each)
      for (const field of sources?.fields ?? []) found.add(field)
      for (const others of [sources?.types, ...fragments.map(all => all.get(each))])
        for (const other of others ?? []) visited.add(other)
    }
    return found
  }

  /** The fields of the root types that take a type as an argument, or somewhere in their results have a field that does. */
  readonly taking = memoizeTexts((type: string): readonly Subject[] => {
    const found = new Set<string>()
    const visited = new Set([type])
    for (const each of visited) {
      // The arguments of a field, whose type has a dot here.
      if (each.endsWith('.')) for (const {target} of this.returning(each.slice(0, -1))) found.add(target.text)
      const sources = this.#input.get(each)
      for (const field of sources?.fields ?? []) found.add(field)
      for (const other of sources?.types ?? []) visited.add(other)
    }
    return this.#inOrder(found)
  })

  #inOrder(found: ReadonlySet<string>): Subject[] {
    return [...this.#subjects].flatMap(([key, subject]) => (found.has(key) ? [subject] : []))
  }
}

function add(all: Map<string, Sources>, to: string, field: string | undefined, from: string): void {
  const sources = all.get(to) ?? {fields: new Set(), types: new Set()}
  all.set(to, sources)
  if (field === undefined) sources.types.add(from)
  else sources.fields.add(field)
}
