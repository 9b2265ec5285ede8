import {deduplicateEvents} from '@tenure/core/history/observed/deduplicate-events'
import {CHANGE_SCHEMAS} from '@tenure/core/inputs/history/format'
import {defined} from '@tenure/core/model/defined'
import type {Event, SubjectWaiver, Waiver} from '@tenure/core/model/lifecycle/event'
import type {DeclaredHistory, History, WrittenEvent} from '@tenure/core/model/lifecycle/history'
import {findWaiver} from '@tenure/core/policy/remedy/waivers'

/** Kind and detail that a hand-written line doesn't state, found by matching it with an observed change. */
export type LineScope = Pick<SubjectWaiver, 'kind' | 'about'>

interface Sides {
  /** Hand-written events of one release, and the events that its descriptions show. */
  readonly human: readonly WrittenEvent[]
  readonly shown: DeclaredHistory
  readonly whole: History
  readonly waivers: readonly SubjectWaiver[]
}

/**
 * Matches hand-written lines with observed changes whose waiver names a kind or a topic, as the gate does. The history
 * then has to state both: with a line that doesn't, the waiver would also apply to other changes of that line.
 */
export function matchLineScopes({human, shown, whole, waivers}: Sides): ReadonlyMap<WrittenEvent, LineScope> {
  const narrow = waivers.filter(({kind, rule}) => kind !== undefined && rule === undefined)
  const entry = human[0]?.entry
  if (narrow.length === 0 || entry === undefined) return new Map()
  const all = deduplicateEvents(
    human.map(was => ({was, event: was})),
    shown.events.flatMap(event => (event.entry === shown.entries.length - 1 ? [{...event, entry}] : []))
  )
  return new Map(
    all.flatMap(({was, event: {observed}}): [WrittenEvent, LineScope][] => {
      const said = was && whole.events[was.id]
      if (!said || !observed || !('kind' in CHANGE_SCHEMAS[was.verb].shape)) return []
      const waiver = findWaiver({...said, observed}, said.subject, {...whole, waivers})
      if (!waiver || !('kind' in waiver) || waiver.kind === undefined || waiver.rule !== undefined) return []
      const scope = {
        ...(said.change === undefined ? {kind: waiver.kind} : {}),
        ...(said.about === undefined && waiver.about !== undefined ? {about: waiver.about} : {})
      }
      return Object.keys(scope).length === 0 ? [] : [[was, scope]]
    })
  )
}

/** Adds the kind and topic to an event. */
export const withScope = <Written extends Event | WrittenEvent>(
  event: Written,
  {kind, about}: LineScope = {}
): Written => ({
  ...event,
  ...defined({change: kind, about})
})

/**
 * Whether a line names the kind and detail that the waiver of a change names. A line that doesn't also covers other
 * changes, so it doesn't describe this one alone.
 */
export function isAsNarrow(
  {verb, change, about, observed}: Event,
  waiver: Waiver | SubjectWaiver | undefined
): boolean {
  if (verb !== 'changed' || observed) return true
  const {kind: only, about: just}: LineScope = waiver && 'subject' in waiver ? waiver : {}
  return (only === undefined || change !== undefined) && (just === undefined || about !== undefined)
}
