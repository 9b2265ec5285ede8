import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'adopted-changed',
  since: '0.1.0',
  level: 'error',
  watches: 'history',
  summary: 'The adoption date of a history never changes.',
  why: 'Announcements after the adoption date count from the day on which they were recorded. A later adoption date would make some of them count from an earlier day.',
  messages: {
    moved: 'The adoption date of the history changed from {before} to {after}.',
    removed: 'The adoption date of the history, {before}, was removed.'
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
      title: 'Adoption date moved past earlier announcements',
      kind: 'loud',
      history: `
service: Lending Library API
adopted: 2025-06-01
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
`,
      adoptedBefore: '2025-01-10',
      messages: ['The adoption date of the history changed from 2025-01-10 to 2025-06-01.']
    },
    {
      title: 'Adoption date removed',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
`,
      adoptedBefore: '2025-01-10',
      messages: ['The adoption date of the history, 2025-01-10, was removed.']
    },
    {
      title: 'Unchanged adoption date',
      kind: 'quiet',
      history: `
service: Lending Library API
adopted: 2025-01-10
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
`,
      adoptedBefore: '2025-01-10',
      messages: []
    }
  ]
})
