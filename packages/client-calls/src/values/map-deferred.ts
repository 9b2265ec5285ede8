import {canEnumerate, combineAlternatives, limitWeight, selectAlternative} from './alternatives.ts'
import {
  ABSENT_VALUE,
  dependsOnCaller,
  type StaticValue,
  type UnresolvedValue,
  unresolvedValue,
  valueNameOf
} from './value.ts'

/** Applies `make` separately for each alternative of a choice among the values; `undefined` if there is no choice. */
function mapAlternatives(
  args: readonly StaticValue[],
  make: (args: readonly StaticValue[]) => StaticValue
): StaticValue | undefined {
  if (!canEnumerate(args)) return unresolvedValue('…')
  const chosen = args.find(each => each.kind === 'choice')
  if (chosen?.kind !== 'choice') return undefined
  const choose = (option: StaticValue, at: number): StaticValue[] =>
    args.map(each => (each === chosen ? option : selectAlternative(each, chosen.by, at)))
  return combineAlternatives(
    chosen.options.map((option, at) => make(choose(option, at))),
    chosen.by
  )
}

/**
 * Applies `make` to the values, separately for each alternative of a choice. Deferred if a value depends on callers.
 */
export function mapDeferred(
  args: readonly StaticValue[],
  make: (args: readonly StaticValue[]) => StaticValue
): StaticValue {
  const mapped = mapAlternatives(args, each => mapDeferred(each, make))
  if (mapped) return mapped
  return args.some(dependsOnCaller) ? limitWeight({kind: 'deferred', args, again: make}) : make(args)
}

/** Concatenates values as strings. */
export function concatParts(parts: readonly StaticValue[]): StaticValue {
  const mapped = mapAlternatives(parts, concatParts)
  if (mapped) return mapped
  if (parts.some(each => each.kind === 'deferred'))
    return limitWeight({kind: 'deferred', args: parts, again: concatParts})
  const pieces: (string | UnresolvedValue)[] = []
  const add = (piece: string | UnresolvedValue): void => {
    const last = pieces.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else if (piece !== '') pieces.push(piece)
  }
  for (const part of parts) {
    if (part.kind === 'text') for (const piece of part.pieces) add(piece)
    else add(part.kind === 'unknown' ? part : unresolvedValue(valueNameOf(part)))
  }
  return {kind: 'text', pieces}
}

/** Value of `first ?? second`. If it isn't known whether the first value is present, both are alternatives. */
export const nullishFallback = (first: StaticValue, second: StaticValue): StaticValue =>
  mapDeferred([first], ([value = ABSENT_VALUE]) => {
    if (value.kind === 'absent') return second
    if (value.kind === 'unknown') return combineAlternatives([second, value])
    return value
  })
