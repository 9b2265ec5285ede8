// Random numbers that a seed decides (mulberry32).

export interface Random {
  /** A number from 0 to 1. */
  next(): number
  pick<Item>(all: readonly Item[]): Item
  /** Whether something with this chance happens. */
  happens(chance: number): boolean
}

export function createRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    pick: <Item>(all: readonly Item[]) => all[Math.floor(next() * all.length)] as Item,
    happens: chance => next() < chance
  }
}
