import type {ProofOptions} from '../../inputs/record/announcement-record.ts'
import {findStatedDay, isAnnouncement, isIntroduction} from '../../inputs/record/recorded-lines.ts'
import type {Change} from '../../model/api/change.ts'
import type {DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import {covers, isPrefix, lineageKey, type Subject, subjectKey, targetKey} from '../../model/subject/subject.ts'
import {type Day, isBefore, singleDay} from '../../model/time/date-range.ts'
import {NEXT} from '../../model/time/timeline.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {formatCount} from '../../text/format-values.ts'
import {canRemove} from '../judging/base-history.ts'
import {usesClock} from '../judging/weakened-history.ts'
import type {JudgingState, TargetState} from '../read-rules.ts'

/**
 * Which announcements and introductions must have been committed before they count, because they decide on the change:
 * those about what the description changes or the added lines are about. `undefined` outside of git, where nothing can
 * be proven.
 */
export function createProof(
  target: JudgingState | undefined,
  declared: DeclaredHistory,
  changes: readonly Pick<Change, 'kind' | 'subject' | 'reaches'>[] = []
): ProofOptions | undefined {
  if (!target) return undefined
  const added = findAddedLines(target.file?.declared, declared)
  const concerns = createConcernTest([...added.map(({subject}) => subject), ...subjectsOf(changes)])
  const ending = [
    ...added.flatMap(({kind, subject}) => (kind === 'removed' ? [subject] : [])),
    ...subjectsOf(changes.filter(canRemove))
  ]
  return {
    concerns,
    startsPeriod: createPeriodTest(ending, declared, target.judge.policy)
  }
}

/** The subjects of changes, and the operations that they affect. */
function subjectsOf(changes: readonly Pick<Change, 'subject' | 'reaches'>[]): Subject[] {
  const lists = new Set(changes.map(({reaches}) => reaches))
  return [...changes.map(({subject}) => subject), ...[...lists].flatMap(list => list.map(({operation}) => operation))]
}

/**
 * Returns a function that says whether a period that a subject needs before it ends may count from the introduction on
 * a line: the introduction of the subject itself, of another version of it, or of a replacement.
 */
function createPeriodTest(
  ending: readonly Subject[],
  {events}: DeclaredHistory,
  policy: Policy
): ProofOptions['startsPeriod'] {
  if (ending.length === 0) return () => false
  const concerns = createConcernTest(ending)
  const isReplacement = createConcernTest(
    events.flatMap(event => (event.replacement && concerns(event) ? [event.replacement] : []))
  )
  const prefixes = ending.filter(({target}) => isPrefix(target))
  const lineages = new Set(ending.map(({target}) => lineageKey(target)))
  const isOfNextVersion = usesClock(policy, 'next-version')
  return line => {
    const lineage = lineageKey(line.subject.target)
    const isVersion = lineage !== undefined && (isOfNextVersion || prefixes.length > 0 || lineages.has(lineage))
    return isVersion || concerns(line) || isReplacement(line)
  }
}

/** Whether a line counts from when the target contained it. */
export const needsProof = (event: WrittenEvent, proof: ProofOptions | undefined): boolean =>
  proof !== undefined &&
  ((isAnnouncement(event) && proof.concerns(event)) || (isIntroduction(event) && proof.startsPeriod(event)))

/** Remark on announcements of the past that the change adds, and that nothing on the target shows. */
export function sayClaimedPast(
  {file: before, isOwn, label}: TargetState,
  {file: now}: JudgingState,
  asOf: Day,
  isDescribed: (event: WrittenEvent) => boolean = () => false
): string[] {
  // The lines of a first history count as written once they are merged.
  if (!now || isOwn || !before) return []
  const {declared} = now
  const known = new Set(before.declared.events.map(event => lineKey(event, before.declared)))
  const claimed = findAddedLines(before.declared, declared).filter(event => {
    const isUndated = event.announced === undefined && declared.entries[event.entry]?.name === NEXT
    const isPast = isBefore(findStatedDay(event, declared) ?? {}, singleDay(asOf))
    const isClaim = !isUndated && event.announced !== 'never' && isPast
    return isClaim && isAnnouncement(event) && !known.has(lineKey(event, declared)) && !isDescribed(event)
  })
  if (claimed.length === 0) return []
  const isOne = claimed.length === 1
  return [
    `${formatCount(claimed.length, 'announcement')} in the history ${isOne ? 'counts' : 'count'} from the day on which this change is merged, because no description or tag of ${label} shows ${isOne ? 'it' : 'them'}. If ${isOne ? 'it was' : 'they were'} made before, add \`adopted: {day: DAY, approver: NAME}\` to the configuration after the merge.`
  ]
}

/** The lines that a history has in addition to the released ones of an earlier one. */
function findAddedLines(before: DeclaredHistory | undefined, {entries, events}: DeclaredHistory): WrittenEvent[] {
  const known = new Set(before?.events.map(event => lineKey(event, before)))
  return events.filter(event => entries[event.entry]?.name === NEXT || !known.has(lineKey(event, {entries})))
}

const lineKey = ({entry, kind, subject}: WrittenEvent, {entries}: Pick<DeclaredHistory, 'entries'>): string =>
  JSON.stringify([entries[entry]?.kind, entries[entry]?.name, kind, subjectKey(subject)])

/** Returns a test of whether a line is about one of the subjects, a part of it, or a prefix of both. */
function createConcernTest(subjects: readonly Subject[]): ProofOptions['concerns'] {
  const targets = new Map(subjects.map(({target}) => [targetKey(target), {target}]))
  const prefixes = [...targets.values()].filter(({target}) => isPrefix(target))
  return ({subject}) => {
    const {target} = subject
    return (
      targets.has(targetKey(target)) ||
      prefixes.some(each => covers(each, {target})) ||
      (isPrefix(target) && [...targets.values()].some(each => covers({target}, each)))
    )
  }
}
