import {choice, isManageable, light, picked} from './alternatives.ts'
import {ABSENT, isSymbolic, nameOf, type Unknown, unknown, type Value} from './value.ts'

/**
 * Applies `make` to the values, separately for each alternative of a choice. Deferred if a value depends on callers.
 */
export function following(args: readonly Value[], make: (args: readonly Value[]) => Value): Value {
  if (!isManageable(args)) return unknown('…')
  const chosen = args.find(each => each.kind === 'choice')
  if (chosen?.kind === 'choice') {
    return choice(
      chosen.options.map((option, at) =>
        following(
          args.map(each => (each === chosen ? option : picked(each, chosen.by, at))),
          make
        )
      ),
      chosen.by
    )
  }
  return args.some(isSymbolic) ? light({kind: 'deferred', args, again: make}) : make(args)
}

/** Concatenates values as strings. */
export function concat(parts: readonly Value[]): Value {
  if (!isManageable(parts)) return unknown('…')
  const chosen = parts.find(each => each.kind === 'choice')
  if (chosen?.kind === 'choice') {
    return choice(
      chosen.options.map((option, at) =>
        concat(parts.map(each => (each === chosen ? option : picked(each, chosen.by, at))))
      ),
      chosen.by
    )
  }
  if (parts.some(each => each.kind === 'deferred')) return light({kind: 'deferred', args: parts, again: concat})
  const pieces: (string | Unknown)[] = []
  const add = (piece: string | Unknown): void => {
    const last = pieces.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else if (piece !== '') pieces.push(piece)
  }
  for (const part of parts) {
    if (part.kind === 'text') for (const piece of part.pieces) add(piece)
    else add(part.kind === 'unknown' ? part : unknown(nameOf(part)))
  }
  return {kind: 'text', pieces}
}

/** Value of `first ?? second`. If it isn't known whether the first value is present, both are alternatives. */
export const orElse = (first: Value, second: Value): Value =>
  following([first], ([value = ABSENT]) => {
    if (value.kind === 'absent') return second
    if (value.kind === 'unknown') return choice([second, value])
    return value
  })
