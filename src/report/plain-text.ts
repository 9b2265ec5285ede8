/**
 * What files say is data. Control characters and marks that turn the direction of text are shown by their code, so
 * that no name can move a cursor, hide a line or pass for another.
 */
export const plainText = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
