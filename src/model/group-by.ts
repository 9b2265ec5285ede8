/** Groups items by key and keeps their order. Node 20 has no `Map.groupBy`. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) addToGroup(groups, keyOf(item), item)
  return groups
}

/**
 * Groups items that have several keys each: an item is in the group of every key. The keys of an item must be distinct.
 */
export function groupByEach<Item, Key>(
  items: Iterable<Item>,
  keysOf: (item: Item) => Iterable<Key>
): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) for (const key of keysOf(item)) addToGroup(groups, key, item)
  return groups
}

function addToGroup<Item, Key>(groups: Map<Key, [Item, ...Item[]]>, key: Key, item: Item): void {
  const group = groups.get(key)
  if (group) group.push(item)
  else groups.set(key, [item])
}
