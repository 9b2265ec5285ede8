import type {Context} from '../context/context.ts'
import {defined} from '../model/defined.ts'
import type {Lifecycle} from '../model/lifecycle/lifecycle.ts'
import type {Day} from '../model/time/date-range.ts'
import {findSupportedReplacement} from '../policy/end-status.ts'
import {formatMoment} from '../text/format-values.ts'
import {byUrgency, type DueRemoval, dueOf} from './due.ts'
import {endOfPeriod} from './end-of-period.ts'
import {createOwnerFilter, readApiOwners} from './owner-filter.ts'
import type {CommonOptions} from './session/config.ts'
import {openWrittenHistory, type Session} from './session/session.ts'

export interface DueOptions extends CommonOptions {
  /** Length of the period to look ahead, such as `6m`. */
  readonly within: string
  /** Only removals of this owner. */
  readonly owner?: string | undefined
}

/** Announced removals of a history, with the last day of the period. */
export interface DueList {
  readonly session: Session
  readonly until: Day
  readonly due: readonly DueRemoval[]
}

/**
 * Lists announced removals that aren't in the history yet: what's overdue, what can be removed now, and what's coming.
 */
export async function listDue(options: DueOptions, context: Context): Promise<DueList> {
  const session = openWrittenHistory(options, context)
  const until = endOfPeriod(options.within, session.history.timeline.asOf)
  const isOwned = await createOwnerFilter(options.owner, options, context, session)
  const owned = session.history.lifecycles.filter(({subject}) => isOwned(subject))
  const due = owned.flatMap(lifecycle =>
    dueOf(lifecycle, until, session).map(each => withFacts(each, lifecycle, session))
  )
  const owners = due.length === 0 ? undefined : await readApiOwners(options, context, session.history)
  const known = due.map(each => ({...each, ...defined({owners: nonEmpty(owners?.of(each.subject))})}))
  return {session, until, due: known.toSorted(byUrgency)}
}

const nonEmpty = (names: readonly string[] = []): readonly string[] | undefined =>
  names.length > 0 ? names : undefined

/** A removal with its sunset, its replacement, and who called it in the last days. */
function withFacts(due: DueRemoval, lifecycle: Lifecycle, {history}: Session): DueRemoval {
  const {usage, text} = history.traffic?.recent(lifecycle, history) ?? {}
  const {sunset} = lifecycle.tenures.at(-1) ?? {}
  const facts = {
    sunset: sunset && formatMoment(sunset.moment),
    replacement: findSupportedReplacement(lifecycle, history)
  }
  return {...due, ...defined(facts), ...(usage ? {usage, text: `${due.text}; ${text}`} : {})}
}
