import type {SpecDocument, SpecFiles} from '@tenure/core/documents/document'
import {groupBy} from '@tenure/core/model/group-by'
import type {NamedMark} from '@tenure/core/model/verdict/policy'
import {EXTENSIONS} from '../extensions.ts'
import {DATA_KEYS} from './lifecycle-extensions.ts'

/** What stands for a key and its value in an object; `undefined` for nothing. */
type KeyMap = (key: string, value: unknown, object: object) => readonly [key: string, value: unknown] | undefined

const topKeys = (paths: readonly string[]): string[] => paths.map(path => path.split(' ')[0] ?? '')

/** The usual keys for what a mark of a policy states. */
const USUAL_KEYS: Readonly<Record<NamedMark['states'], readonly string[]>> = {
  deprecation: topKeys(EXTENSIONS.mark),
  since: topKeys(EXTENSIONS.since),
  sunset: topKeys(EXTENSIONS.sunset),
  replacement: topKeys(EXTENSIONS.replacement),
  stability: topKeys([...EXTENSIONS.stability, ...EXTENSIONS.beta])
}

/** The files with the extensions that a policy names under usual keys for the same. A usual key counts first. */
export function mapOwnExtensions(files: SpecFiles, marks: readonly NamedMark[] = []): SpecFiles {
  const named = groupBy(
    marks.filter(({extension}) => extension !== undefined),
    ({extension = ''}) => extension
  )
  if (named.size === 0) return files
  return mapKeys(files, (key, value, object) => {
    const [mark] = named.get(key) ?? []
    const usual = mark ? USUAL_KEYS[mark.states] : []
    const extension = usual.find(each => each.startsWith('x-'))
    const isStated = usual.some(each => Object.hasOwn(object, each))
    return extension === undefined || isStated ? [key, value] : [extension, mark?.value ?? value]
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
      const rest = !isMap && DATA_KEYS.has(key) ? other[1] : mapped(other[1], !isMap && MAPS.has(key))
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

/** Keys of maps, whose members have names of their own: a property can be called `deprecated`. */
const MAPS: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'schemas', 'parameters'],
  ...['headers', 'responses', 'requestBodies', 'callbacks', 'pathItems', 'paths', 'webhooks', 'x-webhooks'],
  ...['x-ms-paths', 'content', 'mediaTypes', 'encoding', 'links', 'securitySchemes', 'variables']
])
