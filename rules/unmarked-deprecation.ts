import {findDiscrepancies} from '../src/model/lifecycle/discrepancies.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unmarked-deprecation',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'Deprecations are marked in the API description.',
  why: 'Client tools read the API description and warn of deprecated operations.',
  messages: {
    unmarked: "{subject} {was} deprecated {at}, but isn't marked with {mark} in the API description."
  },
  *check(history, {say}) {
    for (const {kind, subject, event, covers} of findDiscrepancies(history)) {
      if (kind !== 'unmarked') continue
      const at = momentAt(history.timeline, event.entry)
      const mark = `\`${say.mark('deprecated', subject) ?? 'deprecated'}\``
      yield {
        message: 'unmarked',
        values: {subject: say.subject(subject), was: say.was(at), at: say.at(at), mark},
        subject,
        event,
        place: event.place,
        covers,
        remedy: `Add ${mark} to the API description, from the release that deprecates it.`
      }
    }
  },
  examples: [
    {
      title: 'Endpoint deprecated only in the history, while others are marked',
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
      messages: [
        "`GET /v1/loans` was deprecated in 2.1 (2025-06-01), but isn't marked with `deprecated: true` in the API description."
      ]
    },
    {
      title: 'API descriptions that mark no deprecations',
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
      messages: []
    }
  ]
})
