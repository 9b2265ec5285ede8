import {hasEnded} from '../src/model/lifecycle/lifecycle.ts'
import {
  findNamedReplacement,
  followReplacements,
  isDeprecatedOrRemoved,
  lifecycleOfReplacement
} from '../src/model/lifecycle/replacement.ts'
import {stateAtTime} from '../src/model/lifecycle/state-at-event.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {singleDay} from '../src/model/time/date-range.ts'
import {momentOfEntry} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'replacement-deprecated',
  since: '0.1.0',
  level: 'warning',
  watches: 'lifecycle',
  summary: 'Replacements are not deprecated themselves.',
  why: 'Clients that migrate to a deprecated replacement have to migrate again.',
  messages: {
    self: '{subject} is listed as its own replacement.',
    circle: 'The replacements form a circle: {chain}.',
    chained:
      '{replacement}, the replacement of {subject}, {state} itself. The last replacement in the chain is {last}.',
    dead: '{replacement}, the replacement of {subject}, {state} itself.'
  },
  *check({subject, tenures}, {history, asOf, say}) {
    const key = subjectKey(subject)
    const {timeline} = history
    for (const tenure of tenures) {
      const naming = findNamedReplacement(subject, tenure)
      const entry = naming && timeline.entries[naming.event.entry]
      if (!naming || !entry || subjectKey(naming.event.subject) !== key) continue
      const {end, sunset} = tenure
      const {replacement} = naming
      const about = {subject, event: end?.isOwn ? end.event : naming.event, place: naming.event.place}
      const past = hasEnded(tenure)
      if (subjectKey(replacement) === key) {
        const remedy = 'Name another replacement, or remove the entry if only a path parameter was renamed.'
        yield {...about, message: 'self', values: {subject: say.subject(subject)}, remedy}
        continue
      }
      const life = lifecycleOfReplacement(replacement, subject, history)
      if (!life) continue
      const today = {when: singleDay(asOf), stated: asOf}
      const moments = end
        ? [end.moment, momentOfEntry(entry)]
        : [...(sunset ? [sunset.moment] : []), today, momentOfEntry(entry)]
      const moment = moments.find(each => isDeprecatedOrRemoved(stateAtTime(life, each, timeline)))
      if (!moment) continue
      const chain = followReplacements(subject, naming, moment, history)
      const values = {
        subject: say.subject(subject),
        replacement: say.subject(replacement),
        state: stateAtTime(life, moment, timeline) === 'ended' ? `${say.was(moment)} removed` : 'is deprecated'
      }
      if (chain.kind === 'circle') {
        // Reported once, at the event that closes the cycle.
        if (chain.closedBy !== naming.event) continue
        const names = [...chain.subjects, subject].map(each => say.subject(each))
        const remedy = 'Name a supported replacement outside the circle.'
        yield {...about, message: 'circle', values: {chain: names.join(' → ')}, remedy}
      } else if (chain.kind === 'stays') {
        const last = say.subject(chain.subject)
        const remedy = past
          ? `Leave the entry as it is, and name ${last} in guides.`
          : `Name ${last} as the replacement.`
        yield {...about, message: 'chained', values: {...values, last}, remedy}
      } else {
        const remedy = past ? 'Leave the entry as it is.' : 'Name a supported replacement.'
        yield {...about, message: 'dead', values, remedy}
      }
    }
  },
  examples: [
    {
      title: 'Endpoints replaced by a deprecated one, by a removed one, and by themselves',
      kind: 'loud',
      asOf: '2025-10-01',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes: [{added: GET /v2/loans}, {added: GET /v3/loans}, {added: GET /v2/fines}]
  - release: "1.1"
    date: 2025-01-10
    changes:
      - {deprecated: GET /v2/loans, replacement: GET /v3/loans, sunset: 2027-01-10}
      - {removed: GET /v2/fines}
  - release: "1.2"
    date: 2025-09-10
    changes:
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2026-12-10}
      - {deprecated: GET /v1/fines, replacement: GET /v2/fines, sunset: 2026-12-10}
      - {deprecated: "GET /v1/copies/{copyId}", replacement: "GET /v1/copies/{copy_id}", sunset: 2026-12-10}
`,
      messages: [
        '`GET /v2/loans`, the replacement of `GET /v1/loans`, is deprecated itself. The last replacement in the chain is `GET /v3/loans`.',
        '`GET /v2/fines`, the replacement of `GET /v1/fines`, was removed itself.',
        '`GET /v1/copies/{copyId}` is listed as its own replacement.'
      ]
    },
    {
      title: 'Two endpoints that replace each other',
      kind: 'loud',
      asOf: '2025-10-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.1", date: 2025-01-10, changes: [{deprecated: GET /v1/loans, replacement: GET /v1/lendings}]}
  - {release: "1.2", date: 2025-09-10, changes: [{deprecated: GET /v1/lendings, replacement: GET /v1/loans}]}
`,
      messages: ['The replacements form a circle: `GET /v1/lendings` → `GET /v1/loans` → `GET /v1/lendings`.']
    },
    {
      title: 'Replacement deprecated after the removal, no longer deprecated, or another field of the same endpoint',
      kind: 'quiet',
      asOf: '2025-10-01',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2023-01-10
    changes:
      - {added: GET /v2/loans}
      - {added: GET /v2/fines}
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2024-03-10}
      - {deprecated: GET /v2/loans, field: due, in: response, replacement: {field: dueDate}}
      - {added: GET /v2/loans, field: dueDate, in: response}
      - {deprecated: GET /v2/fines}
  - {release: "1.1", date: 2024-03-10, changes: [{removed: GET /v1/loans}, {withdrawn: GET /v2/fines}]}
  - {release: "1.2", date: 2025-01-10, changes: [{deprecated: GET /v2/loans}]}
  - {release: "1.3", date: 2025-02-10, changes: [{deprecated: GET /v1/fines, replacement: GET /v2/fines}]}
`,
      messages: []
    }
  ]
})
