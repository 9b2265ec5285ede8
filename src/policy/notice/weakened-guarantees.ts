import type {Length, Promised, Term, Window} from '../../model/verdict/policy.ts'
import {dueDay} from './durations.ts'

/** In what a promise is less than the one before it. `after` is left out where nothing of it is left. */
export interface Weakening {
  readonly aspect: Term['aspect'] | 'change'
  readonly before: Length | 'forbidden'
  readonly after?: Length
}

const MONTHS = Array.from({length: 48}, (_, month) => {
  const year = 2023 + Math.floor(month / 12)
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`
})

/** Certain that the one length is never over later than the other. Releases and days cannot be compared. */
export function isAtMost(a: Length, b: Length): boolean {
  if (a === 'unstated' || b === 'unstated') return false
  if ('longest' in a) return a.longest.every(part => isAtMost(part, b))
  if ('shortest' in b) return b.shortest.every(part => isAtMost(a, part))
  if ('shortest' in a) return a.shortest.some(part => isAtMost(part, b))
  if ('longest' in b) return b.longest.some(part => isAtMost(a, part))
  if ('unit' in a && 'unit' in b && a.unit === 'releases' && b.unit === 'releases') return a.count <= b.count
  return MONTHS.every(day => {
    const one = dueDay(day, a)
    const other = dueDay(day, b)
    return one !== undefined && other !== undefined && one <= other
  })
}

const isShorter = (a: Length, b: Length): boolean => isAtMost(a, b) && !isAtMost(b, a)

/** How freely a promise lets things end: what is narrower promises more. */
const FREEDOM: readonly Window['kind'][] = ['never', 'major', 'days', 'release', 'any']

/**
 * What a promise gives less of than the one before it, in the order of importance. A promise that narrows where things may
 * end has taken another way of protecting them, and is not held against the length of the old one.
 */
export function weakenings(before: Promised, after: Promised): Weakening[] {
  if (before.exempt || FREEDOM.indexOf(after.window.kind) < FREEDOM.indexOf(before.window.kind)) return []
  const terms = before.terms.flatMap(({aspect, length}): Weakening[] => {
    const kept = after.terms.filter(term => term.aspect === aspect)
    if (kept.some(term => !isShorter(term.length, length))) return []
    const longest = kept.reduce<Length | undefined>(
      (best, term) => (best !== undefined && isAtMost(term.length, best) ? best : term.length),
      undefined
    )
    return [{aspect, before: length, ...(longest === undefined ? {} : {after: longest})}]
  })
  return [...terms, ...change(before, after)]
}

function change({change: before}: Promised, {change: after}: Promised): Weakening[] {
  if (before.kind === 'allowed' || after.kind === 'forbidden') return []
  const was = 'length' in before ? before.length : 'forbidden'
  if (!('length' in after)) return [{aspect: 'change', before: was}]
  if (was !== 'forbidden' && !isShorter(after.length, was)) return []
  return [{aspect: 'change', before: was, after: after.length}]
}
