import {measureNotice} from '../src/policy/notice/notice-verdict.ts'
import {timeRequirementAt} from '../src/policy/notice/revisions.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findNoticeViolation} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'notice-too-short',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  carriesPromise: true,
  summary: 'Support ends only after the notice that the policy promises.',
  why: 'People who call an endpoint plan their move by the promised time, and need all of it.',
  messages: {
    short: 'Unexpected end of `{subject}` {end} after {given} of notice from {start}, expected at least {promised}',
    unstarted:
      'Unexpected end of `{subject}` {end} before the clock of its notice had started, expected {promised} from {clocks}',
    undetermined:
      'Unexpected end of `{subject}` {end} after a notice from {start}, expected to know {missing} to hold it against {promised}'
  },
  *check({judgement, lifecycle}, {history, policy, say}) {
    const fault = findNoticeViolation(judgement, history.timeline)
    if (fault?.kind !== 'short') return
    const {subject, event, end, announcement} = judgement
    const {requirement: duty} = fault
    const start = duty.start ?? announcement?.moment
    const length = duty.length ?? 'unstated'
    const values = {subject: say.subject(subject), end: say.at(end), promised: say.length(length)}
    const about = {
      subject,
      event,
      judgement,
      place: event.place,
      evidence:
        announcement && announcement.event !== event
          ? [{says: say.announced(announcement), place: announcement.event.place}]
          : []
    }
    if (fault.verdict === 'undetermined') {
      yield {
        ...about,
        message: 'undetermined',
        values: {...values, start: start ? say.moment(start) : 'an unknown day', missing: say.missing(fault.missing)},
        verdict: 'undetermined',
        missing: fault.missing,
        remedy: say.toRecord(fault.missing, event)
      }
      return
    }
    const given = duty.start && measureNotice(duty.start, end, length, {timeline: history.timeline, ...policy})
    const remedy = say.remedies(findRemedies(judgement, lifecycle, policy, history))
    if (!duty.start || duty.unstarted || !given) {
      const clocks = say.clocks(timeRequirementAt(duty.clause, policy)?.clocks ?? ['announcement'])
      yield {...about, message: 'unstarted', values: {...values, clocks}, verdict: 'violation', remedy}
      return
    }
    const messageValues = {...values, given: say.given(given), start: say.moment(duty.start)}
    yield {...about, message: 'short', values: messageValues, verdict: 'violation', remedy}
  },
  examples: [
    {
      title: 'Four months where thirteen are promised',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2025-06-01) after 4 months of notice from release 1.1 (2025-02-01), expected at least 13 months'
      ]
    },
    {
      title: 'One day is missing, and the months are calendar months',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {on: 2024-01-31, via: a mail to all readers, changes: [{deprecated: GET /v1/shelves, sunset: 2025-02-27}]}
`,
      says: [
        'Unexpected end of `GET /v1/shelves` on 2025-02-27 after 12 months and 27 days of notice from 2024-01-31, expected at least 13 months'
      ]
    },
    {
      title: 'It was announced, but the clock of this policy is the release of a successor',
      kind: 'loud',
      policy: `
name: after-the-successor
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 24 months, starts: successor}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2022-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        "Unexpected end of `GET /v1/loans` in release 2.0 (2025-06-01) before the clock of its notice had started, expected 24 months from the successor's release"
      ]
    },
    {
      title: 'The due day itself is lawful, and so is a notice that the successor gave',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2023-06-01, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
  - {release: "1.1", date: 2024-01-31, changes: [{deprecated: GET /v1/copies}]}
  - {release: "2.0", date: 2024-02-01, changes: [{added: GET /v2/loans}]}
  - {release: "3.0", date: 2025-02-28, changes: [{removed: GET /v1/copies}]}
  - {release: "3.1", date: 2025-03-01, changes: [{deprecated: GET /v1/loans}, {removed: GET /v1/loans}]}
`,
      says: []
    },
    {
      title: 'Nothing is promised to beta endpoints',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1-beta/loans}]}
  - {release: "1.1", date: 2024-02-10, changes: [{removed: GET /v1-beta/loans}]}
`,
      says: []
    },
    {
      title: 'Announced in one undated release, gone in another',
      kind: 'undetermined',
      history: `
service: Lending Library API
releases:
  - {release: "2.2", changes: [{deprecated: /v1/reservations/**, sunset: "2.4"}]}
  - {release: "2.3"}
  - {release: "2.4"}
`,
      says: [
        'Unexpected end of `/v1/reservations/**` in release 2.4 after a notice from release 2.2, expected to know the date of release 2.2 and the date of release 2.4 to hold it against 13 months'
      ]
    }
  ]
})
