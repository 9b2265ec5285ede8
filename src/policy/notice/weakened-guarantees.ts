import {isDeepStrictEqual} from 'node:util'
import {isRecord} from '../../model/json.ts'
import {
  type EndWindow,
  type Guarantee,
  isReleaseUnit,
  type Length,
  type Policy,
  type TimeRequirement
} from '../../model/verdict/policy.ts'
import {dueDay} from './durations.ts'

/** A guarantee that is weaker than in the revision before; `after` is `undefined` if it was dropped. */
export interface WeakenedGuarantee {
  readonly aspect: TimeRequirement['aspect'] | 'change'
  readonly before: Length | 'forbidden'
  readonly after?: Length
}

const MONTHS = Array.from({length: 48}, (_, month) => {
  const year = 2023 + Math.floor(month / 12)
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`
})

/** Whether one length is certainly never longer than the other. Releases and days can't be compared. */
export function isNeverLonger(a: Length, b: Length): boolean {
  if (a === 'unstated' || b === 'unstated') return false
  if ('longest' in a) return a.longest.every(part => isNeverLonger(part, b))
  if ('shortest' in b) return b.shortest.every(part => isNeverLonger(a, part))
  if ('shortest' in a) return a.shortest.some(part => isNeverLonger(part, b))
  if ('longest' in b) return b.longest.some(part => isNeverLonger(a, part))
  // Each major release is a release, too.
  if ('unit' in a && 'unit' in b && isReleaseUnit(a.unit) && isReleaseUnit(b.unit))
    return a.count <= b.count && (a.unit === b.unit || b.unit === 'major releases')
  return MONTHS.every(day => {
    const one = dueDay(day, a)
    const other = dueDay(day, b)
    return one !== undefined && other !== undefined && one <= other
  })
}

/**
 * Whether a policy differs from an older one only in lengths that are never shorter, so that it allows nothing that the
 * older one doesn't. Whatever else differs may allow more.
 */
export function isOnlyStricter(before: Policy, after: Policy): boolean {
  if (!isDeepStrictEqual(withoutLengths(before), withoutLengths(after))) return false
  return before.revisions.every(({guarantees}, at) =>
    Object.entries(guarantees).every(([stability, {terms}]) =>
      terms.every(({length, ...term}) =>
        after.revisions[at]?.guarantees[stability]?.terms.some(
          ({length: other, ...own}) => isDeepStrictEqual(own, term) && isNeverLonger(length, other)
        )
      )
    )
  )
}

/** What a policy says, without the lengths that its guarantees require. */
const withoutLengths = ({written: {current, earlier}}: Policy): unknown =>
  [current, ...earlier].map(({guarantees, ...shared}) => ({
    ...shared,
    guarantees: isRecord(guarantees) ? Object.entries(guarantees).map(withoutLengthsOf) : guarantees
  }))

const withoutLengthsOf = ([stability, guarantee]: [string, unknown]): unknown => {
  if (!isRecord(guarantee)) return [stability, guarantee]
  const {notice: _notice, overlap: _overlap, lifetime: _lifetime, ...others} = guarantee
  return [stability, others]
}

const isShorter = (a: Length, b: Length): boolean => isNeverLonger(a, b) && !isNeverLonger(b, a)

/** End windows, from the strictest to the least strict. */
const WINDOWS_BY_STRICTNESS: readonly EndWindow['kind'][] = ['never', 'major', 'days', 'release', 'any']

/**
 * The guarantees that are weaker than before, in order of importance. A stricter end window is a different protection,
 * so its lengths aren't compared with the old ones.
 */
export function findWeakenedGuarantees(before: Guarantee, after: Guarantee): WeakenedGuarantee[] {
  if (
    before.exempt ||
    WINDOWS_BY_STRICTNESS.indexOf(after.endWindow.kind) < WINDOWS_BY_STRICTNESS.indexOf(before.endWindow.kind)
  )
    return []
  const terms = before.terms.flatMap(({aspect, length}): WeakenedGuarantee[] => {
    const counterparts = after.terms.filter(term => term.aspect === aspect)
    if (counterparts.some(term => !isShorter(term.length, length))) return []
    const longest = counterparts.reduce<Length | undefined>(
      (best, term) => (best !== undefined && isNeverLonger(term.length, best) ? best : term.length),
      undefined
    )
    return [{aspect, before: length, ...(longest === undefined ? {} : {after: longest})}]
  })
  return [...terms, ...findWeakenedChange(before, after)]
}

function findWeakenedChange({change: before}: Guarantee, {change: after}: Guarantee): WeakenedGuarantee[] {
  if (before.kind === 'allowed' || after.kind === 'forbidden') return []
  const was = 'length' in before ? before.length : 'forbidden'
  if (!('length' in after)) return [{aspect: 'change', before: was}]
  if (was !== 'forbidden' && !isShorter(after.length, was)) return []
  return [{aspect: 'change', before: was, after: after.length}]
}
