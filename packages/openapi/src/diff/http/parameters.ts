import type {Proof} from '@tenure/core/model/api/change'
import {groupBy} from '@tenure/core/model/group-by'
import type {SubjectPart} from '@tenure/core/model/subject/subject'
import {childNode, type Node, nodeAt, rootNode, toSchemaSource} from '@tenure/json-schema/document/node'
import {isRecord} from '@tenure/json-schema/json'
import type {SchemaSource} from '@tenure/json-schema/schema-source'
import type {Header, Operation, Parameter} from '../../snapshot.ts'
import {
  compareLifecycleMarks,
  compareSchemas,
  type DiffContext,
  type OlderNewer,
  reportChange,
  type Stop
} from '../context.ts'
import {acceptedTypesOf, flatten, keywordValues, NOT_EMPTY, type ValueType, valuesOf} from '../flatten/flatten.ts'
import {collectionFormatOf, delimiterOf, PARAMETER_FORMAT, type WireFormat} from '../flatten/parameter-style.ts'
import {announcedEndOf} from '../lifecycle-marks.ts'
import {dropUnusedDefaultsOfHolders} from '../schema/defaults.ts'
import {pairRenamedObjects, splitExplodedObjects} from './exploded-query.ts'
import {compareContents} from './media-types.ts'

/** Compares parameters by name and location, and path parameters by their position in the path. */
export function compareParameters(
  context: DiffContext,
  site: Stop,
  two: OlderNewer<readonly Parameter[]>,
  names: ReadonlyMap<string, string>,
  from: OlderNewer<Pick<Operation, 'place' | 'schemaSource' | 'path'>>,
  unread: OlderNewer<number>
): void {
  const {was, is} = indexParameters(context, two, names)
  // A missing parameter may be one that couldn't be read, unless the other side has as many of those.
  const removed = unread.newer > unread.older ? [] : [...was].filter(([key]) => !is.has(key)).map(([, each]) => each)
  const added = unread.older > unread.newer ? [] : [...is].filter(([key]) => !was.has(key)).map(([, each]) => each)
  const paired = compareRenamedObjects(context, site, {older: removed, newer: added})
  const inPath = new Set([...names].flat())
  const addedByName = groupBy(added, ({name}) => name)
  for (const parameter of removed) {
    if (paired.has(parameter)) continue
    const moved = addedByName.get(parameter.name)?.find(other => other.in !== parameter.in && !paired.has(other))
    if (isPathParameterIn(inPath, parameter)) compareUndeclared(context, site, parameter, from.newer, 'newer')
    else if (moved) {
      compareMoved(context, stopAt(site, parameter), {older: parameter, newer: moved})
      paired.add(moved)
    } else reportRemoved(context, stopAt(site, parameter), parameter)
  }
  for (const parameter of added) {
    if (paired.has(parameter)) continue
    if (isPathParameterIn(inPath, parameter)) compareUndeclared(context, site, parameter, from.older, 'older')
    else reportAdded(context, stopAt(site, parameter), parameter)
  }
  for (const [key, parameter] of was) {
    const other = is.get(key)
    if (other)
      compareParameter(context, stopAt(site, other), excludeEmptySegments({older: parameter, newer: other}, from))
  }
}

/** The parameters of both sides by a key for equal ones, with exploded objects split as on the other side. */
function indexParameters(
  context: DiffContext,
  {older, newer}: OlderNewer<readonly Parameter[]>,
  names: ReadonlyMap<string, string>
): {readonly was: ReadonlyMap<string, Parameter>; readonly is: ReadonlyMap<string, Parameter>} {
  const keyOf = (parameter: Parameter): string => {
    // A `querystring` parameter is the whole query, whatever its name.
    if (parameter.in === 'querystring') return parameter.in
    const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
    return `${parameter.in} ${parameter.in === 'path' ? (names.get(name) ?? name) : name}`
  }
  const news = splitExplodedObjects(newer, splitExplodedObjects(older, newer, context.older), context.newer)
  const olds = splitExplodedObjects(older, news, context.older)
  const was = new Map(olds.map(each => [keyOf(each), each]))
  const is = new Map(news.map(each => [each.in === 'path' ? `path ${each.name}` : keyOf(each), each] as const))
  // The name in the path can differ from the name of the parameter.
  for (const [key, parameter] of [...was]) {
    if (is.has(key) || !is.has(`path ${parameter.name}`) || parameter.in !== 'path') continue
    was.delete(key)
    was.set(`path ${parameter.name}`, parameter)
  }
  return {was, is}
}

/** Compares exploded objects that only have another name. Returns the parameters that are compared. */
function compareRenamedObjects(
  context: DiffContext,
  site: Stop,
  {older: removed, newer: added}: OlderNewer<readonly Parameter[]>
): Set<Parameter> {
  const paired = new Set<Parameter>()
  for (const two of pairRenamedObjects(removed, added)) {
    const {older, newer} = two
    paired.add(older).add(newer)
    const at = stopAt(site, newer)
    const called = {about: 'name', was: older.name, is: newer.name, old: older.place, new: newer.place}
    reportChange(context, at, {kind: 'documentation-changed', ...called})
    compareParameter(context, at, two)
  }
  return paired
}

function compareMoved(context: DiffContext, site: Stop, {older, newer}: OlderNewer<Parameter>): void {
  reportChange(context, site, {
    kind: 'moved',
    about: older.name,
    was: older.in,
    is: newer.in,
    old: older.place,
    new: newer.place
  })
  compareParameterValues(context, site, {older, newer})
}

function reportRemoved(context: DiffContext, site: Stop, parameter: Parameter): void {
  const {name, place} = parameter
  reportChange(context, site, {
    kind: 'parameter-removed',
    about: name,
    old: place,
    ...announcedEndIn(context, parameter)
  })
}

/** What was announced about a parameter or header, by itself or in its schema. */
export function announcedEndIn(
  {lifeAt}: DiffContext,
  {marks, schema, contents}: Header
): ReturnType<typeof announcedEndOf> {
  const own = announcedEndOf(marks)
  const described = schema ?? contents[0]?.schema
  return own.announced || !described ? own : announcedEndOf(lifeAt(flatten(rootNode(described)).members))
}

function reportAdded(context: DiffContext, site: Stop, {name, place, required}: Parameter): void {
  reportChange(context, site, {
    kind: required ? 'required-parameter-added' : 'parameter-added',
    about: name,
    new: place
  })
}

const isPathParameterIn = (names: ReadonlySet<string>, {name, in: place}: Parameter): boolean =>
  place === 'path' && names.has(name)

const DECLARED = 'declared'

/** Compares a parameter with one that the path of the other side contains, although nothing declares it there. */
function compareUndeclared(
  context: DiffContext,
  site: Stop,
  parameter: Parameter,
  operation: Pick<Operation, 'place'>,
  undeclaredIn: keyof OlderNewer<unknown>
): void {
  const at = stopAt(site, parameter)
  const isRemoved = undeclaredIn === 'newer'
  const fact = isRemoved ? {was: true, old: parameter.place} : {is: true, new: parameter.place}
  reportChange(context, at, {kind: 'documentation-changed', about: DECLARED, ...fact})
  if (parameter.style === 'simple') return
  const other = asUndeclared(parameter, operation)
  compareParameterValues(context, at, isRemoved ? {older: parameter, newer: other} : {older: other, newer: parameter})
}

/**
 * A parameter that the path contains and nothing declares. It may accept whatever the other side does, and has the
 * usual style of a path.
 */
const asUndeclared = (parameter: Parameter, {place}: Pick<Operation, 'place'>): Parameter => ({
  ...parameter,
  place,
  style: 'simple'
})

function stopAt(site: Stop, {name, in: place}: Parameter): Stop {
  const narrowed: SubjectPart = place === 'header' ? {header: name, in: site.side} : {parameter: name, in: site.side}
  return {...site, part: place === 'header' ? `header ${name}` : `${place} parameter ${name}`, narrowed}
}

function compareParameter(context: DiffContext, site: Stop, two: OlderNewer<Parameter>): void {
  const {older, newer} = two
  const places = {about: newer.name, old: older.place, new: newer.place}
  if (older.required !== newer.required)
    reportChange(context, site, {kind: newer.required ? 'parameter-required' : 'parameter-optional', ...places})
  const reportAllowed = (about: string, was: boolean, is: boolean): void => {
    if (was === is) return
    reportChange(context, site, {...places, kind: is ? 'constraint-loosened' : 'constraint-tightened', about, was, is})
  }
  reportAllowed('allowEmptyValue', older.emptyAllowed, newer.emptyAllowed)
  const [was, is] = [nameInSegment(older), nameInSegment(newer)]
  if (was && is && was !== is)
    reportChange(context, site, {...places, kind: 'serialization-changed', about: 'style', was, is})
  if (mayContainReserved(older) && mayContainReserved(newer))
    reportAllowed('allowReserved', older.reservedAllowed, newer.reservedAllowed)
  compareParameterValues(
    context,
    site,
    dropUnusedDefaultsOfHolders(two, {older: older.required, newer: newer.required})
  )
}

/**
 * The style of a parameter whose name is part of its path segment, which is only true for `matrix`: `;id=5` (RFC 6570,
 * section 3.2.7); `undefined` otherwise.
 */
const nameInSegment = ({in: place, style, name}: Parameter): string | undefined =>
  place === 'path' && style === 'matrix' ? `matrix ;${name}` : undefined

const RESERVED = /[:/?#[\]@!$&'()*+,;=]/

/**
 * Whether a parameter can contain reserved characters. Numbers and booleans can't, and enumerated values are checked
 * one by one.
 */
const mayContainReserved = ({schema}: Parameter): boolean => schema !== undefined && containsReserved(rootNode(schema))

function containsReserved(node: Node, isItem = false): boolean {
  const flat = flatten(node)
  const values = valuesOf(flat)
  if (values)
    return [...values.values()].some(
      value => (value !== null && typeof value === 'object') || RESERVED.test(String(value))
    )
  const types = acceptedTypesOf(flat)
  // No style says how a list in a list is written.
  if (types.has('string') || types.has('object') || (isItem && types.has('array'))) return true
  const items = keywordValues(flat, 'items').flatMap(({node: list, value}) =>
    isRecord(value) ? [childNode(list, 'items')] : []
  )
  return types.has('array') && (items.length === 0 || items.every(item => containsReserved(item, true)))
}

/** Compares the value of a parameter or header, and its serialization. */
export function compareParameterValues(
  context: DiffContext,
  site: Stop,
  two: OlderNewer<Omit<Header, 'required'>>
): void {
  const {older, newer} = two
  const [was, is] = [styleOf(older), styleOf(newer)]
  const byContent = inContent(older) && inContent(newer) && mediaOf(older) === mediaOf(newer)
  // A change from a single value to a list, or the reverse, is reported as a type change.
  const isReported =
    was !== is &&
    (isSingleValue(older) === isSingleValue(newer) ||
      PREFIXED_STYLES.has(was) ||
      PREFIXED_STYLES.has(is) ||
      inContent(older) !== inContent(newer))
  if (isReported && !byContent) {
    const isSwagger = context.older.format === 'swagger-2.0' && context.newer.format === 'swagger-2.0'
    const styles = isSwagger
      ? {about: 'collectionFormat', was: collectionFormatOf(was), is: collectionFormatOf(is)}
      : {about: 'style', was, is}
    const unknown = [older, newer].find(({style}) => !KNOWN_STYLES.test(style))
    const proof: Proof = {is: 'undetermined', why: `OpenAPI doesn't define \`${unknown?.style}\``}
    const change = {kind: 'serialization-changed', ...styles, old: older.place, new: newer.place} as const
    reportChange(context, site, {...change, ...(unknown && {proofs: {request: proof, response: proof}})})
  }
  const places = {older: older.place, newer: newer.place}
  const [{type} = {}] = newer.contents
  const contents = type === undefined ? older.contents : older.contents.map(each => ({...each, type}))
  if (byContent) compareContents(context, site, {older: contents, newer: newer.contents}, places)
  else compareSchemas(context, site, {older: schemaOf(older), newer: schemaOf(newer)}, valueWireFormat(two))
  compareLifecycleMarks(context, site, two)
}

const KNOWN_STYLES = /^(?:form|simple|label|matrix|deepObject|cookie|(?:space|pipe|tab)Delimited)(?: of |$)/

type ValueHolder = Omit<Header, 'required'>

const inContent = ({contents}: ValueHolder): boolean => contents.length > 0

/** The schema of the value, inline or in its only content; `undefined` if there is none. */
const schemaOf = ({schema, contents: [content]}: ValueHolder): SchemaSource | undefined => schema ?? content?.schema

/**
 * The media type of a value; empty if it has no content. It isn't sent with the value, so every kind of JSON is JSON.
 */
const mediaOf = ({contents: [content]}: ValueHolder): string =>
  (content?.type ?? '').replace(/;.*$/, '').replace(/^application\/[^+]+\+(?=\w+$)/, 'application/')

/**
 * The serialization of two values, with the delimiter if one of them is a list. A value with a content has no
 * delimiter.
 */
function valueWireFormat({older, newer}: OlderNewer<ValueHolder>): WireFormat {
  const list = [newer, older].find(held => typesOfValue(held).has('array')) ?? newer
  const delimiter = inContent(list) ? undefined : delimiterOf(list.style, list.explode)
  return delimiter === undefined ? PARAMETER_FORMAT : {...PARAMETER_FORMAT, delimiter}
}

const SINGLE_VALUE = 'plain'

/** Styles that write a character before even a single value. */
const PREFIXED_STYLES: ReadonlySet<string> = new Set(['matrix', 'label'])

const typesOfValue = (held: ValueHolder): ReadonlySet<ValueType> => {
  const schema = schemaOf(held)
  return schema ? acceptedTypesOf(flatten(rootNode(schema))) : new Set<ValueType>()
}

/** Whether a value is neither a list nor an object. */
function isSingleValue(held: ValueHolder): boolean {
  const types = typesOfValue(held)
  return types.size < 7 && !types.has('array') && !types.has('object')
}

/** The style as far as it has an effect: for a single value, most styles are the same. */
function styleOf(held: ValueHolder): string {
  const {style, explode, contents} = held
  const types = typesOfValue(held)
  const isOne = isSingleValue(held)
  const [content] = contents
  // JSON puts text in quotes, but a number looks the same everywhere.
  if (content) {
    const isText = content.type.startsWith('text/plain') || (isOne && !types.has('string'))
    return isOne && isText ? SINGLE_VALUE : mediaOf(held)
  }
  if (isOne) return PREFIXED_STYLES.has(style) ? style : SINGLE_VALUE
  // Deep objects have only one form, and so do lists in `simple` style, which always have commas.
  const isOneWay = style === 'deepObject' || (style === 'simple' && !types.has('object'))
  return explode && !isOneWay ? `${style}, exploded` : style
}

const nonEmptySchemas = new WeakMap<object, object>()

/**
 * Excludes the empty text from a parameter that is a whole path segment, because without it the path is another one.
 */
function excludeEmptySegments(
  {older, newer}: OlderNewer<Parameter>,
  paths: OlderNewer<Pick<Operation, 'path'>>
): OlderNewer<Parameter> {
  const isFilled = isSegment(older, paths.older) && isSegment(newer, paths.newer)
  if (!isFilled || !older.schema || !newer.schema) return {older, newer}
  return {
    older: {...older, schema: withoutEmpty(older.schema)},
    newer: {...newer, schema: withoutEmpty(newer.schema)}
  }
}

/** Whether a parameter is a whole path segment. Other styles write a character before even an empty value. */
const isSegment = ({name, in: place, style}: Parameter, {path}: Pick<Operation, 'path'>): boolean =>
  place === 'path' && style === 'simple' && path.split('/').includes(`{${name}}`)

function withoutEmpty(source: SchemaSource): SchemaSource {
  const {raw, resource, pointer} = rootNode(source)
  if (typeof raw !== 'object' || raw === null || !acceptedTypesOf(flatten(rootNode(source))).has('string'))
    return source
  const schema = nonEmptySchemas.get(raw) ?? {allOf: [raw, NOT_EMPTY]}
  nonEmptySchemas.set(raw, schema)
  return toSchemaSource(nodeAt({raw: schema, resource, pointer}))
}
