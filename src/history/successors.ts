import type {Event} from '../model/event.ts'
import {groupBy} from '../model/group.ts'
import type {Lifecycle, Successor, Tenure} from '../model/lifecycle.ts'
import {compareMarkers, markerOf} from '../model/marker.ts'
import {replacementFor} from '../model/replacement.ts'
import {formatSubject, lineageKey, pathShape, prefixShapes, type Subject, subjectKey} from '../model/subject.ts'
import {firstMoment, type Moment, momentOf, order, type Timeline} from '../model/timeline.ts'
import {UNKNOWN} from '../model/when.ts'

interface Known {
  readonly bySubject: ReadonlyMap<string, Lifecycle>
  readonly lineages: ReadonlyMap<string, readonly Lifecycle[]>
  readonly timeline: Timeline
}

/**
 * Adds to each tenure what came after it: higher markers of its lineage, and replacements that were named. A
 * replacement named later than its own release is there to move to, but its release announced nothing.
 */
export function withSuccessors(lifecycle: Lifecycle, known: Known): Lifecycle {
  return {
    ...lifecycle,
    tenures: lifecycle.tenures.map(tenure => succeeded(lifecycle, tenure, known))
  }
}

const succeeded = (lifecycle: Lifecycle, tenure: Tenure, known: Known): Tenure => ({
  ...tenure,
  successors: successorsOf(lifecycle, tenure, known),
  ...(tenure.otherwise ? {otherwise: tenure.otherwise.map(each => succeeded(lifecycle, each, known))} : {})
})

function successorsOf({subject}: Lifecycle, tenure: Tenure, known: Known): Successor[] {
  const found = new Map<string, Successor>()
  const add = (successor: Successor): void => {
    const key = subjectKey(successor.subject)
    const twin = found.get(key)
    if (!twin || (successor.startsClock && !twin.startsClock)) found.set(key, successor)
  }
  for (const next of inLineage(subject, known)) {
    const moment = firstIntroduced(next)
    if (moment) add({subject: next.subject, moment, ...clockOf(restoredIn(tenure), moment, known)})
  }
  for (const {event, named} of namings(tenure, known)) {
    const replacement = replacementFor(subject, event)
    if (!replacement) continue
    const life =
      known.bySubject.get(subjectKey(replacement)) ?? known.bySubject.get(subjectKey({target: replacement.target}))
    const release =
      life?.tenures.findLast(each => each.introduced)?.introduced?.moment ?? firstUnder(replacement, known)
    // Only its introduction tells when it was released; one that is only mentioned may have been there all along.
    if (release) {
      add({subject: replacement, moment: release, ...clockOf(named, release, known)})
    } else if (life)
      add({
        subject: replacement,
        moment: {when: UNKNOWN, stated: `introduction of ${formatSubject(replacement)}`},
        startsClock: false
      })
  }
  return [...found.values()]
}

/** Endpoint versions of the lineage with a higher marker. */
function inLineage(subject: Subject, {lineages}: Known): Lifecycle[] {
  const key = subject.part ? undefined : lineageKey(subject.target)
  if (key === undefined || subject.target.kind !== 'endpoint') return []
  const own = markerOf(subject.target.path)
  if (!own) return []
  return (lineages.get(key) ?? []).filter(({subject: {target}}) => {
    const other = target.kind === 'endpoint' ? markerOf(target.path) : undefined
    return other !== undefined && other.segment === own.segment && compareMarkers(other.text, own.text) > 0
  })
}

const firstIntroduced = ({tenures}: Lifecycle): Moment | undefined =>
  tenures.find(each => each.introduced)?.introduced?.moment

/** A higher version that was there before this one was restored is no news for it. */
const restoredIn = ({introduced}: Tenure): Moment | undefined =>
  introduced?.event.kind === 'restored' ? introduced.moment : undefined

/** A release starts a clock if it came no earlier than what has to come first. */
function clockOf(
  first: Moment | undefined,
  release: Moment,
  {timeline}: Known
): Pick<Successor, 'startsClock' | 'dependsOn'> {
  const place = first ? order(timeline, first, release) : 'before'
  return place ? {startsClock: place !== 'after'} : {startsClock: false, ...(first ? {dependsOn: first} : {})}
}

function namings({announcements, end}: Tenure, {timeline}: Known): {event: Event; named: Moment}[] {
  const events = [...announcements.map(({event}) => event), ...(end ? [end.event] : [])]
  return [...new Set(events)].flatMap(event => {
    const entry = timeline.entries[event.entry]
    return event.replacement && entry ? [{event, named: momentOf(entry)}] : []
  })
}

const released = new WeakMap<ReadonlyMap<string, Lifecycle>, ReadonlyMap<string, readonly Moment[]>>()

/** A prefix is there from the first endpoint under it on. */
function firstUnder(prefix: Subject, {bySubject, timeline}: Known): Moment | undefined {
  if (prefix.target.kind !== 'prefix') return undefined
  const known = released.get(bySubject) ?? releasedUnder(bySubject)
  released.set(bySubject, known)
  return firstMoment(known.get(pathShape(prefix.target.path)) ?? [], timeline)
}

/** The introductions under each prefix. */
function releasedUnder(lives: ReadonlyMap<string, Lifecycle>): Map<string, readonly Moment[]> {
  const introductions = [...lives.values()].flatMap(({subject: {target, part}, tenures}) => {
    const moment = tenures.find(each => each.introduced)?.introduced?.moment
    return moment && !part && 'path' in target ? prefixShapes(target.path).map(shape => ({shape, moment})) : []
  })
  const groups = groupBy(introductions, ({shape}) => shape)
  return new Map([...groups].map(([shape, group]) => [shape, group.map(({moment}) => moment)]))
}
