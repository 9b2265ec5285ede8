import type {ChangeKind} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'

/** Names of kinds that aren't a noun and what happened to it. */
const NAMES: {readonly [Kind in ChangeKind]?: readonly [one: string, many: string]} = {
  'null-allowed': ['value that can now be `null`', 'values that can now be `null`'],
  'null-refused': ['value that can no longer be `null`', 'values that can no longer be `null`'],
  'object-closed': ['object that rejects undocumented fields', 'objects that reject undocumented fields'],
  'object-opened': ['object that allows undocumented fields', 'objects that allow undocumented fields'],
  'field-access-changed': ['change of read or write access', 'changes of read or write access'],
  'field-writable-added': ['newly writable field', 'newly writable fields'],
  'pagination-added': ['newly paginated list', 'newly paginated lists'],
  'sunset-set': ['new sunset', 'new sunsets'],
  'sunset-moved-later': ['postponed sunset', 'postponed sunsets'],
  'sunset-moved-earlier': ['earlier sunset', 'earlier sunsets'],
  renamed: ['rename', 'renames'],
  moved: ['moved parameter', 'moved parameters'],
  deprecated: ['deprecation', 'deprecations']
}

const NOUNS: Readonly<Record<string, string>> = {
  'error code': 'error',
  security: 'security requirement',
  body: 'request body',
  'required body': 'required request body'
}
/** What happened, for the last word of a kind that isn't a participle. */
const PARTICIPLES: Readonly<Record<string, string>> = {
  required: 'made required',
  optional: 'made optional',
  stricter: 'made stricter',
  looser: 'made looser'
}

/** Kinds of change inside a request or a response. Others, such as parameters, are on one side by nature. */
const CONTENT_KINDS =
  /^(?:field|required-field|header|value|type|null|format|opaque-format|default|constraint|object|alternative|composition|discriminator|media-type)-/

/** How often a kind of change happened, and the side if all were on one: `3 constraints loosened in responses`. */
export function countKind(kind: ChangeKind, count: number, side?: Direction): string {
  const words = kind.split('-')
  const last = words.at(-1) ?? kind
  const written = words.slice(0, -1).join(' ')
  const noun = NOUNS[written] ?? written
  const happened = PARTICIPLES[last] ?? last
  const [one, many] = NAMES[kind] ?? [`${noun} ${happened}`, `${pluralOf(noun)} ${happened}`]
  const preposition = {added: 'to', removed: 'from'}[last] ?? 'in'
  const where = side !== undefined && CONTENT_KINDS.test(kind) ? ` ${preposition} ${side}s` : ''
  return `${count} ${count === 1 ? one : many}${where}`
}

const pluralOf = (noun: string): string =>
  noun.endsWith('s') ? `${noun}es` : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
