import {aboutOfEvent} from '../../model/lifecycle/change-detail.ts'
import type {WrittenEvent} from '../../model/lifecycle/history.ts'
import {subjectKey, withoutSide} from '../../model/subject/subject.ts'
import type {Draft} from './events-from-changes.ts'

interface Joined {
  /** The declared event; `undefined` if it is only observed. */
  readonly was?: WrittenEvent
  readonly event: WrittenEvent
}

/**
 * Merges declared and observed events in the order of their entries. If both describe the same thing at one entry, the
 * declared event is kept, because people know the reasons, and the observed change is attached as its proof. A declared
 * claim that a change isn't breaking counts only if nothing else decides: both events are kept, and the observed one
 * notes the claim. A removal is kept once, with its proof.
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
    // A line that names a detail matches no other, and one that names a kind matches no other kind.
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

/** Whether a declared event can match an observed one: its kind and detail, if given, must be equal. */
const fits = ({change, about}: Draft, seen: Draft): boolean =>
  (change === undefined || change === seen.change) && (about === undefined || about === aboutOfEvent(seen))

/** Whether the author claims that a change isn't breaking. A rename makes no claim about other changes. */
const isDenial = ({kind, verb, breaking}: Draft): boolean =>
  breaking === false && kind !== 'removed' && verb !== 'renamed'

/** Whether the claim applies to the observed event; a claim about one side does if the change affects no other side. */
function denies(said: Draft, seen: Draft): boolean {
  if (said.kind !== seen.kind || said.entry !== seen.entry || !seen.observed || !fits(said, seen)) return false
  const side = said.subject.part?.in
  const {reaches} = seen.observed
  const isOnly = side !== undefined && reaches.length > 0 && reaches.every(reach => reach.side === side)
  return [said.subject, ...(isOnly ? [withoutSide(said.subject)] : [])].some(
    subject => subjectKey(subject) === subjectKey(seen.subject)
  )
}
