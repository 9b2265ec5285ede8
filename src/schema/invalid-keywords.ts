import type {Node} from './document/node.ts'
import {isRecord, type Kind, own} from './json.ts'

/** Check of a keyword's value, and the kind of values that the keyword restricts; all kinds if `kind` is missing. */
interface Wanted {
  readonly kind?: Kind
  readonly isRead: (value: unknown, node: Node) => boolean
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isSize = (value: unknown): boolean => isNumber(value) && value >= 0
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
/** `false` is valid in every dialect: it is the default of the boolean form, and restricts nothing. */
const isBound = (value: unknown, {traits}: Node): boolean =>
  isNumber(value) || value === false || (traits.exclusiveIsFlag && isFlag(value))
const isCount = (value: unknown, {raw}: Node): boolean =>
  isSize(value) || !isRecord(raw) || own(raw, 'contains') === undefined

const WANTED: ReadonlyMap<string, Wanted> = new Map<string, Wanted>([
  ['nullable', {kind: 'null', isRead: isFlag}],
  ['x-nullable', {kind: 'null', isRead: isFlag}],
  ['enum', {isRead: Array.isArray}],
  ['minimum', {kind: 'number', isRead: isNumber}],
  ['maximum', {kind: 'number', isRead: isNumber}],
  ['exclusiveMinimum', {kind: 'number', isRead: isBound}],
  ['exclusiveMaximum', {kind: 'number', isRead: isBound}],
  ['multipleOf', {kind: 'number', isRead: value => isNumber(value) && value !== 0}],
  ['minLength', {kind: 'string', isRead: isNumber}],
  ['maxLength', {kind: 'string', isRead: isSize}],
  ['pattern', {kind: 'string', isRead: value => typeof value === 'string'}],
  ['minItems', {kind: 'array', isRead: isNumber}],
  ['maxItems', {kind: 'array', isRead: isSize}],
  ['uniqueItems', {kind: 'array', isRead: isFlag}],
  ['minContains', {kind: 'array', isRead: isCount}],
  ['maxContains', {kind: 'array', isRead: isCount}],
  ['items', {kind: 'array', isRead: (value, {traits}) => !Array.isArray(value) || traits.tuple === 'items'}],
  ['minProperties', {kind: 'object', isRead: isNumber}],
  ['maxProperties', {kind: 'object', isRead: isSize}],
  ['required', {kind: 'object', isRead: Array.isArray}]
])

/** Kind of values that a keyword restricts; `undefined` if it restricts all kinds. */
export const kindOfKeyword = (keyword: string): Kind | undefined => WANTED.get(keyword)?.kind

/** Whether a keyword has an invalid value, such as a string for `maxLength`. */
export function isUnreadable(node: Node, keyword: string): boolean {
  if (!isRecord(node.raw) || !Object.hasOwn(node.raw, keyword)) return false
  return WANTED.get(keyword)?.isRead(node.raw[keyword], node) === false
}

/** Keywords of a schema that have invalid values. */
export const unreadableIn = (node: Node): string[] =>
  isRecord(node.raw) ? Object.keys(node.raw).filter(keyword => isUnreadable(node, keyword)) : []

/** Reason why a schema with an invalid keyword is undetermined. */
export const whyUnread = (keyword: string): string =>
  `${/^[aei]/.test(keyword) ? 'an' : 'a'} \`${keyword}\` that cannot be read`
