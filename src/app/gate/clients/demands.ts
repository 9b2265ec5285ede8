import {directionOf, registryModeOf} from '../../../model/verdict/compatibility-direction.ts'
import type {Length} from '../../../model/verdict/policy.ts'
import type {DemandOptions} from '../gate-choice.ts'
import type {ChangeRules} from '../read-rules.ts'

/** The releases that a change is compared with, besides its base: by name, or those that the policy supports. */
export type ComparedReleasesChoice = 'supported' | 'latest' | readonly string[]

/** What is demanded of a change, besides that clients of its base work with it. */
export interface Demands {
  readonly against?: ComparedReleasesChoice
  /** Whether clients of this version must work with servers of the releases, or of the base. */
  readonly isForward: boolean
  /** Whether clients of the releases must work with servers of this version. */
  readonly isBackward: boolean
  /** The skew between clients and servers that the policies allow; both directions are demanded within it. */
  readonly skews: readonly Length[]
}

/**
 * What is demanded of a change: by the options, by the configuration, and by the policy. What the target demands, a
 * change can't take away, and what it adds counts at once. `undefined` if nothing is.
 */
export function readDemands(
  {against: named, direction = 'backward'}: DemandOptions,
  rules: ChangeRules
): Demands | undefined {
  const states = [rules.target, rules.own].flatMap(state => state ?? [])
  const mode = registryModeOf(direction)
  const asked = named === undefined ? undefined : parseAgainst(named)
  const configured = (['supported', 'latest'] as const).find(each =>
    states.some(({config}) => config?.against === each)
  )
  const against = asked ?? (mode ? (mode.isTransitive ? 'supported' : 'latest') : configured)
  const which = directionOf(direction)
  const skews = states.flatMap(({judge}) => judge.policy.skew ?? [])
  const isForward = which !== 'backward'
  if (against === undefined && !isForward && skews.length === 0) return undefined
  return {...(against === undefined ? {} : {against}), isForward, isBackward: which !== 'forward', skews}
}

function parseAgainst(named: string): ComparedReleasesChoice {
  if (named === 'supported' || named === 'latest') return named
  return named
    .split(',')
    .map(each => each.trim())
    .filter(Boolean)
}
