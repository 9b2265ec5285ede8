import {defined} from '../model/defined.ts'
import type {Event} from '../model/lifecycle/event.ts'
import {countedMoment, type Lifecycle, type Successor, type Tenure} from '../model/lifecycle/lifecycle.ts'
import {replacementFor} from '../model/lifecycle/replacement.ts'
import {memoize} from '../model/memoize.ts'
import {
  formatSubject,
  isEndpoint,
  isPrefix,
  lineageKey,
  type PrefixTarget,
  pathShape,
  prefixShapes,
  prefixTarget,
  type Subject,
  subjectKey
} from '../model/subject/subject.ts'
import {compareMarkers, markerOf, withoutMarker} from '../model/subject/version-marker.ts'
import {UNKNOWN_DATE} from '../model/time/date-range.ts'
import {compareMoments, earliestMoment, type Moment, momentOfEntry, type Timeline} from '../model/time/timeline.ts'

interface SuccessorContext {
  readonly bySubject: ReadonlyMap<string, Lifecycle>
  readonly lineages: ReadonlyMap<string, readonly Lifecycle[]>
  readonly timeline: Timeline
  /** Whether snapshots show everything under a prefix; a history alone need not list everything. */
  readonly isSeen: boolean
}

/**
 * Adds successors to each tenure: higher version markers of its lineage, and named replacements. A replacement named
 * later than its own release is a valid successor, but its release starts no clock.
 */
export const addSuccessors = (lifecycle: Lifecycle, known: SuccessorContext): Lifecycle => ({
  ...lifecycle,
  tenures: lifecycle.tenures.map(tenure => addToTenure(lifecycle, tenure, known))
})

function addToTenure(lifecycle: Lifecycle, tenure: Tenure, known: SuccessorContext): Tenure {
  const successors = findSuccessors(lifecycle, tenure, known)
  if (successors.length === 0 && !tenure.otherwise) return tenure
  return {
    ...tenure,
    successors,
    ...defined({otherwise: tenure.otherwise?.map(each => addToTenure(lifecycle, each, known))})
  }
}

function findSuccessors({subject}: Lifecycle, tenure: Tenure, known: SuccessorContext): Successor[] {
  const found = new Map<string, Successor>()
  const add = (successor: Successor): void => {
    const key = subjectKey(successor.subject)
    const twin = found.get(key)
    if (!twin || (successor.startsClock && !twin.startsClock)) found.set(key, successor)
  }
  for (const {subject: next, moment} of sortLastingFirst(findLaterVersions(subject, known), tenure, known)) {
    add({subject: next, moment, ...clockOf(restorationOf(tenure), moment, known)})
  }
  const named = findNamedReplacements(tenure, known)
  const isOwn = (event: Event): boolean => subjectKey(event.subject) === subjectKey(subject)
  const hasOwn = named.some(({event}) => isOwn(event))
  for (const {event, named: since} of named) {
    const replacement = replacementFor(subject, event)
    if (!replacement) continue
    const life =
      known.bySubject.get(subjectKey(replacement)) ?? known.bySubject.get(subjectKey({target: replacement.target}))
    const release = (life && introducedBy(life, tenure.end, known)) ?? firstIntroducedUnder(replacement, known)
    // Only an introduction dates the release; a replacement that is merely mentioned may have existed all along.
    if (release) {
      add({subject: replacement, moment: release, ...clockOf(since, release, known)})
    } else if (life || isOwn(event) || (!hasOwn && !isReplacementRecorded(event, known))) {
      // A replacement that follows from a moved prefix counts only if the subject names no other, and if nothing under
      // the new prefix is recorded.
      const moment = {when: UNKNOWN_DATE, stated: `introduction of ${formatSubject(replacement)}`}
      // An unrecorded replacement may have come at any time, so it is unknown whether it starts a clock.
      add({subject: replacement, moment, startsClock: false, ...(life ? {} : {dependsOn: since, unrecorded: true})})
    }
  }
  return [...found.values()]
}

/** When a replacement was last introduced before the end; otherwise, its first introduction. */
function introducedBy({tenures}: Lifecycle, end: Tenure['end'], {timeline}: SuccessorContext): Moment | undefined {
  const all = tenures.flatMap(({introduced}) => (introduced ? [countedMoment(introduced)] : []))
  const isLater = (moment: Moment): boolean => compareMoments(timeline, moment, end?.moment ?? moment) === 'after'
  return all.findLast(moment => !isLater(moment)) ?? all[0]
}

/**
 * Whether the history lists the named replacement or anything under it. Then what it doesn't list there doesn't exist.
 */
const isReplacementRecorded = ({replacement}: Event, known: SuccessorContext): boolean =>
  replacement !== undefined &&
  (known.bySubject.has(subjectKey(replacement)) || firstIntroducedUnder(replacement, known) !== undefined)

interface Next {
  readonly subject: Subject
  readonly moment: Moment
}

/** The endpoint versions of the lineage with the next higher markers, with their releases. */
function findLaterVersions({target, part}: Subject, known: SuccessorContext): readonly Next[] {
  if (part) return []
  if (isPrefix(target)) return known.isSeen ? findLaterPrefixes(target, known) : []
  const key = lineageKey(target)
  const own = isEndpoint(target) ? markerOf(target.path) : undefined
  if (key === undefined || !own) return []
  const versions = sortVersions(known.lineages.get(key) ?? NO_LIVES).get(own.segment) ?? []
  let [low, high] = [0, versions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareMarkers((versions[middle] as Version).text, own.text) > 0) high = middle
    else low = middle + 1
  }
  return versions.slice(low, low + MAX_LATER_VERSIONS).toSorted((a, b) => a.at - b.at)
}

/** The maximum number of later versions that count as successors, so that long lineages don't take too long. */
const MAX_LATER_VERSIONS = 20

const NO_LIVES: readonly Lifecycle[] = []

interface Version extends Next {
  /** The text of the version marker. */
  readonly text: string
  /** The index in the lineage. */
  readonly at: number
}

/** The introduced endpoint versions of a lineage in the order of their markers, by the segment of the marker. */
const sortVersions = memoize((lineage: readonly Lifecycle[]): ReadonlyMap<number, readonly Version[]> => {
  const bySegment = new Map<number, Version[]>()
  for (const [at, life] of lineage.entries()) {
    const {subject} = life
    const marker = isEndpoint(subject.target) ? markerOf(subject.target.path) : undefined
    const moment = marker && firstIntroduced(life)
    if (moment) getOrCreate(bySegment, marker.segment, () => []).push({subject, moment, text: marker.text, at})
  }
  for (const versions of bySegment.values()) versions.sort((a, b) => compareMarkers(a.text, b.text))
  return bySegment
})

/**
 * Puts successors that outlast this tenure first, because clients can't move to one that ends in the same release; that
 * one only started a clock.
 */
function sortLastingFirst(all: readonly Next[], {end}: Tenure, known: SuccessorContext): readonly Next[] {
  if (!end || all.length < 2) return all
  const lasts = ({subject}: Next): boolean =>
    lifecyclesUnder(subject, known).some(life => isThereAfter(life, end.moment, known))
  const lasting = new Set(all.filter(lasts))
  return [...lasting, ...all.filter(each => !lasting.has(each))]
}

const lifecyclesUnder = ({target}: Subject, known: SuccessorContext): readonly Lifecycle[] => {
  if (isPrefix(target)) return buildPrefixIndex(known.bySubject).lives.get(pathShape(target.path)) ?? []
  const life = known.bySubject.get(subjectKey({target}))
  return life ? [life] : []
}

const isThereAfter = ({tenures}: Lifecycle, moment: Moment, {timeline}: SuccessorContext): boolean =>
  tenures.some(({introduced, end}) => {
    const after = end && compareMoments(timeline, end.moment, moment)
    const isOver = after === 'before' || after === 'same'
    return !isOver && !(introduced && compareMoments(timeline, introduced.moment, moment) === 'after')
  })

/** The same prefix under each higher marker, existing from the first endpoint under it. */
function findLaterPrefixes(target: PrefixTarget, known: SuccessorContext): Next[] {
  const own = markerOf(target.path)
  if (!own) return []
  const markers = buildPrefixIndex(known.bySubject).markers.get(pathShape(withoutMarker(target.path))) ?? []
  const higher = [...markers].filter(text => compareMarkers(text, own.text) > 0)
  return higher.flatMap((text): Next[] => {
    const segments = target.path.split('/').filter(Boolean)
    segments[own.segment] = text
    const subject: Subject = {target: prefixTarget(`/${segments.join('/')}`)}
    const moment = firstIntroducedUnder(subject, known)
    return moment ? [{subject, moment}] : []
  })
}

function firstIntroduced({tenures}: Lifecycle): Moment | undefined {
  const introduced = tenures.find(each => each.introduced)?.introduced
  return introduced && countedMoment(introduced)
}

/** The restoration with which this tenure began; higher versions that existed before it start no clock. */
const restorationOf = ({introduced}: Tenure): Moment | undefined =>
  introduced?.event.kind === 'restored' ? introduced.moment : undefined

/** The clock properties of a successor: its release starts a clock only if it isn't earlier than `first`. */
function clockOf(
  first: Moment | undefined,
  release: Moment,
  {timeline}: SuccessorContext
): Pick<Successor, 'startsClock' | 'dependsOn'> {
  const place = first ? compareMoments(timeline, first, release) : 'before'
  return place ? {startsClock: place !== 'after'} : defined({startsClock: false, dependsOn: first})
}

function findNamedReplacements(
  {announcements, end}: Tenure,
  {timeline}: SuccessorContext
): {event: Event; named: Moment}[] {
  const events = [...announcements.map(({event}) => event), ...(end ? [end.event] : [])]
  return [...new Set(events)].flatMap(event => {
    const entry = timeline.entries[event.entry]
    return event.replacement && entry ? [{event, named: momentOfEntry(entry)}] : []
  })
}

interface PrefixIndex {
  /** The lifecycles of endpoints with a known introduction, by each prefix that covers them. */
  readonly lives: ReadonlyMap<string, readonly Lifecycle[]>
  /** The markers used in a prefix, by the prefix without its marker. */
  readonly markers: ReadonlyMap<string, ReadonlySet<string>>
}

/** The first introduction under a prefix; `undefined` for other subjects or if there is none. */
const firstIntroducedUnder = ({target}: Subject, known: SuccessorContext): Moment | undefined =>
  isPrefix(target)
    ? earliestMoment(
        lifecyclesUnder({target}, known).flatMap(life => firstIntroduced(life) ?? []),
        known.timeline
      )
    : undefined

const buildPrefixIndex = memoize((bySubject: ReadonlyMap<string, Lifecycle>): PrefixIndex => {
  const lives = new Map<string, Lifecycle[]>()
  const markers = new Map<string, Set<string>>()
  for (const life of bySubject.values()) {
    const {target, part} = life.subject
    if (!firstIntroduced(life) || part || target.path === undefined) continue
    const marker = isEndpoint(target) ? markerOf(target.path) : undefined
    for (const shape of prefixShapes(target.path)) getOrCreate(lives, shape, () => []).push(life)
    if (!marker) continue
    for (const shape of prefixShapes(withoutMarker(target.path)))
      getOrCreate(markers, shape, () => new Set()).add(marker.text)
  }
  return {lives, markers}
})

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, fresh: () => Value): Value {
  const value = map.get(key) ?? fresh()
  map.set(key, value)
  return value
}
