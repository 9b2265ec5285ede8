import {defined} from '../../model/defined.ts'
import type {ComponentAbsence, DeclaredHistory, WrittenEvent} from '../../model/lifecycle/history.ts'
import {releaseKey} from '../../model/time/release.ts'
import {NEXT, type WrittenEntry} from '../../model/time/timeline.ts'
import {expandToObservedSides} from '../expand-sides.ts'
import {deduplicateEvents} from './deduplicate-events.ts'

/** A history that combines declared and observed events. */
export interface MergedHistory {
  readonly declared: DeclaredHistory
  /** Maps an event of `declared` to the declared event from which it was made; observed events have none. */
  readonly written: ReadonlyMap<WrittenEvent, WrittenEvent>
}

/**
 * Merges declared and observed histories on one timeline. Releases match by name; entries of only one side keep their
 * order. For one release, declared events take precedence, because people know the reasons.
 */
export function mergeDeclared(written: DeclaredHistory, observed: DeclaredHistory): MergedHistory {
  // `complete` of the releases is taken from the written history alone.
  const shown = observed.entries.map(({complete: _, ...entry}) => entry)
  return mergeOnEntries(written, observed, mergeEntries(written.entries, shown))
}

/** Merges declared and observed histories on a timeline of given entries. */
export function mergeOnEntries(
  written: DeclaredHistory,
  observed: DeclaredHistory,
  {entries, ofWritten, ofObserved}: MergedEntries
): MergedHistory {
  const declaredEvents = written.events.map(event => ({...event, entry: ofWritten[event.entry] ?? 0}))
  const observedEvents = observed.events.map(event => ({
    ...event,
    entry: ofObserved[event.entry] ?? 0,
    ...(event.by?.after === undefined ? {} : {by: {after: ofObserved[event.by.after] ?? 0}})
  }))
  const events = deduplicateEvents(
    expandToObservedSides(declaredEvents, observedEvents).flatMap((events, at) =>
      events.map(event => ({was: written.events[at] ?? event, event}))
    ),
    observedEvents
  )
  return {
    declared: {
      ...written,
      source: observed.source,
      about: {...observed.about, ...written.about},
      entries,
      events: events.map(({event}) => event),
      ...defined({
        bases: observed.bases?.map(base => ({...base, entry: ofObserved[base.entry] ?? base.entry})),
        respelt: observed.respelt?.map(each => ({...each, entry: ofObserved[each.entry] ?? each.entry})),
        renamed: observed.renamed?.map(each => ({...each, entry: ofObserved[each.entry] ?? each.entry})),
        absences: observed.absences?.map(each => moveAbsence(each, at => ofObserved[at] ?? at))
      })
    },
    written: new Map(events.flatMap(({was, event}) => (was ? [[event, was] as const] : [])))
  }
}

/** The absence of a component, with its entries at their indexes after a merge. */
export const moveAbsence = (
  {component, from, until}: ComponentAbsence,
  placeOf: (entry: number) => number
): ComponentAbsence => ({component, from: placeOf(from), ...(until === undefined ? {} : {until: placeOf(until)})})

export interface MergedEntries {
  readonly entries: readonly WrittenEntry[]
  /** The index among the merged entries, by the index in the written and in the observed list. */
  readonly ofWritten: readonly number[]
  readonly ofObserved: readonly number[]
}

/**
 * Merges two lists of entries. Observed releases keep their order; declared entries are inserted after the entry they
 * follow.
 */
function mergeEntries(written: readonly WrittenEntry[], observed: readonly WrittenEntry[]): MergedEntries {
  const slots: {entry: WrittenEntry; written?: number; observed?: number}[] = observed.map((entry, at) => ({
    entry,
    observed: at
  }))
  let after = -1
  for (const [at, entry] of written.entries()) {
    const key = releaseKey(entry.name)
    const twin = slots.findIndex(slot => slot.entry.kind === entry.kind && releaseKey(slot.entry.name) === key)
    if (twin >= 0 && entry.kind === 'release') {
      const slot = slots[twin] as (typeof slots)[number]
      // A declared date is more precise than the date of a tag; without one, the tag's date is used.
      const dated = entry.date === undefined ? slot.entry : {...slot.entry, date: entry.date, stated: entry.stated}
      const {note, markdown, complete} = entry
      slots[twin] = {...slot, entry: {...dated, ...defined({note, markdown, complete})}, written: at}
      after = twin
      continue
    }
    const place = insertionIndex(entry, slots, after)
    slots.splice(place, 0, {entry, written: at})
    after = place
  }
  const places = (side: 'written' | 'observed', count: number): number[] => {
    const found = new Map(slots.flatMap((slot, place) => (slot[side] === undefined ? [] : [[slot[side], place]])))
    return Array.from({length: count}, (_, at) => found.get(at) ?? 0)
  }
  return {
    entries: slots.map(({entry}) => entry),
    ofWritten: places('written', written.length),
    ofObserved: places('observed', observed.length)
  }
}

/**
 * The index at which to insert an entry: before the first entry with a later day, but after its predecessor. Unreleased
 * entries come last.
 */
function insertionIndex(entry: WrittenEntry, slots: readonly {readonly entry: WrittenEntry}[], after: number): number {
  if (entry.kind === 'release' && entry.name === NEXT) return slots.length
  const day = entry.stated.earliest
  if (day === undefined) return after + 1
  const later = slots.findIndex(
    ({entry: {stated, name}}, at) =>
      at > after && (name === NEXT || (stated.earliest !== undefined && stated.earliest > day))
  )
  return later === -1 ? slots.length : later
}
