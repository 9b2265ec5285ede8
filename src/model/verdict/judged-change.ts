import type {AffectedOperation, Change, Effect} from '../api/change.ts'
import type {Direction} from '../subject/subject.ts'
import type {ComparedVersions} from './compatibility-direction.ts'
import type {Aspect, MissingFact, PolicyClause, Verdict} from './judgment.ts'
import type {Length} from './policy.ts'

/** The basis of a verdict on a change. For an end of support it is the aspect of the leading requirement. */
export type VerdictBasis =
  /** Compatible according to the policy. */
  | 'compatible'
  /** Compatible because schema containment was proved. */
  | 'proven'
  /** The policy requires nothing before an end of support. */
  | 'no-requirement'
  /** The policy allows breaking changes. */
  | 'allowed'
  /** The policy forbids breaking changes. */
  | 'forbidden'
  /** Only the author can say whether the change is breaking. */
  | 'review'
  /** Neither breaking nor compatible could be proved within the limit on the steps of a comparison. */
  | 'unproven'
  /** The end of support wasn't announced although the policy requires notice. */
  | 'unannounced'
  | Exclude<Aspect, 'change'>
  /** Clients of the newer description must get along with servers of the older one, which no notice changes. */
  | 'forward'
  /** The possible stability levels or policy revisions lead to different verdicts. */
  | 'open'

/** The verdict for a group of affected operations that share stability and clause. */
export interface ChangeRuling {
  readonly verdict: Verdict
  readonly ground: VerdictBasis
  /** The stability level that was applied; `undefined` if it is unknown. */
  readonly stability?: string
  readonly clause: PolicyClause
  /** The required length of time, if one decided the verdict. */
  readonly length?: Length
  readonly missing: readonly MissingFact[]
  /** Empty if no operation is known to be affected. */
  readonly reaches: readonly AffectedOperation[]
}

/** Whether a change breaks clients, even if it is allowed; `unknown` if it needs review or isn't proved. */
export type Breaks = 'yes' | 'no' | 'unknown'

/** Combines the effects on several sides, or of several changes, into the worst. */
export const breaksOf = (effects: readonly Effect[]): Breaks =>
  effects.includes('breaking') ? 'yes' : effects.includes('review') ? 'unknown' : 'no'

/** A change with its verdict. */
export interface JudgedChange {
  readonly change: Change
  /**
   * Set if the change was found the other way round, as what clients of the newer version meet at servers of the older
   * one. Its places and values are those of the older and the newer version all the same.
   */
  readonly forward?: ComparedVersions
  /** The most severe of its effects. It doesn't depend on stability, notice, or exemption. */
  readonly breaks: Breaks
  /** The most severe verdict of its rulings. */
  readonly verdict: Verdict
  /** The effect on clients for each side: as proved, otherwise as the policy classifies it. */
  readonly effects: {readonly [Side in Direction]?: Effect}
  /** At least one ruling, most severe first; one for each combination of verdict, stability, and basis. */
  readonly rulings: readonly [ChangeRuling, ...ChangeRuling[]]
}
