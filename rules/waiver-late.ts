import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-late',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'A waiver is approved no later than what it excuses happens.',
  why: 'An approval afterwards is an excuse, not a decision.',
  messages: {
    late: 'Unexpected approval on {approved} of a waiver for the {kind} of `{subject}` {at}, expected one no later than that'
  },
  *check({judgement}, {say}) {
    const {subject, event, kind, end, pending, waiver: noted} = judgement
    if (!noted?.needed || !noted.flaws.includes('late') || !noted.waiver.approved) return
    yield {
      message: 'late',
      values: {approved: say.when(noted.waiver.approved), kind, subject: say.subject(subject), at: say.at(end)},
      subject,
      event,
      judgement,
      place: noted.waiver.place,
      remedy: pending
        ? 'Ship it no earlier than it is approved.'
        : 'Correct `approved` if it is wrong, or leave it on record.'
    }
  },
  examples: [
    {
      title: 'Approved when it was already gone',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - removed: GET /v1/loans
        waiver: {reason: security, approver: head@library.example, approved: 2025-06-02}
`,
      says: [
        'Unexpected approval on 2025-06-02 of a waiver for the end of `GET /v1/loans` in release 2.0 (2025-06-01), expected one no later than that'
      ]
    },
    {
      title: 'Approved on the day itself, and in the month of the end, where the verdict tells what is missing',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - removed: GET /v1/loans
        waiver: {reason: security, approver: head@library.example, approved: 2025-06-01}
      - removed: GET /v1/copies
        waiver: {reason: security, approver: head@library.example, approved: 2025-06}
`,
      says: []
    }
  ]
})
