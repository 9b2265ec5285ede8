import {findUnmetRequirements} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'condition-unmet',
  since: '0.1.0',
  level: 'warning',
  watches: 'judgment',
  policyKey: 'conditions',
  summary: 'Removals record the consent or usage that the policy requires.',
  why: 'Dates do not show whether clients agreed to the removal or stopped calling the endpoint.',
  messages: {
    unmet: '{subject} {outcome} without recorded evidence of {conditions}. The policy requires it.'
  },
  *check({judgment}, {say}) {
    const faults = findUnmetRequirements(judgment, 'condition')
    if (faults.length === 0) return
    const {subject, event} = judgment
    const own = faults.flatMap(({requirement}) => requirement.missing)
    const names = own.map(({fact}) => fact)
    yield {
      message: 'unmet',
      subject,
      event,
      judgment,
      place: event.place,
      values: {
        subject: say.subject(subject),
        outcome: say.outcome(judgment),
        conditions: say.list(names.map(name => `\`${name}\``))
      },
      verdict: 'undetermined',
      missing: own,
      remedy: `Add \`met: {${names.map(name => `${name}: EVIDENCE`).join(', ')}}\` to the removal once the condition is met (replace EVIDENCE with a link or a short text).`
    }
  },
  examples: [
    {
      title: 'Endpoint removed after a year of notice, but without recorded consent',
      kind: 'undetermined',
      policy: `
name: by-consent
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, conditions: {consent: all clients agree to the day}}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-01-10}]}
  - {release: "2.0", date: 2025-01-10, changes: [{removed: GET /v1/loans}]}
`,
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2025-01-10) without recorded evidence of `consent`. The policy requires it.'
      ]
    },
    {
      title: 'Endpoint removed with recorded consent',
      kind: 'quiet',
      policy: `
name: by-consent
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, conditions: {consent: all clients agree to the day}}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-01-10}]}
  - release: "2.0"
    date: 2025-01-10
    changes: [{removed: GET /v1/loans, met: {consent: minutes of the readers' meeting of 2024-11-02}}]
`,
      messages: []
    }
  ]
})
