import {measureNotice} from '../src/policy/notice/notice-verdict.ts'
import {timeRequirementAt} from '../src/policy/notice/revisions.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findNoticeViolation} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'notice-too-short',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'notice',
  reportsVerdict: true,
  summary: 'Support ends only after the notice period that the policy requires.',
  why: 'Clients count on the full notice period for their migration.',
  messages: {
    short: '{subject} {outcome}, {given} after {start}{unannounced}. The policy requires {required}.',
    unstarted: '{subject} {outcome}, before its notice started. The policy requires {required} from {clocks}.',
    undetermined: "{subject} {story}. {missing}, so the {period} can't be checked."
  },
  *check({judgment, lifecycle}, {history, policy, say}) {
    const fault = findNoticeViolation(judgment, history.timeline)
    if (fault?.kind !== 'short') return
    const {subject, event, end, ended, announcement} = judgment
    const {requirement} = fault
    const start = requirement.start ?? announcement?.moment
    const length = requirement.length ?? 'unstated'
    const unannounced = say.unannounced(judgment)
    const values = {subject: say.subject(subject), outcome: say.outcome(judgment), required: say.length(length)}
    const about = {
      subject,
      event,
      judgment,
      place: event.place,
      evidence:
        announcement && announcement.event !== event
          ? [{text: say.announced(announcement), place: announcement.event.place}]
          : []
    }
    if (fault.verdict === 'undetermined') {
      const isDeprecatedWithSunset =
        ended?.kind === 'sunset' &&
        announcement?.event.kind === 'deprecated' &&
        (requirement.start?.clock ?? 'announcement') === 'announcement'
      yield {
        ...about,
        message: 'undetermined',
        values: {
          subject: values.subject,
          story:
            start && isDeprecatedWithSunset
              ? `${say.was(start)} deprecated ${say.at(start)} with sunset ${say.moment(end)}`
              : `${values.outcome}${start ? ` after ${say.start(start, announcement)}` : ''}${unannounced}`,
          missing: say.isMissing(fault.missing, judgment),
          period: say.period(length, 'notice')
        },
        verdict: 'undetermined',
        missing: fault.missing,
        remedy: say.toRecord(fault.missing, judgment)
      }
      return
    }
    const given =
      requirement.start && measureNotice(requirement.start, end, length, {timeline: history.timeline, ...policy})
    const remedy = say.remedies(findRemedies(judgment, lifecycle, policy, history))
    if (!requirement.start || requirement.unstarted || !given) {
      const clocks = say.clocks(timeRequirementAt(requirement.clause, policy)?.clocks ?? ['announcement'])
      yield {...about, message: 'unstarted', values: {...values, clocks}, verdict: 'violation', remedy}
      return
    }
    const messageValues = {
      ...values,
      given: say.given(given),
      start: say.start(requirement.start, announcement),
      unannounced
    }
    yield {...about, message: 'short', values: messageValues, verdict: 'violation', remedy}
  },
  examples: [
    {
      title: 'Four months of notice instead of thirteen',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2025-06-01), 4 months after its deprecation in 1.1 (2025-02-01). The policy requires 13 months.'
      ]
    },
    {
      title: 'One day short of thirteen calendar months',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {on: 2024-01-31, via: a mail to all readers, changes: [{deprecated: GET /v1/shelves, sunset: 2025-02-27}]}
`,
      messages: [
        '`GET /v1/shelves` reached its sunset on 2025-02-27, 12 months and 27 days after its deprecation on 2024-01-31. The policy requires 13 months.'
      ]
    },
    {
      title: 'Deprecation, although the notice starts with the release of a successor',
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
      messages: [
        "`GET /v1/loans` was removed in 2.0 (2025-06-01), before its notice started. The policy requires 24 months from the successor's release."
      ]
    },
    {
      title: 'Endpoints removed on the first allowed day, or after a notice that started with the successor',
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
      messages: []
    },
    {
      title: 'Beta endpoint, which needs no notice',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1-beta/loans}]}
  - {release: "1.1", date: 2024-02-10, changes: [{removed: GET /v1-beta/loans}]}
`,
      messages: []
    },
    {
      title: 'Endpoint deprecated and removed in releases without dates',
      kind: 'undetermined',
      history: `
service: Lending Library API
releases:
  - {release: "2.2", changes: [{deprecated: /v1/reservations/**, sunset: "2.4"}]}
  - {release: "2.3"}
  - {release: "2.4"}
`,
      messages: [
        "`/v1/reservations/**` was deprecated in 2.2 with sunset 2.4. The dates of 2.2 and 2.4 are missing, so the 13-month notice can't be checked."
      ]
    }
  ]
})
