import type {Direction} from '@tenure/core/model/subject/subject'
import {childNode, type Node, rootNode} from '@tenure/json-schema/document/node'
import {resolveReference} from '@tenure/json-schema/document/references'
import {isRecord, own} from '@tenure/json-schema/json'
import type {Operation} from '../snapshot.ts'
import type {OperationSite} from './attribution/root-causes.ts'
import {type DiffContext, ignoresBody, type OlderNewer} from './context.ts'
import {equalsIgnoringDocumentation, hasNamesAsKeys} from './documentation.ts'
import {isJsonContent} from './http/media-types.ts'
import {dropUnusedDefaults} from './schema/defaults.ts'

/** A schema of a body or a response with a reference that leads to a change, by media type. */
interface Content extends OlderNewer<Node> {
  readonly type: string
}

/** The changed contents of a body or response. */
interface Contents {
  readonly contents: readonly Content[]
  /** Whether it's a required body, so that the default of its schema never applies. */
  readonly isNeeded: boolean
}

/** Returns where changes of an operation are reported, by direction. */
type SiteOf = (side: Direction) => OperationSite
type Raw = Readonly<Record<string, unknown>>

/**
 * Compares operations whose text is the same on both sides, apart from documentation, by the components that they refer
 * to.
 */
export class SharedComponents {
  readonly #walk: Omit<DiffContext, 'sharedComponents'>
  /** The changed contents of shared responses and bodies; `undefined` if more than schemas differs in them. */
  readonly #shared = new Map<Node, Map<Node, Contents | undefined>>()

  constructor(context: Omit<DiffContext, 'sharedComponents'>) {
    this.#walk = context
  }

  /**
   * Compares two operations with the same path and text, apart from documentation, which can differ only in what they
   * refer to. If only schemas differ, these are compared in their places and nothing else is read: in a large API,
   * that's most of what one change reaches. Returns `false`, without a comparison, if more than schemas differs.
   */
  compare(two: OlderNewer<Operation>, site: SiteOf): boolean {
    const base = baseOf(two)
    const [raw, ofPath] = two.newer.rawParts
    if (!isRecord(raw) || !this.#isUnchanged(ofPath, base)) return false
    for (const key in raw) if (!COMPARED_BY_PART.has(key) && !this.#isUnchanged(raw[key], base, key)) return false
    const parameters = Array.isArray(raw.parameters) ? raw.parameters : [raw.parameters]
    // The serialization of parameters and the fields of a form need the full comparison.
    if (!parameters.every(each => (isRecord(each) && own(each, 'in') === 'body') || this.#isUnchanged(each, base)))
      return false
    const areBodiesUnchanged =
      ignoresBody(this.#walk, two) || this.#isUnchanged(this.#isSwagger ? raw.parameters : raw.requestBody, base)
    const body = areBodiesUnchanged ? NO_CONTENTS : this.#bodyOf(two, base)
    const responses = body && this.#responsesOf(two, base)
    if (!responses) return false
    this.#pairAll(body, site('request'), 'body')
    for (const [status, contents] of responses) this.#pairAll(contents, site('response'), `response ${status}`)
    return true
  }

  /** Compares two bodies with the same text as `compare` does. */
  compareBodies(two: OlderNewer<Operation>, site: OperationSite): boolean {
    const body = this.#bodyOf(two, baseOf(two))
    if (body) this.#pairAll(body, site, 'body')
    return body !== undefined
  }

  /** Compares responses with the same text as `compare` does. */
  compareResponses(two: OlderNewer<Operation>, site: OperationSite): boolean {
    const responses = this.#responsesOf(two, baseOf(two))
    for (const [status, contents] of responses ?? []) this.#pairAll(contents, site, `response ${status}`)
    return responses !== undefined
  }

  get #isSwagger(): boolean {
    return this.#walk.newer.format === 'swagger-2.0'
  }

  #pairAll({contents, isNeeded}: Contents, site: OperationSite, part: string): void {
    const {pairs, rootCauses} = this.#walk
    for (const {type, older, newer} of contents) {
      const [was, is] = isNeeded ? withoutUnusedDefaults(older, newer) : [older, newer]
      const pair = pairs.pair(was, is, undefined)
      if (pair) rootCauses.addPair({...site, part: `${part} ${type}`}, pair)
    }
  }

  /** Whether nothing that a value refers to differs. `key`: the key that holds the value. */
  #isUnchanged(raw: unknown, {older, newer}: OlderNewer<Node>, key?: string): boolean {
    return this.#walk.changedReferences.isUnchangedInside(raw, older, newer, key !== undefined && hasNamesAsKeys(key))
  }

  /** The changed contents of two bodies; `undefined` if more than schemas may differ. */
  #bodyOf({older, newer}: OlderNewer<Operation>, base: OlderNewer<Node>): Contents | undefined {
    const [was, is] = [rawOf(older), rawOf(newer)]
    if (!this.#isSwagger) {
      const [before, after] = [own(was, 'requestBody'), own(is, 'requestBody')]
      if (!equalsIgnoringDocumentation(before, after)) return undefined
      if (this.#isUnchanged(after, base)) return NO_CONTENTS
      return this.#contentsOf(after, base, ['requestBody'])
    }
    const [before, after] = [findBody(was, base.older), findBody(is, base.newer)]
    if (!before || !after || !equalsIgnoringDocumentation(before.raw, after.raw)) return undefined
    if (!equalsIgnoringDocumentation(own(was, 'consumes'), own(is, 'consumes'))) return undefined
    if (this.#isUnchanged(after.raw, base)) return NO_CONTENTS
    const isNeeded = own(after.raw, 'required') === true
    if (!this.#differsOnlyIn(after.raw, base, 'schema')) return undefined
    const schemas = {
      older: childNode(base.older, 'parameters', before.at, 'schema'),
      newer: childNode(base.newer, 'parameters', after.at, 'schema')
    }
    const contents = contentsByType(newer.details().mediaTypes?.body, schemas)
    return contents && {contents, isNeeded}
  }

  /**
   * The changed contents of the responses of two operations, by status; `undefined` if more than schemas may differ.
   */
  #responsesOf({older, newer}: OlderNewer<Operation>, base: OlderNewer<Node>): Map<string, Contents> | undefined {
    const [was, is] = [rawOf(older), rawOf(newer)]
    const [before, after] = [own(was, 'responses'), own(is, 'responses')]
    if (!equalsIgnoringDocumentation(before, after, true)) return undefined
    if (this.#isSwagger && !equalsIgnoringDocumentation(own(was, 'produces'), own(is, 'produces'))) return undefined
    const found = new Map<string, Contents>()
    if (!isRecord(before) || !isRecord(after)) return found
    for (const status in before) {
      const response = after[status]
      if (this.#isUnchanged(response, base)) continue
      if (!STATUS.test(status)) return undefined
      const contents = this.#isSwagger
        ? this.#contentsOfSwagger(response, newer, base, ['responses', status, 'schema'])
        : this.#contentsOf(response, base, ['responses', status])
      if (!contents) return undefined
      found.set(status, contents)
    }
    return found
  }

  /** The contents of a response of Swagger 2.0, where the operation lists the media types. */
  #contentsOfSwagger(
    raw: unknown,
    operation: Operation,
    base: OlderNewer<Node>,
    steps: readonly string[]
  ): Contents | undefined {
    // A schema with the type `file` is read as another schema, so it needs the full comparison.
    if (!this.#differsOnlyIn(raw, base, 'schema') || (isRecord(raw.schema) && own(raw.schema, 'type') === 'file'))
      return undefined
    const contents = contentsByType(operation.details().mediaTypes?.responses, below(base, ...steps))
    return contents && {contents, isNeeded: false}
  }

  /** The changed contents of a body or response, inline or shared; `undefined` if more than schemas differs in it. */
  #contentsOf(raw: unknown, base: OlderNewer<Node>, steps: readonly string[]): Contents | undefined {
    const reference = isRecord(raw) ? own(raw, '$ref') : undefined
    if (typeof reference !== 'string') return this.#contentsIn(raw, base, steps)
    // Only documentation may stand next to the reference.
    if (!isRecord(raw) || Object.keys(raw).some(key => !DOCUMENTATION_SIBLINGS.has(key))) return undefined
    const [older, newer] = [resolveReference(base.older, reference), resolveReference(base.newer, reference)]
    if (typeof older === 'string' || typeof newer === 'string') return undefined
    const known = this.#shared.get(older) ?? new Map<Node, Contents | undefined>()
    this.#shared.set(older, known)
    if (known.has(newer)) return known.get(newer)
    const contents = equalsIgnoringDocumentation(older.raw, newer.raw)
      ? this.#contentsIn(newer.raw, {older, newer}, [])
      : undefined
    known.set(newer, contents)
    return contents
  }

  #contentsIn(raw: unknown, base: OlderNewer<Node>, steps: readonly string[]): Contents | undefined {
    if (!this.#differsOnlyIn(raw, base, 'content') || !isRecord(raw.content)) return undefined
    const contents: Content[] = []
    for (const [type, content] of Object.entries(raw.content)) {
      if (this.#isUnchanged(content, base)) continue
      // A media type in an unusual notation needs the full comparison.
      if (!/^[\w.+-]+\/[\w.+*-]+$/.test(type) || !this.#differsOnlyIn(content, base, 'schema')) return undefined
      const found = contentsByType([type.toLowerCase()], below(base, ...steps, 'content', type, 'schema'))
      if (!found) return undefined
      contents.push(...found)
    }
    return {contents, isNeeded: own(raw, 'required') === true}
  }

  /** Whether a value is an object, but not a reference, in which only the given key leads to a difference. */
  #differsOnlyIn(raw: unknown, base: OlderNewer<Node>, key: string): raw is Raw {
    if (!isRecord(raw) || Object.hasOwn(raw, '$ref')) return false
    for (const name in raw) if (name !== key && !this.#isUnchanged(raw[name], base, name)) return false
    return true
  }
}

function withoutUnusedDefaults(older: Node, newer: Node): readonly [Node, Node] {
  const kept = dropUnusedDefaults({older: [older], newer: [newer]}, {older: true, newer: true})
  return [kept.older[0] ?? older, kept.newer[0] ?? newer]
}

const NO_CONTENTS: Contents = {contents: [], isNeeded: false}
const COMPARED_BY_PART: ReadonlySet<string> = new Set(['parameters', 'requestBody', 'responses'])
const DOCUMENTATION_SIBLINGS: ReadonlySet<string> = new Set(['$ref', 'summary', 'description'])

/** A status in the only notation that needs no normalization. */
const STATUS = /^([1-5]\d\d|[1-5]XX|default)$/

const baseOf = ({older, newer}: OlderNewer<Operation>): OlderNewer<Node> => ({
  older: rootNode(older.schemaSource),
  newer: rootNode(newer.schemaSource)
})

const below = ({older, newer}: OlderNewer<Node>, ...steps: readonly string[]): OlderNewer<Node> => ({
  older: childNode(older, ...steps),
  newer: childNode(newer, ...steps)
})

const rawOf = ({rawParts: [raw]}: Operation): Raw => (isRecord(raw) ? raw : {})

/** The same schemas by media type; `undefined` if a value of one of the types isn't compared like JSON. */
const contentsByType = (types: readonly string[] = [], schemas: OlderNewer<Node>): Content[] | undefined =>
  types.every(type => isJsonContent(type, [schemas.older, schemas.newer]))
    ? types.map(type => ({...schemas, type}))
    : undefined

/**
 * The parameter of Swagger 2.0 that is the body, and its index; `undefined` if it isn't the operation's own, or isn't
 * the only one.
 */
function findBody({parameters}: Raw, base: Node): {readonly raw: Raw; readonly at: number} | undefined {
  let found: {raw: Raw; at: number} | undefined
  for (const [at, raw] of (Array.isArray(parameters) ? parameters : []).entries()) {
    const reference = isRecord(raw) ? own(raw, '$ref') : undefined
    const target = typeof reference === 'string' ? resolveReference(base, reference) : {raw}
    if (typeof target === 'string' || !isRecord(target.raw)) return undefined
    // Of several bodies, only one is read.
    if (own(target.raw, 'in') === 'body' && (found || target.raw !== raw)) return undefined
    if (own(target.raw, 'in') === 'body') found = {raw: target.raw, at}
  }
  return found
}
