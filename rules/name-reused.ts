import type {Event} from '../src/model/lifecycle/event.ts'
import {computeStatesAtEvents, type StateAtEvent} from '../src/model/lifecycle/state-at-event.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {compareMoments, type Moment, momentAt, type Timeline} from '../src/model/time/timeline.ts'
import {defineRule, type MessageFormatter} from '../src/rule.ts'

export default defineRule({
  id: 'name-reused',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  ofWriting: true,
  summary: 'Removed names are not reused.',
  why: 'Old clients call the new endpoint and take it for the old one.',
  messages: {
    reused: '{subject} {was} added {at}, although the name was in use until {end}.',
    silent: '{subject} {was} {what} {at}, after {end}.'
  },
  *check(lifecycle, {history, say}) {
    // Only declared events are checked, and most subjects have none.
    if (lifecycle.events.every(({seen}) => seen)) return
    const {subject} = lifecycle
    const reported = new Set<string>()
    for (const state of computeStatesAtEvents(lifecycle, history.timeline)) {
      const {event} = state
      const what = EXISTENCE_WORDS[event.kind]
      const end = what === undefined ? undefined : findEndBefore(state, history.timeline)
      // Events after the same end are reported once.
      if (what === undefined || !end || reported.has(end.key)) continue
      reported.add(end.key)
      const at = momentAt(history.timeline, event.entry)
      const values = {
        subject: say.subject(subject),
        was: say.was(at),
        at: say.at(at),
        end: `${describeEnd(end, say)} ${say.at(end.moment)}`
      }
      yield {
        ...(event.kind === 'introduced' && (end.own || !subject.part)
          ? {message: 'reused' as const, values}
          : {message: 'silent' as const, values: {...values, what}}),
        // In an incomplete history, a restoration may have happened without a line.
        ...(history.complete ? {} : {isDoubt: true as const}),
        subject,
        event,
        place: event.place,
        evidence: end.removal ? [{text: 'it was removed here', place: end.removal.place}] : [],
        remedy: 'Add `restored:` to the release that brought it back, or correct the name.'
      }
    }
  },
  examples: [
    {
      title: 'Removed endpoints added again',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", changes: [{removed: GET /v1/loans}, {removed: GET /v1/copies}]}
  - {release: "2.0", changes: [{added: GET /v1/loans}, {renamed: GET /v1/books, to: GET /v1/copies}]}
`,
      messages: [
        '`GET /v1/loans` was added in 2.0, although the name was in use until its removal in 1.0.',
        '`GET /v1/copies` was added in 2.0, although the name was in use until its removal in 1.0.'
      ]
    },
    {
      title: 'Endpoints changed after the removal of their prefix, or after their sunset',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes: [{added: GET /v1/loans}, {deprecated: GET /v2/copies, sunset: 2025-02-10}]
  - {release: "2.0", date: 2025-03-10, changes: [{removed: /v1/**}]}
  - {release: "2.1", date: 2025-04-10, changes: [{changed: GET /v1/loans}, {changed: GET /v2/copies}]}
  - {release: "2.2", date: 2025-05-10, changes: [{changed: GET /v1/loans}]}
`,
      messages: [
        '`GET /v1/loans` was changed in 2.1 (2025-04-10), after the removal of `/v1/**` in 2.0 (2025-03-10).',
        '`GET /v2/copies` was changed in 2.1 (2025-04-10), after its sunset on 2025-02-10.'
      ]
    },
    {
      title: 'Endpoints restored, still in a patch of an older release, or added under a removed prefix',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
  - {release: "2.1", changes: [{removed: GET /v1/loans}, {removed: GET /v1/copies}, {removed: /v3/**}]}
  - {release: "2.0.6", changes: [{changed: GET /v1/copies, breaking: false}, {added: GET /v1/copies, field: shelf}]}
  - {release: "2.2", changes: [{restored: GET /v1/loans}, {changed: GET /v1/loans}, {added: GET /v3/loans}]}
  - {on: 2025-01-10, changes: [{deprecated: /v4/**, sunset: 2025-02-10}]}
  - {release: "2.3", date: 2025-03-10, changes: [{added: GET /v4/loans}]}
`,
      messages: []
    }
  ]
})

/**
 * The event kinds that show that a subject exists, as named in messages. `contradictory-events` reports other events
 * after an end.
 */
const EXISTENCE_WORDS: {readonly [Kind in Event['kind']]?: string} = {
  introduced: 'added',
  changed: 'changed',
  deprecated: 'deprecated'
}

interface PastEnd {
  readonly key: string
  readonly moment: Moment
  readonly removal?: Event
  readonly own: boolean
}

const describeEnd = ({removal, own}: PastEnd, say: MessageFormatter): string =>
  removal ? (own ? 'its removal' : `the removal of ${say.subject(removal.subject)}`) : 'its sunset'

/**
 * The end before the event: a removal in an earlier entry, otherwise a sunset that had passed; `undefined` if there is
 * none.
 */
function findEndBefore({event, removal, sunset}: StateAtEvent, timeline: Timeline): PastEnd | undefined {
  const at = momentAt(timeline, event.entry)
  if (removal) {
    if (removal.entry === event.entry) return undefined
    const own = subjectKey(removal.subject) === subjectKey(event.subject)
    return {key: `removal ${removal.id}`, moment: momentAt(timeline, removal.entry), removal, own}
  }
  // A second deprecation announces a new sunset, or `duplicate-event` reports it.
  if (!sunset || event.kind === 'deprecated' || compareMoments(timeline, sunset, at) !== 'before') return undefined
  return {key: `sunset ${sunset.stated}`, moment: sunset, own: true}
}
