import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'stale-page',
  since: '0.1.0',
  level: 'error',
  watches: 'history',
  summary: 'A page that is written from the record says what the record says.',
  why: 'People plan by the page that they read, and it tells them of an end that has moved, or of none.',
  messages: {
    stale: 'Unexpected zones of `{page}` that are not as the record would fill them, expected fresh ones'
  },
  *check({stale = []}) {
    for (const place of stale) {
      const page = place.source
      yield {
        message: 'stale',
        place,
        about: page,
        values: {page},
        remedy: `Run \`tenure changelog --write ${page}\`.`
      }
    }
  },
  examples: [
    {
      title: 'A page was left as it was when the record went on',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
`,
      stale: ['CHANGES.md'],
      says: ['Unexpected zones of `CHANGES.md` that are not as the record would fill them, expected fresh ones']
    },
    {
      title: 'All pages are fresh',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/shelves}]}
`,
      says: []
    }
  ]
})
