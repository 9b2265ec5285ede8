import {subjectKey} from '../src/model/subject/subject.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'born-deprecated',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'Nothing is deprecated in the release that adds it.',
  why: 'Clients would start to use something that is already being phased out.',
  messages: {
    born: '{subject} {was} added and deprecated {at}.'
  },
  *check({subject, events}, {history, say}) {
    const own = events.filter(event => subjectKey(event.subject) === subjectKey(subject))
    for (const event of own) {
      if (event.kind !== 'deprecated') continue
      const birth = own.find(other => other.kind === 'introduced' && other.entry === event.entry)
      // With `by`, the subject may have been added earlier than its deprecation.
      if (!birth || birth.by) continue
      const at = momentAt(history.timeline, event.entry)
      yield {
        message: 'born',
        values: {subject: say.subject(subject), was: say.was(at), at: say.at(at)},
        subject,
        event,
        place: event.place,
        evidence: [{text: 'it is added here', place: birth.place}],
        remedy: 'Remove the deprecation, or deprecate it in a later release.'
      }
    }
  },
  examples: [
    {
      title: 'Endpoint added together with its sunset',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v1/loans}, {deprecated: GET /v1/loans, sunset: 2029-01-10}]}
`,
      messages: ['`GET /v1/loans` was added and deprecated in 1.0.']
    },
    {
      title: 'Endpoints added under a deprecated prefix, deprecated later, or restored as deprecated',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v2/loans}, {deprecated: /v1/**, sunset: 2029-01-10}]}
  - {release: "1.1", changes: [{added: GET /v1/copies}, {deprecated: GET /v2/loans}, {removed: GET /v1/readers}]}
  - {release: "1.2", changes: [{restored: GET /v1/readers}, {deprecated: GET /v1/readers, sunset: 2029-06-10}]}
`,
      messages: []
    },
    {
      title: 'Endpoints that existed when the history began',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    existing: true
    changes: [{added: GET /v1/loans}, {deprecated: GET /v1/loans, sunset: 2029-01-10}]
  - release: "1.1"
    changes: [{added: GET /v1/copies, existing: true}, {deprecated: GET /v1/copies, sunset: 2029-06-10}]
`,
      messages: []
    }
  ]
})
