import {waiverReasonsAt} from '../src/policy/remedy/waivers.ts'
import {judgeUsage} from '../src/policy/requirements.ts'
import {defineRule} from '../src/rule.ts'

const POLICY = `
extends: thirteen-months
waiverReasons:
  security: {minimum: 30 days}
  low-usage: {usage: {callsBelow: 10, days: 1}}
`

export default defineRule({
  id: 'waiver-below-minimum',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'waiverReasons',
  summary: 'Waived removals still give the minimum notice, and have the usage, that the policy sets for the reason.',
  why: 'A waiver can shorten the required notice, but not below this minimum, and one for low usage needs low usage.',
  messages: {
    short:
      '{subject} {outcome}, announced {start}. With a waiver for `{reason}`, the policy still requires {minimum} of notice.',
    none: '{subject} {outcome} without notice. With a waiver for `{reason}`, the policy still requires {minimum}.',
    called: '{subject} {outcome}, but {why}. With a waiver for `{reason}`, the policy still requires {needed}.'
  },
  *check({judgment, lifecycle}, {history, policy, say}) {
    const {subject, event, start, pending, end, ended, waiver: noted} = judgment
    if (!noted?.needed) return
    const {reason, place} = noted.waiver
    const {minimum, usage: limit} = waiverReasonsAt(judgment, policy).find(each => each.reason === reason) ?? {}
    if (noted.flaws.includes('usage') && limit) {
      const {why} = judgeUsage(limit, lifecycle, ended ?? end, history).usage
      yield {
        message: 'called',
        values: {subject: say.subject(subject), outcome: say.outcome(judgment), why, reason, needed: limit.text},
        ...{subject, event, judgment, place, about: 'usage'},
        remedy: `Wait until it has ${limit.text}, or have the waiver approved for another reason.`
      }
    }
    if (minimum === undefined || !noted.flaws.includes('minimum')) return
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
      title: 'Endpoint with more calls than the reason of its waiver allows',
      kind: 'loud',
      policy: POLICY,
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-02
    changes:
      - removed: GET /v1/loans
        waiver: {reason: low-usage, approver: head@library.example, approved: 2025-05-20}
`,
      traffic: {
        'table.json': '{"format":1,"api":"Lending Library API","callers":"plain"}',
        'days/2025-06-01.calls.csv':
          'operation,caller,calls,errors,maybe,first,last\nGET /v1/loans,kiosk,12,0,0,06:00:00,18:30:00\n',
        'days/2025-06-01.coverage.csv':
          'source,hours,idle,lines,unreadable,unmatched,ambiguous\ngateway,ffffff,0,96,0,0,0\n'
      },
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2025-06-02), but it had 1 caller on 2025-06-01 (12 calls): `kiosk` (12 calls). With a waiver for `low-usage`, the policy still requires 1 day with fewer than 10 calls.'
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
