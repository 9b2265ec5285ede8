import {codeOf, type Piece} from '../text-pieces.ts'

const LONGEST = 60

/** No longer than a line can hold; what is cut is shown as cut. */
export const shortened = (text: string, longest = LONGEST): string =>
  text.length <= longest ? text : `${[...text].slice(0, longest - 1).join('')}…`

/** A value as JSON has it, in code; text that is a name by itself goes without quotes. */
export const valuePiece = (value: unknown): Piece => codeOf(shortened(textOf(value)))

const textOf = (value: unknown): string => (typeof value === 'string' && value.trim() !== '' ? value : jsonOf(value))

/** A value as JSON. What is no JSON is shown as the text that it is. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

/** `a`, `b` or `c`; of more than `most` the first, and how many more there are beside the `others` that are not given. */
export function listPieces(values: readonly unknown[], link: 'and' | 'or', most: number, others = 0): Piece[] {
  const shown = values.slice(0, most)
  const rest = values.length - shown.length + others
  const pieces = shown.flatMap((value, index): Piece[] => {
    const before = index === 0 ? [] : [rest === 0 && index === shown.length - 1 ? ` ${link} ` : ', ']
    return [...before, valuePiece(value)]
  })
  return rest > 0 ? [...pieces, ` and ${rest} more`] : pieces
}

const FEW = 4

/** One value, or any of a list. */
export const eitherPieces = (value: unknown): Piece[] =>
  Array.isArray(value) && value.length > 0 && value.every(each => typeof each !== 'object')
    ? listPieces(value, 'or', FEW)
    : [valuePiece(value)]

/** `X, was Y`. Where both are long and begin alike, what is shown begins shortly before the place where they part. */
export function besidePieces(fresh: unknown, old: unknown): Piece[] {
  // A number and the same number as text would read alike.
  const write = typeof fresh !== typeof old && textOf(fresh) === textOf(old) ? jsonOf : textOf
  const [is, was] = [write(fresh), write(old)]
  const start = Math.max(is.length, was.length) > LONGEST ? beforeParting(is, was) : 0
  const piece = (text: string): Piece => codeOf(shortened(start === 0 ? text : `…${text.slice(start)}`))
  return [piece(is), ', was ', piece(was)]
}

/** Where a word begins that both still have; nothing is left out where what differs is in sight anyway. */
function beforeParting(one: string, other: string): number {
  let parting = 0
  while (parting < one.length && one[parting] === other[parting]) parting++
  if (isLowSurrogate(one.charCodeAt(parting))) parting--
  if (parting < LONGEST / 2) return 0
  const before = /(?<=[^\p{L}\p{N}])[\p{L}\p{N}].{0,20}$/su.exec(one.slice(0, parting))
  return before?.index ?? parting
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** ` is now X, was Y`; of what one side lacks the other is told. */
export function movedPieces({old, new: fresh}: {readonly old?: unknown; readonly new?: unknown}): Piece[] {
  if (jsonOf(old) === jsonOf(fresh)) return [' has changed']
  if (fresh === undefined) return [' is no longer ', ...eitherPieces(old)]
  if (old === undefined) return [' is now ', ...eitherPieces(fresh)]
  if (Array.isArray(fresh) || Array.isArray(old))
    return [' is now ', ...eitherPieces(fresh), ', was ', ...eitherPieces(old)]
  return [' is now ', ...besidePieces(fresh, old)]
}
