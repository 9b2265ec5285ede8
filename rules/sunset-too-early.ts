import {subjectKey} from '../src/model/subject/subject.ts'
import {NEXT} from '../src/model/time/timeline.ts'
import type {RequirementJudgement} from '../src/model/verdict/judgement.ts'
import {type JudgedSunset, judgeSunset} from '../src/policy/judge-sunset.ts'
import {defineRule} from '../src/rule.ts'

const TIMES: ReadonlySet<string> = new Set(['notice', 'lifetime', 'overlap'])

/** Whether a required period will certainly not be over at the sunset, whatever the unknown facts are. */
const isTooEarly = (promised: JudgedSunset): boolean =>
  isAhead(promised, 'violation') || findShortRequirement(promised) !== undefined

/**
 * The requirement that will be too short if it counts upcoming releases, so that no allowed day is known; otherwise
 * `undefined`.
 */
const findShortRequirement = ({judgement, earliestEnd}: JudgedSunset): RequirementJudgement | undefined =>
  judgement.verdict === 'violation' && earliestEnd.kind === 'undetermined'
    ? judgement.requirements.find(({aspect, verdict, start}) => verdict === 'violation' && TIMES.has(aspect) && start)
    : undefined

/**
 * Whether the sunset may be too early, depending on unknown facts. The date of an upcoming release isn't one, because
 * it will become known.
 */
const isPerhapsTooEarly = (promised: JudgedSunset): boolean =>
  promised.sunset.moment.when.latest !== undefined && isAhead(promised, 'undetermined')

const isAhead = ({sunset, judgement, earliestEnd}: JudgedSunset, as: 'violation' | 'undetermined'): boolean =>
  judgement.verdict === as &&
  earliestEnd.kind === 'day' &&
  judgement.requirements.some(({aspect, verdict}) => verdict === as && TIMES.has(aspect)) &&
  (sunset.moment.when.latest ?? '') < (earliestEnd.day ?? '')

export default defineRule({
  id: 'sunset-too-early',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  summary: 'The promised end is no earlier than the policy allows.',
  why: 'A sunset that cannot be kept will be broken or moved, and clients plan by it today.',
  messages: {
    early: 'Unexpected sunset of `{subject}` {sunset}, expected {day} at the earliest',
    few: 'Unexpected sunset of `{subject}` {sunset}, expected it to follow {start} by {promised}',
    perhaps:
      'Unexpected sunset of `{subject}` {sunset}, expected {day}, or to know {missing} to tell whether it is too early'
  },
  *check(lifecycle, {history, policy, say}) {
    const promised = judgeSunset(lifecycle, policy, history)
    if (!promised) return
    const is = isTooEarly(promised) ? isTooEarly : isPerhapsTooEarly
    if (!is(promised)) return
    const {sunset, earliestEnd} = promised
    const {subject} = lifecycle
    const key = subjectKey(sunset.event.subject)
    if (key !== subjectKey(subject)) {
      // A sunset that is too early for a whole prefix is reported with the prefix; a part ends with its target.
      const above = history.bySubject.get(key)
      const whole = above && judgeSunset(above, policy, history)
      if (subject.part || !whole || is(whole)) return
    }
    const about = {subject, event: sunset.event, place: sunset.event.place}
    // A sunset declared in a shipped release is moved by a line of its own.
    const isOut = !sunset.event.seen && history.timeline.entries[sunset.event.entry]?.name !== NEXT
    const to = (end: string): string =>
      isOut ? `Write \`rescheduled:\` with ${end} in the release to come` : `Promise ${end}`
    const values = {subject: say.subject(subject), sunset: say.at(sunset.moment), day: earliestEnd.day ?? ''}
    if (is === isPerhapsTooEarly) {
      const facts = earliestEnd.earlier?.missing ?? promised.judgement.missing
      const missing = say.missing(facts)
      yield {
        ...about,
        message: 'perhaps',
        values: {...values, missing},
        missing: facts,
        isDoubt: true,
        remedy: `${to(`${earliestEnd.day} or a later day`)}, or write down ${missing}.`
      }
      return
    }
    const short = findShortRequirement(promised)
    if (short?.length && short.start) {
      yield {
        ...about,
        message: 'few',
        values: {
          subject: values.subject,
          sunset: values.sunset,
          promised: say.length(short.length),
          start: say.moment(short.start)
        },
        remedy: `${to('a later end')}.`
      }
      return
    }
    const bound = earliestEnd.bounds.find(({day}) => day === earliestEnd.day)
    const from = bound?.assumed ? 'an announcement today' : bound?.start && say.moment(bound.start)
    const because = bound?.length && from ? `, which is ${say.length(bound.length)} after ${from}` : ''
    yield {
      ...about,
      message: 'early',
      values,
      remedy: `${to(`${earliestEnd.day}${because}, or a later day`)}.`
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
      title: 'What was there by the first release on record may have come long before',
      kind: 'loud',
      asOf: '2025-03-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-11-01, existing: true, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
`,
      says: [
        'Unexpected sunset of `GET /v1/loans` on 2025-06-01, expected 2025-12-01, or to know when `GET /v2/loans` was introduced to tell whether it is too early'
      ]
    },
    {
      title: 'Nine months are owed whatever releases come, and two releases are not three',
      kind: 'loud',
      asOf: '2025-03-01',
      policy: `
name: nine months and three releases
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: "9 months or 3 releases, whichever is longer"}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
  - release: "1.1"
    date: 2025-02-01
    changes:
      - {deprecated: GET /v1/loans, sunset: 2025-06-01}
      - {deprecated: GET /v1/copies, sunset: "1.3"}
`,
      says: [
        'Unexpected sunset of `GET /v1/loans` on 2025-06-01, expected it to follow release 1.1 (2025-02-01) by 9 months or 3 releases, whichever is longer',
        'Unexpected sunset of `GET /v1/copies` in release 1.3, expected it to follow release 1.1 (2025-02-01) by 9 months or 3 releases, whichever is longer'
      ]
    },
    {
      title: 'A date that is not known decides',
      kind: 'loud',
      asOf: '2025-03-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024, changes: [{deprecated: GET /v1/shelves, sunset: 2025-12-20}]}
`,
      says: [
        'Unexpected sunset of `GET /v1/shelves` on 2025-12-20, expected 2026-01-31, or to know the date of release 1.0 to tell whether it is too early'
      ]
    },
    {
      title: 'The due day itself, beta, and a sunset that is not a day yet',
      kind: 'quiet',
      asOf: '2025-03-01',
      history: `
service: Lending Library API
releases:
  - release: "1.1"
    date: 2025-02-01
    changes:
      - {deprecated: GET /v1/loans, sunset: 2026-03-01}
      - {deprecated: GET /v1-beta/loans, sunset: 2025-03-15}
      - {deprecated: GET /v1/copies, sunset: "3.0"}
`,
      says: []
    },
    {
      title: 'Before a day that is still to come, or a major release, as many releases may come as are owed',
      kind: 'quiet',
      asOf: '2025-03-01',
      policy: `
name: three releases
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 releases}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}, {added: GET /v1/fines}]}
  - release: "1.1"
    date: 2025-02-01
    changes:
      - {deprecated: GET /v1/loans, sunset: 2026-06-01}
      - {deprecated: GET /v1/copies, sunset: "2.0"}
      - {deprecated: GET /v1/fines, sunset: "1.4"}
`,
      says: []
    }
  ]
})
