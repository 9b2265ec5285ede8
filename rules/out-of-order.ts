import type {Event} from '../src/model/lifecycle/event.ts'
import type {Lifecycle} from '../src/model/lifecycle/lifecycle.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {type DateRange, type Day, isBefore, parseDateRange} from '../src/model/time/date-range.ts'
import {isMinorStep, releaseLineOf, versionOf} from '../src/model/time/release.ts'
import {isContainedIn} from '../src/model/time/release-branches.ts'
import {momentAt, NEXT, type Timeline, type TimelineEntry} from '../src/model/time/timeline.ts'
import {defineRule, type MessageFormatter} from '../src/rule.ts'

export default defineRule({
  id: 'out-of-order',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  ofWriting: true,
  summary: 'Releases, statements, and events are listed in the order in which they happened.',
  why: 'Where dates are missing, the order in the file decides which came first. A misplaced release leads to wrong verdicts.',
  messages: {
    version: '{entry} is listed after {other}, which has the higher version.',
    day: '{entry} is listed after {other}, which has the later date.',
    next: '{entry} is listed after `next`, which must be the last release.',
    event: '{subject} is listed as `{verb}` {at}, but it {was} added only {birth}.'
  },
  *check({timeline, lifecycles}, {say}) {
    const highest: Highest = {}
    for (const [index, entry] of timeline.entries.entries()) {
      const wrong = isAhead(entry, highest) ? undefined : findMisplaced(entry, timeline.entries.slice(0, index))
      updateHighest(highest, entry)
      if (!wrong) continue
      const {message, other} = wrong
      const place = {place: entry.place, about: entry.name}
      const evidence = [{text: label(other, say), place: other.place}]
      const remedy = 'Move it to its place, or correct its name or date.'
      const values = {entry: label(entry, say)}
      if (message === 'next') yield {...place, message, values, evidence, remedy}
      else yield {...place, message, values: {...values, other: label(other, say)}, evidence, remedy}
    }
    for (const lifecycle of lifecycles) {
      const early = findEarlyEvent(lifecycle, timeline)
      if (!early) continue
      const {event, birth} = early
      const added = momentAt(timeline, birth.entry)
      yield {
        message: 'event',
        values: {
          verb: event.verb,
          subject: say.subject(lifecycle.subject),
          at: say.at(momentAt(timeline, event.entry)),
          was: say.was(added),
          birth: say.at(added)
        },
        subject: lifecycle.subject,
        event,
        place: event.place,
        evidence: [{text: 'it was added here', place: birth.place}],
        remedy: 'Move the entry to its place, or correct the name.'
      }
    }
  },
  examples: [
    {
      title: 'Versions, dates, and statements out of order',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2025-01-10}
  - {release: "2.0.2", date: 2025-03-10}
  - {release: "2.0.1", date: 2025-04-10}
  - {release: "2.1", date: 2024-12-10}
  - {on: 2024-11-10}
  - {release: next}
  - {release: "2.2"}
`,
      messages: [
        'Release 2.0.1 (2025-04-10) is listed after release 2.0.2 (2025-03-10), which has the higher version.',
        'Release 2.1 (2024-12-10) is listed after release 2.0 (2025-01-10), which has the later date.',
        'The statement of 2024-11-10 is listed after release 2.1 (2024-12-10), which has the later date.',
        'Release 2.2 is listed after `next`, which must be the last release.'
      ]
    },
    {
      title: 'Endpoint changed before it was added',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{changed: GET /v1/loans}]}
  - {release: "2.0", changes: [{added: GET /v1/loans}]}
`,
      messages: ['`GET /v1/loans` is listed as `changed` in 1.0, but it was added only in 2.0.']
    },
    {
      title: 'Patch of an older release, minor release of an older major, and 2.10 after 2.8',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.8", date: 2025-01-10}
  - {release: "2.0", date: 2025-02-10}
  - {release: "1.9", date: 2025-03-10}
  - {release: "2.8", date: 2025-04-10}
  - {on: 2025-05-01, changes: [{deprecated: GET /v1/loans}]}
  - {release: "2.0.6", date: 2025-05-10}
  - {release: "2.10", date: 2025-05}
`,
      messages: []
    },
    {
      title: 'Releases named by dates, which have no version',
      kind: 'quiet',
      history: `
service: Lending Library API
releases: [{release: 2024-10-01}, {release: 2025-01-15}, {release: spring}]
`,
      messages: []
    }
  ]
})

/** The day as written: the date of the entry, or a release name that isn't a version; `undefined` if there is none. */
function statedDate({kind, name, date}: TimelineEntry): DateRange | undefined {
  const text = date ?? (kind === 'announcement' || versionOf(name) === undefined ? name : undefined)
  return text === undefined ? undefined : parseDateRange(text)
}

function label(entry: TimelineEntry, say: MessageFormatter): string {
  const when = statedDate(entry)
  if (entry.kind === 'announcement') return `the statement of ${entry.name}`
  return when && entry.date !== undefined ? `release ${entry.name} (${say.when(when)})` : `release ${entry.name}`
}

interface Misplaced {
  readonly message: 'version' | 'day' | 'next'
  readonly other: TimelineEntry
}

/** The highest values of the entries so far, so that most entries needn't be compared with each earlier one. */
interface Highest {
  next?: true
  version?: ReturnType<typeof versionOf>
  day?: Day
}

function isAhead(entry: TimelineEntry, {next, version, day}: Highest): boolean {
  if (next && entry.kind === 'release') return false
  const own = entry.kind === 'release' ? versionOf(entry.name) : undefined
  if (own && version && own.compare(version) <= 0) return false
  const latest = statedDate(entry)?.latest
  return latest === undefined || day === undefined || latest >= day
}

function updateHighest(highest: Highest, entry: TimelineEntry): void {
  if (entry.kind === 'release' && entry.name === NEXT) highest.next = true
  const version = entry.kind === 'release' ? versionOf(entry.name) : undefined
  if (version && !(highest.version && version.compare(highest.version) < 0)) highest.version = version
  const earliest = statedDate(entry)?.earliest
  if (earliest !== undefined && !(highest.day !== undefined && earliest < highest.day)) highest.day = earliest
}

/** The earlier entry that this entry must not follow, or `undefined`. */
function findMisplaced(entry: TimelineEntry, before: readonly TimelineEntry[]): Misplaced | undefined {
  const isNext = ({kind, name}: TimelineEntry): boolean => kind === 'release' && name === NEXT
  if (entry.kind === 'release') {
    const next = before.find(isNext)
    if (next) return {message: 'next', other: next}
  }
  const version = entry.kind === 'release' ? versionOf(entry.name) : undefined
  const chain = before.filter(other => mustBeOrdered(other, entry))
  const higher = chain.find(other => version && (versionOf(other.name)?.compare(version) ?? 0) > 0)
  if (higher) return {message: 'version', other: higher}
  const when = statedDate(entry)
  if (!when) return undefined
  // A statement is compared only with its neighbor, because release branches run in parallel.
  const neighbor = before.findLast(other => statedDate(other) !== undefined)
  const isComparable = neighbor && (neighbor.kind === 'announcement' || entry.kind === 'announcement' || isNext(entry))
  const later = [...chain, ...(isComparable ? [neighbor] : [])].find(other => isBefore(when, statedDate(other) ?? {}))
  return later && {message: 'day', other: later}
}

/**
 * Whether two releases must be in order: both are on one line, both open lines of one major version, or both have no
 * version.
 */
function mustBeOrdered(a: TimelineEntry, b: TimelineEntry): boolean {
  if (a.kind !== 'release' || b.kind !== 'release' || [a.name, b.name].includes(NEXT)) return false
  if (releaseLineOf(a.name) === releaseLineOf(b.name)) return true
  const sameMajor = versionOf(a.name)?.major === versionOf(b.name)?.major
  return sameMajor && isMinorStep(a.name) && isMinorStep(b.name)
}

/**
 * An event that requires the subject to exist, in an entry before the one that adds it; `undefined` if there is none.
 */
function findEarlyEvent({subject, events}: Lifecycle, timeline: Timeline): {event: Event; birth: Event} | undefined {
  const own = events.filter(event => subjectKey(event.subject) === subjectKey(subject))
  const birth = own.find(({kind}) => kind === 'introduced')
  const [event] = own
  // The new name of a rename may have existed before; `name-reused` reports a removal that comes first.
  if (!event || !birth || birth.verb !== 'added' || event.entry === birth.entry) return undefined
  if (event.kind === 'removed' || event.kind === 'restored' || !isContainedIn(timeline, event.entry, birth.entry))
    return undefined
  return {event, birth}
}
