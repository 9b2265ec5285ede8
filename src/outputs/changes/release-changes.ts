import {kindOf} from '../../languages/kinds.ts'
import {holdsMembers} from '../../languages/languages.ts'
import type {Change} from '../../model/api/change.ts'
import {defined} from '../../model/defined.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import {stateAtTime} from '../../model/lifecycle/state-at-event.ts'
import {isEndpoint, isMember, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {momentOfEntry, type TimelineEntry} from '../../model/time/timeline.ts'
import type {Judgment} from '../../model/verdict/judgment.ts'
import {effectOfRemoval} from '../../policy/compatibility/change-effects.ts'
import {isDeclaredBreaking} from '../../policy/compatibility/judge-declared-change.ts'
import type {HistoryPage} from './page-data.ts'

/** Groups of release notes, the most urgent first. */
export const CHANGE_GROUPS = ['removed', 'breaking', 'unclear', 'deprecated', 'added', 'changed'] as const
export type ChangeGroup = (typeof CHANGE_GROUPS)[number]

/** An event of a release, with its effect on clients and its group in the notes. */
export interface ReleaseChange {
  readonly event: Event
  /** Event that introduces the new name, for a rename or a promotion. */
  readonly arrival?: Event
  /** The deprecation of a subject that is new in the same range of releases. */
  readonly also?: Event
  readonly group: ChangeGroup
  /** Whether the change breaks clients; absent if undetermined. */
  readonly breaks?: boolean
  readonly judgment?: Judgment
}

/** Converts events to changes: the two events of a rename become one, and redundant events are dropped. */
export function releaseChanges(events: readonly Event[], page: HistoryPage): ReleaseChange[] {
  const included = new Set(
    events.flatMap(event =>
      ((event.change !== undefined && kindOf(event.change).includes) || []).map(about => detailKey(event, about))
    )
  )
  const keysOf = (...kinds: Event['kind'][]): ReadonlySet<string> =>
    new Set(events.filter(({kind}) => kinds.includes(kind)).map(({subject}) => subjectKey(subject)))
  const deprecatedKeys = keysOf('deprecated')
  const markedKeys = keysOf('deprecated', 'withdrawn')
  const renamed = new Set(
    events.flatMap(({kind, counterpart}) => (kind !== 'introduced' && counterpart ? [subjectKey(counterpart)] : []))
  )
  return withoutGoingAlong(events).flatMap((event): ReleaseChange[] => {
    const paired = event.verb === 'renamed' || event.verb === 'promoted'
    // The line of the old name covers it. Without that line, the new name is shown as added.
    if (paired && event.kind === 'introduced' && renamed.has(subjectKey(event.subject))) return []
    // A sunset that is set with the deprecation is part of its line.
    if (event.seen && event.kind === 'rescheduled' && deprecatedKeys.has(subjectKey(event.subject))) return []
    // A replacement that is named or dropped with a deprecation is part of the line of the deprecation.
    if (event.seen && event.change === 'replacement-changed' && markedKeys.has(subjectKey(event.subject))) return []
    // Another change includes this one: if a value became a list, its items are part of the type change.
    if (event.seen && included.has(detailKey(event, event.observed?.about))) return []
    const arrival = paired && event.kind !== 'introduced' && event.counterpart ? arrivalOf(event, events) : undefined
    const breaks = breaksClients(event, page)
    const judgment = page.judgmentOf(event.subject, event)
    const observed = event.observed && assignToOperations(event.observed)
    return [
      {
        event: observed ? {...event, observed} : paired && event.kind === 'introduced' ? asAddition(event) : event,
        ...defined({arrival}),
        group: groupOf(event, breaks),
        ...defined({breaks, judgment})
      }
    ]
  })
}

const GOES_ALONG: ReadonlySet<Event['kind']> = new Set(['introduced', 'removed'])

/** The events without those of members that come or go with their type, because its line covers them. */
function withoutGoingAlong(events: readonly Event[]): Event[] {
  const wholes = new Set(
    events.flatMap(({kind, subject: {target}}) => (holdsMembers(target) ? [`${kind} ${target.name}`] : []))
  )
  return events.filter(({seen, kind, subject: {target}}) => {
    const isAlong = seen && GOES_ALONG.has(kind) && isMember(target)
    return !(isAlong && wholes.has(`${kind} ${target.type}`))
  })
}

const asAddition = ({counterpart: _, ...event}: Event): Event => ({...event, verb: 'added'})

const arrivalOf = ({verb, counterpart}: Event, events: readonly Event[]): Event | undefined =>
  events.find(
    each =>
      each.kind === 'introduced' &&
      each.verb === verb &&
      counterpart &&
      subjectKey(each.subject) === subjectKey(counterpart)
  )

const detailKey = ({subject, observed}: Event, about: string | undefined): string =>
  JSON.stringify([subjectKey(subject), observed?.at ?? '', about])

function breaksClients(event: Event, {policy}: HistoryPage): boolean | undefined {
  const revision = policy.revisions.at(-1)
  if (!revision) return undefined
  if (event.kind === 'removed') {
    const effect = effectOfRemoval(event, event.subject, revision, {policy})
    return effect === 'review' ? undefined : effect === 'breaking'
  }
  // What was removed and added again may be different from what it was.
  if (event.kind === 'restored' && event.seen) return undefined
  if (event.kind === 'introduced' || event.kind === 'restored' || event.kind === 'changed')
    return isDeclaredBreaking(event, revision, {policy})
  return false
}

/** The group of a change. Removals have a group of their own, and aren't repeated as breaking. */
function groupOf({kind, seen, observed}: Event, breaks: boolean | undefined): ChangeGroup {
  switch (kind) {
    case 'removed':
      return breaks === false ? 'changed' : 'removed'
    case 'deprecated':
    case 'rescheduled':
    case 'withdrawn':
      return 'deprecated'
    case 'introduced':
    case 'restored':
    case 'changed':
      if (breaks === true) return 'breaking'
      // A declared change without `breaking` is an ordinary change. An observed one is unclear.
      if (breaks === undefined && seen) return 'unclear'
      return kind === 'changed' && !(observed && kindOf(observed.kind).isNewlyDocumented?.(observed))
        ? 'changed'
        : 'added'
  }
}

/** Combines an introduction and a later deprecation of the same subject. */
export function mergeDeprecatedAdditions(all: readonly ReleaseChange[]): ReleaseChange[] {
  const isWhole = ({event: {subject}}: ReleaseChange): boolean => !subject.part
  const keyOf = ({event}: ReleaseChange): string => subjectKey(event.subject)
  const marks = new Map(all.filter(({event}) => event.kind === 'deprecated').map(news => [keyOf(news), news.event]))
  const born = new Set(all.filter(news => news.event.kind === 'introduced' && isWhole(news)).map(keyOf))
  return all.flatMap((news): ReleaseChange[] => {
    const also = marks.get(keyOf(news))
    if (!also || !born.has(keyOf(news))) return [news]
    return news.event.kind === 'introduced' ? [{...news, also}] : news.event === also ? [] : [news]
  })
}

/** The operations that a change affects, as observed, without duplicates. */
export function affectedSubjects({event: {observed, subject}}: Pick<ReleaseChange, 'event'>): Subject[] {
  const all = observed?.reaches.map(({operation}): Subject => ({target: operation.target})) ?? []
  const own = isEndpoint(subject.target) ? [{target: subject.target}] : []
  return [...new Map([...own, ...all].map(each => [subjectKey(each), each])).values()]
}

/** JSON pointers of parameters and headers that operations share by reference. */
const SHARED = /^\/(?:components\/(?:parameters|headers)|parameters)\//

/**
 * Assigns a change of a shared parameter to the operations that use it, because clients know the parameter by its own
 * name, not by the name of its component. The change is returned unmodified if the parameter has several names.
 */
export function assignToOperations(change: Change): Change {
  const {component, where, reaches, ...rest} = change
  const [first, ...others] = reaches
  const isShared = SHARED.test((where.new ?? where.old)?.pointer ?? '')
  if (component === undefined || !isShared || !first?.part || others.some(({part}) => part !== first.part))
    return change
  return {...rest, where, reaches, subject: {target: first.operation.target}}
}

/** Maximum number of replacements to follow, which guards against cycles. */
const MOST_MOVES = 20

/**
 * Points a removal to the replacement that exists at the end of the range, not to one that was removed again in
 * between.
 */
export function resolveNetMove(news: ReleaseChange, to: TimelineEntry, page: HistoryPage): ReleaseChange {
  const {event, judgment} = news
  const named = event.counterpart ?? event.replacement ?? judgment?.replacement
  if (event.kind !== 'removed' || !named) return news
  const last = finalReplacement(named, to, page)
  if (subjectKey(last.subject) === subjectKey(named)) return news
  const {counterpart: _, replacement: __, ...rest} = event
  return {
    ...news,
    // The replacement may itself have been replaced, so the change is no longer a rename.
    event: {...rest, verb: 'removed', ...(last.isInferred ? {} : {replacement: last.subject})},
    ...(judgment && last.isInferred ? {judgment: {...judgment, replacement: last.subject, isInferred: true}} : {})
  }
}

function finalReplacement(
  first: Subject,
  to: TimelineEntry,
  {history, judgments}: HistoryPage
): {subject: Subject; isInferred: boolean} {
  let subject = first
  let isInferred = false
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const key = subjectKey(subject)
    const life = history.bySubject.get(key)
    if (!life || stateAtTime(life, momentOfEntry(to), history.timeline) !== 'ended') break
    const end = judgments.findLast(each => each.kind === 'end' && subjectKey(each.subject) === key)
    if (!end?.replacement) break
    isInferred ||= end.isInferred ?? false
    subject = end.replacement
  }
  return {subject, isInferred}
}
