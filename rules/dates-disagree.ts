import {findDiscrepancies} from '../src/model/lifecycle/discrepancies.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

const WORDS = {introduced: 'addition', deprecated: 'deprecation', removed: 'removal'} as const

export default defineRule({
  id: 'dates-disagree',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'The history and the API descriptions agree on the release of each change.',
  why: 'The earlier date counts as the end of support, so clients that relied on the later one were misinformed.',
  messages: {
    differ: 'The history lists the {what} of {subject} {at}, but the API descriptions show it {seen}{how}.'
  },
  *check(history, {say}) {
    const at = (entry: number): string => say.at(momentAt(history.timeline, entry))
    for (const {kind, what, subject, event, seen, covers} of findDiscrepancies(history)) {
      if (kind !== 'dated' || !seen) continue
      const how = covers.length === 0 ? '' : ` for ${say.few(covers.map(say.subject))}`
      yield {
        message: 'differ',
        values: {what: WORDS[what], subject: say.subject(subject), at: at(event.entry), seen: at(seen.entry), how},
        subject,
        event,
        place: event.place,
        covers,
        evidence: [{text: 'the description is here', place: seen.place}],
        remedy: 'Correct the release in the history, or correct the API description.'
      }
    }
  },
  examples: [
    {
      title: 'Endpoint removed in 2.1 by the history, but in 2.2 by the API descriptions',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10}
  - {release: "2.1", date: 2025-06-01, changes: [{removed: /v1/loans/**}]}
  - {release: "2.2", date: 2025-09-01}
`,
      specs: {
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.0"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
`,
        '2.1': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.1"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
`,
        '2.2': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.2"}
paths: {}
`
      },
      messages: [
        'The history lists the removal of `/v1/loans/**` in 2.1 (2025-06-01), but the API descriptions show it in 2.2 (2025-09-01) for `GET /v1/loans`.'
      ]
    },
    {
      title: 'Endpoint added before the first API description',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2022-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2024-01-10}
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
