import type {Change, Effect, Reach} from '../api/change.ts'
import type {Direction} from '../subject/subject.ts'
import type {Aspect, Clause, Missing, Verdict} from './judgement.ts'
import type {Length} from './policy.ts'

/** What the verdict on a change rests on. Of duties of an end it is the aspect that leads. */
export type Ground =
  /** Nobody is harmed, as the policy sees it. */
  | 'tolerated'
  /** Nobody is harmed, for containment holds. */
  | 'proven'
  /** Nothing is promised for ends. */
  | 'nothing-promised'
  /** Breaking changes are allowed. */
  | 'allowed'
  /** Breaking changes are forbidden. */
  | 'forbidden'
  /** Whether it breaks, only its author can say. */
  | 'asked'
  /** Whether it breaks could not be shown within the budget. */
  | 'unproven'
  /** The end was not announced, and is owed notice. */
  | 'unannounced'
  | Exclude<Aspect, 'change'>
  /** What is promised differs between the stabilities, or the revisions, that are possible. */
  | 'open'

/** What the policy says to some of those who meet a change. */
export interface Ruling {
  readonly verdict: Verdict
  readonly ground: Ground
  /** The stability by which they were judged; left out where none is known. */
  readonly stability?: string
  readonly clause: Clause
  /** The length that was promised, where one decided. */
  readonly length?: Length
  readonly missing: readonly Missing[]
  /** Empty where no operation is known to meet it. */
  readonly reaches: readonly Reach[]
}

/** A change and the verdict on it. */
export interface JudgedChange {
  readonly change: Change
  /** The worst of its rulings. */
  readonly verdict: Verdict
  /** What it does to those who meet it on that side: by proof, else as the policy sees it. */
  readonly effects: {readonly [Side in Direction]?: Effect}
  /** The worst first, one for each verdict, stability and ground. At least one. */
  readonly rulings: readonly [Ruling, ...Ruling[]]
}
