import {endStatusOf, findSupportedReplacement} from '../src/policy/end-status.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'uses-ended',
  since: '0.1.0',
  level: 'error',
  watches: 'use',
  summary: 'Client code does not call endpoints whose support has ended.',
  why: 'The call fails, or will fail as soon as the endpoint is removed.',
  messages: {
    ended: 'Support of {subject} ended {at}. {instead}',
    unknown: 'The method of this call to `{address}` is unknown. Support of {subject} ended {at}.'
  },
  *check({use, lives}, {history, policy, say}) {
    const statuses = lives.map(life => ({life, leaving: endStatusOf(life, policy, history)}))
    const ended = statuses.flatMap(({life, leaving}) => (leaving?.kind === 'ended' ? [{life, at: leaving.at}] : []))
    const isSure = use.isCertain || ended.length === statuses.length
    // `uses-deprecated` reports calls whose possible endpoints have all ended or are ending.
    if (!isSure && statuses.every(({leaving}) => leaving)) return
    for (const {life, at} of use.isCertain ? ended : ended.slice(0, 1)) {
      const replacement = findSupportedReplacement(life, history)
      const instead = replacement ? `Use ${say.subject(replacement)} instead.` : 'No replacement is named.'
      const about = {
        subject: life.subject,
        place: use.place,
        about: use.key,
        ...(replacement ? {replacement} : {}),
        evidence: life.tenures
          .flatMap(({end}) => (end ? [{text: 'the end of support is recorded here', place: end.event.place}] : []))
          .slice(-1)
      }
      const values = {subject: say.subject(life.subject), at: say.at(at)}
      if (isSure) {
        const remedy = replacement
          ? `Call ${say.subject(replacement)} instead.`
          : 'Remove the call, or ask the API owner what to call instead.'
        yield {...about, message: 'ended', values: {...values, instead}, remedy}
      } else {
        yield {
          ...about,
          message: 'unknown',
          verdict: 'undetermined',
          missing: [{fact: 'method', of: use.address}],
          values: {...values, address: use.address},
          remedy: 'Check which method the call uses.'
        }
      }
    }
  },
  examples: [
    {
      title: 'Calls to removed endpoints',
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
      messages: [
        'Support of `GET /v1/loans` ended on 2025-12-01. Use `GET /v2/loans` instead.',
        'Support of `GET /v1/loans/{loanId}` ended on 2025-12-01. No replacement is named.'
      ]
    },
    {
      title: 'Calls to supported endpoints, and text that only looks like a call',
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
      messages: []
    },
    {
      title: 'Call whose method is passed in by the caller',
      kind: 'undetermined',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/fees}, {added: POST /v1/fees}]}
  - {release: "2.0", date: 2024-06-03, changes: [{deprecated: GET /v1/fees, sunset: 2025-12-01}]}
`,
      code: {'client.ts': "export const fees = (init: RequestInit) => fetch('/v1/fees', init)\n"},
      messages: ['The method of this call to `/v1/fees` is unknown. Support of `GET /v1/fees` ended on 2025-12-01.']
    }
  ]
})
