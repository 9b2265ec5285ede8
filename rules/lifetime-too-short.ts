import {measureNotice} from '../src/policy/notice/notice-verdict.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findUnmetRequirements} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'lifetime-too-short',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'What was introduced lives for as long as the policy promises, whatever is announced.',
  why: 'Whoever builds on a new endpoint counts on the life that it was promised.',
  messages: {
    short:
      'Unexpected end of `{subject}` {end} after a life of {given} from {start}, expected a life of at least {promised}',
    undetermined: 'Unexpected end of `{subject}` {end}, expected to know {missing} to hold its life against {promised}'
  },
  *check({judgement, lifecycle}, {history, policy, say}) {
    const [fault] = findUnmetRequirements(judgement, 'lifetime')
    const length = fault?.requirement.length
    if (!fault || !length) return
    const {subject, event, end} = judgement
    const {start} = fault.requirement
    const about = {subject, event, judgement, place: event.place}
    const values = {subject: say.subject(subject), end: say.at(end), promised: say.length(length)}
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
      values: {
        ...values,
        start: start ? say.moment(start) : 'an unknown day',
        given: given ? say.given(given) : 'too little time'
      },
      verdict: 'violation',
      remedy: say.remedies(findRemedies(judgement, lifecycle, policy, history))
    }
  },
  examples: [
    {
      title: 'Announced in time, but gone in its first year',
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
      says: [
        'Unexpected end of `GET /v1/loans` in release 1.2 (2024-11-10) after a life of 10 months from release 1.0 (2024-01-10), expected a life of at least 12 months'
      ]
    },
    {
      title: 'A year to the day',
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
      says: []
    },
    {
      title: 'Its introduction is not on record',
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
      says: [
        'Unexpected end of `GET /v1/loans` in release 1.2 (2024-11-10), expected to know when `GET /v1/loans` was introduced to hold its life against 12 months'
      ]
    }
  ]
})
