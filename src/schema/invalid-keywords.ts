import type {Node} from './document/node.ts'
import {isRecord, type JsonKind, own} from './json.ts'

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
const isCount = (value: unknown, {raw}: Node): boolean =>
  isSize(value) || !isRecord(raw) || own(raw, 'contains') === undefined

const CHECKS: ReadonlyMap<string, KeywordCheck> = new Map<string, KeywordCheck>([
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
  ['pattern', {kind: 'string', isValid: value => typeof value === 'string'}],
  ['minItems', {kind: 'array', isValid: isNumber}],
  ['maxItems', {kind: 'array', isValid: isSize}],
  ['uniqueItems', {kind: 'array', isValid: isFlag}],
  ['minContains', {kind: 'array', isValid: isCount}],
  ['maxContains', {kind: 'array', isValid: isCount}],
  ['items', {kind: 'array', isValid: (value, {traits}) => !Array.isArray(value) || traits.tuple === 'items'}],
  ['minProperties', {kind: 'object', isValid: isNumber}],
  ['maxProperties', {kind: 'object', isValid: isSize}],
  ['required', {kind: 'object', isValid: Array.isArray}]
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

/** Reason why a schema with an invalid keyword is undetermined. */
export const explainInvalidKeyword = (keyword: string): string =>
  `${/^[aei]/.test(keyword) ? 'an' : 'a'} \`${keyword}\` that cannot be read`
