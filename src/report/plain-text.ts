/**
 * One line of text. What files say is data: line feeds and other control characters, marks that turn the direction of
 * text and marks that take no room are shown by their code, so that no name can begin a line of ours (a command, to a
 * build server), move a cursor, hide, or pass for another.
 */
export const plainText = (text: string): string =>
  text
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
      /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g,
      character => (character === '\n' ? '\\n' : codeOf(character))
    )
    // Build servers take commands from what is printed: GitHub `::error::` at the start of a line, and `##[error]`
    // wherever it stands, as Azure does with `##vso[`.
    .replace(/^(\s*):(?=:)/, (_, blank: string) => `${blank}${codeOf(':')}`)
    .replace(/##(?=\w*\[)/g, `#${codeOf('#')}`)

const codeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
