import type {Node} from './document/node.ts'
import {isRecord, JSON_KINDS, type JsonKind, own} from './json.ts'
import {KEYWORDS} from './keywords.ts'

/** Check of a keyword's value, and the kind of values that the keyword restricts; all kinds if `kind` is missing. */
interface KeywordCheck {
  readonly kind?: JsonKind
  readonly isValid: (value: unknown, node: Node) => boolean
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isSize = (value: unknown): boolean => isNumber(value) && value >= 0
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
/** `false` is valid in every dialect: it is the default of the boolean form, and restricts nothing. */
const isBound = (value: unknown, {traits}: Node): boolean =>
  isNumber(value) || value === false || (traits.exclusiveIsFlag && isFlag(value))

const isText = (value: unknown): boolean => typeof value === 'string'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
/** PHP writes an empty map as a list. */
const isMap = (value: unknown): boolean => isRecord(value) || (Array.isArray(value) && value.length === 0)
const isSchema = (value: unknown): boolean => isRecord(value) || isFlag(value)
const isSchemas = (value: unknown): boolean => Array.isArray(value) && value.every(isSchema)
const hasTexts = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isText)
const isOptional = (isValid: (value: unknown) => boolean, value: unknown): boolean =>
  value === undefined || value === null || isValid(value)

/** Swagger 2.0 has the name of the property alone. */
const isDiscriminator = (value: unknown, {dialect}: Node): boolean =>
  isRecord(value)
    ? isText(own(value, 'propertyName')) && isOptional(hasTexts, own(value, 'mapping'))
    : dialect === 'swagger-2.0' && isText(value)

const isXml = (value: unknown): boolean =>
  isRecord(value) &&
  ['attribute', 'wrapped'].every(key => isOptional(isFlag, own(value, key))) &&
  ['name', 'namespace', 'prefix', 'nodeType'].every(key => isOptional(isText, own(value, key)))

/** Checks of keywords that share one. */
const checkAll = (keywords: readonly string[], check: KeywordCheck): [string, KeywordCheck][] =>
  keywords.map(keyword => [keyword, check])

const CHECKS: ReadonlyMap<string, KeywordCheck> = new Map<string, KeywordCheck>([
  ...checkAll(['$ref', '$dynamicRef', '$recursiveRef', 'format'], {isValid: isText}),
  ...checkAll(['contentEncoding', 'contentMediaType'], {isValid: isText}),
  ...checkAll(['$id', '$schema', '$anchor', '$dynamicAnchor'], {
    isValid: (value, {traits}) => !traits.id || isText(value)
  }),
  ...checkAll(['readOnly', 'writeOnly', 'deprecated'], {isValid: isFlag}),
  ...checkAll(['allOf', 'anyOf', 'oneOf'], {isValid: isSchemas}),
  ...checkAll(['not', 'if', 'then', 'else', 'contentSchema'], {isValid: isSchema}),
  ...checkAll(['additionalProperties', 'propertyNames', 'unevaluatedProperties'], {kind: 'object', isValid: isSchema}),
  ...checkAll(['contains', 'additionalItems', 'unevaluatedItems'], {kind: 'array', isValid: isSchema}),
  ...checkAll(['properties', 'patternProperties', 'dependentSchemas'], {kind: 'object', isValid: isMap}),
  ...checkAll(['dependentRequired', 'dependencies'], {kind: 'object', isValid: isMap}),
  ['discriminator', {isValid: isDiscriminator}],
  ['xml', {isValid: isXml}],
  ['prefixItems', {kind: 'array', isValid: (value, {traits}) => isSchemas(value) || traits.tuple === 'items'}],
  ['nullable', {kind: 'null', isValid: isFlag}],
  ['x-nullable', {kind: 'null', isValid: isFlag}],
  ['enum', {isValid: Array.isArray}],
  ['minimum', {kind: 'number', isValid: isNumber}],
  ['maximum', {kind: 'number', isValid: isNumber}],
  ['exclusiveMinimum', {kind: 'number', isValid: isBound}],
  ['exclusiveMaximum', {kind: 'number', isValid: isBound}],
  ['multipleOf', {kind: 'number', isValid: value => isNumber(value) && value !== 0}],
  ['minLength', {kind: 'string', isValid: isNumber}],
  ['maxLength', {kind: 'string', isValid: isSize}],
  ['pattern', {kind: 'string', isValid: isText}],
  ['minItems', {kind: 'array', isValid: isNumber}],
  ['maxItems', {kind: 'array', isValid: isSize}],
  ['uniqueItems', {kind: 'array', isValid: isFlag}],
  ['minContains', {kind: 'array', isValid: isSize}],
  ['maxContains', {kind: 'array', isValid: isSize}],
  [
    'items',
    {kind: 'array', isValid: (value, {traits}) => isSchema(value) || (isSchemas(value) && traits.tuple === 'items')}
  ],
  ['minProperties', {kind: 'object', isValid: isNumber}],
  ['maxProperties', {kind: 'object', isValid: isSize}],
  ['required', {kind: 'object', isValid: isTexts}]
])

/** Kind of values that a keyword restricts; `undefined` if it restricts all kinds. */
export const kindOfKeyword = (keyword: string): JsonKind | undefined => CHECKS.get(keyword)?.kind

/** Whether a keyword has an invalid value, such as a string for `maxLength`. */
export function isInvalidKeyword(node: Node, keyword: string): boolean {
  if (!isRecord(node.raw) || !Object.hasOwn(node.raw, keyword)) return false
  return CHECKS.get(keyword)?.isValid(node.raw[keyword], node) === false
}

/** Keywords of a schema that have invalid values. */
export const findInvalidKeywords = (node: Node): string[] =>
  isRecord(node.raw) ? Object.keys(node.raw).filter(keyword => isInvalidKeyword(node, keyword)) : []

/** Invalid keywords that decide whether a value is valid, so that this isn't known. */
export const findInvalidConstraints = (node: Node): string[] =>
  findInvalidKeywords(node).filter(keyword => KEYWORDS.has(keyword))

/** Reason why a schema with an invalid keyword is undetermined. */
export const explainInvalidKeyword = (keyword: string): string => `the value of \`${keyword}\` is invalid`

/** Boolean keywords that allow `null`, each in one version of OpenAPI only. */
export const NULL_FLAGS = ['nullable', 'x-nullable'] as const

const BOUND_OF: ReadonlyMap<string, string> = new Map([
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum']
])

/**
 * Whether a boolean keyword is `true` where it has no effect. `nullable` exists only in some versions, and adds `null`
 * only to a `type` next to it; `exclusiveMinimum: true` only modifies a `minimum` next to it. `false` is the default,
 * so it is never reported.
 */
export function isIgnoredKeyword({raw, traits}: Node, keyword: string): boolean {
  if (!isRecord(raw) || own(raw, keyword) !== true) return false
  const bound = BOUND_OF.get(keyword)
  if (bound !== undefined) return traits.exclusiveIsFlag && own(raw, bound) === undefined
  return keyword !== traits.nullable || own(raw, 'type') === undefined
}

/**
 * Whether the dialect's keyword for `null` is `true` without a `type`. OpenAPI 3.0 did not say before 3.0.3 that this
 * has no effect, and many tools accept `null` there.
 */
export const isNullableWithoutType = (node: Node): boolean =>
  node.traits.nullable !== undefined && isIgnoredKeyword(node, node.traits.nullable)

/** Reason why a schema with an ignored keyword is undetermined. */
export const explainIgnoredKeyword = (keyword: string): string => `\`${keyword}\` has no effect where it is`

const NAMES: ReadonlySet<unknown> = new Set([...JSON_KINDS, 'integer'])

/** Types that a schema names. */
export interface NamedTypes {
  readonly known: readonly string[]
  /** Names that are no JSON Schema type, such as `int` or `float`. Which values they allow is unknown. */
  readonly unknown: readonly string[]
}

export const isKnownType = (name: unknown): name is string => NAMES.has(name)

/**
 * Types that a schema names; `undefined` if it has no `type`. `file` of Swagger 2.0 counts as a string, and `null`
 * without quotes, which YAML reads as null itself, as the type `null`.
 */
export function readTypes({raw, dialect}: Node): NamedTypes | undefined {
  const type = isRecord(raw) ? own(raw, 'type') : undefined
  if (type === undefined) return undefined
  const all = (Array.isArray(type) ? type : [type]).map(name =>
    name === 'file' && dialect === 'swagger-2.0' ? 'string' : name === null ? 'null' : (name as unknown)
  )
  return {
    known: all.filter(isKnownType),
    unknown: all
      .filter(name => !isKnownType(name))
      .map(name => (typeof name === 'string' ? name : JSON.stringify(name)))
  }
}

/** Reason why a schema with an unknown type is undetermined. */
export const explainUnknownType = (name: string): string => `JSON Schema has no type \`${name}\``
