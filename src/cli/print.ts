import type {DueList} from '../app/due.ts'
import type {Context} from '../context/context.ts'
import type {InputProblem} from '../model/input-error.ts'
import type {ApiNotes} from '../outputs/changes/notes-of-apis.ts'
import type {FormatChoice, ReportTarget} from '../outputs/report/formats.ts'
import type {InputErrorReport} from '../outputs/report/input-errors.ts'
import type {Report} from '../outputs/report/report.ts'
import type {ReportTools} from '../outputs/report/reporter.ts'
import type {ApiReport} from '../outputs/report/several-apis.ts'
import {writeFileAtomically} from '../stores/files/write-file.ts'
import {pathFromRoot} from '../stores/git/repository.ts'

export type AnswerFormat = 'stylish' | 'json'

/** A report with everything that it is printed with. */
export interface PrintedReport {
  readonly report: Report
  readonly targets: readonly ReportTarget[]
  readonly tools: Partial<ReportTools>
}

/** A context that takes reports in place of a terminal, so that those of several APIs are printed together. */
export interface CollectingContext extends Context {
  readonly collect?: (printed: PrintedReport) => void
  /** Takes the announced removals of one API, so that those of several APIs are one list. */
  readonly collectDue?: (list: DueList) => void
  /** Takes the notes of one API, so that those of several APIs have one title. */
  readonly collectNotes?: (notes: ApiNotes) => void
  /** Takes the problems of a command that fails. */
  readonly refuse?: (problems: readonly InputProblem[]) => void
}

/** Writes the report in each requested format. Files contain no colors. */
export async function printReport(
  report: Report,
  targets: readonly ReportTarget[],
  context: CollectingContext,
  tools: Partial<ReportTools> = {}
): Promise<void> {
  if (context.collect) return context.collect({report, targets, tools})
  for (const {reporter, file} of targets) {
    print(await reporter.write(report, {...toolsFor(file, context), ...tools}), file, context)
  }
}

/** Path from the root of the repository to this folder, if a format needs it. */
export function rootFor(targets: readonly ReportTarget[], {git}: Context): Pick<Report, 'root'> {
  const root = targets.some(({reporter}) => reporter.hasRepositoryPaths) ? pathFromRoot(git, '.') : undefined
  return root === undefined ? {} : {root}
}

/** Writes input errors in place of a report. The terminal is skipped, because they're printed to standard error. */
export async function printInputErrors(
  unread: InputErrorReport,
  targets: readonly ReportTarget[],
  context: Context
): Promise<void> {
  for (const {format, reporter, file} of targets) {
    if (file === undefined && format === 'stylish') continue
    print(await reporter.write(unread, FILE_TOOLS), file, context)
  }
}

/** Writes the reports of several APIs as one text in each requested format. */
export async function printApiReports(
  parts: readonly ApiReport[],
  targets: readonly ReportTarget[],
  context: Context,
  tools: Partial<ReportTools> = {}
): Promise<void> {
  for (const {reporter, file} of targets) {
    print(await reporter.combine(parts, {...toolsFor(file, context), ...tools}), file, context)
  }
}

function print(output: string, file: string | undefined, context: Context): void {
  if (file === undefined) context.out(output)
  else writeFileAtomically(context, file, output)
}

/** Tools for a text that no terminal shows. */
export const FILE_TOOLS: ReportTools = {color: false}

/** Tools for a file, or for the terminal. */
const toolsFor = (file: string | undefined, {color, width}: Context): ReportTools =>
  file === undefined ? {...FILE_TOOLS, color, ...(width === undefined ? {} : {width})} : FILE_TOOLS

/** Environment variables that identify a CI system. */
export interface CiEnvironment {
  readonly GITHUB_ACTIONS?: string | undefined
  readonly GITLAB_CI?: string | undefined
}

/** Name of the artifact in GitLab's own examples. */
const CODE_QUALITY = 'gl-code-quality-report.json'

/**
 * Default formats. GitHub reads annotations from the log. GitLab reads an artifact, so the log stays readable for
 * people.
 */
export function ciFormats({GITHUB_ACTIONS, GITLAB_CI}: CiEnvironment): FormatChoice[] {
  if (GITHUB_ACTIONS === 'true') return [{format: 'github'}]
  if (GITLAB_CI === 'true') return [{format: 'stylish'}, {format: 'gitlab', file: CODE_QUALITY}]
  return [{format: 'stylish'}]
}
