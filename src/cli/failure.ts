import type {Context} from '../context/context.ts'
import {InputError, type InputProblem} from '../model/input-error.ts'
import {sayPlace} from '../outputs/report/report-text.ts'
import {plainText} from '../outputs/report/sanitize-text.ts'
import {suggestChoices, suggestWord} from '../text/format-choices.ts'
import {formatCount} from '../text/format-values.ts'
import {COMMAND_NAMES, usageOf} from './overview.ts'
import type {CollectingContext} from './print.ts'

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
  for (const problem of problems.slice(0, MAX_PROBLEMS)) context.err(formatProblem(problem))
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

const sanitizeLines = (text: string): string => text.split('\n').map(plainText).join('\n')

/** Rewrites a usage error of yargs: what is wrong, and what was probably meant. */
function rewriteUsageError(message: string, args: readonly string[], options: readonly string[]): string {
  const command = args.find(arg => COMMAND_NAMES.includes(arg))
  const rewritten = rewriteMessage(message, args, {command, options})
  const help = command ? `Run \`tenure ${command} --help\` for its options.` : 'Run `tenure --help` for all commands.'
  return rewritten === undefined ? message : `${rewritten}\n${help}`
}

interface KnownNames {
  readonly command: string | undefined
  readonly options: readonly string[]
}

function rewriteMessage(message: string, args: readonly string[], known: KnownNames): string | undefined {
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/s.exec(message)?.[1]
  if (unknown !== undefined) {
    return unknown
      .split(', ')
      .map(name => sayUnknown(name, args, known))
      .join('\n')
  }
  const choice = /Argument: (.*), Given: (.*), Choices: (.*)$/s.exec(message)
  if (choice) return sayChoice(choice.slice(1, 4) as [string, string, string])
  const option = /^Not enough arguments following: (.*)$/s.exec(message)?.[1]
  if (option !== undefined) return `\`--${option}\` needs a value.`
  if (!known.command || !message.startsWith('Not enough non-option arguments')) return undefined
  return `An argument is missing. Usage: \`tenure ${usageOf(known.command)}\``
}

function sayUnknown(name: string, args: readonly string[], {command, options}: KnownNames): string {
  const given = args.find(arg => arg.startsWith('-') && arg.replace(/^--?(?:no-)?/, '').replace(/=.*$/s, '') === name)
  if (given !== undefined) {
    const positional = command === undefined ? '' : usageOf(command)
    const known = options.filter(option => option.length > 1 && !new RegExp(`[<[]${option}\\b`).test(positional))
    const owner = command === undefined ? '`tenure`' : `\`${command}\``
    const suggestion = suggestWord(name, known).replace('`', '`--')
    return `\`${given.replace(/=.*$/s, '')}\` isn't an option of ${owner}.${suggestion}`
  }
  return command === undefined
    ? `\`${name}\` isn't a command.${suggestWord(name, COMMAND_NAMES)}`
    : `\`${name}\` is one argument too many. Usage: \`tenure ${usageOf(command)}\``
}

function sayChoice([name, given, choices]: [string, string, string]): string {
  const bare = (text: string): string => text.replace(/^"|"$/g, '')
  const known = choices.split(', ').map(bare)
  return `\`--${name}\` can't be \`${bare(given)}\`.${suggestChoices(bare(given), known)}`
}
