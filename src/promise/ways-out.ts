import type {History} from '../model/history.ts'
import type {Judgement, WaysOut} from '../model/judgement.ts'
import type {Lifecycle} from '../model/lifecycle.ts'
import type {Policy} from '../model/policy.ts'
import {earliestLawfulEnd} from './bounds.ts'

/** What can be done about the end or the break that was judged: when it becomes lawful, and what the policy excuses. */
export function waysOutOf(
  {kind: broken, pending, event}: Judgement,
  lifecycle: Lifecycle,
  policy: Policy,
  history: History
): WaysOut {
  if (!pending) return {kind: broken, pending, announce: false, reasons: []}
  const {kind, day, bounds} = earliestLawfulEnd(lifecycle, policy, history)
  return {
    kind: broken,
    pending,
    ...(event.seen ? {isSeen: true as const} : {}),
    announce: bounds.some(({assumed}) => assumed),
    ...(kind === 'day' && day !== undefined && day > history.timeline.asOf ? {day} : {}),
    reasons: policy.revisions.at(-1)?.exemptions.map(({reason}) => reason) ?? []
  }
}
