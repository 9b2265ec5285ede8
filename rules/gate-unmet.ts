import {findUnmetRequirements} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'gate-unmet',
  since: '0.1.0',
  level: 'warning',
  watches: 'judgement',
  summary: 'What an end needs besides time, the consent of clients or the end of their calls, is on record.',
  why: 'It cannot be read from the calendar: whoever saw it must say so.',
  messages: {
    unmet: 'Unexpected end of `{subject}` {end} without evidence of {gates}, expected to know {missing}'
  },
  *check({judgement}, {say}) {
    const faults = findUnmetRequirements(judgement, 'gate')
    if (faults.length === 0) return
    const {subject, event, end} = judgement
    const own = faults.flatMap(({requirement: duty}) => duty.missing)
    const names = own.map(({fact}) => fact)
    yield {
      message: 'unmet',
      subject,
      event,
      judgement,
      place: event.place,
      values: {
        subject: say.subject(subject),
        end: say.at(end),
        gates: say.list(names.map(name => `\`${name}\``)),
        missing: say.missing(own)
      },
      verdict: 'undetermined',
      missing: own,
      remedy: `Write \`met: {${names.map(name => `${name}: EVIDENCE`).join(', ')}}\` beside the end once it is met.`
    }
  },
  examples: [
    {
      title: 'A year of notice, but nobody says that all clients agreed',
      kind: 'undetermined',
      policy: `
name: by-consent
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, gates: {consent: all clients agree to the day}}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-01-10}]}
  - {release: "2.0", date: 2025-01-10, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2025-01-10) without evidence of `consent`, expected to know the consent of the clients of `GET /v1/loans`'
      ]
    },
    {
      title: 'The evidence stands beside the end',
      kind: 'quiet',
      policy: `
name: by-consent
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, gates: {consent: all clients agree to the day}}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-01-10}]}
  - release: "2.0"
    date: 2025-01-10
    changes: [{removed: GET /v1/loans, met: {consent: minutes of the readers' meeting of 2024-11-02}}]
`,
      says: []
    }
  ]
})
