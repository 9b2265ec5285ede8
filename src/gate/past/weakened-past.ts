import {assemble} from '../../history/assemble.ts'
import type {DeclaredHistory, History, WeakenedFact} from '../../model/lifecycle/history.ts'
import {covers, isEndpoint, isPrefix, type Subject, subjectKey} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import type {Observed} from '../compare-with-base.ts'
import {keptLines, linesUntil} from '../judging/kept-lines.ts'
import {findWeakenedFacts} from '../judging/weakened-history.ts'
import type {ChangeRules, TargetState} from '../read-rules.ts'

/**
 * The facts of the target's history that the change weakens. Empty for commits made directly on the target branch, if
 * only the target changed its history, or if the target accepts changes of the past on this day.
 */
export function weakenedPast(
  {own, target, began, isTargetAlone}: ChangeRules & {readonly target: TargetState},
  asOf: Day,
  supported?: readonly Subject[]
): Pick<History, 'weakened'> {
  if (target.isOwn || isTargetAlone || target.config?.adopted?.day === asOf) return {}
  const {policy} = target.judge
  const now = own.file?.declared
  const compare = (before: DeclaredHistory | undefined): WeakenedFact[] =>
    before ? findWeakened(before, now ?? toEmpty(before), {asOf, policy, supported}) : []
  const weakened = compare(target.file?.declared)
  // A fact that the target got after the change began isn't weakened by the change, which never had it.
  const mine = began && began.lacks === undefined ? new Set(compare(began.file?.declared).map(factKey)) : undefined
  return {weakened: weakened.filter(each => mine?.has(factKey(each)) ?? true)}
}

/** The operations of the base that the change doesn't remove. `undefined` if nothing was compared. */
export function listSupported({older, next}: Observed): readonly Subject[] {
  const removed = new Set(
    next?.changes.flatMap(({kind, subject}) => (kind === 'operation-removed' ? [subjectKey(subject)] : []))
  )
  return older.arrivals.map(({subject}) => subject).filter(subject => !removed.has(subjectKey(subject)))
}

/** The facts of an earlier history that a later one weakens, by default of subjects that it doesn't remove. */
export function findWeakened(
  before: DeclaredHistory,
  now: DeclaredHistory,
  {
    asOf,
    policy,
    supported
  }: {readonly asOf: Day; readonly policy: Policy; readonly supported?: readonly Subject[] | undefined}
): WeakenedFact[] {
  const past = linesUntil(before, asOf)
  const build = (declared: DeclaredHistory): History => assemble(declared, {asOf, also: supported ?? []})
  const whole = build(now)
  const keys = supported && new Set(supported.map(subjectKey))
  const isSupported = (subject: Subject): boolean => {
    const {target} = subject
    if (!supported || !keys) return whole.bySubject.get(subjectKey(subject))?.tenures.at(-1)?.end?.removal === undefined
    if (isEndpoint(target)) return keys.has(subjectKey({target}))
    return !isPrefix(target) || supported.some(each => covers({target}, each))
  }
  return findWeakenedFacts({before: build(past), now: [whole, build(keptLines(past, now))], isSupported}, policy)
}

/** A history that states nothing. */
const toEmpty = (like: DeclaredHistory): DeclaredHistory => ({...like, entries: [], events: [], facts: [], waivers: []})

const factKey = (found: WeakenedFact): string =>
  found.fact === 'completeness' ? found.fact : `${found.fact} ${subjectKey(found.subject)}`
