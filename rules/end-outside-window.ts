import {isExactDate} from '../src/model/time/date-range.ts'
import {nextListedDay, previousListedDay} from '../src/policy/notice/durations.ts'
import {endWindowAt} from '../src/policy/notice/revisions.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findUnmetRequirements} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'end-outside-window',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'Support ends only where the policy lets it: in a release, in a major one, on certain days of the year.',
  why: 'Clients who watch for the days on which something may end are caught by any other.',
  messages: {
    never: 'Unexpected {what} of `{subject}` {at}, expected none: by the policy it never ends',
    days: 'Unexpected {what} of `{subject}` {at}, expected it {window} (nearest: {nearest})',
    releases: 'Unexpected {what} of `{subject}` {at}, expected it {window}',
    undetermined: 'Unexpected {what} of `{subject}` {at}, expected to know {missing}, for it is allowed {window}'
  },
  *check({judgement, lifecycle}, {history, policy, say}) {
    const [fault] = findUnmetRequirements(judgement, 'window')
    const window = fault && endWindowAt(fault.requirement.clause, policy)
    if (!fault || !window) return
    const {subject, event, end, kind} = judgement
    const about = {subject, event, judgement, place: event.place}
    const values = {
      subject: say.subject(subject),
      at: say.at(end),
      what: kind === 'end' ? 'end' : 'breaking change',
      window: window.kind === 'never' ? 'at no time' : say.window(window)
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
    const broken = {
      ...about,
      verdict: 'violation',
      remedy: say.remedies(findRemedies(judgement, lifecycle, policy, history))
    } as const
    if (window.kind === 'never') yield {...broken, message: 'never', values}
    else if (window.kind !== 'days') yield {...broken, message: 'releases', values}
    else {
      const {earliest = '', latest = earliest} = end.when
      const days = [previousListedDay(earliest, window.days), nextListedDay(latest, window.days)]
      const near = days.filter(day => day !== undefined)
      const nearest = say.list(isExactDate(end.when) ? near : [...new Set(near)])
      yield {...broken, message: 'days', values: {...values, nearest}}
    }
  },
  examples: [
    {
      title: 'Six months of notice, but not the start of a quarter',
      kind: 'loud',
      policy: `
name: quarter-starts
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, endWindow: quarter-start}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans}]}
  - {release: "2.0", date: 2024-08-15, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2024-08-15), expected it only on 1 January, 1 April, 1 July, or 1 October (nearest: 2024-07-01 and 2024-10-01)'
      ]
    },
    {
      title: 'Only a major release may take something away',
      kind: 'loud',
      policy: `
name: majors-only
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, endWindow: major}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans}]}
  - {release: "1.8", date: 2024-08-15, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 1.8 (2024-08-15), expected it only in a release that opens a new major version'
      ]
    },
    {
      title: 'What never ends has ended',
      kind: 'loud',
      policy: `
name: for-ever
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {endWindow: never}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2014-01-10, changes: [{deprecated: GET /v1/loans}]}
  - {release: "2.0", date: 2024-08-15, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2024-08-15), expected none: by the policy it never ends'
      ]
    },
    {
      title: 'The first day of a quarter, and a policy without a window',
      kind: 'quiet',
      policy: `
name: quarter-starts
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}, {form: v<major>-beta, stability: beta}]
guarantees: {ga: {notice: 3 months, endWindow: quarter-start}, beta: {notice: 30 days}}
`,
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes: [{deprecated: GET /v1/loans}, {deprecated: GET /v1-beta/loans}]
  - {release: "1.1", date: 2024-06-15, changes: [{removed: GET /v1-beta/loans}]}
  - {release: "2.0", date: 2024-07-01, changes: [{removed: GET /v1/loans}]}
`,
      says: []
    },
    {
      title: 'A month of which one day would be lawful',
      kind: 'undetermined',
      policy: `
name: quarter-starts
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, endWindow: quarter-start}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans}]}
  - {release: "2.0", date: 2024-07, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (between 2024-07-01 and 2024-07-31), expected to know the date of release 2.0, for it is allowed only on 1 January, 1 April, 1 July, or 1 October'
      ]
    }
  ]
})
