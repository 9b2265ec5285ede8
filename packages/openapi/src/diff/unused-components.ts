import type {DocumentPart} from '@tenure/core/documents/parsing/document-part'
import type {Change} from '@tenure/core/model/api/change'
import type {UnusedChange, UnusedComponent} from '@tenure/core/model/api/read-problem'
import {formatPointer, parsePointer} from '@tenure/core/model/location'
import {isRecord, own} from '@tenure/json-schema/json'
import type {Snapshot} from '../snapshot.ts'
import type {OlderNewer} from './context.ts'
import {equalsIgnoringDocumentation} from './documentation.ts'

/** A description with the root values of all its files, including its own. */
export interface DescriptionRoots {
  readonly snapshot: Snapshot
  readonly roots: readonly unknown[]
}

const COMPONENT_SECTIONS: readonly {readonly way: readonly string[]; readonly kind: UnusedComponent['kind']}[] = [
  {way: ['components', 'schemas'], kind: 'schema'},
  {way: ['components', 'parameters'], kind: 'parameter'},
  {way: ['components', 'responses'], kind: 'response'},
  {way: ['components', 'headers'], kind: 'header'},
  {way: ['components', 'requestBodies'], kind: 'request body'},
  {way: ['components', 'callbacks'], kind: 'callback'},
  {way: ['components', 'pathItems'], kind: 'path item'},
  {way: ['definitions'], kind: 'schema'},
  {way: ['parameters'], kind: 'parameter'},
  {way: ['responses'], kind: 'response'}
]

/**
 * Changes in components that no operation of either description uses, so that they weren't compared. New components are
 * left out, because clients can't rely on them yet.
 */
export function findUnusedChanges(
  {older, newer}: OlderNewer<DescriptionRoots>,
  changes: readonly Change[]
): UnusedChange[] {
  const reported = new Set(changes.map(({component}) => component))
  const differing = COMPONENT_SECTIONS.flatMap(({way, kind}) => {
    const [was, is] = [older, newer].map(({snapshot: {root}}) => way.reduce<unknown>(memberOf, root))
    if (!isRecord(was)) return []
    const names = Object.keys(was).filter(name => {
      const fresh = isRecord(is) ? own(is, name) : undefined
      return !reported.has(name) && !equalsIgnoringDocumentation(own(was, name), fresh)
    })
    return names.map(name => ({
      way,
      kind,
      name,
      pointer: formatPointer([...way, name]),
      isRemoved: memberOf(is, name) === undefined
    }))
  })
  if (differing.length === 0) return []
  const used = [older, newer].map(findUsed)
  return differing
    .filter(({pointer}) => used.every(pointers => !pointers.has(pointer)))
    .map(({kind, name, pointer, isRemoved}) => ({
      kind,
      name,
      isRemoved,
      place: isRemoved ? older.snapshot.placeAt(pointer) : newer.snapshot.placeAt(pointer)
    }))
}

const memberOf = (value: unknown, key: string): unknown => (isRecord(value) ? own(value, key) : undefined)

const REFERENCE = /#(\/(?:components\/[^/]+|definitions|parameters|responses)\/[^/]+)/

function pointerIn(reference: string): string | undefined {
  const found = REFERENCE.exec(reference)?.[1]
  return found === undefined ? undefined : formatPointer(parsePointer(decodeUri(found)))
}

/** The pointers of all components that paths, webhooks, and other files use. */
function findUsed({snapshot: {root, parts}, roots}: DescriptionRoots): ReadonlySet<string> {
  const used = new Set<string>()
  const open: unknown[] = roots.filter(each => each !== root)
  const componentKeys = new Set(['components', 'definitions', 'parameters', 'responses'])
  for (const [key, value] of Object.entries(isRecord(root) ? root : {})) if (!componentKeys.has(key)) open.push(value)
  const subtypes = findSubtypes(root)
  const use = (pointer: string): void => {
    if (used.has(pointer)) return
    used.add(pointer)
    open.push(parsePointer(pointer).reduce<unknown>(memberOf, root))
    // A subtype can be wherever its base can be.
    for (const heir of subtypes.get(pointer) ?? []) use(heir)
  }
  const useForm = (name: string): void => {
    if (!name.includes('/')) use(formatPointer(['components', 'schemas', name]))
  }
  const known = new Map<unknown, DocumentPart>()
  for (const part of parts?.values() ?? []) known.set(part.value, part)
  // Thousands of references name the same few components.
  const met = new Set<string>()
  const seen = new Set<object>()
  while (open.length > 0) {
    const value = open.pop()
    const part = known.get(value)
    if (typeof value === 'string') {
      if (met.has(value)) continue
      met.add(value)
      const found = pointerIn(value)
      if (found !== undefined) use(found)
    } else if (part) {
      for (const ref of part.refs) open.push(ref)
      for (const form of part.mappedSchemas) {
        open.push(form)
        useForm(form)
      }
    } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value)
      for (const each of Object.values(value)) open.push(each)
      const mapping = memberOf(memberOf(value, 'discriminator'), 'mapping')
      for (const name of Object.values(isRecord(mapping) ? mapping : {})) if (typeof name === 'string') useForm(name)
    }
  }
  return used
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The schemas that extend another one by `allOf`. */
function findSubtypes(root: unknown): ReadonlyMap<string, readonly string[]> {
  const subtypes = new Map<string, string[]>()
  for (const way of [['components', 'schemas'], ['definitions']]) {
    const held = way.reduce<unknown>(memberOf, root)
    for (const [name, schema] of Object.entries(isRecord(held) ? held : {})) {
      const all = memberOf(schema, 'allOf')
      for (const part of Array.isArray(all) ? all : []) {
        const reference = memberOf(part, '$ref')
        const base = typeof reference === 'string' ? pointerIn(reference) : undefined
        if (base === undefined) continue
        const raw = parsePointer(base).reduce<unknown>(memberOf, root)
        if (memberOf(raw, 'discriminator') === undefined) continue
        subtypes.set(base, [...(subtypes.get(base) ?? []), formatPointer([...way, name])])
      }
    }
  }
  return subtypes
}
