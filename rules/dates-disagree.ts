import {findDiscrepancies} from '../src/model/lifecycle/discrepancies.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

const WORDS = {introduced: 'addition', deprecated: 'deprecation', removed: 'end'} as const

export default defineRule({
  id: 'dates-disagree',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'A history and the API descriptions that go with it tell of a change in the same release.',
  why: 'The earlier end counts for the promise; who relied on the later one was told wrong.',
  messages: {
    differ: 'Unexpected {what} of `{subject}` {at} by the history, expected it {seen}, as the descriptions show{how}'
  },
  *check(history, {say}) {
    const at = (entry: number): string => say.at(momentAt(history.timeline, entry))
    for (const {kind, what, subject, event, seen, covers} of findDiscrepancies(history)) {
      if (kind !== 'dated' || !seen) continue
      const how = covers.length === 0 ? '' : ` for ${say.few(covers.map(each => `\`${say.subject(each)}\``))}`
      yield {
        message: 'differ',
        values: {what: WORDS[what], subject: say.subject(subject), at: at(event.entry), seen: at(seen.entry), how},
        subject,
        event,
        place: event.place,
        covers,
        evidence: [{says: 'it is seen here', place: seen.place}],
        remedy: 'Correct the line, or the description of the release that has it too long or too late.'
      }
    }
  },
  examples: [
    {
      title: 'Removed by the history in 2.1, and gone from the description in 2.2',
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
      says: [
        'Unexpected end of `/v1/loans/**` in release 2.1 (2025-06-01) by the history, expected it in release 2.2 (2025-09-01), as the descriptions show for `GET /v1/loans`'
      ]
    },
    {
      title: 'What the first description shows was there by then',
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
      says: []
    }
  ]
})
