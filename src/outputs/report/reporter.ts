import type {InputErrorReport} from './input-errors.ts'
import type {Report} from './report.ts'
import type {ApiReport} from './several-apis.ts'

/** How a report is shown. */
export interface ReportTools {
  readonly color: boolean
  /** Whether to show the policy clauses that decided. */
  readonly verbose?: boolean
  /** Width of the terminal, in which long lines are wrapped. */
  readonly width?: number
}

/** How reports are written in one format. Formats are pure functions and print nothing. */
export interface Reporter {
  /**
   * Writes the report of any command, or the input errors in place of one. All reports have `findings`; those of
   * `usages` and `diff` also have their own data, for formats that show more than findings.
   */
  readonly write: (result: Report | InputErrorReport, tools: ReportTools) => string | Promise<string>
  /** Writes the reports of several APIs as one text. */
  readonly combine: (parts: readonly ApiReport[], tools: ReportTools) => string | Promise<string>
  /** Whether places are paths from the root of the repository, which git has to tell. */
  readonly hasRepositoryPaths?: true
}
