import {findDiscrepancies} from '../src/model/lifecycle/discrepancies.ts'
import {momentAt, NEXT} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

const PARTICIPLES = {introduced: 'added', deprecated: 'deprecated', removed: 'removed', restored: 'restored'} as const
const PREDICATES = {rescheduled: 'got a new sunset', withdrawn: 'is no longer deprecated'} as const

export default defineRule({
  id: 'unrecorded-change',
  since: '0.1.0',
  level: 'warning',
  lowerLevel: 'off',
  watches: 'history',
  summary: 'Changes in API descriptions are recorded in the history.',
  why: 'Readers of the history miss the change and its reason. What the next release removes is reported if the configuration states a level, because `tenure record` adds it.',
  messages: {
    unrecorded: "{subject} {what} {at}, but the history doesn't list that."
  },
  *check(history, {say}) {
    for (const {kind, what, subject, event} of findDiscrepancies(history)) {
      if (kind !== 'unrecorded') continue
      const at = momentAt(history.timeline, event.entry)
      const isNext = history.timeline.entries[event.entry]?.name === NEXT
      if (isNext && what !== 'removed') continue
      const predicate =
        what === 'rescheduled' || what === 'withdrawn' ? PREDICATES[what] : `${say.was(at)} ${PARTICIPLES[what]}`
      const entry = `\`${say.line(what === 'introduced' ? 'added' : what, subject)}\``
      yield {
        message: 'unrecorded',
        values: {what: predicate, subject: say.subject(subject), at: say.at(at)},
        subject,
        event,
        place: event.place,
        // `tenure record` writes the lines of the next release. A configuration can ask for its removals before.
        ...(isNext ? {level: 'off' as const} : {}),
        // The unreleased version has this name even if the file has no entry for it yet.
        remedy: isNext
          ? `Add ${entry} to \`- release: next\` at the end of the history, or to a file in its folder \`next/\`.`
          : `Add ${entry} to that release.`
      }
    }
  },
  examples: [
    {
      title: 'Operation removed, but not in the history',
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
      messages: ["`GET /v1/loans` was removed in 2.1 (2025-06-01), but the history doesn't list that."]
    },
    {
      title: 'Sunset postponed, and deprecation withdrawn and repeated, but not in the history',
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
      messages: [
        "`GET /v1/loans` is no longer deprecated in 2.2 (2025-07-01), but the history doesn't list that.",
        "`GET /v1/shelves` got a new sunset in 2.2 (2025-07-01), but the history doesn't list that.",
        "`GET /v1/loans` was deprecated in 2.3 (2025-08-01), but the history doesn't list that."
      ]
    },
    {
      title: 'Field and parameter removed, with only the parameter in the history',
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
      messages: ["`Loan.shelf` was removed in 2.1 (2025-06-01), but the history doesn't list that."]
    },
    {
      title: 'Operation removed in the next release, which `tenure record` adds to the history',
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
  - {release: next, changes: [{removed: GET /v1/loans}]}
`,
      specs: {
        '2.0': `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.0"}
paths:
  /v1/fees: {get: {responses: {"200": {description: All fees}}}}
  /v1/loans: {get: {responses: {"200": {description: All loans}}}}
  /v1/shelves: {get: {responses: {"200": {description: All shelves}}}}
`,
        next: `
openapi: 3.0.3
info: {title: Lending Library API, version: "2.1"}
paths:
  /v1/fees: {get: {responses: {"200": {description: All fees}}}}
`
      },
      messages: []
    },
    {
      title: 'Endpoint removed together with its prefix',
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
      messages: []
    }
  ]
})
