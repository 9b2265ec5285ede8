import type {SpecDocument, SpecFiles} from '../../../documents/document.ts'
import {groupBy} from '../../../model/group-by.ts'
import type {NamedMark} from '../../../model/verdict/policy.ts'

/** What stands for a key and its value in an object; `undefined` for nothing. */
type KeyMap = (key: string, value: unknown, object: object) => readonly [key: string, value: unknown] | undefined

/** The keys that mean what a mark of a policy states. */
const STANDARD_KEYS: Readonly<Record<NamedMark['states'], string>> = {
  deprecation: 'x-deprecated',
  since: 'x-deprecated-since',
  sunset: 'x-sunset',
  replacement: 'x-replaced-by',
  stability: 'x-stability-level'
}

/** The files with the extensions that a policy names under the keys that mean the same. A standard key counts first. */
export function mapOwnExtensions(files: SpecFiles, marks: readonly NamedMark[] = []): SpecFiles {
  const named = groupBy(
    marks.filter(({extension}) => extension !== undefined),
    ({extension = ''}) => extension
  )
  if (named.size === 0) return files
  return mapKeys(files, (key, value, object) => {
    const [mark] = named.get(key) ?? []
    if (!mark || Object.hasOwn(object, STANDARD_KEYS[mark.states])) return [key, value]
    return [STANDARD_KEYS[mark.states], mark.value ?? value]
  })
}

/**
 * The files with other keys in their objects. Names in maps, such as those of properties, and data aren't keys. What has
 * none to map is the same object, so that it doesn't have to be compared.
 */
export function mapKeys(files: SpecFiles, map: KeyMap): SpecFiles {
  const known = new WeakMap<object, unknown>()
  const mapped = (value: unknown, isMap = false): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (known.has(value)) return known.get(value)
    const result = Array.isArray(value) ? mapList(value) : mapObject(value, isMap)
    known.set(value, result)
    return result
  }
  const mapList = (list: readonly unknown[]): unknown => {
    const items = list.map(each => mapped(each))
    return items.some((each, at) => each !== list[at]) ? items : list
  }
  const mapObject = (value: object, isMap: boolean): unknown => {
    let isChanged = false
    const entries: [string, unknown][] = []
    for (const [key, inner] of Object.entries(value)) {
      const other = isMap ? ([key, inner] as const) : map(key, inner, value)
      if (other?.[0] !== key) isChanged = true
      if (other === undefined) continue
      const rest = !isMap && DATA.has(key) ? other[1] : mapped(other[1], !isMap && MAPS.has(key))
      if (rest !== inner) isChanged = true
      entries.push([other[0], rest])
    }
    return isChanged ? Object.fromEntries(entries) : value
  }
  const copies = new Map<SpecDocument, SpecDocument>()
  const copy = (document: SpecDocument): SpecDocument => {
    const made = copies.get(document) ?? {...document, root: mapped(document.root)}
    copies.set(document, made)
    return made
  }
  const documentAt = (address: string): SpecDocument | undefined => {
    const document = files.documentAt(address)
    return document && copy(document)
  }
  const main = copy(files.main)
  const parts =
    files.parts && [...files.parts].map(([at, part]) => [at, {...part, value: mapped(part.value) as object}] as const)
  return {
    ...files,
    main,
    documents: files.documents.map(copy),
    ...(parts ? {parts: new Map(parts)} : {}),
    documentAt,
    lookup: address => documentAt(address)?.root
  }
}

/** Keys of data. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Keys of maps, whose members have names of their own: a property can be called `deprecated`. */
const MAPS: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'schemas', 'parameters'],
  ...['headers', 'responses', 'requestBodies', 'callbacks', 'pathItems', 'paths', 'webhooks', 'x-webhooks'],
  ...['x-ms-paths', 'content', 'mediaTypes', 'encoding', 'links', 'securitySchemes', 'variables']
])
