import {nameOfFile} from '@tenure/core/model/location'
import {isRecord, own} from '@tenure/json-schema/json'

/** A file of a description: its URL and its parsed content. */
export interface DescriptionFile {
  readonly address: string
  readonly root: unknown
}

const TOP_LEVEL_SECTIONS = ['definitions', 'parameters', 'responses'] as const
/** Keys by which an object is a single schema, parameter, response, or header, and not a map of several. */
const OWN_KEYS = ['type', 'properties', 'allOf', 'anyOf', 'oneOf', 'items', 'enum', '$ref', 'in', 'schema', 'content']
const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace', 'query']

/**
 * The names that components of several files have, so that a name alone doesn't say which one is meant. A component
 * that only refers to another one is that one.
 */
export function findAmbiguousNames(files: readonly DescriptionFile[]): ReadonlySet<string> {
  if (files.length < 2) return new Set()
  const known = new Set<string>()
  const ambiguous = new Set<string>()
  for (const file of files) {
    for (const name of new Set(namesIn(file))) {
      if (known.has(name)) ambiguous.add(name)
      known.add(name)
    }
  }
  return ambiguous
}

function namesIn({address, root}: DescriptionFile): string[] {
  if (!isRecord(root) || METHODS.some(method => isRecord(own(root, method)))) return []
  const components = own(root, 'components')
  const sections = [
    ...(isRecord(components) ? Object.values(components) : []),
    ...TOP_LEVEL_SECTIONS.map(section => own(root, section))
  ]
  const named = sections.flatMap(section => ownNames(section))
  if (own(root, 'openapi') !== undefined || own(root, 'swagger') !== undefined) return named
  if (isOne(root)) return [...named, nameOfFile(address)]
  const inside = Object.values(root).flatMap(value => (isRecord(value) && !isOne(value) ? ownNames(value) : []))
  return [...named, ...ownNames(root), ...inside]
}

const isOne = (value: Readonly<Record<string, unknown>>): boolean =>
  OWN_KEYS.some(key => ['string', 'object'].includes(typeof own(value, key)))

const ownNames = (section: unknown): string[] =>
  isRecord(section)
    ? Object.keys(section).filter(name => {
        const value = own(section, name)
        return isRecord(value) && typeof own(value, '$ref') !== 'string'
      })
    : []
