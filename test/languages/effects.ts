// The effects of changes on the clients of each side, by a policy that says nothing about kinds of change.
import type {Change, Effect} from '../../src/model/api/change.ts'
import {effectOn} from './openapi/diff/comparing.ts'

const SIDES = ['request', 'response'] as const

export interface ChangeEffect {
  readonly change: Change
  readonly side: (typeof SIDES)[number]
  readonly is: Effect
}

/** The effect of each change on each side that it affects. */
export const effectsOf = (changes: readonly Change[]): ChangeEffect[] =>
  changes.flatMap(change =>
    SIDES.filter(side => change.reaches.some(reach => reach.side === side)).map(side => ({
      ...{change, side},
      is: effectOn(change, side)
    }))
  )

/** The worst of some effects. */
export function worstOf(effects: readonly ChangeEffect[]): Effect {
  const all = effects.map(each => each.is)
  return all.includes('breaking') ? 'breaking' : all.includes('review') ? 'review' : 'compatible'
}
