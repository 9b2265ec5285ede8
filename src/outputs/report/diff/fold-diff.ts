import {eventsFromRelease} from '../../../history/observed/events-from-changes.ts'
import {parseTarget} from '../../../languages/languages.ts'
import {type Change, countChanges} from '../../../model/api/change.ts'
import {groupBy} from '../../../model/group-by.ts'
import type {Event} from '../../../model/lifecycle/event.ts'
import {type Subject, subjectKey} from '../../../model/subject/subject.ts'
import {parseDateRange, UNKNOWN_DATE} from '../../../model/time/date-range.ts'
import type {JudgedChange} from '../../../model/verdict/judged-change.ts'
import {capitalizeFirst, ensureFullStop} from '../../../phrases/text-pieces.ts'
import {emptyHistory} from '../../../policy/judge-end-of-support-in-diff.ts'
import {judgedPieces} from '../../../text/changes/forward.ts'
import {changesPieces} from '../../../text/changes/sentences.ts'
import {operationName} from '../../../text/changes/verdict-reasons.ts'
import {areTelling, describeAffected, MOST_NAMED_OPERATIONS} from '../../changes/affected-operations.ts'
import type {ChangeLine} from '../../changes/change-line.ts'
import {shortenComponentNames} from '../../changes/changes-of-release.ts'
import {compareLines, groupChanges} from '../../changes/group-changes.ts'
import {createHistoryPage, type HistoryPage} from '../../changes/page-data.ts'
import {releaseChanges} from '../../changes/release-changes.ts'
import {type DiffReport, sectionTitle} from '../diff-report.ts'
import {type DiffLine, reasonKey} from './diff-line.ts'

/** Joins changes with the same cause and the same reasons of their verdicts into one line, as in release notes. */
export function foldDiff(all: readonly JudgedChange[], report: DiffReport): DiffLine[] {
  const judged = all.filter(each => !each.forward)
  const others = all.filter(each => each.forward).map(toForwardLine)
  return judged.length === 0 ? others : [...foldAll(judged, report), ...others]
}

/** A line for a change that was found the other way round. */
function toForwardLine(judged: JudgedChange): DiffLine {
  const {change} = judged
  const targets = new Map(change.reaches.map(({operation}) => [subjectKey(operation), operation]))
  const operations = [...targets.values()]
  return {
    sentence: judgedPieces(judged),
    judged: [judged],
    count: countChanges([change]),
    ...reachOf(operations, hidesOperations(change, operations), MOST_NAMED_OPERATIONS)
  }
}

/** Whether a sentence about one change doesn't name the operations that it affects. */
const hidesOperations = ({component}: Change, operations: readonly Subject[]): boolean =>
  (operations.length > 1 || component !== undefined) && areTelling(operations)

/** The affected operations. Their names, if the sentence doesn't have them and they are more than `most`. */
const reachOf = (
  operations: readonly Subject[],
  isHidden: boolean,
  most: number
): Pick<DiffLine, 'operations' | 'unnamed' | 'reach'> => ({
  operations,
  unnamed: isHidden && operations.length > most ? operations.map(operationName) : [],
  reach: isHidden ? describeAffected(operations.map(({target}) => target)) : []
})

function foldAll(judged: readonly JudgedChange[], report: DiffReport): DiffLine[] {
  const page = pageOf(report)
  const parts = [...groupBy(judged, each => `${sectionTitle(each)} ${reasonKey(each)}`).values()]
  const folded = parts.flatMap(each => foldAlike(each, page))
  const lines = shortenComponentNames(folded.map(({line}) => line))
  return folded
    .map(({members}, at) => ({members, line: lines[at] as ChangeLine}))
    .toSorted((a, b) => compareLines(a.line, b.line))
    .map(({members, line}) => toDiffLine(line, members))
}

type NonEmpty<Item> = readonly [Item, ...Item[]]

/** Joins changes whose verdicts have the same reasons into lines, each with all the changes that it stands for. */
function foldAlike(
  judged: readonly JudgedChange[],
  page: HistoryPage
): {readonly line: ChangeLine; readonly members: NonEmpty<JudgedChange>}[] {
  const byChange = new Map(judged.map(each => [each.change, each]))
  const events = eventsOf(judged.map(({change}) => change))
  const judgedOf = new Map(events.map(({id, observed}) => [id, observed && byChange.get(observed)]))
  const lines = groupChanges(releaseChanges(events, page), page)
  const listed = new Set<JudgedChange>()
  const members = lines.map(line =>
    line.members.flatMap(({event: {id}}) => {
      const each = judgedOf.get(id)
      if (each) listed.add(each)
      return each ?? []
    })
  )
  // Changes that have no line are part of the line for the same subject: a sunset is part of the line of its
  // deprecation.
  const lineOf = new Map(
    members.flatMap((all, at) => all.map(({change}): [string, number] => [subjectKey(change.subject), at]))
  )
  for (const each of judged)
    if (!listed.has(each)) members[lineOf.get(subjectKey(each.change.subject)) ?? 0]?.push(each)
  return lines.map((line, at) => ({line, members: members[at] as unknown as NonEmpty<JudgedChange>}))
}

/** The events of a release with these changes. */
function eventsOf(changes: readonly Change[]): Event[] {
  const [{where}] = changes as NonEmpty<Change>
  const place = where.new ?? where.old ?? NOWHERE
  const observed = {base: '', changes, arrivals: [], marked: [], marks: false, gaps: []}
  const replacements = new Map(
    changes.flatMap(({kind, subject, new: fresh}) => {
      const target = kind === 'replacement-changed' && typeof fresh === 'string' ? parseTarget(fresh) : undefined
      return target ? [[subjectKey(subject), {target}] as const] : []
    })
  )
  return eventsFromRelease({name: '', place, observed, against: 0}, 0, false).map(
    ({sunset, announced: _, ...event}, id): Event => {
      const replacement = event.kind === 'deprecated' ? replacements.get(subjectKey(event.subject)) : undefined
      return {
        ...event,
        id,
        ...(replacement ? {replacement} : {}),
        ...(sunset ? {sunset: {when: parseDateRange(sunset.text) ?? UNKNOWN_DATE, stated: sunset.text}} : {})
      }
    }
  )
}

const NOWHERE = {source: '', line: 1, column: 1}

/** A page without a history: two descriptions have no releases. */
const pageOf = ({policy, asOf, assumed}: DiffReport): HistoryPage => ({
  ...createHistoryPage(emptyHistory(asOf), [], policy, assumed),
  isForClients: true
})

function toDiffLine(
  {pieces, operations, hidesOperations: isHidden}: ChangeLine,
  judged: NonEmpty<JudgedChange>
): DiffLine {
  const [{change}, ...others] = judged
  const isAlone = others.length === 0
  return {
    sentence: isAlone ? ensureFullStop(capitalizeFirst(changesPieces([change]))) : pieces,
    judged,
    count: countChanges(judged.map(each => each.change)),
    ...(isAlone
      ? reachOf(operations, hidesOperations(change, operations), MOST_NAMED_OPERATIONS)
      : reachOf(operations, isHidden === true, 0))
  }
}
