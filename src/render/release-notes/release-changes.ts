import type {Event} from '../../model/lifecycle/event.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {harmOfEnd} from '../../policy/compatibility/change-effects.ts'
import {claimOf} from '../../policy/compatibility/judge-declared-change.ts'
import type {Page} from '../page-data.ts'
import {ofItsOperations} from './shared-parameter.ts'

/** What a reader of release notes looks for, in the order of its urgency. */
export const NEWS_GROUPS = ['breaking', 'removed', 'unclear', 'deprecated', 'added', 'changed'] as const
export type NewsGroup = (typeof NEWS_GROUPS)[number]

/** One thing that a release brings. */
export interface News {
  readonly event: Event
  /** The other event of a rename or a promotion. */
  readonly arrival?: Event
  /** The deprecation of what is new: who skips what is between is told of both at once. */
  readonly also?: Event
  readonly group: NewsGroup
  /** Whether it breaks who calls; left out where nobody can tell. */
  readonly breaks?: boolean
  readonly judgement?: Judgement
}

/** Events as a reader is told of them: the two of a rename are one, and what says a thing twice says it once. */
export function newsOf(events: readonly Event[], page: Page): News[] {
  const retyped = new Set(events.filter(({change}) => change === 'type-changed').map(placeOf))
  const said = new Set(events.filter(({kind}) => kind === 'deprecated').map(({subject}) => subjectKey(subject)))
  const renamed = new Set(
    events.flatMap(({kind, counterpart}) => (kind !== 'introduced' && counterpart ? [subjectKey(counterpart)] : []))
  )
  return events.flatMap((event): News[] => {
    const paired = event.verb === 'renamed' || event.verb === 'promoted'
    // The line of the old name tells of it. To who never saw that name it is new.
    if (paired && event.kind === 'introduced' && renamed.has(subjectKey(event.subject))) return []
    // A sunset that comes with the mark is told with it.
    if (event.seen && event.kind === 'rescheduled' && said.has(subjectKey(event.subject))) return []
    // So are the items of what is a list now.
    if (event.seen && event.observed?.about === 'items' && retyped.has(placeOf(event))) return []
    const arrival = paired && event.kind !== 'introduced' && event.counterpart ? arrivalOf(event, events) : undefined
    const breaks = breaksOf(event, page)
    const judgement = page.judgementOf(event.subject, event)
    const observed = event.observed && ofItsOperations(event.observed)
    return [
      {
        event: observed ? {...event, observed} : paired && event.kind === 'introduced' ? plain(event) : event,
        ...(arrival ? {arrival} : {}),
        group: groupOf(event, breaks),
        ...(breaks === undefined ? {} : {breaks}),
        ...(judgement ? {judgement} : {})
      }
    ]
  })
}

const plain = ({counterpart: _, ...event}: Event): Event => ({...event, verb: 'added'})

const arrivalOf = ({verb, counterpart}: Event, events: readonly Event[]): Event | undefined =>
  events.find(
    each =>
      each.kind === 'introduced' &&
      each.verb === verb &&
      counterpart &&
      subjectKey(each.subject) === subjectKey(counterpart)
  )

const placeOf = ({subject, observed}: Event): string => `${subjectKey(subject)} ${observed?.at ?? ''}`

function breaksOf(event: Event, {policy}: Page): boolean | undefined {
  const revision = policy.revisions.at(-1)
  if (!revision) return undefined
  if (event.kind === 'removed') {
    const effect = harmOfEnd(event, event.subject, revision, {policy})
    return effect === 'ask' ? undefined : effect === 'breaking'
  }
  if (event.kind === 'introduced' || event.kind === 'restored' || event.kind === 'changed')
    return claimOf(event, revision, {policy})
  return false
}

/** A removal stands under its own heading: that it breaks goes without saying. */
function groupOf({kind, seen}: Event, breaks: boolean | undefined): NewsGroup {
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
      // What people wrote without a claim is a change; what only a description shows may be more.
      if (breaks === undefined && seen) return 'unclear'
      return kind === 'changed' ? 'changed' : 'added'
  }
}

/** What came and was deprecated since is told as one. */
export function bornDeprecated(all: readonly News[]): News[] {
  const isWhole = ({event: {subject}}: News): boolean => !subject.part
  const keyOf = ({event}: News): string => subjectKey(event.subject)
  const marks = new Map(all.filter(({event}) => event.kind === 'deprecated').map(news => [keyOf(news), news.event]))
  const born = new Set(all.filter(news => news.event.kind === 'introduced' && isWhole(news)).map(keyOf))
  return all.flatMap((news): News[] => {
    const also = marks.get(keyOf(news))
    if (!also || !born.has(keyOf(news))) return [news]
    return news.event.kind === 'introduced' ? [{...news, also}] : news.event === also ? [] : [news]
  })
}

/** The operations that meet it, as snapshots show them, each once. */
export function reachedBy({event: {observed, subject}}: Pick<News, 'event'>): Subject[] {
  const all = observed?.reaches.map(({operation}): Subject => ({target: operation.target})) ?? []
  const own = subject.target.kind === 'endpoint' ? [{target: subject.target}] : []
  return [...new Map([...own, ...all].map(each => [subjectKey(each), each])).values()]
}
