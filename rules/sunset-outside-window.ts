import {subjectKey} from '../src/model/subject/subject.ts'
import {earliestEndOfSupport} from '../src/policy/earliest-end-of-support.ts'
import {judgeSunset} from '../src/policy/judge-sunset.ts'
import {endWindowAt} from '../src/policy/notice/revisions.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'sunset-outside-window',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  summary: 'The promised end is where the policy lets support end.',
  why: 'However long the notice, an end on that day would break the promise: better to learn it while it can be moved.',
  messages: {
    outside: 'Unexpected sunset of `{subject}` {sunset}, expected it {window}',
    never: 'Unexpected sunset of `{subject}` {sunset}, expected none: by the policy it never ends'
  },
  *check(lifecycle, {history, policy, say}) {
    const {subject} = lifecycle
    const own = lifecycle.tenures.at(-1)?.sunset
    if (!own || subjectKey(own.event.subject) !== subjectKey(subject)) return
    const promised = judgeSunset(lifecycle, policy, history)
    const duty = promised?.judgement.requirements.find(
      ({aspect, verdict}) => aspect === 'window' && verdict === 'violation'
    )
    const window = duty && endWindowAt(duty.clause, policy)
    if (!promised || !duty || !window) return
    const {sunset} = promised
    const about = {subject, event: sunset.event, place: sunset.event.place}
    const values = {subject: say.subject(subject), sunset: say.at(sunset.moment)}
    if (window.kind === 'never') {
      yield {...about, message: 'never', values, remedy: 'Withdraw the deprecation, or leave the sunset out.'}
      return
    }
    const {kind, day} = earliestEndOfSupport(lifecycle, policy, history)
    yield {
      ...about,
      message: 'outside',
      values: {...values, window: say.window(window)},
      remedy:
        window.kind === 'days' && kind === 'day' && day
          ? `Move it to ${day}, or to a later day on which ends are allowed.`
          : `Move it: an end is allowed ${say.window(window)}.`
    }
  },
  examples: [
    {
      title: 'Long enough, but in the middle of a quarter, or in a minor release',
      kind: 'loud',
      asOf: '2025-03-01',
      policy: `
name: quarters-and-majors
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}, {form: v<major>-beta, stability: beta}]
guarantees: {ga: {notice: 6 months, endWindow: quarter-start}, beta: {notice: 1 month, endWindow: major}}
`,
      history: `
service: Lending Library API
releases:
  - release: "1.1"
    date: 2025-02-01
    changes:
      - {deprecated: GET /v1/loans, sunset: 2025-12-15}
      - {deprecated: GET /v1-beta/loans, sunset: "1.4"}
`,
      says: [
        'Unexpected sunset of `GET /v1/loans` on 2025-12-15, expected it only on 1 January, 1 April, 1 July, or 1 October',
        'Unexpected sunset of `GET /v1-beta/loans` in release 1.4, expected it only in a release that opens a new major version'
      ]
    },
    {
      title: 'A sunset for what never ends',
      kind: 'loud',
      asOf: '2025-03-01',
      policy: `
name: for-ever
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {endWindow: never}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans, sunset: 2035-12-15}]}
`,
      says: ['Unexpected sunset of `GET /v1/loans` on 2035-12-15, expected none: by the policy it never ends']
    },
    {
      title: 'The start of a quarter, a major release, and a month that holds a lawful day',
      kind: 'quiet',
      asOf: '2025-03-01',
      policy: `
name: quarters-and-majors
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}, {form: v<major>-beta, stability: beta}]
guarantees: {ga: {notice: 6 months, endWindow: quarter-start}, beta: {notice: 1 month, endWindow: major}}
`,
      history: `
service: Lending Library API
releases:
  - release: "1.1"
    date: 2025-02-01
    changes:
      - {deprecated: GET /v1/loans, sunset: 2026-01-01}
      - {deprecated: GET /v1/shelves, sunset: 2026-01}
      - {deprecated: GET /v1-beta/loans, sunset: "2.0"}
`,
      says: []
    }
  ]
})
