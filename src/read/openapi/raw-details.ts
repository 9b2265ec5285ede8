import type {Operation} from '../../model/api/snapshot.ts'
import {own} from '../../schema/json.ts'
import type {ListedMethod} from './paths.ts'
import type {DescriptionReader, Spot} from './reader.ts'

const PATH_KEYS = ['parameters', 'servers', 'summary', 'description'] as const

/**
 * All values that the details of an operation are computed from, to detect changes without reading them:
 * 1. the operation itself;
 * 2. what its path item defines for all methods;
 * 3. document defaults for what the operation omits;
 * 4. the format and dialect.
 * The order is fixed, and missing values are `undefined`, so that two lists can be compared item by item.
 */
export function listRawDetails(
  reading: DescriptionReader,
  {spot, items}: ListedMethod,
  kind: Operation['kind']
): readonly unknown[] {
  const raw = spot.raw as object
  const defaults = defaultsOf(reading)
  const security = kind === 'endpoint' && !Object.hasOwn(raw, 'security') ? defaults.security : undefined
  const swagger = reading.isSwagger
    ? MEDIA_KEYS.map(key => (Object.hasOwn(raw, key) ? undefined : defaults[key]))
    : undefined
  const hosts = swagger && Object.hasOwn(raw, 'schemes') ? [defaults.host, defaults.basePath] : undefined
  return [raw, pathValues(spot, items), security, swagger, hosts, reading.format, reading.dialect]
}

const MEDIA_KEYS = ['consumes', 'produces'] as const
const DOCUMENT_KEYS = ['security', ...MEDIA_KEYS, 'host', 'basePath'] as const
type Defaults = Readonly<Record<(typeof DOCUMENT_KEYS)[number], unknown>>

const defaultsOf = (reading: DescriptionReader): Defaults =>
  reading.once('defaults', reading.root, () => {
    const root = reading.root.raw as object
    return Object.fromEntries(DOCUMENT_KEYS.map(key => [key, own(root, key)])) as Defaults
  })

const known = new WeakMap<Spot, readonly unknown[]>()

/** Shared by all methods of a path item. */
function pathValues({resource}: Spot, items: readonly Spot[]): readonly unknown[] {
  const [item] = items
  if (!item) return []
  // If the operation is in another file than its path item, the address of the path item is compared instead.
  if (item.resource.document !== resource.document) return items.map(addressOf)
  const values = known.get(item) ?? PATH_KEYS.map(key => own(item.raw as object, key))
  known.set(item, values)
  if (items.length === 1) return values
  // If the target of a path reference is in another file, its address is compared instead of its values.
  const elsewhere = items
    .slice(1)
    .map(each =>
      each.resource.document === resource.document
        ? PATH_KEYS.map(key => own(each.raw as object, key))
        : addressOf(each)
    )
  return [...values, ...elsewhere]
}

const addressOf = ({resource, pointer}: Spot) => ({$ref: `${resource.document.address}#${pointer}`})
