import process from 'node:process'
import {hideBin} from 'yargs/helpers'
import yargs from 'yargs/yargs'
import packageJson from '../../package.json' with {type: 'json'}
import {InputError} from '../model/problem.ts'
import {plainText} from '../report/plain-text.ts'
import {EXIT, type Io, processIo} from './io.ts'

const io = processIo()

/** Each command is loaded when it is asked for. */
type Command<Options> = () => Promise<{run(options: Options, io: Io): number | Promise<number>}>

const does =
  <Options>(load: Command<Options>) =>
  async (options: Options): Promise<void> => {
    process.exitCode = await (await load()).run(options, io)
  }

/** What went wrong, where, and what would be right; never a stack trace. */
function report(error: unknown): void {
  process.exitCode = EXIT.failed
  if (!(error instanceof InputError)) {
    const message = error instanceof Error ? error.message : String(error)
    io.err(`tenure: ${plainText(message)}\n`)
    if (process.env.TENURE_DEBUG !== undefined && error instanceof Error) io.err(`${error.stack}\n`)
    return
  }
  for (const {message, place, example} of error.problems) {
    const at = place
      ? `${[place.source, ...(place.line === undefined ? [] : [place.line, place.column ?? 1])].join(':')}: `
      : ''
    io.err(`${plainText(`${at}${message}`)}\n`)
    if (example !== undefined) io.err(`    for example: ${plainText(example)}\n`)
  }
}

const common = {
  policy: {type: 'string', describe: "A preset's name or a policy file", requiresArg: true},
  history: {type: 'string', describe: 'The history: a file or a folder', requiresArg: true},
  config: {type: 'string', describe: 'The configuration; tenure.yaml', requiresArg: true},
  'as-of': {type: 'string', describe: 'Judge as of this day, not today', requiresArg: true}
} as const

const format = {
  type: 'string',
  choices: ['stylish', 'json'] as const,
  default: 'stylish' as const,
  describe: 'How to print'
} as const
const strict = {type: 'boolean', default: false, describe: 'Exit 3 where something is undetermined'} as const

// A closed pipe (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
  throw error
})

const cli = yargs(hideBin(process.argv))
  .scriptName('tenure')
  .usage('$0 COMMAND\n\nKeeps the life of every API endpoint version, judges it, and writes it down.')
  .version(packageJson.version)
  .locale('en')
  .strict()
  .parserConfiguration({
    'duplicate-arguments-array': false,
    'camel-case-expansion': false,
    'parse-positional-numbers': false,
    'parse-numbers': false
  })
  .demandCommand(1, 'Unexpected lack of a command, expected one of those above.')
  .command(
    'check',
    'Is this change allowed? Judges what has not shipped',
    builder =>
      builder.options({...common, format, strict, all: {type: 'boolean', default: false, describe: 'Add the past'}}),
    does(() => import('./check.ts'))
  )
  .command(
    'audit [source]',
    'Was the promise kept? Every end and breaking change so far',
    builder =>
      builder.positional('source', {type: 'string', describe: 'A history file, or a folder that holds one'}).options({
        ...common,
        format,
        strict,
        'exit-code': {type: 'boolean', default: false, describe: 'Exit 1 where something is wrong'}
      }),
    does(() => import('./audit.ts'))
  )
  .command(
    'when <subject>',
    'The earliest day on which it may end, and why',
    builder =>
      builder
        .positional('subject', {type: 'string', demandOption: true, describe: '`METHOD /path`, `/prefix/**`, …'})
        .options({
          ...common,
          format,
          end: {type: 'string', describe: 'By when must an end on this day be announced?', requiresArg: true},
          field: {type: 'string', requiresArg: true},
          parameter: {type: 'string', requiresArg: true},
          header: {type: 'string', requiresArg: true},
          value: {type: 'string', requiresArg: true},
          in: {type: 'string', choices: ['request', 'response'] as const}
        }),
    does(() => import('./when.ts'))
  )
  .command(
    'due',
    'What may go now, what is overdue, what is coming',
    builder =>
      builder.options({
        ...common,
        format,
        within: {type: 'string', default: '90d', describe: 'How far to look ahead: 90d, 12w, 6m, 1y', requiresArg: true}
      }),
    does(() => import('./due.ts'))
  )
  .command(
    'explain <rule>',
    'What a rule asks, why, and its examples',
    builder => builder.positional('rule', {type: 'string', demandOption: true}).options({format}),
    does(() => import('./explain.ts'))
  )
  .command(
    'rules',
    'All rules, a line each',
    builder => builder.options({format}),
    does(() => import('./rules.ts'))
  )
  .command(
    'init',
    'Begin a record here: history.yaml and tenure.yaml',
    builder =>
      builder.options({
        policy: common.policy,
        service: {type: 'string', describe: 'The name of the service', requiresArg: true},
        force: {type: 'boolean', default: false, describe: 'Overwrite'}
      }),
    does(() => import('./init.ts'))
  )
  .fail((message, error) => {
    if (error) throw error
    io.err(`tenure: ${plainText(message)}\n\nTry \`tenure --help\`.\n`)
    process.exitCode = EXIT.failed
    throw new UsageShown()
  })

/** The usage error has been told. */
class UsageShown extends Error {}

try {
  await cli.parseAsync()
} catch (error) {
  if (!(error instanceof UsageShown)) report(error)
}
