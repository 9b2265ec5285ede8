import type {InputErrorReport} from './input-errors.ts'
import type {Report, ReportOutput} from './report.ts'
import type {ApiReport} from './several-apis.ts'

/** How a report is shown. */
export interface ReportTools {
  readonly color: boolean
  /** Whether to show the policy clauses that decided. */
  readonly verbose?: boolean
  /** Width of the terminal, in which long lines are wrapped. */
  readonly width?: number
}

/** How reports are written in one format. */
export interface Reporter {
  /**
   * Writes the report of any command. All have `findings`; those of `usages` and `diff` also have their own data, for
   * formats that show more than findings.
   */
  readonly write: (report: Report, tools: ReportTools) => ReportOutput | Promise<ReportOutput>
  /** Writes input errors in place of a report. */
  readonly writeErrors: (unread: InputErrorReport, tools: ReportTools) => ReportOutput | Promise<ReportOutput>
  /** Writes the reports of several APIs as one text. */
  readonly combine: (parts: readonly ApiReport[], tools: ReportTools) => ReportOutput | Promise<ReportOutput>
  /** Whether places are paths from the root of the repository, which git has to tell. */
  readonly hasRepositoryPaths?: true
}
