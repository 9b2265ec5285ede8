import {subjectKey} from '../src/model/subject.ts'
import {judgePromisedEnd, type PromisedEnd} from '../src/promise/promised-end.ts'
import {defineRule} from '../src/rule.ts'

/** Certain whatever is not known: a length of the calendar will not be over on the promised day. */
const isTooEarly = ({sunset, judgement, lawful}: PromisedEnd): boolean =>
  judgement.verdict === 'broken' &&
  lawful.kind === 'day' &&
  judgement.duties.some(
    ({aspect, verdict}) => verdict === 'broken' && ['notice', 'lifetime', 'overlap'].includes(aspect)
  ) &&
  (sunset.moment.when.latest ?? '') < (lawful.day ?? '')

export default defineRule({
  id: 'sunset-too-early',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  summary: 'The promised end is no earlier than the policy allows.',
  why: 'A sunset that cannot be kept will be broken or moved, and clients plan by it today.',
  messages: {
    early: 'Unexpected sunset of `{subject}` {sunset}, expected {day} at the earliest'
  },
  *check(lifecycle, {history, policy, say}) {
    const promised = judgePromisedEnd(lifecycle, policy, history)
    if (!promised || !isTooEarly(promised)) return
    const {sunset, lawful} = promised
    const {subject} = lifecycle
    const key = subjectKey(sunset.event.subject)
    if (key !== subjectKey(subject)) {
      // What is too early for the whole prefix is told with the prefix; a part ends with what it is part of.
      const above = history.bySubject.get(key)
      const whole = above && judgePromisedEnd(above, policy, history)
      if (subject.part || !whole || isTooEarly(whole)) return
    }
    const bound = lawful.bounds.find(({day}) => day === lawful.day)
    const from = bound?.assumed ? 'an announcement today' : bound?.start && say.moment(bound.start)
    const because = bound?.length && from ? `, which is ${say.length(bound.length)} after ${from}` : ''
    yield {
      message: 'early',
      subject,
      event: sunset.event,
      place: sunset.event.place,
      values: {subject: say.subject(subject), sunset: say.at(sunset.moment), day: lawful.day ?? ''},
      remedy: `Promise ${lawful.day}${because}, or a later day.`
    }
  },
  examples: [
    {
      title: 'Four months promised where thirteen are owed',
      kind: 'loud',
      asOf: '2025-03-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
`,
      says: ['Unexpected sunset of `GET /v1/loans` on 2025-06-01, expected 2026-03-01 at the earliest']
    },
    {
      title: 'In time for the prefix, but not for what was added to it later',
      kind: 'loud',
      asOf: '2025-12-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: /v1/**, sunset: 2026-04-01}]}
  - {release: "1.2", date: 2025-10-01, changes: [{added: GET /v1/fines}]}
`,
      says: ['Unexpected sunset of `GET /v1/fines` on 2026-04-01, expected 2026-11-01 at the earliest']
    },
    {
      title: 'The due day itself, beta, a sunset that a date could still make lawful, and one that is not a day yet',
      kind: 'quiet',
      asOf: '2025-03-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024, changes: [{deprecated: GET /v1/shelves, sunset: 2025-12-20}]}
  - release: "1.1"
    date: 2025-02-01
    changes:
      - {deprecated: GET /v1/loans, sunset: 2026-03-01}
      - {deprecated: GET /v1-beta/loans, sunset: 2025-03-15}
      - {deprecated: GET /v1/copies, sunset: "3.0"}
`,
      says: []
    }
  ]
})
