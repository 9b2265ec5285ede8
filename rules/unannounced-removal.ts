import {bodiesOf} from '../src/model/subject/field.ts'
import {
  areAnnouncementsComplete,
  findDecidingGap,
  firstCompleteRelease
} from '../src/policy/announcement-completeness.ts'
import {isNeverAnnounced} from '../src/policy/notice/notice-clock.ts'
import {findRemedies} from '../src/policy/remedy/remedies.ts'
import {findNoticeViolation, judgedTenureOf} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unannounced-removal',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'notice',
  reportsVerdict: true,
  summary: 'Removals are announced in an earlier release.',
  why: 'Clients learn of the removal only when their calls fail.',
  messages: {
    violation: '{subject} {outcome} {silently}. The policy requires {required}.',
    young: '{subject} {outcome}, too soon after it {was} added {introduced}. The policy requires {required} of notice.',
    undetermined: "{subject} {outcome}. {missing}, so the notice can't be checked.",
    gap: "{subject} {outcome}. {missing}, so the notice can't be checked: {key} in {file} leaves removals {before} undetermined."
  },
  *check({judgment, lifecycle}, {history, policy, say}) {
    const fault = findNoticeViolation(judgment, history.timeline)
    if (fault?.kind !== 'unannounced') return
    const {subject, event} = judgment
    const {length} = fault.requirement
    const about = {subject, event, judgment, place: event.place}
    const values = {subject: say.subject(subject), outcome: say.outcome(judgment)}
    if (fault.verdict === 'violation') {
      const required = length ? say.length(length) : 'notice'
      const remedy = say.remedies(findRemedies(judgment, lifecycle, policy, history))
      const tenure = judgedTenureOf(judgment, lifecycle)
      // In an incomplete history, a missing announcement may have been made, but not before the introduction.
      const isSure =
        areAnnouncementsComplete(event, history) ||
        (tenure !== undefined && (tenure.announcements.length > 0 || isNeverAnnounced(tenure)))
      const why = judgment.announcement?.event.isUnreleased ? ', because no release has its deprecation yet' : ''
      const {unannounced} = lifecycle
      const where = unannounced ? ` in ${say.few(bodiesOf(unannounced).map(say.subject))}` : ''
      const silently = `without notice${where}${why}`
      const introduced = isSure ? undefined : tenure?.introduced
      yield {
        ...about,
        ...(introduced
          ? {
              message: 'young',
              values: {
                ...values,
                required,
                was: say.was(introduced.moment),
                introduced: say.at(introduced.moment)
              }
            }
          : {message: 'violation', values: {...values, required, silently}}),
        verdict: 'violation',
        remedy
      }
      return
    }
    const open = {...values, missing: say.isMissing(fault.missing, judgment)}
    const gap = findDecidingGap(event, history)
    const beginning = firstCompleteRelease(history)
    const before = beginning !== undefined ? `up to ${beginning}` : `before ${history.completeFrom}`
    yield {
      ...about,
      ...(gap
        ? {message: 'gap', values: {...open, key: '`complete:`', file: gap.source, before}}
        : {message: 'undetermined', values: open}),
      verdict: 'undetermined',
      remedy: say.toRecord(fault.missing, judgment)
    }
  },
  examples: [
    {
      title: 'GA endpoint removed without a deprecation',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      messages: ['`GET /v1/loans` was removed in 2.0 (2025-06-01) without notice. The policy requires 13 months.']
    },
    {
      title: 'Endpoint deprecated long before the removal',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      messages: []
    },
    {
      title: 'Endpoint removed soon after it was added, in an incomplete history',
      kind: 'loud',
      history: `
service: Lending Library API
complete: 2026-01-10
releases:
  - {release: "1.0", date: 2025-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2025-06-01), too soon after it was added in 1.0 (2025-01-10). The policy requires 13 months of notice.'
      ]
    },
    {
      title: 'Endpoint deprecated in the release that removes it, in an incomplete history',
      kind: 'loud',
      history: `
service: Lending Library API
complete: 2026-01-10
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{deprecated: GET /v1/loans}, {removed: GET /v1/loans}]}
`,
      messages: ['`GET /v1/loans` was removed in 2.0 (2025-06-01) without notice. The policy requires 13 months.']
    },
    {
      title: 'Announcement that may be missing from an incomplete history',
      kind: 'undetermined',
      history: `
service: Lending Library API
complete: 2026-01-10
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
`,
      messages: [
        "`GET /v1/loans` was removed in 2.0 (2025-06-01). It isn't known when its removal was announced, so the notice can't be checked: `complete:` in history.yaml leaves removals before 2026-01-10 undetermined."
      ]
    },
    {
      title: 'Removals before and after the adoption of a history with gaps',
      kind: 'loud',
      history: `
service: Lending Library API
complete: 2026-01-10
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}]}
  - {release: "3.0", date: 2026-06-01, changes: [{removed: GET /v1/copies}]}
`,
      messages: [
        "`GET /v1/loans` was removed in 2.0 (2025-06-01). It isn't known when its removal was announced, so the notice can't be checked: `complete:` in history.yaml leaves removals before 2026-01-10 undetermined.",
        '`GET /v1/copies` was removed in 3.0 (2026-06-01) without notice. The policy requires 13 months.'
      ]
    },
    {
      title: 'Announcement that a partly read description may hold',
      kind: 'undetermined',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-05-10, partial: true}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans, after: "1.0"}]}
`,
      messages: [
        "`GET /v1/loans` was removed in 2.0 or earlier (between 2024-01-10 and 2025-06-01). The description of 1.1 is missing, and it isn't known when its removal was announced, so the notice can't be checked."
      ]
    }
  ]
})
