import type {Node} from './document/node.ts'
import {isRecord, type Kind, own} from './json.ts'

/** What a keyword must hold so that it can be read, and the kind of values that it speaks of; all, where none is named. */
interface Wanted {
  readonly kind?: Kind
  readonly isRead: (value: unknown, node: Node) => boolean
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isSize = (value: unknown): boolean => isNumber(value) && value >= 0
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
/** What is left out is false where it is a flag: who writes so where it is none says nothing either. */
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

/** The kind of values that a keyword speaks of; nothing, where it is all of them. */
export const kindOfKeyword = (keyword: string): Kind | undefined => WANTED.get(keyword)?.kind

/** Whether a keyword is there and holds what nobody can read: a `maxLength` that is a text. */
export function isUnreadable(node: Node, keyword: string): boolean {
  if (!isRecord(node.raw) || !Object.hasOwn(node.raw, keyword)) return false
  return WANTED.get(keyword)?.isRead(node.raw[keyword], node) === false
}

/** The keywords of a schema that nobody can read. */
export const unreadableIn = (node: Node): string[] =>
  isRecord(node.raw) ? Object.keys(node.raw).filter(keyword => isUnreadable(node, keyword)) : []

/** Why what such a keyword decides is not known. */
export const whyUnread = (keyword: string): string =>
  `${/^[aei]/.test(keyword) ? 'an' : 'a'} \`${keyword}\` that cannot be read`
