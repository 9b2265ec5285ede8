import {escapeCharacter, escapeInvisible} from '../text/escape.ts'

/** Makes a text safe for one line of a terminal or CI log: names can neither start a new line nor form a command. */
export const plainText = (text: string): string =>
  escapeInvisible(text)
    .replace(/[\n\r]/g, each => (each === '\n' ? '\\n' : escapeCharacter(each)))
    // CI systems execute commands from the output: GitHub `::error::` at the start of a line, and `##[error]` anywhere,
    // like Azure's `##vso[`.
    .replace(/^(\s*):(?=:)/, (_, blank: string) => `${blank}${escapeCharacter(':')}`)
    .replace(/##(?=\w*\[)/g, `#${escapeCharacter('#')}`)
