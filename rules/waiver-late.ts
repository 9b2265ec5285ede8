import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-late',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'waiverReasons',
  summary: 'Waivers are approved before the removal or change.',
  why: 'An approval after the fact cannot prevent anything.',
  messages: {
    late: 'The waiver for the {what} of {subject} {at} was approved later, on {approved}.'
  },
  *check({judgment}, {say}) {
    const {subject, event, end, pending, waiver: noted} = judgment
    if (!noted?.needed || !noted.flaws.includes('late') || !noted.waiver.approved) return
    yield {
      message: 'late',
      values: {
        approved: say.when(noted.waiver.approved),
        what: say.noun(judgment),
        subject: say.subject(subject),
        at: say.at(end)
      },
      subject,
      event,
      judgment,
      place: noted.waiver.place,
      remedy: pending
        ? 'Release it on or after the day of its approval.'
        : 'Correct `approved` if it is wrong, or leave the entry as it is.'
    }
  },
  examples: [
    {
      title: 'Waiver approved after the removal',
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
      messages: ['The waiver for the removal of `GET /v1/loans` in 2.0 (2025-06-01) was approved later, on 2025-06-02.']
    },
    {
      title: 'Waiver approved on the same day, or, with an undetermined verdict, in the same month',
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
      messages: []
    }
  ]
})
