import type {Change, Proof} from '@tenure/core/model/api/change'
import {groupBy} from '@tenure/core/model/group-by'
import type {SourceLocation} from '@tenure/core/model/location'
import {memoize} from '@tenure/core/model/memoize'
import {type Node, rootNode} from '@tenure/json-schema/document/node'
import type {Content} from '../../snapshot.ts'
import {
  compareSchemas,
  type DiffContext,
  type OlderNewer,
  type ReportedChange,
  reportChange,
  type Stop
} from '../context.ts'
import {flatten, keywordValues, propertiesOf, VALUE_TYPES} from '../flatten/flatten.ts'
import {TEXT_FORMAT, type WireFormat, XML_FORMAT} from '../flatten/parameter-style.ts'
import {remainingTypesOf} from '../proof/sampler.ts'
import {dropUnusedDefaultsOfHolders} from '../schema/defaults.ts'
import {findEncodingChanges, findPermissionChanges, formWireFormat, isFormMediaType} from './encodings.ts'
import {findXmlChanges, isXmlMediaType} from './xml-names.ts'

interface MediaRange {
  readonly range: string
  readonly parameters: readonly string[]
  /** Whether UTF-8 is named explicitly. */
  readonly isUtf8: boolean
}

/** The charset that is ignored, because JSON is always UTF-8 (RFC 8259), and most text is. */
const CHARSET = /^charset="?utf-?8"?$/

function parseMediaType(type: string): MediaRange {
  const [range = type, ...all] = type.split(';')
  const parameters = all.filter(each => !CHARSET.test(each))
  return {range, parameters, isUtf8: parameters.length < all.length}
}

/** Whether a media type is a range, such as `text/*` or `application/*+json`. */
const isRange = (type: string): boolean => /\/\*(\+|$)/.test(parseMediaType(type).range)

/**
 * Whether a media type or range includes another one. `sent`: the service sends it, so that clients can read a more
 * specific type as the general one.
 */
function includes(outer: string, inner: string, sent: boolean): boolean {
  const [one, other] = [parseMediaType(outer), parseMediaType(inner)]
  if (!one.parameters.every(each => other.parameters.includes(each))) return false
  if (one.isUtf8 && other.parameters.some(each => each.startsWith('charset='))) return false
  if (one.range === '*/*' || one.range === other.range) return true
  if (sent && one.range === typeOfSuffix(other.range)) return true
  const [before = '', after = ''] = one.range.split('*')
  return isRange(outer) && other.range.startsWith(before) && other.range.endsWith(after)
}

/** Whether a media type is a more specific form of another one: `application/problem+json` is also JSON (RFC 6839). */
const isSpecificFormOf = (type: string, other: string): boolean =>
  !isRange(other) && parseMediaType(type).range !== parseMediaType(other).range

/** Whether both are the same media type, with or without an explicit UTF-8 charset. */
function differInCharsetOnly(type: string, other: string): boolean {
  const [a, b] = [parseMediaType(type), parseMediaType(other)]
  return a.range === b.range && a.parameters.join() === b.parameters.join()
}

/**
 * The type that the suffix of a media type stands for: `application/json` for `+json`. `undefined` without a suffix.
 */
function typeOfSuffix(range: string): string | undefined {
  const [, suffix] = /^[^/]+\/[^+]+\+(\w+)$/.exec(range) ?? []
  return suffix === undefined ? undefined : `application/${suffix}`
}

/** The ranges, and the other contents by their type without parameters, each with its position. */
const indexOf = memoize((all: ByType) => {
  const entries = [...all.values()].map((content, at) => ({content, at, ...parseMediaType(content.type)}))
  return {ranges: entries.filter(({range}) => range.includes('*')), named: groupBy(entries, ({range}) => range)}
})

/** The contents that may include a type, in their order. Of thousands, few do. */
function mayInclude(type: string, all: ByType): Content[] {
  const {ranges, named} = indexOf(all)
  const {range} = parseMediaType(type)
  const found = [range, typeOfSuffix(range)].flatMap(each => (each === undefined ? [] : (named.get(each) ?? [])))
  return [...new Set([...found, ...ranges])].sort((a, b) => a.at - b.at).map(({content}) => content)
}

/**
 * The narrowest content that includes a type; `undefined` if there is none. A type that both sides list is compared
 * with itself, so it only counts if it includes all of the given type.
 */
function findIncluding(
  type: string,
  {sub, sup}: {readonly sub: ByType; readonly sup: ByType},
  sent: boolean
): Content | undefined {
  const same = sup.get(type)
  if (same) return same
  const all = mayInclude(type, sup).filter(
    each =>
      includes(each.type, type, sent) &&
      (!sub.has(each.type) || isRange(each.type) || differInCharsetOnly(each.type, type))
  )
  return narrowest(all, sent)
}

const narrowest = (all: readonly Content[], sent: boolean): Content | undefined =>
  all.find(each => all.every(other => other === each || !includes(each.type, other.type, sent))) ?? all[0]

/**
 * The content on both sides that includes a type which only one side lists, so that the type was neither added nor
 * removed; `undefined` if there is none.
 */
const findIncludingOnBoth = (
  type: string,
  {sub, sup}: {readonly sub: ByType; readonly sup: ByType}
): Content | undefined =>
  narrowest(
    mayInclude(type, sub).filter(
      each =>
        sup.has(each.type) &&
        includes(each.type, type, false) &&
        (isRange(each.type) || differInCharsetOnly(each.type, type))
    ),
    false
  )

type ByType = ReadonlyMap<string, Content>

/** What is known about the contents of a body or response, but not about the value of a parameter or header. */
export interface ContentOptions {
  readonly isNeeded?: OlderNewer<boolean>
  /** The proof for the first contents, if there were none before. */
  readonly ofFirst?: Proof
  /** Compares what two contents have besides their values. */
  readonly inside?: (context: DiffContext, site: Stop, two: OlderNewer<Content>) => void
}

/** Compares contents by media type. A removed type is compared with a range that still includes it. */
export function compareContents(
  context: DiffContext,
  site: Stop,
  contents: OlderNewer<readonly Content[]>,
  places: OlderNewer<SourceLocation>,
  options: ContentOptions = {}
): void {
  new ContentsComparison(context, site, contents, places, options).compareAll()
}

/** The comparison of two lists of contents, in which each value of `sub` must be one of `sup`. */
class ContentsComparison {
  readonly #context: DiffContext
  readonly #site: Stop
  readonly #places: OlderNewer<SourceLocation>
  readonly #options: ContentOptions
  readonly #isRequest: boolean
  readonly #sub: ByType
  readonly #sup: ByType
  /** Types of `sup` that include one of `sub`. */
  readonly #including = new Set<string>()
  /** Functions that report the types of `sub` that no type of `sup` includes. */
  readonly #alone = new Map<Content, () => void>()
  /** Contents of `sub` that are specific forms of one of `sup`. */
  readonly #specificForms = new Map<Content, Content[]>()

  constructor(
    context: DiffContext,
    site: Stop,
    {older, newer}: OlderNewer<readonly Content[]>,
    places: OlderNewer<SourceLocation>,
    options: ContentOptions
  ) {
    this.#context = context
    this.#site = site
    this.#places = places
    this.#options = options
    this.#isRequest = site.side === 'request'
    const was = new Map(older.map(each => [each.type, each]))
    const is = new Map(newer.map(each => [each.type, each]))
    this.#sub = this.#isRequest ? was : is
    this.#sup = this.#isRequest ? is : was
  }

  compareAll(): void {
    const sides = {sub: this.#sub, sup: this.#sup}
    for (const content of this.#sub.values()) {
      const other = findIncluding(content.type, sides, !this.#isRequest)
      if (other) this.#compareIncluded(content, other)
      else this.#alone.set(content, () => this.#reportAlone(content))
    }
    for (const [other, [first, ...others]] of this.#specificForms)
      if (first) reportSpecificTypes(this.#context, this.#site, other, [first, ...others])
    for (const content of this.#sup.values()) {
      if (this.#sub.has(content.type) || this.#including.has(content.type)) continue
      const including = findIncludingOnBoth(content.type, sides)
      if (including) this.#compare(including, content)
      else this.#compareUnmatched(content)
    }
    for (const report of this.#alone.values()) report()
  }

  #compare(sub: Content, sup: Content): void {
    const {isNeeded = {older: false, newer: false}, inside} = this.#options
    const two = this.#isRequest ? {older: sub, newer: sup} : {older: sup, newer: sub}
    compareContent(this.#context, this.#site, dropUnusedDefaultsOfHolders(two, isNeeded), inside)
  }

  #report(about: string, fact: Omit<ReportedChange, 'about'>): void {
    reportChange(this.#context, contentSite(this.#site, about), {about, ...fact})
  }

  #compareIncluded(content: Content, other: Content): void {
    const {type} = content
    const isReported = this.#isRequest && this.#including.has(other.type)
    this.#including.add(other.type)
    if (!this.#isRequest && isSpecificFormOf(type, other.type))
      this.#specificForms.set(other, [...(this.#specificForms.get(other) ?? []), content])
    else if (other.type !== type && !this.#sub.has(other.type) && !isReported) {
      const kind = 'media-type-added'
      if (this.#isRequest) this.#report(other.type, {kind, old: content.place, new: other.place})
      // A type that the range included before is now listed by name.
      else this.#report(type, {kind, was: other.type, old: other.place, new: content.place})
    }
    this.#compare(content, other)
  }

  #reportAlone({type, place}: Content): void {
    if (!this.#isRequest) {
      this.#report(type, {kind: 'media-type-added', old: this.#places.older, new: place})
      return
    }
    // The types of a removed range that are now listed by name are still accepted.
    const left = isRange(type) ? [...this.#sup.keys()].filter(each => includes(type, each, false)) : []
    const is = left.length > 0 ? {is: left} : {}
    this.#report(type, {kind: 'media-type-removed', ...is, old: place, new: this.#places.newer})
  }

  /** Reports a type of `sup` that includes none of `sub`, and compares it with a range that includes it. */
  #compareUnmatched(content: Content): void {
    const {type, place} = content
    const range = mayInclude(type, this.#sub).find(each => isRange(each.type) && includes(each.type, type, false))
    if (this.#isRequest) {
      const was = range ? {was: range.type} : {}
      const kind = 'media-type-added'
      this.#report(type, {kind, ...was, ...this.#proofsOfFirst(), old: this.#places.older, new: place})
    } else {
      // The range may still be sent, among others. This change names it, so it isn't reported again.
      if (range) this.#alone.delete(range)
      const is = range ? {is: range.type} : {}
      const kind = 'media-type-removed'
      this.#report(type, {kind, ...is, ...this.#proofsOfFirst(), old: place, new: range?.place ?? this.#places.newer})
    }
    if (range) this.#compare(range, content)
  }

  #proofsOfFirst(): Pick<ReportedChange, 'proofs'> {
    const {ofFirst} = this.#options
    const older = this.#isRequest ? this.#sub : this.#sup
    return ofFirst && older.size === 0 ? {proofs: {[this.#site.side]: ofFirst}} : {}
  }
}

/**
 * Reports a type that is replaced by more specific ones only. Whether clients of that type accept these isn't known.
 */
function reportSpecificTypes(
  context: DiffContext,
  site: Stop,
  {type, place}: Content,
  kinds: readonly [Content, ...Content[]]
): void {
  const [{type: only, place: fresh}, ...others] = kinds
  const is = others.length === 0 ? only : kinds.map(each => each.type)
  const why = `\`${only}\` can be read as \`${type}\` (RFC 6839), but clients that accept only that type, or compare its name, can reject it`
  reportChange(context, contentSite(site, type), {
    kind: 'media-type-removed',
    about: type,
    is,
    proofs: {response: {is: 'undetermined', why}},
    old: place,
    new: fresh
  })
}

const contentSite = (site: Stop, type: string): Stop => ({...site, part: `${site.part} ${type}`})

/** Whether values of a media type have no JSON types: form fields and text are text, and files are bytes. */
const isUntypedMediaType = (type: string): boolean =>
  /^(application\/(x-www-form-urlencoded|octet-stream|pdf|zip|gzip)|multipart\/|text\/plain|(image|audio|video)\/(?!.*\+xml))/.test(
    type
  )

/** Media types that have a structure, or may have one. */
const STRUCTURED = /json|xml|yaml|\*|^text\/|^multipart\/|-www-form-/

/**
 * Whether both contents are bytes as a whole, by their media type, or because an unknown type is described as bytes.
 */
const areBytes = ({older, newer}: OlderNewer<Content>): boolean =>
  [older, newer].some(isDescribedAsBytes) && [older, newer].every(({type}) => !STRUCTURED.test(type))

const isDescribedAsBytes = ({schema}: Content): boolean => schema !== undefined && isBinary(rootNode(schema))

const isBinary = (schema: Node): boolean =>
  keywordValues(flatten(schema), 'format').some(({value}) => value === 'binary')

/** Whether the values of a media type are JSON, or are compared like JSON, with these schemas. */
export const isJsonContent = (type: string, schemas: readonly Node[]): boolean =>
  !isXmlMediaType(type) && !isUntypedMediaType(type) && (STRUCTURED.test(type) || !schemas.some(isBinary))

/** Whether both contents consist of text. If fields or items of text or bytes are described, JSON is sent. */
const areText = ({older, newer}: OlderNewer<Content>): boolean =>
  (isUntypedMediaType(newer.type) || areBytes({older, newer})) &&
  (isFormMediaType(newer.type) || ![older, newer].some(hasParts))

/** Whether a schema describes an object or a list, with or without the type. */
function hasParts({schema}: Content): boolean {
  if (!schema) return false
  const flat = flatten(rootNode(schema))
  const types = remainingTypesOf(flat)
  if (types.size < VALUE_TYPES.length) return types.has('object') || types.has('array')
  return propertiesOf(flat).size > 0 || keywordValues(flat, 'items').length > 0
}

/** The serialization of the whole value; `undefined` if it's JSON, or is read like JSON. */
function wireFormatOf({older, newer}: OlderNewer<Content>): WireFormat | undefined {
  if (isXmlMediaType(older.type) && isXmlMediaType(newer.type)) return XML_FORMAT
  if (!areText({older, newer})) return undefined
  if (isFormMediaType(newer.type)) return formWireFormat({older, newer})
  if (newer.type.startsWith('text/')) return TEXT_FORMAT
  return {bytes: [...new Set([older, newer].map(({type}) => parseMediaType(type).range))]}
}

function compareContent(
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<Content>,
  inside: ContentOptions['inside']
): void {
  if (older.isUnread || newer.isUnread) return
  const here = contentSite(site, newer.type)
  inside?.(context, here, {older, newer})
  compareSchemas(context, here, {older: older.schema, newer: newer.schema}, wireFormatOf({older, newer}))
  for (const {name, isCovered, ...moved} of findEncodingChanges({older, newer}, site.side, context)) {
    if (!isCovered) reportChange(context, here, {kind: 'serialization-changed', about: name, ...moved})
    else {
      const kind = site.side === 'request' ? 'constraint-loosened' : 'constraint-tightened'
      const proofs = {[site.side]: {is: 'keeps'} as const}
      reportChange(context, here, {kind, about: 'contentType', at: name, proofs, ...moved})
    }
  }
  for (const {name, is, ...change} of findPermissionChanges({older, newer}, context))
    reportChange(context, here, {kind: is ? 'constraint-loosened' : 'constraint-tightened', at: name, is, ...change})
  // A range such as `*/*` doesn't document XML elements.
  if (!isXmlMediaType(older.type) || !isXmlMediaType(newer.type) || !older.schema || !newer.schema) return
  for (const {name, ...places} of findXmlChanges({older: older.schema, newer: newer.schema}, context))
    reportChange(context, here, {
      kind: 'serialization-changed',
      ...(name === undefined ? {} : {about: name}),
      ...places
    })
}

const CONTENT_PART = /^(body|response \S+) (.+\/.+)$/s
const SHARED_CONTENT = /^\/(?:components\/)?(?:responses|requestBodies)\//

/** Adds the media type to changes of a body or response that occur in several of its media types. */
export function nameMediaTypes(changes: readonly Change[]): Change[] {
  const all = new Map(changes.map(change => [change, contentOf(change)] as const))
  const byKey = groupBy(
    [...all.values()].filter(found => found !== undefined),
    ({key}) => key
  )
  const several = new Set(
    [...byKey].flatMap(([key, found]) => (new Set(found.map(({mediaType}) => mediaType)).size > 1 ? [key] : []))
  )
  return changes.map(change => {
    const found = all.get(change)
    return found && several.has(found.key) ? {...change, mediaType: found.mediaType} : change
  })
}

/**
 * The key of a value in a body or response, whatever its media type, and the media type that a change belongs to;
 * `undefined` if it's in none, or in several.
 */
function contentOf({kind, component, subject, at, where, reaches}: Change) {
  // These changes name the media type anyway.
  if (kind.startsWith('media-type-')) return undefined
  // A shared component has no media type, unless it's a whole response or body.
  const isShared = component !== undefined
  if (isShared && !SHARED_CONTENT.test((where.new ?? where.old)?.pointer ?? '')) return undefined
  const parts = new Set(reaches.map(({part}) => part))
  const [part = ''] = parts
  const found = parts.size === 1 ? CONTENT_PART.exec(part) : null
  const [, container = '', mediaType = ''] = found ?? []
  if (!found || / (?:part|header) /.test(mediaType)) return undefined
  return {key: JSON.stringify([isShared ? component : subject.target.text, container, at]), mediaType}
}
