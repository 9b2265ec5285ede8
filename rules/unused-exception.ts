import {findLifecycles} from '../src/model/lifecycle/history.ts'
import {covers, subjectKey} from '../src/model/subject/subject.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unused-exception',
  since: '0.1.0',
  level: 'warning',
  watches: 'event',
  summary: 'Each endpoint that is excluded from a prefix exists under that prefix.',
  why: 'With a typo, an endpoint counts as removed although it should be excluded.',
  messages: {
    elsewhere: "{exception} is excluded from {subject}, but isn't under it.",
    absent: "{exception} is excluded from {subject}, but isn't in the history."
  },
  *check(event, {history, say}) {
    for (const exception of event.except ?? []) {
      const isUnder = covers(event.subject, exception)
      if (isUnder && (!history.complete || findLifecycles(exception, history).length > 0)) continue
      yield {
        message: isUnder ? 'absent' : 'elsewhere',
        subject: event.subject,
        event,
        place: event.place,
        about: subjectKey(exception),
        values: {subject: say.subject(event.subject), exception: say.subject(exception)},
        remedy: isUnder
          ? 'Correct its name, or add it to `subjects:` if it always existed.'
          : 'Remove it, or correct its name.'
      }
    }
  },
  examples: [
    {
      title: 'Exceptions with a typo, or under another prefix',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/health}, {added: GET /v2/health}]}
  - on: 2024-02-01
    changes: [{deprecated: /v1/**, except: [GET /v1/heath, GET /v2/health], sunset: 2031-06-01}]
`,
      messages: [
        "`GET /v1/heath` is excluded from `/v1/**`, but isn't in the history.",
        "`GET /v2/health` is excluded from `/v1/**`, but isn't under it."
      ]
    },
    {
      title: 'Exceptions that are endpoints, or a prefix with endpoints',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/health}, {added: GET /v1/shelves/dust}]}
  - on: 2024-02-01
    changes: [{deprecated: /v1/**, except: [GET /v1/health, /v1/shelves/**], sunset: 2031-06-01}]
`,
      messages: []
    }
  ]
})
