import {InputError, type InputProblem} from '../model/input-error.ts'
import {sayPlace} from '../outputs/report/report-text.ts'
import {plainText} from '../outputs/report/sanitize-text.ts'
import {formatCount} from '../text/format-values.ts'
import type {CollectingContext} from './print.ts'

/** Maximum number of problems to print. */
const MAX_PROBLEMS = 50

/** Prints what went wrong, where, and what's expected. Never prints a stack trace, unless `TENURE_DEBUG` is set. */
export function printError(error: unknown, context: CollectingContext): void {
  if (!(error instanceof InputError)) {
    const message = error instanceof Error ? error.message : String(error)
    context.err(`tenure: ${sanitizeLines(message)}\n`)
    if (context.env.TENURE_DEBUG !== undefined && error instanceof Error) context.err(`${error.stack}\n`)
    return
  }
  const problems = sortProblems(error.problems)
  if (context.refuse) {
    context.refuse(problems)
    return
  }
  const shown = problems.slice(0, MAX_PROBLEMS)
  for (const [at, {example, ...problem}] of shown.entries()) {
    // An example that the next problem has, too, follows the last of them.
    const isRepeated = example !== undefined && shown[at + 1]?.example === example
    context.err(formatProblem(example === undefined || isRepeated ? problem : {...problem, example}))
  }
  const more = problems.length - MAX_PROBLEMS
  if (more > 0) context.err(`and ${formatCount(more, 'more problem')}\n`)
}

/** The lines of a problem: where it is, what is wrong, and what would be accepted. */
export function formatProblem({message, place, example, paste = []}: InputProblem): string {
  const at = place ? `${sayPlace(place)}: ` : ''
  const lines = [
    plainText(`${at}${message}`),
    ...(example === undefined ? [] : [`    for example: ${plainText(example)}`]),
    ...paste
  ]
  return lines.map(line => `${line}\n`).join('')
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

/** Text without control characters, except for its line ends. */
export const sanitizeLines = (text: string): string => text.split('\n').map(plainText).join('\n')
