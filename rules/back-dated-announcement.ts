import type {Event} from '../src/model/lifecycle/event.ts'
import type {History} from '../src/model/lifecycle/history.ts'
import type {Announcement, Lifecycle} from '../src/model/lifecycle/lifecycle.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {isBefore} from '../src/model/time/date-range.ts'
import {type Moment, momentOfEntry} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

/** The announcements of the subject itself, each with the moment that it claims. */
function collectClaims({subject, tenures}: Lifecycle, {timeline}: History): {said: Announcement; claimed: Moment}[] {
  const key = subjectKey(subject)
  return tenures.flatMap(({announcements}) =>
    announcements.flatMap(said => {
      const {event} = said
      const entry = timeline.entries[event.entry]
      if (subjectKey(event.subject) !== key || !entry) return []
      return [{said, claimed: event.announced?.kind === 'at' ? event.announced.moment : momentOfEntry(entry)}]
    })
  )
}

export default defineRule({
  id: 'back-dated-announcement',
  since: '0.1.0',
  level: 'error',
  watches: 'history',
  summary: 'An announcement is no older than its record, in an adopted history or in the description.',
  why: 'A day that was filled in afterwards gave nobody any notice.',
  messages: {
    late: 'Unexpected announcement of the end of `{subject}` for {claimed}, expected {recorded} or later, when it was recorded',
    unknown:
      'Unexpected announcements without a known record ({count}), expected to know since when the history holds them'
  },
  *check(history, {say}) {
    const open: Event[] = []
    for (const lifecycle of history.lifecycles) {
      for (const {said, claimed} of collectClaims(lifecycle, history)) {
        const {event, moment, unrecorded} = said
        const {recorded} = event
        if (unrecorded) open.push(event)
        if (!recorded?.earliest || !isBefore(claimed.when, recorded) || !isBefore(claimed.when, moment.when)) continue
        yield {
          message: 'late',
          subject: lifecycle.subject,
          event,
          place: event.place,
          values: {
            subject: say.subject(lifecycle.subject),
            claimed: say.moment(claimed),
            recorded: recorded.earliest
          },
          remedy: event.seen
            ? 'Remove the day from the mark (`x-deprecated-since`): it counts from when it is merged.'
            : 'Move it to the release or day of its record, or name in `via:` the statement that told people before.'
        }
      }
    }
    const [first] = open
    if (!first) return
    yield {
      message: 'unknown',
      isDoubt: true,
      place: first.place,
      about: 'unknown',
      values: {count: open.length},
      evidence: open.map(event => ({says: say.subject(event.subject), place: event.place})),
      remedy:
        'Judge it in a git repository with its whole history (`fetch-depth: 0`), or name a public statement in `via:`.'
    }
  },
  examples: [
    {
      title: 'Written in May, claimed for February',
      kind: 'loud',
      history: `
service: Lending Library API
adopted: 2025-01-10
releases:
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans, sunset: 2026-03-01}]}
  - {release: "1.2", date: 2025-05-20, changes: [{removed: GET /v1/copies, announced: 2024-04-01}]}
  - {release: "1.3", date: 2026-05-20, changes: [{removed: GET /v1/shelves, announced: 2025-04-01}]}
`,
      recorded: {
        'deprecated GET /v1/loans': '2025-05-04',
        'removed GET /v1/copies': '2025-05-20',
        'removed GET /v1/shelves': '2026-05-20'
      },
      says: [
        'Unexpected announcement of the end of `GET /v1/loans` for release 1.1 (2025-02-01), expected 2025-05-04 or later, when it was recorded',
        'Unexpected announcement of the end of `GET /v1/copies` for 2024-04-01, expected 2025-05-20 or later, when it was recorded',
        'Unexpected announcement of the end of `GET /v1/shelves` for 2025-04-01, expected 2026-05-20 or later, when it was recorded'
      ]
    },
    {
      title: 'Recorded in time, told in public, or on record when it was adopted',
      kind: 'quiet',
      history: `
service: Lending Library API
adopted: 2025-01-10
releases:
  - {release: "1.0", date: 2024-12-01, changes: [{deprecated: GET /v1/copies, sunset: 2026-03-01}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans, sunset: 2026-03-01}]}
  - {on: 2025-02-03, via: a mail to all readers, changes: [{deprecated: GET /v1/shelves, sunset: 2026-04-01}]}
`,
      recorded: {
        'deprecated GET /v1/loans': '2025-01-28',
        'deprecated GET /v1/shelves': '2025-05-04'
      },
      says: []
    },
    {
      title: 'Outside of git nobody can tell',
      kind: 'loud',
      history: `
service: Lending Library API
adopted: 2025-01-10
releases:
  - release: "1.1"
    date: 2025-02-01
    changes: [{deprecated: GET /v1/loans, sunset: 2026-03-01}, {deprecated: GET /v1/copies, sunset: 2026-03-01}]
`,
      recorded: {'deprecated GET /v1/loans': 'unknown', 'deprecated GET /v1/copies': 'unknown'},
      says: ['Unexpected announcements without a known record (2), expected to know since when the history holds them']
    }
  ]
})
