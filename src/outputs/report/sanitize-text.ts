import {escapeCharacter, escapeInvisible} from '../../phrases/escape.ts'

/** Makes a text safe for one line of a terminal or CI log: names can neither start a new line nor form a command. */
export const plainText = (text: string): string =>
  escapeInvisible(text)
    .replace(/[\n\r]/g, each => (each === '\n' ? '\\n' : escapeCharacter(each)))
    // GitHub executes a line that begins with `::`.
    .replace(/^(\s*):(?=:)/, (_, blank: string) => `${blank}${escapeCharacter(':')}`)

/**
 * The text of a terminal or CI log. Every line of it is made safe here, whatever it consists of. Of the codes that a
 * terminal acts upon, only those of colors stay, and only if there are colors.
 */
export const printLines = (lines: readonly string[], hasColors = false): string =>
  `${lines.map(line => (hasColors ? line.split(COLOR).map(printPart).join('') : plainText(line))).join('\n')}\n`

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const COLOR = /(\u001b\[\d{1,2}m)/

/** Every second part of a line is the code of a color. */
const printPart = (part: string, at: number): string => (at % 2 === 0 ? plainText(part) : part)

/** Puts empty lines between blocks of lines. Blocks without lines are left out. */
export const joinBlocks = (blocks: readonly (readonly string[])[]): string[] =>
  blocks.filter(({length}) => length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]))
