import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'served-after-removal',
  since: '0.1.0',
  level: 'error',
  watches: 'served',
  summary: 'A removed endpoint is no longer served.',
  why: 'Clients go on using what the release notes call removed, and break later, without notice.',
  messages: {
    served: '{subject} was removed on {removed}, but it answers {status}.'
  },
  *check(served, {say}) {
    if (served.kind !== 'status' || served.removed === undefined) return
    const {subject, status, removed, place} = served
    yield {
      message: 'served',
      subject,
      place,
      values: {subject: say.subject(subject), removed, status},
      remedy: 'Stop serving it, with status 410 or 404, or correct its removal in the history.'
    }
  },
  examples: [
    {
      title: 'A removed endpoint that still answers',
      kind: 'loud',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/fees}]}
  - {release: "2.0", date: 2026-06-02, changes: [{removed: GET /v1/fees}]}
`,
      served: [{kind: 'status', subject: 'GET /v1/fees', status: 200, removed: '2026-06-02'}],
      messages: ['`GET /v1/fees` was removed on 2026-06-02, but it answers 200.']
    },
    {
      title: 'An endpoint that is not removed and answers 410, which another rule reports',
      kind: 'quiet',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/fees}]}
`,
      served: [{kind: 'status', subject: 'GET /v1/fees', status: 410}],
      messages: []
    }
  ]
})
