/** The lines of a heading in a Markdown text, counted from 1, and its depth. */
export interface HeadingLines {
  readonly line: number
  readonly end: number
  readonly depth: number
}

/** The most `#` that a heading can have. */
const MAX_DEPTH = 6

/** Gives the headings of a text new depths, and returns its lines. An underlined heading becomes one with `#`. */
export function moveHeadings(
  lines: readonly string[],
  headings: readonly HeadingLines[],
  depthOf: (depth: number) => number
): string[] {
  const moved: (string | undefined)[] = [...lines]
  for (const {line, end, depth} of headings) {
    const own = lines.slice(line - 1, end)
    const marks = '#'.repeat(Math.min(MAX_DEPTH, depthOf(depth)))
    const [first = ''] = own
    const isUnderlined = end > line
    const text = isUnderlined
      ? own
          .slice(0, -1)
          .map(each => each.trim())
          .join(' ')
      : first.replace(/^\s*#+/, '')
    moved[line - 1] = isUnderlined ? `${marks} ${text}` : `${marks}${text}`
    for (let at = line; at < end; at += 1) moved[at] = undefined
  }
  return moved.filter(each => each !== undefined)
}
