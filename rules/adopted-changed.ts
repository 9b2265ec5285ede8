import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'adopted-changed',
  since: '0.1.0',
  level: 'error',
  watches: 'history',
  summary: 'The day on which a history was adopted stays as it is.',
  why: 'What was announced after that day counts from its record. Another day would make old announcements of new ones.',
  messages: {
    moved: 'Unexpected adoption of the history on {after}, expected {before} as before this change',
    removed: 'Unexpected history that is not adopted, expected {before} as before this change'
  },
  *check({adopted, adoptedBefore}) {
    if (!adoptedBefore || adoptedBefore.day === adopted) return
    const {day: before, place} = adoptedBefore
    const how = {place, about: before, remedy: `Restore \`adopted: ${before}\`.`}
    if (adopted === undefined) yield {message: 'removed', ...how, values: {before}}
    else yield {message: 'moved', ...how, values: {before, after: adopted}}
  },
  examples: [
    {
      title: 'The day is moved behind what was announced since',
      kind: 'loud',
      history: `
service: Lending Library API
adopted: 2025-06-01
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
`,
      adoptedBefore: '2025-01-10',
      says: ['Unexpected adoption of the history on 2025-06-01, expected 2025-01-10 as before this change']
    },
    {
      title: 'The line is taken out',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
`,
      adoptedBefore: '2025-01-10',
      says: ['Unexpected history that is not adopted, expected 2025-01-10 as before this change']
    },
    {
      title: 'The day is as it was',
      kind: 'quiet',
      history: `
service: Lending Library API
adopted: 2025-01-10
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
`,
      adoptedBefore: '2025-01-10',
      says: []
    }
  ]
})
