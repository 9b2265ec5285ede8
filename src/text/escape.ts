/**
 * What files say is data. Characters that no reader sees are written by their code, in every language that we write, so
 * that no name can move a cursor, hide, turn the direction of what follows, or pass for another name: control and format
 * characters, separators of lines, noncharacters and halves of characters. Tabs and line breaks are left to each language.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are meant
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|(?![\u061c\u200c-\u200f])[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]|(?<=[!-~])[\u061c\u200c-\u200f]|[\u061c\u200c-\u200f](?=[!-~])/gu

/** Nearly every text is of such characters alone, and needs no closer look. */
const isSeen = (text: string): boolean => !/[^\t\n\r -~]/.test(text)

/** Joiners and marks of direction stay where no ASCII stands beside them: Persian, Hebrew and emoji need them. */
export const visible = (text: string): string => (isSeen(text) ? text : text.replace(UNSEEN, codeOf))

/** The code of a character: `\u202e`, and `\u{e0041}` beyond four digits. */
export function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'}

/** Text between tags, and in an attribute with quotes. */
export const escapeHtml = (text: string): string => visible(text).replace(/[&<>"']/g, each => ENTITIES[each] ?? each)

/** A value as JSON: the same data, and no character in it that a terminal or a reader could be misled by. */
export const jsonText = (value: unknown, indent?: number): string =>
  unseenByCode(JSON.stringify(value, undefined, indent))

/** A text in which all that is not seen stands between the double quotes of JSON or YAML, with its codes there. */
export const unseenByCode = (text: string): string => (isSeen(text) ? text : text.replace(UNSEEN, unitsOf))

const unitsOf = (character: string): string =>
  [...Array(character.length).keys()].map(at => codeOf(character.charAt(at))).join('')
