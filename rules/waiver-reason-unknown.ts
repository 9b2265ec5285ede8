import {waiverReasonsAt} from '../src/policy/remedy/waivers.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'waiver-reason-unknown',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'waiverReasons',
  summary: 'Waivers have a reason that the policy accepts.',
  why: 'If any reason were accepted, the policy would have no effect.',
  messages: {
    unknown: 'The waiver for the {what} of {subject} {at} has the reason `{reason}`. The policy accepts {reasons}.',
    none: 'The {what} of {subject} {at} has a waiver, but the policy accepts none.'
  },
  *check({judgment}, {policy, say}) {
    const {subject, event, end, waiver: noted} = judgment
    if (!noted?.needed || !noted.flaws.includes('reason')) return
    const {reason, place} = noted.waiver
    const reasons = waiverReasonsAt(judgment, policy).map(each => `\`${each.reason}\``)
    const values = {what: say.noun(judgment), subject: say.subject(subject), at: say.at(end)}
    const about = {subject, event, judgment, place}
    if (reasons.length === 0) {
      yield {...about, message: 'none', values, remedy: 'Remove the waiver, or add its reason to the policy.'}
      return
    }
    yield {
      ...about,
      message: 'unknown',
      values: {...values, reason, reasons: say.list(reasons)},
      remedy: 'Use one of these reasons, or remove the waiver.'
    }
  },
  examples: [
    {
      title: 'Reason that the policy does not list',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, waiver: {reason: tidiness, approver: head@library.example, approved: 2025-05-20}}
`,
      messages: [
        'The waiver for the removal of `GET /v1/loans` in 2.0 (2025-06-01) has the reason `tidiness`. The policy accepts `security`, `legal`, `low-usage`, `bug-fix`, and `never-released`.'
      ]
    },
    {
      title: 'Policy without reasons for waivers',
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
      messages: ['The removal of `GET /loans` in 2.0 (2025-06-01) has a waiver, but the policy accepts none.']
    },
    {
      title: 'Listed reason, or an unneeded waiver, which `waiver-unused` reports',
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
      messages: []
    }
  ]
})
