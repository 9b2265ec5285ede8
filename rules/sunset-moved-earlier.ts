import {findSunsetChanges} from '../src/model/lifecycle/state-at-event.ts'
import {compareSunsets} from '../src/model/lifecycle/sunsets.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {hasNoGuarantee} from '../src/policy/judge-end-of-support.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'sunset-moved-earlier',
  since: '0.1.0',
  level: 'error',
  lowerLevel: 'warning',
  watches: 'lifecycle',
  summary: 'Sunset dates are only postponed.',
  why: 'Clients that planned with the first date miss the new one.',
  messages: {
    earlier: 'The sunset of {subject} was moved earlier, to {to} instead of {from}, which was announced {since}.'
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
          to: say.moment(to.moment),
          from: say.moment(from.moment),
          since: say.at(momentAt(history.timeline, from.event.entry))
        },
        evidence: [
          {text: `sunset announced ${say.at(momentAt(history.timeline, from.event.entry))}`, place: from.event.place}
        ],
        remedy: live
          ? `Reschedule the sunset to ${say.moment(from.moment)} or later with \`rescheduled:\`.`
          : 'Leave the entry as it is. The sunset has already been reached.'
      }
    }
  },
  examples: [
    {
      title: 'Sunsets moved earlier, for an endpoint and for one endpoint of a prefix',
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
      messages: [
        'The sunset of `GET /v1/loans` was moved earlier, to 2026-06-01 instead of 2026-12-20, which was announced in 1.0 (2024-01-10).',
        'The sunset of `GET /v1/copies` was moved earlier, to 3.0 instead of 4.0, which was announced in 1.0 (2024-01-10).',
        'The sunset of `GET /v1/shelves/dust` was moved earlier, to 2026-03-01 instead of 2026-12-20, which was announced in 1.0 (2024-01-10).'
      ]
    },
    {
      title: 'Sunsets postponed, withdrawn and announced again, or not comparable',
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
      messages: []
    },
    {
      title: 'Sunset first announced in a statement between releases',
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
      messages: [
        'The sunset of `GET /v1/loans` was moved earlier, to 2026-06-01 instead of 2026-12-20, which was announced on 2024-02-03.'
      ]
    }
  ]
})
