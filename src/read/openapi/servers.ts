import {OWN_HOST, withoutSlash, withPlainOrigin} from '../../model/api/server-url.ts'
import type {Server} from '../../model/api/snapshot.ts'
import type {Node} from '../../schema/document/node.ts'
import {isRecord, own} from '../../schema/json.ts'
import type {Reading} from './reader.ts'
import {textOf} from './values.ts'

/** The servers that a document, a path or an operation names. */
export function serversOf(reading: Reading, holder: Node): readonly Server[] {
  const servers = reading.isSwagger ? addressesOf(reading, holder) : listed(reading, holder)
  // The document's own place is where its API is when nothing is said.
  const isSaid = holder !== reading.root || servers.some(({url, addresses}) => url !== '' || addresses !== undefined)
  return isSaid ? servers : []
}

function listed(reading: Reading, holder: Node): Server[] {
  return reading.list(holder, 'servers').flatMap(node => {
    const written = isRecord(node.raw) ? own(node.raw, 'url') : undefined
    if (typeof written !== 'string') {
      reading.gap(node, 'Unexpected server without a `url`, expected one')
      return []
    }
    const variables = new Map(reading.entries(node, 'variables'))
    // A variable is no variable without its default: then the braces stay.
    const url = written.replace(
      /\{([^{}]*)\}/g,
      (whole, name: string) => textOf(variables.get(name)?.raw, 'default') ?? whole
    )
    const server = {url: inOneSpelling(url), place: reading.place(node)}
    if (variables.size === 0) return [server]
    const addresses = addressesFrom(written, variables).map(inOneSpelling)
    return [{...server, addresses, template: written, defaults: defaultsOf(variables)}]
  })
}

const defaultsOf = (variables: ReadonlyMap<string, Node>): ReadonlyMap<string, string> =>
  new Map(
    [...variables].flatMap(([name, {raw}]) => {
      const value = textOf(raw, 'default')
      return value === undefined ? [] : [[name, value] as const]
    })
  )

const MOST_ADDRESSES = 200

/** An address for each way to fill the variables. One without listed values may be anything. */
function addressesFrom(written: string, variables: ReadonlyMap<string, Node>): string[] {
  const names = new Set([...written.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? ''))
  let all = [written]
  for (const name of names) {
    const raw = variables.get(name)?.raw
    if (raw === undefined) continue
    const listed = isRecord(raw) ? own(raw, 'enum') : undefined
    const values = Array.isArray(listed) && listed.length > 0 ? listed.map(String) : ['{}']
    const fill = values.length * all.length > MOST_ADDRESSES ? ['{}'] : values
    all = all.flatMap(address => fill.map(value => address.replaceAll(`{${name}}`, value)))
  }
  return [...new Set(all)]
}

/** Swagger 2.0 has one host and one base path; schemes may be an operation's own. */
function addressesOf(reading: Reading, holder: Node): Server[] {
  const {root} = reading
  const [host, base] = [textOf(root.raw, 'host'), withoutSlash(textOf(root.raw, 'basePath') ?? '')]
  const schemes = reading.texts(holder, 'schemes')
  const isRoot = holder === root
  if (!isRoot && schemes === undefined) return []
  if (!schemes?.length) {
    if (host !== undefined) return [{url: inOneSpelling(`//${host}${base}`), place: reading.placeAt('/host')}]
    return base === '' ? [] : [{url: base, place: reading.placeAt('/basePath')}]
  }
  const pointer = isRoot ? '/schemes' : `${holder.pointer}/schemes`
  return schemes.map((scheme, index) => ({
    url: inOneSpelling(`${scheme}://${host ?? OWN_HOST}${base}`),
    place: reading.placeAt(`${pointer}/${index}`, holder.resource.book.address)
  }))
}

/** `./` is where the document is, as nothing at all. */
const inOneSpelling = (url: string): string => withoutSlash(withPlainOrigin(url)).replace(/^\.$/, '')
