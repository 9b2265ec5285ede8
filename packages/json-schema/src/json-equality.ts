import {haveSameDigits, isBeyondDouble} from './exact-numbers.ts'

const MAX_DEPTH = 400
const MAX_STEPS = 300_000

/** Whether two JSON values are equal; the order of keys doesn't matter. */
export function isEqual(left: unknown, right: unknown): boolean {
  try {
    return equalValues(left, right, 0, {left: MAX_STEPS})
  } catch (error) {
    if (error instanceof LimitExceeded) return equalWithoutRecursion(left, right)
    throw error
  }
}

/**
 * Thrown if values are nested too deep for recursion, or shared so often (YAML aliases) that each pair must be
 * remembered.
 */
class LimitExceeded extends Error {}

function equalValues(left: unknown, right: unknown, depth: number, steps: {left: number}): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (depth > MAX_DEPTH || --steps.left < 0) throw new LimitExceeded()
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false
    for (let at = 0; at < left.length; at++) {
      if (!equalValues(left[at], right[at], depth + 1, steps)) return false
      if (isBeyondDouble(left[at]) && !haveSameDigits(left, right, at)) return false
    }
    return true
  }
  if (Array.isArray(right)) return false
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>]
  let names = 0
  for (const name in a) {
    names++
    const other = b[name]
    if (other === undefined || !equalValues(a[name], other, depth + 1, steps)) return false
    if (isBeyondDouble(other) && !haveSameDigits(a, b, name)) return false
    if (name === '__proto__' && !Object.hasOwn(b, name)) return false
  }
  for (const _ in b) names--
  return names === 0
}

function equalWithoutRecursion(first: unknown, second: unknown): boolean {
  const seen = new WeakMap<object, WeakSet<object>>()
  const open: [unknown, unknown][] = [[first, second]]
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [left, right] = pair
    if (left === right) continue
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
    if (Array.isArray(left) !== Array.isArray(right)) return false
    const known = seen.get(left)
    if (known?.has(right)) continue
    if (known) known.add(right)
    else seen.set(left, new WeakSet([right]))
    const names = Object.keys(left)
    if (names.length !== Object.keys(right).length) return false
    for (const name of names) {
      if (!Object.hasOwn(right, name) || !haveSameDigits(left, right, name)) return false
      open.push([(left as Record<string, unknown>)[name], (right as Record<string, unknown>)[name]])
    }
  }
  return true
}
