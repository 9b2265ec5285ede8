import {waiverReasonsAt} from '../src/policy/remedy/waivers.ts'
import {defineRule} from '../src/rule.ts'

const POLICY = `
extends: thirteen-months
waiverReasons:
  security: {minimum: 30 days}
`

export default defineRule({
  id: 'waiver-below-minimum',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'waiverReasons',
  summary: 'Waived removals still give the minimum notice that the policy sets for the reason.',
  why: 'A waiver can shorten the required notice, but not below this minimum.',
  messages: {
    short:
      '{subject} {outcome}, announced {start}. With a waiver for `{reason}`, the policy still requires {minimum} of notice.',
    none: '{subject} {outcome} without notice. With a waiver for `{reason}`, the policy still requires {minimum}.'
  },
  *check({judgment}, {policy, say}) {
    const {subject, event, start, pending, waiver: noted} = judgment
    if (!noted?.needed || !noted.flaws.includes('minimum')) return
    const {reason, place} = noted.waiver
    const minimum = waiverReasonsAt(judgment, policy).find(each => each.reason === reason)?.minimum
    if (minimum === undefined) return
    const values = {
      reason,
      subject: say.subject(subject),
      outcome: say.outcome(judgment),
      minimum: say.length(minimum)
    }
    yield {
      ...(start
        ? {message: 'short' as const, values: {...values, start: say.at(start)}}
        : {message: 'none' as const, values}),
      subject,
      event,
      judgment,
      place,
      remedy: pending
        ? `Release it ${say.length(minimum)} after its announcement or later.`
        : 'Correct the days if they are wrong, or leave the entry as it is.'
    }
  },
  examples: [
    {
      title: 'Security fix without the minimum notice',
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
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2025-06-01), announced in 1.9 (2025-05-20). With a waiver for `security`, the policy still requires 30 days of notice.',
        '`GET /v1/copies` was removed in 2.0 (2025-06-01) without notice. With a waiver for `security`, the policy still requires 30 days.'
      ]
    },
    {
      title: 'Removal on the first allowed day, and a reason without a minimum',
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
      messages: []
    }
  ]
})
