import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-expired',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'waiverReasons',
  summary: 'Waivers are valid on the day of the removal or change.',
  why: 'The approval covers removals and changes only until the waiver expires.',
  messages: {
    expired: 'The waiver for the {what} of {subject} {at} expired on {until}.'
  },
  *check({judgment}, {say}) {
    const {subject, event, end, pending, waiver: noted} = judgment
    if (!noted?.needed || !noted.flaws.includes('expired') || !noted.waiver.until) return
    yield {
      message: 'expired',
      values: {
        until: say.when(noted.waiver.until),
        what: say.noun(judgment),
        subject: say.subject(subject),
        at: say.at(end)
      },
      subject,
      event,
      judgment,
      place: noted.waiver.place,
      remedy: pending
        ? 'Have it approved again with a later `until`, or release the change before that day.'
        : 'Correct `until` if it is wrong, or leave the entry as it is.'
    }
  },
  examples: [
    {
      title: 'Endpoint removed after the waiver expired',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - removed: GET /v1/loans
        waiver: {reason: security, approver: head@library.example, approved: 2025-03-01, until: 2025-05-31}
`,
      messages: ['The waiver for the removal of `GET /v1/loans` in 2.0 (2025-06-01) expired on 2025-05-31.']
    },
    {
      title:
        'Endpoint removed on the last day of the waiver, or, with an undetermined verdict, in a release without a date',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - removed: GET /v1/loans
        waiver: {reason: security, approver: head@library.example, approved: 2025-03-01, until: 2025-06-01}
  - release: "2.1"
    changes:
      - removed: GET /v1/copies
        waiver: {reason: security, approver: head@library.example, approved: 2025-03-01, until: 2025-07-01}
`,
      messages: []
    }
  ]
})
