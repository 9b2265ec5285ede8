import type {Statement, ToldOperation, Witness} from '../../model/api/release-diff.ts'
import type {Place} from '../../model/location.ts'
import {
  covers,
  lineageKey,
  parseTarget,
  type Subject,
  subjectKey,
  type Target,
  targetKey
} from '../../model/subject/subject.ts'
import {type Day, onDay, parseWhen} from '../../model/time/date-range.ts'
import {NEXT, type WrittenEntry} from '../../model/time/timeline.ts'
import {type Draft, factsOf} from './events-from-changes.ts'

/** Since when the default branch shows things, by the key of their subject. */
export interface Testimony {
  readonly marked: ReadonlyMap<string, Witness>
  readonly arrived: ReadonlyMap<string, Witness>
  /** What it stated of a stability, each time that it was another one, oldest first. */
  readonly stated: ReadonlyMap<string, readonly Statement[]>
  /** What came before the first commit that is there is not known. */
  readonly isShallow: boolean
  /** From that day on, announcements count from when they were recorded. */
  readonly adopted?: Day
}

/** A timeline in which the days that commits tell of have their places. */
export interface Woven {
  readonly entries: readonly WrittenEntry[]
  /** Where what was written went. */
  readonly placeOf: (written: number) => number
  /** Where a day is told of. */
  readonly placeOn: (day: Day) => number
  /** The places of those days. */
  readonly days: readonly number[]
}

/** Puts each day behind all that is known to have come by then. */
export function woven(
  written: readonly {readonly entry: WrittenEntry; readonly at: number}[],
  {marked, arrived, stated}: Testimony,
  place: Place
): Woven {
  const told = [...marked.values(), ...arrived.values(), ...[...stated.values()].flat()]
  const days = [...new Set(told.map(({day}) => day))].toSorted()
  const line: {entry: WrittenEntry; at?: number}[] = [...written]
  for (const day of days) {
    const last = line.findLastIndex(({entry: {stated}}) => stated.earliest !== undefined && stated.earliest <= day)
    line.splice(last + 1, 0, {entry: {kind: 'announcement', name: day, date: day, stated: onDay(day), place}})
  }
  const ofWritten = new Map(line.flatMap(({at}, index) => (at === undefined ? [] : [[at, index] as const])))
  const ofDays = new Map(line.flatMap(({entry, at}, index) => (at === undefined ? [[entry.name, index] as const] : [])))
  return {
    entries: line.map(({entry}) => entry),
    placeOf: at => ofWritten.get(at) ?? at,
    placeOn: day => ofDays.get(day) ?? 0,
    days: [...ofDays.values()]
  }
}

/**
 * The operations that matter to what happens: the same ones, those of their lineage, what meets a change, and all below a
 * prefix that is named. All others are there, and nothing is asked of them.
 */
export function concerned(
  operations: readonly ToldOperation[],
  events: readonly Pick<Draft, 'subject' | 'replacement' | 'observed'>[]
): ToldOperation[] {
  const subjects = events.flatMap(({subject, replacement, observed}) => [
    subject,
    ...(replacement ? [replacement] : []),
    ...(observed?.reaches.map(({operation}) => operation) ?? [])
  ])
  const near = operations.filter(among(subjects))
  // What they say replaces them is looked for too.
  const named = near.flatMap(({told}) => (told.replacement === undefined ? [] : (parseTarget(told.replacement) ?? [])))
  return named.length === 0 ? near : operations.filter(among([...subjects, ...named.map(target => ({target}))]))
}

function among(subjects: readonly Subject[]): (operation: ToldOperation) => boolean {
  const keys = new Set(subjects.map(({target}) => keyOf(target)))
  const prefixes = subjects.filter(({target}) => target.kind === 'prefix' && target.path !== '')
  return ({subject}) => keys.has(keyOf(subject.target)) || prefixes.some(prefix => covers(prefix, subject))
}

/** Equal for one lineage. */
const keyOf = (target: Target): string => lineageKey(target) ?? targetKey(target)

/**
 * What the older description shows of the past. Of what has gone, or is to come, by the history it says nothing; what a
 * line tells of an end to come goes before the mark, and that something was added says nothing of one.
 */
export function pastOf(
  operations: readonly ToldOperation[],
  entry: number,
  events: readonly Draft[],
  {marked}: Testimony
): Draft[] {
  const last = new Map(
    events
      .filter(each => each.entry < entry || each.kind === 'introduced')
      .map(each => [subjectKey(each.subject), each])
  )
  const isOver = (key: string): boolean => {
    const {kind, entry: at = 0} = last.get(key) ?? {}
    return kind === 'removed' || at > entry
  }
  const announced = announcedIn(events, marked)
  return factsOf(operations, entry).filter(
    ({kind, subject}) => !(kind === 'introduced' ? isOver(subjectKey(subject)) : announced.has(subjectKey(subject)))
  )
}

/** The keys of what lines tell of an end to come, where no commit tells it better. */
export const announcedIn = (events: readonly Draft[], marked: Testimony['marked']): ReadonlySet<string> => {
  const told = events.filter(({kind}) => ABOUT_ENDS.has(kind)).map(({subject}) => subjectKey(subject))
  return new Set(told.filter(key => !marked.has(key)))
}

const ABOUT_ENDS: ReadonlySet<string> = new Set(['deprecated', 'rescheduled', 'withdrawn'] satisfies Draft['kind'][])

/** The commits tell since when something is there. */
export function testified(event: Draft, {marked, arrived, ...record}: Testimony, {placeOn}: Woven): Draft {
  const isMark = event.kind === 'deprecated'
  const witness = (isMark ? marked : arrived).get(subjectKey(event.subject))
  if (!witness || (!isMark && event.kind !== 'introduced')) return event
  const {by: _, ...bare} = event
  const isOpen = isMark ? mayBeOlder(witness, record) : witness.isFirst
  const seen = {...(isOpen ? event : bare), entry: placeOn(witness.day)}
  if (!isMark) return seen
  const announced = sinceOf(event.announced, witness, record)
  return {...seen, ...(announced ? {announced: {text: announced}} : {}), via: `commit ${witness.commit.slice(0, 10)}`}
}

/**
 * When lines say that an end was announced, for a mark that the first commit shows. An adopted history has a record of
 * its own of when its lines came.
 */
export function withClaim(
  event: Draft,
  {events, entries}: {readonly events: readonly Draft[]; readonly entries: readonly WrittenEntry[]},
  {marked, adopted}: Testimony
): Draft {
  const key = subjectKey(event.subject)
  const witness = marked.get(key)
  const isAsked = event.kind === 'deprecated' && event.announced === undefined && adopted === undefined
  if (!isAsked || !witness?.isFirst) return event
  for (const {kind, subject, announced, entry} of events) {
    if (announced === 'never' || subjectKey(subject) !== key) continue
    const name = kind === 'deprecated' ? entries[entry]?.name : undefined
    const text = announced?.text ?? (name === NEXT ? undefined : name)
    const isLater = (parseWhen(text ?? '')?.earliest ?? '') > witness.day
    if (text !== undefined && !isLater) return {...event, announced: {text}}
  }
  return event
}

/**
 * The first commit shows a mark that may have been there before: the description was brought from elsewhere, or its
 * past was left behind. In an adopted history it counts from its commit all the same, if all commits are there.
 */
const mayBeOlder = ({isFirst, day}: Witness, {isShallow, adopted}: Pick<Testimony, 'isShallow' | 'adopted'>): boolean =>
  isFirst === true && (isShallow || adopted === undefined || day < adopted)

/**
 * People could know from the commit on. A description may claim that they knew before, if no commit shows that it did
 * not say so then.
 */
function sinceOf(
  claimed: Draft['announced'],
  witness: Witness,
  record: Pick<Testimony, 'isShallow' | 'adopted'>
): string | undefined {
  const {day, isFirst} = witness
  if (claimed === 'never' || claimed === undefined) return mayBeOlder(witness, record) ? undefined : day
  const earliest = parseWhen(claimed.text)?.earliest
  return isFirst || (earliest !== undefined && earliest > day) ? claimed.text : day
}

/** What came with another stability than it has now is told with that one, and with each that followed. */
export function withStatements(event: Draft, {stated}: Testimony, {placeOn}: Woven): Draft[] {
  const said = event.kind === 'introduced' ? (stated.get(subjectKey(event.subject)) ?? []) : []
  const [first, ...later] = said
  if (!first || later.length === 0) return [event]
  const {stability: _, by: __, ...came} = event
  const {stability} = first
  return [
    {...came, entry: placeOn(first.day), by: {}, ...(stability === undefined ? {} : {stability})},
    ...later.map(
      ({day, stability: next}): Draft => ({
        ...came,
        kind: 'changed',
        verb: 'changed',
        change: 'stability-changed',
        entry: placeOn(day),
        ...(next === undefined ? {} : {stability: next})
      })
    )
  ]
}
