import type {Context} from '../context/context.ts'
import {readReleasesOption} from '../inputs/sources/git-repository.ts'
import {COMMANDS, type CommandName, isCommandName} from './command-list.ts'
import {EXIT} from './exit-codes.ts'
import {sharedOptionsPage} from './options/options.ts'
import {wrapOutput} from './output.ts'
import {parseArguments, type RequestedCommand, WrongUsage} from './parse-arguments.ts'
import {registerPackages} from './registry/register-packages.ts'

/** Runs a command line, without the name of the program, and returns its exit code. Errors are printed, not thrown. */
export async function run(given: readonly string[], context: Context): Promise<number> {
  registerPackages()
  const args = joinRepeatedOptions(askForHelp(given))
  try {
    if (given[0] === 'help' && given[1] === 'options') {
      context.out(sharedOptionsPage())
      return EXIT.fine
    }
    if (given[0] === 'completion' && given[2] === '--')
      return (await import('./completion/answer-with-apis.ts')).answerWithApis(given, context)
    const requested = parseArguments(args, context)
    return requested ? await runWithPlugins(requested, args, given, context) : EXIT.fine
  } catch (error) {
    // Loaded on demand, because only failures need it.
    if (error instanceof WrongUsage) (await import('./usage-error.ts')).printUsageError(error, args, context)
    else (await import('./failure.ts')).printError(error, context)
    return EXIT.failed
  }
}

/** Reads `help COMMAND` as `COMMAND --help`. A name that is no command is left for its error. */
function askForHelp(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args
  if (first !== 'help') return args
  return rest.length === 0 || isCommandName(rest[0] ?? '') ? [...rest, '--help'] : rest
}

/**
 * Runs a command. If it finds several APIs, the command line is run for each of them. If it finds plugins to run, the
 * command line is repeated in a process of their own.
 */
async function runWithPlugins(
  {name, options}: RequestedCommand,
  args: readonly string[],
  given: readonly string[],
  context: Context
): Promise<number> {
  try {
    return await runCommand(name, options, context)
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

/** Loads a command and runs it. */
async function runCommand(
  name: CommandName,
  given: Readonly<Record<string, unknown>>,
  context: Context
): Promise<number> {
  const command = COMMANDS[name]
  const {releases} = given
  const options = typeof releases === 'string' ? {...given, ...readReleasesOption(releases)} : given
  // For the gate, the target decides which plugins run.
  if (name !== 'check' && options.plugins === true)
    (await import('../gate/plugins/plugin-choice.ts')).requirePlugins(options, context)
  const start = async (shown: Context): Promise<number> => (await command.load()).run(options, shown, isCommandName)
  if (command.isKept) return (await import('./kept-output.ts')).printKept(name, options, context, start)
  return start(wrapOutput(command, options.format, context))
}

/** Joins repeated options, such as `--format stylish --format sarif=out.sarif`, into one comma-separated list. */
function joinRepeatedOptions(args: readonly string[]): string[] {
  const [name = ''] = args
  const options = isCommandName(name) ? Object.entries(COMMANDS[name].options) : []
  return options.reduce((all, [each, {isRepeatable}]) => (isRepeatable ? withList(all, each) : all), [...args])
}

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
