import {joined} from '../../history/observed/deduplicate-events.ts'
import type {Event, SubjectWaiver, Waiver} from '../../model/lifecycle/event.ts'
import type {Declared, History, WrittenEvent} from '../../model/lifecycle/history.ts'
import {waiverFor} from '../../policy/remedy/waivers.ts'
import {LINES} from '../../read/history/format.ts'

/** What a line that people wrote is about, where it does not say so itself. */
export type Meant = Pick<SubjectWaiver, 'kind' | 'about'>

interface Sides {
  /** What people wrote of one release, and what its descriptions show. */
  readonly human: readonly WrittenEvent[]
  readonly shown: Declared
  readonly whole: History
  readonly waivers: readonly SubjectWaiver[]
}

/**
 * Lines whose change a waiver excuses that names a kind, or what that is about, as the gate put the two together. They say
 * that on record: beside a line that does not, the waiver would excuse what else the line may tell of.
 */
export function meantBy({human, shown, whole, waivers}: Sides): ReadonlyMap<WrittenEvent, Meant> {
  const narrow = waivers.filter(({kind, rule}) => kind !== undefined && rule === undefined)
  const entry = human[0]?.entry
  if (narrow.length === 0 || entry === undefined) return new Map()
  const all = joined(
    human.map(was => ({was, event: was})),
    shown.events.flatMap(event => (event.entry === shown.entries.length - 1 ? [{...event, entry}] : []))
  )
  return new Map(
    all.flatMap(({was, event: {observed}}): [WrittenEvent, Meant][] => {
      const said = was && whole.events[was.id]
      if (!said || !observed || !('kind' in LINES[was.verb].shape)) return []
      const waiver = waiverFor({...said, observed}, said.subject, {...whole, waivers})
      if (!waiver || !('kind' in waiver) || waiver.kind === undefined || waiver.rule !== undefined) return []
      const meant = {
        ...(said.change === undefined ? {kind: waiver.kind} : {}),
        ...(said.about === undefined && waiver.about !== undefined ? {about: waiver.about} : {})
      }
      return Object.keys(meant).length === 0 ? [] : [[was, meant]]
    })
  )
}

/** What was written, as it is meant. */
export const asMeant = <Written extends Event | WrittenEvent>(event: Written, {kind, about}: Meant = {}): Written => ({
  ...event,
  ...(kind === undefined ? {} : {change: kind}),
  ...(about === undefined ? {} : {about})
})

/** Whether a line is as narrow as what excuses a change: one that is wider does not tell of that change. */
export function isAsNarrow(
  {verb, change, about, observed}: Event,
  waiver: Waiver | SubjectWaiver | undefined
): boolean {
  if (verb !== 'changed' || observed) return true
  const {kind: only, about: just}: Meant = waiver && 'subject' in waiver ? waiver : {}
  return (only === undefined || change !== undefined) && (just === undefined || about !== undefined)
}
