import {findApisOfSubject} from '@tenure/authoring/announce/apis-of-subject'
import type {DueList} from '../../app/due.ts'
import type {UnchosenApi} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {defined} from '../../model/defined.ts'
import {type InputProblem, inputError} from '../../model/input-error.ts'
import type {ApiNotes} from '../../outputs/changes/notes-of-apis.ts'
import {formatFew} from '../../text/format-values.ts'
import {COMMANDS, isCommandName} from '../command-list.ts'
import {mostSevere} from '../options/fail-on.ts'
import type {CollectingContext, PrintedReport} from '../print.ts'
import {filesOfApis} from './files-of-apis.ts'
import {type ApiAnswer, printApiAnswers} from './print-apis.ts'

/** Options with a file that cannot hold the output of several APIs. */
const FILE_OPTION = /^(?:-o|--(?:output|baseline|write-baseline))(?:=|$)/
/** Options with a page, which may also stand without a value. */
const PAGE_OPTION = /^--(?:write|check)$/

/** A command line, and its options as they were read. */
interface CommandRequest {
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
}

type RunArguments = (args: readonly string[], context: Context) => Promise<number>

/**
 * Runs a command line for each API, or for the API that has its subject. Rethrows the error where one answer for several
 * APIs has no form.
 */
export async function runForApis(
  error: UnchosenApi,
  {args: [command = '', ...args], options}: CommandRequest,
  run: RunArguments,
  context: Context
): Promise<number> {
  const {names} = error
  if (options.endpoint !== undefined && isAboutSubject(command)) {
    const asked = options as unknown as Parameters<typeof findApisOfSubject>[0]
    const having = await findApisOfSubject(asked, names, {isInBase: command === 'waive', context})
    const [only = '', ...others] = having
    if (others.length === 0) return run([command, `--api=${only}`, ...args], context)
    const list = formatFew(having.map(name => `\`${name}\``))
    throw inputError(`The APIs ${list} have this subject. Choose one with \`--api\`.`)
  }
  const answer = (name: string, own: readonly string[]): Promise<ApiAnswer> =>
    capture(name, [command, `--api=${name}`, ...own], run, context)
  const kind = isCommandName(command) ? COMMANDS[command].forEachApi : undefined
  if (kind === undefined || args.some((arg, at) => isForOneFile(command, arg, args[at + 1]))) throw error
  const out = command === 'site' ? readValue('--output', args) : undefined
  const files = out === undefined ? [] : filesOfApis(out, names)
  const answers: ApiAnswer[] = []
  for (const [at, name] of names.entries()) {
    const file = files[at]
    answers.push(await answer(name, file === undefined ? args : withValue('--output', file, args)))
  }
  const value = (name: string): string | undefined => readValue(`--${name}`, args)
  const optionsOf = (api: string) => ({api, config: value('config'), policy: value('policy'), 'as-of': value('as-of')})
  await printApiAnswers(answers, value('format') === 'json' ? 'json' : kind, optionsOf, context)
  return mostSevere(answers.map(({code}) => code))
}

/** Whether a command is about one subject, which is in one of the APIs. */
const isAboutSubject = (command: string): boolean => isCommandName(command) && 'endpoint' in COMMANDS[command].arguments

const isForOneFile = (command: string, arg: string, next: string | undefined): boolean =>
  (FILE_OPTION.test(arg) && !(command === 'site' && arg.startsWith('--output'))) ||
  (PAGE_OPTION.test(arg) && next !== undefined && !next.startsWith('-')) ||
  /^--(?:write|check)=/.test(arg)

/** The value of an option on a command line. */
function readValue(option: string, args: readonly string[]): string | undefined {
  const at = args.indexOf(option)
  if (at !== -1) return args[at + 1]
  return args.find(arg => arg.startsWith(`${option}=`))?.slice(option.length + 1)
}

const withValue = (option: string, value: string, args: readonly string[]): string[] =>
  args.flatMap((arg, at) =>
    args[at - 1] === option ? [] : arg === option || arg.startsWith(`${option}=`) ? [`${option}=${value}`] : [arg]
  )

async function capture(name: string, args: readonly string[], run: RunArguments, context: Context): Promise<ApiAnswer> {
  const [out, err, reports]: [string[], string[], PrintedReport[]] = [[], [], []]
  const [problems, lists, notes]: [InputProblem[], DueList[], ApiNotes[]] = [[], [], []]
  const own: CollectingContext = {
    ...context,
    out: text => void out.push(text),
    err: text => void err.push(text),
    collect: printed => void reports.push(printed),
    collectDue: list => void lists.push(list),
    collectNotes: found => void notes.push(found),
    refuse: found => void problems.push(...found)
  }
  const code = await run(args, own)
  return defined({
    name,
    code,
    out: out.join(''),
    err: err.join(''),
    problems,
    printed: reports[0],
    due: lists[0],
    notes: notes[0]
  })
}
