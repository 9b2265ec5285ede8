import {eventDetailOf} from '../../languages/kinds.ts'
import {groupBy} from '../../model/group-by.ts'
import type {WrittenEvent} from '../../model/lifecycle/history.ts'
import {subjectKey, withoutSide} from '../../model/subject/subject.ts'
import type {EventDraft} from './events-from-changes.ts'

interface MergedEvent {
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
export function deduplicateEvents(
  declaredEvents: readonly {readonly was: WrittenEvent; readonly event: EventDraft}[],
  observedEvents: readonly EventDraft[]
): MergedEvent[] {
  const byKey = groupBy(declaredEvents, ({event}) => eventGroupKey(event))
  const proven = new Map<WrittenEvent, EventDraft>()
  const rest = observedEvents.filter(event => {
    const twins = (byKey.get(eventGroupKey(event)) ?? []).filter(
      ({was, event: declared}) => !proven.has(was) && !isDenial(declared) && describesChange(declared, event)
    )
    // Lines that name a detail or a kind of change are tried first, because they describe only this change.
    const twin =
      twins.find(({event: declared}) => declared.about !== undefined) ??
      twins.find(({event: declared}) => declared.change !== undefined) ??
      twins[0]
    if (!twin || !event.observed) return true
    proven.set(twin.was, event)
    return false
  })
  const denials = declaredEvents.flatMap(({event}) => (isDenial(event) ? [event] : []))
  const all = [
    ...declaredEvents.map(({was, event}) => {
      const {observed} = proven.get(was) ?? {}
      return {was, event: observed ? {...event, observed} : event}
    }),
    ...rest.map(event => ({
      event: denials.some(declared => isDenied(declared, event)) ? {...event, denied: true as const} : event
    }))
  ]
  return all
    .toSorted((a, b) => a.event.entry - b.event.entry)
    .map(({event, ...each}, id): MergedEvent => ({...each, event: {...event, id}}))
}

const eventGroupKey = ({kind, entry, subject}: EventDraft): string => `${entry} ${kind} ${subjectKey(subject)}`

/** Whether a declared event can describe an observed one: its kind and detail, if given, must be equal. */
export const describesChange = ({change, about}: EventDraft, observed: EventDraft): boolean =>
  (change === undefined || change === observed.change) && (about === undefined || about === eventDetailOf(observed))

/** Whether the author claims that a change isn't breaking. A rename makes no claim about other changes. */
const isDenial = ({kind, verb, breaking}: EventDraft): boolean =>
  breaking === false && kind !== 'removed' && verb !== 'renamed'

/** Whether the claim applies to the observed event; a claim about one side does if the change affects no other side. */
function isDenied(declared: EventDraft, observed: EventDraft): boolean {
  if (
    declared.kind !== observed.kind ||
    declared.entry !== observed.entry ||
    !observed.observed ||
    !describesChange(declared, observed)
  )
    return false
  const side = declared.subject.part?.in
  const {reaches} = observed.observed
  const isOnly = side !== undefined && reaches.length > 0 && reaches.every(reach => reach.side === side)
  return [declared.subject, ...(isOnly ? [withoutSide(declared.subject)] : [])].some(
    subject => subjectKey(subject) === subjectKey(observed.subject)
  )
}
