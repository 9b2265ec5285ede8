import {subjectKey} from '../src/model/subject/subject.ts'
import {NEXT} from '../src/model/time/timeline.ts'
import type {RequirementJudgment} from '../src/model/verdict/judgment.ts'
import {type JudgedSunset, judgeSunset} from '../src/policy/judge-sunset.ts'
import {defineRule} from '../src/rule.ts'

const TIMES: ReadonlySet<string> = new Set(['notice', 'lifetime', 'overlap'])

/** Whether a required period will certainly not be over at the sunset, whatever the unknown facts are. */
const isTooEarly = (judged: JudgedSunset): boolean =>
  isAhead(judged, 'violation') || findShortRequirement(judged) !== undefined

/**
 * The required period that will be too short at the sunset, if the earliest end can't be named as a day because
 * releases must still ship; otherwise `undefined`.
 */
const findShortRequirement = ({judgment, earliestEnd}: JudgedSunset): RequirementJudgment | undefined =>
  judgment.verdict === 'violation' && earliestEnd.kind === 'undetermined'
    ? judgment.requirements.find(({aspect, verdict, start}) => verdict === 'violation' && TIMES.has(aspect) && start)
    : undefined

/**
 * Whether the sunset may be too early, depending on unknown facts. The date of an upcoming release isn't one, because
 * it will become known.
 */
const isPerhapsTooEarly = (judged: JudgedSunset): boolean =>
  judged.sunset.moment.when.latest !== undefined && isAhead(judged, 'undetermined')

const isAhead = ({sunset, judgment, earliestEnd}: JudgedSunset, as: 'violation' | 'undetermined'): boolean =>
  judgment.verdict === as &&
  earliestEnd.kind === 'day' &&
  judgment.requirements.some(({aspect, verdict}) => verdict === as && TIMES.has(aspect)) &&
  (sunset.moment.when.latest ?? '') < (earliestEnd.day ?? '')

export default defineRule({
  id: 'sunset-too-early',
  since: '0.1.0',
  level: 'error',
  watches: 'lifecycle',
  summary: 'Sunsets are late enough for the required notice.',
  why: "Clients plan with the sunset, although it must be postponed so that the removal doesn't violate the policy.",
  messages: {
    early: '{subject} has its sunset {sunset}. The policy allows it on or after {day}.',
    few: '{subject} has its sunset {sunset}, which is too early. The policy requires {required}, counted from {start}.',
    perhaps: '{subject} has its sunset {sunset}. The policy allows it on or after {day}, or perhaps earlier: {missing}.'
  },
  *check(lifecycle, {history, policy, asOf, say}) {
    const judged = judgeSunset(lifecycle, policy, history, asOf)
    if (!judged) return
    const is = isTooEarly(judged) ? isTooEarly : isPerhapsTooEarly
    if (!is(judged)) return
    const {sunset, earliestEnd} = judged
    const {subject} = lifecycle
    const key = subjectKey(sunset.event.subject)
    if (key !== subjectKey(subject)) {
      // A sunset that is too early for a whole prefix is reported there. A field or parameter ends with its endpoint.
      const above = history.bySubject.get(key)
      const whole = above && judgeSunset(above, policy, history, asOf)
      if (subject.part || !whole || is(whole)) return
    }
    const about = {subject, event: sunset.event, place: sunset.event.place}
    // A sunset declared in a shipped release is moved by a line of its own.
    const isOut = !sunset.event.seen && history.timeline.entries[sunset.event.entry]?.name !== NEXT
    const to = (end: string): string =>
      isOut ? `Add \`rescheduled:\` with ${end} to the next release` : `Set the sunset to ${end}`
    const values = {subject: say.subject(subject), sunset: say.at(sunset.moment), day: earliestEnd.day ?? ''}
    if (is === isPerhapsTooEarly) {
      const facts = earliestEnd.earlier?.missing ?? judged.judgment.missing
      yield {
        ...about,
        message: 'perhaps',
        values: {...values, missing: say.isMissing(facts, lifecycle)},
        missing: facts,
        isDoubt: true,
        remedy: `${to(`${earliestEnd.day} or a later day`)}, or record ${say.missing(facts)}.`
      }
      return
    }
    const short = findShortRequirement(judged)
    if (short?.length && short.start) {
      yield {
        ...about,
        message: 'few',
        values: {
          subject: values.subject,
          sunset: values.sunset,
          required: say.length(short.length),
          start: say.start(short.start, lifecycle.tenures.at(-1)?.announcements[0])
        },
        remedy: `${to('a later date')}.`
      }
      return
    }
    const bound = earliestEnd.bounds.find(({day}) => day === earliestEnd.day)
    const from = bound?.assumed ? 'today' : bound?.start && say.moment(bound.start)
    const because = bound?.length && from ? ` (${say.length(bound.length)} after ${from})` : ''
    yield {
      ...about,
      message: 'early',
      values,
      remedy: `${to(`${earliestEnd.day}${because} or a later day`)}.`
    }
  },
  examples: [
    {
      title: 'Sunset after four months instead of thirteen',
      kind: 'loud',
      asOf: '2025-03-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
`,
      messages: ['`GET /v1/loans` has its sunset on 2025-06-01. The policy allows it on or after 2026-03-01.']
    },
    {
      title: 'Sunset in time for the prefix, but not for an endpoint added later',
      kind: 'loud',
      asOf: '2025-12-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: /v1/**, sunset: 2026-04-01}]}
  - {release: "1.2", date: 2025-10-01, changes: [{added: GET /v1/fines}]}
`,
      messages: ['`GET /v1/fines` has its sunset on 2026-04-01. The policy allows it on or after 2026-11-01.']
    },
    {
      title: 'Successor that may be older than the first recorded release',
      kind: 'loud',
      asOf: '2025-03-01',
      policy: `
name: by successor
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 13 months, starts: [announcement, {successor: same}]}}
`,
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-11-01, existing: true, changes: [{added: GET /v1/loans}, {added: GET /v2/loans}]}
  - {release: "1.1", date: 2025-02-01, changes: [{deprecated: GET /v1/loans, sunset: 2025-06-01}]}
`,
      messages: [
        '`GET /v1/loans` has its sunset on 2025-06-01. The policy allows it on or after 2025-12-01, or perhaps earlier: the introduction date of `GET /v2/loans` is missing.'
      ]
    },
    {
      title: 'Sunsets after less than nine months, or after two releases instead of three',
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
      messages: [
        '`GET /v1/loans` has its sunset on 2025-06-01, which is too early. The policy requires 9 months or 3 releases, whichever is longer, counted from its deprecation in 1.1 (2025-02-01).',
        '`GET /v1/copies` has its sunset in 1.3, which is too early. The policy requires 9 months or 3 releases, whichever is longer, counted from its deprecation in 1.1 (2025-02-01).'
      ]
    },
    {
      title: 'Sunset that depends on a missing date',
      kind: 'loud',
      asOf: '2025-03-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024, changes: [{deprecated: GET /v1/shelves, sunset: 2025-12-20}]}
`,
      messages: [
        '`GET /v1/shelves` has its sunset on 2025-12-20. The policy allows it on or after 2026-01-31, or perhaps earlier: the day of 1.0 (known only as 2024) is missing.'
      ]
    },
    {
      title: 'Sunsets on the first allowed day, for beta, and without a date',
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
      messages: []
    },
    {
      title: 'Sunset before which enough releases may still come',
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
      messages: []
    }
  ]
})
