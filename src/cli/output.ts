import type {Context} from '../app/context.ts'
import {wrapText} from '../outputs/report/wrap-text.ts'
import {EXIT} from './exit-codes.ts'
import type {CommandName} from './overview.ts'

/**
 * Commands whose output consists of sentences, which are wrapped to the width of the terminal. Reports wrap themselves,
 * and documents aren't wrapped.
 */
const SPEAKING: ReadonlySet<CommandName> = new Set(['due', 'init', 'deprecate', 'waive', 'record'])

interface OutputOptions {
  readonly quiet?: boolean
  readonly format?: string | undefined
}

/** Runs a command. Its sentences are wrapped to the terminal, and a quiet one that succeeds prints nothing. */
export async function runWithOutput(
  name: CommandName,
  {quiet = false, format}: OutputOptions,
  context: Context,
  run: (context: Context) => number | Promise<number>
): Promise<number> {
  const {width} = context
  const isWrapped = width !== undefined && SPEAKING.has(name) && format !== 'json'
  const wrap = (text: string): string => (isWrapped ? wrapText(text, width) : text)
  const held: (() => void)[] = []
  const printTo =
    (print: (text: string) => void) =>
    (text: string): void => {
      if (quiet) held.push(() => print(wrap(text)))
      else print(wrap(text))
    }
  let isFine = false
  try {
    const code = await run({...context, out: printTo(context.out), err: printTo(context.err)})
    isFine = code === EXIT.fine
    return code
  } finally {
    if (!isFine) for (const print of held) print()
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
