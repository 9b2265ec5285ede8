import {exemptionsAt} from '../src/policy/remedy/waivers.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-without-approver',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  summary: 'Waivers name an authorized approver and the day of approval.',
  why: 'Without an approver, no one is responsible for the exception.',
  messages: {
    incomplete: 'The waiver for the {what} of {subject} {at} has no {lacking}.',
    unauthorized:
      "The waiver for the {what} of {subject} {at} was approved by `{approver}`, who isn't an approver in the policy."
  },
  *check({judgment}, {policy, say}) {
    const {subject, event, end, waiver: noted} = judgment
    if (!noted?.needed) return
    const {waiver, flaws} = noted
    const about = {subject, event, judgment, place: waiver.place}
    const values = {what: say.noun(judgment), subject: say.subject(subject), at: say.at(end)}
    const approvers = exemptionsAt(judgment, policy).find(({reason}) => reason === waiver.reason)?.approvers
    const listed = approvers && say.either(approvers.map(each => `\`${each}\``))
    if (flaws.includes('unapproved')) {
      const lacking = [...(waiver.approver ? [] : ['`approver`']), ...(waiver.approved ? [] : ['`approved`'])]
      yield {
        ...about,
        message: 'incomplete',
        values: {...values, lacking: say.either(lacking)},
        remedy: `Add ${say.list(lacking)}${listed ? ` (approvers: ${listed})` : ''}, or remove the waiver.`
      }
    }
    if (flaws.includes('approver') && waiver.approver !== undefined) {
      yield {
        ...about,
        message: 'unauthorized',
        values: {...values, approver: waiver.approver},
        remedy: `Have it approved by ${listed ?? 'an approver of the policy'}.`
      }
    }
  },
  examples: [
    {
      title: 'Without an approver, or without the day',
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
      messages: [
        'The waiver for the removal of `GET /v1/loans` in 2.0 (2025-06-01) has no `approver` or `approved`.',
        'The waiver for the removal of `GET /v1/copies` in 2.0 (2025-06-01) has no `approved`.'
      ]
    },
    {
      title: 'Approved by someone else',
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
      messages: [
        "The waiver for the removal of `GET /v1/loans` in 2.0 (2025-06-01) was approved by `intern`, who isn't an approver in the policy."
      ]
    },
    {
      title: 'Approved by a listed approver, or by anyone if there is no list',
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
      messages: []
    }
  ]
})
