import {HOST_PLACEHOLDER, normalizeOrigin, trimTrailingSlashes} from '@tenure/core/model/api/server-url'
import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import type {Server} from '../snapshot.ts'
import type {DescriptionReader} from './reader.ts'

/** The servers of a document, a path item, or an operation. */
export function readDeclaredServers(reading: DescriptionReader, parent: Node): readonly Server[] {
  const servers = reading.isSwagger ? swaggerServers(reading, parent) : readServers(reading, parent)
  // The default server of a document, its own location, isn't listed.
  const isDeclared =
    parent !== reading.root || servers.some(({url, addresses}) => url !== '' || addresses !== undefined)
  return isDeclared ? servers : []
}

function readServers(reading: DescriptionReader, parent: Node): Server[] {
  return reading.list(parent, 'servers').flatMap(node => {
    const written = isRecord(node.raw) ? own(node.raw, 'url') : undefined
    if (typeof written !== 'string') {
      reading.gap(node, 'This server has no `url`.')
      return []
    }
    const variables = new Map(reading.entries(node, 'variables'))
    const defaults = defaultsOf(reading, variables)
    // A variable without a default isn't valid, so its braces are kept.
    const url = written.replace(/\{([^{}]*)\}/g, (whole, name: string) => defaults.get(name) ?? whole)
    const server = {url: normalizeUrl(url), place: reading.place(node)}
    if (variables.size === 0) return [server]
    const addresses = expandAddresses(reading, written, variables).map(normalizeUrl)
    return [{...server, addresses, template: written, defaults}]
  })
}

const defaultsOf = (reading: DescriptionReader, variables: ReadonlyMap<string, Node>): ReadonlyMap<string, string> =>
  new Map(
    [...variables].flatMap(([name, node]) => {
      if (!isRecord(node.raw)) reading.mistyped(node, 'an object')
      const value = reading.text(node, 'default')
      return value === undefined ? [] : [[name, value] as const]
    })
  )

const MAX_ADDRESSES = 200

/** The URLs for every combination of variable values. A variable without an `enum` becomes `{}`. */
function expandAddresses(reading: DescriptionReader, written: string, variables: ReadonlyMap<string, Node>): string[] {
  const names = new Set([...written.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? ''))
  const fixed = new Map<string, string>()
  let chosen: ReadonlyMap<string, string>[] = [new Map()]
  for (const name of names) {
    const variable = variables.get(name)
    if (!variable) continue
    const listed = reading.texts(variable, 'enum') ?? []
    const values = listed.length > 0 ? listed : ['{}']
    const [only = '{}', ...others] = values.length * chosen.length > MAX_ADDRESSES ? ['{}'] : values
    if (others.length === 0) fixed.set(name, only)
    else chosen = chosen.flatMap(each => [only, ...others].map(value => new Map([...each, [name, value]])))
  }
  // Variables with one value are replaced here, so that they add nothing to the combinations.
  const all = chosen.map(each =>
    written.replace(/\{([^{}]*)\}/g, (whole, name) => each.get(name) ?? fixed.get(name) ?? whole)
  )
  return [...new Set(all)]
}

/** Swagger 2.0 has one host and one base path; an operation can have its own schemes. */
function swaggerServers(reading: DescriptionReader, parent: Node): Server[] {
  const {root} = reading
  const [host, base] = [reading.text(root, 'host'), trimTrailingSlashes(reading.text(root, 'basePath') ?? '')]
  const schemes = reading.texts(parent, 'schemes')
  const isRoot = parent === root
  if (!isRoot && schemes === undefined) return []
  if (!schemes?.length) {
    if (host !== undefined) return [{url: normalizeUrl(`//${host}${base}`), place: reading.placeAt('/host')}]
    return base === '' ? [] : [{url: base, place: reading.placeAt('/basePath')}]
  }
  const pointer = isRoot ? '/schemes' : `${parent.pointer}/schemes`
  return schemes.map((scheme, index) => ({
    url: normalizeUrl(`${scheme}://${host ?? HOST_PLACEHOLDER}${base}`),
    place: reading.placeAt(`${pointer}/${index}`, parent.resource.document.address)
  }))
}

/** Normalizes a URL. `./` and an empty URL are both the location of the document. */
const normalizeUrl = (url: string): string => trimTrailingSlashes(normalizeOrigin(url)).replace(/^\.$/, '')
