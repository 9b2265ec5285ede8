import {subjectKey} from '../src/model/subject/subject.ts'
import {earliestEndOfSupport} from '../src/policy/earliest-end-of-support.ts'
import {hasNoGuarantee} from '../src/policy/judge-end-of-support.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'deprecated-without-sunset',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'A deprecation says when support ends.',
  why: 'Without a day nobody can plan, and nobody moves until it is too late.',
  messages: {
    missing: 'Unexpected deprecation of `{subject}` in {entry} without a sunset, expected the day or release of its end'
  },
  *check(lifecycle, {history, policy, say}) {
    const {subject, tenures} = lifecycle
    const key = subjectKey(subject)
    for (const [index, {announcements, sunset, end}] of tenures.entries()) {
      // A prefix is reported once, and a subject removed in the release that deprecated it needs no sunset.
      const own = announcements.find(({event}) => event.kind === 'deprecated' && subjectKey(event.subject) === key)
      if (!own || sunset || end?.event.entry === own.event.entry) continue
      if (hasNoGuarantee(lifecycle, policy, history)) return
      // Descriptions use a different key.
      const name = own.event.seen ? 'x-sunset' : 'sunset'
      const {day} = end || index < tenures.length - 1 ? {} : earliestEndOfSupport(lifecycle, policy, history)
      yield {
        message: 'missing',
        subject,
        event: own.event,
        place: own.event.place,
        values: {subject: say.subject(subject), entry: say.entry(own.event.entry)},
        remedy: end
          ? `Write \`${name}:\` beside it if a day was told, or leave it on record.`
          : `Write \`${name}:\` beside it, with ${day === undefined ? 'a lawful day or release' : `${day} or a later day`}.`
      }
    }
  },
  examples: [
    {
      title: 'Deprecated, with no word on when it ends',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, replacement: GET /v2/loans}]}
`,
      says: [
        'Unexpected deprecation of `GET /v1/loans` in release 1.0 without a sunset, expected the day or release of its end'
      ]
    },
    {
      title: 'Said later, said of the prefix, gone at once, or beta',
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
      says: []
    }
  ]
})
