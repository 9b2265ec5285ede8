import {findLifecycles} from '../src/model/lifecycle/history.ts'
import {covers, subjectKey} from '../src/model/subject/subject.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unused-exception',
  since: '0.1.0',
  level: 'warning',
  watches: 'event',
  summary: 'What is left out of the end of a prefix is under it, and is there.',
  why: 'A slip in its name ends what was meant to be spared.',
  messages: {
    elsewhere: 'Unexpected exception `{exception}` from the end of `{subject}`, expected something under it',
    absent: 'Unexpected exception `{exception}` from the end of `{subject}`, expected something on record'
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
          ? 'Correct its name, or write it down under `subjects` if it was always there.'
          : 'Take it away, or correct its name.'
      }
    }
  },
  examples: [
    {
      title: 'A slip in the name, and a path under another prefix',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/health}, {added: GET /v2/health}]}
  - on: 2024-02-01
    changes: [{deprecated: /v1/**, except: [GET /v1/heath, GET /v2/health], sunset: 2031-06-01}]
`,
      says: [
        'Unexpected exception `GET /v1/heath` from the end of `/v1/**`, expected something on record',
        'Unexpected exception `GET /v2/health` from the end of `/v1/**`, expected something under it'
      ]
    },
    {
      title: 'It is there, by its own name or as a prefix of what is',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/health}, {added: GET /v1/shelves/dust}]}
  - on: 2024-02-01
    changes: [{deprecated: /v1/**, except: [GET /v1/health, /v1/shelves/**], sunset: 2031-06-01}]
`,
      says: []
    }
  ]
})
