import type {DocumentPart} from '@tenure/core/documents/parsing/document-part'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import {escapePointerKey, parsePointer, type SourceLocation} from '@tenure/core/model/location'
import {childNode, type Node, nodeAt, rootNode, type Place as Spot} from '@tenure/json-schema/document/node'
import {resolveReference} from '@tenure/json-schema/document/references'
import {canonicalText, isRecord, own} from '@tenure/json-schema/json'
import type {Dialect, SchemaSource} from '@tenure/json-schema/schema-source'
import type {DescriptionFormat} from '../snapshot.ts'
import type {DescriptionFile} from './ambiguous-names.ts'
import {describeType, stringAt} from './values.ts'
import type {SurveyedFile} from './version.ts'

export type {Spot}

interface Document {
  readonly source: string
  readonly address: string
  readonly root: unknown
}

/** The files of an API description, as far as reading it requires. */
export interface DescriptionFiles {
  readonly main: Document
  /**
   * Finds the root of the document at a URL. It must always be the same function, because caches of schemas are keyed
   * by it.
   */
  readonly lookup: (address: string) => unknown
  readonly documentAt: (address: string) => Document | undefined
  readonly gaps: readonly ReadProblem[]
  /** All files, each with what a survey of its keywords found. */
  readonly documents?: readonly (SurveyedFile & DescriptionFile)[]
  readonly parts?: ReadonlyMap<string, DocumentPart>
  /** Whether any header is named `Sunset` or `Deprecation`, which is rare. */
  readonly hasLifecycleHeaders: boolean
}

const MAX_HOPS = 100
const MAX_LENGTH = 40

/**
 * Reads one API description: looks up values, follows references, and collects gaps. Values are nodes, which know their
 * file and JSON pointer.
 */
export class DescriptionReader {
  readonly format: DescriptionFormat
  readonly dialect: Dialect
  readonly gaps: ReadProblem[]
  readonly root: Node
  readonly #files: DescriptionFiles
  readonly #reported = new Set<string>()
  readonly #read = new Map<string, Map<Node, unknown>>()

  constructor(files: DescriptionFiles, format: DescriptionFormat, dialect: Dialect, gaps: ReadProblem[]) {
    this.#files = files
    this.format = format
    this.dialect = dialect
    this.gaps = gaps
    this.root = rootNode(this.schemaAt(files.main.root, ''))
  }

  get hasLifecycleHeaders(): boolean {
    return this.#files.hasLifecycleHeaders
  }

  get isSwagger(): boolean {
    return this.format === 'swagger-2.0'
  }

  schemaAt(schema: unknown, pointer: string, address: string = this.#files.main.address): SchemaSource {
    const {main, lookup} = this.#files
    const document = address === main.address ? main.root : lookup(address)
    return {schema, document, pointer, dialect: this.dialect, address, lookup}
  }

  placeAt(pointer: string, address: string = this.#files.main.address): SourceLocation {
    const {main} = this.#files
    const source = address === main.address ? main.source : this.#files.documentAt(address)?.source
    return {source: source ?? address, pointer}
  }

  /** The schema at a node, or one that was generated from it. */
  schema({raw, pointer, resource}: Spot, made: unknown = raw): SchemaSource {
    const {root, address} = resource.document
    return {schema: made, document: root, pointer, dialect: this.dialect, address, lookup: this.#files.lookup}
  }

  place({pointer, resource}: Spot): SourceLocation {
    return this.placeAt(pointer, resource.document.address)
  }

  gap(spot: Spot, message: string, more: Pick<ReadProblem, 'mistyped'> = {}): void {
    const place = this.place(spot)
    const key = JSON.stringify([message, place.source, place.pointer])
    if (this.#reported.has(key)) return
    this.#reported.add(key)
    this.gaps.push({message, place, ...more})
  }

  /** Reports a value of the wrong type. It is read as if there were none. */
  mistyped(spot: Spot, expected: string, subject = 'This'): void {
    const {raw} = spot
    const written = typeof raw === 'string' && raw.length < MAX_LENGTH ? `the text \`${raw}\`` : describeType(raw)
    this.gap(spot, `${subject} must be ${expected}, not ${expected === 'a Boolean' ? written : describeType(raw)}.`, {
      mistyped: canonicalText(raw)
    })
  }

  /**
   * Reports what stands in place of schemas, and references that lead nowhere because parts of the file have names of
   * their own: an `$id` changes what references below it mean, and several parts can have the same name.
   */
  checkFile({source, address, root, surveyed: {noSchemas, names, refs}}: SurveyedFile & DescriptionFile): void {
    const start = rootNode(this.schemaAt(root, '', address))
    const nodeIn = (keys: readonly string[]): Node => keys.reduce((above, key) => childNode(above, key), start)
    for (const keys of noSchemas?.pointers().map(parsePointer) ?? [])
      this.mistyped(nodeIn(keys), 'a schema', `\`${keys.at(-1)}\``)
    if (!start.traits.id || !names?.size) return
    const known = this.#files.gaps.filter(({place}) => place.source === source)
    const reported = new Set(known.flatMap(({place, alsoAt = []}) => [place.pointer, ...alsoAt]))
    for (const [reference, found] of refs ?? [])
      for (const pointer of found.count === 1 ? [found.pointer] : found.pointers()) {
        const node = nodeIn(parsePointer(pointer).slice(0, -1))
        // A reference in place of a map was replaced by what it leads to.
        if (reported.has(pointer) || !isRecord(node.raw) || own(node.raw, '$ref') !== reference) continue
        if (typeof resolveReference(node, reference) === 'object') continue
        const why = 'no part has this name or address, or several have it'
        this.gap({...node, pointer}, `\`$ref: ${reference}\` can't be resolved: ${why}.`)
      }
  }

  /** Reports a mistake that hides nothing, once for each message. */
  warn(spot: Spot, message: string): void {
    if (this.#reported.has(message)) return
    this.#reported.add(message)
    this.gaps.push({message, place: this.place(spot), isRead: true})
  }

  /** The node of a spot. Creating a node is expensive, so lists contain spots. */
  node(spot: Spot): Node {
    return nodeAt(spot)
  }

  /** The value of a key; `undefined` if it is missing or null. */
  at(node: Node, key: string): Node | undefined {
    const value = isRecord(node.raw) ? own(node.raw, key) : undefined
    return value === undefined || value === null ? undefined : below(node, key, value)
  }

  /** The object at a key; `undefined` if there is none. */
  object(node: Node, key: string): Node | undefined {
    const found = this.at(node, key)
    if (!found || isRecord(found.raw)) return found
    this.gap(found, `\`${key}\` must be an object, not ${describeType(found.raw)}.`)
    return undefined
  }

  /** Reports a value that is no map, and not empty: PHP writes an empty map as a list. */
  checkMap(node: Node, key: string): void {
    const found = this.at(node, key)
    if (found && !isRecord(found.raw) && !(Array.isArray(found.raw) && found.raw.length === 0))
      this.mistyped(found, 'an object', nameKey(node, key))
  }

  /** The schema at a key; `undefined` if there is none. */
  schemaIn(node: Node, key: string): Node | undefined {
    const found = this.at(node, key)
    if (found && !isRecord(found.raw) && typeof found.raw !== 'boolean') this.mistyped(found, 'a schema', `\`${key}\``)
    return found
  }

  /** The Boolean at a key; `undefined` if there is none. The text `yes` is none. */
  flag(node: Node, key: string): boolean | undefined {
    const found = this.at(node, key)
    if (!found || typeof found.raw === 'boolean') return found?.raw as boolean | undefined
    this.mistyped(found, 'a Boolean', nameKey(node, key))
    return undefined
  }

  isTrue(node: Node, key: string): boolean {
    return this.flag(node, key) === true
  }

  /** The text at a key, or the number as text, because `version: 1.0` is meant as one; `undefined` if there is none. */
  text(node: Node, key: string): string | undefined {
    const found = this.at(node, key)
    if (found && !isTextual(found.raw)) this.mistyped(found, 'text', nameKey(node, key))
    return stringAt(node.raw, key)
  }

  /** The entries of the object at a key; empty if there is none. */
  entries(node: Node, key: string): (readonly [string, Node])[] {
    const found = this.object(node, key)
    if (!found) return []
    const entries = found.raw as Readonly<Record<string, unknown>>
    return Object.keys(entries).map(name => [name, below(found, name, entries[name])] as const)
  }

  /** The items of the list at a key; empty if there is none. */
  list(node: Node, key: string): Node[] {
    const found = this.at(node, key)
    if (!found) return []
    if (Array.isArray(found.raw)) return found.raw.map((value, index) => below(found, index, value))
    this.gap(found, `\`${key}\` must be a list, not ${describeType(found.raw)}.`)
    return []
  }

  /** The strings in the list at a key; `undefined` if there is no such key. */
  texts(node: Node, key: string): readonly string[] | undefined {
    const value = isRecord(node.raw) ? own(node.raw, key) : undefined
    if (value === undefined || value === null) return undefined
    if (Array.isArray(value) && value.every(each => typeof each === 'string')) return value
    return this.list(node, key).flatMap(item => {
      if (isTextual(item.raw)) return [String(item.raw)]
      this.mistyped(item, 'text', `An item of \`${key}\``)
      return []
    })
  }

  /**
   * The object at a node, with references followed; `undefined` if it can't be resolved. Missing targets are reported
   * where files are read.
   */
  resolve(start: Node): Node | undefined {
    let node = start
    const seen = new Set<Node>()
    for (;;) {
      if (!isRecord(node.raw)) {
        this.gap(node, `This must be an object, not ${describeType(node.raw)}.`)
        return undefined
      }
      const reference = own(node.raw, '$ref')
      if (typeof reference !== 'string') {
        this.text(node, '$ref')
        return node
      }
      if (seen.has(node) || seen.size === MAX_HOPS) {
        this.gap(start, `The reference \`${reference}\` leads back to itself.`)
        return undefined
      }
      seen.add(node)
      const target = resolveReference(node, reference)
      if (typeof target === 'string') return undefined
      node = target
    }
  }

  /** Caches what is computed from a node, per kind of computation, so that shared components become a single object. */
  once<Made>(kind: string, node: Node, make: () => Made): Made {
    const made = this.#read.get(kind) ?? new Map<Node, unknown>()
    this.#read.set(kind, made)
    if (!made.has(node)) made.set(node, make())
    return made.get(node) as Made
  }

  /** Reports keys that belong to another version of the format. */
  reportForeignKeys(node: Node, keys: readonly string[], instead: string): void {
    for (const key of keys) {
      const found = this.at(node, key)
      if (found) this.gap(found, `\`${key}\` has no meaning in ${this.format}, so it isn't read. Use ${instead}.`)
    }
  }
}

const isTextual = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** A key, with the name of the object that has it: `required` of `branch`. */
function nameKey({raw}: Node, key: string): string {
  const name = key === 'name' ? undefined : stringAt(raw, 'name')
  return name === undefined ? `\`${key}\`` : `\`${key}\` of \`${name}\``
}

const below = ({pointer, resource}: Node, key: string | number, raw: unknown): Node =>
  nodeAt({raw, pointer: `${pointer}/${escapePointerKey(key)}`, resource})
