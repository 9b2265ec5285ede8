import {type StaticValue, unresolvedValue} from './value.ts'

/** Maximum number of alternatives of one value. */
const MAX_ALTERNATIVES = 16

export function combineAlternatives(options: readonly StaticValue[], by?: string): StaticValue {
  const [first] = options
  if (options.length === 1 && first) return first
  const made: StaticValue = {kind: 'choice', options, ...(by === undefined ? {} : {by})}
  return countOf(made, ALTERNATIVES) > MAX_ALTERNATIVES ? unresolvedValue(by ?? '…') : made
}

/** A recursive count over a value and its parts. A part that is used twice counts twice. */
interface RecursiveCount {
  readonly known: WeakMap<StaticValue, number>
  readonly of: (value: StaticValue, inner: (parts: Iterable<StaticValue>) => number) => number
}

const ALTERNATIVES: RecursiveCount = {
  known: new WeakMap(),
  of: (value, inner) => (value.kind === 'choice' ? inner(value.options) : 1)
}

const WEIGHT: RecursiveCount = {
  known: new WeakMap(),
  of(value, inner) {
    switch (value.kind) {
      case 'choice':
        return 1 + inner(value.options)
      case 'list':
        return 1 + inner(value.items)
      case 'record':
        return 1 + inner(value.spread)
      case 'deferred':
        return 1 + inner(value.args)
      case 'client':
        return 1 + inner(value.base ? [value.base] : [])
      case 'instance':
        return 1 + inner([...value.args, ...[...value.given.values()].flat(), ...(value.self ? [value.self] : [])])
      case 'function':
      case 'class':
        return 1 + inner([...value.given.values()].flat())
      default:
        return 1
    }
  }
}

/** Upper limit of a count, because shared parts can multiply without bound. */
const MAX_COUNT = 1_000_000

/** Whether a value has no parts to count. The entries of a record are lazy and don't count. */
const hasNoParts = (value: StaticValue): boolean =>
  value.kind === 'unknown' ||
  value.kind === 'text' ||
  value.kind === 'package' ||
  value.kind === 'absent' ||
  value.kind === 'request' ||
  (value.kind === 'record' && value.spread.length === 0) ||
  ((value.kind === 'function' || value.kind === 'class') && value.given.size === 0)

function countOf(value: StaticValue, counted: RecursiveCount): number {
  if (hasNoParts(value)) return 1
  const known = counted.known.get(value)
  if (known !== undefined) return known
  // A value that contains itself has the maximum count.
  counted.known.set(value, MAX_COUNT)
  const count = counted.of(value, parts => {
    let sum = 0
    for (const part of parts) sum = Math.min(MAX_COUNT, sum + countOf(part, counted))
    return sum
  })
  counted.known.set(value, count)
  return count
}

/** Maximum weight of a value. An address needs far less. */
const MAX_WEIGHT = 400

/** The value, or unknown if it is too large to process. */
export const limitWeight = (value: StaticValue): StaticValue =>
  countOf(value, WEIGHT) > MAX_WEIGHT ? unresolvedValue('…') : value

/** Maximum number of combinations of alternatives. */
const MAX_COMBINATIONS = 64

/** Whether the combinations of choices among the values can be enumerated. Choices on the same condition count once. */
export function canEnumerate(values: readonly StaticValue[]): boolean {
  const grounds = new Set<string>()
  let together = 1
  for (const value of values) {
    if (value.kind !== 'choice' || (value.by !== undefined && grounds.has(value.by))) continue
    if (value.by !== undefined) grounds.add(value.by)
    together *= countOf(value, ALTERNATIVES)
  }
  return together <= MAX_COMBINATIONS
}

/**
 * The alternative of a value at the same index, if the value is a choice on the same condition; otherwise the value
 * itself.
 */
export const selectAlternative = (value: StaticValue, by: string | undefined, at: number): StaticValue =>
  value.kind === 'choice' && by !== undefined && value.by === by ? (value.options[at] ?? value) : value

/** All alternatives of a value, each with the conditions under which it applies. */
export function expandAlternatives(value: StaticValue): {value: StaticValue; picks: ReadonlyMap<string, number>}[] {
  if (value.kind !== 'choice') return [{value, picks: new Map()}]
  return value.options
    .flatMap((option, at) =>
      expandAlternatives(option).map(way => ({
        value: way.value,
        picks: value.by === undefined ? way.picks : new Map([...way.picks, [value.by, at]])
      }))
    )
    .slice(0, MAX_ALTERNATIVES)
}

/** The alternative that applies under these conditions; the value itself if they don't decide it. */
export function selectByConditions(value: StaticValue, picks: ReadonlyMap<string, number>): StaticValue {
  if (value.kind !== 'choice' || value.by === undefined) return value
  const at = picks.get(value.by)
  return at === undefined ? value : selectByConditions(value.options[at] ?? value, picks)
}
