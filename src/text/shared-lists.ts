/** Lists of names that several lines have in common, each with a number by which the lines refer to it. */
export interface SharedLists {
  /** The number of the list. `undefined` if the line has to show it, because it is short or its own. */
  readonly numberOf: (names: readonly string[]) => number | undefined
  readonly lists: readonly (readonly string[])[]
}

/** Lists with more names than this are shown once, however many lines have them. */
const MOST_REPEATED = 12

const keyOf = (names: readonly string[]): string => names.toSorted().join('\n')

/** Finds the long lists that are the same for several lines, and numbers them from 1. */
export function shareLists(all: readonly (readonly string[])[]): SharedLists {
  const known = new Map<string, readonly string[]>()
  const numbers = new Map<string, number>()
  for (const names of all) {
    if (names.length <= MOST_REPEATED) continue
    const key = keyOf(names)
    if (known.has(key) && !numbers.has(key)) numbers.set(key, numbers.size + 1)
    known.set(key, names)
  }
  return {
    numberOf: names => (names.length <= MOST_REPEATED ? undefined : numbers.get(keyOf(names))),
    lists: [...numbers.keys()].map(key => known.get(key) ?? [])
  }
}

/** Divides names into rows of at most `width` characters, with two more for what separates them. */
export function divideIntoRows<Name>(
  names: readonly Name[],
  lengthOf: (name: Name) => number,
  width: number
): Name[][] {
  const rows: Name[][] = []
  let used = 0
  for (const name of names) {
    const length = lengthOf(name) + 2
    const row = rows.at(-1)
    if (row && used + length <= width) {
      row.push(name)
      used += length
    } else {
      rows.push([name])
      used = length
    }
  }
  return rows
}

/** Maximum length of a row of names in a terminal. */
const ROW_WIDTH = 100

/** Names in rows, separated by commas. */
export const nameRows = (names: readonly string[]): string[] =>
  divideIntoRows(names, ({length}) => length, ROW_WIDTH).map(row => row.join(', '))
