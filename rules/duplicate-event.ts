import {groupBy} from '../src/model/group-by.ts'
import type {Event} from '../src/model/lifecycle/event.ts'
import {computeStatesAtEvents, type StateAtEvent} from '../src/model/lifecycle/state-at-event.ts'
import {memoize} from '../src/model/memoize.ts'
import {type Subject, subjectKey} from '../src/model/subject/subject.ts'
import {compareMoments, momentAt, type Timeline} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'duplicate-event',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  ofWriting: true,
  summary: 'Each change is recorded once.',
  why: 'A duplicate entry reports a change that did not happen.',
  messages: {
    repeated: '{subject} has two identical `{verb}` entries {at}.',
    again: '{subject} {was} already {what} {first}. The entry {at} repeats that.'
  },
  *check(lifecycle, {history, say}) {
    // Only declared events are checked, and most subjects have none.
    if (lifecycle.events.every(({seen}) => seen)) return
    const {timeline} = history
    const subject = say.subject(lifecycle.subject)
    for (const state of computeStatesAtEvents(lifecycle, timeline)) {
      const {event} = state
      const at = say.at(momentAt(timeline, event.entry))
      const about = {subject: lifecycle.subject, event, place: event.place}
      const twin = findIdenticalLine(event, lifecycle.events)
      const first = twin ?? findEarlierEquivalent(state, timeline)
      if (!first) continue
      const evidence = [{text: 'the first entry is here', place: first.place}]
      if (twin) {
        yield {
          ...about,
          message: 'repeated',
          values: {verb: event.verb, subject, at},
          evidence,
          remedy: 'Remove one of the entries.'
        }
      } else {
        const before = momentAt(timeline, first.entry)
        yield {
          ...about,
          message: 'again',
          values: {
            what: WORDS[event.kind] ?? event.kind,
            subject,
            at,
            was: say.was(before),
            first: say.at(before)
          },
          evidence,
          remedy: 'Remove the repeated entry, or add what happened in between, such as `withdrawn` or `restored`.'
        }
      }
    }
  },
  examples: [
    {
      title: 'Same change in two releases',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    changes: [{added: GET /v1/loans}, {deprecated: GET /v1/copies, sunset: "3.0"}, {removed: GET /v1/readers}]
  - release: "2.0"
    changes: [{added: GET /v1/loans}, {deprecated: GET /v1/copies, sunset: "3.0"}, {removed: GET /v1/readers}]
`,
      messages: [
        '`GET /v1/loans` was already added in 1.0. The entry in 2.0 repeats that.',
        '`GET /v1/copies` was already deprecated in 1.0. The entry in 2.0 repeats that.',
        '`GET /v1/readers` was already removed in 1.0. The entry in 2.0 repeats that.'
      ]
    },
    {
      title: 'Same entry twice in one release',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    changes:
      - {changed: GET /v1/loans, note: sorted by day}
      - {changed: GET /v1/loans, note: sorted by day}
`,
      messages: ['`GET /v1/loans` has two identical `changed` entries in 1.0.']
    },
    {
      title:
        'Different changes, a value in two responses, a deprecation after a mail, a new sunset, a merge of two endpoints, or a patch release',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2025-01-10
    changes:
      - {added: GET /v1/loans}
      - {changed: GET /v1/copies, note: sorted}
      - {changed: GET /v1/copies, note: paged}
      - {added: GET /v1/copies, value: lost, in: response, about: response 200 text/csv}
      - {added: GET /v1/copies, value: lost, in: response, about: response 200 text/plain}
  - {on: 2025-02-10, changes: [{deprecated: GET /v1/loans}]}
  - release: "1.1"
    date: 2025-03-10
    changes:
      - {deprecated: GET /v1/loans, sunset: 2026-06-10}
      - {renamed: GET /v1/clients, to: GET /v1/readers}
      - {renamed: GET /v1/members, to: GET /v1/readers}
  - {release: "1.0.1", date: 2025-04-10, changes: [{deprecated: GET /v1/loans, sunset: 2026-06-10}]}
  - {release: "1.2", date: 2025-05-10, changes: [{deprecated: GET /v1/loans, sunset: 2026-09-10}]}
`,
      messages: []
    }
  ]
})

const WORDS: {readonly [Kind in Event['kind']]?: string} = {
  introduced: 'added',
  deprecated: 'deprecated',
  rescheduled: 'rescheduled',
  removed: 'removed'
}

/**
 * An earlier identical line of the same entry, or `undefined`. The new name of a rename is reported with the old one.
 */
function findIdenticalLine(event: Event, events: readonly Event[]): Event | undefined {
  if (event.kind === 'introduced' && event.verb !== 'added') return undefined
  const lines = firstLines(events).get(event.entry)
  const first = lines?.get(content(event))
  return first && first.id < event.id ? first : undefined
}

/** The first of identical lines, by entry and content. Only entries with several lines are listed. */
const firstLines = memoize((events: readonly Event[]): ReadonlyMap<number, ReadonlyMap<string, Event>> => {
  const lines = new Map<number, Map<string, Event>>()
  for (const [entry, all] of groupBy(events, event => event.entry)) {
    if (all.length === 1) continue
    const first = new Map<string, Event>()
    for (const event of all) {
      const key = content(event)
      if (!first.has(key)) first.set(key, event)
    }
    lines.set(entry, first)
  }
  return lines
})

function content({id: _, place: __, waiver, ...said}: Event): string {
  return JSON.stringify([said, waiver?.reason])
}

/** The earlier event with the same effect, or `undefined`. */
function findEarlierEquivalent(
  {event, birth, removal, announcements, sunset}: StateAtEvent,
  timeline: Timeline
): Event | undefined {
  const coverage = (of: Event): string => JSON.stringify(of.coverage?.covered.map(subjectKey))
  const own = (other: Event): boolean =>
    subjectKey(other.subject) === subjectKey(event.subject) && coverage(other) === coverage(event)
  switch (event.kind) {
    case 'introduced': {
      if (event.verb !== 'added' || !birth) return undefined
      // Three additions are no duplicates: one after the sunset reuses the name, one next to a rename in the same entry
      // describes the same subject twice, and one with another detail describes it in another place.
      if (sunset && compareMoments(timeline, sunset, momentAt(timeline, event.entry)) === 'before') return undefined
      const isTwoFold = birth.verb !== 'added' || birth.about !== event.about
      return birth.entry === event.entry && isTwoFold ? undefined : birth
    }
    case 'deprecated': {
      // A deprecation in a release may follow a statement elsewhere, such as an email, or precede it.
      const isMark = ({entry, via}: Event): boolean => timeline.entries[entry]?.kind === 'release' && via === undefined
      const first = announcements.find(other => other.kind === 'deprecated' && own(other) && isMark(other))
      return first && isMark(event) && isRepetition(event, announcements.filter(own)) ? first : undefined
    }
    case 'rescheduled':
      return sunset?.stated === event.sunset?.stated ? announcements.findLast(other => other.sunset) : undefined
    case 'removed':
      return removal && (own(removal) || removal.entry !== event.entry) ? removal : undefined
    default:
      return undefined
  }
}

/** Whether an announcement has the same sunset, replacement, and exceptions as the earlier ones. */
function isRepetition({sunset, replacement, except}: Event, before: readonly Event[]): boolean {
  const keys = (subjects: readonly Subject[] | undefined): string => JSON.stringify(subjects?.map(subjectKey))
  return (
    (!sunset || sunset.stated === before.findLast(other => other.sunset)?.sunset?.stated) &&
    (!replacement ||
      before.some(other => other.replacement && subjectKey(other.replacement) === subjectKey(replacement))) &&
    (!except || before.some(other => keys(other.except) === keys(except)))
  )
}
