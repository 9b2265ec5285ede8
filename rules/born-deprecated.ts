import {subjectKey} from '../src/model/subject/subject.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'born-deprecated',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'Nothing is introduced and deprecated at once.',
  why: 'It invites clients to what they must leave again.',
  messages: {
    born: 'Unexpected deprecation of `{subject}` {at}, the entry that introduces it, expected some time of support'
  },
  *check({subject, events}, {history, say}) {
    const own = events.filter(event => subjectKey(event.subject) === subjectKey(subject))
    for (const event of own) {
      if (event.kind !== 'deprecated') continue
      const birth = own.find(other => other.kind === 'introduced' && other.entry === event.entry)
      if (!birth) continue
      yield {
        message: 'born',
        values: {subject: say.subject(subject), at: say.at(momentAt(history.timeline, event.entry))},
        subject,
        event,
        place: event.place,
        evidence: [{says: 'it is introduced here', place: birth.place}],
        remedy: 'Leave it out, or deprecate it once something replaces it.'
      }
    }
  },
  examples: [
    {
      title: 'It comes with its own end',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v1/loans}, {deprecated: GET /v1/loans, sunset: 2029-01-10}]}
`,
      says: [
        'Unexpected deprecation of `GET /v1/loans` in release 1.0, the entry that introduces it, expected some time of support'
      ]
    },
    {
      title: 'It is added under a prefix whose end is known, deprecated later, or restored with its end',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v2/loans}, {deprecated: /v1/**, sunset: 2029-01-10}]}
  - {release: "1.1", changes: [{added: GET /v1/copies}, {deprecated: GET /v2/loans}, {removed: GET /v1/readers}]}
  - {release: "1.2", changes: [{restored: GET /v1/readers}, {deprecated: GET /v1/readers, sunset: 2029-06-10}]}
`,
      says: []
    }
  ]
})
