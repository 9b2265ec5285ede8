import {findSimilarSubjects} from '../src/model/lifecycle/similar-subject.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unknown-subject',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'What changes or ends is spelt as it was introduced.',
  why: 'A slip of the pen tells of two lives: one that nobody introduced, and one that never ends.',
  messages: {
    slip: 'Unexpected subject `{subject}` {at}, introduced nowhere, expected `{meant}` that was introduced {birth}'
  },
  *check(history, {say}) {
    for (const {subject, events, statedStabilities: stated} of history.lifecycles) {
      const own = events.filter(event => subjectKey(event.subject) === subjectKey(subject))
      const [event] = own
      if (!event || stated.some(each => !each.event) || own.some(({kind}) => kind === 'introduced')) continue
      const births = findSimilarSubjects(subject, history).flatMap(
        near => history.bySubject.get(subjectKey(near))?.tenures[0]?.introduced?.event ?? []
      )
      // A subject added later or in the same entry is a different one.
      const birth = births.find(({entry}) => entry < event.entry)
      if (!birth) continue
      const at = (entry: number): string => say.at(momentAt(history.timeline, entry))
      yield {
        message: 'slip',
        values: {
          subject: say.subject(subject),
          at: at(event.entry),
          meant: say.subject(birth.subject),
          birth: at(birth.entry)
        },
        subject,
        event,
        place: event.place,
        evidence: [{says: 'it may be meant as this', place: birth.place}],
        remedy: 'Correct the name, or add the subject where it was introduced.'
      }
    }
  },
  examples: [
    {
      title: 'One letter is missing, and one is small',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    changes: [{added: GET /v1/readers}, {added: GET /v1/loans, field: dueDate, in: response}]
  - release: "1.1"
    changes: [{deprecated: GET /v1/reader}, {deprecated: GET /v1/loans, field: duedate, in: response}]
`,
      says: [
        'Unexpected subject `GET /v1/reader` in release 1.1, introduced nowhere, expected `GET /v1/readers` that was introduced in release 1.0',
        'Unexpected subject `GET /v1/loans (field duedate, in response)` in release 1.1, introduced nowhere, expected `GET /v1/loans (field dueDate, in response)` that was introduced in release 1.0'
      ]
    },
    {
      title: 'Older than the record, another version or method, and the plural that replaces it',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{added: GET /v2/readers}, {added: GET /v2-beta/copies}]}
  - release: "1.1"
    changes:
      - {removed: GET /v1/readers}
      - {removed: PUT /v2/readers}
      - {removed: GET /v1-beta/copies}
      - {added: GET /v2/loans}
      - {removed: GET /v2/loan, replacement: GET /v2/loans}
`,
      says: []
    }
  ]
})
