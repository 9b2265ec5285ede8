import {findDiscrepancies} from '../src/model/lifecycle/discrepancies.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unseen-change',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'What a history tells can be seen in the API descriptions that go with it.',
  why: 'Either the history tells what did not happen, or the descriptions do not show what clients meet.',
  messages: {
    there: 'Unexpected end of `{subject}` {at}, expected it to leave the descriptions ({last} still has {how})',
    nowhere: 'Unexpected addition of `{subject}` {at}, expected it in one of the descriptions'
  },
  *check(history, {say}) {
    const last = history.bases?.at(-1)?.entry ?? 0
    for (const {kind, what, subject, event, covers} of findDiscrepancies(history)) {
      if (kind !== 'unseen') continue
      const about = {subject, event, place: event.place, covers}
      const values = {subject: say.subject(subject), at: say.at(momentAt(history.timeline, event.entry))}
      if (what === 'removed') {
        const how = covers.length === 0 ? 'it' : say.few(covers.map(each => `\`${say.subject(each)}\``))
        yield {
          ...about,
          message: 'there',
          values: {...values, last: say.entry(last), how},
          remedy: 'Take it out of the description, or correct the line.'
        }
      } else {
        yield {...about, message: 'nowhere', values, remedy: 'Describe it, or correct the line.'}
      }
    }
  },
  examples: [
    {
      title: 'Removed by the history, and still described; added, and never described',
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
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.1 (2025-06-01), expected it to leave the descriptions (release 2.1 still has it)',
        'Unexpected addition of `GET /v1/readers` in release 2.1 (2025-06-01), expected it in one of the descriptions'
      ]
    },
    {
      title: 'What came before the first description, or is still to come, nobody could see',
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
      says: []
    }
  ]
})
