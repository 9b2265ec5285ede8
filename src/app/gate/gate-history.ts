import type {DeclaredHistory, History} from '../../model/lifecycle/history.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import {findComparison} from '../../read/base/base-revision.ts'
import {gitOutput} from '../../read/git/git.ts'
import {type HistoryFile, readHistory} from '../../read/history/file.ts'
import type {Context} from '../context.ts'
import {asOfDay} from '../context.ts'
import {configOf} from '../session/config.ts'
import {locateHistory} from '../session/history-path.ts'
import {policyForHistory} from '../session/policy.ts'
import {createSession, type Session} from '../session/session.ts'
import {createProof, needsProof, sayClaimedPast} from './claimed-past.ts'
import {gapRemarks} from './first-adoption.ts'
import type {GateSession, TargetSession} from './gate.ts'
import {type GateOptions, gateChoice} from './gate-choice.ts'
import {assertHistoryOnly, HISTORY_ONLY} from './history-only.ts'
import {claimRemarks, countNewWaivers, mergeIntoTarget, newWaiverRemarks} from './new-waivers.ts'
import {hasTargetMovedOn, readTargetState, targetAdoption} from './read-rules.ts'

/**
 * Opens the gate for a history without an API description. The change is judged by the target's state, too. Lines that
 * the change adds about the past count as new, regardless of their dates.
 */
export function openHistoryGate(options: GateOptions, context: Context): Session & Partial<GateSession> {
  const config = configOf(options)
  const state = findComparison(
    '.',
    gateChoice(options, context),
    ({root}) => gitOutput(root, ['diff', '--quiet', 'HEAD']) === undefined
  )
  const commit = state && {root: state.repository.root, ...state.target}
  const before = commit && readTargetState(options, commit, [], config?.api)
  assertHistoryOnly(config, commit && before && {...commit, state: before})
  const path = locateHistory(options.history, config)
  const file = readHistory(path)
  const now = {config, path, file, judge: policyForHistory(options, file, path, config)}
  if (!state || !commit || !before) {
    return {...createSession(now, asOfDay(options, context, now.judge.policy)), uncompared: HISTORY_ONLY}
  }
  const {base, repository} = state
  const {id: tip, label, isOwn} = commit
  const tree = {root: commit.root, id: tip}
  const asOf = asOfDay(options, context, before.judge.policy)
  // What a first history says was never checked before.
  const proofFor = ({declared}: HistoryFile) => createProof(before.file && before, declared, asOf)
  const proof = proofFor(file)
  // A shallow clone doesn't show when lines were added.
  const needsPast = file.declared.adopted !== undefined || file.declared.events.some(each => needsProof(each, proof))
  const cut = repository.isShallow && needsPast ? {partial: true, unread: `the past of ${path} in git`} : {}
  const revisions = {target: {name: label, commit: tip}}
  const session = {
    ...createSession(now, asOf, [], {target: tip, proof}),
    ...cut,
    tree,
    revisions,
    uncompared: HISTORY_ONLY
  }
  if (!before.isChanged) return session
  const empty = {...file.declared, entries: [], events: [], facts: []}
  // A change that introduces the history adds nothing to an existing one.
  const added = before.file !== undefined && !isOwn
  const {newWaivers, ...by} = mergeIntoTarget(before, now, empty, options.reviewers, {asOf, isAlone: added})
  const deciding = (before.file && by.file) ?? file
  const targetSession = createSession({...by, path: by.path ?? path, file: deciding}, asOf, [], {
    target: tip,
    proof: proofFor(deciding)
  })
  const heldBy: TargetSession = {
    ...targetSession,
    ...cut,
    remarks: newWaiverRemarks(newWaivers, before, options.reviewers),
    ...targetAdoption(before, now),
    ...countNewWaivers(newWaivers, before, options.reviewers),
    past: new Set(),
    brought: added && before.file ? findAddedEvents(before.file.declared, targetSession.history) : new Set(),
    label,
    isAlone: hasTargetMovedOn(options, commit, base.id, [], config?.api)
  }
  return {
    ...session,
    remarks: [
      ...session.remarks,
      ...gapRemarks(session.history),
      ...claimRemarks(before, now),
      ...sayClaimedPast(before, now, asOf)
    ],
    held: heldBy
  }
}

/** IDs of the events that the history has in addition to those before. */
function findAddedEvents({events: before}: DeclaredHistory, {events}: History): Set<number> {
  const open = new Map<string, number>()
  for (const event of before) open.set(keyOf(event), (open.get(keyOf(event)) ?? 0) + 1)
  return new Set(
    events.flatMap(event => {
      const left = open.get(keyOf(event)) ?? 0
      open.set(keyOf(event), left - 1)
      return left > 0 ? [] : [event.id]
    })
  )
}

const keyOf = ({kind, change, subject}: Pick<History['events'][number], 'kind' | 'change' | 'subject'>): string =>
  `${kind} ${change} ${subjectKey(subject)}`
