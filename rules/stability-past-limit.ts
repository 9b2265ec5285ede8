import {findExceededPeriods} from '../src/policy/stability-periods.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'stability-past-limit',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'Nothing stays in a stability for longer than the policy allows.',
  why: 'What stays beta for years is used as if it were GA, without any of the promises.',
  messages: {
    lives: 'Unexpected stay of `{subject}` in `{stability}` since {start}, expected at most {limit}',
    left: 'Unexpected stay of `{subject}` in `{stability}` from {start} until {end}, expected at most {limit}',
    unknown:
      'Unexpected stay of `{subject}` in `{stability}`, expected to know {missing} to hold it against a limit of {limit}'
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
          values: {...values, missing: say.missing(missing)},
          missing,
          verdict: 'undetermined',
          remedy: 'Write down what is missing.'
        }
      } else if (left) {
        yield {
          ...about,
          message: 'left',
          values: {...values, start: say.moment(start), end: say.moment(end)},
          evidence: began ? [{says: 'it began here', place: began.place}] : [],
          remedy: 'Correct the dates if they are wrong, or leave it on record.'
        }
      } else {
        yield {
          ...about,
          message: 'lives',
          values: {...values, start: say.moment(start)},
          remedy: 'Promote it, deprecate it or remove it.'
        }
      }
    }
  },
  examples: [
    {
      title: 'Neither promoted nor deprecated when both lengths were over',
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
      says: [
        'Unexpected stay of `GET /v1beta1/shelves` in `beta` since release 1.22 (2021-08-04), expected at most 9 months or 3 releases, whichever is longer',
        'Unexpected stay of `GET /v1beta1/copies` in `beta` from release 1.22 (2021-08-04) until release 1.26 (2022-12-09), expected at most 9 months or 3 releases, whichever is longer'
      ]
    },
    {
      title: 'Deprecated in the last release that is in time, promoted, or not limited at all',
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
      says: []
    },
    {
      title: 'The releases are over, and nobody knows the days',
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
      says: [
        'Unexpected stay of `GET /v1beta1/shelves` in `beta`, expected to know the date of release 1.22 to hold it against a limit of 9 months or 3 releases, whichever is longer'
      ]
    }
  ]
})
