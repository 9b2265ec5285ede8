/** Minimum width of a line, whatever the terminal says. */
const MIN_WIDTH = 40
// biome-ignore lint/suspicious/noControlCharactersInRegex: color codes take no room on the screen
const COLOR_CODE = /\u001b\[[\d;]*m/g
/** Indentation, and the sign or arrow that starts an entry. */
const MARGIN = /^ *(?:[✖?✔–!i→•-] )?/
/** A line of source code, or the caret below one. */
const CODE_LINE = /^ *>? *\d* \| /

const widthOf = (text: string): number => text.replace(COLOR_CODE, '').length

/**
 * Wraps long lines at spaces for a terminal of the width. Continued lines are indented like the text of the first one.
 * Lines of source code and words that are longer than a line stay whole.
 */
export function wrapText(text: string, width: number): string {
  const most = Math.max(width, MIN_WIDTH)
  return text
    .split('\n')
    .flatMap(line => (widthOf(line) <= most || CODE_LINE.test(line) ? [line] : wrapLine(line, most)))
    .join('\n')
}

function wrapLine(line: string, width: number): string[] {
  const margin = MARGIN.exec(line.replace(COLOR_CODE, ''))?.[0].length ?? 0
  const indent = ' '.repeat(margin)
  const [first = '', ...words] = line.split(/(?<=\S) (?=\S)/)
  const lines = [first]
  for (const word of words) {
    const last = lines.at(-1) ?? ''
    if (widthOf(last) + 1 + widthOf(word) <= width || widthOf(last) <= margin)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${indent}${word}`)
  }
  return lines
}
