import {aboutOfEvent} from '../../model/lifecycle/change-detail.ts'
import type {WrittenEvent} from '../../model/lifecycle/history.ts'
import {subjectKey, withoutSide} from '../../model/subject/subject.ts'
import type {Draft} from './events-from-changes.ts'

interface Joined {
  /** What people wrote; left out of what is only seen. */
  readonly was?: WrittenEvent
  readonly event: WrittenEvent
}

/**
 * What people wrote and what snapshots show, in the order of their entries. Of one thing at one entry people speak, for
 * they know why; the snapshots prove it. Who says that a change breaks nothing is believed only where nobody can tell:
 * both stand, and what is shown knows what was said of it. An end is told once, and its proof goes with it.
 */
export function joined(
  written: readonly {readonly was: WrittenEvent; readonly event: Draft}[],
  shown: readonly Draft[]
): Joined[] {
  const byKey = new Map<string, {was: WrittenEvent; event: Draft}[]>()
  for (const each of written) {
    const list = byKey.get(keyOf(each.event))
    if (list) list.push(each)
    else byKey.set(keyOf(each.event), [each])
  }
  const proven = new Map<WrittenEvent, Draft>()
  const rest = shown.filter(event => {
    const twins = (byKey.get(keyOf(event)) ?? []).filter(
      ({was, event: said}) => !proven.has(was) && !isDenial(said) && fits(said, event)
    )
    // Who says what it is about means no other, and who names a kind means no other kind.
    const twin =
      twins.find(({event: said}) => said.about !== undefined) ??
      twins.find(({event: said}) => said.change !== undefined) ??
      twins[0]
    if (!twin || !event.observed) return true
    proven.set(twin.was, event)
    return false
  })
  const denials = written.flatMap(({event}) => (isDenial(event) ? [event] : []))
  const all = [
    ...written.map(({was, event}) => {
      const {observed} = proven.get(was) ?? {}
      return {was, event: observed ? {...event, observed} : event}
    }),
    ...rest.map(event => ({
      event: denials.some(said => denies(said, event)) ? {...event, denied: true as const} : event
    }))
  ]
  return all
    .toSorted((a, b) => a.event.entry - b.event.entry)
    .map(({event, ...each}, id): Joined => ({...each, event: {...event, id}}))
}

const keyOf = ({kind, entry, subject}: Draft): string => `${entry} ${kind} ${subjectKey(subject)}`

/** Who names a kind of change means that one, and who says what it is about means just that. */
const fits = ({change, about}: Draft, seen: Draft): boolean =>
  (change === undefined || change === seen.change) && (about === undefined || about === aboutOfEvent(seen))

/** A change of which its author says that it breaks nothing. A new name says nothing of what else changed. */
const isDenial = ({kind, verb, breaking}: Draft): boolean =>
  breaking === false && kind !== 'removed' && verb !== 'renamed'

/** Whether that was said of what is shown; of one side alone, where the change is met on no other. */
function denies(said: Draft, seen: Draft): boolean {
  if (said.kind !== seen.kind || said.entry !== seen.entry || !seen.observed || !fits(said, seen)) return false
  const side = said.subject.part?.in
  const {reaches} = seen.observed
  const isOnly = side !== undefined && reaches.length > 0 && reaches.every(reach => reach.side === side)
  return [said.subject, ...(isOnly ? [withoutSide(said.subject)] : [])].some(
    subject => subjectKey(subject) === subjectKey(seen.subject)
  )
}
