import {endStatusOf, findSupportedReplacement} from '../src/policy/end-status.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'uses-ended',
  since: '0.1.0',
  level: 'error',
  watches: 'use',
  summary: 'Client code calls nothing that has ended.',
  why: 'The call fails, or will on the day on which the service takes it away after all.',
  messages: {
    ended: 'Unexpected use of `{subject}`, which ended {at}, expected {instead}',
    unknown:
      'Unexpected use of `{address}` by a method that is not known, expected to know it, for `{subject}` ended {at}'
  },
  *check({use, lives}, {history, policy, say}) {
    const statuses = lives.map(life => ({life, leaving: endStatusOf(life, policy, history)}))
    const ended = statuses.flatMap(({life, leaving}) => (leaving?.kind === 'ended' ? [{life, at: leaving.at}] : []))
    const isSure = use.isCertain || ended.length === statuses.length
    // `uses-deprecated` reports calls whose possible endpoints have all ended or are ending.
    if (!isSure && statuses.every(({leaving}) => leaving)) return
    for (const {life, at} of use.isCertain ? ended : ended.slice(0, 1)) {
      const replacement = findSupportedReplacement(life, history)
      const instead = replacement ? `\`${say.subject(replacement)}\`` : 'none, for nothing is named in its place'
      const about = {
        subject: life.subject,
        place: use.place,
        about: use.key,
        ...(replacement ? {replacement} : {}),
        evidence: life.tenures
          .flatMap(({end}) => (end ? [{says: 'its end is on record', place: end.event.place}] : []))
          .slice(-1)
      }
      const values = {subject: say.subject(life.subject), at: say.at(at)}
      if (isSure) {
        const remedy = replacement
          ? `Call \`${say.subject(replacement)}\` instead.`
          : 'Take the call away, or ask the service what to call instead.'
        yield {...about, message: 'ended', values: {...values, instead}, remedy}
      } else {
        yield {
          ...about,
          message: 'unknown',
          verdict: 'undetermined',
          missing: [{fact: 'method', of: use.address}],
          values: {...values, address: use.address},
          remedy: 'Look which method it is called by.'
        }
      }
    }
  },
  examples: [
    {
      title: 'Calls of what was removed',
      kind: 'loud',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: "GET /v1/loans/{loanId}"}]}
  - release: "2.0"
    date: 2024-06-03
    changes:
      - {added: GET /v2/loans}
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2025-12-01}
      - {deprecated: "GET /v1/loans/{loanId}", sunset: 2025-12-01}
  - {release: "2.1", date: 2026-01-12, changes: [{removed: GET /v1/loans}, {removed: "GET /v1/loans/{loanId}"}]}
`,
      code: {
        'client.ts': `
const API = 'https://api.library.example/v1'
export const loans = () => fetch(\`\${API}/loans\`)
export const loan = (id: string) => fetch(\`\${API}/loans/\${id}\`)
`
      },
      says: [
        'Unexpected use of `GET /v1/loans`, which ended on 2025-12-01, expected `GET /v2/loans`',
        'Unexpected use of `GET /v1/loans/{loanId}`, which ended on 2025-12-01, expected none, for nothing is named in its place'
      ]
    },
    {
      title: 'Calls of what stays, and words that only look like calls',
      kind: 'quiet',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/fees}, {added: GET /v1/shelves}]}
  - {release: "2.0", date: 2024-06-03, changes: [{deprecated: GET /v1/fees, sunset: 2025-12-01}]}
`,
      code: {
        'client.ts': `
// fetch('/v1/fees')
console.log('GET /v1/fees')
app.get('/v1/fees', (request, response) => response.sendStatus(410))
export const shelves = () => fetch('/v1/shelves')
`
      },
      says: []
    },
    {
      title: 'The method is handed in by somebody',
      kind: 'undetermined',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/fees}, {added: POST /v1/fees}]}
  - {release: "2.0", date: 2024-06-03, changes: [{deprecated: GET /v1/fees, sunset: 2025-12-01}]}
`,
      code: {'client.ts': "export const fees = (init: RequestInit) => fetch('/v1/fees', init)\n"},
      says: [
        'Unexpected use of `/v1/fees` by a method that is not known, expected to know it, for `GET /v1/fees` ended on 2025-12-01'
      ]
    }
  ]
})
