import {waiverReasonsAt} from '../src/policy/remedy/waivers.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-without-approver',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'waiverReasons',
  summary: 'Waivers name an authorized approver and the day of approval.',
  why: 'Without an approver, no one is responsible for the exception.',
  messages: {
    incomplete: 'The waiver for the {what} of {subject} {at} has {lacking}.',
    unauthorized:
      "The waiver for the {what} of {subject} {at} was approved by `{approver}`, who isn't an approver in the policy."
  },
  *check({judgment}, {policy, say}) {
    const {subject, event, end, waiver: noted} = judgment
    if (!noted?.needed) return
    const {waiver, flaws} = noted
    const about = {subject, event, judgment, place: waiver.place}
    const values = {what: say.noun(judgment), subject: say.subject(subject), at: say.at(end)}
    const approvers = waiverReasonsAt(judgment, policy).find(({reason}) => reason === waiver.reason)?.approvers
    const listed = approvers && say.either(approvers.map(each => `\`${each}\``))
    if (flaws.includes('unapproved')) {
      const fields = [...(waiver.approver ? [] : ['`approver`']), ...(waiver.approved ? [] : ['`approved`'])]
      const lacking = [...(waiver.approver ? [] : ['no approver']), ...(waiver.approved ? [] : ['no day of approval'])]
      yield {
        ...about,
        message: 'incomplete',
        values: {...values, lacking: say.list(lacking)},
        remedy: `Add ${say.list(fields)}${listed ? ` (approvers: ${listed})` : ''}, or remove the waiver.`
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
      title: 'Waivers without an approver, or without the day of approval',
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
        'The waiver for the removal of `GET /v1/loans` in 2.0 (2025-06-01) has no approver and no day of approval.',
        'The waiver for the removal of `GET /v1/copies` in 2.0 (2025-06-01) has no day of approval.'
      ]
    },
    {
      title: 'Waiver approved by someone who is not listed',
      kind: 'loud',
      policy: 'extends: thirteen-months\nwaiverReasons: {security: {approvers: [head@library.example, board]}}\n',
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
      title: 'Waivers approved by a listed approver, or by anyone if there is no list',
      kind: 'quiet',
      policy: 'extends: thirteen-months\nwaiverReasons: {security: {approvers: [head@library.example, board]}}\n',
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
