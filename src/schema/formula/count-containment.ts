/** Negative lookarounds and backreferences. With these, allowing more repeats does not always match more. */
const UNSURE = /\(\?<?!|\\[1-9k]/
/** Token of a pattern: an escape, a class, the start of a lookaround, a quantifier, or a single character. */
const TOKEN = /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=:!]?|([*+?]|\{(\d+)(,?)(\d*)\})\??|./gsu

interface Token {
  readonly text: string
  least: number
  most: number
}

/**
 * Whether two patterns differ only in their quantifiers, and the other one allows every count that this one allows.
 * Then every string that matches this one matches the other, however large the patterns are.
 */
export function isContainedByCounts(pattern: string, other: string): boolean {
  if (UNSURE.test(pattern) || UNSURE.test(other)) return false
  const [inner, outer] = [tokenize(pattern), tokenize(other)]
  return (
    inner.length === outer.length &&
    inner.every((part, at) => {
      const {text, least, most} = outer[at] as Token
      return part.text === text && part.least >= least && part.most <= most
    })
  )
}

function tokenize(pattern: string): Token[] {
  const parts: Token[] = []
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
