import {momentAt} from '../src/model/time/timeline.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findUnmetRequirements, judgedTenureOf} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'ended-before-sunset',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  summary: 'Nothing ends before the sunset that was promised, even where the notice was long enough.',
  why: 'A promised day is in the calendars of others.',
  messages: {
    violation: 'Unexpected end of `{subject}` {end} before its sunset, expected it to last until {sunset}',
    undetermined:
      'Unexpected end of `{subject}` {end}, expected to know {missing} to hold it against its sunset, {sunset}'
  },
  *check({judgement, lifecycle}, {history, policy, say}) {
    const [fault] = findUnmetRequirements(judgement, 'sunset')
    const sunset = judgedTenureOf(judgement, lifecycle)?.sunset
    if (!fault || !sunset) return
    const {subject, event, end, ended} = judgement
    const about = {
      subject,
      event,
      judgement,
      place: event.place,
      evidence: [
        {says: `promised ${say.at(momentAt(history.timeline, sunset.event.entry))}`, place: sunset.event.place}
      ]
    }
    const values = {
      subject: say.subject(subject),
      end: say.at(ended?.removal ?? end),
      sunset: say.moment(sunset.moment)
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
    const remedy = say.remedies(findRemedies(judgement, lifecycle, policy, history))
    yield {...about, message: 'violation', values, verdict: 'violation', remedy}
  },
  examples: [
    {
      title: 'Fourteen months of notice, and gone before the promised day all the same',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-03-10, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2025-03-10) before its sunset, expected it to last until 2025-06-01'
      ]
    },
    {
      title: 'A sunset that was moved away from, or reached',
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
      says: []
    },
    {
      title: 'The removal has no date, and the sunset is a day',
      kind: 'undetermined',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0, expected to know the date of release 2.0 to hold it against its sunset, 2025-06-01'
      ]
    }
  ]
})
