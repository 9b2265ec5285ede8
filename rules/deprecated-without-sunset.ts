import {subjectKey} from '../src/model/subject/subject.ts'
import {momentAt} from '../src/model/time/timeline.ts'
import {earliestEndOfSupport, needsMajorRelease} from '../src/policy/earliest-end-of-support.ts'
import {hasNoGuarantee} from '../src/policy/judge-end-of-support.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'deprecated-without-sunset',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'Deprecations have a sunset date.',
  why: 'Without a date, clients cannot plan their migration.',
  messages: {
    missing: '{subject} {was} deprecated {at} without a sunset.'
  },
  *check(lifecycle, {history, policy, asOf, say}) {
    const {subject, tenures} = lifecycle
    const key = subjectKey(subject)
    for (const [index, {announcements, sunset, end}] of tenures.entries()) {
      // Announcements for a prefix are reported with the prefix, and a subject removed in the release that deprecated
      // it needs no sunset.
      const own = announcements.find(({event}) => event.kind === 'deprecated' && subjectKey(event.subject) === key)
      if (!own || own.event.sunset || sunset || end?.event.entry === own.event.entry) continue
      if (hasNoGuarantee(lifecycle, policy, history)) return
      // In the file that shows the deprecation, the sunset has another name: an extension in a description, a tag in
      // code.
      const {seen, place} = own.event
      const mark = (seen && say.mark('sunset', subject, place.source)) || 'sunset: DAY'
      const name = mark.replace(/ DAY$/, '')
      const at = momentAt(history.timeline, own.event.entry)
      const earliest =
        end || index < tenures.length - 1 ? undefined : earliestEndOfSupport(lifecycle, policy, history, asOf)
      const day = earliest && !needsMajorRelease(earliest) ? earliest.day : undefined
      const allowed = day === undefined ? 'a day or release that the policy allows' : `${day} or a later day`
      yield {
        message: 'missing',
        subject,
        event: own.event,
        place: own.event.place,
        values: {subject: say.subject(subject), was: say.was(at), at: say.at(at)},
        remedy: end
          ? `Add the announced sunset with \`${name}\`. If none was announced, leave the entry as it is.`
          : name === mark
            ? `Add \`${mark}\` (replace DAY with ${allowed}).`
            : `Add \`${name}\` with ${allowed}.`
      }
    }
  },
  examples: [
    {
      title: 'Endpoint deprecated without a sunset',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, replacement: GET /v2/loans}]}
  - {release: next, date: 2027-01-10, changes: [{deprecated: GET /v1/copies, replacement: GET /v2/copies}]}
`,
      messages: [
        '`GET /v1/loans` was deprecated in 1.0 (2024-01-10) without a sunset.',
        '`GET /v1/copies` is deprecated in the next release (2027-01-10) without a sunset.'
      ]
    },
    {
      title: 'Sunset set later or for the prefix, removal in the same release, or beta endpoint',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {deprecated: GET /v1/loans}
      - {deprecated: GET /v1/shelves/dust}
      - {deprecated: GET /v1-beta/loans}
  - {release: "1.1", date: 2024-02-10, changes: [{rescheduled: GET /v1/loans, sunset: 2025-06-01}]}
  - {on: 2024-03-10, changes: [{deprecated: /v1/shelves/**, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-06-01, changes: [{deprecated: GET /v1/copies}, {removed: GET /v1/copies}]}
`,
      messages: []
    },
    {
      title: 'Endpoint that is restored with a sunset in the past, which cannot apply to it',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-02-10, changes: [{removed: GET /v1/loans}]}
  - release: "1.2"
    date: 2024-03-10
    changes:
      - {restored: GET /v1/loans}
      - {deprecated: GET /v1/loans, sunset: 2024-03-01}
`,
      messages: []
    }
  ]
})
