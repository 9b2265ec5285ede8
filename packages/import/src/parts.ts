/** A part of a document that can be parsed alone, with the number of lines before it. */
export interface MarkdownPart {
  readonly text: string
  readonly linesBefore: number
  /** The number of lines of the part. Those beyond are the definitions of links that it uses. */
  readonly lines: number
}

/** Up to this length, a document is a single part. The parser takes time that grows with the square of the length. */
const MAX_LENGTH = 100_000

/** The length of a part after which it ends before the next heading. */
const LENGTH = 500

const DEFINITION = /^ {0,3}\[([^[\]]+)\]:.*$/gm
const FENCE = /^ {0,3}(```+|~~~+)/
/** HTML that doesn't end with a blank line. */
const LONG_HTML = /^ {0,3}<(?:!--|script|pre|style|textarea|\?|!\[CDATA\[|![a-z])/i
const UNDERLINE = /^(?:=+|-+)[\t ]*$/

/**
 * Divides a long document at its headings, outside of code and HTML. Each part ends with the definitions of the links
 * that it uses.
 */
export function divideMarkdown(markdown: string): MarkdownPart[] {
  const lines = markdown.split('\n')
  if (markdown.length <= MAX_LENGTH || lines.some(line => LONG_HTML.test(line)))
    return [{text: markdown, linesBefore: 0, lines: lines.length}]
  const definitions = new Map([...markdown.matchAll(DEFINITION)].map(([line, label = '']) => [keyOf(label), line]))
  const parts: MarkdownPart[] = []
  let start = 0
  let length = 0
  const close = (end: number): void => {
    const own = lines.slice(start, end)
    parts.push({text: withDefinitions(own.join('\n'), definitions), linesBefore: start, lines: end - start})
    start = end
    length = 0
  }
  const starts = findBlockStarts(lines)
  for (const [at, line] of lines.entries()) {
    if (starts.has(at) && at > start && length > LENGTH) close(at)
    length += line.length + 1
  }
  close(lines.length)
  return parts
}

/** The lines on which a new block begins whatever comes before it. */
function findBlockStarts(lines: readonly string[]): ReadonlySet<number> {
  const starts = new Set<number>()
  let fence: string | undefined
  let next = 0
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? ''
    const isSeparate = fence === undefined && before.trim() === ''
    const isHeading = isSeparate && /^#{1,6}[\t ]/.test(line)
    if (isHeading || (isSeparate && next === at - 1 && isParagraph(line))) next = at
    if (next === at) starts.add(at)
    fence = fenceAfter(line, fence)
    const isUnderline = fence === undefined && next === at - 1 && /^\w/.test(before) && UNDERLINE.test(line)
    // A heading of one line and its underline end where the next line begins.
    if (isUnderline || isHeading) next = at + 1
  }
  return starts
}

const isParagraph = (line: string): boolean => /^\w/.test(line) && !/^\d+[.)]/.test(line)

/** The fence of the code that is open after a line; `undefined` if there is none. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const mark = FENCE.exec(line)?.[1]
  if (mark === undefined || open === undefined) return open ?? mark
  return mark.startsWith(open) ? undefined : open
}

function withDefinitions(text: string, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0) return text
  const labels = new Set([...text.matchAll(/\[([^[\]]+)\](?!:)/g)].map(([, label = '']) => keyOf(label)))
  const used = [...labels].flatMap(label => definitions.get(label) ?? [])
  return used.length === 0 ? text : `${text}\n\n${used.join('\n')}`
}

const keyOf = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase()
