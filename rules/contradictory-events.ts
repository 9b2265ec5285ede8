import type {Event} from '../src/model/lifecycle/event.ts'
import type {History} from '../src/model/lifecycle/history.ts'
import {computeStatesAtEvents, type StateAtEvent} from '../src/model/lifecycle/state-at-event.ts'
import {covers, isPrefix, subjectKey} from '../src/model/subject/subject.ts'
import {compareMoments, momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'contradictory-events',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  ofWriting: true,
  summary: 'The entries about an endpoint do not contradict each other.',
  why: 'One of two contradictory entries is wrong, and the verdict may depend on it.',
  messages: {
    both: '{subject} has both {one} and {other} {at}.',
    unannounced: '{subject} is listed as `{verb}` {at}, but it was not deprecated before.',
    gone: '{subject} is listed as `{verb}` {at}, but it {was} removed {end}.',
    alive: '{subject} is listed as `restored` {at}, but it was not removed before.',
    announced: 'The removal of {subject} {at} has `announced: never`, but it was announced {announced}.',
    late: 'The {what} of {subject} {at} is dated before its announcement {announced}.',
    backwards: 'The sunset of {subject} {sunset} is earlier than its announcement {at}.'
  },
  *check(lifecycle, {history, say}) {
    // Only declared events are checked, and most subjects have none.
    if (lifecycle.events.every(({seen}) => seen)) return
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
          evidence: [{text: 'the other entry', place: other.place}],
          remedy: 'Keep the correct entry and remove the other.'
        }
      }
      if ((event.kind === 'rescheduled' || event.kind === 'withdrawn') && removal) {
        const end = momentAt(timeline, removal.entry)
        yield {
          ...about,
          message: 'gone',
          values: {...values, verb: event.verb, was: say.was(end), end: say.at(end)},
          evidence: [{text: 'it was removed here', place: removal.place}],
          remedy: 'Correct the order of the entries, or add `restored:` to the release that brought it back.'
        }
      } else if ((event.kind === 'rescheduled' || event.kind === 'withdrawn') && !isAnnounced(state, history)) {
        yield {
          ...about,
          message: 'unannounced',
          values: {...values, verb: event.verb},
          remedy: 'Add `deprecated:` to the release that announced it.'
        }
      }
      if (event.kind === 'restored' && !canBeRestored(state, history)) {
        yield {
          ...about,
          message: 'alive',
          values,
          remedy: 'Record the removal, or use `withdrawn:` to take back a deprecation.'
        }
      }
      const announcement = event.announced?.kind === 'never' ? findEarlierAnnouncement(state) : undefined
      if (announcement) {
        yield {
          ...about,
          message: 'announced',
          values: {...values, announced: say.at(momentAt(timeline, announcement.entry))},
          evidence: [{text: 'it was announced here', place: announcement.place}],
          remedy: 'Remove `announced: never`, or remove the deprecation if it was never published.'
        }
      }
      if (event.announced?.kind === 'at' && compareMoments(timeline, event.announced.moment, at) === 'after') {
        yield {
          ...about,
          message: 'late',
          values: {
            ...values,
            what: event.kind === 'removed' ? 'removal' : 'change',
            announced: say.at(event.announced.moment)
          },
          remedy: 'Correct `announced`, or set it to `never`.'
        }
      }
      // A sunset may precede the deprecation mark if it was announced before the mark.
      const since = event.announced?.kind === 'at' ? event.announced.moment : at
      if (event.sunset && compareMoments(timeline, event.sunset, since) === 'before') {
        yield {
          ...about,
          message: 'backwards',
          values: {...values, at: say.at(since), sunset: say.at(event.sunset)},
          remedy: 'Correct the sunset, or move the announcement to the release or day on which it was made.'
        }
      }
    }
  },
  examples: [
    {
      title:
        'Endpoints added and removed at once, rescheduled or withdrawn without a deprecation, or restored without a removal',
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
      messages: [
        '`GET /v1/loans` has both an addition and a removal in 1.0.',
        '`GET /v1/copies` is listed as `rescheduled` in 1.0, but it was not deprecated before.',
        '`GET /v1/shelves` is listed as `withdrawn` in 1.0, but it was not deprecated before.',
        '`GET /v1/readers` is listed as `restored` in 1.0, but it was not removed before.'
      ]
    },
    {
      title: '`announced: never` after a deprecation',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2026-03-10}]}
  - {release: "1.1", date: 2026-03-10, changes: [{removed: GET /v1/loans, announced: never}]}
`,
      messages: [
        'The removal of `GET /v1/loans` in 1.1 (2026-03-10) has `announced: never`, but it was announced in 1.0 (2025-01-10).'
      ]
    },
    {
      title: 'Dates that contradict each other',
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
      messages: [
        'The removal of `GET /v1/loans` in 1.0 (2025-01-10) is dated before its announcement on 2025-03-01.',
        'The sunset of `GET /v1/copies` on 2024-11-01 is earlier than its announcement in 1.0 (2025-01-10).',
        '`GET /v1/shelves` is listed as `rescheduled` in 1.2 (2026-04-10), but it was removed in 1.1 (2026-03-10).'
      ]
    },
    {
      title: 'Announcements for a prefix, sunsets without removals, and entries in any order within a release',
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
      messages: []
    },
    {
      title: 'Deprecation and removal that may be missing from an incomplete history',
      kind: 'quiet',
      history: `
service: Lending Library API
complete: 2026-06-01
releases:
  - {release: "1.0", changes: [{withdrawn: GET /v1/loans}, {restored: GET /v1/copies}]}
`,
      messages: []
    }
  ]
})

const WORDS: Readonly<Record<Event['kind'], string>> = {
  introduced: 'an addition',
  changed: 'a change',
  deprecated: 'a deprecation',
  rescheduled: 'a new sunset',
  withdrawn: 'a withdrawal',
  removed: 'a removal',
  restored: 'a restoration'
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

/** Whether the subject may have been removed before, so that it can be restored. */
function canBeRestored({event, removal, sunset}: StateAtEvent, {events, complete, timeline}: History): boolean {
  if (!complete || removal) return true
  if (sunset && compareMoments(timeline, sunset, momentAt(timeline, event.entry)) !== 'after') return true
  return events.some(
    other => other.id < event.id && (other.kind === 'removed' || other.sunset !== undefined) && isUnder(other, event)
  )
}

const isUnder = (inner: Event, outer: Event): boolean =>
  isPrefix(outer.subject.target) && covers(outer.subject, inner.subject)
