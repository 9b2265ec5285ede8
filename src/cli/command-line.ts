import type {Context} from '../context/context.ts'
import {performCommand} from './calls/perform-command.ts'
import {isCommandName} from './command-list.ts'
import {EXIT} from './exit-codes.ts'
import {sharedOptionsPage} from './options/options.ts'
import {parseArguments, type RequestedCommand, WrongUsage} from './parse-arguments.ts'
import {registerPackages} from './registry/register-packages.ts'

/** Runs a command line, without the name of the program, and returns its exit code. Errors are printed, not thrown. */
export async function run(given: readonly string[], context: Context): Promise<number> {
  registerPackages()
  const args = askForHelp(given)
  try {
    if (given[0] === 'help' && given[1] === 'options') {
      context.out(sharedOptionsPage())
      return EXIT.fine
    }
    if (given[0] === 'completion' && given[2] === '--')
      return (await import('./completion/answer-with-apis.ts')).answerWithApis(given, context)
    const request = parseArguments(args, context)
    return request ? await runRequest(request, given, context) : EXIT.fine
  } catch (error) {
    if (!(error instanceof WrongUsage)) return await fail(error, context)
    ;(await import('./usage-error.ts')).printUsageError(error, args, context)
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
 * Runs a command. If it finds several APIs, it is run for each of them. If it finds plugins to run, the command line is
 * repeated in a process of their own.
 */
async function runRequest(request: RequestedCommand, given: readonly string[], context: Context): Promise<number> {
  try {
    return await performCommand(request, context)
  } catch (error) {
    const [{PluginsWanted}, {UnchosenApi}] = await Promise.all([
      import('../gate/plugins/plugin-choice.ts'),
      import('../app/session/config.ts')
    ])
    if (error instanceof UnchosenApi) {
      const runForApi = (own: RequestedCommand, shown: Context): Promise<number> =>
        runRequest(own, [`--api=${own.options.api}`, ...given], shown).catch(caught => fail(caught, shown))
      return (await import('./apis/run-for-apis.ts')).runForApis(error, request, runForApi, context)
    }
    if (!(error instanceof PluginsWanted)) throw error
    return (await import('./repeat-with-plugins.ts')).repeatWithPlugins(error.source, given, context)
  }
}

async function fail(error: unknown, context: Context): Promise<number> {
  // Loaded on demand, because only failures need it.
  ;(await import('./failure.ts')).printError(error, context)
  return EXIT.failed
}
