import {effectiveKindOf, kindOf} from '../../languages/kinds.ts'
import type {Change, ChangeKind, Effect} from '../../model/api/change.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import {type Direction, formatSubject, subjectKindOf} from '../../model/subject/subject.ts'
import type {ChangeRuling} from '../../model/verdict/judged-change.ts'
import type {MissingFact, PolicyClause, RequirementJudgment, Verdict} from '../../model/verdict/judgment.ts'
import type {Guarantee} from '../../model/verdict/policy.ts'
import {
  type DiffJudgingContext,
  emptyHistory,
  judgeRemovalInDiff,
  judgeSunsetInDiff
} from '../judge-end-of-support-in-diff.ts'
import {momentOfDay} from '../notice/durations.ts'
import {clauseOf, leadingRequirement, uniqueFacts} from '../requirements.ts'
import {assessEffect, assessForwardEffect, type EffectAssessment} from './change-effects.ts'
import {judgeChangeRequirement} from './judge-declared-change.ts'

/** Verdicts, most severe first. */
export const VERDICTS_BY_SEVERITY: readonly Verdict[] = ['violation', 'undetermined', 'exempt', 'compliant']

/** Kinds that announce a sunset, which must leave the required notice. */
const SUNSET_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['sunset-set', 'sunset-moved-earlier'])
/** The ruling of one revision on a change, for one stability level and one side. */
export type RulingDraft = Omit<ChangeRuling, 'reaches' | 'stability'>

export const mostSevereRuling = <Each extends RulingDraft>(drafts: readonly Each[]): Each | undefined =>
  drafts
    .toReversed()
    .toSorted((a, b) => VERDICTS_BY_SEVERITY.indexOf(a.verdict) - VERDICTS_BY_SEVERITY.indexOf(b.verdict))[0]

export function ruleOnObservedChange(change: Change, side: Direction, context: DiffJudgingContext): RulingDraft {
  const {revision, stability} = context
  const assess = context.isForward ? assessForwardEffect : assessEffect
  const assessment = assess(change, side, revision, context)
  const whole = revision.guarantees[stability]
  const guarantee = whole?.kinds[subjectKindOf(change.subject)] ?? whole
  if (context.isForward) return ruleOnForwardChange(assessment, guarantee, context)
  const changeRuling = ruleOnChange(change, assessment, guarantee, context)
  if (SUNSET_KINDS.has(change.kind)) {
    const sunsetRuling = guarantee && ruleOnSunset(change, guarantee, context)
    return sunsetRuling ? (mostSevereRuling([sunsetRuling, changeRuling]) ?? changeRuling) : changeRuling
  }
  if (assessment.effect === 'compatible' || !kindOf(effectiveKindOf(change, side)).endsOn.includes(side))
    return changeRuling
  const end = ruleOnRemoval(change, guarantee, context)
  if (assessment.effect === 'breaking' || end.verdict === 'compliant' || end.verdict === 'exempt') return end
  return {
    ...end,
    verdict: 'undetermined',
    ground: groundOf(assessment),
    missing: [missingClaim(change), ...end.missing]
  }
}

const groundOf = ({open}: EffectAssessment): RulingDraft['ground'] => (open ? 'unproven' : 'review')
const missingClaim = ({subject}: Change): MissingFact => ({fact: 'breaking', of: formatSubject(subject)})

/** Clients of the newer description must get along with servers of the older one, whatever was announced. */
function ruleOnForwardChange(
  assessment: EffectAssessment,
  guarantee: Guarantee | undefined,
  {policy, revision}: DiffJudgingContext
): RulingDraft {
  const {effect, proven} = assessment
  const clause = clauseOf({policy, revision}, guarantee?.pointer ?? revision.pointer)
  const base = {clause, missing: []}
  if (effect === 'compatible') return {...base, verdict: 'compliant', ground: proven ? 'proven' : 'compatible'}
  if (!guarantee || guarantee.exempt) return {...base, verdict: 'exempt', ground: 'no-requirement'}
  return {
    ...base,
    verdict: effect === 'breaking' ? 'violation' : 'undetermined',
    ground: assessment.open ? 'unproven' : 'forward'
  }
}

function ruleOnChange(
  change: Change,
  assessment: EffectAssessment,
  guarantee: Guarantee | undefined,
  context: DiffJudgingContext
): RulingDraft {
  const {effect, proven} = assessment
  const clause = clauseOf(context, guarantee?.change.pointer ?? context.revision.pointer)
  const base = {clause, missing: []}
  if (effect === 'compatible') return {...base, verdict: 'compliant', ground: proven ? 'proven' : 'compatible'}
  if (!guarantee || guarantee.change.kind === 'allowed') {
    return {...base, verdict: 'exempt', ground: guarantee?.exempt === false ? 'allowed' : 'no-requirement'}
  }
  const requirements = judgeChangeRequirement(guarantee, toEvent(change, effect), momentOfDay(context.asOf), {
    ...context,
    lifecycle: {subject: change.subject, events: [], tenures: [], statedStabilities: []},
    tenure: {announcements: [], changes: [], successors: []},
    history: emptyHistory(context.asOf)
  })
  const ruling = toRuling(requirements, clause)
  if (effect === 'review') return {...ruling, ground: groundOf(assessment)}
  return guarantee.change.kind === 'forbidden' ? {...ruling, ground: 'forbidden'} : ruling
}

/**
 * The change as an event of a history, so that it is judged like one; a breaking effect becomes the claim of the event.
 */
const toEvent = ({subject, where, announced}: Change, effect: Effect): Event => ({
  id: 0,
  kind: 'changed',
  verb: 'changed',
  subject,
  entry: -1,
  place: where.new ?? where.old ?? {source: ''},
  ...(effect === 'breaking' ? {breaking: true} : {}),
  // A change that the older snapshot doesn't announce counts as not announced, like a removal.
  ...(announced ? {} : {announced: {kind: 'never'}})
})

function ruleOnRemoval(change: Change, guarantee: Guarantee | undefined, context: DiffJudgingContext): RulingDraft {
  const clause = clauseOf(context, guarantee?.pointer ?? context.revision.pointer)
  if (!guarantee || guarantee.exempt) return {verdict: 'exempt', ground: 'no-requirement', clause, missing: []}
  const ruling = toRuling(judgeRemovalInDiff(change, guarantee, context), clause)
  const {deprecated = false, since, sunset} = change.announced ?? {}
  return deprecated || since !== undefined || sunset !== undefined ? asAnnounced(ruling) : ruling
}

/** The ruling on what was announced: if nothing started the notice, such as a successor, its length is in question. */
const asAnnounced = (ruling: RulingDraft): RulingDraft =>
  ruling.ground === 'unannounced' ? {...ruling, ground: 'notice'} : ruling

/** Decides whether an observed sunset is too early; `undefined` if there is nothing to judge. */
function ruleOnSunset(change: Change, guarantee: Guarantee, context: DiffJudgingContext): RulingDraft | undefined {
  if (guarantee.exempt || typeof change.new !== 'string') return undefined
  const requirements = judgeSunsetInDiff(change, change.new, guarantee, context)
  return asAnnounced(toRuling(requirements, clauseOf(context, guarantee.pointer)))
}

/** Turns the leading requirement into a ruling; compliant if there is no requirement. */
function toRuling(requirements: readonly RequirementJudgment[], clause: PolicyClause): RulingDraft {
  const lead = leadingRequirement(requirements)
  if (!lead) return {verdict: 'compliant', ground: 'notice', clause, missing: []}
  const {verdict, aspect, unstarted, length} = lead
  const isUnannounced = aspect === 'notice' && unstarted === true && lead.start === undefined
  const open = requirements.filter(requirement => verdict === 'undetermined' && requirement.verdict === verdict)
  return {
    verdict,
    ground: isUnannounced ? 'unannounced' : aspect === 'change' ? 'notice' : aspect,
    clause: lead.clause,
    ...(length === undefined ? {} : {length}),
    missing: uniqueFacts(open.flatMap(requirement => requirement.missing))
  }
}
