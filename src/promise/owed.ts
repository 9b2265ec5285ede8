import type {History} from '../model/history.ts'
import type {Lifecycle} from '../model/lifecycle.ts'
import type {Policy} from '../model/policy.ts'
import {promisedTo} from './judge.ts'
import {possibleStabilities} from './stability.ts'

/** Whether no text of the policy promises anything to the subject, whatever its stability may be. */
export const isOwedNothing = ({subject}: Lifecycle, policy: Policy, history: History): boolean =>
  possibleStabilities(subject, policy, history).every(stability =>
    policy.revisions.every(revision => promisedTo(subject, stability, revision)?.exempt ?? true)
  )
