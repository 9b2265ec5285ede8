import {haveSameDigits, isBeyondDouble} from './exact-numbers.ts'

const MAX_DEPTH = 400
const MAX_STEPS = 300_000

/** How two values are compared. */
export interface EqualityMode {
  /** Whether a key of an object doesn't count. All keys count if it is missing. */
  readonly ignores?: (key: string) => boolean
  /** How the values of a key, or the items of a list, are compared. */
  readonly below: (key: string) => EqualityMode
  /** Pairs that are known to differ, if parts of a deep document are compared again at each level. */
  readonly different?: WeakMap<object, object>
}

/** Compares everything. */
export const EXACT_MODE: EqualityMode = {below: () => EXACT_MODE}

/** Whether two JSON values are equal; the order of keys doesn't matter. */
export const isEqual = (left: unknown, right: unknown): boolean => isEqualIn(EXACT_MODE, left, right)

/** Whether two JSON values are equal in what counts; the order of keys doesn't matter. */
export function isEqualIn(mode: EqualityMode, left: unknown, right: unknown): boolean {
  try {
    return equalValues(left, right, mode, 0, {left: MAX_STEPS})
  } catch (error) {
    if (error instanceof LimitExceeded) return equalWithoutRecursion(left, right, mode)
    throw error
  }
}

/**
 * Thrown if values are nested too deep for recursion, or shared so often (YAML aliases) that each pair must be
 * remembered.
 */
class LimitExceeded extends Error {}

/** The number of nested pairs above which it's faster to remember that a pair differs than to compare it again. */
const WORTH_KNOWING = 20

function equalValues(left: unknown, right: unknown, mode: EqualityMode, depth: number, steps: {left: number}): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (mode.different?.get(left) === right) return false
  if (depth > MAX_DEPTH || --steps.left < 0) throw new LimitExceeded()
  const before = steps.left
  const isSame =
    Array.isArray(left) || Array.isArray(right)
      ? equalLists(left, right, mode, depth, steps)
      : equalObjects(left, right, mode, depth, steps)
  if (!isSame && before - steps.left >= WORTH_KNOWING) mode.different?.set(left, right)
  return isSame
}

function equalLists(left: unknown, right: unknown, mode: EqualityMode, depth: number, steps: {left: number}): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
  const inner = mode.below('')
  for (let at = 0; at < left.length; at++) {
    if (!equalValues(left[at], right[at], inner, depth + 1, steps)) return false
    if (isBeyondDouble(left[at]) && !haveSameDigits(left, right, at)) return false
  }
  return true
}

function equalObjects(left: object, right: object, mode: EqualityMode, depth: number, steps: {left: number}): boolean {
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>]
  let names = 0
  for (const name in a) {
    if (mode.ignores?.(name)) continue
    names++
    if (!Object.hasOwn(b, name) || !equalValues(a[name], b[name], mode.below(name), depth + 1, steps)) return false
    if (isBeyondDouble(a[name]) && !haveSameDigits(a, b, name)) return false
  }
  for (const name in b) if (!mode.ignores?.(name)) names--
  return names === 0
}

interface Step {
  readonly left: unknown
  readonly right: unknown
  readonly mode: EqualityMode
  readonly above: Step | undefined
}

/** Visits each pair once. */
function equalWithoutRecursion(first: unknown, second: unknown, start: EqualityMode): boolean {
  const seen = new Map<EqualityMode, WeakMap<object, WeakSet<object>>>()
  const open: Step[] = [{left: first, right: second, mode: start, above: undefined}]
  for (let step = open.pop(); step; step = open.pop()) {
    const {left, right, mode} = step
    if (left === right) continue
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return fail(step)
    if (mode.different?.get(left) === right || Array.isArray(left) !== Array.isArray(right)) return fail(step)
    const pairs = seen.get(mode) ?? new WeakMap<object, WeakSet<object>>()
    seen.set(mode, pairs)
    const known = pairs.get(left)
    if (known?.has(right)) continue
    if (known) known.add(right)
    else pairs.set(left, new WeakSet([right]))
    const counts = (name: string): boolean => Array.isArray(left) || !mode.ignores?.(name)
    const names = Object.keys(left).filter(counts)
    if (names.length !== Object.keys(right).filter(counts).length) return fail(step)
    for (const name of names) {
      if (!Object.hasOwn(right, name) || !haveSameDigits(left, right, name)) return fail(step)
      const [inner, other] = [(left as Record<string, unknown>)[name], (right as Record<string, unknown>)[name]]
      open.push({left: inner, right: other, mode: mode.below(Array.isArray(left) ? '' : name), above: step})
    }
  }
  return true
}

/** Remembers that a pair differs, and all those that it is in. */
function fail(step: Step): false {
  for (let each: Step | undefined = step; each; each = each.above)
    if (typeof each.left === 'object' && each.left && typeof each.right === 'object' && each.right)
      each.mode.different?.set(each.left, each.right)
  return false
}
