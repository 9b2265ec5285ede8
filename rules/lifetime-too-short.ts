import {measureNotice} from '../src/policy/notice/notice-verdict.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findUnmetRequirements} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'lifetime-too-short',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'lifetime',
  summary: 'Endpoints are supported for at least the minimum lifetime, even if their removal is announced earlier.',
  why: 'Clients that adopt a new API rely on its minimum lifetime.',
  messages: {
    short: '{subject} {outcome}, {given} after {start}. The policy requires a lifetime of {required}.',
    undetermined: "{subject} {outcome}. {missing}, so the {period} can't be checked."
  },
  *check({judgment, lifecycle}, {history, policy, say}) {
    const [fault] = findUnmetRequirements(judgment, 'lifetime')
    const length = fault?.requirement.length
    if (!fault || !length) return
    const {subject, event, end} = judgment
    const {start} = fault.requirement
    const about = {subject, event, judgment, place: event.place}
    const values = {subject: say.subject(subject), outcome: say.outcome(judgment)}
    if (fault.verdict === 'undetermined') {
      const messageValues = {
        ...values,
        missing: say.isMissing(fault.missing, judgment),
        period: say.period(length, 'lifetime')
      }
      yield {
        ...about,
        message: 'undetermined',
        values: messageValues,
        verdict: 'undetermined',
        remedy: `Record ${say.missing(fault.missing)}.`
      }
      return
    }
    const given = start && measureNotice(start, end, length, {timeline: history.timeline, ...policy})
    yield {
      ...about,
      message: 'short',
      values: {
        ...values,
        required: say.length(length),
        start: start ? say.start(start) : 'its introduction',
        given: given ? say.given(given) : 'too soon'
      },
      verdict: 'violation',
      remedy: say.remedies(findRemedies(judgment, lifecycle, policy, history))
    }
  },
  examples: [
    {
      title: 'Endpoint removed in its first year, although announced in time',
      kind: 'loud',
      policy: `
name: a-year-of-life
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, lifetime: 12 months}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans, sunset: 2024-11-10}]}
  - {release: "1.2", date: 2024-11-10, changes: [{removed: GET /v1/loans}]}
`,
      messages: [
        '`GET /v1/loans` was removed in 1.2 (2024-11-10), 10 months after its introduction in 1.0 (2024-01-10). The policy requires a lifetime of 12 months.'
      ]
    },
    {
      title: 'Endpoint removed after exactly a year',
      kind: 'quiet',
      policy: `
name: a-year-of-life
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, lifetime: 12 months}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-10-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-01-10}]}
  - {release: "1.2", date: 2025-01-10, changes: [{removed: GET /v1/loans}]}
`,
      messages: []
    },
    {
      title: 'Endpoint removed without a recorded introduction',
      kind: 'undetermined',
      policy: `
name: a-year-of-life
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, lifetime: 12 months}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.1", date: 2024-02-10, changes: [{deprecated: GET /v1/loans, sunset: 2024-11-10}]}
  - {release: "1.2", date: 2024-11-10, changes: [{removed: GET /v1/loans}]}
`,
      messages: [
        "`GET /v1/loans` was removed in 1.2 (2024-11-10). Its introduction date is missing, so the 12-month lifetime can't be checked."
      ]
    }
  ]
})
