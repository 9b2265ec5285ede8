import {exemptionsAt} from '../src/policy/remedy/waivers.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-without-approver',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'A waiver says who approved it and when, and it is somebody who may.',
  why: 'An exception that nobody answers for is a hole in the promise.',
  messages: {
    nobody: 'Unexpected waiver for the {kind} of `{subject}` {at} without {lacking}, expected {expected}',
    stranger: 'Unexpected approver `{approver}` of a waiver for the {kind} of `{subject}` {at}, expected {expected}'
  },
  *check({judgement}, {policy, say}) {
    const {subject, event, kind, end, waiver: noted} = judgement
    if (!noted?.needed) return
    const {waiver, flaws} = noted
    const about = {subject, event, judgement, place: waiver.place}
    const values = {kind, subject: say.subject(subject), at: say.at(end)}
    const approvers = exemptionsAt(judgement, policy).find(({reason}) => reason === waiver.reason)?.approvers
    const listed = approvers?.map(each => `\`${each}\``).join(' or ')
    if (flaws.includes('unapproved')) {
      const lacking = [...(waiver.approver ? [] : ['`approver`']), ...(waiver.approved ? [] : ['`approved`'])]
      yield {
        ...about,
        message: 'nobody',
        values: {
          ...values,
          lacking: say.list(lacking),
          expected: listed ? `the approval of ${listed} and its day` : 'who approved it and the day'
        },
        remedy: 'Write down who approved it and when, or leave out the waiver.'
      }
    }
    if (flaws.includes('approver') && waiver.approver !== undefined) {
      yield {
        ...about,
        message: 'stranger',
        values: {...values, approver: waiver.approver, expected: listed ?? 'another'},
        remedy: 'Have it approved by somebody who may.'
      }
    }
  },
  examples: [
    {
      title: 'Nobody approved it, and nobody says when',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, waiver: {reason: security}}
      - {removed: GET /v1/copies, waiver: {reason: security, approver: head@library.example}}
`,
      says: [
        'Unexpected waiver for the end of `GET /v1/loans` in release 2.0 (2025-06-01) without `approver` and `approved`, expected who approved it and the day',
        'Unexpected waiver for the end of `GET /v1/copies` in release 2.0 (2025-06-01) without `approved`, expected who approved it and the day'
      ]
    },
    {
      title: 'Approved by somebody who may not',
      kind: 'loud',
      policy: 'extends: thirteen-months\nexemptions: {security: {approvers: [head@library.example, board]}}\n',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, waiver: {reason: security, approver: intern, approved: 2025-05-20}}
`,
      says: [
        'Unexpected approver `intern` of a waiver for the end of `GET /v1/loans` in release 2.0 (2025-06-01), expected `head@library.example` or `board`'
      ]
    },
    {
      title: 'Approved by one of the list, and by anybody where there is no list',
      kind: 'quiet',
      policy: 'extends: thirteen-months\nexemptions: {security: {approvers: [head@library.example, board]}}\n',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, waiver: {reason: security, approver: board, approved: 2025-05-20}}
      - {removed: GET /v1/copies, waiver: {reason: legal, approver: intern, approved: 2025-05-20}}
`,
      says: []
    }
  ]
})
