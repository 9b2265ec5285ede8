import {exemptionsAt} from '../src/policy/remedy/waivers.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-reason-unknown',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'A waiver gives a reason that the policy accepts.',
  why: 'A promise that any reason can lift is none.',
  messages: {
    unknown:
      'Unexpected reason `{reason}` of a waiver for the {kind} of `{subject}` {at}, expected one of the policy: {reasons}',
    none: 'Unexpected waiver for the {kind} of `{subject}` {at}, expected none from a policy that makes no exceptions'
  },
  *check({judgement}, {policy, say}) {
    const {subject, event, kind, end, waiver: noted} = judgement
    if (!noted?.needed || !noted.flaws.includes('reason')) return
    const {reason, place} = noted.waiver
    const reasons = exemptionsAt(judgement, policy).map(each => `\`${each.reason}\``)
    const values = {kind, subject: say.subject(subject), at: say.at(end)}
    const about = {subject, event, judgement, place}
    if (reasons.length === 0) {
      yield {...about, message: 'none', values, remedy: 'Leave out the waiver, or add its reason to the policy.'}
      return
    }
    yield {
      ...about,
      message: 'unknown',
      values: {...values, reason, reasons: reasons.join(', ')},
      remedy: 'Give a reason of the list, or leave out the waiver.'
    }
  },
  examples: [
    {
      title: 'A reason that is not one',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, waiver: {reason: tidiness, approver: head@library.example, approved: 2025-05-20}}
`,
      says: [
        'Unexpected reason `tidiness` of a waiver for the end of `GET /v1/loans` in release 2.0 (2025-06-01), expected one of the policy: `security`, `legal`, `low-usage`, `bug-fix`, `never-released`'
      ]
    },
    {
      title: 'A policy without exceptions',
      kind: 'loud',
      policy: 'guarantees: {ga: {notice: 6 months}}\ndefaultStability: ga\n',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /loans, waiver: {reason: security, approver: head@library.example, approved: 2025-05-20}}
`,
      says: [
        'Unexpected waiver for the end of `GET /loans` in release 2.0 (2025-06-01), expected none from a policy that makes no exceptions'
      ]
    },
    {
      title: 'A reason of the list; and where no waiver is needed, waiver-unused speaks alone',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, waiver: {reason: security, approver: head@library.example, approved: 2025-05-20}}
      - {removed: GET /v1-beta/copies, waiver: {reason: tidiness}}
`,
      says: []
    }
  ]
})
