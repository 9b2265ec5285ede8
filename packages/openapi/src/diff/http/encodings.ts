import {formatPointer, type SourceLocation} from '@tenure/core/model/location'
import type {Direction} from '@tenure/core/model/subject/subject'
import {childNode, type Node, originalPointer, rootNode} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import type {Content, Snapshot} from '../../snapshot.ts'
import type {OlderNewer} from '../context.ts'
import {
  acceptedTypesOf,
  type FlatSchema,
  flatten,
  keywordValues,
  mergeSchemas,
  propertiesOf
} from '../flatten/flatten.ts'
import {delimiterOfEncoding, TEXT_FORMAT, type WireFormat} from '../flatten/parameter-style.ts'
import {containmentSidesOf} from '../schema-diff-context.ts'
import {type FormPart, pairFormParts} from './form-parts.ts'

export const isFormMediaType = (type: string): boolean => /^(application\/x-www-form-urlencoded|multipart\/)/.test(type)

/** A form part whose serialization changed: the older and the newer one, and where they're described. */
interface EncodingChange {
  readonly name: string
  readonly was: string
  readonly is: string
  /** Whether one side still reads everything the other writes. */
  readonly isCovered?: true
  readonly old: SourceLocation
  readonly new: SourceLocation
}

/** The form parts on both sides whose serialization changed. */
export function findEncodingChanges(
  {older, newer}: OlderNewer<Content>,
  side: Direction,
  snapshots: OlderNewer<Snapshot>
): EncodingChange[] {
  if (!isFormMediaType(newer.type)) return []
  const isMultipart = areMultipart({older, newer})
  return pairFormParts({older, newer}).flatMap(({name, older: was, newer: is}) => {
    const found = findEncodingChange({older: was, newer: is}, side, isMultipart)
    if (!found) return []
    return [{name, ...found, old: placeOf(was, older, snapshots.older), new: placeOf(is, newer, snapshots.newer)}]
  })
}

/** A form field whose value may now contain what it couldn't, or the reverse. */
interface PermissionChange {
  readonly name: string
  readonly about: 'allowEmptyValue' | 'allowReserved'
  readonly was: boolean
  readonly is: boolean
  readonly old: SourceLocation
  readonly new: SourceLocation
}

/**
 * The form fields whose value could be empty and now can't, or the reverse, which only Swagger 2.0 describes; and the
 * texts of a URL-encoded form that could contain unescaped reserved characters and now can't, or the reverse.
 */
export function findPermissionChanges(
  two: OlderNewer<Content>,
  snapshots: OlderNewer<Snapshot>
): readonly PermissionChange[] {
  // Without an encoding on either side, no part has one.
  if (!two.older.encoding && !two.newer.encoding) return []
  const areSwagger = [snapshots.older, snapshots.newer].every(({format}) => format === 'swagger-2.0')
  const about = areSwagger ? 'allowEmptyValue' : 'allowReserved'
  if (!areSwagger && ![two.older, two.newer].every(({type}) => type.startsWith(URL_ENCODED))) return []
  const isAllowed = ({encoding}: FormPart): boolean => isRecord(encoding) && own(encoding, about) === true
  return pairFormParts(two).flatMap(({name, older, newer}) => {
    const [was, is] = [isAllowed(older), isAllowed(newer)]
    if (was === is || (!areSwagger && !(isText(older.nodes) && isText(newer.nodes)))) return []
    const old = placeOf(older, two.older, snapshots.older)
    return [{name, about, was, is, old, new: placeOf(newer, two.newer, snapshots.newer)}]
  })
}

const URL_ENCODED = 'application/x-www-form-urlencoded'

function placeOf(part: FormPart, content: Content, {format, placeAt}: Snapshot): SourceLocation {
  // Swagger 2.0 describes it at the field.
  if (format !== 'swagger-2.0' && part.encoding !== undefined)
    return {...content.place, pointer: `${content.place.pointer ?? ''}${formatPointer(part.steps)}`}
  const [node] = part.nodes
  return node ? placeAt(originalPointer(node), node.resource.document.address) : content.place
}

/** The keywords that define the serialization of a part; its headers and its own parts are compared separately. */
const SERIALIZATION_KEYWORDS = ['contentType', 'style', 'explode', 'allowReserved'] as const

/** The encoding of a part. In OpenAPI 3.0, only its media type counts in a multipart body. */
function effectiveEncodingOf({encoding, nodes: [node]}: FormPart, isMultipart: boolean): FormPart['encoding'] {
  if (!encoding || !isMultipart || node?.dialect !== 'openapi-3.0') return encoding
  return Object.hasOwn(encoding, 'contentType') ? {contentType: encoding.contentType} : {}
}

function findEncodingChange(
  {older, newer}: OlderNewer<FormPart>,
  side: Direction,
  isMultipart: boolean
): Pick<EncodingChange, 'was' | 'is' | 'isCovered'> | undefined {
  const [one, other] = [older.nodes, newer.nodes]
  if (isMultipart && isFileChange(one, other))
    return isFile(one) ? {was: 'file', is: 'text'} : {was: 'text', is: 'file'}
  const [written, read] = [older, newer].map(part => effectiveEncodingOf(part, isMultipart))
  if (SERIALIZATION_KEYWORDS.every(key => isEqual(written?.[key], read?.[key]))) return undefined
  const typesOn = (encoding: unknown, nodes: readonly Node[]): readonly string[] | undefined =>
    mediaTypesIn(encoding) ?? (isMultipart ? defaultMediaTypes(nodes) : undefined)
  const types = {older: typesOn(written, one), newer: typesOn(read, other)}
  const {sub, sup} = containmentSidesOf(types, side)
  const sides = containmentSidesOf({older: one, newer: other}, side)
  // A file without a media type is sent as bytes.
  const sentAs = (listed: readonly string[] | undefined, nodes: readonly Node[]): readonly string[] | undefined =>
    listed ?? (isMultipart && isBytes(nodes) ? [BYTES] : undefined)
  const isList = [one, other].every(nodes => !acceptedTypesOf(flatten(mergeSchemas(nodes))).has('object'))
  const styles = [written, read].map(encoding => styleIn(encoding, isList))
  if (hasSeveralSerializations(one) && hasSeveralSerializations(other) && styles[0] !== styles[1])
    return {was: String(styles[0]), is: String(styles[1])}
  const say = (all: readonly string[] | undefined): string => (all ?? ['*/*']).join(', ')
  const said = {was: say(types.older), is: say(types.newer)}
  if (!areIncluded(sentAs(sub, sides.sub), sup)) return said
  // Only the parts of a multipart form have media types of their own.
  return isMultipart && !areIncluded(sentAs(sup, sides.sup), sub) ? {...said, isCovered: true} : undefined
}

type Fields = ReadonlyMap<string, readonly Node[]>
const NONE: Fields = new Map()

/** The serialization of form fields that are delimited lists on one side, and of those that are files. */
export function formWireFormat(two: OlderNewer<Content>): WireFormat {
  const fields = [...delimitedFieldsIn(two), ...fileFieldsIn(two)]
  return fields.length === 0 ? TEXT_FORMAT : {fields: Object.fromEntries(fields)}
}

function delimitedFieldsIn({older, newer}: OlderNewer<Content>): (readonly [string, WireFormat])[] {
  const encodings = [older, newer].map(({encoding}) => encoding?.encoding ?? {})
  if (!encodings.some(encoding => Object.values(encoding).some(each => delimiterOfEncoding(each) !== undefined)))
    return []
  const [was, is] = [older, newer].map(({schema}) => (schema ? propertiesOf(flatten(rootNode(schema))) : NONE)) as [
    Fields,
    Fields
  ]
  return [...is].flatMap(([name, nodes]) => {
    const before = was.get(name)
    const isList = acceptedTypesOf(flatten(mergeSchemas(nodes))).has('array')
    const encoding = own(encodings[isList ? 1 : 0] ?? {}, name)
    const delimiter = before ? delimiterOfEncoding(encoding) : undefined
    return delimiter === undefined ? [] : [[name, {delimiter}] as const]
  })
}

/**
 * The serialization of fields that changed from file to text, from text to file, or from a file to a list of files.
 * That change is reported for the form, so what their schemas say about bytes doesn't count again.
 */
function fileFieldsIn(two: OlderNewer<Content>): (readonly [string, WireFormat])[] {
  if (!areMultipart(two)) return []
  return pairFormParts(two).flatMap(({name, older, newer}) =>
    isFileChange(older.nodes, newer.nodes) || isFileListChange(older.nodes, newer.nodes)
      ? [[name, {bytes: [older, newer].flatMap(({nodes}) => mediaTypesOf(flatten(mergeSchemas(nodes))))}] as const]
      : []
  )
}

const mediaTypesOf = (flat: FlatSchema): string[] =>
  keywordValues(flat, 'contentMediaType').flatMap(({value}) => (typeof value === 'string' ? [value] : []))

const areMultipart = ({older, newer}: OlderNewer<Content>): boolean =>
  [older, newer].every(({type}) => type.startsWith('multipart/'))

const isFileChange = (one: readonly Node[], other: readonly Node[]): boolean =>
  isText(one) && isText(other) && isFile(one) !== isFile(other)

const isFileListChange = (one: readonly Node[], other: readonly Node[]): boolean =>
  [
    [one, other],
    [other, one]
  ].some(([file = [], list = []]) => isText(file) && isFile(file) && isListOfFiles(list))

function isListOfFiles(nodes: readonly Node[]): boolean {
  const flat = flatten(mergeSchemas(nodes))
  const items = keywordValues(flat, 'items').map(({node}) => childNode(node, 'items'))
  return (
    acceptedTypesOf(flat).size === 1 &&
    acceptedTypesOf(flat).has('array') &&
    items.length > 0 &&
    isText(items) &&
    isFile(items)
  )
}

/** Whether a part is a file, which has a name and a media type of its own, unlike a text. */
function isFile(nodes: readonly Node[]): boolean {
  const flat = flatten(mergeSchemas(nodes))
  const isTyped = keywordValues(flat, 'contentMediaType').some(({value}) => value !== 'text/plain')
  return isTyped || keywordValues(flat, 'format').some(({value}) => value === 'binary')
}

const BYTES = 'application/octet-stream'

/** Whether a part without a media type is sent as bytes. */
function isBytes(nodes: readonly Node[]): boolean {
  const flat = flatten(mergeSchemas(nodes))
  const types = acceptedTypesOf(flat)
  if (types.has('array') && types.size <= 2) {
    const items = keywordValues(flat, 'items').map(({node}) => childNode(node, 'items'))
    return items.length > 0 && isBytes(items)
  }
  if (keywordValues(flat, 'contentMediaType').some(({value}) => value !== BYTES)) return false
  if (isFile(nodes)) return isText(nodes)
  // From OpenAPI 3.1 on, a schema without a type is sent as bytes, too.
  const isOfNoType = flat.choices.length === 0 && flat.members.every(({raw}) => raw === true || hasNoType(raw))
  return isOfNoType && nodes.every(({traits}) => !traits.nullable)
}

const TYPE_KEYWORDS = /^(type|enum|const|properties|items|prefixItems|required|additionalProperties|\$ref|not|if)$/
const hasNoType = (raw: unknown): boolean => isRecord(raw) && !Object.keys(raw).some(key => TYPE_KEYWORDS.test(key))

const isText = (nodes: readonly Node[]): boolean => {
  const types = acceptedTypesOf(flatten(mergeSchemas(nodes)))
  return types.has('string') && [...types].every(type => type === 'string' || type === 'null')
}

/** Whether a part can be a list or an object, which have several serializations, unlike a text. */
function hasSeveralSerializations(nodes: readonly Node[]): boolean {
  const types = acceptedTypesOf(flatten(mergeSchemas(nodes)))
  return (types.has('array') || types.has('object')) && types.size < 7
}

/** The serialization of a field. By default, a list is written as in a query, and an object as JSON. */
function styleIn(encoding: unknown, isList: boolean): string {
  const [style, explode, reserved] = ['style', 'explode', 'allowReserved'].map(key =>
    isRecord(encoding) ? own(encoding, key) : undefined
  )
  if (!isList && style === undefined && explode === undefined && reserved === undefined) return 'JSON'
  const known = style ?? 'form'
  const isExploded = (explode ?? known === 'form') === true
  return [known, ...(isExploded ? ['exploded'] : []), ...(reserved === true ? ['with reserved characters'] : [])].join(
    ', '
  )
}

/** The media types that a field can have; `undefined` if none are listed. */
function mediaTypesIn(encoding: unknown): readonly string[] | undefined {
  const written = isRecord(encoding) ? own(encoding, 'contentType') : undefined
  return typeof written === 'string' ? written.split(',').map(each => each.trim().toLowerCase()) : undefined
}

/**
 * The default media types of a part; `undefined` for a file, which has its own, and if the type depends on the value.
 */
function defaultMediaTypes(nodes: readonly Node[]): readonly string[] | undefined {
  const flat = flatten(mergeSchemas(nodes))
  const types = new Set(acceptedTypesOf(flat))
  types.delete('null')
  if (types.size === 0 || types.size >= 6 || isFile(nodes)) return undefined
  if (types.has('array')) {
    const items = keywordValues(flat, 'items').map(({node}) => childNode(node, 'items'))
    return types.size === 1 && items.length > 0 ? defaultMediaTypes(items) : undefined
  }
  // From OpenAPI 3.1 on, encoded contents are bytes by default.
  const isEncoded = keywordValues(flat, 'contentEncoding').some(({node: {traits}}) => !traits.nullable)
  if (!types.has('object')) return isEncoded && isText(nodes) ? [BYTES] : ['text/plain']
  return types.size === 1 ? ['application/json'] : undefined
}

const areIncluded = (sub: readonly string[] | undefined, sup: readonly string[] | undefined): boolean =>
  sup === undefined ||
  (sub ?? ['*/*']).every(type =>
    sup.some(
      range => range === type || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
    )
  )
