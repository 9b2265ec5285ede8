import type {Event} from '../src/model/lifecycle/event.ts'
import type {History} from '../src/model/lifecycle/history.ts'
import {computeStatesAtEvents, type StateAtEvent} from '../src/model/lifecycle/state-at-event.ts'
import {covers, subjectKey} from '../src/model/subject/subject.ts'
import {compareMoments, momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'contradictory-events',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  ofWriting: true,
  summary: 'What is recorded of a subject can all be true.',
  why: 'Of two lines that contradict each other one is wrong, and the verdict may rest on it.',
  messages: {
    both: 'Unexpected {one} and {other} of `{subject}` {at}, expected one of them',
    unannounced: 'Unexpected `{verb}` for `{subject}` {at}, expected a deprecation in force before it',
    gone: 'Unexpected `{verb}` for `{subject}` {at} after its removal {end}, expected it before',
    alive: 'Unexpected `restored` for `{subject}` {at}, expected its end before it',
    told: 'Unexpected `announced: never` for the end of `{subject}` {at}, expected its announcement {announced}',
    late: 'Unexpected announcement {announced} of the {what} of `{subject}` {at}, expected one no later than that',
    backwards: 'Unexpected sunset {sunset} for `{subject}`, announced {at}, expected a sunset after its announcement'
  },
  *check(lifecycle, {history, say}) {
    const {timeline} = history
    const subject = say.subject(lifecycle.subject)
    for (const state of computeStatesAtEvents(lifecycle, timeline)) {
      const {event, removal} = state
      const at = momentAt(timeline, event.entry)
      const about = {subject: lifecycle.subject, event, place: event.place}
      const values = {subject, at: say.at(at)}
      const other = findContradiction(event, lifecycle.events)
      if (other) {
        yield {
          ...about,
          message: 'both',
          values: {...values, one: WORDS[other.kind], other: WORDS[event.kind]},
          evidence: [{says: 'the other line', place: other.place}],
          remedy: 'Keep the line that is true.'
        }
      }
      if ((event.kind === 'rescheduled' || event.kind === 'withdrawn') && removal) {
        yield {
          ...about,
          message: 'gone',
          values: {...values, verb: event.verb, end: say.at(momentAt(timeline, removal.entry))},
          evidence: [{says: 'it was removed here', place: removal.place}],
          remedy: 'Correct the order of the lines, or write `restored` where it came back.'
        }
      } else if ((event.kind === 'rescheduled' || event.kind === 'withdrawn') && !isAnnounced(state, history)) {
        yield {
          ...about,
          message: 'unannounced',
          values: {...values, verb: event.verb},
          remedy: 'Write `deprecated` where the end was announced.'
        }
      }
      if (event.kind === 'restored' && !canBeRestored(state, history)) {
        yield {
          ...about,
          message: 'alive',
          values,
          remedy: 'Record the removal, or write `withdrawn` to take a deprecation back.'
        }
      }
      const announcement = event.announced?.kind === 'never' ? findEarlierAnnouncement(state) : undefined
      if (announcement) {
        yield {
          ...about,
          message: 'told',
          values: {...values, announced: say.at(momentAt(timeline, announcement.entry))},
          evidence: [{says: 'it was announced here', place: announcement.place}],
          remedy: 'Leave `announced: never` out, or the deprecation that nobody was told of.'
        }
      }
      if (event.announced?.kind === 'at' && compareMoments(timeline, event.announced.moment, at) === 'after') {
        yield {
          ...about,
          message: 'late',
          values: {
            ...values,
            what: event.kind === 'removed' ? 'end' : 'change',
            announced: say.at(event.announced.moment)
          },
          remedy: 'Correct `announced`, or write `never`.'
        }
      }
      // A sunset may precede the deprecation mark if it was announced before the mark.
      const since = event.announced?.kind === 'at' ? event.announced.moment : at
      if (event.sunset && compareMoments(timeline, event.sunset, since) === 'before') {
        yield {
          ...about,
          message: 'backwards',
          values: {...values, at: say.at(since), sunset: say.at(event.sunset)},
          remedy: 'Correct the sunset, or write the announcement where it was made.'
        }
      }
    }
  },
  examples: [
    {
      title: 'One entry says both, an end is moved or taken back that nobody announced, and what lives is restored',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    changes:
      - added: GET /v1/loans
      - removed: GET /v1/loans
      - {rescheduled: GET /v1/copies, sunset: "3.0"}
      - withdrawn: GET /v1/shelves
      - restored: GET /v1/readers
`,
      says: [
        'Unexpected addition and removal of `GET /v1/loans` in release 1.0, expected one of them',
        'Unexpected `rescheduled` for `GET /v1/copies` in release 1.0, expected a deprecation in force before it',
        'Unexpected `withdrawn` for `GET /v1/shelves` in release 1.0, expected a deprecation in force before it',
        'Unexpected `restored` for `GET /v1/readers` in release 1.0, expected its end before it'
      ]
    },
    {
      title: 'An end that nobody was told of had been announced',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2026-03-10}]}
  - {release: "1.1", date: 2026-03-10, changes: [{removed: GET /v1/loans, announced: never}]}
`,
      says: [
        'Unexpected `announced: never` for the end of `GET /v1/loans` in release 1.1 (2026-03-10), expected its announcement in release 1.0 (2025-01-10)'
      ]
    },
    {
      title: 'The days contradict each other',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2025-01-10
    changes:
      - {removed: GET /v1/loans, announced: 2025-03-01}
      - {deprecated: GET /v1/copies, sunset: 2024-11-01}
      - {deprecated: GET /v1/shelves, sunset: "1.1"}
  - {release: "1.1", date: 2026-03-10, changes: [{removed: GET /v1/shelves}]}
  - {release: "1.2", date: 2026-04-10, changes: [{rescheduled: GET /v1/shelves, sunset: "2.0"}]}
`,
      says: [
        'Unexpected announcement on 2025-03-01 of the end of `GET /v1/loans` in release 1.0 (2025-01-10), expected one no later than that',
        'Unexpected sunset on 2024-11-01 for `GET /v1/copies`, announced in release 1.0 (2025-01-10), expected a sunset after its announcement',
        'Unexpected `rescheduled` for `GET /v1/shelves` in release 1.2 (2026-04-10) after its removal in release 1.1 (2026-03-10), expected it before'
      ]
    },
    {
      title: 'A prefix speaks for what is under it, a sunset ends what nobody removed, and an entry has no order',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2025-01-10
    changes:
      - {deprecated: /v1/**, sunset: 2026-03-10}
      - {deprecated: GET /v2/copies, sunset: 2025-06-10}
      - {deprecated: GET /v2/readers, announced: 2024-02-10, sunset: 2024-08-10}
      - {removed: GET /v2/shelves, announced: 2024-06-10}
      - deprecated: GET /v2/shelves
      - {removed: GET /v2/tokens, announced: never}
      - deprecated: GET /v2/tokens
  - release: "1.1"
    date: 2025-08-10
    changes:
      - {rescheduled: GET /v1/loans, sunset: 2026-09-10}
      - withdrawn: GET /v1/readers
      - restored: GET /v2/copies
      - restored: GET /v2/shelves
      - {removed: GET /v1/tokens, announced: never}
`,
      says: []
    },
    {
      title: 'A record that does not say everything may leave out the deprecation and the end',
      kind: 'quiet',
      history: `
service: Lending Library API
complete: false
releases:
  - {release: "1.0", changes: [{withdrawn: GET /v1/loans}, {restored: GET /v1/copies}]}
`,
      says: []
    }
  ]
})

const WORDS: Readonly<Record<Event['kind'], string>> = {
  introduced: 'addition',
  changed: 'change',
  deprecated: 'deprecation',
  rescheduled: 'new sunset',
  withdrawn: 'withdrawal',
  removed: 'removal',
  restored: 'restoration'
}

/**
 * An earlier line of the same entry that contradicts this one, or `undefined`. Deprecating and removing in one entry
 * isn't a contradiction.
 */
function findContradiction(event: Event, events: readonly Event[]): Event | undefined {
  const clashing: readonly Event['kind'][] = ['introduced', 'changed', 'restored']
  const clash = (a: Event, b: Event): boolean => a.kind === 'removed' && clashing.includes(b.kind)
  const before = events.filter(
    other =>
      other.entry === event.entry && other.id < event.id && subjectKey(other.subject) === subjectKey(event.subject)
  )
  // `duplicate-event` reports repeated lines.
  if (before.some(({kind}) => kind === event.kind)) return undefined
  return before.find(other => clash(event, other) || clash(other, event))
}

/**
 * The announcement in an earlier entry that names this subject, or `undefined`. Announcements for a covering prefix
 * don't count, and neither does one in the same entry, because it gave no notice.
 */
const findEarlierAnnouncement = ({event, announcements}: StateAtEvent): Event | undefined =>
  announcements.find(each => each.entry < event.entry && subjectKey(each.subject) === subjectKey(event.subject))

/** Whether the end was announced; for a prefix, announcements for subjects under it count too. */
function isAnnounced({event, announcements}: StateAtEvent, {events, complete}: History): boolean {
  if (announcements.length > 0 || !complete) return true
  return events.some(other => other.id < event.id && other.kind === 'deprecated' && isUnder(other, event))
}

/** Whether there may have been something to restore. */
function canBeRestored({event, removal, sunset}: StateAtEvent, {events, complete, timeline}: History): boolean {
  if (!complete || removal) return true
  if (sunset && compareMoments(timeline, sunset, momentAt(timeline, event.entry)) !== 'after') return true
  return events.some(
    other => other.id < event.id && (other.kind === 'removed' || other.sunset !== undefined) && isUnder(other, event)
  )
}

const isUnder = (inner: Event, outer: Event): boolean =>
  outer.subject.target.kind === 'prefix' && covers(outer.subject, inner.subject)
