import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'undocumented-call',
  since: '0.1.0',
  level: 'warning',
  watches: 'served',
  summary: 'Each call that is answered is of an operation that a description has.',
  why: 'Without a description, an operation has no deprecation, no notice, and no place in the release notes, though clients depend on it.',
  messages: {
    undescribed: '`{request}` was called {times} until {last}, but no API description has it.'
  },
  *check(served, {say}) {
    if (served.kind !== 'undocumented') return
    const {request, calls, last, place} = served
    yield {
      message: 'undescribed',
      place,
      about: request,
      values: {request, times: calls === 1 ? 'once' : say.count(calls, 'time'), last},
      remedy: 'Describe it, or stop serving it.'
    }
  },
  examples: [
    {
      title: 'Calls of an operation that no description has',
      kind: 'loud',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
`,
      served: [
        {
          kind: 'undocumented',
          request: 'DELETE /v1/loans/{}',
          calls: 31,
          last: '2026-11-19'
        }
      ],
      messages: ['`DELETE /v1/loans/{}` was called 31 times until 2026-11-19, but no API description has it.']
    },
    {
      title: 'An operation that answers with 404, which another rule reports',
      kind: 'quiet',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
`,
      served: [
        {
          kind: 'gone',
          subject: 'GET /v1/loans',
          since: '2026-11-02',
          calls: 12
        }
      ],
      messages: []
    }
  ]
})
