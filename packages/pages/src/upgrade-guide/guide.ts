import type {Event} from '@tenure/core/model/lifecycle/event'
import {covers, isMember, isPrefix, type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import type {TimelineEntry} from '@tenure/core/model/time/timeline'
import {limitToSubjects} from '@tenure/core/outputs/changes/affected-operations'
import type {ChangeLine} from '@tenure/core/outputs/changes/change-line'
import {shortenComponentNames} from '@tenure/core/outputs/changes/changes-of-release'
import {groupChanges} from '@tenure/core/outputs/changes/group-changes'
import {type HistoryPage, unreadReleasesBetween} from '@tenure/core/outputs/changes/page-data'
import {
  affectedSubjects,
  mergeDeprecatedAdditions,
  type ReleaseChange,
  releaseChanges,
  resolveNetMove
} from '@tenure/core/outputs/changes/release-changes'
import {deprecatedAt, type PendingSubject} from './pending-subject.ts'
import {createUpgradeStep, type UpgradeStep} from './step.ts'

/** What a client must do to move from one release to another. */
export interface UpgradeGuide {
  readonly from: TimelineEntry
  readonly to: TimelineEntry
  /** Endpoints that the client uses; absent if unknown. */
  readonly uses?: readonly Subject[]
  /** Steps that can be done while the old release is still in use. */
  readonly before: readonly UpgradeStep[]
  /** Steps that must be done at the switch. */
  readonly moving: readonly UpgradeStep[]
  /** Changes that might break the client. */
  readonly check: readonly UpgradeStep[]
  readonly waiting: readonly PendingSubject[]
  readonly help: readonly ChangeLine[]
  /** Number of changes that don't affect the client's endpoints. */
  readonly leftOut: number
  /** Releases in between that could only be read in part. */
  readonly partial: readonly string[]
  /** Whether changes may be missing, because the history is declared incomplete. */
  readonly isOpen: boolean
}

/** `deprecated` is what is deprecated at the newer release, which callers with many guides find once. */
export function createUpgradeGuide(
  from: TimelineEntry,
  to: TimelineEntry,
  events: readonly Event[],
  page: HistoryPage,
  uses?: readonly Subject[],
  deprecated: readonly PendingSubject[] = deprecatedAt(to, page)
): UpgradeGuide {
  const all = mergeDeprecatedAdditions(releaseChanges(events, page)).map(each => resolveNetMove(each, to, page))
  const affecting = uses ? all.filter(news => affectsEndpoints(news, uses)) : all
  const must = affecting.filter(({group}) => group === 'breaking' || group === 'removed' || group === 'unclear')
  const limited = uses ? must.map(each => limitToSubjects(each, uses)) : must
  const lines = shortenComponentNames(groupChanges(limited, page)).map(line =>
    uses ? limitOperations(line, uses) : line
  )
  const context = {from, to, page, deprecated}
  const steps = lines.map(line => createUpgradeStep(line, context))
  const of = (when: UpgradeStep['when']): UpgradeStep[] =>
    steps.filter(step => step.when === when).toSorted(byReplacement)
  const wanted = new Set(steps.flatMap(({replacements}) => replacements.map(subjectKey)))
  const waiting = uses
    ? deprecated.filter(({subject}) => uses.some(use => covers({target: subject.target}, use)))
    : deprecated
  for (const {replacement} of waiting) if (replacement) wanted.add(subjectKey(replacement))
  const helps = all.filter(
    news =>
      news.group === 'added' && (wanted.has(subjectKey(news.event.subject)) || (uses && affectsEndpoints(news, uses)))
  )
  return {
    from,
    to,
    ...(uses ? {uses} : {}),
    before: of('before'),
    moving: of('switch'),
    check: of('check'),
    waiting,
    help: shortenComponentNames(
      groupChanges(
        uses ? helps.map(each => limitToSubjects(each, uses)) : all.filter(({group}) => group === 'added'),
        page
      )
    ),
    leftOut: all.filter(news => !affecting.includes(news) && !helps.includes(news)).length,
    partial: unreadReleasesBetween(from, to, page.history),
    // Compared descriptions show every change, and can only lack announcements.
    isOpen: !page.history.complete && page.history.bases === undefined
  }
}

/** Whether a step affects every call, as a changed base path does. */
const affectsAll = ({line}: UpgradeStep): boolean => line.members[0].event.change === 'base-path-changed'

/** Sorts steps: those that affect every call, then those with a replacement. */
const byReplacement = (a: UpgradeStep, b: UpgradeStep): number =>
  Number(affectsAll(b)) - Number(affectsAll(a)) || Number(b.replacements.length > 0) - Number(a.replacements.length > 0)

/**
 * Whether a change affects one of the endpoints. Changes that can't be assigned to an endpoint count as affecting all.
 */
function affectsEndpoints(news: ReleaseChange, uses: readonly Subject[]): boolean {
  const {target} = news.event.subject
  const reached = affectedSubjects(news)
  if (reached.length > 0 && !isPrefix(target)) {
    const keys = new Set(reached.map(subjectKey))
    return uses.some(use => keys.has(subjectKey(use)))
  }
  if (isMember(target)) return true
  return uses.some(use => covers({target}, use))
}

function limitOperations(line: ChangeLine, uses: readonly Subject[]): ChangeLine {
  const keys = new Set(uses.map(subjectKey))
  return {...line, operations: line.operations.filter(each => keys.has(subjectKey(each)))}
}
