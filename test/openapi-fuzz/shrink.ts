// Shrinks a failing pair: leaves out parts on both sides, then on one, while it still fails.

import type {Raw, Written} from './descriptions.ts'

const MAX_TRIES = 600

export interface DescriptionPair {
  readonly older: Written
  readonly newer: Written
}

type Path = readonly string[]

function* pathsIn(value: unknown, way: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    yield [...way, key]
    yield* pathsIn(inner, [...way, key])
  }
}

const REQUIRED_PATHS = new Set([
  'openapi',
  'info',
  'paths',
  'components',
  'components schemas',
  'paths /loans/{id}',
  'paths /loans/{id} put'
])

/** The document without the value at a path, or unchanged if there is none. */
function without<T>(document: T, way: Path): T {
  const made = structuredClone(document)
  let parent: unknown = made
  for (const key of way.slice(0, -1)) parent = (parent as Raw | undefined)?.[key]
  const last = way.at(-1) ?? ''
  // No one writes an empty list of types, values, or alternatives.
  if (Array.isArray(parent)) {
    if (parent.length > 1 || way.at(-2) === 'parameters' || way.at(-2) === 'required') parent.splice(Number(last), 1)
  } else if (typeof parent === 'object' && parent !== null) delete (parent as Raw)[last]
  return made
}

export function shrink(start: DescriptionPair, stillFails: (pair: DescriptionPair) => boolean): DescriptionPair {
  let pair = start
  let tries = 0
  for (let before = ''; before !== JSON.stringify(pair); ) {
    before = JSON.stringify(pair)
    const sides: readonly (readonly (keyof DescriptionPair)[])[] = [['older', 'newer'], ['older'], ['newer']]
    for (const which of sides) {
      for (const way of [...pathsIn(pair[which[0] ?? 'older'])].sort((a, b) => a.length - b.length)) {
        if (REQUIRED_PATHS.has(way.join(' ')) || way.at(-1) === 'type' || tries++ > MAX_TRIES) continue
        const fewer = {...pair, ...Object.fromEntries(which.map(side => [side, without(pair[side], way)]))}
        if (JSON.stringify(fewer) !== JSON.stringify(pair) && stillFails(fewer)) pair = fewer
      }
    }
  }
  return pair
}
