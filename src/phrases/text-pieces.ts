import {escapeInvisible} from './escape.ts'

/**
 * A piece of a sentence: plain words, a name shown as code, with a link if it has a URL, or an author's free text,
 * which is marked so that a parser knows where it ends.
 */
export type TextPiece = string | {readonly code: string; readonly url?: string} | {readonly free: string}

/** Delimiters of code and free text in flat sentences. They are Unicode noncharacters, which no text contains. */
export const MARKS = {code: ['\ufdd0', '\ufdd1'], free: ['\ufdd2', '\ufdd3']} as const
const ANY_MARK = /[\ufdd0-\ufdd3]/g

/** Fast path: almost all names and notes are one line of printable ASCII without a command. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text) && !text.includes('##')

export const flatCode = (name: string): string => `${MARKS.code[0]}${name}${MARKS.code[1]}`
export const flatFree = (text: string): string => `${MARKS.free[0]}${text}${MARKS.free[1]}`

export const flattenPieces = (pieces: readonly TextPiece[]): string =>
  pieces
    .map(piece => (typeof piece === 'string' ? piece : 'code' in piece ? flatCode(piece.code) : flatFree(piece.free)))
    .join('')

/** A flat sentence as the text of a note, with code in backticks. */
export function noteText(flatText: string): string {
  return flatText.replaceAll(MARKS.code[0], '`').replaceAll(MARKS.code[1], '`').replace(ANY_MARK, '')
}

/** A nonempty code span on one line. */
const CODE_IN_NOTE = /(?<!`)`([^`\n]*[^`\s][^`\n]*)`(?!`)/

/** Splits a note into pieces. Lines are trimmed; line breaks are kept. */
export function notePieces(note: string): TextPiece[] {
  const text = tidyText(note)
  if (!text.includes('`')) return text === '' ? [] : [text]
  const pieces: TextPiece[] = []
  for (const [index, piece] of text.split(CODE_IN_NOTE).entries()) {
    if (piece !== '') pieces.push(index % 2 === 0 ? piece : {code: piece})
  }
  return pieces
}

/** Text for a page: invisible characters are escaped, lines are trimmed. */
export function tidyText(text: string): string {
  if (isPlain(text)) return text.trim()
  return escapeInvisible(text)
    .split(/\r\n|\r|\n/)
    .map(line => line.trim())
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
}

/** A name as code, on one line. */
export const codePiece = (name: string): {readonly code: string} => ({
  code: isPlain(name) ? name : escapeInvisible(name).replace(/\s*[\r\n]+\s*/g, ' ')
})

/** Free text as a piece. */
export const freeTextPiece = (text: string): TextPiece => ({free: tidyText(text)})

/** Pieces of all items, separated by commas, with `link` before the last one: `a, b, and c`. */
export function joinPieces(items: readonly (readonly TextPiece[])[], link?: 'and' | 'or'): TextPiece[] {
  const last = link === undefined ? ', ' : items.length === 2 ? ` ${link} ` : `, ${link} `
  return items.flatMap((item, at) => [...(at === 0 ? [] : [at === items.length - 1 ? last : ', ']), ...item])
}

/** Adds a remark in parentheses. Parentheses at the end of the text take it in. */
export function addAside(pieces: readonly TextPiece[], aside: readonly TextPiece[]): TextPiece[] {
  const last = pieces.at(-1)
  if (aside.length === 0) return [...pieces]
  return typeof last === 'string' && last.endsWith(')')
    ? [...pieces.slice(0, -1), `${last.slice(0, -1)}; `, ...aside, ')']
    : [...pieces, ' (', ...aside, ')']
}

/** Capitalizes the first letter, unless the sentence begins with a name. */
export function capitalizeFirst(pieces: readonly TextPiece[]): TextPiece[] {
  const [first, ...rest] = pieces
  return typeof first === 'string' ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : [...pieces]
}

/** Adds a full stop if the text doesn't end with punctuation. */
export function ensureFullStop(pieces: readonly TextPiece[]): TextPiece[] {
  const last = pieces.at(-1)
  const text = typeof last === 'string' ? last : last && 'free' in last ? last.free : ''
  return last === undefined || /[.!?:;…]["'”’)\]]*\s*$/.test(text) ? [...pieces] : [...pieces, '.']
}

/** Length of pieces as text with code in backticks. */
export const lengthOfPieces = (pieces: readonly TextPiece[]): number =>
  pieces.reduce(
    (sum, piece) =>
      sum + (typeof piece === 'string' ? piece.length : 'code' in piece ? piece.code.length + 2 : piece.free.length),
    0
  )
