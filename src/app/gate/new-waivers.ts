import {
  type BaseHistoryOptions,
  buildBaseHistory,
  collectNewEvidence,
  countNewDenials,
  waiverKey
} from '../../history/base-history.ts'
import {type FindDescriptionDay, findDescriptionDayBefore} from '../../inputs/base/announcement-record.ts'
import {inputError} from '../../model/input-error.ts'
import type {SubjectWaiver, Waiver} from '../../model/lifecycle/event.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Report} from '../../outputs/report/report.ts'
import {waiverCovers} from '../../policy/remedy/waivers.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {isTracked} from '../../stores/git/git.ts'
import {formatCount} from '../../text/format-values.ts'
import type {JudgingState, TargetState} from './read-rules.ts'

/**
 * Merges what a change adds to the history, and those of its waivers that count, into the target's state. `happens`
 * describes the change, including whether there's a description to compare.
 */
export function mergeIntoTarget(
  workspace: Workspace,
  before: TargetState,
  now: JudgingState,
  empty: DeclaredHistory,
  reviewers: string | undefined,
  happens: Omit<BaseHistoryOptions, 'counts'>
): JudgingState & {readonly newWaivers: readonly Waiver[]} {
  const counts = createCountTest(workspace, before, reviewers)
  const known = new Set((before.config?.waivers ?? []).map(waiverKey))
  const added = (now.config?.waivers ?? []).filter(waiver => !known.has(waiverKey(waiver)))
  const counted = added.filter(counts)
  const base = before.config ?? (counted.length > 0 && now.config ? {...now.config, rules: {}, plugins: []} : undefined)
  const config = base && {...base, waivers: [...(before.config?.waivers ?? []), ...counted]}
  // Waivers that the config file had before aren't new, because `tenure record` moves them into the history.
  const written = collectNewEvidence(before.file?.declared, now.file?.declared).waivers.filter(
    ({waiver, event}) => !(before.config?.waivers ?? []).some(each => isMovedTo(event, waiver, each))
  )
  const newWaivers = [...added, ...written.map(({waiver}) => waiver)]
  if (!before.file && !now.file) return {...before, config, newWaivers}
  // A commit made directly on the target branch may add waivers to the history.
  if (before.isOwn && now.file) return {...before, config, newWaivers, path: now.path, file: now.file}
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

/** Number of waivers that the change adds, and how many of them don't count. */
export function countNewWaivers(
  workspace: Workspace,
  added: readonly Waiver[],
  held: TargetState,
  reviewers: string | undefined
): Pick<Report, 'newWaivers'> {
  const counts = createCountTest(workspace, held, reviewers)
  if (added.length === 0) return {}
  return {newWaivers: {added: added.length, ignored: added.filter(waiver => !counts(waiver)).length}}
}

/**
 * Remarks on lines in which the author marks an undecidable change as not breaking, or states that a gate of the policy
 * is met.
 */
export function claimRemarks(held: TargetState, now: JudgingState): string[] {
  if (held.isOwn) return []
  const denied = countNewDenials(held.file?.declared, now.file?.declared)
  const {gates} = collectNewEvidence(held.file?.declared, now.file?.declared)
  return [
    ...(denied > 0
      ? [
          `The history declares in ${formatCount(denied, 'new line')} that a change isn't breaking (\`breaking: false\`). That counts where the descriptions can't decide. Review ${denied === 1 ? 'that line' : 'those lines'}.`
        ]
      : []),
    ...(gates > 0 ? [sayNewGates(gates, held)] : [])
  ]
}

function sayNewGates(added: number, {label, config}: TargetState): string {
  const isOne = added === 1
  const begin = `This change states in the history ${isOne ? 'once' : `${added} times`} that a condition of the policy is met (\`met:\`).`
  if (config?.newWaivers === 'accept') return `${begin} That counts before it is merged.`
  return `${begin} That doesn't count, because ${label} doesn't have it. Merge ${isOne ? 'it' : 'them'} first, or set \`newWaivers: accept\` in the configuration of ${label}.`
}

/** Remarks on the waivers that a change adds. */
export function newWaiverRemarks(
  workspace: Workspace,
  added: readonly Waiver[],
  held: TargetState,
  reviewers: string | undefined
): string[] {
  if (added.length === 0) return []
  const counts = createCountTest(workspace, held, reviewers)
  const open = added.filter(waiver => !counts(waiver)).length
  const counted = added.length - open
  return [
    ...(counted > 0
      ? [
          `${formatCount(counted, 'waiver')} of this change ${counted === 1 ? 'counts' : 'count'} before ${counted === 1 ? 'it is' : 'they are'} merged.`
        ]
      : []),
    ...(open > 0
      ? [
          `${formatCount(open, 'waiver')} of this change ${open === 1 ? "doesn't" : "don't"} count, because ${held.label} doesn't have ${open === 1 ? 'it' : 'them'}. Merge ${open === 1 ? 'it' : 'them'} first.`
        ]
      : [])
  ]
}

/**
 * Returns a function that says whether an added waiver counts by the target's config; without a waiver, whether added
 * evidence counts. In commits made directly on the target branch, everything counts.
 */
function createCountTest(
  workspace: Workspace,
  {isOwn, config}: TargetState,
  reviewers: string | undefined
): (waiver?: Waiver) => boolean {
  if (isOwn || config?.newWaivers === 'accept') return () => true
  if (config?.newWaivers !== 'reviewed' || reviewers === undefined) return () => false
  const names = new Set(readReviewers(workspace, reviewers))
  return waiver => waiver?.approver !== undefined && names.has(waiver.approver)
}

/**
 * Reads the approvers of this change, as CI lists them, one name per line. Throws an `InputError` for a file in the
 * repository, because the change could contain it.
 */
function readReviewers(workspace: Workspace, path: string): string[] {
  if (isTracked(workspace.git, path) || isTracked(workspace.git, workspace.files.realPath(path))) {
    throw inputError(
      `\`${path}\` is a file of the repository, so the change could name its own reviewers. Write the reviewers to a file outside of it.`,
      {source: path}
    )
  }
  return workspace.files
    .readText(path)
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(Boolean)
}
