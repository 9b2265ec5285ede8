import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'new-rule',
  since: 'next',
  level: 'warning',
  watches: 'event',
  summary: 'A note about a deprecation gives a reason.',
  why: 'Clients plan their migration by the reason: a security flaw is urgent, an old name is not.',
  messages: {
    hollow: "The note about the deprecation of {subject} doesn't say why."
  },
  *check(event, {say}) {
    if (event.kind !== 'deprecated' || !/^(?:is )?deprecated\.?$/i.test(event.note ?? '')) return
    yield {
      message: 'hollow',
      values: {subject: say.subject(event.subject)},
      subject: event.subject,
      event,
      place: event.place,
      remedy: 'Say in `note` why it is deprecated.'
    }
  },
  examples: [
    {
      title: 'A note that repeats the deprecation',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "3.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "3.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans, note: Deprecated.}]}
`,
      messages: ["The note about the deprecation of `GET /v1/loans` doesn't say why."]
    },
    {
      title: 'A note with a reason',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "3.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "3.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans, note: It can't say where a copy stands.}]}
`,
      messages: []
    }
  ]
})
