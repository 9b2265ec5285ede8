import {findDiscrepancies} from '../src/model/lifecycle/discrepancies.ts'
import {momentAt, NEXT} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

const WORDS = {
  introduced: 'addition',
  deprecated: 'deprecation',
  rescheduled: 'new sunset',
  withdrawn: 'withdrawal',
  removed: 'end',
  restored: 'return'
} as const

export default defineRule({
  id: 'unrecorded-change',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'What API descriptions show is written in the history that goes with them.',
  why: 'Who reads only the history does not learn of it, and nobody has said why it came.',
  messages: {
    unrecorded: 'Unexpected {what} of `{subject}` {at} that the history does not tell, expected a line for it'
  },
  *check(history, {say}) {
    for (const {kind, what, subject, event} of findDiscrepancies(history)) {
      if (kind !== 'unrecorded') continue
      const at = say.at(momentAt(history.timeline, event.entry))
      const line = `Write a line for it (\`${what === 'introduced' ? 'added' : what}:\`)`
      const isNext = history.timeline.entries[event.entry]?.name === NEXT
      yield {
        message: 'unrecorded',
        values: {what: WORDS[what], subject: say.subject(subject), at},
        subject,
        event,
        place: event.place,
        // The unreleased version has this name even if the file has no entry for it yet.
        remedy: isNext
          ? `${line} under \`- release: next\` at the end of the history, or in a file of its folder \`next/\`.`
          : `${line} into that release.`
      }
    }
  },
  examples: [
    {
      title: 'An operation is gone, and no line says so',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10}
  - {release: "2.1", date: 2025-06-01, changes: [{deprecated: GET /v1/shelves}]}
`,
      specs: {
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.0"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
  /v1/shelves: {get: {responses: {"200": {description: All shelves}}}}
`,
        '2.1': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.1"}
paths:
  /v1/shelves: {get: {deprecated: true, responses: {"200": {description: All shelves}}}}
`
      },
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.1 (2025-06-01) that the history does not tell, expected a line for it'
      ]
    },
    {
      title: 'A promise is moved later, another one is taken back and made again, and no line says so',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10}
  - release: "2.1"
    date: 2025-06-01
    changes:
      - {deprecated: GET /v1/shelves, replacement: none, sunset: 2026-09-01}
      - {deprecated: GET /v1/loans, replacement: none, sunset: 2026-09-01}
  - {release: "2.2", date: 2025-07-01}
  - {release: "2.3", date: 2025-08-01}
`,
      specs: {
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.0"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
  /v1/shelves: {get: {responses: {"200": {description: All shelves}}}}
`,
        '2.1': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.1"}
paths:
  /v1/loans: {get: {deprecated: true, x-sunset: 2026-09-01, responses: {"200": {description: All loans}}}}
  /v1/shelves: {get: {deprecated: true, x-sunset: 2026-09-01, responses: {"200": {description: All shelves}}}}
`,
        '2.2': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.2"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
  /v1/shelves: {get: {deprecated: true, x-sunset: 2026-12-01, responses: {"200": {description: All shelves}}}}
`,
        '2.3': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.3"}
paths:
  /v1/loans: {get: {deprecated: true, x-sunset: 2026-12-01, responses: {"200": {description: All loans}}}}
  /v1/shelves: {get: {deprecated: true, x-sunset: 2026-12-01, responses: {"200": {description: All shelves}}}}
`
      },
      says: [
        'Unexpected withdrawal of `GET /v1/loans` in release 2.2 (2025-07-01) that the history does not tell, expected a line for it',
        'Unexpected new sunset of `GET /v1/shelves` in release 2.2 (2025-07-01) that the history does not tell, expected a line for it',
        'Unexpected deprecation of `GET /v1/loans` in release 2.3 (2025-08-01) that the history does not tell, expected a line for it'
      ]
    },
    {
      title: 'A field is gone, and a parameter, and only of the latter a line says so',
      kind: 'loud',
      policy: `
name: anything-goes
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: none}
`,
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10}
  - {release: "2.1", date: 2025-06-01, changes: [{removed: GET /v1/loans, parameter: state, in: request}]}
`,
      specs: {
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.0"}
paths:
  /v1/loans:
    get:
      parameters: [{name: state, in: query, schema: {type: string}}]
      responses: {"200": {description: All, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}}
components: {schemas: {Loan: {type: object, properties: {due: {type: string}, shelf: {type: string}}}}}
`,
        '2.1': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.1"}
paths:
  /v1/loans:
    get:
      responses: {"200": {description: All, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}}
components: {schemas: {Loan: {type: object, properties: {due: {type: string}, title: {type: string}}}}}
`
      },
      says: [
        'Unexpected end of `Loan.shelf` in release 2.1 (2025-06-01) that the history does not tell, expected a line for it'
      ]
    },
    {
      title: 'A line for a prefix tells of all that went with it',
      kind: 'quiet',
      policy: `
name: anything-goes
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: none}
`,
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10}
  - {release: "2.1", date: 2025-06-01, changes: [{removed: /v1/loans/**}]}
`,
      specs: {
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.0"}
paths:
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
  /v1/shelves: {get: {responses: {"200": {description: All shelves}}}}
`,
        '2.1': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.1"}
paths:
  /v1/shelves: {get: {responses: {"200": {description: All shelves}}}}
`
      },
      says: []
    }
  ]
})
