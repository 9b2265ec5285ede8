import type {Session} from '../app/session/session.ts'
import type {Config} from '../inputs/config/file.ts'
import {judgeAll, lint} from '../lint.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import {once} from '../model/memoize.ts'
import {subjectKey} from '../model/subject/subject.ts'
import type {Finding} from '../model/verdict/finding.ts'
import type {Judgment} from '../model/verdict/judgment.ts'
import {findingKey} from '../outputs/report/report.ts'
import type {Rule} from '../rule.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {formatCount} from '../text/format-values.ts'
import {type AssembledChange, assembleChange} from './assemble-change.ts'
import {applyPlanned} from './judging/apply-planned.ts'
import type {JudgingState} from './read-rules.ts'

/** State of the target without the change, whose findings aren't of the change. */
export interface TargetAlone {
  /** Name of the target. */
  readonly label: string
  readonly open: () => Pick<Session, 'history' | 'policy' | 'config'>
}

/** The state of the target without the change, judged by rules. */
export function judgeTargetAlone(
  workspace: Workspace,
  {rules: {target}, observed, circumstances}: AssembledChange,
  {config, judge: policy}: JudgingState
): TargetAlone | undefined {
  if (!target || target.isOwn || target.lacks !== undefined) return undefined
  const state = {...target, judge: policy, config: config && {...config, waivers: target.config?.waivers ?? []}}
  return {
    label: target.label,
    open: once(() => assembleChange(workspace, state, observed, {...circumstances, isBefore: true}).session)
  }
}

/** The findings of a change without those that the target has, too. */
interface Subtracted {
  readonly found: readonly Finding[]
  /** Whether a judgment is that of a finding that was left out. */
  readonly isInherited: (judgment: Judgment) => boolean
  /** How many with a verdict or at error level were left out. Empty if none were. */
  readonly remarks: readonly string[]
}

/** Subtracts what the rules find in the target's own state on the same day. Each finding there stands for one here. */
export function subtractTarget(
  findings: readonly Finding[],
  {history, before}: Pick<Session, 'history'> & {readonly before?: TargetAlone | undefined},
  rules: readonly Rule[],
  settings: Config['rules'],
  api: string | undefined
): Subtracted {
  if (!before || findings.length === 0) return {found: findings, isInherited: () => false, remarks: []}
  const alone = before.open()
  const open = new Map<string, number>()
  for (const finding of findAll(alone, rules, settings, api)) {
    const key = stateKey(finding, alone.history)
    open.set(key, (open.get(key) ?? 0) + 1)
  }
  const inherited = findings.filter(finding => {
    // What the descriptions show as changed is of the change, whatever the target's history says.
    if (isOfChange(finding, history)) return false
    const key = stateKey(finding, history)
    const left = open.get(key) ?? 0
    open.set(key, left - 1)
    return left > 0
  })
  const judged = new Set(inherited.flatMap(each => (each.verdict ? [findingKey(each.event, each.subject)] : [])))
  const serious = inherited.filter(isSerious)
  return {
    found: findings.filter(each => !inherited.includes(each)),
    isInherited: ({event, subject}) => judged.has(findingKey(event.id, subject)),
    remarks: serious.length > 0 ? [sayInherited(serious.length, before)] : []
  }
}

/** Whether a finding would matter if it were of the change, rather than only be a warning. */
const isSerious = ({level, verdict, reasons}: Finding): boolean =>
  [{level, verdict}, ...reasons].some(each => each.level === 'error' || each.verdict !== undefined)

const sayInherited = (count: number, {label}: TargetAlone): string =>
  `${formatCount(count, 'finding')} of ${label} ${count === 1 ? "isn't" : "aren't"} of this change. See ${count === 1 ? 'it' : 'them'} with \`tenure audit\`.`

const findAll = (
  {history, policy}: Pick<Session, 'history' | 'policy'>,
  rules: readonly Rule[],
  settings: Config['rules'],
  api: string | undefined
): readonly Finding[] =>
  lint(history, policy, rules, {
    settings,
    judgments: judgeAll(applyPlanned(history), policy),
    ...(api === undefined ? {} : {api})
  }).findings

/** Whether a finding is about something that a description shows as changed, and not about a plan for it. */
function isOfChange({event}: Finding, {events, timeline}: History): boolean {
  const found = event === undefined ? undefined : events[event]
  return found?.observed !== undefined && !isPlan(found) && timeline.entries[found.entry]?.pending === true
}

const isPlan = ({kind}: Event): boolean => kind === 'deprecated' || kind === 'rescheduled'

/**
 * Identifies a finding across states of a history: by its rules and verdict, its subject, and what happened to it when.
 * A finding about a plan isn't that about the removal.
 */
function stateKey({rule, level, verdict, subject, event: id, message, reasons}: Finding, history: History): string {
  const event = id === undefined ? undefined : history.events[id]
  const about = subject && subjectKey(subject)
  const rules = [rule, level, verdict, ...reasons.flatMap(each => [each.rule, each.level, each.verdict])]
  if (!event) return JSON.stringify([rules, about, message])
  const {kind, change, about: detail, sunset, replacement, unreplaced, entry} = event
  const end = subject && history.bySubject.get(subjectKey(subject))?.tenures.at(-1)?.end
  const isRemoved = end !== undefined && (end.kind === 'removed' || end.removal !== undefined)
  const when = isPlan(event) ? sunset?.stated : history.timeline.entries[entry]?.when
  return JSON.stringify([
    rules,
    about,
    kind,
    change,
    detail,
    when,
    replacement && subjectKey(replacement),
    unreplaced,
    isRemoved
  ])
}
