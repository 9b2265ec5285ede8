import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-expired',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'A waiver still runs on the day of what it excuses.',
  why: 'Who approved an exception until a day did not approve it for later.',
  messages: {
    expired: 'Unexpected waiver until {until} for the {kind} of `{subject}` {at}, expected one that still runs then'
  },
  *check({judgement}, {say}) {
    const {subject, event, kind, end, pending, waiver: noted} = judgement
    if (!noted?.needed || !noted.flaws.includes('expired') || !noted.waiver.until) return
    yield {
      message: 'expired',
      values: {until: say.when(noted.waiver.until), kind, subject: say.subject(subject), at: say.at(end)},
      subject,
      event,
      judgement,
      place: noted.waiver.place,
      remedy: pending
        ? 'Have it approved again with a later `until`, or ship it before that day.'
        : 'Correct `until` if it is wrong, or leave it on record.'
    }
  },
  examples: [
    {
      title: 'The end came later than it was allowed',
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
      says: [
        'Unexpected waiver until 2025-05-31 for the end of `GET /v1/loans` in release 2.0 (2025-06-01), expected one that still runs then'
      ]
    },
    {
      title: 'On its last day it runs; without a day of the end nobody can say, which the verdict tells',
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
      says: []
    }
  ]
})
