import {findDiscrepancies} from '../src/model/lifecycle/discrepancies.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unseen-change',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'Each recorded change shows in the API descriptions.',
  why: 'Either the history lists a change that did not happen, or the API description is wrong.',
  messages: {
    there: '{subject} was removed {at}, but the API description of {last} still has {how}.',
    nowhere: '{subject} was added {at}, but no API description has it.'
  },
  *check(history, {say}) {
    const last = history.bases?.at(-1)?.entry ?? 0
    for (const {kind, what, subject, event, covers} of findDiscrepancies(history)) {
      if (kind !== 'unseen') continue
      const about = {subject, event, place: event.place, covers}
      const values = {subject: say.subject(subject), at: say.at(momentAt(history.timeline, event.entry))}
      if (what === 'removed') {
        const how = covers.length === 0 ? 'it' : say.few(covers.map(say.subject))
        yield {
          ...about,
          message: 'there',
          values: {...values, last: say.entry(last), how},
          remedy: 'Remove it from the API description, or correct the entry.'
        }
      } else {
        yield {...about, message: 'nowhere', values, remedy: 'Add it to the API description, or correct the entry.'}
      }
    }
  },
  examples: [
    {
      title: 'Endpoints recorded as removed but still described, or as added but never described',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10}
  - {release: "2.1", date: 2025-06-01, changes: [{removed: GET /v1/loans}, {added: GET /v1/readers}]}
`,
      specs: {
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.0"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
`,
        '2.1': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.1"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
`
      },
      messages: [
        '`GET /v1/loans` was removed in 2.1 (2025-06-01), but the API description of 2.1 still has it.',
        '`GET /v1/readers` was added in 2.1 (2025-06-01), but no API description has it.'
      ]
    },
    {
      title: 'Endpoints added before the first API description, or in the next release',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2022-01-10, changes: [{added: GET /v1/readers}]}
  - {release: "2.0", date: 2024-01-10}
  - {release: next, changes: [{added: GET /v1/shelves}]}
`,
      specs: {
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.0"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
`
      },
      messages: []
    }
  ]
})
