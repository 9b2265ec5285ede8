import type {Change, ChangeKind, Effect} from '../../model/api/change.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import {type Direction, formatSubject, kindOf} from '../../model/subject/subject.ts'
import type {Ruling} from '../../model/verdict/judged-change.ts'
import type {Clause, Missing, Verdict} from '../../model/verdict/judgement.ts'
import type {Promised} from '../../model/verdict/policy.ts'
import {type Bench, briefHistory, endDuties, sunsetDuties, todayOf} from '../judge-end-of-support-in-diff.ts'
import {clauseOf, type Duty, leading, unique} from '../requirements.ts'
import {ENDS, judgedAs, type Meaning, meaningOf} from './change-effects.ts'
import {changeDuty} from './judge-declared-change.ts'

/** Verdicts, most severe first. */
export const WORST_VERDICTS: readonly Verdict[] = ['broken', 'undetermined', 'exempt', 'kept']

/** Kinds that announce a sunset, which must leave the required notice. */
const SUNSET_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['sunset-set', 'sunset-moved-earlier'])
/** The ruling of one revision on a change, for one stability level and one side. */
export type Draft = Omit<Ruling, 'reaches' | 'stability'>

export const worstOf = <Each extends Draft>(drafts: readonly Each[]): Each | undefined =>
  drafts.toReversed().toSorted((a, b) => WORST_VERDICTS.indexOf(a.verdict) - WORST_VERDICTS.indexOf(b.verdict))[0]

export function ruleOn(change: Change, side: Direction, context: Bench): Draft {
  const {revision, stability} = context
  const assessment = meaningOf(change, side, revision, context)
  const whole = revision.promises[stability]
  const guarantee = whole?.kinds[kindOf(change.subject)] ?? whole
  const changeRuling = ruleOnChange(change, assessment, guarantee, context)
  if (SUNSET_KINDS.has(change.kind)) {
    const sunsetRuling = guarantee && ruleOnSunset(change, guarantee, context)
    return sunsetRuling ? (worstOf([sunsetRuling, changeRuling]) ?? changeRuling) : changeRuling
  }
  if (assessment.effect === 'tolerated' || !ENDS[judgedAs(change, side)]?.includes(side)) return changeRuling
  const end = ruleOnRemoval(change, guarantee, context)
  if (assessment.effect === 'breaking' || end.verdict === 'kept' || end.verdict === 'exempt') return end
  return {
    ...end,
    verdict: 'undetermined',
    ground: groundOf(assessment),
    missing: [missingClaim(change), ...end.missing]
  }
}

const groundOf = ({open}: Meaning): Draft['ground'] => (open ? 'unproven' : 'asked')
const missingClaim = ({subject}: Change): Missing => ({fact: 'breaking', of: formatSubject(subject)})

function ruleOnChange(change: Change, assessment: Meaning, guarantee: Promised | undefined, context: Bench): Draft {
  const {effect, proven} = assessment
  const clause = clauseOf(context, guarantee?.change.pointer ?? context.revision.pointer)
  const base = {clause, missing: []}
  if (effect === 'tolerated') return {...base, verdict: 'kept', ground: proven ? 'proven' : 'tolerated'}
  if (!guarantee || guarantee.change.kind === 'allowed') {
    return {...base, verdict: 'exempt', ground: guarantee?.exempt === false ? 'allowed' : 'nothing-promised'}
  }
  const requirements = changeDuty(guarantee, toEvent(change, effect), todayOf(context.asOf), {
    ...context,
    lifecycle: {subject: change.subject, events: [], tenures: [], stated: []},
    tenure: {announcements: [], changes: [], successors: []},
    history: briefHistory(context.asOf)
  })
  const ruling = toRuling(requirements, clause)
  if (effect === 'ask') return {...ruling, ground: groundOf(assessment)}
  return guarantee.change.kind === 'forbidden' ? {...ruling, ground: 'forbidden'} : ruling
}

/** The change as an event of a history, with the known claim. */
const toEvent = ({subject, where}: Change, effect: Effect): Event => ({
  id: 0,
  kind: 'changed',
  verb: 'changed',
  subject,
  entry: -1,
  place: where.new ?? where.old ?? {source: ''},
  ...(effect === 'breaking' ? {breaking: true} : {})
})

function ruleOnRemoval(change: Change, guarantee: Promised | undefined, context: Bench): Draft {
  const clause = clauseOf(context, guarantee?.pointer ?? context.revision.pointer)
  if (!guarantee || guarantee.exempt) return {verdict: 'exempt', ground: 'nothing-promised', clause, missing: []}
  return toRuling(endDuties(change, guarantee, context), clause)
}

/** Rules on a sunset that may be too early; `undefined` if there is nothing to judge. */
function ruleOnSunset(change: Change, guarantee: Promised, context: Bench): Draft | undefined {
  if (guarantee.exempt || typeof change.new !== 'string') return undefined
  const requirements = sunsetDuties(change, change.new, guarantee, context)
  const ruling = toRuling(requirements, clauseOf(context, guarantee.pointer))
  return ruling.ground === 'unannounced' ? {...ruling, ground: 'notice'} : ruling
}

/** Turns the leading requirement into a ruling; compliant if there is no requirement. */
function toRuling(requirements: readonly Duty[], clause: Clause): Draft {
  const lead = leading(requirements)
  if (!lead) return {verdict: 'kept', ground: 'notice', clause, missing: []}
  const {verdict, aspect, unstarted, length} = lead
  const isUnannounced = aspect === 'notice' && unstarted === true && lead.start === undefined
  const open = requirements.filter(requirement => verdict === 'undetermined' && requirement.verdict === verdict)
  return {
    verdict,
    ground: isUnannounced ? 'unannounced' : aspect === 'change' ? 'notice' : aspect,
    clause: lead.clause,
    ...(length === undefined ? {} : {length}),
    missing: unique(open.flatMap(requirement => requirement.missing))
  }
}
