import type {TextPiece} from '../../text/text-pieces.ts'

/** Values above this number are counted. */
const MOST_VALUES = 6

/** Phrase about `default`, which stands for everything that isn't listed. */
const OPEN = /^(.*)\b(?:an (error)|a (status)) (that is not listed \()$/
const OF_SEVERAL = / (?:has the new|no longer has the) value $/

const isName = (piece: TextPiece): boolean => typeof piece !== 'string'

/**
 * Combines predicates that differ in one value: ` has the new values a and b`, ` may now answer with the error 400 or
 * 409, or with one that is not listed (default)`. `undefined` if they differ in more.
 */
export function groupEnumValues(predicates: readonly (readonly TextPiece[])[]): TextPiece[] | undefined {
  const isOpen = (pieces: readonly TextPiece[]): boolean =>
    pieces.some(each => typeof each === 'string' && OPEN.test(each))
  const [open] = predicates.filter(isOpen)
  const closed = predicates.filter(each => !isOpen(each))
  const [first] = closed
  if (!first || predicates.length - closed.length > 1) return undefined
  const at = first.findIndex(isName)
  const values = closed.map(pieces => pieces[at])
  if (at < 0 || !values.every(each => each !== undefined && isName(each))) return undefined
  // The text after the value must be the same in all predicates.
  if (new Set(closed.map(pieces => JSON.stringify(pieces.slice(at + 1)))).size > 1) return undefined
  const before = first.slice(0, at)
  const words = before.filter(each => typeof each === 'string').join('')
  const isPair = OF_SEVERAL.test(words)
  const shown = values.length > MOST_VALUES ? values.slice(0, MOST_VALUES - 1) : values
  const rest = values.length - shown.length
  const last = isPair ? ' and ' : ' or '
  const list = shown.flatMap((value, index): TextPiece[] => [
    ...(index === 0 ? [] : [rest === 0 && index === shown.length - 1 ? last : ', ']),
    value as TextPiece
  ])
  return [
    isPair && values.length > 1 ? words.replace(/value $/, 'values ') : words,
    ...list,
    ...(rest > 0 ? [` and ${rest} more`] : []),
    ...first.slice(at + 1),
    ...(open ? openPieces(open) : [])
  ]
}

function openPieces(open: readonly TextPiece[]): TextPiece[] {
  const at = open.findIndex(piece => typeof piece === 'string' && OPEN.test(piece))
  const [, , error, , words = ''] = OPEN.exec(String(open[at])) ?? []
  return [`, or with ${error ? 'one' : 'a status'} ${words}`, ...open.slice(at + 1)]
}
