import type {Waiver} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import {formatSubject, type Subject} from '../model/subject/subject.ts'
import type {Moment} from '../model/time/timeline.ts'
import type {Clause, DutyJudgement, Judgement, Missing, Verdict} from '../model/verdict/judgement.ts'
import type {Policy, Revision} from '../model/verdict/policy.ts'
import type {Case} from './notice/notice-clock.ts'
import type {Met} from './notice/notice-verdict.ts'
import {missingToChoose} from './notice/revisions.ts'
import {stabilityOf} from './notice/stability.ts'
import {type Excusing, reachesAll, readWaiver, type WaiverReading} from './remedy/waivers.ts'
import {leading, unique} from './requirements.ts'

/** The verdict under one policy revision and one stability level. */
export interface Ruling {
  readonly revision: Revision
  readonly stability: string
  readonly verdict: 'kept' | 'broken' | 'exempt' | 'undetermined'
  readonly clause: Clause
  readonly duties: readonly DutyJudgement[]
  readonly missing: readonly Missing[]
  /** Whether the change is known to be breaking. */
  readonly claimed?: true
  /** The moment that determines which revision applies. */
  readonly anchor: Moment
  /** The start of the notice; `undefined` if no clock has started. */
  readonly start?: Moment
  readonly waived?: WaiverReading & {readonly needed: boolean}
}

export const WORST: readonly Verdict[] = ['broken', 'undetermined', 'kept', 'exempt']

export const opened = (duty: DutyJudgement): DutyJudgement => ({...duty, verdict: 'undetermined' satisfies Met})

/** Applies a waiver to a ruling. Each revision has its own list of reasons. */
function applyWaiver(ruling: Ruling, waiver: Waiver, end: Moment, about: Omit<Excusing, 'revision'>): Ruling {
  const {revision, verdict, start} = ruling
  const reading = readWaiver(waiver, end, start, {...about, revision})
  const needed = (verdict === 'broken' || verdict === 'undetermined') && reachesAll(waiver, ruling.duties)
  const withWaiver: Ruling = {...ruling, waived: {...reading, needed}}
  if (!needed || reading.excuses === 'no') return withWaiver
  if (reading.excuses === 'yes') return {...withWaiver, verdict: 'exempt', missing: []}
  return {...withWaiver, verdict: 'undetermined', missing: unique([...ruling.missing, ...reading.missing])}
}

type Combined = Omit<
  Judgement,
  'event' | 'kind' | 'end' | 'pending' | 'replacement' | 'isInferred' | 'announcement' | 'ended'
>

/**
 * Combines the rulings under all possible policy revisions and stability levels into one judgement, with the waiver
 * applied.
 */
export function combine(
  rulings: readonly Ruling[],
  about: Case & Omit<Excusing, 'revision'> & {readonly by: number | undefined},
  end: Moment,
  waiver: Waiver | undefined
): Combined {
  const {policy, history, by} = about
  const {subject} = about.lifecycle
  const known = stabilityOf(subject, policy, history, by)
  const base = {subject, covers: [], ...(known === undefined ? {} : {stability: known})}
  const [first] = rulings
  if (!first) {
    const clause: Clause = {policy: policy.name, revision: policy.revisions[0]?.name ?? '', pointer: '/revisions'}
    const missing = [{fact: 'revision', of: `the policy in force at ${end.stated}`}]
    return {...base, verdict: 'undetermined', clause, missing, duties: []}
  }
  const judged = waiver ? rulings.map(ruling => applyWaiver(ruling, waiver, end, about)) : rulings
  const {verdict, lead, duties, missing} = findAgreement(judged, subject, policy, history)
  const duty = leading(duties)
  const needed = judged.some(({waived}) => waived?.needed)
  const exemptBy = judged.some(({waived, verdict}) => waived?.needed && verdict === 'exempt') ? 'waiver' : 'policy'
  return {
    ...base,
    verdict,
    clause: lead.clause,
    duties,
    missing,
    ...(duty?.start ? {start: duty.start} : {}),
    ...(duty?.length ? {length: duty.length} : {}),
    ...(waiver && lead.waived ? {waiver: {waiver, flaws: lead.waived.flaws, needed}} : {}),
    ...(verdict === 'exempt' ? {exemptBy} : {})
  }
}

interface Agreement {
  readonly verdict: Verdict
  readonly lead: Ruling
  readonly duties: readonly DutyJudgement[]
  readonly missing: readonly Missing[]
}

/** The verdict that all rulings share; otherwise `undetermined`, with the facts that would decide between them. */
function findAgreement(rulings: readonly Ruling[], subject: Subject, policy: Policy, {timeline}: History): Agreement {
  // Among equals, the latest revision leads.
  const weight = ({verdict}: Ruling): number => WORST.indexOf(verdict)
  const heaviest = rulings.toReversed().toSorted((a, b) => weight(a) - weight(b))[0]
  if (!heaviest) throw new Error('Unexpected case without a ruling, expected at least one')
  if (rulings.every(({verdict}) => verdict === heaviest.verdict)) {
    // All rulings agree, so the latest revision leads.
    const lead = rulings.at(-1) ?? heaviest
    const missing = lead.verdict === 'undetermined' ? unique(rulings.flatMap(each => each.missing)) : []
    return {verdict: lead.verdict, lead, duties: lead.duties, missing}
  }
  // Whatever the stability level is, every requirement was met. The revision in force must still be known.
  const compliant = rulings.findLast(({verdict}) => verdict === 'kept')
  const involvedRevisions = new Set(rulings.map(({revision}) => revision))
  if (
    compliant &&
    involvedRevisions.size === 1 &&
    heaviest.verdict === 'kept' &&
    !rulings.some(({waived}) => waived?.needed)
  )
    return {verdict: 'kept', lead: compliant, duties: compliant.duties, missing: []}
  const missing: Missing[] = rulings.flatMap(each => each.missing)
  const differ = (group: readonly Ruling[]): boolean => {
    const verdicts = new Set(group.map(({verdict}) => verdict).filter(verdict => verdict !== 'undetermined'))
    return verdicts.size > 1
  }
  const revisions = [...new Set(rulings.map(({revision}) => revision))]
  const stabilities = [...new Set(rulings.map(({stability}) => stability))]
  if (stabilities.some(one => differ(rulings.filter(({stability}) => stability === one)))) {
    missing.push(...missingToChoose(policy, revisions, heaviest.anchor, timeline))
  }
  if (revisions.some(one => differsByStability(rulings.filter(({revision}) => revision === one)))) {
    missing.push({fact: 'stability', of: formatSubject(subject)})
  }
  const duties = heaviest.duties.map((duty): DutyJudgement => {
    const certain = rulings.every(ruling =>
      ruling.duties.some(other => other.aspect === duty.aspect && other.verdict === duty.verdict)
    )
    return certain || duty.verdict === 'kept' ? duty : opened(duty)
  })
  return {verdict: 'undetermined', lead: heaviest, duties, missing: unique(missing)}
}

/** Whether the stability level alone changes the verdict. */
const differsByStability = (group: readonly Ruling[]): boolean => new Set(group.map(({verdict}) => verdict)).size > 1
