import {visible} from './escape.ts'

/**
 * What a sentence is made of: plain words, names that are shown as code, and free text of an author, set apart so that
 * the reader of the sentence knows where it ends.
 */
export type Piece = string | {readonly code: string} | {readonly free: string}

/**
 * A sentence as one string for the patterns that read it: names and free text stand between marks that no text holds,
 * for Unicode keeps these characters free for such a use.
 */
export const MARKS = {code: ['\ufdd0', '\ufdd1'], free: ['\ufdd2', '\ufdd3']} as const
const ANY_MARK = /[\ufdd0-\ufdd3]/g

/** One line of printable ASCII: what nearly every name and note is. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

export const flatCode = (name: string): string => `${MARKS.code[0]}${name}${MARKS.code[1]}`
export const flatFree = (text: string): string => `${MARKS.free[0]}${text}${MARKS.free[1]}`

export const flat = (pieces: readonly Piece[]): string =>
  pieces
    .map(piece => (typeof piece === 'string' ? piece : 'code' in piece ? flatCode(piece.code) : flatFree(piece.free)))
    .join('')

/** The text of a note: a span between backticks is code, everything else is plain. */
export function noteOf(flatText: string): string {
  return flatText.replaceAll(MARKS.code[0], '`').replaceAll(MARKS.code[1], '`').replace(ANY_MARK, '')
}

/** One line between two single backticks, with something in it. */
const CODE_IN_NOTE = /(?<!`)`([^`\n]*[^`\s][^`\n]*)`(?!`)/

/** A note in pieces. Lines are trimmed; a break between them stays a break. */
export function piecesOfNote(note: string): Piece[] {
  const text = tidy(note)
  if (!text.includes('`')) return text === '' ? [] : [text]
  const pieces: Piece[] = []
  for (const [index, piece] of text.split(CODE_IN_NOTE).entries()) {
    if (piece !== '') pieces.push(index % 2 === 0 ? piece : {code: piece})
  }
  return pieces
}

/** A text as it can stand in a page: nothing that is not seen, no spaces around its lines. */
export function tidy(text: string): string {
  if (isPlain(text)) return text.trim()
  return visible(text)
    .split(/\r\n|\r|\n/)
    .map(line => line.trim())
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
}

/** A name as it can stand in code: in one line. */
export const codeOf = (name: string): {readonly code: string} => ({
  code: isPlain(name) ? name : visible(name).replace(/\s*[\r\n]+\s*/g, ' ')
})

/** The free text of a sentence. */
export const freeOf = (text: string): Piece => ({free: tidy(text)})

/** The first letter of a sentence is a capital, unless the sentence begins with a name. */
export function capital(pieces: readonly Piece[]): Piece[] {
  const [first, ...rest] = pieces
  return typeof first === 'string' ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : [...pieces]
}

/** With a full stop at its end, where more is to follow and an author left it out. */
export function stopped(pieces: readonly Piece[]): Piece[] {
  const last = pieces.at(-1)
  const text = typeof last === 'string' ? last : last && 'free' in last ? last.free : ''
  return last === undefined || /[.!?:;…]["'”’)\]]*\s*$/.test(text) ? [...pieces] : [...pieces, '.']
}
