import type {Context} from '../context/context.ts'
import {wrapText} from '../outputs/report/wrap-text.ts'
import type {Command} from './command.ts'

/** The context in which a command prints. If it prints sentences, they are wrapped to the terminal. */
export function wrapOutput({isProse}: Pick<Command, 'isProse'>, format: unknown, context: Context): Context {
  const {width} = context
  if (width === undefined || !isProse || format === 'json') return context
  return {
    ...context,
    out: text => context.out(wrapText(text, width)),
    err: text => context.err(wrapText(text, width))
  }
}

/** Words of a help page, up to the column in which descriptions start. */
const TERM = /^ +\S.*? {2,}(?=\S)/

/** Wraps a help page to the terminal: descriptions continue in their own column. */
export function wrapHelp(text: string, width: number | undefined): string {
  if (width === undefined) return text
  return text
    .split('\n')
    .flatMap(line => (line.length <= width ? [line] : wrapHelpLine(line, width)))
    .join('\n')
}

const LEAST_DESCRIPTION = 24

const wrapHelpLine = (line: string, width: number): string[] =>
  wrapColumn(line, (TERM.exec(line)?.[0] ?? /^ */.exec(line)?.[0] ?? '').length, width)

/** Wraps a line whose last column starts at `column`: it continues there, or below if there's little room. */
export function wrapColumn(line: string, column: number, width: number): string[] {
  const term = line.slice(0, column)
  const isNarrow = width - term.length < LEAST_DESCRIPTION
  const indent = ' '.repeat(isNarrow ? 4 : term.length)
  const lines = isNarrow && term.trim() !== '' ? [term.trimEnd()] : []
  let current = lines.length > 0 ? indent : term
  let isEmpty = true
  for (const word of line.slice(term.length).split(' ')) {
    if (!isEmpty && current.length + 1 + word.length > width) {
      lines.push(current.trimEnd())
      current = indent
      isEmpty = true
    }
    current += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, current]
}
