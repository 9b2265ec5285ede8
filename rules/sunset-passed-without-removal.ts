import type {History} from '../src/model/lifecycle/history.ts'
import {isDueOn} from '../src/model/lifecycle/lifecycle.ts'
import {covers, type Subject, subjectKey} from '../src/model/subject/subject.ts'
import {compareMoments, momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

/**
 * Whether everything known under a prefix was removed individually, so that no removal of the prefix needs to be
 * recorded.
 */
function isEmptied(subject: Subject, {lifecycles}: History): boolean {
  if (subject.target.kind !== 'prefix') return false
  const below = lifecycles.filter(
    life => !life.subject.part && subjectKey(life.subject) !== subjectKey(subject) && covers(subject, life.subject)
  )
  return below.length > 0 && below.every(({tenures}) => tenures.at(-1)?.end?.removal !== undefined)
}

export default defineRule({
  id: 'sunset-passed-without-removal',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'What has reached its promised end is removed on record, or its end is moved.',
  why: 'A reader cannot tell whether it still answers: the promise says no, the record says nothing.',
  messages: {
    silent: 'Unexpected silence about `{subject}` at its sunset {sunset}, expected its removal on record',
    unseen:
      'Unexpected lack of a description after the sunset of `{subject}` {sunset}, expected one that shows whether it is gone',
    served: 'Unexpected `{subject}` in the description {at}, expected its removal by its sunset {sunset}'
  },
  *check(lifecycle, {history, asOf, say}) {
    const {subject, tenures} = lifecycle
    // A restoration after an earlier end already explains it.
    const end = tenures.at(-1)?.end
    if (end?.kind !== 'sunset' || end.removal || !end.isOwn || isEmptied(subject, history)) return
    if (isDueOn(end, asOf)) return
    const entry = end.moment.entry === undefined ? undefined : history.timeline.entries[end.moment.entry]
    const about = {subject, event: end.event, place: end.event.place}
    const values = {subject: say.subject(subject), sunset: say.at(end.moment)}
    // Without a declared line there is nothing to write; the next description shows what happened.
    if (end.event.seen) {
      const last = history.bases?.at(-1)?.entry
      const at = last === undefined ? undefined : momentAt(history.timeline, last)
      const isLater = at && compareMoments(history.timeline, at, end.moment) === 'after'
      yield isLater
        ? {
            ...about,
            message: 'served',
            values: {...values, at: say.at(at)},
            remedy: 'Take it out of the description; if it is to stay, name a later sunset before it comes.'
          }
        : {
            ...about,
            message: 'unseen',
            values,
            remedy: 'Add the description of a release after that day.'
          }
      return
    }
    yield {
      ...about,
      message: 'silent',
      values,
      evidence: entry ? [{says: `${say.entry(entry.index)} records no removal of it`, place: entry.place}] : [],
      remedy:
        'Write `removed:` in the release that took it away; if it still answers, `restored:`, and `deprecated:` with a later sunset (`rescheduled:` moves only an end that has not come).'
    }
  },
  examples: [
    {
      title: 'The day has passed, or the release has shipped, and nothing was removed',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.2"
    date: 2024-01-10
    changes: [{deprecated: /v1/shelves/**, sunset: "2.4"}, {deprecated: GET /v1/loans, sunset: 2025-06-01}]
  - {release: "2.4", date: 2025-06-20}
`,
      says: [
        'Unexpected silence about `/v1/shelves/**` at its sunset in release 2.4 (2025-06-20), expected its removal on record',
        'Unexpected silence about `GET /v1/loans` at its sunset on 2025-06-01, expected its removal on record'
      ]
    },
    {
      title: 'Descriptions alone show the mark, and none is of a later day',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10}
  - {release: "2.0", date: 2024-03-10}
`,
      specs: {
        '1.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: '1.0'}
paths:
  /v1/loans:
    get: {responses: {'200': {description: Loans}}}
`,
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: '2.0'}
paths:
  /v1/loans:
    get: {deprecated: true, x-sunset: '2025-06-01', responses: {'200': {description: Loans}}}
`
      },
      says: [
        'Unexpected lack of a description after the sunset of `GET /v1/loans` on 2025-06-01, expected one that shows whether it is gone'
      ]
    },
    {
      title: 'A later description shows that it is still served',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10}
  - {release: "2.0", date: 2024-03-10}
  - {release: "3.0", date: 2025-09-10}
`,
      specs: {
        '1.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: '1.0'}
paths:
  /v1/loans:
    get: {responses: {'200': {description: Loans}}}
`,
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: '2.0'}
paths:
  /v1/loans:
    get: {deprecated: true, x-sunset: '2025-06-01', responses: {'200': {description: Loans}}}
`,
        '3.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: '3.0'}
paths:
  /v1/loans:
    get: {deprecated: true, x-sunset: '2025-06-01', responses: {'200': {description: Loans}}}
`
      },
      says: [
        'Unexpected `GET /v1/loans` in the description in release 3.0 (2025-09-10), expected its removal by its sunset on 2025-06-01'
      ]
    },
    {
      title: 'Removed, removed one by one under a prefix, or not due yet',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "2.2"
    date: 2024-01-10
    changes:
      - {deprecated: GET /v1/loans, sunset: 2025-06-01}
      - {deprecated: /v1/shelves/**, sunset: 2025-06-01}
      - {deprecated: GET /v1/copies, sunset: 2031-06-01}
  - release: "2.4"
    date: 2025-06-20
    changes: [{removed: GET /v1/loans}, {removed: GET /v1/shelves/dust}, {removed: PUT /v1/shelves/dust}]
`,
      says: []
    },
    {
      title: 'It still answers, and the record says so',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "2.3", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - release: "2.4"
    date: 2025-06-20
    changes: [{restored: GET /v1/loans}, {deprecated: GET /v1/loans, sunset: 2031-06-01}]
`,
      says: []
    },
    {
      title: 'On the day itself it may go, and is not late yet',
      kind: 'quiet',
      asOf: '2025-06-01',
      history: `
service: Lending Library API
releases:
  - release: "2.2"
    date: 2024-01-10
    changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]
`,
      says: []
    }
  ]
})
