import {findSunsetChanges} from '../src/model/lifecycle/state-at-event.ts'
import {compareMoments, momentAt, momentOfEntry} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'sunset-extended-late',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'A promised end is moved or taken back before it has come.',
  why: 'Clients have moved by then, and a record that is mended afterwards hides that the end was not kept.',
  messages: {
    late: 'Unexpected {what} of `{subject}` {at} after its sunset had passed, expected it before {sunset}'
  },
  *check(lifecycle, {history, say}) {
    const {subject} = lifecycle
    for (const {event, from, to} of findSunsetChanges(lifecycle, history.timeline)) {
      const entry = history.timeline.entries[event.entry]
      if (!entry || compareMoments(history.timeline, from.moment, momentOfEntry(entry)) !== 'before') continue
      const moment = say.at(momentOfEntry(entry))
      yield {
        message: 'late',
        subject,
        event,
        place: event.place,
        values: {
          what: to ? 'new sunset' : event.kind === 'withdrawn' ? 'withdrawal' : 'deprecation',
          subject: say.subject(subject),
          at: moment,
          sunset: say.moment(from.moment)
        },
        evidence: [{says: `promised ${say.at(momentAt(history.timeline, from.event.entry))}`, place: from.event.place}],
        remedy: 'Write `removed` and `restored` if it was away in between, or say in a `note` that it never was.'
      }
    }
  },
  examples: [
    {
      title: 'Extended and taken back when it should have been gone',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: /v1/loans/**, sunset: 2025-06-01}]}
  - {release: "1.1", date: 2024-01-20, changes: [{deprecated: GET /v1/copies, sunset: 2025-06-01}]}
  - release: "2.0"
    date: 2025-09-01
    changes: [{rescheduled: /v1/loans/**, sunset: 2031-06-01}, {withdrawn: GET /v1/copies}]
`,
      says: [
        'Unexpected new sunset of `/v1/loans/**` in release 2.0 (2025-09-01) after its sunset had passed, expected it before 2025-06-01',
        'Unexpected withdrawal of `GET /v1/copies` in release 2.0 (2025-09-01) after its sunset had passed, expected it before 2025-06-01'
      ]
    },
    {
      title: 'In time, or after a removal and a return that are on record',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}, {deprecated: GET /v1/copies, sunset: 2025-06-01}]
  - release: "2.0"
    date: 2025-06-01
    changes: [{rescheduled: GET /v1/loans, sunset: 2031-06-01}, {removed: GET /v1/copies}]
  - {release: "2.1", date: 2025-07-01, changes: [{restored: GET /v1/copies}]}
  - {release: "2.2", date: 2025-08-01, changes: [{deprecated: GET /v1/copies, sunset: 2031-06-01}]}
`,
      says: []
    },
    {
      title: 'The same day said once more, after it had come',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {on: 2024-05-29, changes: [{deprecated: GET /v1/loans, sunset: 2024-08-30}]}
  - {release: "2.0", date: 2025-01-12, changes: [{rescheduled: GET /v1/loans, sunset: 2024-08-30}]}
`,
      says: []
    }
  ]
})
