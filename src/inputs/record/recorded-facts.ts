import {describesChange} from '../../history/observed/deduplicate-events.ts'
import {createBaseFinder, historyFromSnapshots} from '../../history/observed/from-snapshots.ts'
import {type MergedHistory, mergeOnEntries} from '../../history/observed/merge-declared.ts'
import {parseTarget} from '../../languages/languages.ts'
import type {ObservedRelease, ReleaseDiff} from '../../model/api/release-diff.ts'
import {defined} from '../../model/defined.ts'
import {groupBy} from '../../model/group-by.ts'
import {type EventKind, VERBS, type Verb} from '../../model/lifecycle/event.ts'
import type {WrittenEvent} from '../../model/lifecycle/history.ts'
import {type SubjectPart, subjectKey} from '../../model/subject/subject.ts'
import {releaseKey} from '../../model/time/release.ts'
import {NEXT, type WrittenEntry} from '../../model/time/timeline.ts'
import {narrowSubject} from '../history/events.ts'
import type {ReleaseFacts} from '../history/facts-text.ts'
import type {HistoryFile, LineContent, LineOfRelease} from '../history/file.ts'

/** A written history, merged with what was observed when its releases were recorded (their facts). */
export interface HistoryWithFacts extends MergedHistory {
  /** Recorded lines that a person deleted or rewrote, so that the observed events behind them don't count. */
  readonly replaced: readonly ReplacedLine[]
}

/** A recorded line that a person deleted or rewrote. */
export interface ReplacedLine {
  readonly entry: number
  readonly content: LineContent
}

/**
 * Merges the facts of the releases (by the index of the entry) into a written history. An unchanged recorded line only
 * repeats the facts; any other line was written by a person and takes precedence over them. `undefined` if there are no
 * facts.
 */
export function addFacts(
  {declared, recorded = []}: HistoryFile,
  facts: ReadonlyMap<number, ReleaseFacts>
): HistoryWithFacts | undefined {
  if (facts.size === 0) return undefined
  const releases = declared.entries.flatMap((entry, index) =>
    entry.kind === 'release' && entry.name !== NEXT ? [{entry, index}] : []
  )
  const ofObserved = releases.map(({index}) => index)
  const observed = historyFromSnapshots(toObservedReleases(releases, facts), declared.about.service, declared.source)
  const lines = new Map(
    recorded.flatMap(({entry, lines}): [number, MatchedLine[]][] => {
      const own = facts.get(entry)
      return own ? [[entry, matchLines(own.lines, lines)]] : []
    })
  )
  const bySubject = groupBy(
    [...lines].flatMap(([entry, own]) => own.map(line => ({...line, entry}))),
    ({entry, key}) => `${entry} ${key}`
  )
  const linesOf = ({entry, subject}: WrittenEvent): readonly MatchedLine[] =>
    bySubject.get(`${ofObserved[entry]} ${subjectKey(subject)}`) ?? []
  const events = observed.events.flatMap((event): WrittenEvent[] => {
    const entry = ofObserved[event.entry] ?? 0
    const line = findLine(event, linesOf(event))
    if (line?.state === 'replaced' || (line?.state === 'extended' && !event.observed)) return []
    const {
      place = declared.entries[entry]?.place ?? event.place,
      waiver,
      announced = event.announced
    } = line?.event ?? {}
    return [defined({...event, place, waiver, announced})]
  })
  // A recorded line for which the facts have no event stays an event of its own.
  const shown = new Set(
    observed.events.flatMap(event => linesOf(event).filter(({verb}) => VERBS_OF[event.kind].includes(verb)))
  )
  const unchanged = new Map(
    [...shown].flatMap(({state, event}) => (event && state === 'unchanged' ? [[event.id, event]] : []))
  )
  const merged = mergeOnEntries(
    {...declared, events: declared.events.filter(({id}) => !unchanged.has(id))},
    {...observed, events},
    {
      entries: declared.entries.map((entry, index) => withFacts(entry, facts.get(index))),
      ofWritten: declared.entries.map((_, index) => index),
      ofObserved
    }
  )
  return {
    declared: {...merged.declared, isRecorded: true},
    // Lines of undated releases are left out: they were recorded on the day of adoption or before.
    written: addLines(
      merged,
      [...unchanged.values()].filter(({entry}) => declared.entries[entry]?.stated.latest !== undefined)
    ),
    replaced: [...lines].flatMap(([entry, own]) =>
      own.flatMap(({state, content}) => (state === 'replaced' ? [{entry, content}] : []))
    )
  }
}

interface ListedRelease {
  readonly entry: WrittenEntry
  readonly index: number
}

/** The releases as their facts show them. One without facts counts as unchanged, so that indexes stay valid. */
function toObservedReleases(
  releases: readonly ListedRelease[],
  facts: ReadonlyMap<number, ReleaseFacts>
): ObservedRelease[] {
  const diffs = releases.map(({index}) => facts.get(index)?.observed)
  const shown = releases.map(({entry: {name, date, place}, index}, at): ObservedRelease => {
    const base = (diffs.slice(0, at).findLast(each => each) ?? diffs.slice(at).find(each => each))?.base ?? ''
    return defined({name, date, place, observed: facts.has(index) ? diffs[at] : nothingObserved(base)})
  })
  const findBase = createBaseFinder(shown)
  return shown.map((release, at): ObservedRelease => {
    const own = facts.get(releases[at]?.index ?? -1)
    const before = (): number | undefined => findBase(at, other => other < at && shown[other]?.observed !== undefined)
    const placeOf = (name: string): number | undefined => {
      const found = shown.findIndex(other => releaseKey(other.name) === releaseKey(name))
      return found >= 0 && found < at ? found : undefined
    }
    if (!own) return defined({...release, against: before()})
    const wide = own.wide && placeOf(own.wide.against)
    return defined({
      ...release,
      against: own.against === undefined ? undefined : (placeOf(own.against) ?? before()),
      wide: own.wide && wide !== undefined ? {against: wide, observed: own.wide.observed} : undefined
    })
  })
}

const nothingObserved = (base: string): ReleaseDiff => ({
  base,
  changes: [],
  arrivals: [],
  marked: [],
  marks: false,
  gaps: []
})

/** The entry of a release, marked by its facts if its description was read only in part or not at all. */
function withFacts(entry: WrittenEntry, facts: ReleaseFacts | undefined): WrittenEntry {
  if (!facts) return entry
  const {existing: _, partial, ...rest} = entry
  return defined({...rest, partial: facts.observed ? partial : undefined, unread: facts.observed ? undefined : partial})
}

/** A line as it was recorded, and what a person has done with it since. */
interface MatchedLine {
  readonly content: LineContent
  readonly verb: Verb
  /** The key of its subject. */
  readonly key: string
  /** `extended`: the line has further keys now. `replaced`: it was rewritten or deleted. */
  readonly state: 'unchanged' | 'extended' | 'replaced'
  /** Its event; `undefined` if it was replaced. */
  readonly event?: WrittenEvent
}

/** Finds the written line for each recorded line of a release, by equal or added keys. */
function matchLines(recorded: readonly LineContent[], written: readonly LineOfRelease[]): MatchedLine[] {
  const open = new Map<string, readonly LineOfRelease[]>(groupBy(written, ({content}) => canonicalText(content)))
  const found = recorded.map(content => {
    const [same, ...others] = open.get(canonicalText(content)) ?? []
    open.set(canonicalText(content), others)
    return {content, same}
  })
  const left = [...open.values()].flat()
  return found.flatMap(({content, same}): MatchedLine[] => {
    const verb = VERBS.find(each => each in content)
    const target = verb && parseTarget(String(content[verb]))
    if (!verb || !target) return []
    const key = subjectKey(narrowSubject(target, content as SubjectPart))
    const now = same ?? left.find(line => isExtension(line.content, content))
    const state = same ? 'unchanged' : now ? 'extended' : 'replaced'
    return [defined({content, verb, key, state, event: now?.events[0]})]
  })
}

/** Whether a line has all properties of another one, with the same values. */
const isExtension = (line: LineContent, of: LineContent): boolean =>
  Object.entries(of).every(([key, value]) => canonicalText(line[key]) === canonicalText(value))

/** A text that is equal for lines that state the same. Waivers are left out, because they come later. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(String(value))
  const members = Object.entries(value)
    .filter(([key]) => key !== 'waiver')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member)}`).join()}}`
}

/** The verbs of the lines that are written for an event, the usual one first. */
const VERBS_OF: Readonly<Record<EventKind, readonly Verb[]>> = {
  introduced: ['added', 'restored', 'changed'],
  changed: ['changed'],
  deprecated: ['deprecated'],
  rescheduled: ['rescheduled', 'deprecated'],
  withdrawn: ['withdrawn'],
  removed: ['removed', 'changed'],
  restored: ['restored']
}

/** The recorded line of its subject that describes an observed event; `undefined` if it needed none. */
function findLine(event: WrittenEvent, own: readonly MatchedLine[]): MatchedLine | undefined {
  const verb = VERBS_OF[event.kind].find(each => own.some(line => line.verb === each))
  const all = own.filter(line => line.verb === verb)
  const fitting = all.filter(({content: {kind, about}}) =>
    describesChange({change: kind, about} as WrittenEvent, event)
  )
  // The line that names most about the event is taken, as for lines that people write.
  return (
    fitting.find(({content}) => content.about !== undefined) ??
    fitting.find(({content}) => content.kind !== undefined) ??
    fitting[0] ??
    all[0]
  )
}

/** Maps each merged event to the declared event or the unchanged recorded line that it comes from. */
function addLines({declared, written}: MergedHistory, lines: readonly WrittenEvent[]): MergedHistory['written'] {
  const placeOf = ({place: {source, pointer}}: WrittenEvent): string => `${source} ${pointer}`
  const byPlace = new Map(lines.map(line => [placeOf(line), line]))
  return new Map([
    ...written,
    ...declared.events.flatMap((event): [WrittenEvent, WrittenEvent][] => {
      const line = event.seen ? byPlace.get(placeOf(event)) : undefined
      return line ? [[event, line]] : []
    })
  ])
}

/** The recorded comparison of two releases; `undefined` if they weren't compared. */
export function findRecordedDiff(facts: Iterable<ReleaseFacts>, from: string, to: string): ReleaseDiff | undefined {
  const own = [...facts].find(({release}) => releaseKey(release) === releaseKey(to))
  const isFrom = (name: string | undefined): boolean => name !== undefined && releaseKey(name) === releaseKey(from)
  return isFrom(own?.against) ? own?.observed : own?.also?.find(({against}) => isFrom(against))?.observed
}
