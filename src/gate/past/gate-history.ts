import {configOf} from '../../app/session/config.ts'
import {locateHistory} from '../../app/session/history-path.ts'
import {readHistoryOnce} from '../../app/session/read-once.ts'
import {acceptedDay, createSession, type HistoryAndPolicy, type Session} from '../../app/session/session.ts'
import {createOwnerSearch, findFileOwners} from '../../app/session/subject-owners.ts'
import {asOfDay} from '../../context/context.ts'
import {pathInRepository} from '../../inputs/working-tree.ts'
import type {DeclaredHistory, History} from '../../model/lifecycle/history.ts'
import {once} from '../../model/memoize.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {CommitTree} from '../../stores/git/commit-tree.ts'
import {type ApiOptions, findComparison, type ReviewedChange} from '../change.ts'
import type {GateSession, TargetSession} from '../gate.ts'
import type {TargetAlone} from '../inherited-findings.ts'
import {
  type ApprovalSources,
  claimRemarks,
  countNewWaivers,
  mergeIntoTarget,
  newWaiverRemarks
} from '../owners/new-waivers.ts'
import {type ChangeRules, readBoundTraffic, readRules, type TargetState} from '../read-rules.ts'
import {readSoftStart} from '../soft-start.ts'
import {createProof, needsProof, sayClaimedPast} from './claimed-past.ts'
import {assertHistoryOnly, HISTORY_ONLY} from './history-only.ts'
import {weakenedPast} from './weakened-past.ts'

/**
 * Opens the gate for a history without an API description. The change is judged by the target's state, too. Lines that
 * the change adds about the past count as new, regardless of their dates.
 */
export function openHistoryGate(options: ApiOptions, change: ReviewedChange): Session & Partial<GateSession> {
  const {context} = change
  const config = configOf(options, context)
  const compared = findComparison(
    change,
    '.',
    ({root}) => context.git.output(root, ['diff', '--quiet', 'HEAD']) === undefined
  )
  const target = compared && {root: compared.repository.root, ...compared.target}
  const rules = readRules({config}, {target, base: compared?.base.id, specs: []}, options, context)
  assertHistoryOnly(context, config, target && rules.target && {...target, state: rules.target})
  const path = locateHistory(context, options.history, config)
  const traffic = readBoundTraffic(rules, path, target, options, context)
  const own = {...rules.own, path, file: rules.own.file ?? readHistoryOnce(context.files, path), traffic}
  const asOf = asOfDay(options, context, rules.policy)
  const softStart = readSoftStart(context, rules, {root: target?.root, hasChanges: false}, asOf)
  if (!target || !rules.target) return {...createSession(context, own, asOf), softStart, uncompared: HISTORY_ONLY}
  const {root, id, label} = target
  const {file} = own
  const proof = createProof(rules.target.file && rules.target, file.declared)
  // A shallow clone doesn't show when lines were added.
  const isCut = compared.repository.isShallow && file.declared.events.some(each => needsProof(each, proof))
  const ownersOf = createOwnerSearch({
    operations: [],
    config: rules.target.config,
    ofFile: findFileOwners(new CommitTree(context.git, root, id), context.env),
    path: pathInRepository(context.files, root, path),
    changes: []
  })
  const before = {...rules.target, path: rules.target.path ?? path, traffic}
  const session = {
    ...createSession(context, own, asOf, [], {target: id, proof, accepted: acceptedDay(rules.target.config, asOf)}),
    ...openAlone(context, before, own, asOf),
    ownersOf,
    ...(isCut ? {partial: true, unread: `the past of ${path} in git`} : {}),
    tree: {root, id},
    softStart,
    revisions: {target: {name: label, commit: id}},
    uncompared: HISTORY_ONLY
  }
  if (!rules.target.isChanged) return session
  return {
    ...session,
    remarks: [...session.remarks, ...claimRemarks(rules.target, own), ...sayClaimedPast(rules.target, own, asOf)],
    ofTarget: {
      ...judgeHistoryByTarget(context, session, own, {...rules, target: rules.target}, {...options, asOf, ownersOf}),
      ...openAlone(context, before, rules.target, asOf)
    }
  }
}

/** The history of the target without the change, judged by rules. */
function openAlone(
  workspace: Workspace,
  target: TargetState & {readonly path: string} & Pick<HistoryAndPolicy, 'traffic'>,
  {config: by, judge}: Pick<HistoryAndPolicy, 'config' | 'judge'>,
  asOf: string
): {readonly before?: TargetAlone} {
  const {file, isOwn, lacks, label, id, path, traffic} = target
  if (!file || isOwn || lacks !== undefined) return {}
  const config = by && {...by, waivers: target.config?.waivers ?? []}
  const open = () => {
    const proof = createProof(target, file.declared)
    const accepted = acceptedDay(target.config, asOf)
    return createSession(workspace, {config, judge, path, file, traffic}, asOf, [], {target: id, proof, accepted})
  }
  return {before: {label, open: once(open)}}
}

/** Judges the change of a history by the rules of its target. */
function judgeHistoryByTarget(
  workspace: Workspace,
  {partial, unread}: Pick<Session, 'partial' | 'unread'>,
  own: HistoryAndPolicy,
  rules: ChangeRules & {readonly target: TargetState},
  {
    approvals,
    asOf,
    ownersOf
  }: Pick<ApiOptions, 'approvals'> & Pick<ApprovalSources, 'ownersOf'> & {readonly asOf: string}
): TargetSession {
  const {target, isTargetAlone} = rules
  const empty = {...own.file.declared, entries: [], events: [], facts: []}
  // A change that introduces the history adds nothing to an existing one.
  const before = target.isOwn ? undefined : target.file
  const {newWaivers, ...by} = mergeIntoTarget(
    workspace,
    target,
    own,
    empty,
    {target, ownersOf, approvals},
    {
      asOf,
      isHistoryOnly: before !== undefined
    }
  )
  const file = (target.file && by.file) ?? own.file
  // Only for an existing history: the lines of a first one have never been on the target.
  const proof = createProof(target.file && target, file.declared)
  const session = createSession(workspace, {...by, path: by.path ?? own.path, file, traffic: own.traffic}, asOf, [], {
    target: target.id,
    accepted: acceptedDay(target.config, asOf),
    proof
  })
  return {
    ...session,
    ...(unread === undefined ? {} : {partial, unread}),
    ...newWaiverRemarks(newWaivers, target),
    ...weakenedPast({...rules, own}, asOf),
    ...countNewWaivers(newWaivers),
    past: new Set(),
    brought: before ? findAddedEvents(before.declared, session.history) : new Set(),
    label: target.label,
    isFirst: !target.config && !target.file,
    decidesAlone: isTargetAlone
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
