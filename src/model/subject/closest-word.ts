import {closest, distance} from 'fastest-levenshtein'

/** The closest known word, or `undefined` if none is close enough to be what was meant. */
export function findClosestWord(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const best = closest(
    word.toLowerCase(),
    known.map(each => each.toLowerCase())
  )
  const match = known.find(each => each.toLowerCase() === best)
  return match !== undefined && distance(word.toLowerCase(), best) <= Math.max(2, Math.floor(word.length / 3))
    ? match
    : undefined
}

/** Whether one of two words may be a typo of the other. Short words that differ are different words. */
export function isTypo(a: string, b: string): boolean {
  const [left, right] = [a, b].map(word => word.toLowerCase().replace(/[-_]/g, ''))
  if (left === undefined || right === undefined) return false
  return left === right || (Math.min(left.length, right.length) >= 5 && distance(left, right) === 1)
}
