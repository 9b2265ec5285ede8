import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-for-released',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'waiverReasons',
  summary: 'Waivers with the reason `never-released` apply only to what no release contained.',
  why: 'Treat everything in a release as in use by clients.',
  messages: {
    released: 'The waiver for the {what} of {subject} {at} has the reason `{reason}`, but a release contained it.'
  },
  *check({judgment}, {say}) {
    const {subject, event, end, pending, waiver: noted} = judgment
    if (!noted?.needed || !noted.flaws.includes('released')) return
    yield {
      message: 'released',
      values: {reason: noted.waiver.reason, what: say.noun(judgment), subject: say.subject(subject), at: say.at(end)},
      subject,
      event,
      judgment,
      place: noted.waiver.place,
      remedy: pending
        ? 'Remove the waiver, or have it approved for another reason.'
        : 'Correct the reason if it is wrong, or leave the entry as it is.'
    }
  },
  examples: [
    {
      title: 'Endpoint that was in a release',
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
      messages: [
        'The waiver for the removal of `GET /v1/loans` in 2.0 (2025-06-01) has the reason `never-released`, but a release contained it.'
      ]
    },
    {
      title: 'Endpoint that may have been in a release, with an undetermined verdict',
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
      messages: []
    }
  ]
})
