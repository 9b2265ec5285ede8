import type {Proof} from '../../model/api/change.ts'
import type {Content} from '../../model/api/snapshot.ts'
import type {Place} from '../../model/location.ts'
import {nodeOf} from '../../schema/document/node.ts'
import {compareSchemas, type Stop, type Two, tell, type Walk} from '../context.ts'
import {ATOMS, flatten, propertiesOf, said} from '../flatten/flatten.ts'
import {AS_MARKUP, ON_WIRE, type Wire} from '../flatten/parameter-style.ts'
import {typesLeft} from '../proof/remaining-types.ts'
import {bare} from '../schema/defaults.ts'
import {emptiedIn, encodedAnew, isForm, wireOf} from './encodings.ts'
import {isMarkup, markedAnew} from './xml-names.ts'

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
  // A type with a structured suffix can be read as the type of its suffix.
  const [, suffix] = /^[^/]+\/[^+]+\+(\w+)$/.exec(other.range) ?? []
  if (sent && suffix !== undefined && one.range === `application/${suffix}`) return true
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
  const all = [...sup.values()].filter(
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
    [...sub.values()].filter(
      each =>
        sup.has(each.type) &&
        includes(each.type, type, false) &&
        (isRange(each.type) || differInCharsetOnly(each.type, type))
    ),
    false
  )

type ByType = ReadonlyMap<string, Content>

/** What is known about the contents of a body or response, but not about the value of a parameter or header. */
export interface Further {
  readonly isNeeded?: Two<boolean>
  /** The proof for the first contents, if there were none before. */
  readonly ofFirst?: Proof
  /** Compares what two contents have besides their values. */
  readonly inside?: (context: Walk, stop: Stop, two: Two<Content>) => void
}

/** Compares contents by media type. A removed type is compared with a range that still includes it. */
export function compareContents(
  context: Walk,
  stop: Stop,
  {older, newer}: Two<readonly Content[]>,
  places: Two<Place>,
  {isNeeded = {older: false, newer: false}, ofFirst, inside}: Further = {}
): void {
  const compare = (two: Two<Content>): void => compareContent(context, stop, bare(two, isNeeded), inside)
  const was = new Map(older.map(each => [each.type, each]))
  const is = new Map(newer.map(each => [each.type, each]))
  const [sub, sup] = stop.side === 'request' ? [was, is] : [is, was]
  const reported = new Set<string>()
  const alone = new Map<Content, () => void>()
  const kinds = new Map<Content, Content[]>()
  for (const [type, content] of sub) {
    const other = findIncluding(type, {sub, sup}, stop.side === 'response')
    if (other) {
      const isReported = stop.side === 'request' && reported.has(other.type)
      reported.add(other.type)
      if (stop.side === 'response' && isSpecificFormOf(type, other.type)) {
        kinds.set(other, [...(kinds.get(other) ?? []), content])
      } else if (other.type !== type && !sub.has(other.type) && !isReported) {
        const place =
          stop.side === 'request' ? {old: content.place, new: other.place} : {old: other.place, new: content.place}
        const about = stop.side === 'request' ? other.type : type
        // A type that the range included before is now listed by name.
        const instead = stop.side === 'response' ? {was: other.type} : {}
        tell(context, contentSite(stop, about), {kind: 'media-type-added', about, ...instead, ...place})
      }
      compare(stop.side === 'request' ? {older: content, newer: other} : {older: other, newer: content})
    } else {
      const kind = stop.side === 'request' ? 'media-type-removed' : 'media-type-added'
      const place =
        stop.side === 'request' ? {old: content.place, new: places.newer} : {old: places.older, new: content.place}
      // The types of a removed range that are now listed by name are still accepted.
      const left =
        stop.side === 'request' && isRange(type) ? [...sup.keys()].filter(each => includes(type, each, false)) : []
      const fact = {kind, about: type, ...(left.length > 0 ? {is: left} : {}), ...place} as const
      alone.set(content, () => tell(context, contentSite(stop, type), fact))
    }
  }
  for (const [other, [first, ...others]] of kinds)
    if (first) reportSpecificTypes(context, stop, other, [first, ...others])
  for (const [type, content] of sup) {
    if (sub.has(type)) continue
    // The type includes one that was reported or compared above.
    if (reported.has(type)) continue
    const including = findIncludingOnBoth(type, {sub, sup})
    if (including) {
      compare(stop.side === 'request' ? {older: including, newer: content} : {older: content, newer: including})
      continue
    }
    const kind = stop.side === 'request' ? 'media-type-added' : 'media-type-removed'
    // A range on the other side includes this type. It may still be sent, among others, and this change names the
    // range, so the range isn't reported again.
    const range = [...sub.values()].find(each => isRange(each.type) && includes(each.type, type, false))
    if (range && stop.side === 'response') alone.delete(range)
    const place =
      stop.side === 'request'
        ? {old: places.older, new: content.place}
        : {old: content.place, new: range?.place ?? places.newer}
    const among = range && (stop.side === 'response' ? {is: range.type} : {was: range.type})
    const proofs = ofFirst && was.size === 0 ? {proofs: {[stop.side]: ofFirst}} : {}
    tell(context, contentSite(stop, type), {kind, about: type, ...among, ...proofs, ...place})
    if (range) compare(stop.side === 'request' ? {older: range, newer: content} : {older: content, newer: range})
  }
  for (const reportAlone of alone.values()) reportAlone()
}

/**
 * Reports a type that is replaced by more specific ones only. Whether clients of that type accept these isn't known.
 */
function reportSpecificTypes(
  context: Walk,
  stop: Stop,
  {type, place}: Content,
  kinds: readonly [Content, ...Content[]]
): void {
  const [{type: only, place: fresh}, ...others] = kinds
  const is = others.length === 0 ? only : kinds.map(each => each.type)
  const why = `\`${only}\` can be read as \`${type}\` (RFC 6839), but who asks for that type alone, or looks for its name, may not take it`
  tell(context, contentSite(stop, type), {
    kind: 'media-type-removed',
    about: type,
    is,
    proofs: {response: {is: 'undetermined', why}},
    old: place,
    new: fresh
  })
}

const contentSite = (stop: Stop, type: string): Stop => ({...stop, part: `${stop.part} ${type}`})

/** Whether values of a media type have no JSON types: form fields and text are text, and files are bytes. */
export const isUntyped = (type: string): boolean =>
  /^(application\/(x-www-form-urlencoded|octet-stream|pdf|zip|gzip)|multipart\/|text\/plain|(image|audio|video)\/(?!.*\+xml))/.test(
    type
  )

/** Media types that have a structure, or may have one. */
const STRUCTURED = /json|xml|yaml|\*|^text\/|^multipart\/|-www-form-/

/**
 * Whether both contents are bytes as a whole, by their media type, or because an unknown type is described as bytes.
 */
const areBytes = ({older, newer}: Two<Content>): boolean =>
  [older, newer].some(isDescribedAsBytes) && [older, newer].every(({type}) => !STRUCTURED.test(type))

const isDescribedAsBytes = ({schema}: Content): boolean =>
  schema !== undefined && said(flatten(nodeOf(schema)), 'format').some(({value}) => value === 'binary')

/** Whether both contents consist of text. If fields or items of text or bytes are described, JSON is sent. */
const areText = ({older, newer}: Two<Content>): boolean =>
  (isUntyped(newer.type) || areBytes({older, newer})) && (isForm(newer.type) || ![older, newer].some(hasParts))

/** Whether a schema describes an object or a list, with or without the type. */
function hasParts({schema}: Content): boolean {
  if (!schema) return false
  const flat = flatten(nodeOf(schema))
  const types = typesLeft(flat)
  if (types.size < ATOMS.length) return types.has('object') || types.has('array')
  return propertiesOf(flat).size > 0 || said(flat, 'items').length > 0
}

/** The serialization of the whole value; `undefined` if it's JSON, or is read like JSON. */
function wireFormatOf({older, newer}: Two<Content>): Wire | undefined {
  if (isMarkup(older.type) && isMarkup(newer.type)) return AS_MARKUP
  if (!areText({older, newer})) return undefined
  if (isForm(newer.type)) return wireOf({older, newer})
  if (newer.type.startsWith('text/')) return ON_WIRE
  return {bytes: [...new Set([older, newer].map(({type}) => parseMediaType(type).range))]}
}

function compareContent(context: Walk, stop: Stop, {older, newer}: Two<Content>, inside: Further['inside']): void {
  if (older.isUnread || newer.isUnread) return
  const here = contentSite(stop, newer.type)
  inside?.(context, here, {older, newer})
  compareSchemas(context, here, {older: older.schema, newer: newer.schema}, wireFormatOf({older, newer}))
  for (const {name, ...moved} of encodedAnew({older, newer}, stop.side, context))
    tell(context, here, {kind: 'serialization-changed', about: name, ...moved})
  // Only Swagger 2.0 describes whether a field can be empty.
  if (context.older.format === 'swagger-2.0' && context.newer.format === 'swagger-2.0')
    for (const {name, was, is, ...places} of emptiedIn({older, newer}, context)) {
      const kind = is ? 'constraint-loosened' : 'constraint-tightened'
      tell(context, here, {kind, about: 'allowEmptyValue', at: name, was, is, ...places})
    }
  // A range such as `*/*` doesn't document XML elements.
  if (!isMarkup(older.type) || !isMarkup(newer.type) || !older.schema || !newer.schema) return
  for (const {name, ...places} of markedAnew({older: older.schema, newer: newer.schema}, context))
    tell(context, here, {kind: 'serialization-changed', ...(name === undefined ? {} : {about: name}), ...places})
}
