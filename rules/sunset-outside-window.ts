import {subjectKey} from '../src/model/subject/subject.ts'
import type {RequirementJudgment} from '../src/model/verdict/judgment.ts'
import {earliestEndOfSupport} from '../src/policy/earliest-end-of-support.ts'
import {type JudgedSunset, judgeSunset} from '../src/policy/judge-sunset.ts'
import {endWindowAt} from '../src/policy/notice/revisions.ts'
import {defineRule} from '../src/rule.ts'

/** The window of the policy that a sunset is outside of; `undefined` if it's in it. */
const findWindow = ({judgment}: JudgedSunset): RequirementJudgment | undefined =>
  judgment.requirements.find(({aspect, verdict}) => aspect === 'window' && verdict === 'violation')

export default defineRule({
  id: 'sunset-outside-window',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  summary: 'Sunsets fall on days, or in releases, that the policy allows.',
  why: 'A removal on that date would violate the policy. The date can still be changed.',
  messages: {
    outside: '{subject} has its sunset {sunset}. The policy allows that {window}.',
    never: '{subject} has its sunset {sunset}. The policy allows no removal at all, so no sunset either.'
  },
  *check(lifecycle, {history, policy, asOf, say}) {
    const {subject} = lifecycle
    const judged = judgeSunset(lifecycle, policy, history)
    const requirement = judged && findWindow(judged)
    const window = requirement && endWindowAt(requirement.clause, policy)
    if (!judged || !window) return
    const {sunset} = judged
    const key = subjectKey(sunset.event.subject)
    if (key !== subjectKey(subject)) {
      // The sunset of a whole prefix is reported there. A field or parameter ends with its endpoint.
      const above = history.bySubject.get(key)
      const whole = above && judgeSunset(above, policy, history)
      if (subject.part || !whole || findWindow(whole)) return
    }
    const about = {subject, event: sunset.event, place: sunset.event.place}
    const values = {subject: say.subject(subject), sunset: say.at(sunset.moment)}
    if (window.kind === 'never') {
      yield {...about, message: 'never', values, remedy: 'Withdraw the deprecation, or remove the sunset.'}
      return
    }
    const {kind, day} = earliestEndOfSupport(lifecycle, policy, history, asOf)
    yield {
      ...about,
      message: 'outside',
      values: {...values, window: say.window(window)},
      remedy:
        window.kind === 'days' && kind === 'day' && day
          ? `Move the sunset to ${day}, or to a later allowed day.`
          : `Move the sunset. The policy allows it ${say.window(window)}.`
    }
  },
  examples: [
    {
      title: 'Sunsets with enough notice, but in the middle of a quarter, or in a minor release',
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
      messages: [
        '`GET /v1/loans` has its sunset on 2025-12-15. The policy allows that only on January 1, April 1, July 1, or October 1.',
        '`GET /v1-beta/loans` has its sunset in 1.4. The policy allows that only in a new major version.'
      ]
    },
    {
      title: 'Sunset of everything, where only some of it can be removed on any day',
      kind: 'loud',
      asOf: '2025-03-01',
      policy: `
name: quarters
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {endWindow: quarter-start}, beta: none}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}]}
  - release: "1.1"
    date: 2025-02-01
    changes: [{deprecated: /**, sunset: 2025-12-15}, {deprecated: /v1/fees/**, sunset: 2025-12-16}]
`,
      messages: [
        '`GET /v1/loans` has its sunset on 2025-12-15. The policy allows that only on January 1, April 1, July 1, or October 1.',
        '`/v1/fees/**` has its sunset on 2025-12-16. The policy allows that only on January 1, April 1, July 1, or October 1.'
      ]
    },
    {
      title: 'Sunset although the policy allows no removal',
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
      messages: [
        '`GET /v1/loans` has its sunset on 2035-12-15. The policy allows no removal at all, so no sunset either.'
      ]
    },
    {
      title: 'Sunsets at the start of a quarter, in a major release, and in a month with an allowed day',
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
      messages: []
    }
  ]
})
