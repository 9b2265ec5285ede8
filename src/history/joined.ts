import type {WrittenEvent} from '../model/history.ts'
import {subjectKey} from '../model/subject.ts'
import type {Draft} from './observed-events.ts'

interface Joined {
  /** What people wrote; left out of what is only seen. */
  readonly was?: WrittenEvent
  readonly event: WrittenEvent
}

/**
 * What people wrote and what snapshots show, in the order of their entries. Of one thing at one entry people speak, for
 * they know why; the snapshots prove it. Who says that something breaks nothing although it does is not believed: both
 * stand.
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
    const twin = byKey
      .get(keyOf(event))
      ?.find(({was, event: said}) => !proven.has(was) && said.breaking !== false && fits(said, event))
    if (!twin || !event.observed) return true
    proven.set(twin.was, event)
    return false
  })
  const all = [
    ...written.map(({was, event}) => {
      const {observed} = proven.get(was) ?? {}
      return {was, event: observed ? {...event, observed} : event}
    }),
    ...rest.map(event => ({event}))
  ]
  return all
    .toSorted((a, b) => a.event.entry - b.event.entry)
    .map(({event, ...each}, id): Joined => ({...each, event: {...event, id}}))
}

const keyOf = ({kind, entry, subject}: Draft): string => `${entry} ${kind} ${subjectKey(subject)}`

/** Who names a kind of change means that one. */
const fits = ({change}: Draft, seen: Draft): boolean => change === undefined || change === seen.change
