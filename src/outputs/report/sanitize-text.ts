import {escapeCharacter, escapeInvisible} from '../../text/escape.ts'

/** Makes a text safe for one line of a terminal or CI log: names can neither start a new line nor form a command. */
export const plainText = (text: string): string =>
  escapeInvisible(text)
    .replace(/[\n\r]/g, each => (each === '\n' ? '\\n' : escapeCharacter(each)))
    // GitHub executes a line that begins with `::`.
    .replace(/^(\s*):(?=:)/, (_, blank: string) => `${blank}${escapeCharacter(':')}`)
