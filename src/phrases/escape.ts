/**
 * Characters that are written as escapes in every output format. Invisible ones, so that no name in a file can move the
 * cursor, hide text, change its direction, or imitate another name: control and format characters, line separators,
 * noncharacters, and lone surrogates. And the second `#` of `##[error]` or `##vso[…]`, which build servers execute
 * anywhere in a line. Tabs and line breaks are left to each format.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|(?![\u061c\u200c-\u200f])[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]|(?<=[!-~])[\u061c\u200c-\u200f]|[\u061c\u200c-\u200f](?=[!-~])|(?<=#)#(?=\w*\[)/gu

/** Fast path: almost every text is printable ASCII without a command. */
const isPlainAscii = (text: string): boolean => !/[^\t\n\r -~]|##/.test(text)

/**
 * Escapes invisible characters. Joiners and direction marks are kept unless next to ASCII: Persian, Hebrew, and emoji
 * need them.
 */
export const escapeInvisible = (text: string): string =>
  isPlainAscii(text) ? text : text.replace(INVISIBLE, escapeCharacter)

/** The escape of a character: `\u202e`, or `\u{e0041}` beyond four digits. */
export function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'}

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  escapeInvisible(text).replace(/[&<>"']/g, each => ENTITIES[each] ?? each)

/** A value as JSON, with characters that could mislead a reader or terminal escaped. It parses to the same value. */
export const jsonText = (value: unknown, indent?: number): string =>
  escapeInvisibleInQuotes(JSON.stringify(value, undefined, indent))

/** Escapes invisible characters as UTF-16 code units, for text inside double quotes of JSON or YAML. */
export const escapeInvisibleInQuotes = (text: string): string =>
  isPlainAscii(text) ? text : text.replace(INVISIBLE, escapeUnits)

const escapeUnits = (character: string): string =>
  [...Array(character.length).keys()].map(at => escapeCharacter(character.charAt(at))).join('')

/** Characters of text between tags that MDX reads as Markdown or as an expression. */
const MARKUP = /[*`~[\]{}|\\]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g

/** HTML whose text contains no character that MDX would interpret. */
export const escapeMarkup = (html: string): string =>
  html.replace(/<[^>]*>|[^<]+/g, part =>
    part.startsWith('<') ? part : part.replace(MARKUP, each => `&#${each.codePointAt(0)};`)
  )
