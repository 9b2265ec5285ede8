import type {JudgedChange} from './judged-change.ts'

/** A break of clients or servers of releases other than the base, which the history of the change doesn't show. */
export interface ClientBreak {
  readonly judged: JudgedChange
  /** The releases that it reaches, the newest last. */
  readonly releases: readonly string[]
  /** What demands that they work: the guarantee of supported releases, or the skew that a policy allows. */
  readonly demand: 'supported' | 'skew'
  /** The base, if it has the break already, so that the change isn't its cause. */
  readonly inBase?: string
}
