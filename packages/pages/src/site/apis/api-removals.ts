import {type DueRemoval, dueOf, nameOfDue} from '@tenure/core/app/due'
import {assertKnownOwner, readApiOwners} from '@tenure/core/app/owner-filter'
import type {CommonOptions} from '@tenure/core/app/session/config'
import type {Session} from '@tenure/core/app/session/session'
import type {Context} from '@tenure/core/context/context'
import {defined} from '@tenure/core/model/defined'
import {groupBy} from '@tenure/core/model/group-by'
import type {Lifecycle} from '@tenure/core/model/lifecycle/lifecycle'
import {formatSubject} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import {findSupportedReplacement} from '@tenure/core/policy/end-status'
import {formatMoment} from '@tenure/core/text/format-values'
import {isFullyRead} from '../../known-lifecycles.ts'

/** An announced removal that isn't in the history yet, as pages list it. */
export interface PlannedRemoval {
  /** `coming` is any later day. */
  readonly state: 'overdue' | 'now' | 'coming'
  readonly subject: string
  /** Sunset or the first day on which the policy allows the removal. Missing if no day is known. */
  readonly day?: Day
  /** When it can be removed, and what is missing. */
  readonly text: string
  readonly replacement?: string
  readonly owners: readonly string[]
  /** Who called it in the last days, if a table of traffic says so. */
  readonly callers?: string
}

/** The announced removals of an API. */
export interface ApiRemovals {
  readonly service: string
  readonly asOf: Day
  /** The most urgent first. */
  readonly removals: readonly PlannedRemoval[]
  /** Whether a part of the history isn't known, so that more may have been announced. */
  readonly isIncomplete: boolean
}

/** The day up to which an announced removal counts as coming: every day in the future. */
const LAST_DAY = '9999-12-31'
const STATES = ['overdue', 'now', 'coming'] as const

export interface RemovalOptions extends CommonOptions {
  /** Only removals of this owner. */
  readonly owner?: string | undefined
  /** Whether to list callers. */
  readonly internal?: boolean | undefined
}

/** What is planned for an API, or for a part of it that someone owns. Days don't depend on who calls it. */
export async function removalsOfApi(
  session: Session,
  {owner, internal, ...options}: RemovalOptions,
  context: Context
): Promise<ApiRemovals> {
  const {history, config} = session
  const {traffic, ...untracked} = history
  const known = {...session, history: untracked}
  const found = history.lifecycles.flatMap(lifecycle =>
    dueOf(lifecycle, LAST_DAY, known).map(due => ({due, lifecycle}))
  )
  // Owners can be stated in the description, which takes its time to read.
  const isOwned = found.length > 0 || owner !== undefined
  const named = {...options, isNamed: true as const, ...defined({known: config})}
  const owners = isOwned ? await readApiOwners(named, context, history) : {names: [], of: () => []}
  if (owner !== undefined) assertKnownOwner(owner, owners.names)
  const removals = found
    .map(({due, lifecycle}) => {
      const callers = internal ? traffic?.recent(lifecycle, history)?.text : undefined
      return defined({...plannedRemoval(due, lifecycle, session), owners: owners.of(lifecycle.subject), callers})
    })
    .filter(each => owner === undefined || each.owners.includes(owner))
  return {
    service: history.about.service,
    asOf: history.timeline.asOf,
    removals: removals.toSorted(byUrgency),
    isIncomplete: !isKnown(session)
  }
}

/** A removal as pages list it. Without a declared policy, only its sunset counts. */
function plannedRemoval(due: DueRemoval, lifecycle: Lifecycle, {history, assumed}: Session) {
  const sunset = lifecycle.tenures.at(-1)?.sunset?.moment
  const replacement = findSupportedReplacement(lifecycle, history)
  const isJudged = !assumed || due.state === 'overdue'
  // What can be removed on any day has no first one.
  const isAnyDay = due.state === 'now' && due.day === history.timeline.asOf
  const day = isAnyDay ? undefined : ((isJudged ? due.day : undefined) ?? sunset?.when.latest)
  return {
    state: due.state === 'overdue' || (due.state === 'now' && isJudged) ? due.state : ('coming' as const),
    subject: nameOfDue(due.subject),
    day,
    text: isJudged ? due.text : sunset === undefined ? 'no sunset date' : `sunset ${formatMoment(sunset)}`,
    replacement: replacement && formatSubject(replacement)
  }
}

const byUrgency = (a: PlannedRemoval, b: PlannedRemoval): number =>
  STATES.indexOf(a.state) - STATES.indexOf(b.state) || compareDays(a, b)

/** Removals without a day come last. */
export const compareDays = ({day: a = '9999'}: PlannedRemoval, {day: b = '9999'}: PlannedRemoval): number =>
  a < b ? -1 : Number(a > b)

/** Whether the whole history is known, so that nothing else is announced in it. */
function isKnown({history, partial, unread, unreadReleases}: Session): boolean {
  const {about, complete, events, timeline} = history
  return (
    complete &&
    about.unknown.length === 0 &&
    !(partial || unread !== undefined || unreadReleases) &&
    timeline.entries.length > 0 &&
    isFullyRead({history, eventsByEntry: groupBy(events, ({entry}) => entry)})
  )
}
