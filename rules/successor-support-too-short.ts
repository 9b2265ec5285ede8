import {faultsIn} from '../src/promise/faults.ts'
import {givenBetween} from '../src/promise/given.ts'
import {waysOutOf} from '../src/promise/ways-out.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'successor-support-too-short',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'A version stays supported beside its successor for as long as the policy promises.',
  why: 'Nobody can move before there is something to move to: the time before it does not count.',
  messages: {
    short:
      'Unexpected end of `{subject}` {end} after {given} beside its successor of {start}, expected at least {promised}',
    undetermined:
      'Unexpected end of `{subject}` {end} beside its successor of {start}, expected to know {missing} to hold it against {promised}'
  },
  *check({judgement, lifecycle}, {history, policy, say}) {
    const [fault] = faultsIn(judgement, 'overlap')
    const start = fault?.duty.start
    const length = fault?.duty.length
    if (!fault || !length) return
    const {subject, event, end} = judgement
    const about = {subject, event, judgement, place: event.place}
    const values = {
      subject: say.subject(subject),
      end: say.at(end),
      start: start ? say.moment(start) : 'an unknown day',
      promised: say.length(length)
    }
    if (fault.verdict === 'undetermined') {
      const missing = say.missing(fault.missing)
      const said = {...values, missing}
      yield {...about, message: 'undetermined', values: said, verdict: 'undetermined', remedy: `Write down ${missing}.`}
      return
    }
    const given = start && givenBetween(start, end, length, {timeline: history.timeline, ...policy})
    yield {
      ...about,
      message: 'short',
      values: {...values, given: given ? say.given(given) : 'too little time'},
      verdict: 'broken',
      remedy: say.waysOut(waysOutOf(judgement, lifecycle, policy, history))
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
        'Unexpected end of `GET /v1/loans` in release 2.1 (2025-06-01) after 3 months beside its successor of release 2.0 (2025-03-01), expected at least 13 months'
      ]
    },
    {
      title: 'Thirteen months beside it, no successor at all, or one that came after the end',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2024-01-10, changes: [{added: GET /v2/loans}]}
  - {release: "2.1", date: 2024-01-20, changes: [{deprecated: /v1/**, sunset: 2025-03-01}]}
  - release: "3.0"
    date: 2025-03-01
    changes: [{removed: GET /v1/loans}, {removed: GET /v1/copies}, {removed: GET /v1/shelves}]
  - {release: "3.1", date: 2025-09-01, changes: [{added: GET /v2/shelves}]}
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
        'Unexpected end of `GET /v1/loans` in release 2.1 (2025-06-01) beside its successor of release 2.0, expected to know the date of release 2.0 to hold it against 13 months'
      ]
    }
  ]
})
