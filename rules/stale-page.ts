import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'stale-page',
  since: '0.1.0',
  level: 'error',
  watches: 'history',
  summary: 'Pages with managed sections are up to date.',
  why: 'Readers plan with outdated sunset dates, or miss a removal.',
  messages: {
    stale: 'The managed sections of `{page}` are out of date.'
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
      title: 'Page that was not updated with the history',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
`,
      stale: ['CHANGES.md'],
      messages: ['The managed sections of `CHANGES.md` are out of date.']
    },
    {
      title: 'Pages that are up to date',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/shelves}]}
`,
      messages: []
    }
  ]
})
