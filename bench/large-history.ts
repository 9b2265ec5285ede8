// A made-up library service of any size, the same on every run: what the benchmarks and some tests read.

/** Small numbers that look random and are the same everywhere (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const THINGS = ['loans', 'shelves', 'copies', 'readers', 'branches', 'fines', 'holds', 'events', 'rooms', 'authors']
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

export interface Size {
  readonly endpoints: number
  readonly releases: number
}

/**
 * A history in which each endpoint is added, many are changed, most of the early ones are deprecated with a replacement
 * and a sunset, and removed; about three and a half events for each endpoint.
 */
export function largeHistory({endpoints, releases}: Size, seed = 1): string {
  const next = numbers(seed)
  const lines: string[][] = Array.from({length: releases}, () => [])
  const day = (release: number): string =>
    new Date(Date.UTC(2008, 0, 15) + release * 30 * 86_400_000).toISOString().slice(0, 10)
  for (let index = 0; index < endpoints; index++) {
    const thing = THINGS[index % THINGS.length]
    const method = METHODS[Math.floor(index / THINGS.length) % METHODS.length]
    const path = `/v${1 + (index % 3)}/${thing}/{${thing}_id}/part-${Math.floor(index / 50)}`
    const added = next(Math.floor(releases * 0.6))
    lines[added]?.push(
      `      - added: ${method} ${path}\n        note: Part ${index} of the ${thing}, as ordered by reader ${next(90_000)}.`
    )
    const changes = 1 + next(2)
    for (let change = 1; change <= changes; change++) {
      const at = Math.min(releases - 1, added + change * (1 + next(8)))
      lines[at]?.push(
        `      - changed: ${method} ${path}\n        breaking: ${next(12) === 0}\n        note: The answer now also tells shelf ${next(9_000)}, see \`due_${next(40)}\`.`
      )
    }
    if (index % 3 === 0) continue
    const deprecated = Math.min(releases - 2, added + 20 + next(20))
    const removed = Math.min(releases - 1, deprecated + 8 + next(10))
    lines[deprecated]?.push(
      `      - deprecated: ${method} ${path}\n        replacement: ${method} ${path.replace(/^\/v\d/, '/v4')}\n        sunset: ${day(removed)}`
    )
    if (index % 3 === 1)
      lines[removed]?.push(
        `      - removed: ${method} ${path}\n        replacement: ${method} ${path.replace(/^\/v\d/, '/v4')}`
      )
  }
  const items = lines.map((changes, release) => {
    const head = `  - release: ${1 + Math.floor(release / 20)}.${release % 20}\n    date: ${day(release)}`
    return changes.length === 0 ? head : `${head}\n    changes:\n${changes.join('\n')}`
  })
  return `format: 1\nservice: Lending Library API\nreleases:\n${items.join('\n')}\n`
}
