import type {Event} from '../src/model/lifecycle/event.ts'
import type {History} from '../src/model/lifecycle/history.ts'
import type {Announcement, Lifecycle} from '../src/model/lifecycle/lifecycle.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {type Day, isBefore, singleDay} from '../src/model/time/date-range.ts'
import {type Moment, momentOfEntry} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

/** The announcements of the subject itself, each with the moment that it claims. */
function collectClaims(
  {subject, tenures}: Lifecycle,
  {timeline, adopted}: History
): {said: Announcement; claimed: Moment}[] {
  const key = subjectKey(subject)
  return tenures.flatMap(({announcements}) =>
    announcements.flatMap(said => {
      const {event} = said
      const entry = timeline.entries[event.entry]
      if (subjectKey(event.subject) !== key || !entry) return []
      // Outside of git, lines count as stated.
      if (!event.seen && adopted === undefined) return []
      return [{said, claimed: event.announced?.kind === 'at' ? event.announced.moment : momentOfEntry(entry)}]
    })
  )
}

const isOlder = ({when}: Moment, adopted: Day | undefined): boolean =>
  adopted !== undefined && isBefore(when, singleDay(adopted))

export default defineRule({
  id: 'back-dated-announcement',
  since: '0.1.0',
  level: 'info',
  watches: 'history',
  summary: 'Announcements count from when the history got them.',
  why: 'No client could know on that day of what was written down later.',
  messages: {
    late: '{subject} is listed as announced {claimed}. That counts from {recorded}, when the history got it.',
    unknown: 'No commit shows when {announcements} recorded.'
  },
  *check(history, {say}) {
    const open: Event[] = []
    for (const lifecycle of history.lifecycles) {
      for (const {said, claimed} of collectClaims(lifecycle, history)) {
        const {event, moment, unrecorded} = said
        const {recorded} = event
        if (unrecorded) open.push(event)
        if (!recorded?.earliest || !isBefore(claimed.when, recorded) || !isBefore(claimed.when, moment.when)) continue
        // A first history contains announcements from before its adoption. They aren't reported, but count from when
        // they are recorded.
        const isPast = history.timeline.entries[event.entry]?.pending !== true && isOlder(claimed, history.adopted)
        if (history.isFirst && isPast) continue
        yield {
          message: 'late',
          subject: lifecycle.subject,
          event,
          place: event.place,
          values: {
            subject: say.subject(lifecycle.subject),
            claimed: say.at(claimed),
            recorded: recorded.earliest
          },
          remedy: event.seen
            ? `Remove \`${say.mark('since', lifecycle.subject, event.place.source)?.replace(/:? DAY$/, '') ?? 'the day'}\`. It doesn't start the notice earlier.`
            : 'If it was announced on that day, accept it with `adopted:` in the configuration; otherwise leave it as it is.'
        }
      }
    }
    const [first] = open
    if (!first) return
    yield {
      message: 'unknown',
      isDoubt: true,
      place: first.place,
      about: 'unknown',
      values: {announcements: open.length === 1 ? '1 announcement was' : `${open.length} announcements were`},
      evidence: open.map(event => ({text: say.subject(event.subject), place: event.place})),
      remedy: 'Run the check in a git repository with full history (`fetch-depth: 0`).'
    }
  },
  examples: [
    {
      title: 'Announcement recorded in May, but dated February',
      kind: 'loud',
      adopted: '2025-01-10',
      history: `
service: Lending Library API
releases:
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans, sunset: 2026-03-01}]}
  - {release: "1.2", date: 2025-05-20, changes: [{removed: GET /v1/copies, announced: 2024-04-01}]}
  - {release: "1.3", date: 2026-05-20, changes: [{removed: GET /v1/shelves, announced: 2025-04-01}]}
`,
      recorded: {
        'deprecated GET /v1/loans': '2025-05-04',
        'removed GET /v1/copies': '2025-05-20',
        'removed GET /v1/shelves': '2026-05-20'
      },
      messages: [
        '`GET /v1/loans` is listed as announced in 1.1 (2025-02-01). That counts from 2025-05-04, when the history got it.',
        '`GET /v1/copies` is listed as announced on 2024-04-01. That counts from 2025-05-20, when the history got it.',
        '`GET /v1/shelves` is listed as announced on 2025-04-01. That counts from 2026-05-20, when the history got it.'
      ]
    },
    {
      title: 'Announcements recorded in time, or with the first history',
      kind: 'quiet',
      adopted: '2025-01-10',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-12-01, changes: [{deprecated: GET /v1/copies, sunset: 2026-03-01}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans, sunset: 2026-03-01}]}
`,
      recorded: {'deprecated GET /v1/loans': '2025-01-28'},
      messages: []
    },
    {
      title: 'Day of the entry unknown without git',
      kind: 'loud',
      adopted: '2025-01-10',
      history: `
service: Lending Library API
releases:
  - release: "1.1"
    date: 2025-02-01
    changes: [{deprecated: GET /v1/loans, sunset: 2026-03-01}, {deprecated: GET /v1/copies, sunset: 2026-03-01}]
`,
      recorded: {'deprecated GET /v1/loans': 'unknown', 'deprecated GET /v1/copies': 'unknown'},
      messages: ['No commit shows when 2 announcements were recorded.']
    }
  ]
})
