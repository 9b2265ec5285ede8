import {resolve} from 'node:path'
import process from 'node:process'
import type {
  ApiReports,
  AuditRequest,
  ChangelogRequest,
  CheckRequest,
  DiffReport,
  DiffRequest,
  DueReport,
  DueRequest,
  EarliestEnd,
  ExplainRequest,
  Explanation,
  NextVersion,
  NextVersionRequest,
  NotesRequest,
  ReleaseNotes,
  Report,
  RuleList,
  UpgradeGuide,
  UpgradeRequest,
  UsagesRequest
} from '../schemas/library.d.ts'
import type {CommandRequest} from './cli/calls/perform-command.ts'
import {type CalledCommand, type RequestOption, requestOptions, toCamelCase} from './cli/calls/request-options.ts'
import {COMMANDS} from './cli/command-list.ts'
import type {CollectingContext, CommandAnswer} from './cli/print.ts'
import {registerPackages} from './cli/registry/register-packages.ts'
import {NO_PLUGINS} from './context/context.ts'
import {InputError, type InputProblem, inputError} from './model/input-error.ts'
import {isRecord} from './model/json.ts'
import {type Day, dayOfInstant} from './model/time/date-range.ts'
import {REPORT_FORMATS} from './outputs/report/formats.ts'
import type {ReportFormat} from './outputs/report/report.ts'
import {NO_CACHE} from './stores/cache.ts'
import {openWorkspace} from './stores/files/workspace.ts'
import type {Environment} from './stores/git/environment.ts'
import {suggestChoices} from './text/format-choices.ts'

// The commands that only read, as functions. A call runs the command in a context of its own, so that calls may run at
// the same time.

/** World around a call. Whatever is left out is that of this process, and nothing is printed. */
export interface Surroundings {
  /** Folder that relative paths start at, and whose repository is read (default: the working directory of the process). */
  readonly cwd?: string
  /** Environment variables (default: `process.env`). The gate finds its base by those of a CI system. */
  readonly env?: Environment
  /** Current day in a time zone such as `Europe/Berlin` (default: that of the system's clock). */
  readonly today?: (timezone: string) => Day
  /** Receives what a command prints to standard error, such as parts that couldn't be read. */
  readonly err?: (text: string) => void
  /** Receives the progress of long-running work. Without arguments, the work is done. */
  readonly progress?: (done?: number, all?: number, name?: string) => void
}

/**
 * A command as a function. It returns what the command prints with `--format json`, as an object, or with a `format` the
 * text that the command prints. Throws an `InputError` if something can't be read, or options contradict each other.
 */
export interface Call<Request, Result> {
  (request: Request & {readonly format: ReportFormat}, surroundings?: Surroundings): Promise<string>
  (request: Request, surroundings?: Surroundings): Promise<Result>
}

/** A command without required options. */
export interface OptionalCall<Request, Result> {
  (request: Request & {readonly format: ReportFormat}, surroundings?: Surroundings): Promise<string>
  (request?: Request, surroundings?: Surroundings): Promise<Result>
}

/** A command that answers for each of several APIs, unless the request names one. */
export type CallForApis<Request, Result> = Call<Request & {readonly api: string}, Result> &
  OptionalCall<Request, Result | ApiReports<Result>>

/** Checks all releases so far against the policy. */
export const callAudit: CallForApis<AuditRequest, Report> = call('audit')

/** Lists the changes of all releases, as data; with `format: 'markdown'`, writes the page. */
export const callChangelog: CallForApis<ChangelogRequest, ReleaseNotes> = call('changelog')

/** Checks unreleased changes against the policy. */
export const callCheck: OptionalCall<CheckRequest, Report | ApiReports<Report>> = call('check')

/** Compares two API descriptions. */
export const callDiff: Call<DiffRequest, DiffReport> = call('diff')

/** Lists removals that are due, or with `endpoint` says when it can be removed. */
export const callDue: Call<DueRequest & {readonly endpoint: string}, EarliestEnd> & CallForApis<DueRequest, DueReport> =
  call('due')

/** Lists all rules, or with `id` explains a rule or a kind of change. */
export const callExplain: Call<ExplainRequest & {readonly id: string}, Explanation> &
  OptionalCall<ExplainRequest, RuleList> = call('explain')

/** Finds the version that the changes need. */
export const callNextVersion: CallForApis<NextVersionRequest, NextVersion> = call('next-version')

/** Lists the changes of one release or a range, as data; with `format: 'markdown'`, writes the notes. */
export const callNotes: CallForApis<NotesRequest, ReleaseNotes> = call('notes')

/** Lists what a client of one release must do to move to another. */
export const callUpgrade: Call<UpgradeRequest, UpgradeGuide> = call('upgrade')

/** Finds calls to deprecated or removed endpoints in client code. */
export const callUsages: CallForApis<UsagesRequest, Report> = call('usages')

/** What was found, for the other formats of a result, and the exit code of the command. */
const answers = new WeakMap<object, {readonly answer: CommandAnswer; readonly code: number}>()

/**
 * Writes what a call returned in another format of its command. Throws an `InputError` if the command doesn't have the
 * format, or if no call returned this object: a copy isn't enough.
 */
export const formatResult = async (result: object, format: ReportFormat): Promise<string> => {
  const {writeAnswer} = await import('./cli/print.ts')
  return writeAnswer(answerOf(result).answer, format)
}

/** Exit code of the command for what a call returned: 0, 1 for findings that fail, 2 if not all was read, or 3 if unsure. */
export const exitCodeOf = (result: object): number => answerOf(result).code

/** The reports in a result: of each API, or the one. */
export const listReports = <Result extends object>(result: Result | ApiReports<Result>): Result[] =>
  'apis' in result ? result.apis.flatMap(({report}) => report ?? []) : [result]

function answerOf(result: object) {
  const found = answers.get(result)
  if (found) return found
  throw inputError('This object is no result of a call, or a copy of one. Pass the object that the call returned.')
}

/** The function that calls a command. Where it's named, it has the types of its request and of its documented JSON. */
function call(command: CalledCommand) {
  const called = toCamelCase(command)
  return async (given: object = {}, surroundings: Surroundings = {}): Promise<never> => {
    registerPackages()
    if (!isRecord(given)) throw inputError(`The options of \`${called}\` must be an object.`)
    const {format, ...request} = given
    const {options, texts} = readRequest(command, called, request)
    const {choices} = COMMANDS[command].options.format ?? {}
    const form = readValue('format', format ?? 'json', {name: 'format', choices: choices ?? REPORT_FORMATS}, texts)
    // Without choices, the option also names files to write.
    const asked = {name: command, options: {...options, format: choices ? form : 'json'}}
    const {answer, code} = await runCalled(asked, toContext(surroundings, texts))
    const {writeAnswer} = await import('./cli/print.ts')
    const text = await writeAnswer(answer, `${form}`)
    if (format !== undefined) return text as never
    const result = JSON.parse(text) as object
    answers.set(result, {answer, code})
    return result as never
  }
}

/** Runs a command, for each API if there are several. Throws an `InputError` with the problems of all of them. */
async function runCalled(request: CommandRequest, context: CollectingContext) {
  const [{performCommand}, {UnchosenApi}, {runForApis}, {PluginsWanted}] = await Promise.all([
    import('./cli/calls/perform-command.ts'),
    import('./app/session/config.ts'),
    import('./cli/apis/run-for-apis.ts'),
    import('./gate/plugins/plugin-choice.ts')
  ])
  const [found, problems]: [CommandAnswer[], InputProblem[]] = [[], []]
  const refuse = (error: unknown): number => {
    if (!(error instanceof InputError)) throw error
    problems.push(...error.problems)
    return 0
  }
  const runOne = (own: CommandRequest, shown: CollectingContext): Promise<number> =>
    performCommand(own, shown).catch(refuse)
  const collecting = {...context, collect: (answer: CommandAnswer) => void found.push(answer)}
  const code = await performCommand(request, collecting).catch(error => {
    if (error instanceof UnchosenApi) return runForApis(error, request, runOne, collecting)
    if (!(error instanceof PluginsWanted)) throw error
    const names = error.source.plugins.map(({path}) => `\`${path}\``).join(', ')
    throw inputError(`The target lists plugins (${names}), which only run on the command line. Run \`tenure check\`.`)
  })
  const unique = new Map(problems.map(problem => [JSON.stringify(problem), problem]))
  if (unique.size > 0) throw new InputError([...unique.values()])
  const [answer] = found
  if (!answer) throw new Error(`\`${request.name}\` has no answer.`)
  return {answer, code}
}

type GivenTexts = Map<string, string>

/** Options of the command, and the texts that stand in for files. Throws an `InputError` for what it doesn't take. */
function readRequest(command: CalledCommand, called: string, request: Readonly<Record<string, unknown>>) {
  const known = requestOptions(command)
  const options: Record<string, unknown> = {}
  const texts: GivenTexts = new Map()
  for (const key of Object.keys(request)) {
    if (!known.has(key)) throw inputError(`\`${called}\` has no \`${key}\`.${suggestChoices(key, [...known.keys()])}`)
  }
  for (const [key, option] of known) {
    const {[key]: value = option.default} = request
    if (value !== undefined) options[option.name] = readValue(key, value, option, texts)
    else if (option.demandOption) throw inputError(`\`${called}\` needs \`${key}\`.`)
  }
  return {options, texts}
}

function readValue(key: string, value: unknown, option: RequestOption, texts: GivenTexts): unknown {
  const {type = 'string', isFile, choices} = option
  if (isFile && isRecord(value)) return addText(key, value, texts)
  const kind = isFile ? 'a path, an object, or `{name, text}`' : type === 'string' ? 'text' : 'true or false'
  if (isFile && value === '-')
    throw inputError(`\`${key}\` can't be standard input. Give the text as \`{name, text}\`.`)
  if (typeof value !== type) throw inputError(`\`${key}\` must be ${kind}.`)
  if (choices && !choices.includes(`${value}`))
    throw inputError(`\`${key}\` can't be \`${value}\`.${suggestChoices(`${value}`, choices.map(String))}`)
  return value
}

/** Adds a text in place of a file, and returns its name. An object is the text that `JSON.stringify` indents by two. */
function addText(key: string, value: Readonly<Record<string, unknown>>, texts: GivenTexts): string {
  const isText = typeof value.text === 'string'
  const name = isText ? value.name : `${key}.json`
  if (typeof name !== 'string') throw inputError(`\`${key}\` needs a \`name\` next to its \`text\`.`)
  if (texts.has(name)) throw inputError(`Two texts have the name \`${name}\`. Give each its own.`)
  texts.set(name, isText ? `${value.text}` : toText(key, value))
  return name
}

function toText(key: string, value: object): string {
  try {
    return `${JSON.stringify(value, undefined, 2)}`
  } catch (error) {
    throw inputError(`\`${key}\` can't be written as JSON: ${error instanceof Error ? error.message : error}`)
  }
}

function toContext({cwd, env, today, err, progress}: Surroundings, texts: GivenTexts): CollectingContext {
  const own = {...process.env}
  const {files, git} = openWorkspace(resolve(cwd ?? ''), own)
  const given = new Map([...texts].map(([name, text]) => [files.resolve(name), Buffer.from(text)]))
  return {
    files: given.size > 0 ? files.with(given) : files,
    git,
    plugins: NO_PLUGINS,
    generated: new Map(),
    out: () => undefined,
    err: err ?? (() => undefined),
    color: false,
    env: env ?? own,
    progress: progress ?? (() => undefined),
    today: today ?? (timezone => dayOfInstant(new Date(), timezone)),
    program: [],
    cache: () => NO_CACHE
  }
}
