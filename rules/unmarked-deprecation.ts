import {findDiscrepancies} from '../src/model/lifecycle/discrepancies.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unmarked-deprecation',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'What a history calls deprecated is marked as deprecated in the API description.',
  why: 'Most clients never read the notes: their tools read the description, and warn of what it marks.',
  messages: {
    unmarked:
      'Unexpected deprecation of `{subject}` {at} without a mark in the description, expected `deprecated: true`'
  },
  *check(history, {say}) {
    for (const {kind, subject, event, covers} of findDiscrepancies(history)) {
      if (kind !== 'unmarked') continue
      yield {
        message: 'unmarked',
        values: {subject: say.subject(subject), at: say.at(momentAt(history.timeline, event.entry))},
        subject,
        event,
        place: event.place,
        covers,
        remedy: 'Mark it in the description, from the release on that deprecates it.'
      }
    }
  },
  examples: [
    {
      title: 'Deprecated in the notes alone, where others are marked',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10}
  - {release: "2.1", date: 2025-06-01, changes: [{deprecated: GET /v1/loans}, {deprecated: GET /v1/shelves}]}
`,
      specs: {
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.0"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
  /v1/shelves: {get: {responses: {"200": {description: All shelves}}}}
`,
        '2.1': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.1"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
  /v1/shelves: {get: {deprecated: true, responses: {"200": {description: All shelves}}}}
`
      },
      says: [
        'Unexpected deprecation of `GET /v1/loans` in release 2.1 (2025-06-01) without a mark in the description, expected `deprecated: true`'
      ]
    },
    {
      title: 'Descriptions that never mark anything',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10}
  - {release: "2.1", date: 2025-06-01, changes: [{deprecated: GET /v1/loans}]}
`,
      specs: {
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.0"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
`
      },
      says: []
    }
  ]
})
