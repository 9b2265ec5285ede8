import {measureNotice} from '../src/policy/notice/notice-verdict.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findNoticeViolation, findUnmetRequirements, judgedTenureOf} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'successor-support-too-short',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'overlap',
  summary: 'A version stays supported for the required time after the release of its successor.',
  why: 'Clients can only migrate once the successor is available.',
  messages: {
    short:
      '{subject} {outcome}, {given} after the release of {successor}. The policy requires an overlap of {required}.',
    undetermined: "{subject} {outcome} after the release of {successor}. {missing}, so the {period} can't be checked."
  },
  *check({judgment, lifecycle}, {history, policy, say}) {
    const [fault] = findUnmetRequirements(judgment, 'overlap')
    const length = fault?.requirement.length
    if (!fault || !length) return
    const {subject, event, end} = judgment
    const {start} = fault.requirement
    // `unannounced-removal` reports a removal without notice in the release of its successor.
    const notice = findNoticeViolation(judgment, history.timeline)
    const atOnce = notice?.kind === 'unannounced' && (!start || start.entry === end.entry)
    if (atOnce && (notice.verdict === 'violation' || fault.verdict === 'undetermined')) return
    const successors = judgedTenureOf(judgment, lifecycle)?.successors ?? []
    const named = successors.find(({moment}) => start?.entry !== undefined && moment.entry === start.entry)
    const successor = named ? say.subject(named.subject) : 'its successor'
    const about = {subject, event, judgment, place: event.place}
    const values = {
      subject: say.subject(subject),
      outcome: say.outcome(judgment),
      successor: start ? `${successor} ${say.at(start)}` : successor
    }
    if (fault.verdict === 'undetermined') {
      const messageValues = {
        ...values,
        missing: say.isMissing(fault.missing, judgment),
        period: say.period(length, 'overlap')
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
      values: {...values, required: say.length(length), given: given ? say.given(given) : 'too soon'},
      verdict: 'violation',
      remedy: say.remedies(findRemedies(judgment, lifecycle, policy, history))
    }
  },
  examples: [
    {
      title: 'Endpoint announced in time, but with a late successor',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-03-01, changes: [{added: GET /v2/loans}]}
  - {release: "2.1", date: 2025-06-01, changes: [{removed: GET /v1/loans, replacement: GET /v2/loans}]}
`,
      messages: [
        '`GET /v1/loans` was removed in 2.1 (2025-06-01), 3 months after the release of `GET /v2/loans` in 2.0 (2025-03-01). The policy requires an overlap of 13 months.'
      ]
    },
    {
      title: 'Endpoint announced in time, but with a successor released at the removal',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {on: 2023-01-10, changes: [{deprecated: GET /v1/loans, replacement: GET /v1/lendings, sunset: "2.0"}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}, {added: GET /v1/lendings}]}
`,
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2025-06-01), 0 days after the release of `GET /v1/lendings` in 2.0 (2025-06-01). The policy requires an overlap of 13 months.'
      ]
    },
    {
      title: 'Thirteen months of overlap, no successor, a successor after the removal, or a removal without notice',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10, changes: [{added: GET /v2/loans}]}
  - {release: "2.1", date: 2024-01-20, changes: [{deprecated: /v1/**, sunset: 2025-03-01}]}
  - release: "3.0"
    date: 2025-03-01
    changes: [{removed: GET /v1/loans}, {removed: GET /v1/copies}, {removed: GET /v1/shelves}]
  - {release: "3.1", date: 2025-09-01, changes: [{added: GET /v2/shelves}, {renamed: GET /v1/fines, to: GET /v1/debts}]}
`,
      messages: []
    },
    {
      title: 'Successor in a release without a date',
      kind: 'undetermined',
      history: `
service: Lending Library API
releases:
  - {on: 2023-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", changes: [{added: GET /v2/loans}]}
  - {release: "2.1", date: 2025-06-01, changes: [{removed: GET /v1/loans, replacement: GET /v2/loans}]}
`,
      messages: [
        "`GET /v1/loans` was removed in 2.1 (2025-06-01) after the release of `GET /v2/loans` in 2.0. The date of 2.0 is missing, so the 13-month overlap can't be checked."
      ]
    }
  ]
})
