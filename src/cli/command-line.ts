import process from 'node:process'
import type {Argv} from 'yargs'
import {hideBin} from 'yargs/helpers'
import yargs from 'yargs/yargs'
import packageJson from '../../package.json' with {type: 'json'}
import {cleanGitEnvironment} from '../app/gate/git-environment.ts'
import {EXIT, processIo} from '../app/io.ts'
import {type CommandName, overview} from '../app/overview.ts'
import {inputError} from '../model/input-error.ts'
import type {Command, Run} from './command.ts'
import audit from './commands/audit.ts'
import changelog from './commands/changelog.ts'
import check from './commands/check.ts'
import deprecate from './commands/deprecate.ts'
import diff from './commands/diff.ts'
import due from './commands/due.ts'
import explain from './commands/explain.ts'
import importing from './commands/import.ts'
import init from './commands/init.ts'
import notes from './commands/notes.ts'
import record from './commands/record.ts'
import rules from './commands/rules.ts'
import site from './commands/site.ts'
import upgrade from './commands/upgrade.ts'
import usages from './commands/usages.ts'
import waive from './commands/waive.ts'
import when from './commands/when.ts'
import {joinRepeatedOptions} from './options.ts'

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  check,
  diff,
  audit,
  when,
  due,
  changelog,
  notes,
  site,
  upgrade,
  usages,
  init,
  deprecate,
  waive,
  record,
  import: importing,
  explain,
  rules
}

const NO_COMMAND = 'Unexpected lack of a command, expected one of those above'

const EXIT_CODES =
  'Exit codes: 0 fine, 1 findings at error level, 2 the job could not be done, 3 undetermined (only with --strict)'

/** Matches a value other than `true` or `false` for a boolean option. yargs would silently read it as `false`. */
const INVALID_SWITCH = /^(--(?:all|dry-run|exit-code|force|strict))=(?!(?:true|false)$)/

/** Usage error reported by yargs, with the options that it knows. */
class WrongUsage extends Error {
  readonly options: readonly string[]

  constructor(message: string, options: readonly string[]) {
    super(message)
    this.options = options
  }
}

cleanGitEnvironment()
const io = processIo()
const args = joinRepeatedOptions(hideBin(process.argv))

/** Whether this process was started to run plugins. */
const isPluginProcess = process.env.TENURE_PLUGINS !== undefined

async function enterPluginProcess(): Promise<void> {
  ;(await import('../app/plugin-process.ts')).becomePluginProcess(io)
  ;(await import('../app/plugin-choice.ts')).markPluginProcess()
}

/** Requested command. It runs after yargs has finished, because yargs would otherwise prepare its help page first. */
let requestedRun: Run | undefined

// A closed pipe (`| head`) isn't an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader is gone, but the exit code still matters.
    if (error.code !== 'EPIPE') throw error
  })
}

/** Commands to register: only the requested one if the first argument names one, otherwise all. */
function commandsFor(name = ''): Command[] {
  const named = Object.entries(COMMANDS).filter(([each]) => each === name)
  return (named.length > 0 ? named : Object.entries(COMMANDS)).map(([, command]) => command)
}

function commandLine(): Argv {
  const cli = yargs(args)
    .scriptName('tenure')
    .usage(overview())
    .version(packageJson.version)
    .describe({help: 'Show help; also after a command', version: 'Show the version'})
    .locale('en')
    // Line breaks are written by hand, because yargs would remove the indentation of wrapped lines.
    .wrap(null)
    .strict()
    .parserConfiguration({
      'duplicate-arguments-array': false,
      'camel-case-expansion': false,
      'parse-positional-numbers': false,
      'parse-numbers': false
    })
    .demandCommand(1, NO_COMMAND)
    .example([
      ['tenure init', 'begin a record in this folder'],
      ['tenure check', 'the gate, in CI: may what `next` brings go out today?'],
      ['tenure audit --policy kubernetes', 'the past, by another promise'],
      ["tenure when 'GET /v1/loans'", 'the first day on which it may end'],
      ["tenure when 'GET /v1/loans' --end 2027-01-01", 'by when to announce that'],
      ['tenure due --within 6m', 'what may go in the next six months']
    ])
    .epilogue(EXIT_CODES)
    .fail((message, error) => {
      // Errors thrown by yargs are usage errors too.
      if (error && error.name !== 'YError') throw error
      if (message === NO_COMMAND) {
        cli.showHelp('error')
        io.err('\n')
      }
      // The type definitions of yargs omit this function.
      const {key} = (cli as unknown as {getOptions(): {key: Readonly<Record<string, unknown>>}}).getOptions()
      throw new WrongUsage(message, Object.keys(key))
    })
  for (const command of commandsFor(args[0])) {
    command.register(cli, run => {
      requestedRun = run
    })
  }
  return cli
}

/** Runs the command and returns its exit code. If something ends the process before that, the run has failed. */
async function runCommand(run: Run): Promise<number> {
  const reportEarlyExit = (): void => {
    process.exitCode = EXIT.failed
    io.err('The command ended before its verdict. Report it with the command line that you used.\n')
  }
  process.on('exit', reportEarlyExit)
  try {
    return await run(io)
  } catch (error) {
    const {PluginsWanted} = await import('../app/plugin-choice.ts')
    if (!(error instanceof PluginsWanted)) throw error
    return await (await import('../app/plugin-process.ts')).runWithPlugins(error.source, io)
  } finally {
    process.off('exit', reportEarlyExit)
  }
}

async function main(): Promise<void> {
  let isEntered = false
  try {
    if (isPluginProcess) await enterPluginProcess()
    isEntered = isPluginProcess
    const wrong = args.find(arg => INVALID_SWITCH.test(arg))
    if (wrong !== undefined)
      throw inputError(`Unexpected \`${wrong}\`, expected \`${INVALID_SWITCH.exec(wrong)?.[1]}\` alone`)
    commandLine().parse()
    if (requestedRun) process.exitCode = await runCommand(requestedRun)
  } catch (error) {
    process.exitCode = EXIT.failed
    // Loaded on demand, because only failures need it.
    const {printError: sayFailure, printUsageError: sayWrongUsage} = await import('../app/failure.ts')
    if (error instanceof WrongUsage) sayWrongUsage({message: error.message, args, options: error.options}, io)
    else sayFailure(error, io)
  }
  if (isEntered) (await import('../app/plugin-process.ts')).sendExitCode(Number(process.exitCode ?? EXIT.fine))
}

void main()
