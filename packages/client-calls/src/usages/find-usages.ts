import {reportOf} from '@tenure/core/app/audit'
import {endOfPeriod} from '@tenure/core/app/end-of-period'
import {activeRules} from '@tenure/core/app/plugins/load-plugins'
import {createLineReader} from '@tenure/core/app/source-lines'
import type {Context} from '@tenure/core/context/context'
import {findCallsOfEndingEndpoints} from '@tenure/core/history/uses-of-leaving'
import {languageOf} from '@tenure/core/languages/languages'
import {lint} from '@tenure/core/lint'
import type {EndpointUsage, UnresolvedCall, UsageScan} from '@tenure/core/model/api/client-call'
import {inputError} from '@tenure/core/model/input-error'
import type {Lifecycle} from '@tenure/core/model/lifecycle/lifecycle'
import {isEndpoint, isPrefix} from '@tenure/core/model/subject/subject'
import type {Report} from '@tenure/core/outputs/report/report'
import {daysUntil} from '@tenure/core/policy/end-status'
import type {RuleSetting} from '@tenure/core/rule'
import {loadCompiler} from '@tenure/core/stores/files/compiler'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {pathFromRoot} from '@tenure/core/stores/git/repository'
import packageJson from '../../../../package.json' with {type: 'json'}
import {EndpointIndex, listEndpoints} from '../match-endpoints.ts'
import {scanProject} from '../scan-project.ts'
import {applyBaseline, readBaseline} from './baseline.ts'
import {listClientFiles} from './client-files.ts'
import {openUsageHistory, type UsageHistory, type UsageHistoryOptions} from './usages-history.ts'

export interface UsagesOptions extends UsageHistoryOptions {
  /** Folder with the client code (default: the current one). */
  readonly dir?: string | undefined
  readonly within?: string | undefined
  /** Path of a file with findings to suppress. */
  readonly baseline?: string | undefined
}

/** Report with the calls in client code. */
export type UsagesReport = Report & Required<Pick<Report, 'usage'>>

/**
 * Finds where client code calls deprecated or removed endpoints, when those calls break, and what to call instead.
 */
export async function findUsages(options: UsagesOptions, context: Context): Promise<UsagesReport> {
  const known =
    options.baseline === undefined
      ? undefined
      : readBaseline(context.files.readText(options.baseline), options.baseline)
  const folder = options.dir ?? '.'
  const opened = await openUsageHistory(options, context)
  const {session} = opened
  assertEndpoints(session)
  const {asOf} = session.history.timeline
  const within = options.within === undefined ? {} : withinSetting(options.within, asOf)
  const usage = scanUsage(context, folder, opened)
  const history = {...session.history, uses: usage.uses}
  const rules = activeRules(context)
  const {findings} = lint(
    history,
    session.policy,
    rules.filter(({watches}) => watches === 'use'),
    {judgments: [], settings: {...session.config?.rules, ...within}}
  )
  const root = pathFromRoot(context.git, '.')
  const full: UsagesReport = {
    ...reportOf('usages', session, [], findings),
    usage: {folder, usage, ...findCallsOfEndingEndpoints(history, session.policy, usage.uses)},
    rules,
    version: packageJson.version,
    ...(root === undefined ? {} : {root}),
    lineOf: createLineReader(context),
    locate: session.locate
  }
  return known ? {...applyBaseline(full, known), usage: full.usage} : full
}

/** Throws an `InputError` if the history has nothing that is called by method and path, because no call can be found. */
function assertEndpoints({history: {lifecycles}, path}: UsageHistory['session']): void {
  const isCalled = ({subject: {target}}: Lifecycle): boolean =>
    isPrefix(target) || (isEndpoint(target) && languageOf(target)?.isHttp === true)
  if (lifecycles.length === 0 || lifecycles.some(isCalled)) return
  throw inputError(
    `\`tenure usages\` finds calls by their method and path, and \`${path}\` has no endpoints. Search the client code for its names.`,
    {source: path}
  )
}

function withinSetting(within: string, asOf: string): Record<string, RuleSetting> {
  return {'uses-deprecated': {options: {within: daysUntil(endOfPeriod(within, asOf), asOf)}}}
}

function scanUsage(workspace: Workspace, folder: string, {session, origins, base}: UsageHistory): UsageScan {
  const files = listClientFiles(workspace, folder)
  const matching = new EndpointIndex(listEndpoints(session.history, base), origins)
  const {calls, unreachedCalls: waiting} = scanProject(files.paths, files, loadCompiler(), call =>
    matching.leadsToEndpoint(call)
  )
  const all = [...calls, ...waiting].toSorted(byPlace)
  const answers = all.map(call => matching.findUsage(call))
  const isUse = (each: EndpointUsage | UnresolvedCall): each is EndpointUsage => 'endpoints' in each
  const matched = answers.filter(each => each !== undefined)
  return {
    uses: matched.filter(isUse),
    open: matched.filter((each): each is UnresolvedCall => !isUse(each)),
    others: all.filter((each, at) => !each.hasUnknownCallee && answers[at] === undefined).length,
    files: files.paths.length - files.unread.length,
    left: files.unread,
    skipped: files.skipped
  }
}

function byPlace({place: a}: Pick<EndpointUsage, 'place'>, {place: b}: Pick<EndpointUsage, 'place'>): number {
  if (a.source !== b.source) return a.source < b.source ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
