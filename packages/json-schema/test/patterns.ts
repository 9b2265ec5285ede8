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

/** A random pattern with nested repetitions, which an engine may backtrack through exponentially often. */
export function loopsOf(roll: Dice, depth: number): string {
  const inner = (): string => loopsOf(roll, depth - 1)
  const pick = (words: readonly string[]): string => words[Math.floor(roll() * words.length)] as string
  const way = depth === 0 ? roll() * 0.4 : roll()
  if (way < 0.4) return pick(['a', 'b', '.', '[ab]', '[^b]', '\\w', '-', '\\.', '[a-z-]'])
  if (way < 0.65) return inner() + inner()
  if (way < 0.78) return `(?:${inner()}|${inner()})`
  if (way < 0.97) return `(?:${inner()})${pick(['*', '+', '?', '{1,20}', '{2,}', '*?', '+?'])}`
  return `(?${pick(['=', '!'])}${inner()})`
}
