import {groupByEach} from '../src/model/group-by.ts'
import type {Event} from '../src/model/lifecycle/event.ts'
import type {History} from '../src/model/lifecycle/history.ts'
import type {Tenure} from '../src/model/lifecycle/lifecycle.ts'
import {findNamedReplacement} from '../src/model/lifecycle/replacement.ts'
import {memoize} from '../src/model/memoize.ts'
import {covers, isPrefix, pathShape, prefixShapes, type Subject, subjectKey} from '../src/model/subject/subject.ts'
import {momentOfEntry} from '../src/model/time/timeline.ts'
import {hasNoGuarantee} from '../src/policy/judge-end-of-support.ts'
import {isAfterAdoption, missingExplanations} from '../src/policy/violations.ts'
import {defineRule, type MessageFormatter} from '../src/rule.ts'

/**
 * Whether a replacement is named, or the lack of one is stated, by its announcements, its removal, or each subject
 * under a prefix.
 */
function isReplacementStated(subject: Subject, {announcements, end}: Tenure, history: History): boolean {
  const events = [...announcements.map(({event}) => event), ...(end ? [end.event] : [])]
  if (events.some(each => each.replacement ?? each.unreplaced)) return true
  if (!isPrefix(subject.target)) return false
  const key = subjectKey(subject)
  const below = (lifecyclesByPrefix(history).get(pathShape(subject.target.path)) ?? []).filter(
    life => !life.subject.part && subjectKey(life.subject) !== key && covers(subject, life.subject)
  )
  return (
    below.length > 0 && below.every(life => life.tenures.some(tenure => findNamedReplacement(life.subject, tenure)))
  )
}

const lifecyclesByPrefix = memoize(({lifecycles}: History) =>
  groupByEach(lifecycles, ({subject: {target}}) => new Set(prefixShapes(target.path)))
)

/** An example of a replacement, where it would be an endpoint with a method. */
const exampleFor = ({target}: Subject): string => (target.verb === undefined ? '' : ', such as `GET /v2/loans`')

/** How the file that shows an event names a replacement. `undefined` if a person wrote the event. */
function adviseOnMark({seen, subject, place}: Event, say: MessageFormatter): string | undefined {
  const mark = seen ? say.mark('replacement', subject, place.source) : undefined
  if (mark === undefined) return undefined
  const none = say.mark('noReplacement', subject, place.source) ?? mark.replace('SUBJECT', 'none')
  return `Add \`${mark}\` (replace SUBJECT with the replacement${exampleFor(subject)}), or \`${none}\`.`
}

export default defineRule({
  id: 'missing-replacement',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'Deprecations and removals name a replacement.',
  why: 'Without a replacement, each client has to find an alternative alone.',
  messages: {
    missing: '{subject} {was} {what} {at} without a replacement.'
  },
  *check(lifecycle, {history, policy, judgments, say}) {
    const {subject, tenures} = lifecycle
    const key = subjectKey(subject)
    for (const tenure of tenures) {
      const {announcements, end, successors} = tenure
      const own = announcements.find(({event}) => subjectKey(event.subject) === key)
      // Announcements for a prefix are reported with the prefix. A waived removal is left out, because it couldn't be
      // planned.
      const event = own?.event ?? (announcements.length === 0 && end?.isOwn ? end.event : undefined)
      const entry = event && history.timeline.entries[event.entry]
      if (!event || !entry || end?.event.waiver || isReplacementStated(subject, tenure, history)) continue
      if (hasNoGuarantee(lifecycle, policy, history)) return
      // `unexplained-end` reports removals without any information.
      const judged = end && judgments.find(each => each.ended === end)
      if (
        judged &&
        isAfterAdoption(end.event.entry, history) &&
        missingExplanations(judged, lifecycle).includes('replacement')
      )
        continue
      const [next] = successors
      // A description can't name a replacement for something it no longer contains, and an inferred successor needs no
      // mention.
      if (event.seen && (event.kind === 'removed' || next)) continue
      yield {
        message: 'missing',
        subject,
        event,
        place: event.place,
        values: {
          what: event.kind === 'removed' ? 'removed' : 'deprecated',
          subject: say.subject(subject),
          was: say.was(momentOfEntry(entry)),
          at: say.at(momentOfEntry(entry))
        },
        remedy: next
          ? `Add \`replacement: ${say.name(next.subject)}\` if clients should use that.`
          : (adviseOnMark(event, say) ??
            `Add \`replacement: SUBJECT\` (replace SUBJECT with the replacement${exampleFor(subject)}), or \`replacement: none\` and a \`note\` for clients.`)
      }
    }
  },
  examples: [
    {
      title: 'Endpoints deprecated, or removed at once, without a replacement',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2025-06-01, changes: [{removed: GET /v1/loans}, {removed: GET /v1/copies}]}
`,
      messages: [
        '`GET /v1/loans` was deprecated in 1.0 (2024-01-10) without a replacement.',
        '`GET /v1/copies` was removed in 2.0 (2025-06-01) without a replacement.'
      ]
    },
    {
      title: 'Replacements named at the removal, for the prefix, or one by one, and a beta endpoint',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {deprecated: GET /v1/loans, sunset: 2025-06-01}
      - {deprecated: /v1/shelves/**, replacement: /v2/shelves/**, sunset: 2025-06-01}
      - {deprecated: /v1/copies/**, sunset: 2031-06-01}
      - {deprecated: GET /v1/copies/lost, replacement: GET /v2/losses}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, replacement: GET /v2/loans}
      - {removed: GET /v1/shelves/dust}
      - {removed: GET /v1-beta/loans}
      - {removed: GET /v1/dust, replacement: none, note: no one requests dust}
`,
      messages: []
    }
  ]
})
