import {join} from 'node:path'
import {generateDescriptions} from '#tenure/generated'
import packageJson from '../../package.json' with {type: 'json'}
import historyWeakened from '../../rules/history-weakened.ts'
import {activeRules, sayInactivePlugins} from '../app/plugins/load-plugins.ts'
import {configOf} from '../app/session/config.ts'
import {findHistory} from '../app/session/history-path.ts'
import type {Session} from '../app/session/session.ts'
import {type CheckedApi, separateSharedWaivers} from '../app/session/shared-waivers.ts'
import {createLineReader} from '../app/source-lines.ts'
import type {Context} from '../context/context.ts'
import {lint} from '../lint.ts'
import {defined} from '../model/defined.ts'
import {InputError} from '../model/input-error.ts'
import {once} from '../model/memoize.ts'
import type {Finding} from '../model/verdict/finding.ts'
import type {Report} from '../outputs/report/report.ts'
import {atCommit} from '../stores/files/commit-workspace.ts'
import {traceWorkspace} from '../stores/files/workspace.ts'
import {pathFromRoot} from '../stores/git/repository.ts'
import {formatFew} from '../text/format-values.ts'
import {commitAt} from './base/base-commit.ts'
import {assertTrackedHere} from './base/base-revision.ts'
import type {DeletedApi} from './base/deleted-apis.ts'
import {findUncommittedFiles, type UncommittedFiles} from './base/uncommitted-files.ts'
import {type JudgedComparison, judgeCases} from './cases.ts'
import {type ApiOptions, findComparison, type ReviewedChange} from './change.ts'
import {addReleases, findClientBreaks} from './clients/client-breaks.ts'
import {type GateSession, openDeletedApiGate, openGate} from './gate.ts'
import {judgeByRules} from './judge-case.ts'
import {openHistoryGate} from './past/gate-history.ts'
import {requireTargetPlugins} from './plugins/plugin-choice.ts'
import {findStalePages} from './stale-pages.ts'

/**
 * Judges all unreleased changes, including `next`. Throws an `InputError` if git wrote another
 * text to disk than the commit has.
 */
export async function checkApi(options: ApiOptions, change: ReviewedChange, deleted?: DeletedApi): Promise<CheckedApi> {
  const {context, base} = change
  const {files} = context
  const traced = traceWorkspace(context, ['text'])
  const findUncommitted = once((): UncommittedFiles => {
    // In a hook, the files aren't those on disk but those about to be committed, so that nothing is uncommitted.
    if (!files.areOnDisk) return NO_FILES
    return findUncommittedFiles(context, listRead())
  })
  const listRead = once(() =>
    Object.keys(traced.inputs()).filter(path => base?.kind !== 'file' || path !== files.realPath(base.name))
  )
  const isCommitted = () => files.areOnDisk && findUncommitted().edited.length === 0
  const {report, ...checked} = await judgeCases(
    {...change, context: traced.workspace},
    options,
    // What the change no longer lists is read from commits alone.
    () => (change.ci || isCommitted() ? [...listRead(), ...(deleted ? [deleted.spec] : [])] : undefined),
    each => judgeComparison(options, each, deleted)
  )
  const remarks = uncommittedRemarks(findUncommitted(), change)
  return {...checked, report: {...report, remarks: [...report.remarks, ...remarks]}}
}

const NO_FILES: UncommittedFiles = {edited: [], untracked: []}

/** Judges one comparison of a change by its own rules and by those of its target. */
async function judgeComparison(
  options: ApiOptions,
  change: ReviewedChange,
  deleted: DeletedApi | undefined
): Promise<JudgedComparison> {
  if (!deleted) assertOwnFiles(options, change)
  const generated = await generateDescriptions(options, change, deleted)
  const described = generated ? {...change, context: generated.context} : change
  const {context} = described
  const gate = await (deleted
    ? openDeletedApiGate(deleted, options, described, generated)
    : openGate(options, described, generated))
  const session = gate ?? openHistoryGate(options, described)
  const hasTarget = requireTargetPlugins(options, session.tree, described)
  // Pages follow the history, so those of a merge are rendered after it.
  const pages = deleted || change.comparison?.merged ? [] : await findPagesMadeStale(options, context, session)
  const results = judgeByRules(session, {
    rules: activeRules(context),
    others: [...pages, ...pastFindings(session), ...(gate ? findClientBreaks(gate, context) : [])],
    remarks: sayInactivePlugins(session.config?.plugins ?? [], hasTarget, context),
    // An API that's named after its description has no value for `--api`.
    api: deleted ? deleted.name : session.config?.api
  })
  const shared = describeComparison(session, gate, context)
  const complete = (report: Report): CheckedApi => {
    const remarks = [...report.remarks, ...(session.softStart?.remarks ?? []), ...(generated?.remarks() ?? [])]
    const findings = addReleases(report, gate?.releases)
    const full = withOwners({...report, ...shared, findings, remarks}, session)
    return separateSharedWaivers(full, session.config)
  }
  return {
    results: results.map(complete),
    older: gate?.older ?? [],
    named: [session.config?.spec, session.ofTarget?.config?.spec, deleted?.spec].flatMap(each => each ?? []),
    isGenerated: generated !== undefined
  }
}

/** What the results of a comparison share, whatever rules decide. */
const describeComparison = (
  session: Session & Partial<GateSession>,
  gate: GateSession | undefined,
  context: Context
): Partial<Report> =>
  defined({
    failOn: session.softStart?.failOn,
    reportOnly: session.softStart?.reportOnly,
    rules: activeRules(context),
    version: packageJson.version,
    api: session.config?.api,
    root: pathFromRoot(context.git, '.'),
    locate: session.locate,
    newWaivers: session.ofTarget?.newWaivers,
    // Source lines are shown only for a description.
    lineOf: gate && createLineReader(context),
    spec: gate?.spec,
    uncompared: session.uncompared,
    drift: gate?.drift,
    acceptedGaps: session.acceptedGaps,
    revisions: session.revisions,
    releases: gate?.releases?.releases
  })

/** Findings for the pages that the change made stale. A page that is stale on the target is left to it. */
async function findPagesMadeStale(
  options: ApiOptions,
  context: Context,
  {tree, before}: Partial<GateSession>
): Promise<readonly Finding[]> {
  const stale = await findStalePages(options, context)
  if (stale.length === 0 || !tree || !before) return stale
  try {
    const known = await findStalePages(options, atCommit(context, tree))
    return stale.filter(({place}) => !known.some(each => each.place.source === place.source))
  } catch (error) {
    // The target has no such page, or no history that can be read.
    if (error instanceof InputError) return stale
    throw error
  }
}

/** Adds their owners to the findings that have any. */
function withOwners(report: Report, {ownersOf}: Partial<GateSession>): Report {
  if (!ownersOf) return report
  const findings = report.findings.map((finding): Finding => {
    const owners = finding.subject ? ownersOf(finding.subject).sets : []
    return owners.length === 0 ? finding : {...finding, owners}
  })
  return {...report, findings}
}

/** Findings about weakened lines of the past, with the levels of the target's rules. */
function pastFindings({history, policy, ofTarget}: Session & Partial<GateSession>): readonly Finding[] {
  const {weakened} = ofTarget ?? {}
  if (!weakened) return []
  const settings = ofTarget?.config?.rules ?? {}
  const compared = {...history, weakened}
  return lint(compared, policy, [historyWeakened], {settings, judgments: []}).findings
}

/** Throws an `InputError` if the history or policy is in a nested repository, before git runs there. */
function assertOwnFiles(options: ApiOptions, change: ReviewedChange): void {
  const {context} = change
  const config = configOf(options, context)
  const folder = config?.policy === undefined ? undefined : join(config.folder, config.policy)
  for (const path of [findHistory(context, options.history, config), options.policy, folder])
    if (path !== undefined && context.files.exists(path)) assertTrackedHere(change, path)
}

/** Remarks on files whose text isn't that of the last commit. */
function uncommittedRemarks({edited, untracked}: UncommittedFiles, change: ReviewedChange): string[] {
  if (edited.length + untracked.length === 0 || isOwnWork(change)) return []
  return [
    ...(edited.length > 0
      ? [sayOnDisk(edited, edited.length === 1 ? 'has uncommitted changes' : 'have uncommitted changes')]
      : []),
    ...(untracked.length > 0
      ? [sayOnDisk(untracked, untracked.length === 1 ? "isn't committed" : "aren't committed")]
      : [])
  ]
}

/** Whether uncommitted changes are compared with the last commit, outside of CI: then they are the change. */
function isOwnWork(change: ReviewedChange): boolean {
  const found = change.ci || change.base ? undefined : findComparison(change, '.', () => true)
  return found?.target.isOwn === true && found.base.id === commitAt(change.context.git, found.repository.root, 'HEAD')
}

const sayOnDisk = (paths: readonly string[], state: string): string =>
  `${formatFew(paths.map(path => `\`${path}\``))} ${state}, and ${paths.length === 1 ? 'is checked as it is' : 'are checked as they are'} on disk.`
