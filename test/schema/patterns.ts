import type {Dice} from './random.ts'

/** A random pattern over a few letters, with assertions and repeats. */
export function patternOf(roll: Dice, depth: number): string {
  const inner = (): string => patternOf(roll, depth - 1)
  const way = depth === 0 ? roll() * 0.5 : roll()
  if (way < 0.3) return ['a', 'b', '1', '.', '[ab]', '[^a]', '\\d', '\\w'][Math.floor(roll() * 8)] as string
  if (way < 0.38) return '^'
  if (way < 0.46) return '$'
  if (way < 0.5) return '\\b'
  if (way < 0.7) return inner() + inner()
  if (way < 0.82) return `(?:${inner()}|${inner()})`
  if (way < 0.92) return `(?:${inner()})${['*', '?', '{1,2}'][Math.floor(roll() * 3)]}`
  return `(?${roll() < 0.5 ? '=' : '!'}${inner()})`
}
