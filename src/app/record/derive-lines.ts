import {assemble} from '../../history/assemble.ts'
import {observe} from '../../history/observed/from-snapshots.ts'
import {type Line, linesOf, saidBy} from '../../history/to-history-lines.ts'
import {isOnRecord, isTold, type Said} from '../../history/unrecorded.ts'
import {type ObservedRelease, unreadIn} from '../../model/api/release-diff.ts'
import {InputError, refuse} from '../../model/input-error.ts'
import type {Event, SubjectWaiver, Waiver} from '../../model/lifecycle/event.ts'
import type {Declared, History, WrittenEvent} from '../../model/lifecycle/history.ts'
import type {Subject} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import {type Entry, NEXT} from '../../model/time/timeline.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {stabilityOf} from '../../policy/notice/stability.ts'
import {shelfOf} from '../../read/document/file-tree.ts'
import {specBefore, specHere} from '../../read/sources/release-base.ts'
import {sayPlace} from '../../report/formats/stylish.ts'
import {count} from '../../text/format-values.ts'
import {Editions} from '../snapshots/release-diffs.ts'
import {userCache} from '../user-cache.ts'
import {asMeant, isAsNarrow, type Meant, meantBy} from './match-lines.ts'
import type {RecordOptions} from './record-options.ts'

/** What the descriptions show that the record does not say, as lines. */
export interface Derived {
  readonly lines: readonly Line[]
  /** One for each line: what excuses that which it was made from. The line itself may say less of it. */
  readonly waivers: readonly (Waiver | undefined)[]
  /** What of the lines that people wrote of it is meant, where they do not say so; by the place of their events. */
  readonly meant: readonly (Meant | undefined)[]
  /** Left out for the first release on record: it has nothing before it. */
  readonly older?: string
  readonly newer: string
  /** What it was set beside as well, for the older one had parts that could not be read. */
  readonly earlier?: string
  /** What could not be read of them. */
  readonly unread?: string
  /** Not all of the newer one could be read. */
  readonly partial?: boolean
  /** All that is added was there by then. */
  readonly existing?: boolean
}

interface Known {
  /** The place of the release, where it is on record already; else below zero. */
  readonly recorded: number
  readonly policy: Policy
  readonly asOf: Day
  /** Those for what is not yet released. */
  readonly waivers: readonly SubjectWaiver[]
}

/** What has changed, without what people have written of it and what was on record before. */
export function derive(
  options: RecordOptions & {readonly release: string},
  declared: Declared,
  {recorded, policy, asOf, waivers}: Known
): Derived {
  const whole = assemble(declared, {asOf})
  const isOpen = (entry: number): boolean =>
    entry === recorded ||
    (recorded < 0 && declared.entries[entry]?.kind === 'release' && declared.entries[entry]?.name === NEXT)
  const shipped = whole.timeline.entries.filter(
    ({kind, index, pending}) => kind === 'release' && !pending && !isOpen(index) && (recorded < 0 || index < recorded)
  )
  const newer = specHere(options.spec)
  const last = shipped.at(-1)
  const isFirst = last === undefined && (recorded < 0 || options.base === undefined)
  if (isFirst && options.base !== undefined) {
    throw refuse(
      `Unexpected \`--base ${options.base}\` for the first release on record, expected none: it is written with all that \`${newer}\` shows`,
      undefined,
      `tenure record --release ${options.release}`
    )
  }
  const older = isFirst ? undefined : specBefore(newer, options.base, last?.name)
  const editions = new Editions(userCache())
  const releases = older === undefined ? [firstOf(newer, options, editions)] : compared(older, newer, options, editions)
  const unread = sayUnread(releases)
  const before = assemble({...declared, events: declared.events.filter(({entry}) => !isOpen(entry))}, {asOf})
  const written = declared.events.filter(({entry}) => isOpen(entry))
  const meant =
    written.length === 0 || waivers.length === 0
      ? new Map<WrittenEvent, Meant>()
      : meantBy({human: written, shown: observe(releases, whole.about.service, newer), whole, waivers})
  const human = written.flatMap(each => {
    const event = whole.events[each.id]
    return event ? [asMeant(event, meant.get(each))] : []
  })
  const shown = linesShown(releases, {newer, whole, before, policy, asOf, waivers, told: human})
  const fresh = shown.lines.filter(isNews(human, before))
  const {missed, earlier} = missedBefore()
  // Of what people wrote beside it nothing is said: they know since when it is so.
  const isMixed = shown.existing && human.length > 0
  return {
    ...(older === undefined ? {} : {older}),
    newer,
    ...(earlier === undefined ? {} : {earlier}),
    ...(unread === undefined ? {} : {unread}),
    ...(unreadIn(releases.at(-1)?.observed).length > 0 ? {partial: true} : {}),
    lines: [...fresh.map(({line}) => (isMixed ? {...line, existing: true} : line)), ...missed.map(({line}) => line)],
    waivers: [...fresh, ...missed].map(({waiver}) => waiver),
    meant: written.map(each => meant.get(each)),
    ...(shown.existing && !isMixed ? {existing: true} : {})
  }

  /**
   * What the release before left untold, for not all of its description could be read: it came with that release or with
   * this one, which the last one tells that was read whole; where there is none, it may be older than all of them.
   */
  function missedBefore(): {readonly missed: readonly Shown[]; readonly earlier?: string} {
    const isPartial = last?.partial || unreadIn(releases[0]?.observed).length > 0
    if (older === undefined || !last || options.base !== undefined || !isPartial) return {missed: []}
    const from = shipped.findLast(({partial, index}) => !partial && index < last.index)
    const sight = from && lookBack(from, last, {newer, release: options.release}, editions)
    const since = sight && from ? from.index : -1
    const later = whole.events.filter(({entry}) => entry > since && !isOpen(entry))
    const told = [...human, ...later, ...shown.lines.map(({said}) => said), ...shown.events]
    const seen = sight ?? [firstOf(newer, options, editions)]
    const wide = linesShown(seen, {newer, whole, before, policy, asOf, waivers, told})
    const missed = wide.lines.filter(isNews(told, before))
    return {
      missed: wide.existing ? missed.map(each => ({...each, line: {...each.line, existing: true}})) : missed,
      ...(sight?.[0] ? {earlier: sight[0].place.source} : {})
    }
  }
}

/** A line, and what it says. */
interface Shown {
  readonly line: Line
  readonly said: Event
  readonly waiver: Waiver | undefined
}

interface Sight {
  readonly newer: string
  readonly whole: History
  readonly before: History
  readonly policy: Policy
  readonly asOf: Day
  readonly waivers: readonly SubjectWaiver[]
  /** What is written of it already. */
  readonly told: readonly Event[]
}

/** What the last of some releases brings, as lines. */
function linesShown(releases: readonly ObservedRelease[], {newer, whole, before, policy, asOf, waivers, told}: Sight) {
  const shown = {...observe(releases, whole.about.service, newer), waivers}
  const history = assemble(shown, {asOf})
  const known = (subject: Subject) => stabilityOf(subject, policy, whole)
  const isGone = (subject: Subject): boolean => isOnRecord({kind: 'removed', verb: 'removed', subject}, before)
  const {
    existing = false,
    lines = [],
    events = [],
    waivers: excused = []
  } = linesOf(shown, {history, policy, known, isGone, isTold: isToldBy(told)}).entries.at(-1) ?? {}
  return {
    existing,
    lines: lines.flatMap((line, at): Shown[] => {
      const event = events[at] && history.events[events[at].id]
      if (!event) return []
      return [{line, waiver: excused[at], said: saidBy(line, event)}]
    }),
    events: history.events.filter(({entry}) => entry === shown.entries.length - 1)
  }
}

const isNews =
  (told: readonly Event[], before: History) =>
  ({said, waiver}: Shown): boolean =>
    !isToldBy(told)(said, waiver) && !isOnRecord(said, before)

/** A line that is wider than the waiver of a change does not tell of it. */
const isToldBy =
  (told: readonly Event[]) =>
  (event: Said, waiver: Waiver | SubjectWaiver | undefined): boolean =>
    isTold(
      event,
      told.filter(said => isAsNarrow(said, waiver))
    )

/** One description as the first release of all. */
const firstOf = (spec: string, {release}: {readonly release: string}, editions: Editions): ObservedRelease => ({
  name: release,
  place: {source: spec},
  observed: editions.observe(revisionOf(spec))
})

const revisionOf = (spec: string): Revision => ({shelf: () => shelfOf(spec, noInput)})

const noInput = (): never => {
  throw refuse('Unexpected `-`, expected a file')
}

/** Two descriptions as two releases of which nobody wrote. */
function compared(
  older: string,
  newer: string,
  {release}: {readonly release: string},
  editions: Editions
): [ObservedRelease, ObservedRelease] {
  const revision = revisionOf(older)
  const first = editions.observe(revision)
  const second = editions.observe(revisionOf(newer), {revision, observed: first})
  return [
    {name: `before ${release}`, place: {source: older}, observed: first},
    {name: release, place: {source: newer}, observed: second, against: 0}
  ]
}

/** A release beside an earlier one that was read whole; what lies between them was not seen. */
function lookBack(
  from: Entry,
  last: Entry,
  {newer, release}: {readonly newer: string; readonly release: string},
  editions: Editions
): ObservedRelease[] | undefined {
  try {
    const [first, second] = compared(specBefore(newer, undefined, from.name), newer, {release}, editions)
    if (unreadIn(first.observed).length > 0) return undefined
    return [
      {...first, name: from.name},
      {name: last.name, place: last.place},
      {...second, against: 0}
    ]
  } catch (error) {
    // Its tag may be gone.
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** What could not be read is neither there nor gone: no line is written of it. */
function sayUnread(releases: readonly ObservedRelease[]): string | undefined {
  const gaps = releases.flatMap(({observed}) => unreadIn(observed))
  const [first] = gaps
  if (!first) return undefined
  return `Partial: ${count(gaps.length, 'part')} could not be read, and nothing is recorded of what stands there. ${first.message} (${sayPlace(first.place)})`
}

type Revision = Parameters<Editions['observe']>[0]
