import {sayOldWord} from '@tenure/authoring/upgrade/old-command-lines'
import type {Argv} from 'yargs'
import yargs from 'yargs/yargs'
import type {Context} from '../context/context.ts'
import {inputError} from '../model/input-error.ts'
import {assertSwitches, COMMAND_NAMES, COMMANDS, type CommandName, isCommandName, usageOf} from './command-list.ts'
import {sharedOf} from './options/options.ts'
import {wrapHelp} from './output.ts'
import {describeProgram} from './overview.ts'
import {VERSION_TEXT} from './version.ts'

/** What to run. It's thrown out of yargs, which would otherwise render the help page of the command first. */
export class RequestedCommand {
  readonly name: CommandName
  readonly options: Readonly<Record<string, unknown>>
  constructor(name: CommandName, options: Readonly<Record<string, unknown>>) {
    this.name = name
    this.options = options
  }
}

/** Usage error reported by yargs, with the options that it knows. */
export class WrongUsage extends Error {
  readonly options: readonly string[]
  constructor(message: string, options: readonly string[]) {
    super(message)
    this.options = options
  }
}

const NO_COMMAND = 'Specify a command.'

/** Finds the requested command. Prints help if that's what was requested, and returns `undefined`. */
export function parseArguments(args: readonly string[], context: Context): RequestedCommand | undefined {
  const old = sayOldWord(args, isCommandName)
  if (old !== undefined) throw inputError(old)
  const cli = createParser(context)
  const [first = ''] = args
  const names = isCommandName(first) ? [first] : COMMAND_NAMES
  assertSwitches(args, names)
  if (!isCommandName(first)) describeProgram(cli)
  for (const name of names) register(cli, name, args)
  try {
    cli.parse([...args], {}, (_error: Error | undefined, _options: unknown, output: string) => {
      if (output !== '') context.out(`${wrapHelp(output, context.width)}\n`)
    })
  } catch (error) {
    if (error instanceof RequestedCommand) return error
    throw error
  }
  return undefined
}

/** Registers a command with yargs, which throws a `RequestedCommand` if it's requested. */
function register(cli: Argv, name: CommandName, args: readonly string[]): void {
  const {summary, arguments: positionals, options, examples} = COMMANDS[name]
  const shared = sharedOf(options).join(', ')
  cli.command(
    usageOf(name),
    // No description for the help of yargs, because the overview lists the command.
    false,
    builder => {
      for (const [each, argument] of Object.entries(positionals)) builder.positional(each, argument)
      return builder
        .usage(`$0 ${usageOf(name)}\n\n${summary}.`)
        .options(options)
        .middleware(given => settleValues(given, name, args), true)
        .example(examples.map(([line, meaning]): [string, string] => [line, meaning]))
        .epilogue(shared === '' ? '' : `Shared options (\`tenure help options\` explains them): ${shared}`)
    },
    given => {
      throw new RequestedCommand(name, given)
    }
  )
}

/** Gives each option one value, also if it's repeated, and `-` to arguments for which yargs has an empty string. */
function settleValues(given: Record<string, unknown>, name: CommandName, args: readonly string[]): void {
  const {arguments: positionals, options} = COMMANDS[name]
  const hasDash = args.includes('-') && !args.includes('')
  for (const [each, value] of Object.entries(given)) {
    // Lists of yargs itself.
    if (each === '_' || each === '--') continue
    // Yargs drops `-` from a list.
    if (Array.isArray(value) && positionals[each]?.array) given[each] = args.includes('-') ? [...value, '-'] : value
    else if (Array.isArray(value)) given[each] = options[each]?.isRepeatable ? value.join(',') : value.at(-1)
    else if (value === '' && hasDash && positionals[each]?.isStandardInput) given[each] = '-'
  }
}

function createParser(context: Context): Argv {
  const cli: Argv = yargs()
    .scriptName('tenure')
    .version(VERSION_TEXT)
    .describe({help: 'Show help; also after a command', version: 'Show the version'})
    .alias({h: 'help', v: 'version'})
    .locale('en')
    // Line breaks are written by hand, because yargs would remove the indentation of wrapped lines.
    .wrap(null)
    .strict()
    .parserConfiguration({
      'camel-case-expansion': false,
      'parse-positional-numbers': false,
      'parse-numbers': false
    })
    .demandCommand(1, NO_COMMAND)
    .fail((message, error) => {
      // Errors thrown by yargs are usage errors too.
      if (error && error.name !== 'YError') throw error
      if (message === NO_COMMAND) cli.showHelp(help => context.err(`${wrapHelp(help, context.width)}\n\n`))
      // The type definitions of yargs omit this function.
      const {key} = (cli as unknown as {getOptions(): {key: Readonly<Record<string, unknown>>}}).getOptions()
      throw new WrongUsage(message, Object.keys(key))
    })
  return cli
}
