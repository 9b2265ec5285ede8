import {resolve} from 'node:path'
import process from 'node:process'
import {type LocatedSnapshot, readDescription} from '@tenure/openapi/read/open-description'
import {registerPackages} from './cli/registry/register-packages.ts'
import {type Context, NO_PLUGINS} from './context/context.ts'
import {readyFor} from './descriptions/readers.ts'
import {type PolicyFile, readPolicy, readPolicyText} from './inputs/config/policy-file.ts'
import {type HistoryFile, readHistory} from './inputs/history/file.ts'
import {readReleasesOption} from './inputs/sources/git-repository.ts'
import {inputError} from './model/input-error.ts'
import {type Day, dayOfInstant} from './model/time/date-range.ts'
import type {DiffReport} from './outputs/report/diff-report.ts'
import type {ExplainedDiff, ExplainedReport} from './outputs/report/messages.ts'
import type {Report, ReportFormat} from './outputs/report/report.ts'
import {NO_CACHE} from './stores/cache.ts'
import {openWorkspace, type Workspace} from './stores/files/workspace.ts'
import type {Environment} from './stores/git/environment.ts'

// What the commands do, for programs. Relative paths start at the folder of the call. All days are `YYYY-MM-DD` and
// count as a whole. Calls may run at the same time.

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

/** Options of every call. */
interface Request {
  /** Name of a preset, or path of a policy file (default: the declared one, otherwise `thirteen-months`). */
  readonly policy?: string | undefined
  /** Path of the config file (default: `tenure.yaml`, if it exists). Its plugins don't run. */
  readonly config?: string | undefined
  /** Name of one of the configured APIs. */
  readonly api?: string | undefined
  /** Day to judge by (default: today in the policy's time zone). What happens on that day counts. */
  readonly asOf?: Day | undefined
}

/** Options that select a history, or the releases of an API. */
interface SourceRequest extends Request {
  /** Path of a history, a folder of descriptions, or a repository (default: what the current folder contains). */
  readonly source?: string | undefined
  /** Path of a history: a file, or a folder with `service.yaml`. */
  readonly history?: string | undefined
  /** Releases: tags, such as `tags:v*`, or the commits of a branch, such as `branch:main`. */
  readonly releases?: string | undefined
  /** Path of the description in the repository. */
  readonly spec?: string | undefined
}

/** Options of `audit`. */
export interface AuditRequest extends SourceRequest {
  /** First day, month, year, or release to report, inclusive. */
  readonly since?: string | undefined
  /** Comma-separated stabilities to report; `unknown` stands for subjects without one. */
  readonly stability?: string | undefined
}

/** Options of `check`. */
export interface CheckRequest extends Request {
  readonly history?: string | undefined
  /** Base that the description is compared with: a git revision or a file (default: where the branch was created). */
  readonly base?: string | undefined
  /** Path of the description (default: the configured one, or one with a default name). */
  readonly spec?: string | undefined
  /** Path of a file outside of the repository with the reviews of the change. */
  readonly approvals?: string | undefined
}

/** Options of `diff`. The filters are comma-separated lists. */
export interface DiffRequest extends Request {
  /** Older description: a path, `rev:path` in git, or `-` for standard input. */
  readonly old: string
  readonly new: string
  readonly path?: string | undefined
  readonly tag?: string | undefined
  readonly stability?: string | undefined
  /** Kinds of change. */
  readonly kind?: string | undefined
}

/** Options of `changelog`. `part`, `endpoint` and `template` exclude each other. */
export interface ChangelogRequest extends SourceRequest {
  /** Part of the page (default: `all`). */
  readonly part?: string | undefined
  /** Subject whose life to render, such as `GET /v1/loans`. */
  readonly endpoint?: string | undefined
  /** `page` (default), `keep-a-changelog`, `github`, or the path of a Liquid template. */
  readonly template?: string | undefined
}

/**
 * Judges all ends of support and breaking changes so far, and the history itself, like `tenure audit`. Throws an
 * `InputError` if something can't be read.
 */
export const runAudit = (request: AuditRequest = {}, surroundings: Surroundings = {}): Promise<ExplainedReport> =>
  work(surroundings, async context => {
    const [{audit}, {explainReport}] = await Promise.all([
      import('./app/audit.ts'),
      import('./outputs/report/messages.ts')
    ])
    return explainReport(await audit(toOptions(request), context))
  })

/**
 * Judges a change like `tenure check`, with one report for each API: several if several are configured, or if the
 * change deletes one. Throws an `InputError` if something can't be read, or if the target of the change lists plugins,
 * which only run on the command line.
 */
export const runCheck = (request: CheckRequest = {}, surroundings: Surroundings = {}): Promise<ExplainedReport[]> =>
  work(surroundings, async context => {
    const [{check}, {PluginsWanted}, {explainReport}] = await Promise.all([
      import('./gate/check.ts'),
      import('./gate/plugins/plugin-choice.ts'),
      import('./outputs/report/messages.ts')
    ])
    try {
      return (await check(toOptions(request), context)).map(explainReport)
    } catch (error) {
      if (!(error instanceof PluginsWanted)) throw error
      const names = error.source.plugins.map(({path}) => `\`${path}\``).join(', ')
      throw inputError(`The target lists plugins (${names}), which only run on the command line. Run \`tenure check\`.`)
    }
  })

/**
 * Compares two descriptions and judges the changes by the policy, like `tenure diff`. Throws an `InputError` if
 * something can't be read, or if a filter names something unknown.
 */
export const runDiff = (request: DiffRequest, surroundings: Surroundings = {}): Promise<ExplainedDiff> =>
  work(surroundings, async context => {
    const [{diff}, {explainDiff}] = await Promise.all([import('./app/diff.ts'), import('./outputs/report/messages.ts')])
    return explainDiff(await diff(toOptions(request), context))
  })

/**
 * Writes what `audit`, `check` or `diff` returned as the command does with `--format`. Throws an `InputError` for an
 * unknown format, and for several reports in a format with one document for each API.
 */
export async function formatReport(
  given: Report | DiffReport | readonly Report[],
  format: ReportFormat
): Promise<string> {
  const [{loadReporters, parseFormats}, {FILE_TOOLS}, {reportOfDiff}, {VERSION}] = await Promise.all([
    import('./outputs/report/formats.ts'),
    import('./cli/print.ts'),
    import('./outputs/report/diff/diff-findings.ts'),
    import('./cli/version.ts')
  ])
  const [target] = await loadReporters(parseFormats([format]))
  const reports = [given].flat().map(each => ('judged' in each ? reportOfDiff(each, {version: VERSION}) : each))
  const [first, ...others] = reports
  if (!target || !first) return ''
  if (others.length === 0) return target.reporter.write(first, FILE_TOOLS)
  const parts = reports.map(result => ({name: result.api ?? result.spec ?? result.service, result}))
  return target.reporter.combine(parts, FILE_TOOLS)
}

/**
 * Renders the change history as Markdown, like `tenure changelog`. No file is written. Throws an `InputError` if
 * something can't be read, or if options exclude each other.
 */
export const runChangelog = (request: ChangelogRequest = {}, surroundings: Surroundings = {}): Promise<string> =>
  work(surroundings, async context => {
    const {changelog} = await import('@tenure/pages/commands/changelog')
    return changelog(toOptions(request), context)
  })

/** Options of a request under their names on the command line. */
const toOptions = <Options extends Request & {readonly releases?: string | undefined}>({asOf, ...others}: Options) => ({
  ...others,
  ...(others.releases === undefined ? {} : readReleasesOption(others.releases)),
  'as-of': asOf
})

/** Does work with the workspace of a call alone, so that calls may run at the same time. */
const work = <Result>(surroundings: Surroundings, call: (context: Context) => Promise<Result>): Promise<Result> =>
  call(toContext(surroundings))

function toContext({cwd, env, today, err, progress}: Surroundings): Context {
  registerPackages()
  const own = {...process.env}
  return {
    ...openWorkspace(resolve(cwd ?? ''), own),
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

/** Working tree around the working directory of the process, as it is now. */
const here = (): Workspace => openWorkspace(process.cwd(), process.env)

/** Reads a history: a file, or a folder with `service.yaml`. Throws an `InputError` if it can't be read. */
export const readHistoryHere = (path: string): HistoryFile => readHistory(here().files, path)

/** Reads a policy and the policies that it extends. `name` is a preset or a path relative to `folder`. */
export const readPolicyHere = (name: string, folder = '.'): PolicyFile => readPolicy(here().files, name, folder)

/** Parses a policy. Relative paths in it are resolved from the folder of `path`; `source` names it in messages. */
export const readPolicyTextHere = (text: string, source: string, path = source): PolicyFile =>
  readPolicyText(here().files, text, source, path)

/** Reads an API description (a path, `-`, or `rev:path`) with all files below its root that it refers to. */
export const readDescriptionHere = (name: string): LocatedSnapshot => readDescription(here(), name)

/**
 * Loads the reader of server code, which includes a compiler, if any of the names is server code. Must be called before
 * such a name is passed to `readDescription`. Throws an `InputError` if no compiler is installed.
 */
export function readyForHere(names: readonly (string | undefined)[]): Promise<void> {
  registerPackages()
  return readyFor(names)
}
