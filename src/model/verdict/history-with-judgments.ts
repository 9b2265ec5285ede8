import type {History} from '../lifecycle/history.ts'
import type {Judgment} from './judgment.ts'
import type {Policy} from './policy.ts'

/** A history with its judgments, as pages show it. */
export interface HistoryWithJudgments {
  readonly history: History
  readonly judgments: readonly Judgment[]
  readonly policy: Policy
  /** Whether no policy was declared, and this one is a default. */
  readonly assumed?: boolean
}
