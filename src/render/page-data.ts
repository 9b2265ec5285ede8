import {groupBy} from '../model/group-by.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {History} from '../model/lifecycle/history.ts'
import type {Lifecycle, Tenure} from '../model/lifecycle/lifecycle.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'
import type {Entry, Moment} from '../model/time/timeline.ts'
import type {Judgement} from '../model/verdict/judgement.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {OR_EARLIER, sayAway, UNKNOWN_RELEASE} from '../text/page-strings.ts'
import {piecesOfEntry, type SaidEntry} from '../text/release-headings.ts'
import {statedText} from '../text/statement.ts'
import type {Piece} from '../text/text-pieces.ts'

/** What all parts of a page are made from. */
export interface Page {
  readonly history: History
  readonly judgements: readonly Judgement[]
  readonly policy: Policy
  /** No policy was declared: what it would promise is nobody's word. */
  readonly assumed: boolean
  readonly eventsByEntry: ReadonlyMap<number, readonly Event[]>
  /** The verdict on an end, by the subject and the event that ended it. */
  readonly verdictOn: (subject: Subject, event: Event) => Judgement | undefined
  /** The verdict on whatever an event did to a subject. */
  readonly judgementOf: (subject: Subject, event: Event) => Judgement | undefined
}

export function pageOf(history: History, judgements: readonly Judgement[], policy: Policy, assumed = false): Page {
  const keyOf = (subject: Subject, event: Event): string => `${event.id} ${subjectKey(subject)}`
  const all = new Map(judgements.map(each => [keyOf(each.subject, each.event), each]))
  const judgementOf = (subject: Subject, event: Event): Judgement | undefined => all.get(keyOf(subject, event))
  return {
    history,
    judgements,
    policy,
    assumed,
    eventsByEntry: groupBy(history.events, ({entry}) => entry),
    judgementOf,
    verdictOn: (subject, event) => {
      const judgement = judgementOf(subject, event)
      return judgement?.kind === 'end' ? judgement : undefined
    }
  }
}

/** The tenure that a subject holds now; `undefined` where it has ended. */
export function currentTenure({tenures}: Lifecycle): Tenure | undefined {
  const tenure = tenures.at(-1)
  return tenure?.end && !tenure.end.pending ? undefined : tenure
}

/** Whether its component is in no description any more, at the entry or as of today: what is gone waits for no end. */
export function isAbsent({target}: Subject, {history: {absences = []}}: Page, at = Number.POSITIVE_INFINITY): boolean {
  if (target.kind !== 'resource-field') return false
  return absences.some(
    ({component, from, until = Number.POSITIVE_INFINITY}) =>
      component === target.resource && from <= at && (at < until || until === Number.POSITIVE_INFINITY)
  )
}

export const saidEntry = ({kind, name, date}: Entry): SaidEntry =>
  kind === 'announcement' ? {kind, on: name} : {kind, name, ...(date === undefined ? {} : {date})}

/** The release, or the day of the statement, at which something happened, or by which it had. */
export function piecesOfPlace(entry: Entry | undefined, event?: Event): Piece[] {
  if (!entry) return [UNKNOWN_RELEASE]
  const said = piecesOfEntry(entry.kind === 'release' ? {kind: 'release', name: entry.name} : saidEntry(entry))
  return event?.by ? [...said, OR_EARLIER] : said
}

/** The tenure that began when a page says that something is there since: the first, where that is known. */
export const firstTenure = ({tenures}: Lifecycle): Tenure | undefined =>
  tenures[0]?.introduced ? tenures[0] : tenures.at(-1)

/** Since when it is there; what was removed and came back was away in between. */
export function piecesOfSince(lifecycle: Lifecycle, page: Page): Piece[] {
  const first = firstTenure(lifecycle)
  const intro = first?.introduced?.event
  const since = intro ? piecesOfPlace(entryOf(page, intro), intro) : piecesOfPlace(undefined)
  const {tenures} = lifecycle
  if (!intro || first === tenures.at(-1)) return since
  const away = tenures.flatMap(({end}, at) => {
    const back = tenures[at + 1]?.introduced?.moment
    return end && back ? [{gone: atMoment(end.removal ?? end.moment), back: atMoment(back)}] : []
  })
  return [...since, sayAway(away)]
}

/** What went by its promised day went on a day; all else in a release. */
const atMoment = (moment: Moment): string => `${moment.entry === undefined ? 'on' : 'in'} ${statedText(moment)}`

export const entryOf = ({history: {timeline}}: Page, event: Event): Entry | undefined => timeline.entries[event.entry]

/** In the order of code points, which every machine shares. */
export const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Descriptions were looked at: there is more than people would write down. */
export const isLookedAt = ({history: {bases}}: Page): boolean => bases !== undefined

/** Nobody wrote of it: descriptions show all that is known. */
export const isOnlySeen = (events: readonly Event[]): boolean => events.length > 0 && events.every(({seen}) => seen)
