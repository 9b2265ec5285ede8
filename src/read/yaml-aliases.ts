import {pointerTo} from '../model/place.ts'

const NAME = /[^\s,[\]{}]+/y
const BEFORE_NODE = /[\s[{,:]/

/** The words behind a sign, where a value may begin. */
function* wordsBehind(sign: '&' | '*', text: string): Iterable<string> {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    if (at > 0 && !BEFORE_NODE.test(text[at - 1] as string)) continue
    NAME.lastIndex = at + 1
    const [name] = NAME.exec(text) ?? []
    if (name !== undefined) yield name
  }
}

/** Whether there may be an alias: in prose both signs are rare, and seldom before the same word. */
export function holdsAliases(text: string): boolean {
  const anchors = new Set(wordsBehind('&', text))
  if (anchors.size === 0) return false
  for (const name of wordsBehind('*', text)) if (anchors.has(name)) return true
  return false
}

/** Where a value holds itself, as a pointer: an alias within what it names. */
export function circleIn(root: unknown): string | undefined {
  const open: {readonly value: object; readonly keys: readonly string[]; at: number}[] = []
  const within = new Set<object>()
  const done = new Set<object>()
  const enter = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || done.has(value)) return
    within.add(value)
    open.push({value, keys: Object.keys(value), at: 0})
  }
  enter(root)
  for (let here = open.at(-1); here; here = open.at(-1)) {
    const key = here.keys[here.at++]
    if (key === undefined) {
      within.delete(here.value)
      done.add(here.value)
      open.pop()
      continue
    }
    const value = (here.value as Record<string, unknown>)[key]
    if (typeof value === 'object' && value !== null && within.has(value)) {
      return pointerTo(open.map(({keys, at}) => keys[at - 1] ?? ''))
    }
    enter(value)
  }
  return undefined
}
