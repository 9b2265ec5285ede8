/** Groups items by key and keeps their order. Node 20 has no `Map.groupBy`. */
export const groupBy = <Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> =>
  groupByEach(items, item => [keyOf(item)])

/** Groups items that have several keys, which are distinct. */
export function groupByEach<Item, Key>(
  items: Iterable<Item>,
  keysOf: (item: Item) => Iterable<Key>
): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}
