import {areAnnouncementsComplete} from '../src/policy/announcement-completeness.ts'
import {isNeverAnnounced} from '../src/policy/notice/notice-clock.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findNoticeViolation, judgedTenureOf} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unannounced-removal',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  carriesPromise: true,
  summary: 'Nothing that is promised support ends without an announcement before its own release.',
  why: 'A client that was told nothing finds out when its calls fail.',
  messages: {
    violation: 'Unexpected end of `{subject}` {end} without an announcement before it, expected {promised} of notice',
    young:
      'Unexpected end of `{subject}` {end}, which was introduced {introduced}, expected {promised} of notice after that',
    undetermined: 'Unexpected end of `{subject}` {end} without an announcement on record, expected to know {missing}'
  },
  *check({judgement, lifecycle}, {history, policy, say}) {
    const fault = findNoticeViolation(judgement, history.timeline)
    if (fault?.kind !== 'unannounced') return
    const {subject, event, end} = judgement
    const {length} = fault.requirement
    const about = {subject, event, judgement, place: event.place}
    const values = {subject: say.subject(subject), end: say.at(end)}
    if (fault.verdict === 'violation') {
      const promised = length ? say.length(length) : 'some time'
      const remedy = say.remedies(findRemedies(judgement, lifecycle, policy, history))
      const tenure = judgedTenureOf(judgement, lifecycle)
      // In an incomplete history, the end may have been announced, but no earlier than its introduction.
      const isSure = areAnnouncementsComplete(event, history) || (tenure !== undefined && isNeverAnnounced(tenure))
      const introduced = isSure ? undefined : tenure?.introduced
      yield {
        ...about,
        ...(introduced
          ? {message: 'young', values: {...values, promised, introduced: say.at(introduced.moment)}}
          : {message: 'violation', values: {...values, promised}}),
        verdict: 'violation',
        remedy
      }
      return
    }
    yield {
      ...about,
      message: 'undetermined',
      values: {...values, missing: say.missing(fault.missing)},
      verdict: 'undetermined',
      remedy: say.toRecord(fault.missing, event)
    }
  },
  examples: [
    {
      title: 'A GA endpoint goes in the release that first speaks of it',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2025-06-01) without an announcement before it, expected 13 months of notice'
      ]
    },
    {
      title: 'The end was announced long before',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      says: []
    },
    {
      title: 'Whatever a history leaves out, nobody announces the end of what is not there yet',
      kind: 'loud',
      history: `
service: Lending Library API
complete: false
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2025-06-01), which was introduced in release 1.0 (2025-01-10), expected 13 months of notice after that'
      ]
    },
    {
      title: 'A history that does not say everything may leave out the announcement',
      kind: 'undetermined',
      history: `
service: Lending Library API
complete: false
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2025-06-01) without an announcement on record, expected to know when the end of `GET /v1/loans` was announced'
      ]
    }
  ]
})
