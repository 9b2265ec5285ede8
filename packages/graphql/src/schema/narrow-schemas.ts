import {findImplementations, type NamesByType} from './reach.ts'
import {
  type GraphqlSchema,
  type InputElement,
  isRequired,
  type NamedType,
  namedTypeOf,
  typedMembersOf
} from './schema.ts'

/** Builds only what a document meets of two schemas, because to build them whole for each document takes long. */
export class NarrowSchemas {
  readonly #older: GraphqlSchema
  readonly #newer: GraphqlSchema
  readonly #implementations: ReadonlyMap<GraphqlSchema, NamesByType>

  constructor(older: GraphqlSchema, newer: GraphqlSchema) {
    this.#older = older
    this.#newer = newer
    this.#implementations = new Map([older, newer].map(each => [each, findImplementations(each)]))
  }

  /** The schemas with the types that a document meets by one of them, and the members that it names or must send. */
  narrow(document: string): Readonly<Record<'older' | 'newer', GraphqlSchema>> {
    const words = new Set(document.match(/\w+/g))
    const met = new Set(words)
    const begin = (whole: GraphqlSchema) => {
      const directives = pick(whole.directives, words)
      for (const {args} of directives.values()) for (const {type} of args.values()) met.add(namedTypeOf(type))
      for (const root of whole.roots.values()) met.add(root)
      return {...whole, whole, directives, types: new Map<string, NamedType>()}
    }
    const all = {older: begin(this.#older), newer: begin(this.#newer)}
    for (const name of met)
      for (const {whole, types} of [all.older, all.newer]) {
        const found = whole.types.get(name)
        if (!found) continue
        const type = narrowType(found, words)
        types.set(name, type)
        for (const [, used] of typedMembersOf(type)) met.add(used)
        const implementations = this.#implementations.get(whole)?.get(name) ?? []
        for (const each of [...type.members.keys(), ...type.interfaces.keys(), ...implementations]) met.add(each)
      }
    return all
  }
}

function narrowType(type: NamedType, words: ReadonlySet<string>): NamedType {
  const sent = (inputs: ReadonlyMap<string, InputElement>): Map<string, InputElement> =>
    new Map([...inputs].filter(([name, input]) => words.has(name) || isRequired(input)))
  const fields = [...pick(type.fields, words)].map(
    ([name, field]) => [name, {...field, args: sent(field.args)}] as const
  )
  return {...type, fields: new Map(fields), inputs: sent(type.inputs)}
}

const pick = <Value>(all: ReadonlyMap<string, Value>, words: ReadonlySet<string>): Map<string, Value> => {
  const picked = new Map<string, Value>()
  for (const word of all.size > 0 ? words : []) {
    const value = all.get(word)
    if (value !== undefined) picked.set(word, value)
  }
  return picked
}
