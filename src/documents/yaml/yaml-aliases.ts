import {formatPointer} from '../../model/location.ts'

const NAME = /[^\s,[\]{}]+/y
const BEFORE_NODE = /[\s[{,:]/

/** The words after an anchor sign (`&`) or alias sign (`*`), in places where a YAML value can begin. */
function* wordsAfter(sign: '&' | '*', text: string): Iterable<string> {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    if (at > 0 && !BEFORE_NODE.test(text[at - 1] as string)) continue
    NAME.lastIndex = at + 1
    const [name] = NAME.exec(text) ?? []
    if (name !== undefined) yield name
  }
}

/** Whether a text may contain an alias: a word that occurs after both signs. In prose, that is rare. */
export function mayContainAliases(text: string): boolean {
  const anchors = new Set(wordsAfter('&', text))
  if (anchors.size === 0) return false
  for (const name of wordsAfter('*', text)) if (anchors.has(name)) return true
  return false
}

/** The maximum number of values in a description with all aliases expanded. */
export const MAX_EXPANDED_VALUES = 10_000_000

interface AliasFault {
  readonly pointer: string
  /** Whether the value contains itself; otherwise, it is too large when expanded. */
  readonly isCircle: boolean
}

/**
 * The first value that contains itself through aliases, or that is too large when expanded; `undefined` if there is
 * none. Sizes are computed without expanding aliases.
 */
export function findAliasFault(root: unknown): AliasFault | undefined {
  const open: {readonly value: object; readonly keys: readonly string[]; at: number; size: number}[] = []
  const within = new Set<object>()
  const sizes = new Map<object, number>()
  const enter = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const known = sizes.get(value)
    const holder = open.at(-1)
    if (known !== undefined) {
      if (holder) holder.size += known
      return
    }
    within.add(value)
    const keys = Object.keys(value)
    open.push({value, keys, at: 0, size: 1 + keys.length})
  }
  const pointer = (): string => formatPointer(open.map(({keys, at}) => keys[at - 1] ?? ''))
  enter(root)
  for (let here = open.at(-1); here; here = open.at(-1)) {
    if (here.size > MAX_EXPANDED_VALUES) return {pointer: pointer(), isCircle: false}
    const key = here.keys[here.at++]
    if (key === undefined) {
      within.delete(here.value)
      sizes.set(here.value, here.size)
      open.pop()
      const holder = open.at(-1)
      if (holder) holder.size += here.size
      continue
    }
    const value = (here.value as Record<string, unknown>)[key]
    if (typeof value === 'object' && value !== null && within.has(value)) return {pointer: pointer(), isCircle: true}
    enter(value)
  }
  return undefined
}
