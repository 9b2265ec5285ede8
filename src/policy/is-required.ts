import type {History} from '../model/lifecycle/history.ts'
import type {Lifecycle} from '../model/lifecycle/lifecycle.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {guaranteeFor} from './judge-end-of-support.ts'
import {possibleStabilities} from './notice/stability.ts'

/** Whether no revision of the policy guarantees anything to the subject, whatever its stability level is. */
export const hasNoGuarantee = ({subject}: Lifecycle, policy: Policy, history: History): boolean =>
  possibleStabilities(subject, policy, history).every(stability =>
    policy.revisions.every(revision => guaranteeFor(subject, stability, revision)?.exempt ?? true)
  )
