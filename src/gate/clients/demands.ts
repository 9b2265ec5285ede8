import type {Length} from '../../model/verdict/policy.ts'
import type {ChangeRules} from '../read-rules.ts'

/** What the policies demand of a change, besides that clients of its base work with it. */
export interface Demands {
  /** Whether clients of all releases that the policy supports must work with servers of this version. */
  readonly isForSupported: boolean
  /** The skew between clients and servers that the policies allow; both directions are demanded within it. */
  readonly skews: readonly Length[]
}

/**
 * What is demanded of a change. What the target's policy demands, a change can't take away, and what it adds counts at
 * once. `undefined` if nothing is.
 */
export function readDemands(rules: ChangeRules): Demands | undefined {
  const policies = [rules.target, rules.own].flatMap(state => state?.judge.policy ?? [])
  const isForSupported = policies.some(({clients}) => clients === 'supported')
  const skews = policies.flatMap(({skew}) => skew ?? [])
  return isForSupported || skews.length > 0 ? {isForSupported, skews} : undefined
}
