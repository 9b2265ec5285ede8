import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'answers-gone',
  since: '0.1.0',
  level: 'warning',
  watches: 'served',
  summary: 'An operation that is not removed does not answer every call with 404 or 410.',
  why: 'Either it was removed without notice and without an entry in the history, or it fails for all of its clients.',
  messages: {
    gone: '{subject} has answered {calls} with 404 or 410 since {since}, but no removal is recorded.',
    status: '{subject} answers {status}, but no removal is recorded.',
    early: '{subject} answers {status} before its sunset on {sunset}.'
  },
  *check(served, {say}) {
    if (served.kind === 'status' && served.removed === undefined) {
      const {subject, status, sunset, place} = served
      const values = {subject: say.subject(subject), status}
      const remedy = 'Serve it again, or record its removal.'
      const about = {subject, place, level: 'error', remedy} as const
      if (sunset === undefined) yield {...about, message: 'status', values}
      else yield {...about, message: 'early', values: {...values, sunset}, remedy: `Serve it until ${sunset}.`}
    }
    if (served.kind !== 'gone') return
    const {subject, calls, since, place} = served
    const times = calls === 1 ? 'its only call' : `all of its ${say.count(calls, 'call')}`
    yield {
      message: 'gone',
      subject,
      place,
      // Calls of things that never existed are answered with 404, too.
      isDoubt: true,
      values: {subject: say.subject(subject), calls: times, since},
      remedy: 'Serve it again, or record its removal if it was removed.'
    }
  },
  examples: [
    {
      title: 'An endpoint that answers as if it were removed',
      kind: 'loud',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/fees}]}
`,
      served: [{kind: 'gone', subject: 'GET /v1/fees', since: '2026-11-02', calls: 12}],
      messages: [
        '`GET /v1/fees` has answered all of its 12 calls with 404 or 410 since 2026-11-02, but no removal is recorded.'
      ]
    },
    {
      title: 'An answer to a probe',
      kind: 'loud',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.2", date: 2024-01-10, changes: [{added: GET /v1/fees}, {added: GET /v1/loans}]}
  - {release: "1.3", date: 2025-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2027-06-30}]}
`,
      served: [
        {kind: 'status', subject: 'GET /v1/fees', status: 404},
        {kind: 'status', subject: 'GET /v1/loans', status: 410, sunset: '2027-06-30'}
      ],
      messages: [
        '`GET /v1/fees` answers 404, but no removal is recorded.',
        '`GET /v1/loans` answers 410 before its sunset on 2027-06-30.'
      ]
    },
    {
      title: 'Calls of what no description has, which another rule reports',
      kind: 'quiet',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.1", date: 2024-01-10, changes: [{added: GET /v1/fees}]}
`,
      served: [{kind: 'undocumented', request: 'GET /v1/shelves', calls: 3, last: '2026-11-02'}],
      messages: []
    }
  ]
})
