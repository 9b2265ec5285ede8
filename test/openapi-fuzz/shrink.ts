// What is found is made small: parts are left out on both sides, then on one, as long as it is still found.

import type {Raw, Written} from './descriptions.ts'

const MOST_TRIES = 600

export interface Two {
  readonly older: Written
  readonly newer: Written
}

type Way = readonly string[]

function* waysIn(value: unknown, way: Way = []): Generator<Way> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    yield [...way, key]
    yield* waysIn(inner, [...way, key])
  }
}

const KEPT = new Set([
  'openapi',
  'info',
  'paths',
  'components',
  'components schemas',
  'paths /loans/{id}',
  'paths /loans/{id} put'
])

/** The document without what stands there; itself, where nothing does. */
function without<T>(document: T, way: Way): T {
  const made = structuredClone(document)
  let holder: unknown = made
  for (const key of way.slice(0, -1)) holder = (holder as Raw | undefined)?.[key]
  const last = way.at(-1) ?? ''
  // An empty list of types, values or forms is none that anybody writes.
  if (Array.isArray(holder)) {
    if (holder.length > 1 || way.at(-2) === 'parameters' || way.at(-2) === 'required') holder.splice(Number(last), 1)
  } else if (typeof holder === 'object' && holder !== null) delete (holder as Raw)[last]
  return made
}

export function shrunk(start: Two, stillFails: (two: Two) => boolean): Two {
  let two = start
  let tries = 0
  for (let before = ''; before !== JSON.stringify(two); ) {
    before = JSON.stringify(two)
    const sides: readonly (readonly (keyof Two)[])[] = [['older', 'newer'], ['older'], ['newer']]
    for (const which of sides) {
      for (const way of [...waysIn(two[which[0] ?? 'older'])].sort((a, b) => a.length - b.length)) {
        if (KEPT.has(way.join(' ')) || way.at(-1) === 'type' || tries++ > MOST_TRIES) continue
        const fewer = {...two, ...Object.fromEntries(which.map(side => [side, without(two[side], way)]))}
        if (JSON.stringify(fewer) !== JSON.stringify(two) && stillFails(fewer)) two = fewer
      }
    }
  }
  return two
}
