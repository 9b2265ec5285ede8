import {kindOf} from '../../languages/kinds.ts'
import type {ChangeKind} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'

/** What happened, for the last word of a kind that isn't a participle. */
const PARTICIPLES: Readonly<Record<string, string>> = {
  required: 'made required',
  optional: 'made optional',
  stricter: 'made stricter',
  looser: 'made looser'
}

/** How often a kind of change happened, and the side if all were on one: `3 constraints loosened in responses`. */
export function countKind(kind: ChangeKind, count: number, side?: Direction): string {
  const words = kind.split('-')
  const last = words.at(-1) ?? kind
  const written = words.slice(0, -1).join(' ')
  const {noun = written, counted, isInside} = kindOf(kind)
  const happened = PARTICIPLES[last] ?? last
  const [one, many] = counted ?? [`${noun} ${happened}`, `${pluralOf(noun)} ${happened}`]
  const preposition = {added: 'to', removed: 'from'}[last] ?? 'in'
  const where = side !== undefined && isInside ? ` ${preposition} ${side}s` : ''
  return `${count} ${count === 1 ? one : many}${where}`
}

const pluralOf = (noun: string): string =>
  noun.endsWith('s') ? `${noun}es` : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
