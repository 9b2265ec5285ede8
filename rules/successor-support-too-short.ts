import {measureNotice} from '../src/policy/notice/notice-verdict.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findNoticeViolation, findUnmetRequirements, judgedTenureOf} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'successor-support-too-short',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'A version stays supported beside its successor for as long as the policy promises.',
  why: 'Nobody can move before there is something to move to: the time before it does not count.',
  messages: {
    short: 'Unexpected end of `{subject}` {end} after {given} beside {successor}, expected at least {promised}',
    undetermined:
      'Unexpected end of `{subject}` {end} beside {successor}, expected to know {missing} to hold it against {promised}'
  },
  *check({judgement, lifecycle}, {history, policy, say}) {
    const [fault] = findUnmetRequirements(judgement, 'overlap')
    const length = fault?.requirement.length
    if (!fault || !length) return
    const {subject, event, end} = judgement
    const {start} = fault.requirement
    // `unannounced-removal` reports a removal without notice in the release of its successor.
    const notice = findNoticeViolation(judgement, history.timeline)
    const atOnce = notice?.kind === 'unannounced' && (!start || start.entry === end.entry)
    if (atOnce && (notice.verdict === 'violation' || fault.verdict === 'undetermined')) return
    const successors = judgedTenureOf(judgement, lifecycle)?.successors ?? []
    const named = successors.find(({moment}) => start?.entry !== undefined && moment.entry === start.entry)
    const successor = named ? `\`${say.subject(named.subject)}\`` : 'its successor'
    const about = {subject, event, judgement, place: event.place}
    const values = {
      subject: say.subject(subject),
      end: say.at(end),
      successor: start ? `${successor} of ${say.moment(start)}` : successor,
      promised: say.length(length)
    }
    if (fault.verdict === 'undetermined') {
      const missing = say.missing(fault.missing)
      const messageValues = {...values, missing}
      yield {
        ...about,
        message: 'undetermined',
        values: messageValues,
        verdict: 'undetermined',
        remedy: `Write down ${missing}.`
      }
      return
    }
    const given = start && measureNotice(start, end, length, {timeline: history.timeline, ...policy})
    yield {
      ...about,
      message: 'short',
      values: {...values, given: given ? say.given(given) : 'too little time'},
      verdict: 'violation',
      remedy: say.remedies(findRemedies(judgement, lifecycle, policy, history))
    }
  },
  examples: [
    {
      title: 'Announced in time, but its successor came late',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-03-01, changes: [{added: GET /v2/loans}]}
  - {release: "2.1", date: 2025-06-01, changes: [{removed: GET /v1/loans, replacement: GET /v2/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.1 (2025-06-01) after 3 months beside `GET /v2/loans` of release 2.0 (2025-03-01), expected at least 13 months'
      ]
    },
    {
      title: 'Announced in time, but its successor came with the end',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {on: 2023-01-10, changes: [{deprecated: GET /v1/loans, replacement: GET /v1/lendings, sunset: "2.0"}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}, {added: GET /v1/lendings}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2025-06-01) after 0 days beside `GET /v1/lendings` of release 2.0 (2025-06-01), expected at least 13 months'
      ]
    },
    {
      title: 'Thirteen months beside it, no successor at all, one after the end, or gone at once without a word',
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
      says: []
    },
    {
      title: 'Nobody wrote down when the successor was released',
      kind: 'undetermined',
      history: `
service: Lending Library API
releases:
  - {on: 2023-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", changes: [{added: GET /v2/loans}]}
  - {release: "2.1", date: 2025-06-01, changes: [{removed: GET /v1/loans, replacement: GET /v2/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.1 (2025-06-01) beside `GET /v2/loans` of release 2.0, expected to know the date of release 2.0 to hold it against 13 months'
      ]
    }
  ]
})
