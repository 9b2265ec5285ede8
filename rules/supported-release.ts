import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'supported-release',
  since: '0.1.0',
  level: 'warning',
  watches: 'clientBreak',
  summary: 'Clients of each supported release still work.',
  why: 'A release can be compatible with the one before it, and break clients of an older one that is still supported.',
  messages: {
    found: '{change} Clients of {releases} rely on it{already}.'
  },
  *check({judged, releases, demand, inBase}, {history, say}) {
    if (demand !== 'supported') return
    const {change, verdict} = judged
    const {subject, where, kind, at, about} = change
    const already = inBase === undefined ? '' : `, and ${inBase} has that change already`
    yield {
      message: 'found',
      values: {change: say.change(judged), releases: say.releases(releases), already},
      subject,
      place: where.new ?? where.missingFrom ?? where.old ?? {source: history.source},
      releases,
      about: `${kind} ${at} ${about ?? ''}`,
      details: say.examples(judged),
      remedy: 'Restore it. If the policy allowed it, record it in the history, with its announcement or its waiver.',
      ...(inBase === undefined ? {level: 'error' as const} : {}),
      ...(verdict === 'undetermined' ? {isDoubt: true as const} : {})
    }
  },
  examples: [
    {
      title: 'Endpoint that was removed two releases ago without notice',
      kind: 'loud',
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases: [{release: "1.2", date: 2025-06-01}, {release: "1.3", date: 2025-08-01}]
`,
      specs: {
        '1.2': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.2"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All}}}}
  /v1/fees: {get: {responses: {"200": {description: All}}}}
`,
        '1.3': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.3"}
paths: {/v1/loans: {get: {responses: {"200": {description: All}}}}}
`,
        next: `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.4"}
paths: {/v1/loans: {get: {responses: {"200": {description: All}}}}}
`
      },
      messages: ['Removed `GET /v1/fees`. Clients of 1.2 rely on it, and 1.3 has that change already.']
    },
    {
      title: 'Endpoint that was removed after its notice',
      kind: 'quiet',
      asOf: '2026-09-01',
      history: `
service: Lending Library API
releases: [{release: "1.2", date: 2025-06-01}, {release: "1.3", date: 2026-08-01}]
`,
      specs: {
        '1.2': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.2"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All}}}}
  /v1/fees: {get: {deprecated: true, x-deprecated-since: 2025-06-01, responses: {"200": {description: All}}}}
`,
        '1.3': `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.3"}
paths: {/v1/loans: {get: {responses: {"200": {description: All}}}}}
`,
        next: `
openapi: 3.0.3
info: {title: Lending Library API, version: "1.4"}
paths: {/v1/loans: {get: {responses: {"200": {description: All}}}}}
`
      },
      messages: []
    }
  ]
})
