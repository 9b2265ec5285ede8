import type {Context} from '../context/context.ts'
import {readPlainLine} from './arguments/plain-line.ts'
import {type RequestedCommand, WrongUsage} from './command.ts'
import {loadCommand} from './command-list.ts'
import {EXIT} from './exit-codes.ts'
import {askForHelp, isCommandName, usageOf} from './overview.ts'
import {registerPackages} from './registry/register-packages.ts'

/** Runs a command line, without the name of the program, and returns its exit code. Errors are printed, not thrown. */
export async function run(given: readonly string[], context: Context): Promise<number> {
  registerPackages()
  const args = joinRepeatedOptions(askForHelp(given))
  try {
    if (given[0] === 'help' && given[1] === 'options') {
      context.out((await import('./options/options.ts')).sharedOptionsPage())
      return EXIT.fine
    }
    if (given[0] === 'completion' && given[2] === '--')
      return (await import('./completion/answer-with-apis.ts')).answerWithApis(given, context)
    const requested =
      (await findPlainCommand(args)) ??
      (await (await import('./arguments/parse-arguments.ts')).parseArguments(args, context))
    return requested ? await runWithPlugins(requested, args, given, context) : EXIT.fine
  } catch (error) {
    // Loaded on demand, because only failures need it.
    const {printError, printUsageError} = await import('./failure.ts')
    if (error instanceof WrongUsage) printUsageError({message: error.message, args, options: error.options}, context)
    else printError(error, context)
    return EXIT.failed
  }
}

/**
 * Runs a command. If it finds several APIs, the command line is run for each of them. If it finds plugins to run, the
 * command line is repeated in a process of their own.
 */
async function runWithPlugins(
  {run: start, options}: RequestedCommand,
  args: readonly string[],
  given: readonly string[],
  context: Context
): Promise<number> {
  try {
    return await start(context)
  } catch (error) {
    const [{PluginsWanted}, {UnchosenApi}] = await Promise.all([
      import('../gate/plugins/plugin-choice.ts'),
      import('../app/session/config.ts')
    ])
    if (error instanceof UnchosenApi)
      return (await import('./apis/run-for-apis.ts')).runForApis(error, {args, options}, run, context)
    if (!(error instanceof PluginsWanted)) throw error
    return (await import('./repeat-with-plugins.ts')).repeatWithPlugins(error.source, given, context)
  }
}

/** The command of a line that needs no interpretation. */
async function findPlainCommand([name = '', ...args]: readonly string[]): Promise<RequestedCommand | undefined> {
  if (!isCommandName(name)) return undefined
  const command = await loadCommand(name)
  const options = readPlainLine(args, command.describeOptions(), usageOf(name))
  return options && command.request(options)
}

/** Options that can be repeated, such as `--format stylish --format sarif=out.sarif`. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  check: ['format'],
  init: ['spec', 'api'],
  usages: ['format', 'base-url']
}

/** Joins repeated options into one comma-separated list. */
const joinRepeatedOptions = (args: readonly string[]): string[] =>
  (LISTS[args[0] ?? ''] ?? []).reduce((all, name) => withList(all, name), [...args])

function withList(args: readonly string[], name: string): string[] {
  const option = `--${name}`
  const values: string[] = []
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const next = args[at + 1]
    if (arg.startsWith(`${option}=`)) values.push(arg.slice(option.length + 1))
    else if (arg === option && next !== undefined && !next.startsWith('-')) {
      values.push(next)
      at++
    } else rest.push(arg)
  }
  return values.length === 0 ? rest : [...rest, `${option}=${values.join(',')}`]
}
