/** What is looked for that must not be there, and what refers back: of these more is not always more. */
const UNSURE = /\(\?<?!|\\[1-9k]/
/** A character with its escape, a class, or how often what stands before is repeated. */
const TOKEN = /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=:!]?|([*+?]|\{(\d+)(,?)(\d*)\})\??|./gsu

interface Part {
  readonly text: string
  least: number
  most: number
}

/**
 * Whether two patterns are the same but for how often they repeat what they repeat, and the other one allows all that
 * this one does: then what matches this one matches the other too, however large both are.
 */
export function isCountedWithin(pattern: string, other: string): boolean {
  if (UNSURE.test(pattern) || UNSURE.test(other)) return false
  const [inner, outer] = [partsOf(pattern), partsOf(other)]
  return (
    inner.length === outer.length &&
    inner.every((part, at) => {
      const {text, least, most} = outer[at] as Part
      return part.text === text && part.least >= least && part.most <= most
    })
  )
}

function partsOf(pattern: string): Part[] {
  const parts: Part[] = []
  for (const [token, sign, from, comma, to] of pattern.matchAll(TOKEN)) {
    const last = parts.at(-1)
    if (sign === undefined || !last) {
      parts.push({text: token, least: 1, most: 1})
      continue
    }
    last.least = from === undefined ? (sign === '+' ? 1 : 0) : Number(from)
    last.most = sign === '?' ? 1 : from === undefined || (comma && !to) ? Number.POSITIVE_INFINITY : Number(to || from)
  }
  return parts
}
