import type {ChangeKind} from '../../model/api/change.ts'

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
const ADJECTIVES: Readonly<Record<string, string>> = {required: 'newly required', optional: 'newly optional'}

/** How often a kind of change happened: `3 tightened constraints`. */
export function countKind(kind: ChangeKind, count: number): string {
  const words = kind.split('-')
  const last = words.at(-1) ?? kind
  const written = words.slice(0, -1).join(' ')
  const one = `${ADJECTIVES[last] ?? last} ${NOUNS[written] ?? written}`
  const [name, names] = NAMES[kind] ?? [one, pluralOf(one)]
  return `${count} ${count === 1 ? name : names}`
}

const pluralOf = (noun: string): string =>
  noun.endsWith('s') ? `${noun}es` : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
