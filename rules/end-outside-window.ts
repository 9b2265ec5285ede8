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
  watches: 'judgment',
  policyKey: 'endWindow',
  summary: 'Support ends only on the days or in the releases that the policy allows.',
  why: 'Clients prepare for the announced removal dates. Any other date surprises them.',
  messages: {
    never: '{subject} {outcome}. The policy allows no removal at all.',
    days: '{subject} {outcome}. The policy allows that {window} (nearest: {nearest}).',
    releases: '{subject} {outcome}. The policy allows that {window}.',
    undetermined: '{subject} {outcome}. The policy allows that {window}, but {missing}.'
  },
  *check({judgment, lifecycle}, {history, policy, say}) {
    const [fault] = findUnmetRequirements(judgment, 'window')
    const window = fault && endWindowAt(fault.requirement.clause, policy)
    if (!fault || !window) return
    const {subject, event, end} = judgment
    const about = {subject, event, judgment, place: event.place}
    const values = {
      subject: say.subject(subject),
      outcome: say.outcome(judgment),
      window: window.kind === 'never' ? 'never' : say.window(window)
    }
    if (fault.verdict === 'undetermined') {
      const messageValues = {...values, missing: say.isMissing(fault.missing, judgment)}
      yield {
        ...about,
        message: 'undetermined',
        values: messageValues,
        verdict: 'undetermined',
        remedy: `Record ${say.missing(fault.missing)}.`
      }
      return
    }
    const isOpen = window.kind === 'major' && judgment.pending
    const asMajor = isOpen
      ? ' If the next release is a major one, name it in the history: `release: "2.0"` in place of `next`.'
      : ''
    const broken = {
      ...about,
      verdict: 'violation',
      remedy: `${say.remedies(findRemedies(judgment, lifecycle, policy, history))}${asMajor}`
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
      title: 'Endpoint removed with enough notice, but not at the start of a quarter',
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
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2024-08-15). The policy allows that only on January 1, April 1, July 1, or October 1 (nearest: 2024-07-01 and 2024-10-01).'
      ]
    },
    {
      title: 'Endpoint removed in a minor release',
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
      messages: ['`GET /v1/loans` was removed in 1.8 (2024-08-15). The policy allows that only in a new major version.']
    },
    {
      title: 'Endpoint removed although the policy never allows it',
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
      messages: ['`GET /v1/loans` was removed in 2.0 (2024-08-15). The policy allows no removal at all.']
    },
    {
      title: 'Endpoints removed on the first day of a quarter, or at a stability without allowed days',
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
      messages: []
    },
    {
      title: 'Endpoint removed in a month with one allowed day',
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
      messages: [
        '`GET /v1/loans` was removed in 2.0 (between 2024-07-01 and 2024-07-31). The policy allows that only on January 1, April 1, July 1, or October 1, but the day of 2.0 (known only as 2024-07) is missing.'
      ]
    }
  ]
})
