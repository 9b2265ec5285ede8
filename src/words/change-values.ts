import {codeOf, type Piece} from './pieces.ts'

const LONGEST = 60

/** No longer than a line can hold; what is cut is shown as cut. */
export const shortened = (text: string, longest = LONGEST): string =>
  text.length <= longest ? text : `${[...text].slice(0, longest - 1).join('')}…`

/** A value as JSON has it, in code; text that is a name by itself goes without quotes. */
export function valuePiece(value: unknown): Piece {
  return codeOf(shortened(typeof value === 'string' && value.trim() !== '' ? value : jsonOf(value)))
}

/** A value as JSON. What is no JSON is shown as the text that it is. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

/** `a`, `b` or `c`; of many the first, and how many more there are. */
function anyOfPieces(values: readonly unknown[], most = 4): Piece[] {
  const shown = values.slice(0, values.length > most ? most : values.length)
  const rest = values.length - shown.length
  const pieces = shown.flatMap((value, index): Piece[] => {
    const link = index === 0 ? [] : [rest === 0 && index === shown.length - 1 ? ' or ' : ', ']
    return [...link, valuePiece(value)]
  })
  return rest > 0 ? [...pieces, ` and ${rest} more`] : pieces
}

/** One value, or any of a list. */
export const eitherPieces = (value: unknown): Piece[] =>
  Array.isArray(value) && value.length > 0 && value.every(each => typeof each !== 'object')
    ? anyOfPieces(value)
    : [valuePiece(value)]

/** ` is now X, was Y`; of what one side lacks the other is told. */
export function movedPieces({old, new: fresh}: {readonly old?: unknown; readonly new?: unknown}): Piece[] {
  if (jsonOf(old) === jsonOf(fresh)) return [' has changed']
  if (fresh === undefined) return [' is no longer ', ...eitherPieces(old)]
  if (old === undefined) return [' is now ', ...eitherPieces(fresh)]
  return [' is now ', ...eitherPieces(fresh), ', was ', ...eitherPieces(old)]
}
