import {bindingSunset} from '../src/model/lifecycle/sunsets.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findUnmetRequirements, judgedTenureOf} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'ended-before-sunset',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'notice',
  summary: 'Nothing is removed before its sunset date.',
  why: 'Clients plan their migration around the announced sunset.',
  messages: {
    violation: '{subject} {outcome}, before its sunset {sunset}.',
    undetermined: "{subject} {outcome}. {missing}, so its sunset {sunset} can't be checked."
  },
  *check({judgment, lifecycle}, {history, policy, say}) {
    const [fault] = findUnmetRequirements(judgment, 'sunset')
    const tenure = judgedTenureOf(judgment, lifecycle)
    const sunset = tenure && bindingSunset(tenure, history.timeline)
    if (!fault || !sunset) return
    const {subject, event} = judgment
    const about = {
      subject,
      event,
      judgment,
      place: event.place,
      evidence: [
        {text: `sunset announced ${say.at(momentAt(history.timeline, sunset.event.entry))}`, place: sunset.event.place}
      ]
    }
    const values = {
      subject: say.subject(subject),
      outcome: say.outcome(judgment),
      sunset: say.at(sunset.moment)
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
    const remedy = say.remedies(findRemedies(judgment, lifecycle, policy, history))
    yield {...about, message: 'violation', values, verdict: 'violation', remedy}
  },
  examples: [
    {
      title: 'Endpoint removed with enough notice, but before its sunset',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-03-10, changes: [{removed: GET /v1/loans}]}
`,
      messages: ['`GET /v1/loans` was removed in 2.0 (2025-03-10), before its sunset on 2025-06-01.']
    },
    {
      title: 'Endpoint removed before a sunset that was dropped',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans}]}
  - {release: "1.1", date: 2024-02-10, changes: [{rescheduled: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "1.2", date: 2025-03-01, changes: [{rescheduled: GET /v1/loans, sunset: never}]}
  - {release: "2.0", date: 2025-03-10, changes: [{removed: GET /v1/loans}]}
`,
      messages: ['`GET /v1/loans` was removed in 2.0 (2025-03-10), before its sunset on 2025-06-01.']
    },
    {
      title: 'Endpoints removed on their sunset, or after the sunset was moved',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}, {deprecated: GET /v1/copies, sunset: "2.0"}]
  - {release: "1.1", date: 2024-05-10, changes: [{rescheduled: GET /v1/loans, sunset: 2025-05-01}]}
  - {release: "2.0", date: 2025-05-01, changes: [{removed: GET /v1/loans}, {removed: GET /v1/copies}]}
`,
      messages: []
    },
    {
      title: 'Endpoint removed in a release without a date',
      kind: 'undetermined',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", changes: [{removed: GET /v1/loans}]}
`,
      messages: [
        "`GET /v1/loans` was removed in 2.0. The date of 2.0 is missing, so its sunset on 2025-06-01 can't be checked."
      ]
    }
  ]
})
