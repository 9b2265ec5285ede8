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

export function ruleOn(change: Change, side: Direction, bench: Bench): Draft {
  const {revision, stability} = bench
  const assessment = meaningOf(change, side, revision, bench)
  const whole = revision.promises[stability]
  const promised = whole?.kinds[kindOf(change.subject)] ?? whole
  const changeRuling = ruleOnChange(change, assessment, promised, bench)
  if (SUNSET_KINDS.has(change.kind)) {
    const sunsetRuling = promised && ruleOnSunset(change, promised, bench)
    return sunsetRuling ? (worstOf([sunsetRuling, changeRuling]) ?? changeRuling) : changeRuling
  }
  if (assessment.effect === 'tolerated' || !ENDS[judgedAs(change, side)]?.includes(side)) return changeRuling
  const end = ruleOnRemoval(change, promised, bench)
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

function ruleOnChange(change: Change, assessment: Meaning, promised: Promised | undefined, bench: Bench): Draft {
  const {effect, proven} = assessment
  const clause = clauseOf(bench, promised?.change.pointer ?? bench.revision.pointer)
  const base = {clause, missing: []}
  if (effect === 'tolerated') return {...base, verdict: 'kept', ground: proven ? 'proven' : 'tolerated'}
  if (!promised || promised.change.kind === 'allowed') {
    return {...base, verdict: 'exempt', ground: promised?.exempt === false ? 'allowed' : 'nothing-promised'}
  }
  const duties = changeDuty(promised, toEvent(change, effect), todayOf(bench.asOf), {
    ...bench,
    lifecycle: {subject: change.subject, events: [], tenures: [], stated: []},
    tenure: {announcements: [], changes: [], successors: []},
    history: briefHistory(bench.asOf)
  })
  const ruling = toRuling(duties, clause)
  if (effect === 'ask') return {...ruling, ground: groundOf(assessment)}
  return promised.change.kind === 'forbidden' ? {...ruling, ground: 'forbidden'} : ruling
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

function ruleOnRemoval(change: Change, promised: Promised | undefined, bench: Bench): Draft {
  const clause = clauseOf(bench, promised?.pointer ?? bench.revision.pointer)
  if (!promised || promised.exempt) return {verdict: 'exempt', ground: 'nothing-promised', clause, missing: []}
  return toRuling(endDuties(change, promised, bench), clause)
}

/** Rules on a sunset that may be too early; `undefined` if there is nothing to judge. */
function ruleOnSunset(change: Change, promised: Promised, bench: Bench): Draft | undefined {
  if (promised.exempt || typeof change.new !== 'string') return undefined
  const duties = sunsetDuties(change, change.new, promised, bench)
  const ruling = toRuling(duties, clauseOf(bench, promised.pointer))
  return ruling.ground === 'unannounced' ? {...ruling, ground: 'notice'} : ruling
}

/** Turns the leading requirement into a ruling; compliant if there is no requirement. */
function toRuling(duties: readonly Duty[], clause: Clause): Draft {
  const lead = leading(duties)
  if (!lead) return {verdict: 'kept', ground: 'notice', clause, missing: []}
  const {verdict, aspect, unstarted, length} = lead
  const isUnannounced = aspect === 'notice' && unstarted === true && lead.start === undefined
  const open = duties.filter(duty => verdict === 'undetermined' && duty.verdict === verdict)
  return {
    verdict,
    ground: isUnannounced ? 'unannounced' : aspect === 'change' ? 'notice' : aspect,
    clause: lead.clause,
    ...(length === undefined ? {} : {length}),
    missing: unique(open.flatMap(duty => duty.missing))
  }
}
