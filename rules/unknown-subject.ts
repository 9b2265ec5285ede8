import {findSimilarSubjects} from '../src/model/lifecycle/similar-subject.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unknown-subject',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'Endpoints are named in the same way as when they were added.',
  why: 'With a typo, the history seems to have two endpoints: one that is never removed, and one that was never added.',
  messages: {
    slip: '{subject} {what} {at}, but was never added. Did you mean {suggestion}, added {birth}?'
  },
  *check(history, {say}) {
    for (const {subject, events, statedStabilities: stated} of history.lifecycles) {
      const own = events.filter(event => subjectKey(event.subject) === subjectKey(subject))
      const [event] = own
      // A subject that a description shows, or that a line adds, has the right name.
      const isNamedElsewhere =
        own.some(({kind, seen}) => kind === 'introduced' || seen) || stated.some(each => !each.event)
      if (!event || isNamedElsewhere) continue
      const births = findSimilarSubjects(subject, history).flatMap(
        near => history.bySubject.get(subjectKey(near))?.tenures[0]?.introduced?.event ?? []
      )
      // A subject added later or in the same entry is a different one.
      const birth = births.find(({entry}) => entry < event.entry)
      if (!birth) continue
      const at = momentAt(history.timeline, event.entry)
      yield {
        message: 'slip',
        values: {
          subject: say.subject(subject),
          what: event.kind === 'changed' ? 'changed' : `${say.was(at)} ${event.verb}`,
          at: say.at(at),
          suggestion: say.subject(birth.subject),
          birth: say.at(momentAt(history.timeline, birth.entry))
        },
        subject,
        event,
        place: event.place,
        evidence: [{text: 'the similar name is here', place: birth.place}],
        remedy: 'Correct the name, or record the release that added it.'
      }
    }
  },
  examples: [
    {
      title: 'Names with a missing or a lowercase letter',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    changes: [{added: GET /v1/readers}, {added: GET /v1/loans, field: dueDate, in: response}]
  - release: "1.1"
    changes: [{deprecated: GET /v1/reader}, {deprecated: GET /v1/loans, field: duedate, in: response}]
`,
      messages: [
        '`GET /v1/reader` was deprecated in 1.1, but was never added. Did you mean `GET /v1/readers`, added in 1.0?',
        'Field `duedate` in the response of `GET /v1/loans` was deprecated in 1.1, but was never added. Did you mean field `dueDate` in the response of `GET /v1/loans`, added in 1.0?'
      ]
    },
    {
      title: 'Endpoints older than the history, of another version or method, or replaced by a plural',
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
      messages: []
    }
  ]
})
