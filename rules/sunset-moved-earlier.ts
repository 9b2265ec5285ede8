import {findSunsetChanges} from '../src/model/lifecycle/state-at-event.ts'
import {compareSunsets} from '../src/model/lifecycle/sunsets.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {hasNoGuarantee} from '../src/policy/judge-end-of-support.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'sunset-moved-earlier',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  summary: 'A promised end is moved only away.',
  why: 'Whoever planned by the first day is late on the second, and did nothing wrong.',
  messages: {
    earlier: 'Unexpected new sunset of `{subject}` {to}, expected {from} or later, as promised {since}'
  },
  *check(lifecycle, {history, policy, say}) {
    const {subject, tenures} = lifecycle
    for (const {event, from, to} of findSunsetChanges(lifecycle, history.timeline)) {
      if (!to) continue
      if (compareSunsets(history.timeline, to.moment, from.moment) !== 'before') continue
      const live = tenures.at(-1)?.sunset?.event === event && !tenures.at(-1)?.end
      yield {
        message: 'earlier',
        subject,
        event,
        place: event.place,
        // Only a warning if the policy guarantees nothing, because a day was announced all the same.
        ...(hasNoGuarantee(lifecycle, policy, history) ? {level: 'warning' as const} : {}),
        values: {
          subject: say.subject(subject),
          to: say.at(to.moment),
          from: say.moment(from.moment),
          since: say.at(momentAt(history.timeline, from.event.entry))
        },
        evidence: [{says: `promised ${say.at(momentAt(history.timeline, from.event.entry))}`, place: from.event.place}],
        remedy: live
          ? `Give back what was promised: \`rescheduled\` to ${say.moment(from.moment)} or later.`
          : 'Leave it on record: the time that was promised cannot be given back.'
      }
    }
  },
  examples: [
    {
      title: 'A day, a release, and one endpoint of a prefix',
      kind: 'loud',
      asOf: '2025-03-01',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {deprecated: GET /v1/loans, sunset: 2026-12-20}
      - {deprecated: GET /v1/copies, sunset: "4.0"}
      - {deprecated: /v1/shelves/**, sunset: 2026-12-20}
  - release: "1.1"
    date: 2025-02-01
    changes:
      - {rescheduled: GET /v1/loans, sunset: 2026-06-01}
      - {rescheduled: GET /v1/copies, sunset: "3.0"}
      - {deprecated: GET /v1/shelves/dust, sunset: 2026-03-01}
`,
      says: [
        'Unexpected new sunset of `GET /v1/loans` on 2026-06-01, expected 2026-12-20 or later, as promised in release 1.0 (2024-01-10)',
        'Unexpected new sunset of `GET /v1/copies` in release 3.0, expected release 4.0 or later, as promised in release 1.0 (2024-01-10)',
        'Unexpected new sunset of `GET /v1/shelves/dust` on 2026-03-01, expected 2026-12-20 or later, as promised in release 1.0 (2024-01-10)'
      ]
    },
    {
      title: 'Moved away, taken back and announced anew, or not comparable',
      kind: 'quiet',
      asOf: '2025-03-01',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {deprecated: GET /v1/loans, sunset: 2026-06-01}
      - {deprecated: GET /v1/copies, sunset: 2028-01-01}
      - {deprecated: GET /v1/shelves, sunset: "4.0"}
  - release: "1.1"
    date: 2025-02-01
    changes:
      - {rescheduled: GET /v1/loans, sunset: 2026-12-20}
      - {withdrawn: GET /v1/copies}
      - {rescheduled: GET /v1/shelves, sunset: 2026-12-20}
  - {release: "1.2", date: 2025-02-10, changes: [{deprecated: GET /v1/copies, sunset: 2026-12-20}]}
`,
      says: []
    },
    {
      title: 'Promised in a statement between releases',
      kind: 'loud',
      asOf: '2025-03-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - on: 2024-02-03
    via: mail to all account owners
    changes: [{deprecated: GET /v1/loans, sunset: 2026-12-20}]
  - {release: "1.1", date: 2025-02-01, changes: [{rescheduled: GET /v1/loans, sunset: 2026-06-01}]}
`,
      says: [
        'Unexpected new sunset of `GET /v1/loans` on 2026-06-01, expected 2026-12-20 or later, as promised on 2024-02-03'
      ]
    }
  ]
})
