import {defined} from '../model/defined.ts'
import type {Event, Waiver} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import {formatSubject, type Subject} from '../model/subject/subject.ts'
import type {Moment} from '../model/time/timeline.ts'
import type {Judgment, MissingFact, PolicyClause, RequirementJudgment, Verdict} from '../model/verdict/judgment.ts'
import type {Policy, PolicyRevision} from '../model/verdict/policy.ts'
import type {TenureCase} from './notice/notice-clock.ts'
import type {RequirementVerdict} from './notice/notice-verdict.ts'
import {factsToChooseRevision} from './notice/revisions.ts'
import {stabilityOf} from './notice/stability.ts'
import {
  checkWaiver,
  coversUnmetRequirements,
  findWaiver,
  type WaiverCheck,
  type WaiverContext
} from './remedy/waivers.ts'
import {leadingRequirement, uniqueFacts} from './requirements.ts'

/** The verdict under one policy revision and one stability level. */
export interface RevisionRuling {
  readonly revision: PolicyRevision
  readonly stability: string
  readonly verdict: 'compliant' | 'violation' | 'exempt' | 'undetermined'
  readonly clause: PolicyClause
  readonly requirements: readonly RequirementJudgment[]
  readonly missing: readonly MissingFact[]
  /** Whether the change is known to be breaking. */
  readonly claimed?: true
  /** The moment that determines which revision applies. */
  readonly anchor: Moment
  /** The start of the notice; `undefined` if no clock has started. */
  readonly start?: Moment
  readonly waived?: WaiverCheck & {readonly needed: boolean}
}

export const COMBINED_SEVERITY: readonly Verdict[] = ['violation', 'undetermined', 'compliant', 'exempt']

export const asUndetermined = (requirement: RequirementJudgment): RequirementJudgment => ({
  ...requirement,
  verdict: 'undetermined' satisfies RequirementVerdict
})

/** Applies a waiver to a ruling, by the reasons that the revision of the ruling accepts. */
function applyWaiver(
  ruling: RevisionRuling,
  waiver: Waiver,
  end: Moment,
  about: Omit<WaiverContext, 'revision'>
): RevisionRuling {
  const {revision, verdict, start} = ruling
  const reading = checkWaiver(waiver, end, start, {...about, revision})
  const needed =
    (verdict === 'violation' || verdict === 'undetermined') && coversUnmetRequirements(waiver, ruling.requirements)
  const withWaiver: RevisionRuling = {...ruling, waived: {...reading, needed}}
  if (!needed || reading.applies === 'no') return withWaiver
  if (reading.applies === 'yes') return {...withWaiver, verdict: 'exempt', missing: []}
  return {...withWaiver, verdict: 'undetermined', missing: uniqueFacts([...ruling.missing, ...reading.missing])}
}

type Combined = Omit<
  Judgment,
  'event' | 'kind' | 'end' | 'pending' | 'replacement' | 'isInferred' | 'announcement' | 'unannounced' | 'ended'
>

/**
 * Combines the rulings under all possible policy revisions and stability levels into one judgment, with the waiver
 * applied.
 */
export function combineRulings(
  rulings: readonly RevisionRuling[],
  about: TenureCase & Omit<WaiverContext, 'revision'> & {readonly by: number | undefined},
  end: Moment,
  event: Event
): Combined {
  const {policy, history, by} = about
  const {subject} = about.lifecycle
  const waiver = findWaiver(event, subject, history)
  const known = stabilityOf(subject, policy, history, by)
  const base = {subject, covers: [], ...defined({stability: known})}
  const [first] = rulings
  if (!first) {
    const clause: PolicyClause = {policy: policy.name, revision: policy.revisions[0]?.name ?? '', pointer: '/revisions'}
    const missing = [{fact: 'revision', of: `the policy in force at ${end.stated}`}]
    return {...base, verdict: 'undetermined', clause, missing, requirements: []}
  }
  const judged = waiver ? rulings.map(ruling => applyWaiver(ruling, waiver, end, about)) : rulings
  const {verdict, lead, requirements, missing} = findAgreement(judged, subject, policy, history)
  const requirement = leadingRequirement(requirements)
  const needed = judged.some(({waived}) => waived?.needed)
  const exemptBy = judged.some(({waived, verdict}) => waived?.needed && verdict === 'exempt') ? 'waiver' : 'policy'
  return {
    ...base,
    verdict,
    clause: lead.clause,
    requirements,
    missing,
    ...defined({start: requirement?.start, length: requirement?.length}),
    ...(waiver && lead.waived ? {waiver: {waiver, flaws: lead.waived.flaws, needed}} : {}),
    ...(verdict === 'exempt' ? {exemptBy} : {})
  }
}

interface Agreement {
  readonly verdict: Verdict
  readonly lead: RevisionRuling
  readonly requirements: readonly RequirementJudgment[]
  readonly missing: readonly MissingFact[]
}

/** The verdict that all rulings share; otherwise `undetermined`, with the facts that would decide between them. */
function findAgreement(
  rulings: readonly RevisionRuling[],
  subject: Subject,
  policy: Policy,
  {timeline}: History
): Agreement {
  // Of the most severe rulings, that of the latest revision is taken.
  const weight = ({verdict}: RevisionRuling): number => COMBINED_SEVERITY.indexOf(verdict)
  const heaviest = rulings.toReversed().toSorted((a, b) => weight(a) - weight(b))[0]
  if (!heaviest) throw new Error('No policy revision to combine.')
  if (rulings.every(({verdict}) => verdict === heaviest.verdict)) {
    // All rulings agree, so that of the latest revision is shown.
    const lead = rulings.at(-1) ?? heaviest
    const missing = lead.verdict === 'undetermined' ? uniqueFacts(rulings.flatMap(each => each.missing)) : []
    return {verdict: lead.verdict, lead, requirements: lead.requirements, missing}
  }
  // If only one revision can be in force, compliant at one stability level and exempt at all others counts as
  // compliant.
  const compliant = rulings.findLast(({verdict}) => verdict === 'compliant')
  const involvedRevisions = new Set(rulings.map(({revision}) => revision))
  if (
    compliant &&
    involvedRevisions.size === 1 &&
    heaviest.verdict === 'compliant' &&
    !rulings.some(({waived}) => waived?.needed)
  )
    return {verdict: 'compliant', lead: compliant, requirements: compliant.requirements, missing: []}
  const missing: MissingFact[] = rulings.flatMap(each => each.missing)
  const differ = (group: readonly RevisionRuling[]): boolean => {
    const verdicts = new Set(group.map(({verdict}) => verdict).filter(verdict => verdict !== 'undetermined'))
    return verdicts.size > 1
  }
  const revisions = [...new Set(rulings.map(({revision}) => revision))]
  const stabilities = [...new Set(rulings.map(({stability}) => stability))]
  if (stabilities.some(one => differ(rulings.filter(({stability}) => stability === one)))) {
    missing.push(...factsToChooseRevision(policy, revisions, heaviest.anchor, timeline))
  }
  if (revisions.some(one => differsByStability(rulings.filter(({revision}) => revision === one)))) {
    missing.push({fact: 'stability', of: formatSubject(subject)})
  }
  const requirements = heaviest.requirements.map((requirement): RequirementJudgment => {
    const certain = rulings.every(ruling =>
      ruling.requirements.some(other => other.aspect === requirement.aspect && other.verdict === requirement.verdict)
    )
    return certain || requirement.verdict === 'compliant' ? requirement : asUndetermined(requirement)
  })
  return {verdict: 'undetermined', lead: heaviest, requirements, missing: uniqueFacts(missing)}
}

/** Whether the stability level alone changes the verdict. */
const differsByStability = (group: readonly RevisionRuling[]): boolean =>
  new Set(group.map(({verdict}) => verdict)).size > 1
