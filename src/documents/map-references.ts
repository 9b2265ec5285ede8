import type {ReadProblem} from '../model/api/read-problem.ts'
import {isRecord, own, setOwn} from '../model/json.ts'
import {escapePointerKey, parsePointer} from '../model/location.ts'

// Many descriptions that are split into files have a `$ref` in place of a map or list: `schemas: {$ref:
// ./schemas/index.yaml}`. Such a map is read as one whose entries refer to those of the target.

/** A document that can be edited, with the documents that it refers to. */
interface EditableDocument {
  readonly source: string
  readonly root: unknown
}

interface MapTarget<Document> {
  readonly document: Document
  /** The keys that lead from the root to the place. */
  readonly keys: readonly string[]
}

/** Maps whose keys are names that the author chose. */
const NAME_MAPS: ReadonlySet<string> = new Set([
  ...['paths', 'x-ms-paths', 'webhooks', 'x-webhooks', 'responses', 'content', 'headers', 'callbacks'],
  ...['schemas', 'parameters', 'requestBodies', 'securitySchemes', 'securityDefinitions', 'examples', 'links'],
  ...['pathItems', 'mediaTypes', 'properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'],
  ...['encoding', 'variables', 'components']
])
/** Lists whose items can be references. */
const LISTS: ReadonlySet<string> = new Set(['parameters', 'allOf', 'anyOf', 'oneOf', 'prefixItems'])
/** Maps and lists of plain values, which are copied. */
const PLAIN: ReadonlySet<string> = new Set([
  ...[
    'mapping',
    'scopes',
    'variables',
    'encoding',
    'flows',
    'servers',
    'security',
    'tags',
    'required',
    'enum',
    'schemes'
  ],
  ...['consumes', 'produces']
])
/** Keys whose values are data, in which a `$ref` is no reference. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'value', 'dependentRequired'])

type Role = 'object' | 'names' | 'sections'

interface Place<Document> extends MapTarget<Document> {
  readonly raw: unknown
  readonly role: Role
  /** The last key on the way to the place. */
  readonly key: string
}

interface Expansion<Document> {
  /** The new roots of the documents that changed. */
  readonly roots: ReadonlyMap<Document, unknown>
  readonly gaps: readonly ReadProblem[]
}

/**
 * Expands references that stand in place of maps and lists. `targetOf` finds the target of a reference. Changed values
 * are copied, because several descriptions share the parsed ones.
 */
export function expandMapReferences<Document extends EditableDocument>(
  main: Document,
  targetOf: FindTarget<Document>
): Expansion<Document> {
  const expander = new MapExpander(targetOf)
  expander.expandAll(main)
  return expander.expansion
}

type FindTarget<Document> = (reference: string, from: Document) => MapTarget<Document> | undefined

interface Edit {
  readonly keys: readonly string[]
  readonly value: unknown
}

class MapExpander<Document extends EditableDocument> {
  readonly #targetOf: FindTarget<Document>
  readonly #edits = new Map<Document, Edit[]>()
  readonly #gaps: ReadProblem[] = []
  readonly #seen = {object: new Set<object>(), names: new Set<object>(), sections: new Set<object>()}
  readonly #open: Place<Document>[] = []
  #entries = 0

  constructor(targetOf: FindTarget<Document>) {
    this.#targetOf = targetOf
  }

  get expansion(): Expansion<Document> {
    const roots = [...this.#edits].map(([document, all]) => [document, applyEdits(document.root, all)] as const)
    return {roots: new Map(roots), gaps: this.#gaps}
  }

  expandAll(main: Document): void {
    this.#open.push({document: main, keys: [], raw: main.root, role: 'object', key: ''})
    for (let place = this.#open.pop(); place; place = this.#open.pop()) {
      const {raw, role} = place
      if (typeof raw !== 'object' || raw === null || this.#seen[role].has(raw)) continue
      this.#seen[role].add(raw)
      const reference = isRecord(raw) ? own(raw, '$ref') : undefined
      if (typeof reference === 'string') this.#followReference(place, reference)
      if (Array.isArray(raw)) for (const [at, item] of raw.entries()) this.#visit(place, String(at), item, 'object')
      else for (const [key, value] of Object.entries(raw)) if (key !== '$ref') this.#visitKey(place, key, value)
    }
  }

  #visit({document, keys}: Place<Document>, key: string, raw: unknown, role: Role): void {
    if (typeof raw === 'object' && raw !== null) this.#open.push({document, keys: [...keys, key], raw, role, key})
  }

  #visitKey(place: Place<Document>, key: string, value: unknown): void {
    if (place.role === 'names') this.#visit(place, key, value, 'object')
    else if (key === 'components') this.#visit(place, key, value, 'sections')
    else if (key.startsWith('x-') && !NAME_MAPS.has(key)) return
    else if (place.role === 'sections' || (NAME_MAPS.has(key) && !Array.isArray(value)))
      this.#visit(place, key, value, 'names')
    else if (isMisplaced(key, value)) this.#expand(place, key, value)
    else if (!DATA.has(key) && !PLAIN.has(key)) this.#visit(place, key, value, 'object')
  }

  #expand({document, keys}: Place<Document>, key: string, value: unknown): void {
    const reference = String(own(value as object, '$ref'))
    this.#replace({document, keys: [...keys, key], raw: value, role: 'object', key}, reference)
  }

  #followReference(place: Place<Document>, reference: string): void {
    const target = this.#targetOf(reference, place.document)
    if (place.role !== 'object') this.#replace(place, reference)
    else if (target) this.#open.push({...target, raw: valueAt(target), role: 'object', key: place.key})
  }

  /** Replaces a reference by a map or list of references, or by a copy of plain values. */
  #replace(place: Place<Document>, reference: string): void {
    const {document, keys, key, role} = place
    const target = this.#targetOf(reference, document)
    const names = new Set<string>()
    const found = target && this.#findWhole(target, names)
    this.#entries += names.size
    const value =
      found === undefined || this.#entries > MAX_ENTRIES ? undefined : replacementOf(key, found, names, reference)
    if (!target || value === undefined) {
      this.#gaps.push({
        message: `\`${key}\` is a \`$ref\` that can't be read here. Write its entries, or refer to a file that holds them.`,
        place: {source: document.source, pointer: keys.map(each => `/${escapePointerKey(each)}`).join('')}
      })
      return
    }
    // Entries next to the reference take precedence.
    const {$ref: _, ...others} = place.raw as Readonly<Record<string, unknown>>
    const merged = Array.isArray(value) ? value : {...value, ...others}
    const known = this.#edits.get(document) ?? []
    this.#edits.set(document, known)
    known.push({keys, value: merged})
    this.#open.push({...target, raw: valueAt(target), role: Array.isArray(found) ? 'object' : role, key})
    // The sections below `components` can be references in place of maps, too, so they are looked at next.
    if (role === 'sections')
      for (const [name, raw] of Object.entries(merged))
        this.#open.push({document, keys: [...keys, name], raw, role: 'names', key: name})
  }

  /**
   * The map or list that a reference leads to, if necessary through other references; `undefined` if there is none.
   * Adds the names of its entries to `names`.
   */
  #findWhole(start: MapTarget<Document>, names: Set<string>): object | undefined {
    let target: MapTarget<Document> | undefined = start
    for (let hops = 0; target && hops < MAX_HOPS; hops++) {
      const raw = valueAt(target)
      if (typeof raw !== 'object' || raw === null) return undefined
      const next = isRecord(raw) ? own(raw, '$ref') : undefined
      if (!Array.isArray(raw))
        for (const name of Object.keys(raw)) if (name !== '$ref' || typeof next !== 'string') names.add(name)
      if (typeof next !== 'string') return raw
      target = this.#targetOf(next, target.document)
    }
    return undefined
  }
}

/** The value that replaces a reference: a copy of plain values, or references to each item or entry. */
function replacementOf(key: string, found: object, names: ReadonlySet<string>, reference: string): object {
  const refer = (name: string): object => ({
    $ref: `${reference}${reference.includes('#') ? '' : '#'}/${encodeURIComponent(escapePointerKey(name))}`
  })
  if (PLAIN.has(key) || (Array.isArray(found) && !LISTS.has(key))) return found
  return Array.isArray(found) ? found.map((_, at) => refer(String(at))) : fromNames(names, refer)
}

const MAX_HOPS = 100
/** The maximum number of entries in all maps that are read in this way. */
const MAX_ENTRIES = 500_000

/** Whether a reference stands in place of a list or of plain values. */
const isMisplaced = (key: string, value: unknown): boolean =>
  (LISTS.has(key) || PLAIN.has(key)) && isRecord(value) && typeof own(value, '$ref') === 'string'

function fromNames(names: Iterable<string>, entryOf: (name: string) => unknown): object {
  const all = {}
  for (const name of names) setOwn(all, name, entryOf(name))
  return all
}

const valueAt = <Document extends EditableDocument>({document, keys}: MapTarget<Document>): unknown =>
  keys.reduce<unknown>((held, key) => (typeof held === 'object' && held ? own(held, key) : undefined), document.root)

/** Returns the root with the edits made. Values on the way to an edit are copied, and all others are shared. */
function applyEdits(root: unknown, edits: readonly Edit[]): unknown {
  const copied = new Map<unknown, object>()
  const copyOf = (value: unknown): object => {
    const copy = copied.get(value) ?? (Array.isArray(value) ? [...value] : {...(value as object)})
    copied.set(value, copy)
    copied.set(copy, copy)
    return copy
  }
  let whole = root
  // Outer edits come first, so that inner ones change the copies and not what an outer edit replaces.
  for (const {keys, value} of edits.toSorted((a, b) => a.keys.length - b.keys.length)) {
    const last = keys.at(-1)
    if (last === undefined) {
      whole = value
      continue
    }
    let here = copyOf(whole)
    whole = here
    for (const key of keys.slice(0, -1)) {
      const inner = copyOf(own(here, key))
      setOwn(here, key, inner)
      here = inner
    }
    setOwn(here, last, value)
  }
  return whole
}

/** Whether a reference may stand in place of a map or list: it leads to another file, or to such a map. */
export function mayReplaceMap(reference: string): boolean {
  if (!reference.startsWith('#')) return true
  const last = parsePointer(reference.slice(1)).at(-1) ?? ''
  return NAME_MAPS.has(last) || LISTS.has(last) || PLAIN.has(last)
}
