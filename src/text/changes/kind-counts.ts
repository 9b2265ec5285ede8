import {kindOf} from '../../languages/kinds.ts'
import type {ChangeKind} from '../../model/api/change.ts'

/** What happened, for the last word of a kind that isn't a participle. */
const PARTICIPLES: Readonly<Record<string, string>> = {
  required: 'made required',
  optional: 'made optional',
  stricter: 'made stricter',
  looser: 'made looser'
}

/** How often a kind of change happened, and where if all were on one side: `3 constraints loosened in responses`. */
export function countKind(kind: ChangeKind, count: number, where?: string): string {
  const words = kind.split('-')
  const last = words.at(-1) ?? kind
  const written = words.slice(0, -1).join(' ')
  const {noun = written, counted, isInside} = kindOf(kind)
  const happened = PARTICIPLES[last] ?? last
  const [one, many] = counted ?? [`${noun} ${happened}`, `${pluralOf(noun)} ${happened}`]
  const preposition = {added: 'to', removed: 'from'}[last] ?? 'in'
  return `${count} ${count === 1 ? one : many}${where !== undefined && isInside ? ` ${preposition} ${where}s` : ''}`
}

const pluralOf = (noun: string): string =>
  noun.endsWith('s') ? `${noun}es` : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
