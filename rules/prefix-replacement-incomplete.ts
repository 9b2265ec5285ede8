import type {Event} from '../src/model/lifecycle/event.ts'
import {findLifecycles, type History} from '../src/model/lifecycle/history.ts'
import type {Lifecycle} from '../src/model/lifecycle/lifecycle.ts'
import {findNamedReplacement} from '../src/model/lifecycle/replacement.ts'
import {isEndpoint, isPrefix, moveSubject, subjectKey} from '../src/model/subject/subject.ts'
import {defineRule} from '../src/rule.ts'

/** Endpoint versions covered by the events of a prefix, without those that ended for another reason. */
const findCovered = (events: readonly Event[], {lifecycles}: History): Lifecycle[] =>
  lifecycles.filter(
    ({subject, tenures}) =>
      isEndpoint(subject.target) &&
      !subject.part &&
      tenures.some(
        ({announcements, end}) =>
          !end?.isOwn && [...announcements, ...(end ? [end] : [])].some(({event}) => events.includes(event))
      )
  )

export default defineRule({
  id: 'prefix-replacement-incomplete',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'A replacement prefix has a counterpart of each endpoint that it replaces.',
  why: 'Clients that only change the prefix get errors from endpoints that have no counterpart.',
  messages: {
    gaps: '{replacement} replaces {subject}, but has no counterpart of {endpoints}.'
  },
  *check({subject, tenures}, {history, say}) {
    const from = subject.target
    if (!isPrefix(from) || subject.part || !history.complete) return
    const key = subjectKey(subject)
    for (const tenure of tenures) {
      const naming = findNamedReplacement(subject, tenure)
      if (!naming || subjectKey(naming.event.subject) !== key) continue
      const {replacement} = naming
      const to = replacement.target
      // `replacement-not-available` reports a prefix without recorded subjects.
      if (!isPrefix(to) || replacement.part || findLifecycles(replacement, history).length === 0) continue
      const {announcements, end} = tenure
      const own = [...announcements, ...(end ? [end] : [])].map(({event}) => event)
      const gaps = findCovered(own, history).filter(life => {
        const moved = moveSubject(life.subject, from, to)
        const last = life.tenures.at(-1)
        const named = last && findNamedReplacement(life.subject, last)
        if (named && named.event !== naming.event) return false
        return moved !== undefined && findLifecycles(moved, history).length === 0
      })
      if (gaps.length === 0) continue
      const names = gaps.map(life => say.subject(life.subject))
      yield {
        message: 'gaps',
        subject,
        event: end?.isOwn ? end.event : naming.event,
        place: naming.event.place,
        values: {subject: say.subject(subject), replacement: say.subject(replacement), endpoints: say.few(names)},
        covers: gaps.map(life => life.subject),
        remedy: 'Add the counterparts, name a replacement for each endpoint, or exclude the endpoints with `except:`.'
      }
    }
  },
  examples: [
    {
      title: 'One endpoint without a counterpart under the new prefix',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fines}]}
  - {release: "2.0", date: 2024-01-10, changes: [{added: GET /v2/loans}]}
  - {on: 2024-02-01, changes: [{deprecated: /v1/**, replacement: /v2/**, sunset: 2025-06-01}]}
  - {release: "3.0", date: 2025-06-01, changes: [{removed: /v1/**}]}
`,
      messages: ['`/v2/**` replaces `/v1/**`, but has no counterpart of `GET /v1/fines`.']
    },
    {
      title: 'Many endpoints without a counterpart',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2023-01-10
    changes:
      - added: GET /v1/loans
      - added: POST /v1/loans
      - added: GET /v1/copies
      - added: GET /v1/fines
      - added: GET /v1/readers
      - added: GET /v1/shelves
      - added: GET /v1/shelves/dust
  - {release: "2.0", date: 2024-01-10, changes: [{added: GET /v2/loans}]}
  - {on: 2024-02-01, changes: [{deprecated: /v1/**, replacement: /v2/**, sunset: 2031-06-01}]}
`,
      messages: [
        '`/v2/**` replaces `/v1/**`, but has no counterpart of `POST /v1/loans`, `GET /v1/copies`, `GET /v1/fines`, and 3 more.'
      ]
    },
    {
      title:
        'Endpoints added later, excluded, replaced otherwise, or removed before, and a new prefix added as a whole',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2023-01-10
    changes:
      - added: GET /v1/loans
      - added: GET /v1/fines
      - added: GET /v1/health
      - added: GET /v1/dust
      - added: GET /old/readers
  - {release: "1.1", date: 2023-02-10, changes: [{removed: GET /v1/dust}, {added: /new/**}]}
  - release: "1.2"
    date: 2024-02-01
    changes:
      - {deprecated: GET /v1/fines, replacement: GET /v2/debts, sunset: 2031-06-01}
      - {deprecated: /v1/**, replacement: /v2/**, except: [GET /v1/health], sunset: 2031-06-01}
      - {deprecated: /old/**, replacement: /new/**, sunset: 2031-06-01}
  - {release: "2.0", date: 2024-03-10, changes: [{added: GET /v2/loans}]}
`,
      messages: []
    }
  ]
})
