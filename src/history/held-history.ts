import type {Waiver} from '../model/event.ts'
import type {Declared, WrittenEvent} from '../model/history.ts'
import {subjectKey} from '../model/subject.ts'
import {NEXT, type WrittenEntry} from '../model/timeline.ts'
import {UNKNOWN} from '../model/when.ts'

export interface HeldHistory extends Declared {
  /** Announcements, by their ids, that were unreleased and that the change puts into a release. */
  readonly released?: ReadonlySet<number>
}

/**
 * The history as it held before a change, with what the change adds. The past is that of `before`: lines that the change
 * adds about it tell nothing, but an announcement among them counts from the next release on, whatever day it names.
 * Unreleased lines, and releases after the last one of `before`, are those of the change, without waivers that do not
 * count. Where no description shows what happens, all lines that the change adds about the past count from then on.
 */
export function heldHistory(
  before: Declared,
  now: Declared | undefined,
  counts: (waiver: Waiver) => boolean = () => false,
  isAlone = false
): HeldHistory {
  const isNext = ({kind, name}: WrittenEntry): boolean => kind === 'release' && name === NEXT
  const kept = before.entries.flatMap((entry, at) => (isNext(entry) ? [] : [{entry, at}]))
  const held = new Set(before.entries.map(keyOfEntry))
  const isKnown = knownIn(before)
  const last = now ? now.entries.findLastIndex(entry => !isNext(entry) && held.has(keyOfEntry(entry))) : -1
  const added = (now?.entries ?? []).flatMap((entry, at) =>
    !isNext(entry) && !held.has(keyOfEntry(entry)) && kept.length > 0 && at > last ? [{entry, at}] : []
  )
  const next = now?.entries.find(isNext) ?? {
    kind: 'release' as const,
    name: NEXT,
    stated: UNKNOWN,
    place: {source: now?.source ?? before.source}
  }
  const waived = new Set(waiversIn(before).map(({key}) => key))
  const withCounted = (event: WrittenEvent): WrittenEvent => {
    const {waiver, ...rest} = event
    return !waiver || waived.has(keyOfLine(event, waiver)) || counts(waiver) ? event : rest
  }
  const place = new Map(added.map(({at}, index) => [at, kept.length + index]))
  const upcoming = kept.length + added.length
  const brought = (now?.events ?? []).flatMap((event): WrittenEvent[] => {
    const entry = now?.entries[event.entry]
    if (!entry) return []
    if (announces(event) && !isKnown(event)) return [{...withCounted(withoutDay(event)), entry: upcoming}]
    const to = isNext(entry) ? upcoming : place.get(event.entry)
    if (to !== undefined) return [{...withCounted(event), entry: to}]
    return isAlone && kept.length > 0 && !isKnown(event) ? [{...withCounted(event), entry: upcoming}] : []
  })
  // A release that the change adds can't date back what was unreleased before it.
  const released = brought.filter(event => announces(event) && event.entry >= kept.length && event.entry < upcoming)
  const past = new Map(kept.map(({at}, index) => [at, index]))
  const events = [
    ...before.events.flatMap((event): WrittenEvent[] => {
      const to = past.get(event.entry)
      return to === undefined ? [] : [{...event, entry: to}]
    }),
    ...brought
  ]
  const isUpcoming = now?.entries.some(isNext) || events.some(({entry}) => entry === upcoming)
  return {
    ...before,
    entries: [...kept.map(({entry}) => entry), ...added.map(({entry}) => entry), ...(isUpcoming ? [next] : [])],
    events: events.map((event, id) => ({...event, id})),
    ...(released.length === 0
      ? {}
      : {released: new Set(events.flatMap((event, id) => (released.includes(event) ? [id] : [])))})
  }
}

const keyOfEntry = ({kind, name}: WrittenEntry): string => `${kind} ${name}`

/** Equal for the same exception, wherever it stands. */
export const keyOfWaiver = ({place: _, ...waiver}: Waiver): string => JSON.stringify(waiver)

/** The exceptions that lines of a history carry. One that is copied to another line is another one. */
export const waiversIn = ({events}: Declared): {readonly waiver: Waiver; readonly key: string}[] =>
  events.flatMap(event => (event.waiver ? [{waiver: event.waiver, key: keyOfLine(event, event.waiver)}] : []))

const keyOfLine = ({kind, change, subject}: WrittenEvent, waiver: Waiver): string =>
  JSON.stringify([kind, change, subjectKey(subject), keyOfWaiver(waiver)])

const announces = ({kind, announced}: WrittenEvent): boolean =>
  ANNOUNCING.has(kind) || (announced !== undefined && announced !== 'never')

const ANNOUNCING: ReadonlySet<string> = new Set(['deprecated', 'rescheduled'] satisfies WrittenEvent['kind'][])

/** Whether a line stands in a history, with the same announcement and sunset. */
function knownIn({events, entries}: Declared): (event: WrittenEvent) => boolean {
  const keyOf = ({kind, subject, announced, sunset, via}: WrittenEvent): string =>
    JSON.stringify([kind, subjectKey(subject), announced, sunset, via])
  const known = new Set(events.filter(({entry}) => entries[entry] !== undefined).map(keyOf))
  return event => known.has(keyOf(event))
}

/** An announcement without the day and the statement that it claims. */
function withoutDay(event: WrittenEvent): WrittenEvent {
  const {announced, via: _, ...rest} = event
  return announced === 'never' ? {...rest, announced} : rest
}
