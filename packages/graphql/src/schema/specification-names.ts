import {type DefinitionNode, valueFromASTUntyped} from 'graphql'
import {FEDERATION_DIRECTIVE} from './federation.ts'

/** What names stand for in a schema that links to specifications, by which it can rename what it uses of them. */
export class SpecificationNames {
  /** The specifications that the schema links to. */
  readonly linked = new Set<string>()
  /** Specifications by the names that come before those of what they define. */
  readonly #prefixes = new Map([['federation', 'federation']])
  readonly #imported = new Map<string, string>()

  constructor(definitions: readonly DefinitionNode[]) {
    const all = definitions
      .flatMap(each => ('directives' in each && /^Schema/.test(each.kind) && each.directives) || [])
      .map(({name, arguments: args = []}) => ({
        name: name.value,
        link: Object.fromEntries(args.map(each => [each.name.value, valueFromASTUntyped(each.value)]))
      }))
    // A link to the specification of links can rename itself.
    const names = new Set(['link', 'core', ...all.flatMap(({name, link}) => (link.as === name ? [name] : []))])
    for (const {name, link} of all) if (names.has(name)) this.#addLink(link)
  }

  #addLink({url, feature = url, as, import: imported = []}: Readonly<Record<string, unknown>>): void {
    const [, specification] = /\/(\w+)(?:\/v?\d[^/]*)?\/?$/.exec(String(feature)) ?? []
    if (specification === undefined) return
    this.linked.add(specification)
    this.#prefixes.set(String(as ?? specification), specification)
    for (const each of [imported].flat()) {
      const {name, as: here = name} = typeof each === 'string' ? {name: each} : Object(each)
      this.#imported.set(String(here), qualify(specification, String(name)))
    }
  }

  /** The name with its specification, `@federation__key` for `@key` and whatever else the schema calls it. */
  resolve(name: string): string {
    const imported = this.#imported.get(name)
    if (imported !== undefined) return imported
    const [, at = '', first = '', own] = /^(@?)(.+?)(?:__(.+))?$/.exec(name) ?? []
    const specification = this.#prefixes.get(first)
    if (specification !== undefined && (own !== undefined || at !== ''))
      return qualify(specification, `${at}${own ?? specification}`)
    return at !== '' && FEDERATION_DIRECTIVE.test(first) ? qualify('federation', name) : name
  }
}

/** What a specification defines, with its name. Directives with specifications of their own are those of federation, too. */
function qualify(specification: string, name: string): string {
  const [, at = '', own = ''] = /^(@?)(.*)$/.exec(name) ?? []
  return `${at}${FEDERATION_DIRECTIVE.test(specification) && own === specification ? 'federation' : specification}__${own}`
}
