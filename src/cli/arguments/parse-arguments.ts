import {sayOldWord} from '@tenure/authoring/upgrade/old-command-lines'
import type {Argv} from 'yargs'
import yargs from 'yargs/yargs'
import type {Context} from '../../context/context.ts'
import {inputError} from '../../model/input-error.ts'
import {RequestedCommand, WrongUsage} from '../command.ts'
import {loadCommandsFor} from '../command-list.ts'
import {wrapHelp} from '../output.ts'
import {isCommandName, overview} from '../overview.ts'
import {VERSION_TEXT} from '../version.ts'

const NO_COMMAND = 'Specify a command.'

const EXIT_CODES = [
  'Exit codes:',
  '  0  no errors',
  '  1  findings at error level',
  '  2  failed: wrong options, or input that cannot be read',
  '  3  undetermined (with --fail-on undetermined, and from next-version)',
  'If several apply, the first of 2, 1, 3, and 0 is returned.'
].join('\n')

/** Matches a value other than `true` or `false` for a boolean option. yargs would silently read it as `false`. */
const INVALID_SWITCH = /^(--(?:all|dry-run|force|verbose))=(?!(?:true|false)$)/

/** Finds the requested command. Prints help if that's what was requested, and returns `undefined`. */
export async function parseArguments(args: readonly string[], context: Context): Promise<RequestedCommand | undefined> {
  const old = sayOldWord(args, isCommandName)
  if (old !== undefined) throw inputError(old)
  const wrong = args.find(arg => INVALID_SWITCH.test(arg))
  if (wrong !== undefined) throw inputError(`\`${INVALID_SWITCH.exec(wrong)?.[1]}\` takes no value. Write it alone.`)
  const cli = createParser(context)
  for (const command of await loadCommandsFor(args[0])) command.register(cli, args)
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

function createParser(context: Context): Argv {
  const cli: Argv = yargs()
    .scriptName('tenure')
    .usage(overview())
    .version(VERSION_TEXT)
    .describe({help: 'Show help; also after a command', version: 'Show the version'})
    .alias({h: 'help', v: 'version'})
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
      ['tenure init', 'start in this repository'],
      ['tenure check', 'check this change in CI'],
      ['tenure audit --policy kubernetes', 'check the past against another policy'],
      ["tenure due 'GET /v1/loans'", 'when it can be removed'],
      ["tenure due 'GET /v1/loans' --end 2027-01-01", 'the last day to announce a removal on that day'],
      ['tenure due --within 6m', 'removals in the next six months']
    ])
    .epilogue(EXIT_CODES)
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
