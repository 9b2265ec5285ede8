import type {Operation} from '../model/api/snapshot.ts'
import type {Direction} from '../model/subject/subject.ts'
import {childNode, type Node, rootNode} from '../schema/document/node.ts'
import {resolveReference} from '../schema/document/references.ts'
import {isRecord, own} from '../schema/json.ts'
import type {OperationSite} from './attribution/root-causes.ts'
import type {DiffContext, OlderNewer} from './context.ts'
import {hasNamesAsKeys} from './documentation.ts'
import {isUntypedMediaType} from './http/media-types.ts'
import {isXmlMediaType} from './http/xml-names.ts'
import {isEqual} from './json-equality.ts'

/** A schema with a reference that leads to a change, by its steps from a base node. */
interface ReferencingSchema {
  readonly base: OlderNewer<Node>
  readonly steps: readonly (string | number)[]
}

interface ContentPlace extends ReferencingSchema {
  readonly side: 'in' | 'out'
  readonly part: string
}

/** A schema of a body or a response, by media type. */
interface Content extends ReferencingSchema {
  readonly type: string
}

/** Compares textually identical operations through the components that they refer to. */
export class SharedComponents {
  readonly #walk: Omit<DiffContext, 'sharedComponents'>
  /** The changed contents of shared responses and bodies; `undefined` if more than schemas differs in them. */
  readonly #shared = new Map<Node, Map<Node, readonly Content[] | undefined>>()

  constructor(context: Omit<DiffContext, 'sharedComponents'>) {
    this.#walk = context
  }

  /**
   * Compares two textually identical operations, which can differ only in what they refer to. If only schemas differ,
   * these are compared in their places and nothing else is read: in a large API, that's most of what one change
   * reaches. Returns `false`, without a comparison, if more than schemas differs.
   */
  compare({older, newer}: OlderNewer<Operation>, site: (side: Direction) => OperationSite): boolean {
    const {pairs, rootCauses, newer: to} = this.#walk
    if (to.format === 'swagger-2.0' || rootNode(older.schemaSource).dialect !== rootNode(newer.schemaSource).dialect)
      return false
    const places = this.#findPlaces(newer.rawParts, {
      older: rootNode(older.schemaSource),
      newer: rootNode(newer.schemaSource)
    })
    if (!places) return false
    for (const {base, steps, side, part} of places) {
      const pair = pairs.pair(childNode(base.older, ...steps), childNode(base.newer, ...steps), undefined)
      const here = site(side === 'in' ? 'request' : 'response')
      if (pair) rootCauses.addPair({...here, part}, pair)
    }
    return true
  }

  /** Whether nothing that a value refers to differs. `key`: the key that holds the value. */
  #isUnchanged(raw: unknown, {older, newer}: OlderNewer<Node>, key?: string): boolean {
    return this.#walk.changedReferences.isUnchangedInside(raw, older, newer, key !== undefined && hasNamesAsKeys(key))
  }

  #findPlaces([raw, ofPath]: readonly unknown[], base: OlderNewer<Node>): ContentPlace[] | undefined {
    if (!isRecord(raw) || !this.#isUnchanged(ofPath, base)) return undefined
    const {parameters, requestBody, responses, ...rest} = raw
    if (!Object.entries(rest).every(([key, value]) => this.#isUnchanged(value, base, key))) return undefined
    const places: ContentPlace[] = []
    // The serialization of parameters and the fields of a form need the full comparison.
    if (!(Array.isArray(parameters) ? parameters : []).every(each => this.#isUnchanged(each, base))) return undefined
    const take = (container: unknown, steps: readonly string[], side: ContentPlace['side'], part: string): boolean => {
      const contents = this.#contentsOf(container, {base, steps})
      for (const {type, ...below} of contents ?? []) places.push({...below, side, part: `${part} ${type}`})
      return contents !== undefined
    }
    if (!this.#isUnchanged(requestBody, base) && !take(requestBody, ['requestBody'], 'in', 'body')) return undefined
    for (const [status, response] of Object.entries(isRecord(responses) ? responses : {})) {
      if (this.#isUnchanged(response, base)) continue
      const named = status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase()
      if (!take(response, ['responses', status], 'out', `response ${named}`)) return undefined
    }
    return places
  }

  /** The changed contents of a body or response, inline or shared; `undefined` if more than schemas differs in it. */
  #contentsOf(raw: unknown, below: ReferencingSchema): readonly Content[] | undefined {
    const reference = isRecord(raw) ? own(raw, '$ref') : undefined
    if (typeof reference !== 'string') return this.#contentsIn(raw, below)
    // Only documentation may stand next to the reference.
    if (!isRecord(raw) || Object.keys(raw).some(key => !DOCUMENTATION_SIBLINGS.has(key))) return undefined
    const [older, newer] = [
      resolveReference(below.base.older, reference),
      resolveReference(below.base.newer, reference)
    ]
    if (typeof older === 'string' || typeof newer === 'string') return undefined
    const known = this.#shared.get(older) ?? new Map<Node, readonly Content[] | undefined>()
    this.#shared.set(older, known)
    if (known.has(newer)) return known.get(newer)
    const contents = isEqual(older.raw, newer.raw)
      ? this.#contentsIn(newer.raw, {base: {older, newer}, steps: []})
      : undefined
    known.set(newer, contents)
    return contents
  }

  #contentsIn(raw: unknown, {base, steps}: ReferencingSchema): Content[] | undefined {
    if (!this.#differsOnlyIn(raw, base, 'content') || !isRecord(raw.content)) return undefined
    const contents: Content[] = []
    for (const [type, content] of Object.entries(raw.content)) {
      if (this.#isUnchanged(content, base)) continue
      // A media type in an unusual notation needs the full comparison.
      if (
        isUntypedMediaType(type.toLowerCase()) ||
        isXmlMediaType(type) ||
        !this.#differsOnlyIn(content, base, 'schema') ||
        !/^[\w.+-]+\/[\w.+*-]+$/.test(type)
      )
        return undefined
      contents.push({base, steps: [...steps, 'content', type, 'schema'], type: type.toLowerCase()})
    }
    return contents
  }

  /** Whether a value is an object, but not a reference, in which only the given key leads to a difference. */
  #differsOnlyIn(raw: unknown, base: OlderNewer<Node>, key: string): raw is Readonly<Record<string, unknown>> {
    if (!isRecord(raw) || Object.hasOwn(raw, '$ref')) return false
    return Object.entries(raw).every(([name, value]) => name === key || this.#isUnchanged(value, base, name))
  }
}

const DOCUMENTATION_SIBLINGS: ReadonlySet<string> = new Set(['$ref', 'summary', 'description'])
