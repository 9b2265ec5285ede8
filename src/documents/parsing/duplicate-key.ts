/** Message about a key of a YAML map that is given twice, by the offset of its second occurrence. */
export function describeDuplicateKey(text: string, offset: number): string {
  const key = keyAt(text.slice(offset, offset + LONGEST_LINE))
  const first = lineOfFirst(text, offset, key)
  const where = first === undefined ? '' : ` (first on line ${first})`
  return `Duplicate key \`${shorten(key)}\`${where}. Keep one of them.`
}

const LONGEST_LINE = 1000
const LONGEST_KEY = 120

const shorten = (text: string): string => (text.length > LONGEST_KEY ? `${text.slice(0, LONGEST_KEY)}…` : text)

const QUOTED = /^(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\n]|'')*)')(?=\s*:)/

/** The key at the start of a text, without quotes. A plain key ends at a colon before a space, so it can hold braces. */
function keyAt(text: string): string {
  const [quoted, double, single] = QUOTED.exec(text) ?? []
  if (quoted !== undefined) return single?.replaceAll("''", "'") ?? unquote(double ?? '')
  return /^[^\s#][^\n]*?(?=\s*:(?:\s|$))/.exec(text)?.[0] ?? /^[^\s:,}\]]+/.exec(text)?.[0] ?? ''
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}

/** The line of the first occurrence of a duplicate key, if both begin a line; `undefined` if it can't be found. */
function lineOfFirst(text: string, offset: number, key: string): number | undefined {
  const lines = text.slice(0, offset).split('\n')
  const indent = lines.at(-1) ?? ''
  if (indent.trim() !== '') return undefined
  for (let line = lines.length - 1; line > 0; line--) {
    const above = lines[line - 1] ?? ''
    const depth = above.search(/[^\s]/)
    if (depth === indent.length && keyAt(above.slice(depth)) === key) return line
    // A line with less indentation begins the map; the first key of the map may be on it after a dash.
    if (depth !== -1 && depth < indent.length && above[depth] !== '#') {
      return keyAt(above.slice(depth).replace(/^(- +)+/, '')) === key ? line : undefined
    }
  }
  return undefined
}
