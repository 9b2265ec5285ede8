import {kindOf} from '../../languages/kinds.ts'
import type {ChangeKind, Effect} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import type {EffectMap} from '../../model/verdict/policy.ts'

/** Whether a kind of change is harmless on a side. */
export const isHarmless = (kind: ChangeKind, side: Direction): boolean => kindOf(kind).harmlessOn === side

/** Whether a kind is compatible on a side by default, without an entry in the policy. */
export const isHarmlessByDefault = (kind: ChangeKind, side: Direction, map: EffectMap): boolean =>
  isHarmless(kind, side) && effectOfKind(kind, side, map, false) === undefined

/** Effects, most severe first. */
export const EFFECTS_BY_SEVERITY: readonly Effect[] = ['breaking', 'review', 'compatible']

/**
 * The effect of a kind of change on a side, or on the worse of its sides if `side` is `undefined`. `undefined` if
 * `defaults` is `false` and the policy has no entry.
 */
export function effectOfKind(
  kind: ChangeKind,
  side: Direction | undefined,
  map: EffectMap,
  defaults = true
): Effect | undefined {
  const {sides, wider, effects} = kindOf(kind)
  const found = (side ? [side] : sides).map(
    each => map[kind]?.[each] ?? (wider && map[wider]?.[each]) ?? (defaults ? effects[each] : undefined)
  )
  return EFFECTS_BY_SEVERITY.find(effect => found.includes(effect))
}
