import type {SubjectOwners} from '../../app/session/subject-owners.ts'
import {readApprovals} from '../../inputs/owners/approvals-file.ts'
import {type FindDescriptionDay, findDescriptionDayBefore} from '../../inputs/record/announcement-record.ts'
import {isInCheckout} from '../../inputs/working-tree.ts'
import type {ApprovalFlaw, ApprovalJudgment, Approvals} from '../../model/approval.ts'
import {inputError} from '../../model/input-error.ts'
import type {SubjectWaiver, Waiver} from '../../model/lifecycle/event.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import {once} from '../../model/memoize.ts'
import {formatSubject, type Subject} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import type {Report} from '../../outputs/report/report.ts'
import {waiverCovers} from '../../policy/remedy/waivers.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {formatCount, formatFew, formatList, formatOwners} from '../../text/format-values.ts'
import {judgeApproval} from '../judging/approval.ts'
import {
  type BaseHistoryOptions,
  buildBaseHistory,
  collectNewEvidence,
  countNewDenials,
  waiverKey
} from '../judging/base-history.ts'
import type {JudgingState, TargetState} from '../read-rules.ts'

/** A waiver that a change adds, and who has to approve it. */
export interface AddedWaiver {
  readonly waiver: Waiver
  readonly subject: Subject
  readonly counts: boolean
  /** Missing if no approval is asked for. */
  readonly review?: WaiverReview
}

/** Who has to approve a waiver, and what reviews say. */
export interface WaiverReview {
  readonly owners: SubjectOwners
  readonly judgment: ApprovalJudgment
  /** What couldn't be found out about the reviews, in sentences. */
  readonly lacks: readonly string[]
}

/** What decides whether the waivers of a change count. */
export interface ApprovalSources {
  readonly target: TargetState
  readonly ownersOf: (subject: Subject) => SubjectOwners
  /** Path of the file with the reviews. */
  readonly approvals: string | undefined
}

/**
 * Merges what a change adds to the history, and those of its waivers that count, into the target's state. `happens`
 * describes the change, including whether there's a description to compare.
 */
export function mergeIntoTarget(
  workspace: Workspace,
  before: TargetState,
  now: JudgingState,
  empty: DeclaredHistory,
  sources: ApprovalSources,
  happens: Omit<BaseHistoryOptions, 'counts'>
): JudgingState & {readonly newWaivers: readonly AddedWaiver[]} {
  const reviewOf = createReviewer(workspace, sources)
  const known = new Set((before.config?.waivers ?? []).map(waiverKey))
  const added = (now.config?.waivers ?? []).filter(waiver => !known.has(waiverKey(waiver)))
  const reviewed = added.map(waiver => ({waiver, ...reviewOf(waiver, waiver.subject)}))
  const counted = reviewed.flatMap(({waiver, counts}) => (counts ? [waiver] : []))
  const base = before.config ?? (counted.length > 0 && now.config ? {...now.config, rules: {}, plugins: []} : undefined)
  const config = base && {...base, waivers: [...(before.config?.waivers ?? []), ...counted]}
  // Waivers that the config file had before aren't new, because `tenure record` moves them into the history.
  const written = collectNewEvidence(before.file?.declared, now.file?.declared).waivers.filter(
    ({waiver, event}) => !(before.config?.waivers ?? []).some(each => isMovedTo(event, waiver, each))
  )
  const newWaivers = [...reviewed, ...written.map(({waiver, event}) => ({waiver, ...reviewOf(waiver, event.subject)}))]
  if (!before.file && !now.file) return {...before, config, newWaivers}
  // A commit made directly on the target branch may add waivers to the history.
  if (before.isOwn && now.file) return {...before, config, newWaivers, path: now.path, file: now.file}
  const counts = (waiver?: Waiver, line?: WrittenEvent): boolean =>
    waiver && line ? reviewOf(waiver, line.subject).counts : before.isOwn || before.config?.newWaivers === 'accept'
  const declared = buildBaseHistory(before.file?.declared ?? empty, now.file?.declared, {...happens, counts})
  // Findings point at lines of the change, so its file is tried first.
  const locates = [now.file, before.file].flatMap(file => (file ? [file.locate] : []))
  return {
    ...before,
    config,
    newWaivers,
    path: before.path ?? now.path,
    file: {declared, locate: place => locates.reduce((at, locate) => locate(at), place)}
  }
}

/** Returns a test of whether the target's descriptions show the announcement of a line about the past. */
export const createDescriptionTest = (
  asOf: Day,
  {file}: JudgingState,
  described: FindDescriptionDay | undefined
): Pick<BaseHistoryOptions, 'isDescribed'> =>
  file ? {isDescribed: event => findDescriptionDayBefore(asOf, event, file.declared, described) !== undefined} : {}

/** Whether the waiver of a line is one of the config file for the same change. */
const isMovedTo = ({change, about, subject}: WrittenEvent, waiver: Waiver, {kind, ...known}: SubjectWaiver): boolean =>
  waiverCovers(known.subject, subject) &&
  (kind === undefined || change === undefined || kind === change) &&
  (known.about === undefined || known.about === about) &&
  keyWithoutSubject(waiver) === keyWithoutSubject(known)

/** Key of a waiver without its subject. */
const keyWithoutSubject = ({reason, approver, approved, until, note, evidence}: Waiver): string =>
  JSON.stringify([reason, approver, approved, until, note, evidence])

/** The waivers that the change adds, for reports. */
export function countNewWaivers(added: readonly AddedWaiver[]): Pick<Report, 'newWaivers'> {
  if (added.length === 0) return {}
  return {
    newWaivers: {
      added: added.length,
      ignored: added.filter(({counts}) => !counts).length,
      list: added.map(({waiver, subject, counts, review}) => ({
        subject,
        reason: waiver.reason,
        counts,
        ...(review ? {owners: review.owners.sets, approvals: counts ? review.judgment.approvals : []} : {})
      }))
    }
  }
}

/**
 * Remarks on lines in which the author marks an undecidable change as not breaking, or states that a condition of the policy
 * is met.
 */
export function claimRemarks(target: TargetState, now: JudgingState): string[] {
  if (target.isOwn) return []
  const denied = countNewDenials(target.file?.declared, now.file?.declared)
  const {met} = collectNewEvidence(target.file?.declared, now.file?.declared)
  return [
    ...(denied > 0
      ? [
          `The history declares in ${formatCount(denied, 'new line')} that a change isn't breaking (\`breaking: false\`). That counts where the descriptions can't decide. Review ${denied === 1 ? 'that line' : 'those lines'}.`
        ]
      : []),
    ...(met > 0 ? [sayNewEvidence(met, target)] : [])
  ]
}

function sayNewEvidence(added: number, {label, config}: TargetState): string {
  const isOne = added === 1
  const begin = `This change states in the history ${isOne ? 'once' : `${added} times`} that a condition of the policy is met (\`met:\`).`
  if (config?.newWaivers === 'accept') return `${begin} That counts before it is merged.`
  return `${begin} That doesn't count, because ${label} doesn't have it. Merge ${isOne ? 'it' : 'them'} first, or set \`newWaivers: accept\` in the configuration of ${label}.`
}

/** Remarks on the waivers that a change adds. */
export function newWaiverRemarks(
  added: readonly AddedWaiver[],
  {label}: TargetState
): {readonly remarks: readonly string[]; readonly approved: readonly string[]} {
  const open = added.filter(({counts}) => !counts)
  const counted = added.length - open.length
  const approved = added.filter(({counts}) => counts).flatMap(sayReview)
  const remarks = [
    ...(counted > 0
      ? [
          `${formatCount(counted, 'waiver')} of this change ${counted === 1 ? 'counts' : 'count'} before ${counted === 1 ? 'it is' : 'they are'} merged.`
        ]
      : []),
    ...(open.length > 0
      ? [
          `${formatCount(open.length, 'waiver')} of this change ${open.length === 1 ? "doesn't" : "don't"} count, because ${label} doesn't have ${open.length === 1 ? 'it' : 'them'}. Merge ${open.length === 1 ? 'it' : 'them'} first${open.some(({review}) => review) ? ', or have an owner approve this change' : ''}.`
        ]
      : []),
    ...approved,
    ...open.flatMap(sayReview)
  ]
  return {remarks: [...new Set(remarks)], approved: [...new Set(approved)]}
}

/**
 * Returns a function that says whether an added waiver counts by the target's config. In commits made directly on the
 * target branch, every waiver counts.
 */
function createReviewer(
  workspace: Workspace,
  {target, ownersOf, approvals: path}: ApprovalSources
): (waiver: Waiver, subject: Subject) => Omit<AddedWaiver, 'waiver'> {
  const {isOwn, config} = target
  if (isOwn || config?.newWaivers !== 'reviewed') {
    const counts = isOwn || config?.newWaivers === 'accept'
    return (_, subject) => ({subject, counts})
  }
  const given = once(() => (path === undefined ? NO_REVIEWS : readReviews(workspace, path)))
  const isOther = once(() => path !== undefined && !isChecked(workspace, given().head, target))
  return (waiver, subject) => {
    const owners = approversOf(waiver, target.judge.policy) ?? ownersOf(subject)
    const judgment = judgeApproval(owners.sets, given())
    const counts = judgment.isApproved && owners.unowned.length === 0 && !isOther()
    const lacks = isOther()
      ? [`The reviews are about \`${given().head.slice(0, 7)}\`, which isn't the commit that is checked.`]
      : given().missing
    return {subject, counts, review: {owners, judgment, lacks}}
  }
}

/** The approvers that the policy names for the reason of a waiver. `undefined` if it names none. */
function approversOf({reason}: Waiver, {revisions}: Policy): SubjectOwners | undefined {
  const named = revisions.flatMap(({waiverReasons}) =>
    waiverReasons.filter(each => each.reason === reason && each.approvers)
  )
  const sets = named.map(({approvers = []}) => ({owners: approvers}))
  return sets.length === 0 ? undefined : {sets, unowned: []}
}

const NO_REVIEWS: Approvals = {head: '', authors: [], reviews: [], missing: []}

/**
 * Reads the reviews of this change, as CI wrote them. Throws an `InputError` for a file in the repository, because the
 * change could contain it.
 */
function readReviews(workspace: Workspace, path: string): Approvals {
  const {files} = workspace
  if (isInCheckout(workspace, path)) {
    throw inputError(
      `\`${path}\` is in the repository, so the change could approve itself. Write the reviews to a file outside of it.`,
      {source: path}
    )
  }
  return readApprovals(files.readText(path), path)
}

/**
 * Whether this commit is checked, by itself or merged into the target, as CI systems do for a pull request. The answer
 * doesn't count what is on disk.
 */
function isChecked(workspace: Workspace, commit: string, {id}: TargetState): boolean {
  const [head, ...parents] = answerOf(workspace, ['rev-parse', 'HEAD', 'HEAD^@'])?.split('\n') ?? []
  if (head === commit) return true
  const [into, merged, ...more] = parents
  return (
    into !== undefined &&
    merged === commit &&
    more.length === 0 &&
    answerOf(workspace, ['merge-base', '--all', into, id]) === into &&
    isPlainMerge(workspace, into, merged)
  )
}

/** Whether the checked-out merge has only what git makes of its parents, and nothing that its author added. */
function isPlainMerge({git}: Workspace, into: string, merged: string): boolean {
  const {status, stdout} = git.run('.', ['merge-tree', '--write-tree', into, merged])
  const [tree, own] = [
    stdout.toString('utf8').trim(),
    git.output('.', ['rev-parse', 'HEAD^{tree}'])?.toString('utf8').trim()
  ]
  return status === 0 && tree === own
}

const answerOf = ({git}: Workspace, args: readonly string[]): string | undefined =>
  git.output('.', args)?.toString('utf8').trim()

/** What reviews say about a waiver, and who has to approve it. */
function sayReview({subject, counts, review}: AddedWaiver): string[] {
  if (!review) return []
  const {owners, judgment, lacks} = review
  const about = `The waiver for \`${formatSubject(subject)}\``
  if (counts) {
    const by = judgment.approvals.map(
      ({reviewer, link}) => `\`${reviewer.name}\`${link === undefined ? '' : ` (\`${link}\`)`}`
    )
    return [`${about} was approved by ${formatList(by)}.`]
  }
  const refused = judgment.refused.map(each => REFUSALS[each.flaw](`\`${each.reviewer}\``, each.commit.slice(0, 7)))
  return [[sayNeededApproval(about, owners), ...refused, ...lacks].join(' ')]
}

function sayNeededApproval(about: string, {sets, unowned}: SubjectOwners): string {
  if (unowned.length > 0)
    return `${about} can't be approved, because ${formatFew(unowned.map(each => `\`${each}\``))} ${unowned.length === 1 ? 'has' : 'have'} no owner. Name one in \`owners\` of the target's configuration.`
  return `${about} needs approval of ${formatOwners(sets)}.`
}

const REFUSALS: Readonly<Record<ApprovalFlaw, (reviewer: string, commit: string) => string>> = {
  author: reviewer => `${reviewer} is an author of this change.`,
  bot: reviewer => `${reviewer} is a bot.`,
  reader: reviewer => `${reviewer} has no write access.`,
  'changes-requested': reviewer => `${reviewer} requested changes.`,
  dismissed: reviewer => `The approval of ${reviewer} was dismissed.`,
  'other-commit': (reviewer, commit) => `${reviewer} approved \`${commit}\`, which isn't the last commit.`,
  earlier: reviewer => `${reviewer} approved before the change got another target.`,
  'not-owner': reviewer => `${reviewer} isn't one of them.`
}
