import {exemptionsAt} from '../src/policy/remedy/waivers.ts'
import {defineRule} from '../src/rule.ts'

const POLICY = `
extends: thirteen-months
exemptions:
  security: {minimum: 30 days}
`

export default defineRule({
  id: 'waiver-below-minimum',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'An exception leaves the notice that the policy still owes for its reason.',
  why: 'A reason shortens the promise, and does not lift it.',
  messages: {
    short:
      'Unexpected waiver for reason `{reason}` on the {kind} of `{subject}` {at}, announced {start}, expected at least {minimum} of notice',
    none: 'Unexpected waiver for reason `{reason}` on the {kind} of `{subject}` {at} without an announcement, expected at least {minimum} of notice'
  },
  *check({judgement}, {policy, say}) {
    const {subject, event, kind, end, start, pending, waiver: noted} = judgement
    if (!noted?.needed || !noted.flaws.includes('minimum')) return
    const {reason, place} = noted.waiver
    const minimum = exemptionsAt(judgement, policy).find(each => each.reason === reason)?.minimum
    if (minimum === undefined) return
    const values = {reason, kind, subject: say.subject(subject), at: say.at(end), minimum: say.length(minimum)}
    yield {
      ...(start
        ? {message: 'short' as const, values: {...values, start: say.at(start)}}
        : {message: 'none' as const, values}),
      subject,
      event,
      judgement,
      place,
      remedy: pending
        ? `Ship it at least ${say.length(minimum)} after its announcement.`
        : 'Correct the days if they are wrong, or leave it on record.'
    }
  },
  examples: [
    {
      title: 'A security fix that still owed 30 days',
      kind: 'loud',
      policy: POLICY,
      history: `
service: Lending Library API
releases:
  - {release: "1.9", date: 2025-05-20, changes: [{deprecated: GET /v1/loans}]}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - removed: GET /v1/loans
        waiver: {reason: security, approver: head@library.example, approved: 2025-05-20}
      - removed: GET /v1/copies
        waiver: {reason: security, approver: head@library.example, approved: 2025-05-20}
`,
      says: [
        'Unexpected waiver for reason `security` on the end of `GET /v1/loans` in release 2.0 (2025-06-01), announced in release 1.9 (2025-05-20), expected at least 30 days of notice',
        'Unexpected waiver for reason `security` on the end of `GET /v1/copies` in release 2.0 (2025-06-01) without an announcement, expected at least 30 days of notice'
      ]
    },
    {
      title: 'The due day itself, and a reason that owes nothing',
      kind: 'quiet',
      policy: POLICY,
      history: `
service: Lending Library API
releases:
  - {release: "1.9", date: 2025-05-02, changes: [{deprecated: GET /v1/loans}]}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - removed: GET /v1/loans
        waiver: {reason: security, approver: head@library.example, approved: 2025-05-02}
      - removed: GET /v1/copies
        waiver: {reason: legal, approver: head@library.example, approved: 2025-05-02}
`,
      says: []
    }
  ]
})
