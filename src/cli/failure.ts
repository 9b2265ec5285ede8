import type {Context} from '../app/context.ts'
import {InputError, type InputProblem} from '../model/input-error.ts'
import {sayPlace} from '../outputs/report/report-text.ts'
import {plainText} from '../outputs/report/sanitize-text.ts'
import {formatCount} from '../text/format-values.ts'
import {rewriteUsageError} from './usage-errors.ts'

/** Maximum number of problems to print. */
const MAX_PROBLEMS = 50

/** Command line that yargs rejects. */
export interface UsageProblem {
  readonly message: string
  readonly args: readonly string[]
  /** All options of the command. */
  readonly options: readonly string[]
}

export const printUsageError = ({message, args, options}: UsageProblem, context: Context): void =>
  context.err(`${sanitizeLines(rewriteUsageError(message, args, options))}\n`)

/** Prints what went wrong, where, and what's expected. Never prints a stack trace, unless `TENURE_DEBUG` is set. */
export function printError(error: unknown, context: Context): void {
  if (!(error instanceof InputError)) {
    const message = error instanceof Error ? error.message : String(error)
    context.err(`tenure: ${sanitizeLines(message)}\n`)
    if (context.env.TENURE_DEBUG !== undefined && error instanceof Error) context.err(`${error.stack}\n`)
    return
  }
  const problems = sortProblems(error.problems)
  for (const {message, place, example, paste = []} of problems.slice(0, MAX_PROBLEMS)) {
    const at = place ? `${sayPlace(place)}: ` : ''
    context.err(`${plainText(`${at}${message}`)}\n`)
    if (example !== undefined) context.err(`    for example: ${plainText(example)}\n`)
    for (const line of paste) context.err(`${line}\n`)
  }
  const more = problems.length - MAX_PROBLEMS
  if (more > 0) context.err(`and ${formatCount(more, 'more problem')}\n`)
}

/** Sorts problems by their position in each file. Files keep the order in which they're first mentioned. */
function sortProblems(problems: readonly InputProblem[]): InputProblem[] {
  const sources = [...new Set(problems.map(({place}) => place?.source))]
  const key = ({place}: InputProblem): number[] => [
    sources.indexOf(place?.source),
    place?.line ?? 0,
    place?.column ?? 0
  ]
  return problems
    .map(problem => ({problem, key: key(problem)}))
    .toSorted((a, b) => a.key.map((each, index) => each - (b.key[index] ?? 0)).find(each => each !== 0) ?? 0)
    .map(({problem}) => problem)
}

const sanitizeLines = (text: string): string => text.split('\n').map(plainText).join('\n')
