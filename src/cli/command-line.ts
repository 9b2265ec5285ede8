import process from 'node:process'
import type {Argv} from 'yargs'
import {hideBin} from 'yargs/helpers'
import yargs from 'yargs/yargs'
import packageJson from '../../package.json' with {type: 'json'}
import {InputError, type Problem, refuse} from '../model/problem.ts'
import {PART_NAMES} from '../render/part-names.ts'
import {plainText} from '../report/plain-text.ts'
import {sayPlace} from '../report/stylish.ts'
import {count} from '../words/say.ts'
import {EXIT, type Io, processIo} from './io.ts'
import {type CommandName, overview, told} from './overview.ts'
import {sayUsage} from './usage.ts'

const io = processIo()
const args = hideBin(process.argv)

/** Each command is loaded when it is asked for. */
type Command<Options> = () => Promise<{run(options: Options, io: Io): number | Promise<number>}>

const does =
  <Options>(load: Command<Options>) =>
  (options: Options): void => {
    asked = async () => (await load()).run(options, io)
  }

/** The command that was asked for. It runs when yargs is done, which would set its help page first. */
let asked: (() => Promise<number>) | undefined

/** What went wrong, where, and what would be right; never a stack trace. */
function report(error: unknown): void {
  process.exitCode = EXIT.failed
  if (!(error instanceof InputError)) {
    const message = error instanceof Error ? error.message : String(error)
    io.err(`tenure: ${inLines(message)}\n`)
    if (process.env.TENURE_DEBUG !== undefined && error instanceof Error) io.err(`${error.stack}\n`)
    return
  }
  const problems = inOrder(error.problems)
  for (const {message, place, example, paste = []} of problems.slice(0, MOST_PROBLEMS)) {
    const at = place ? `${sayPlace(place)}: ` : ''
    io.err(`${plainText(`${at}${message}`)}\n`)
    if (example !== undefined) io.err(`    for example: ${plainText(example)}\n`)
    for (const line of paste) io.err(`${line}\n`)
  }
  const more = problems.length - MOST_PROBLEMS
  if (more > 0) io.err(`and ${count(more, 'more problem')}\n`)
}

/** As they stand in their files, each file where it is first named. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const sources = [...new Set(problems.map(({place}) => place?.source))]
  const key = ({place}: Problem): number[] => [sources.indexOf(place?.source), place?.line ?? 0, place?.column ?? 0]
  return problems
    .map(problem => ({problem, key: key(problem)}))
    .toSorted((a, b) => a.key.map((each, index) => each - (b.key[index] ?? 0)).find(each => each !== 0) ?? 0)
    .map(({problem}) => problem)
}

/** Who has more to mend begins with these. */
const MOST_PROBLEMS = 50

const inLines = (text: string): string => text.split('\n').map(plainText).join('\n')

/** Of a `-` that stands alone yargs makes an empty text. */
const dashed = (name: string): string => (name === '' && args.includes('-') && !args.includes('') ? '-' : name)

const RECORD = 'The record and its judge:'
const OUTPUT = 'The answer:'
const SUBJECT = 'A part of the subject:'
const FILTER = 'Leave only (lists are divided by commas):'

const common = {
  history: {
    type: 'string',
    describe: 'The history: a file, or a folder with service.yaml',
    requiresArg: true,
    group: RECORD
  },
  policy: {type: 'string', describe: "The policy: a preset's name or a file", requiresArg: true, group: RECORD},
  config: {type: 'string', describe: 'The configuration, if not ./tenure.yaml', requiresArg: true, group: RECORD},
  'as-of': {type: 'string', describe: 'Judge as of this day instead of today', requiresArg: true, group: RECORD}
} as const

const format = {
  type: 'string',
  choices: ['stylish', 'json'] as const,
  default: 'stylish' as const,
  describe: 'For people or for programs',
  requiresArg: true,
  group: OUTPUT
} as const
const strict = {
  type: 'boolean',
  default: false,
  describe: 'Exit 3 where something is undetermined',
  group: OUTPUT
} as const
const filter = (describe: string) => ({type: 'string', describe, requiresArg: true, group: FILTER}) as const
const part = (describe: string) => ({type: 'string', describe, requiresArg: true, group: SUBJECT}) as const

const NO_COMMAND = 'Unexpected lack of a command, expected one of those above'

const EXIT_CODES =
  'Exit codes: 0 fine, 1 findings at error level, 2 the job could not be done, 3 undetermined (only with --strict)'

// A closed pipe (`| head`) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
    throw error
  })
}

/** The help of one command. */
const about = (builder: Argv, name: CommandName): Argv => {
  const {usage, describe} = told(name)
  return builder.usage(`$0 ${usage}\n\n${describe}.`)
}

const cli = yargs(args)
  .scriptName('tenure')
  .usage(overview())
  .version(packageJson.version)
  .describe({help: 'Show help; also after a command', version: 'Show the version'})
  .locale('en')
  // Lines are broken by hand: yargs takes the indentation of what it breaks.
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
  .command(
    told('check').usage,
    false,
    builder =>
      about(builder, 'check')
        .options({
          ...common,
          all: {type: 'boolean', default: false, describe: 'Judge the past as well', group: RECORD},
          format,
          strict
        })
        .example([
          ['tenure check', 'judges `next` as shipping on its date, or today'],
          ['tenure check --strict --format json', 'for CI: what cannot be told fails too']
        ]),
    does(() => import('./check.ts'))
  )
  .command(
    told('diff').usage,
    false,
    builder =>
      about(builder, 'diff')
        .positional('old', {
          type: 'string',
          demandOption: true,
          coerce: dashed,
          describe: 'The older: a file, `-` or `rev:path`'
        })
        .positional('new', {type: 'string', demandOption: true, coerce: dashed, describe: 'The newer'})
        .options({
          policy: {...common.policy, group: RECORD},
          config: common.config,
          'as-of': common['as-of'],
          path: filter('These paths: `/v1/loans`, `/v1/**`, `GET /v1/loans`'),
          method: filter('These methods'),
          tag: filter('Operations with these tags'),
          stability: filter('Operations of these stabilities'),
          kind: filter('These kinds of change, as in docs/changes.md'),
          format: {...format, choices: ['stylish', 'json', 'markdown'] as const},
          all: {type: 'boolean', default: false, describe: 'List changes of documentation too', group: OUTPUT},
          strict,
          'exit-code': {type: 'boolean', default: false, describe: 'Exit 1 where something breaks', group: OUTPUT}
        })
        .example([
          ['tenure diff old.yaml new.yaml', 'two files'],
          ['tenure diff main:openapi.yaml openapi.yaml --exit-code', 'what is on main, and what is here'],
          ["tenure diff v1.json v2.json --path '/v1/**' --kind field-removed", 'some of it']
        ]),
    does(() => import('./diff.ts'))
  )
  .command(
    told('audit').usage,
    false,
    builder =>
      about(builder, 'audit')
        .positional('source', {type: 'string', describe: 'A history: a file, or a folder that holds one'})
        .options({
          ...common,
          format,
          strict,
          'exit-code': {
            type: 'boolean',
            default: false,
            describe: 'Exit 1 where there are findings at error level',
            group: OUTPUT
          }
        })
        .example([
          ['tenure audit', 'the history of this folder, by its own policy'],
          ['tenure audit api/history.yaml --policy github-rest', 'another history, by a public policy']
        ]),
    does(() => import('./audit.ts'))
  )
  .command(
    told('when').usage,
    false,
    builder =>
      about(builder, 'when')
        .positional('subject', {
          type: 'string',
          demandOption: true,
          describe: '`METHOD /path`, `/prefix/**`, `operation Name` or `Resource.field`'
        })
        .positional('path', {type: 'string', describe: 'The path or the name, where the two are not quoted together'})
        .options({
          ...common,
          end: {
            type: 'string',
            describe: 'Ask the other way round: by when must an end on this day be announced?',
            requiresArg: true,
            group: OUTPUT
          },
          field: part('A field of it'),
          parameter: part('A parameter of it'),
          header: part('A header of it'),
          value: part('An enum value of it, or of the part above'),
          in: {
            type: 'string',
            choices: ['request', 'response'] as const,
            describe: 'The side on which the part is seen',
            requiresArg: true,
            group: SUBJECT
          },
          format
        })
        .example([
          ["tenure when 'GET /v1/loans'", 'the first day on which it may end'],
          ["tenure when 'GET /v1/loans' --field due --in response", 'the same of a field'],
          ["tenure when '/v1/**' --end 2027-01-01", 'by when to announce the end of all v1']
        ]),
    does(() => import('./when.ts'))
  )
  .command(
    told('due').usage,
    false,
    builder =>
      about(builder, 'due')
        .options({
          ...common,
          within: {
            type: 'string',
            default: '90d',
            describe: 'How far to look ahead: 90d, 12w, 6m, 1y',
            requiresArg: true,
            group: RECORD
          },
          format
        })
        .example([['tenure due --within 6m', 'what may go in the next six months']]),
    does(() => import('./due.ts'))
  )
  .command(
    told('changelog').usage,
    false,
    builder =>
      about(builder, 'changelog')
        .options({
          ...common,
          part: {
            type: 'string',
            default: 'all',
            describe: `The whole page, or one part of it: ${PART_NAMES.join(', ')}`,
            requiresArg: true,
            group: OUTPUT
          },
          write: {type: 'string', describe: 'Fill the zones of this Markdown file', requiresArg: true, group: OUTPUT},
          check: {
            type: 'string',
            describe: 'Exit 1 with a diff where the zones of this file are stale',
            requiresArg: true,
            group: OUTPUT
          }
        })
        .example([
          ['tenure changelog > CHANGES.md', 'the whole page'],
          ['tenure changelog --write README.md', 'what stands between `<!-- tenure all -->` and `<!-- /tenure -->`']
        ]),
    does(() => import('./changelog.ts'))
  )
  .command(
    told('notes').usage,
    false,
    builder =>
      about(builder, 'notes')
        .positional('release', {
          type: 'string',
          demandOption: true,
          describe: 'Its name; `next` is the one not yet out'
        })
        .options(common)
        .example([['tenure notes 2.10', 'what 2.10 brought, breaks first']]),
    does(() => import('./notes.ts'))
  )
  .command(
    told('import').usage,
    false,
    builder =>
      about(builder, 'import')
        .positional('file', {type: 'string', demandOption: true, describe: 'A Markdown file'})
        .options({
          output: {
            type: 'string',
            alias: 'o',
            describe: 'Write to this file, not to standard output',
            requiresArg: true,
            group: OUTPUT
          },
          force: {type: 'boolean', default: false, describe: 'Overwrite that file', group: OUTPUT}
        })
        .example([['tenure import CHANGES.md -o history.yaml', 'the lines that hold no fact are told']]),
    does(() => import('./import.ts'))
  )
  .command(
    told('explain').usage,
    false,
    builder =>
      about(builder, 'explain')
        .positional('rule', {type: 'string', demandOption: true, describe: 'A rule that `tenure rules` lists'})
        .options({format})
        .example([['tenure explain notice-too-short', 'why that rule exists, and when it speaks']]),
    does(() => import('./explain.ts'))
  )
  .command(
    told('rules').usage,
    false,
    builder => about(builder, 'rules').options({format}),
    does(() => import('./rules.ts'))
  )
  .command(
    told('init').usage,
    false,
    builder =>
      about(builder, 'init')
        .options({
          policy: {...common.policy, group: undefined},
          service: {type: 'string', describe: "The name of the service; the folder's, if left out", requiresArg: true},
          force: {type: 'boolean', default: false, describe: 'Overwrite what is there'}
        })
        .example([["tenure init --service 'Lending Library API' --policy github-rest", 'begin a record here']]),
    does(() => import('./init.ts'))
  )
  .fail((message, error) => {
    // What yargs throws by itself is about the command line too.
    if (error && error.name !== 'YError') throw error
    if (message === NO_COMMAND) cli.showHelp('error')
    // The types leave out what yargs knows of its options.
    const {key} = (cli as unknown as {getOptions(): {key: Readonly<Record<string, unknown>>}}).getOptions()
    io.err(`${message === NO_COMMAND ? '\n' : ''}${inLines(sayUsage(message, args, Object.keys(key)))}\n`)
    process.exitCode = EXIT.failed
    throw new UsageShown()
  })

/** The usage error has been told. */
class UsageShown extends Error {}

/** A switch takes no value but these two: what else was meant, yargs would read as `false`. */
const NO_SWITCH = /^(--(?:all|exit-code|force|strict))=(?!(?:true|false)$)/

try {
  const wrong = args.find(arg => NO_SWITCH.test(arg))
  if (wrong !== undefined) throw refuse(`Unexpected \`${wrong}\`, expected \`${NO_SWITCH.exec(wrong)?.[1]}\` alone`)
  cli.parse()
  if (asked) process.exitCode = await asked()
} catch (error) {
  if (!(error instanceof UsageShown)) report(error)
}
