import {codePiece, joinPieces, type TextPiece} from './text-pieces.ts'

const LONGEST = 60

/** Cuts a text to a maximum length, with an ellipsis at the cut. */
export const truncate = (text: string, longest = LONGEST): string =>
  text.length <= longest ? text : `${[...text].slice(0, longest - 1).join('')}…`

/** A value as code: strings as they are, everything else as JSON. */
export const valuePiece = (value: unknown): TextPiece => codePiece(truncate(textOf(value)))

const textOf = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value : toJsonText(value)

/** A value as JSON, or as a string if it has no JSON form. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

/**
 * A list such as `a`, `b`, or `c`. Prints at most `most` values, then the count of the remaining ones, to which
 * `others` adds values that weren't passed.
 */
export function listPieces(values: readonly unknown[], link: 'and' | 'or', most: number, others = 0): TextPiece[] {
  const shown = values.slice(0, most)
  const rest = values.length - shown.length + others
  const items = shown.map((value): TextPiece[] => [valuePiece(value)])
  return joinPieces(rest > 0 ? [...items, [`${rest} more`]] : items, rest > 0 ? 'and' : link)
}

/** Maximum number of values of a list in a sentence. Further ones are only counted. */
const MOST_ALTERNATIVES = 20

const isListOfValues = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every(each => each === null || typeof each !== 'object')

/** One value, or a list of alternatives. */
export const alternativesPieces = (value: unknown, link: 'and' | 'or' = 'or'): TextPiece[] =>
  isListOfValues(value) ? listPieces(value, link, MOST_ALTERNATIVES) : [valuePiece(value)]

/** All values of a list that a sentence cuts. */
export interface CutValues {
  readonly label: 'Before' | 'Now'
  readonly values: readonly (readonly TextPiece[])[]
}

/** The lists of values that the sentence of a change cuts. */
export const cutValues = ({old, new: fresh}: {readonly old?: unknown; readonly new?: unknown}): CutValues[] =>
  (
    [
      ['Before', old],
      ['Now', fresh]
    ] as const
  ).flatMap(([label, value]) =>
    isListOfValues(value) && value.length > MOST_ALTERNATIVES
      ? [{label, values: value.map((each): TextPiece[] => [valuePiece(each)])}]
      : []
  )

/** ` from X to Y`. If both are long and begin alike, the printed parts start shortly before their first difference. */
export function fromToPieces(old: unknown, fresh: unknown): TextPiece[] {
  const [was, is] = differingPieces(old, fresh)
  return [' from ', was, ' to ', is]
}

/** The old and the new value as code, cut so that both show their first difference. */
export function differingPieces(old: unknown, fresh: unknown): [was: TextPiece, is: TextPiece] {
  // JSON quotes keep apart a number and a string that look alike.
  const write = typeof fresh !== typeof old && textOf(fresh) === textOf(old) ? toJsonText : textOf
  const [is, was] = [write(fresh), write(old)]
  const start = Math.max(is.length, was.length) > LONGEST ? startBeforeDifference(is, was) : 0
  const piece = (text: string): TextPiece => codePiece(truncate(start === 0 ? text : `…${text.slice(start)}`))
  return [piece(was), piece(is)]
}

/** Start of a word shortly before the first difference. 0 if the difference is visible without a cut. */
function startBeforeDifference(one: string, other: string): number {
  let difference = 0
  while (difference < one.length && one[difference] === other[difference]) difference++
  if (isLowSurrogate(one.charCodeAt(difference))) difference--
  if (difference < LONGEST / 2) return 0
  const before = /(?<=[^\p{L}\p{N}])[\p{L}\p{N}].{0,20}$/su.exec(one.slice(0, difference))
  return before?.index ?? difference
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** ` changed from X to Y`, or a shorter form if one value is missing. */
export function valueChangePieces({old, new: fresh}: {readonly old?: unknown; readonly new?: unknown}): TextPiece[] {
  if (toJsonText(old) === toJsonText(fresh)) return [' changed']
  if (fresh === undefined) return [' is no longer ', ...alternativesPieces(old)]
  if (old === undefined) return [' is now ', ...alternativesPieces(fresh)]
  if (isListOfValues(fresh) || isListOfValues(old))
    return [' changed from ', ...alternativesPieces(old), ' to ', ...alternativesPieces(fresh)]
  return [' changed', ...fromToPieces(old, fresh)]
}
