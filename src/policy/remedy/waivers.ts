import {eventDetailOf} from '../../languages/kinds.ts'
import type {Event, SubjectWaiver, Waiver} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {type FindFields, isField, type NamedField, uncoveredUses} from '../../model/subject/field.ts'
import {
  covers,
  formatSubject,
  PART_KINDS,
  type Subject,
  type SubjectPart,
  subjectKey,
  subjectKindOf,
  targetKey
} from '../../model/subject/subject.ts'
import {type DateRange, isBefore, isExactDate} from '../../model/time/date-range.ts'
import type {Moment} from '../../model/time/timeline.ts'
import type {Aspect, Judgment, MissingFact, RequirementJudgment, WaiverFlaw} from '../../model/verdict/judgment.ts'
import type {Policy, PolicyRevision, WaiverReason} from '../../model/verdict/policy.ts'
import {isCompleteBetween} from '../announcement-completeness.ts'
import {isZeroLength} from '../notice/durations.ts'
import type {TenureCase} from '../notice/notice-clock.ts'
import {judgeLength, missingDates} from '../notice/notice-verdict.ts'
import {judgeUsage} from '../requirements.ts'

export interface WaiverCheck {
  /** `undetermined`: it applies if the missing facts turn out so. */
  readonly applies: 'yes' | 'no' | 'undetermined'
  readonly flaws: readonly WaiverFlaw[]
  readonly missing: readonly MissingFact[]
  readonly waiverReason?: WaiverReason
}

/** The reason that is valid only for subjects that were never released. */
const NEVER_RELEASED = 'never-released'

/** The case that a waiver applies to, under one policy revision. */
export interface WaiverContext extends Pick<TenureCase, 'lifecycle' | 'policy' | 'history'> {
  readonly revision: PolicyRevision
  /** Whether the subject, or the target of the change, was ever released; `undefined` if unknown. */
  readonly released: boolean | undefined
}

/**
 * Checks whether a waiver covers an end on that day. It must give a reason that the policy lists, name its approver, be
 * approved no later than the end, still be valid on the day of the end, and leave the minimum notice that the reason
 * requires.
 */
export function checkWaiver(
  waiver: Waiver,
  end: Moment,
  start: Moment | undefined,
  {lifecycle, policy, revision, history, released}: WaiverContext
): WaiverCheck {
  const waiverReason = revision.waiverReasons.find(({reason}) => reason === waiver.reason)
  const flaws: WaiverFlaw[] = []
  const missing: MissingFact[] = []
  checkApproval(waiver, waiverReason, flaws)
  checkDays(waiver, end, flaws, missing)
  if (waiverReason && waiver.reason === NEVER_RELEASED) {
    if (released) flaws.push('released')
    else if (released === undefined) missing.push({fact: 'released', of: formatSubject(lifecycle.subject)})
  }
  if (waiverReason?.minimum && !isZeroLength(waiverReason.minimum)) {
    const outcome = start
      ? judgeLength(waiverReason.minimum, start, end, {
          timeline: history.timeline,
          complete: isCompleteBetween(start, end, history),
          countPatches: policy.countPatches,
          source: `the waiver reason ${waiverReason.reason}`
        })
      : {met: 'violation' as const, missing: []}
    if (outcome.met === 'violation') flaws.push('minimum')
    if (outcome.met === 'undetermined') missing.push(...outcome.missing)
  }
  if (waiverReason?.usage) {
    const {usage, missing: unknown} = judgeUsage(waiverReason.usage, lifecycle, end, history)
    if (usage.met === 'violation') flaws.push('usage')
    if (usage.met === 'undetermined') missing.push(...unknown)
  }
  const excuses = flaws.length > 0 ? 'no' : missing.length > 0 ? 'undetermined' : 'yes'
  return {applies: excuses, flaws, missing, ...(waiverReason ? {waiverReason} : {})}
}

function checkApproval(waiver: Waiver, waiverReason: WaiverReason | undefined, flaws: WaiverFlaw[]): void {
  if (!waiverReason) flaws.push('reason')
  if (waiver.approver === undefined || waiver.approved === undefined) flaws.push('unapproved')
  else if (waiverReason?.approvers && !waiverReason.approvers.includes(waiver.approver)) flaws.push('approver')
}

/** Adds a flaw if the waiver was approved too late or has expired, or the facts missing to decide that. */
function checkDays({approved, until}: Waiver, end: Moment, flaws: WaiverFlaw[], missing: MissingFact[]): void {
  if (approved) {
    if (isBefore(end.when, approved)) flaws.push('late')
    else if (!isBy(approved, end.when.earliest)) missing.push(...missingDays('approved', approved, end))
  }
  if (until) {
    if (isBefore(until, end.when)) flaws.push('expired')
    else if (!isBy(end.when, until.earliest)) missing.push(...missingDays('until', until, end))
  }
}

/** The day that isn't exact: that of the waiver, or else of the end. */
const missingDays = (key: 'approved' | 'until', day: DateRange, end: Moment): MissingFact[] =>
  isExactDate(day) ? missingDates(end) : [{fact: 'waiver-day', of: key}]

const isBy = (when: {latest?: string}, day: string | undefined): boolean =>
  when.latest !== undefined && day !== undefined && when.latest <= day

/** The aspect that each rule with a verdict checks. */
const ASPECT_BY_RULE: Readonly<Record<string, Aspect>> = {
  'unannounced-removal': 'notice',
  'notice-too-short': 'notice',
  'ga-breaking-change': 'change',
  'lifetime-too-short': 'lifetime',
  'successor-support-too-short': 'overlap',
  'ended-before-sunset': 'sunset',
  'end-outside-window': 'window',
  'condition-unmet': 'condition',
  'successor-missing': 'successor'
}

/** Whether every unmet requirement belongs to the rule that the waiver names, if it names one. */
export function coversUnmetRequirements(
  waiver: Waiver & Partial<Pick<SubjectWaiver, 'rule'>>,
  requirements: readonly RequirementJudgment[]
): boolean {
  const {rule} = waiver
  return (
    rule === undefined ||
    requirements.every(({verdict, aspect}) => verdict === 'compliant' || aspect === ASPECT_BY_RULE[rule])
  )
}

/**
 * The waiver on the event itself, otherwise the first listed waiver that matches the subject and, if given, the kind of
 * change and its detail; `undefined` if none does.
 */
export function findWaiver(
  event: Event,
  subject: Subject,
  {waivers, findFields}: History
): Waiver | SubjectWaiver | undefined {
  if (event.waiver) return event.waiver
  const fitting = waivers.filter(
    ({kind, about}) =>
      (kind === undefined || kind === changeKindOf(event)) && (about === undefined || about === eventDetailOf(event))
  )
  return (
    fitting.find(waiver => waiverCovers(waiver.subject, subject)) ??
    (findFields && isField(subject) ? findWaiverOfUses(subject, fitting, findFields) : undefined)
  )
}

/** The first of the waivers that name a field otherwise, if together they cover all of its uses. */
function findWaiverOfUses(
  subject: Subject,
  waivers: readonly SubjectWaiver[],
  find: FindFields
): SubjectWaiver | undefined {
  const named = waivers.flatMap(waiver => find(waiver.subject).map(field => ({waiver, field})))
  const isCovered = ({covered}: NamedField): boolean => {
    const own = named.filter(({field}) => covered.some(use => field.covered.some(each => isSame(each, use))))
    return uncoveredUses({uses: covered, covered: own.flatMap(({field}) => field.covered)}).length === 0
  }
  const fields = find(subject)
  if (!fields.every(isCovered)) return undefined
  const keys = fields.map(each => subjectKey(each.subject))
  return named.find(({field}) => keys.includes(subjectKey(field.subject)))?.waiver
}

const isSame = (one: Subject, other: Subject): boolean => subjectKey(one) === subjectKey(other)

/**
 * The kind of change of an event: as observed or declared, otherwise the removal kind for its subject; `undefined` for
 * other events.
 */
function changeKindOf({change, observed, kind, subject}: Event): string | undefined {
  const known = change ?? observed?.kind
  if (known !== undefined || kind !== 'removed') return known
  const what = subjectKindOf(subject)
  return PARTS.has(what) ? `${what.replace('resource-', '')}-removed` : 'operation-removed'
}

const PARTS: ReadonlySet<string> = new Set([...PART_KINDS, 'resource-field'])

/**
 * Whether a waived subject covers a subject. A part that leaves out its side, or other properties, covers all of them.
 */
export function waiverCovers(waived: Subject, subject: Subject): boolean {
  if (covers(waived, subject)) return true
  const {in: side, ...named} = waived.part ?? {}
  if (side !== undefined) return false
  if (targetKey(waived.target) !== targetKey(subject.target)) return false
  const {in: _, ...own}: SubjectPart = subject.part ?? {}
  return covers({target: waived.target, part: named}, {target: waived.target, part: own})
}

/** The reasons for an exception in the revision that decided the judgment; empty if that revision is unknown. */
export const waiverReasonsAt = ({clause}: Judgment, {revisions}: Policy): readonly WaiverReason[] =>
  revisions.find(({name}) => name === clause.revision)?.waiverReasons ?? []
