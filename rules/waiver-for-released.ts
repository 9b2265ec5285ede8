import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-for-released',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'The reason `never-released` is given only for what no release held.',
  why: 'What was in a release has clients, whatever its authors thought of it.',
  messages: {
    released:
      'Unexpected waiver for reason `{reason}` on the {kind} of `{subject}` {at}, expected a subject that no release held'
  },
  *check({judgement}, {say}) {
    const {subject, event, kind, end, pending, waiver: noted} = judgement
    if (!noted?.needed || !noted.flaws.includes('released')) return
    yield {
      message: 'released',
      values: {reason: noted.waiver.reason, kind, subject: say.subject(subject), at: say.at(end)},
      subject,
      event,
      judgement,
      place: noted.waiver.place,
      remedy: pending
        ? 'Take the waiver out, or have it approved for another reason.'
        : 'Correct the reason if it is wrong, or leave it on record.'
    }
  },
  examples: [
    {
      title: 'It had been in a release',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.9", date: 2025-05-20, changes: [{added: GET /v1/loans}]}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - removed: GET /v1/loans
        waiver: {reason: never-released, approver: head@library.example, approved: 2025-05-20}
`,
      says: [
        'Unexpected waiver for reason `never-released` on the end of `GET /v1/loans` in release 2.0 (2025-06-01), expected a subject that no release held'
      ]
    },
    {
      title: 'Nobody knows whether it had been in one, which the verdict tells',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.9", date: 2025-05-20}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - removed: GET /v1/loans
        waiver: {reason: never-released, approver: head@library.example, approved: 2025-05-20}
`,
      says: []
    }
  ]
})
