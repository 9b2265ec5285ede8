import {join} from 'node:path'
import {generateDescriptions} from '#tenure/generated'
import packageJson from '../../package.json' with {type: 'json'}
import historyWeakened from '../../rules/history-weakened.ts'
import {reportOf} from '../app/audit.ts'
import {activeRules, sayInactivePlugins} from '../app/plugins/load-plugins.ts'
import {configOf} from '../app/session/config.ts'
import {findHistory} from '../app/session/history-path.ts'
import type {Session} from '../app/session/session.ts'
import {type CheckedApi, separateSharedWaivers} from '../app/session/shared-waivers.ts'
import {createLineReader} from '../app/source-lines.ts'
import type {Context} from '../context/context.ts'
import type {Config} from '../inputs/config/file.ts'
import {judgeAll, lint} from '../lint.ts'
import {defined} from '../model/defined.ts'
import {InputError} from '../model/input-error.ts'
import type {History} from '../model/lifecycle/history.ts'
import {NEXT} from '../model/time/timeline.ts'
import type {Finding} from '../model/verdict/finding.ts'
import type {Judgment} from '../model/verdict/judgment.ts'
import {findingKey, lacksBase, type Report} from '../outputs/report/report.ts'
import type {Rule} from '../rule.ts'
import {atCommit} from '../stores/files/commit-workspace.ts'
import {traceWorkspace, type Workspace} from '../stores/files/workspace.ts'
import {pathFromRoot} from '../stores/git/repository.ts'
import {formatFew} from '../text/format-values.ts'
import {sayPolicyChange} from '../text/policy-changes.ts'
import {type ChangeChoice, commitAt} from './base/base-commit.ts'
import {assertTrackedHere, findComparison} from './base/base-revision.ts'
import type {DeletedApi} from './base/deleted-apis.ts'
import {findUncommittedFiles, type UncommittedFiles} from './base/uncommitted-files.ts'
import {addReleases, findClientBreaks} from './clients/client-breaks.ts'
import {type GateSession, openDeletedApiGate, openGate, type TargetSession} from './gate.ts'
import {type GateOptions, gateChoice, listChoices} from './gate-choice.ts'
import {subtractTarget} from './inherited-findings.ts'
import {applyPlanned} from './judging/apply-planned.ts'
import {listChanges} from './list-changes.ts'
import {judgeMerges} from './merged-change.ts'
import {openHistoryGate} from './past/gate-history.ts'
import {requireTargetPlugins} from './plugins/plugin-choice.ts'
import {judgeVersion} from './release/judge-version.ts'
import {findStalePages} from './stale-pages.ts'
import {isAsStrictAs, stricterReport} from './stricter-report.ts'

/** Result for one API, and the files that it depends on. */
interface JudgedApi extends CheckedApi {
  /** Paths of the files that the description of the base consists of, from the root of the repository. */
  readonly older: readonly string[]
  /** Whether a command writes the description, so that any file can affect it. */
  readonly isGenerated: boolean
}

/**
 * Judges all unreleased changes, including `next`. Throws an `InputError` if git wrote another
 * text to disk than the commit has.
 */
export async function checkApi(options: GateOptions, context: Context, gone?: DeletedApi): Promise<CheckedApi> {
  const traced = traceWorkspace(context, ['text'])
  const alone = await judgeEach(options, traced.workspace, gone)
  const {base} = options
  const {files} = context
  const paths = Object.keys(traced.inputs()).filter(path => base === undefined || path !== files.realPath(base))
  // In a hook, the files aren't those on disk but those about to be committed, so that nothing is uncommitted.
  const {edited, untracked} = files.areOnDisk ? findUncommittedFiles(context, paths) : NO_FILES
  const isCommitted = files.areOnDisk && edited.length === 0
  const judgeMerged = (merged: GateOptions, at: Context) => judgeApi(merged, at, gone)
  const result = isCommitted ? await judgeMerges(alone, paths, options, context, judgeMerged) : alone
  const remarks = uncommittedRemarks(context, {edited, untracked}, gateChoice(options, context))
  return remarks.length === 0
    ? result
    : {...result, report: {...result.report, remarks: [...result.report.remarks, ...remarks]}}
}

const NO_FILES: UncommittedFiles = {edited: [], untracked: []}

/** Judges each comparison of a change. The strictest result counts. */
async function judgeEach(options: GateOptions, context: Context, gone?: DeletedApi): Promise<JudgedApi> {
  const choices = listChoices(options, context)
  const results: JudgedApi[] = []
  for (const choice of choices) results.push(await judgeApi(choice, context, gone))
  const strictest = stricterReport(results.map(({report}) => report))
  const result = results.find(({report}) => report === strictest)
  if (!result) throw new Error('A change has no comparison')
  const bases = [...new Set(choices.flatMap(({only}) => only?.base.label ?? []))]
  if (bases.length < 2) return result
  const remark = `Compared with ${formatFew(bases)}, because this change has several bases. The strictest result counts.`
  return {...result, report: {...strictest, remarks: [...strictest.remarks, remark]}}
}

async function judgeApi(options: GateOptions, outer: Context, gone?: DeletedApi): Promise<JudgedApi> {
  if (!gone) assertOwnFiles(options, outer)
  const generated = await generateDescriptions(options, outer, gone)
  const context = generated?.context ?? outer
  const gate = gone
    ? await openDeletedApiGate(gone, options, context, generated)
    : await openGate(options, context, generated)
  const session = gate ?? openHistoryGate(options, context)
  const hasTarget = requireTargetPlugins(options, session.tree, context)
  // Pages follow the history, so those of a merge are rendered after it.
  const pages = gone || options.only?.isMerged ? [] : await findPagesMadeStale(options, context, session)
  const stale = [...pages, ...pastFindings(session), ...(gate ? findClientBreaks(gate, context) : [])]
  const decisive = applyStricterRules(
    session,
    {
      stale,
      idle: sayInactivePlugins(session.config?.plugins ?? [], hasTarget, context),
      // An API that's named after its description has no value for `--api`.
      api: gone ? gone.name : session.config?.api
    },
    context
  )
  const {config, held, locate, uncompared, acceptedGaps, revisions, softStart} = session
  const full: Report = {
    ...decisive,
    findings: addReleases(decisive, gate?.releases),
    remarks: [...decisive.remarks, ...(softStart?.remarks ?? []), ...(generated?.remarks() ?? [])],
    ...defined({
      failOn: softStart?.failOn,
      reportOnly: softStart?.reportOnly,
      rules: activeRules(context),
      version: packageJson.version,
      api: config?.api,
      root: pathFromRoot(context.git, '.'),
      locate,
      newWaivers: held?.newWaivers,
      // Source lines are shown only for a description.
      lineOf: gate && createLineReader(context),
      spec: gate?.spec,
      uncompared,
      drift: gate?.drift,
      acceptedGaps,
      revisions,
      releases: gate?.releases?.releases
    })
  }
  return {
    ...separateSharedWaivers(withOwners(full, session), config),
    older: gate?.older ?? [],
    isGenerated: generated !== undefined
  }
}

/** Findings for the pages that the change made stale. A page that is stale on the target is left to it. */
async function findPagesMadeStale(
  options: GateOptions,
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

interface Judging {
  readonly stale: readonly Finding[]
  /** Remarks on plugins that don't run. */
  readonly idle: readonly string[]
  readonly api: string | undefined
}

/** Judges a session by its own rules and by those of the target. The stricter report counts. */
function applyStricterRules(
  session: Session & Partial<GateSession>,
  {stale, idle, api}: Judging,
  context: Context
): Report {
  const {held} = session
  const judge = (each: Session & Partial<GateSession>, remarks: readonly string[]): Report =>
    judgeSession(
      each,
      activeRules(context),
      each.config?.rules ?? {},
      createNewTest(each),
      stale,
      [gateRemark(each.history, session.releasedAs), ...remarks],
      api
    )
  if (!held) return judge(session, idle)
  const byTarget = judge({...held, remarks: session.remarks}, [heldRemark(held), ...held.remarks, ...idle])
  if (held.isAlone) return byTarget
  const changed = held.isFirst ? '' : sayPolicyChange(held.policy, session.policy)
  const policyChange = changed && `This change also changes the policy: ${changed}.`
  const byOwn = judge(session, [...(changed ? [ownRemark(held)] : []), ...held.approved, ...idle])
  const isOwn = stricterReport(isAsStrictAs(byOwn, byTarget) ? [byOwn, byTarget] : [byTarget, byOwn]) === byOwn
  const decisive = isOwn ? byOwn : byTarget
  return {
    ...decisive,
    ...(policyChange ? {policyChange, remarks: [policyChange, ...decisive.remarks]} : {}),
    ...(held.policy.source === session.policy.source ? {} : {otherPolicy: isOwn ? held.policy : session.policy})
  }
}

/** Findings about weakened lines of the past, with the levels of the target's rules. */
function pastFindings({history, policy, held}: Session & Partial<GateSession>): readonly Finding[] {
  const {weakened} = held ?? {}
  if (!weakened) return []
  const settings = held?.config?.rules ?? {}
  const compared = {...history, weakened}
  return lint(compared, policy, [historyWeakened], {settings, judgments: []}).findings
}

/** Returns a function that says whether the change adds an entry or an event. */
function createNewTest({history, past, brought}: Session & Partial<GateSession>): IsNew {
  const entries = findUnreleased(history)
  for (const entry of past ?? []) entries.delete(entry)
  return (entry, event) =>
    (entry !== undefined && entries.has(entry)) || (event !== undefined && brought?.has(event) === true)
}

const heldRemark = ({policy, label, isAlone}: TargetSession): string =>
  isAlone
    ? `Checked against the policy (\`${policy.source}\`), configuration, history, and waivers of ${label}, which changed since this branch began.`
    : `This change also changes the rules that it is checked against, so the policy (\`${policy.source}\`), configuration, history, and waivers of ${label} decide.`

const ownRemark = ({label}: TargetSession): string =>
  `The result by the policy of ${label} isn't stricter, so that by the policy of this change counts.`

/** Throws an `InputError` if the history or policy is in a nested repository, before git runs there. */
function assertOwnFiles(options: GateOptions, context: Context): void {
  const config = configOf(options, context)
  const folder = config?.policy === undefined ? undefined : join(config.folder, config.policy)
  for (const path of [findHistory(context, options.history, config), options.policy, folder])
    if (path !== undefined && context.files.exists(path)) assertTrackedHere(context, path, gateChoice(options, context))
}

/** Remarks on files whose text isn't that of the last commit. */
function uncommittedRemarks(
  workspace: Workspace,
  {edited, untracked}: UncommittedFiles,
  choice: ChangeChoice
): string[] {
  if (edited.length + untracked.length === 0 || isOwnWork(workspace, choice)) return []
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
function isOwnWork(workspace: Workspace, choice: ChangeChoice): boolean {
  const found = choice.ci || choice.base !== undefined ? undefined : findComparison(workspace, '.', choice, () => true)
  return found?.target.isOwn === true && found.base.id === commitAt(workspace.git, found.repository.root, 'HEAD')
}

const sayOnDisk = (paths: readonly string[], state: string): string =>
  `${formatFew(paths.map(path => `\`${path}\``))} ${state}, and ${paths.length === 1 ? 'is checked as it is' : 'are checked as they are'} on disk.`

type IsNew = (entry: number | undefined, event: number | undefined) => boolean

function judgeSession(
  session: Session & Partial<GateSession>,
  rules: readonly Rule[],
  settings: Config['rules'],
  isNew: IsNew,
  stale: readonly Finding[],
  remarks: readonly string[],
  api: string | undefined
): Report {
  const {history, policy, config, standing} = session
  const counts = (event: number | undefined): boolean => event === undefined || !standing?.has(event)
  const named = defined({api})
  // Unreleased changes are judged as if released today, so their sunsets count as reached.
  const judgments = judgeAll(applyPlanned(history), policy)
  const {findings} = lint(history, policy, rules, {settings, judgments, ...named})
  // Findings of these rules are reported until the history contains the missing entry, even for past releases.
  const {findings: missingEntries} = lint(
    history,
    policy,
    rules.filter(rule => rule.needsAuthor),
    {settings, judgments, ...named}
  )
  const {endsAtSunset, isEnding} = createSunsetTests(judgments, isNew)
  const changes = lacksBase(session)
    ? undefined
    : listChanges({...session, judgments}, ({entry, id}) => isNew(entry, id), standing)
  const version = changes && judgeVersion(session, {changes, judgments, settings, isNew})
  const all = [
    ...missingEntries.filter(({entry, event}) => !isNew(entry, event)),
    ...findings.filter(
      // Waivers in the config file always belong to the gate.
      finding => isNew(finding.entry, finding.event) || finding.place.source === config?.source || isEnding(finding)
    ),
    ...stale,
    ...(version?.findings ?? [])
  ]
  const own = all.filter(({event}) => counts(event))
  const {
    found,
    isInherited,
    remarks: left
  } = subtractTarget(own, {history, before: session.before}, rules, settings, api)
  const old = findOldWarnings(found, history)
  const hidden = new Set(old.length > MAX_OLD_WARNINGS ? old : [])
  const report = reportOf(
    'check',
    session,
    judgments.filter(
      judgment =>
        counts(judgment.event.id) &&
        (isNew(judgment.event.entry, judgment.event.id) || endsAtSunset(judgment)) &&
        !isInherited(judgment)
    ),
    found.filter(finding => !hidden.has(finding)),
    [...remarks, ...(hidden.size > 0 ? [sayOldWarnings(hidden.size)] : []), ...left]
  )
  return defined({...report, changes, versionReport: version?.versionReport})
}

/** Tests for ends at a sunset, which belong to the gate if the sunset comes with the next release, or before it. */
function createSunsetTests(judgments: readonly Judgment[], isNew: IsNew) {
  const endsAtSunset = ({ended, end}: Judgment): boolean =>
    ended?.kind === 'sunset' && (end.entry === undefined ? ended.pending : isNew(end.entry, undefined))
  const ending = new Set(judgments.filter(endsAtSunset).map(({event, subject}) => findingKey(event.id, subject)))
  const isEnding = ({verdict, event, subject}: Finding): boolean =>
    verdict !== undefined && event !== undefined && subject !== undefined && ending.has(findingKey(event, subject))
  return {endsAtSunset, isEnding}
}

/** Maximum number of warnings about earlier releases that the gate lists one by one. */
const MAX_OLD_WARNINGS = 5

/** Warnings and notes about released entries, such as those that a newly recorded past brings. */
function findOldWarnings(findings: readonly Finding[], history: History): Finding[] {
  const unreleased = findUnreleased(history)
  return findings.filter(
    ({entry, level, verdict, missing, reasons}) =>
      entry !== undefined &&
      !unreleased.has(entry) &&
      verdict === undefined &&
      missing.length === 0 &&
      [level, ...reasons.map(each => each.level)].every(each => each !== 'error')
  )
}

const sayOldWarnings = (count: number): string =>
  `${count} warnings about earlier releases aren't listed. See them with \`tenure audit\`.`

/** Indexes of the unreleased entries, and of announcements since the last release. */
function findUnreleased({timeline: {entries}}: History): Set<number> {
  const last = entries.findLastIndex(({kind, pending}) => kind === 'release' && !pending)
  return new Set(
    entries
      .filter(({index, kind, pending}) => pending || (kind === 'announcement' && index > last))
      .map(({index}) => index)
  )
}

/** Remark on the day by which unreleased changes are judged. `tag` has released them. */
function gateRemark({timeline: {entries, asOf}}: History, tag: string | undefined): string {
  const pending = entries.filter(entry => entry.kind === 'release' && entry.pending)
  if (pending.length === 0)
    return 'Nothing is unreleased: the history has no `next` and no release after the as-of day.'
  return pending
    .map(({name, date, claimed}) =>
      date === undefined && name === NEXT
        ? `${tag === undefined ? 'Unreleased changes' : `Nothing is unreleased: the last commit is \`${tag}\`. Its changes`} are checked as if released today (${asOf})${claimed ? ", because the date that this change gives them isn't merged" : ''}.`
        : `${name === NEXT ? 'Unreleased changes are' : `Release \`${name}\` is`} checked as if released ${date?.length === 10 ? 'on' : 'in'} ${date}.`
    )
    .join(' ')
}
