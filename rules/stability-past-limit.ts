import {findExceededPeriods} from '../src/policy/stability-periods.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'stability-past-limit',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: "Endpoints don't stay in beta, or another stage with a time limit, longer than the policy allows.",
  why: 'Clients come to depend on APIs that stay in beta for years, without the guarantees of GA.',
  messages: {
    lives: '{subject} has been `{stability}` since {start}. The policy allows {limit}.',
    left: '{subject} was `{stability}` from {start} to {end}. The policy allows {limit}.',
    unknown: "{subject} is `{stability}`. {missing}, so the limit of {limit} can't be checked."
  },
  *check(lifecycle, {policy, history, say}) {
    const {subject, events} = lifecycle
    for (const {stability, start, end, began, left, limit, met, missing} of findExceededPeriods(
      lifecycle,
      policy,
      history
    )) {
      const event = left ?? began
      const place = (event ?? events[0])?.place ?? history.facts.find(fact => fact.subject === subject)?.place
      if (!place) continue
      const about = {subject, place, about: stability, ...(event ? {event} : {})}
      const values = {subject: say.subject(subject), stability, limit: say.length(limit)}
      if (met === 'undetermined') {
        yield {
          ...about,
          message: 'unknown',
          values: {...values, missing: say.isMissing(missing, lifecycle)},
          missing,
          verdict: 'undetermined',
          remedy: `Record ${say.missing(missing)}.`
        }
      } else if (left) {
        yield {
          ...about,
          message: 'left',
          values: {...values, start: say.moment(start), end: say.moment(end)},
          evidence: began ? [{text: 'it began here', place: began.place}] : [],
          remedy: 'Correct the dates if they are wrong, or leave the entry as it is.'
        }
      } else {
        yield {
          ...about,
          message: 'lives',
          values: {...values, start: say.moment(start)},
          remedy: 'Promote it, deprecate it, or remove it.'
        }
      }
    }
  },
  examples: [
    {
      title: 'Endpoint neither promoted nor deprecated in time',
      kind: 'loud',
      policy: 'kubernetes',
      asOf: '2023-01-10',
      history: `
service: Lending Library API
releases:
  - {release: "1.22", date: 2021-08-04, changes: [{added: GET /v1beta1/shelves}, {added: GET /v1beta1/copies}]}
  - {release: "1.23", date: 2021-12-07}
  - {release: "1.24", date: 2022-05-03}
  - {release: "1.25", date: 2022-08-23}
  - {release: "1.26", date: 2022-12-09, changes: [{deprecated: GET /v1beta1/copies}]}
`,
      messages: [
        '`GET /v1beta1/shelves` has been `beta` since 1.22 (2021-08-04). The policy allows 9 months or 3 releases, whichever is longer.',
        '`GET /v1beta1/copies` was `beta` from 1.22 (2021-08-04) to 1.26 (2022-12-09). The policy allows 9 months or 3 releases, whichever is longer.'
      ]
    },
    {
      title: 'Endpoints deprecated in the last allowed release, promoted, or without a limit',
      kind: 'quiet',
      policy: 'kubernetes',
      asOf: '2023-01-10',
      history: `
service: Lending Library API
releases:
  - release: "1.22"
    date: 2021-08-04
    changes: [{added: GET /v1beta1/shelves}, {added: GET /v1beta1/copies}, {added: GET /v1/loans}]
  - {release: "1.23", date: 2021-12-07, changes: [{promoted: GET /v1beta1/copies, to: GET /v1/copies}]}
  - {release: "1.24", date: 2022-05-03}
  - {release: "1.25", date: 2022-08-23, changes: [{deprecated: GET /v1beta1/shelves}]}
  - {release: "1.26", date: 2022-12-09}
`,
      messages: []
    },
    {
      title: 'Enough releases to exceed the limit, but without dates',
      kind: 'undetermined',
      policy: 'kubernetes',
      asOf: '2023-01-10',
      history: `
service: Lending Library API
releases:
  - {release: "1.22", changes: [{added: GET /v1beta1/shelves}]}
  - {release: "1.23"}
  - {release: "1.24"}
  - {release: "1.25"}
  - {release: "1.26"}
`,
      messages: [
        "`GET /v1beta1/shelves` is `beta`. The date of 1.22 is missing, so the limit of 9 months or 3 releases, whichever is longer can't be checked."
      ]
    }
  ]
})
