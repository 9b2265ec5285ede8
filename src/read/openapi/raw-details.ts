import type {Operation} from '../../model/api/snapshot.ts'
import {own} from '../../schema/json.ts'
import type {Listed} from './paths.ts'
import type {Reading, Spot} from './reader.ts'

const OF_PATHS = ['parameters', 'servers', 'summary', 'description'] as const

/**
 * All that the details of an operation are read from: 1. itself; 2. what its path says for all methods; 3. what the
 * document says where the operation says nothing; 4. how all of it is to be read. Always in this order: what is not
 * there is `undefined` on both sides.
 */
export function rawsOf(reading: Reading, {spot, items}: Listed, kind: Operation['kind']): readonly unknown[] {
  const raw = spot.raw as object
  const defaults = defaultsOf(reading)
  const security = kind === 'endpoint' && !Object.hasOwn(raw, 'security') ? defaults.security : undefined
  const swagger = reading.isSwagger
    ? MEDIA.map(key => (Object.hasOwn(raw, key) ? undefined : defaults[key]))
    : undefined
  const hosts = swagger && Object.hasOwn(raw, 'schemes') ? [defaults.host, defaults.basePath] : undefined
  return [raw, ofPath(spot, items), security, swagger, hosts, reading.format, reading.dialect]
}

const MEDIA = ['consumes', 'produces'] as const
const OF_DOCUMENTS = ['security', ...MEDIA, 'host', 'basePath'] as const
type Defaults = Readonly<Record<(typeof OF_DOCUMENTS)[number], unknown>>

const defaultsOf = (reading: Reading): Defaults =>
  reading.once('defaults', reading.root, () => {
    const root = reading.root.raw as object
    return Object.fromEntries(OF_DOCUMENTS.map(key => [key, own(root, key)])) as Defaults
  })

const known = new WeakMap<Spot, readonly unknown[]>()

/** All methods of a path share it. */
function ofPath({resource}: Spot, items: readonly Spot[]): readonly unknown[] {
  const [item] = items
  if (!item) return []
  // Of an operation that lies in another file than its path, the path is an address, too.
  if (item.resource.book !== resource.book) return items.map(addressOf)
  const said = known.get(item) ?? OF_PATHS.map(key => own(item.raw as object, key))
  known.set(item, said)
  if (items.length === 1) return said
  // What a path refers to may lie in another file than what stands beside the reference: an address is no pointer.
  const elsewhere = items
    .slice(1)
    .map(each =>
      each.resource.book === resource.book ? OF_PATHS.map(key => own(each.raw as object, key)) : addressOf(each)
    )
  return [...said, ...elsewhere]
}

const addressOf = ({resource, pointer}: Spot) => ({$ref: `${resource.book.address}#${pointer}`})
