// Parameters as texts: how a value is serialized, and which values a text may stand for.

import type {Raw} from './descriptions.ts'

// A text that contains a delimiter is skipped.
const PLAIN = /^[^,|.;=&\s]+$/
const MAX_LISTS = 200

/** The delimiter between the items of a list, or `undefined` if each item has its own text. */
const delimiterOf = ({in: place, style, explode}: Raw): string | undefined => {
  const known = style ?? (place === 'query' ? 'form' : 'simple')
  const isExploded = explode ?? known === 'form'
  if (known === 'simple') return ','
  if (known === 'label') return isExploded ? '.' : ','
  if (isExploded) return undefined
  return known === 'spaceDelimited' ? ' ' : known === 'pipeDelimited' ? '|' : ','
}

const prefixOf = ({in: place, style, name}: Raw): string =>
  place === 'path' && style === 'label' ? '.' : place === 'path' && style === 'matrix' ? `;${name}=` : ''

const textOf = (value: unknown, delimiter: string | undefined): string | undefined => {
  if (value === null || typeof value === 'object') return undefined
  const text = String(value)
  const isPlain = PLAIN.test(text) || (typeof value === 'number' && delimiter !== '.')
  return isPlain ? text : undefined
}

/** The texts that a value is sent as, or `undefined` if they are ambiguous (empty, or with a delimiter inside). */
export function serialize(value: unknown, parameter: Raw): string[] | undefined {
  const items = Array.isArray(value) ? value : [value]
  const delimiter = delimiterOf(parameter)
  const texts = items.map(item => textOf(item, delimiter))
  if (texts.length === 0 || texts.some(text => text === undefined)) return undefined
  const whole = delimiter === undefined ? (texts as string[]) : [texts.join(delimiter)]
  return whole.map(text => `${prefixOf(parameter)}${text}`)
}

/** All values that the texts may stand for. */
export function parseValues(texts: readonly string[], parameter: Raw): unknown[] {
  const prefix = prefixOf(parameter)
  if (!texts.every(text => text.startsWith(prefix))) return []
  const bare = texts.map(text => text.slice(prefix.length))
  const delimiter = delimiterOf(parameter)
  const lists = delimiter === undefined ? [bare] : bare.length === 1 ? [bare[0]?.split(delimiter) ?? []] : []
  const found: unknown[] = bare.length === 1 ? scalarsIn(bare[0] as string) : []
  for (const list of lists) {
    let all: unknown[][] = [[]]
    for (const item of list)
      all = all.flatMap(each => scalarsIn(item).map(value => [...each, value])).slice(0, MAX_LISTS)
    found.push(...all)
  }
  return found
}

/** All scalars that a text may stand for. */
export function scalarsIn(text: string): unknown[] {
  const found: unknown[] = [text]
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) found.push(Number(text))
  if (text === 'true' || text === 'false') found.push(text === 'true')
  return found
}
