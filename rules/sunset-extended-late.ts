import {findSunsetChanges} from '../src/model/lifecycle/state-at-event.ts'
import {compareMoments, momentAt, momentOfEntry} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'sunset-extended-late',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'Sunset dates are changed before they are reached.',
  why: 'Clients have migrated by the sunset. A later change of the date hides that the sunset was missed.',
  messages: {
    late: '{what} of {subject} {was} {how} {at}, after its sunset {sunset}.'
  },
  *check(lifecycle, {history, say}) {
    const {subject} = lifecycle
    for (const {event, from, to} of findSunsetChanges(lifecycle, history.timeline)) {
      const entry = history.timeline.entries[event.entry]
      if (!entry || compareMoments(history.timeline, from.moment, momentOfEntry(entry)) !== 'before') continue
      const moment = momentOfEntry(entry)
      yield {
        message: 'late',
        subject,
        event,
        place: event.place,
        values: {
          what: to ? 'The sunset' : 'The deprecation',
          how: to ? 'rescheduled' : event.kind === 'withdrawn' ? 'withdrawn' : 'repeated',
          subject: say.subject(subject),
          was: say.was(moment),
          at: say.at(moment),
          sunset: say.at(from.moment)
        },
        evidence: [
          {text: `sunset announced ${say.at(momentAt(history.timeline, from.event.entry))}`, place: from.event.place}
        ],
        remedy:
          'Record `removed:` and `restored:` if it was removed in between. Otherwise, add a `note:` that it was not.'
      }
    }
  },
  examples: [
    {
      title: 'Sunsets rescheduled or withdrawn after they were reached',
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
      messages: [
        'The sunset of `/v1/loans/**` was rescheduled in 2.0 (2025-09-01), after its sunset on 2025-06-01.',
        'The deprecation of `GET /v1/copies` was withdrawn in 2.0 (2025-09-01), after its sunset on 2025-06-01.'
      ]
    },
    {
      title: 'Sunsets rescheduled in time, or after a recorded removal and restoration',
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
      messages: []
    },
    {
      title: 'Same sunset repeated afterwards',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {on: 2024-05-29, changes: [{deprecated: GET /v1/loans, sunset: 2024-08-30}]}
  - {release: "2.0", date: 2025-01-12, changes: [{rescheduled: GET /v1/loans, sunset: 2024-08-30}]}
`,
      messages: []
    }
  ]
})
