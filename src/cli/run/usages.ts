import {createRequire} from 'node:module'
import packageJson from '../../../package.json' with {type: 'json'}
import {reportOf} from '../../app/audit.ts'
import type {Context} from '../../app/context.ts'
import {endOfPeriod} from '../../app/end-of-period.ts'
import {activeRules} from '../../app/plugins/load-plugins.ts'
import {createLineReader} from '../../app/source-lines.ts'
import {openUsageHistory, type UsageHistory, type UsageHistoryOptions} from '../../app/usages/usages-history.ts'
import type {Compiler} from '../../client-calls/file-context.ts'
import {EndpointIndex, listEndpoints} from '../../client-calls/match-endpoints.ts'
import {scanProject} from '../../client-calls/scan-project.ts'
import {findCallsOfEndingEndpoints} from '../../history/uses-of-leaving.ts'
import {lint} from '../../lint.ts'
import type {EndpointUsage, UnresolvedCall, UsageScan} from '../../model/api/client-call.ts'
import {daysUntil} from '../../policy/end-status.ts'
import {readBaseline} from '../../read/config/baseline-file.ts'
import {listClientFiles} from '../../read/files/client-files.ts'
import {readText} from '../../read/files/file-system.ts'
import {writeFileAtomically} from '../../read/files/write-file.ts'
import {pathFromRoot} from '../../read/git/git.ts'
import {applyBaseline, writeBaseline} from '../../report/baseline.ts'
import {anyFailing} from '../../report/findings.ts'
import {parseFormats} from '../../report/formats.ts'
import type {Report} from '../../report/report.ts'
import type {RuleSetting} from '../../rule.ts'
import {ciFormats} from '../ci-formats.ts'
import {EXIT} from '../exit-codes.ts'
import {printReport} from '../print.ts'

export interface UsagesOptions extends UsageHistoryOptions {
  readonly dir?: string | undefined
  readonly within?: string | undefined
  /** `FORMAT` or `FORMAT=FILE`, comma-separated (default: according to the CI system). */
  readonly format?: string | undefined
  readonly baseline?: string | undefined
  readonly 'write-baseline'?: string | undefined
  readonly strict: boolean
}

/**
 * Reports where client code calls deprecated or removed endpoints, when those calls break, and what to call instead.
 */
export async function run(options: UsagesOptions, context: Context): Promise<number> {
  const formats = options.format === undefined ? ciFormats(context.env) : parseFormats(options.format.split(','))
  const known = options.baseline === undefined ? undefined : readBaseline(readText(options.baseline), options.baseline)
  const folder = options.dir ?? '.'
  const opened = await openUsageHistory(options, context)
  const {session} = opened
  const {asOf} = session.history.timeline
  const within = options.within === undefined ? {} : withinSetting(options.within, asOf)
  const usage = scanUsage(folder, opened)
  const history = {...session.history, uses: usage.uses}
  const rules = activeRules()
  const {findings} = lint(
    history,
    session.policy,
    rules.filter(({watches}) => watches === 'use'),
    {judgements: [], settings: {...session.config?.rules, ...within}}
  )
  const root = pathFromRoot('.')
  const full: Report = {
    ...reportOf('usages', session, [], findings),
    usage: {folder, usage, ...findCallsOfEndingEndpoints(history, session.policy, usage.uses)},
    rules,
    version: packageJson.version,
    ...(root === undefined ? {} : {root}),
    lineOf: createLineReader(),
    locate: session.locate
  }
  const report = known ? applyBaseline(full, known) : full
  await printReport(report, formats, context)
  const baseline = options['write-baseline']
  if (baseline !== undefined) writeFileAtomically(baseline, writeBaseline(report.findings))
  if (baseline === undefined && anyFailing(report)) return EXIT.findings
  const isUnsure =
    usage.open.length > 0 || usage.left.length > 0 || findings.some(each => each.verdict === 'undetermined')
  return options.strict && (isUnsure || session.partial) ? EXIT.unsure : EXIT.fine
}

function withinSetting(within: string, asOf: string): Record<string, RuleSetting> {
  return {'uses-deprecated': {options: {within: daysUntil(endOfPeriod(within, asOf), asOf)}}}
}

function scanUsage(folder: string, {session, origins, base}: UsageHistory): UsageScan {
  const files = listClientFiles(folder)
  const matching = new EndpointIndex(listEndpoints(session.history, base), origins)
  // Loaded here, because only this command needs it. As an ES module, Node.js would scan its nine megabytes for export
  // names first.
  const compiler: Compiler = createRequire(import.meta.url)('typescript')
  const {calls, unreachedCalls: waiting} = scanProject(files.paths, files, compiler, call =>
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
