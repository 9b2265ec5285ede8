import {codeOf, visible} from '../text/escape.ts'

/** One line of a terminal or of a build server's log: a name can neither begin a line of its own nor be a command. */
export const plainText = (text: string): string =>
  visible(text)
    .replace(/[\n\r]/g, each => (each === '\n' ? '\\n' : codeOf(each)))
    // Build servers take commands from what is printed: GitHub `::error::` at the start of a line, and `##[error]`
    // wherever it stands, as Azure does with `##vso[`.
    .replace(/^(\s*):(?=:)/, (_, blank: string) => `${blank}${codeOf(':')}`)
    .replace(/##(?=\w*\[)/g, `#${codeOf('#')}`)
