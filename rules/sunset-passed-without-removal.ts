import type {History} from '../src/model/lifecycle/history.ts'
import {isDueOn} from '../src/model/lifecycle/lifecycle.ts'
import {covers, isPrefix, type Subject, subjectKey} from '../src/model/subject/subject.ts'
import {compareMoments, momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

/**
 * Whether everything known under a prefix was removed individually, so that no removal of the prefix needs to be
 * recorded.
 */
function isEmptied(subject: Subject, {lifecycles}: History): boolean {
  if (!isPrefix(subject.target)) return false
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
  summary: 'When a sunset is reached, the removal is recorded, unless the sunset was postponed in time.',
  why: 'Without an entry, readers cannot tell whether it still works.',
  messages: {
    silent: '{subject} reached its sunset {sunset}, but no removal is recorded.',
    unseen: '{subject} reached its sunset {sunset}, but no later API description shows whether it was removed.',
    served: '{subject} is still in the API description {at}, after its sunset {sunset}.'
  },
  *check(lifecycle, {history, asOf, say}) {
    const {subject, tenures} = lifecycle
    // Only the last tenure is checked, because a restoration explains the end of an earlier one.
    const end = tenures.at(-1)?.end
    if (end?.kind !== 'sunset' || end.removal || !end.isOwn || isEmptied(subject, history)) return
    if (isDueOn(end, asOf)) return
    const entry = end.moment.entry === undefined ? undefined : history.timeline.entries[end.moment.entry]
    const about = {subject, event: end.event, place: end.event.place}
    const values = {subject: say.subject(subject), sunset: say.at(end.moment)}
    // If only a description shows the sunset, no line of the history is missing, and the next description shows what
    // happened.
    if (end.event.seen) {
      const last = history.bases?.at(-1)?.entry
      const at = last === undefined ? undefined : momentAt(history.timeline, last)
      const isLater = at && compareMoments(history.timeline, at, end.moment) === 'after'
      yield isLater
        ? {
            ...about,
            message: 'served',
            values: {...values, at: say.at(at)},
            remedy: 'Remove it from the API description, or announce a later sunset before it is reached.'
          }
        : {
            ...about,
            message: 'unseen',
            values,
            remedy: 'Add the API description of a release after that day.'
          }
      return
    }
    yield {
      ...about,
      message: 'silent',
      values,
      evidence: entry ? [{text: `no removal is recorded in ${say.entry(entry.index)}`, place: entry.place}] : [],
      remedy:
        'Add `removed:` to the release that removed it. If it still works, add `restored:`, and `deprecated:` with a later sunset.'
    }
  },
  examples: [
    {
      title: 'Sunset day or release passed without a removal',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.2"
    date: 2024-01-10
    changes: [{deprecated: /v1/shelves/**, sunset: "2.4"}, {deprecated: GET /v1/loans, sunset: 2025-06-01}]
  - {release: "2.4", date: 2025-06-20}
`,
      messages: [
        '`/v1/shelves/**` reached its sunset in 2.4 (2025-06-20), but no removal is recorded.',
        '`GET /v1/loans` reached its sunset on 2025-06-01, but no removal is recorded.'
      ]
    },
    {
      title: 'No API description from after the sunset',
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
      messages: [
        '`GET /v1/loans` reached its sunset on 2025-06-01, but no later API description shows whether it was removed.'
      ]
    },
    {
      title: 'Endpoint still in a later API description',
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
      messages: ['`GET /v1/loans` is still in the API description in 3.0 (2025-09-10), after its sunset on 2025-06-01.']
    },
    {
      title: 'Endpoints removed, removed one by one under a prefix, or not due yet',
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
      messages: []
    },
    {
      title: 'Endpoint restored, because it still works',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "2.3", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - release: "2.4"
    date: 2025-06-20
    changes: [{restored: GET /v1/loans}, {deprecated: GET /v1/loans, sunset: 2031-06-01}]
`,
      messages: []
    },
    {
      title: 'Check on the day of the sunset',
      kind: 'quiet',
      asOf: '2025-06-01',
      history: `
service: Lending Library API
releases:
  - release: "2.2"
    date: 2024-01-10
    changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]
`,
      messages: []
    }
  ]
})
