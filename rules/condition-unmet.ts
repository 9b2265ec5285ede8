import {parsePointer} from '../src/model/location.ts'
import {isRemovalPending} from '../src/policy/judge-end-of-support.ts'
import {findUnmetRequirements} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

const BY_CONSENT = `
name: by-consent
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 months, conditions: {consent: all clients agree to the day}}}
`
const BY_USAGE = BY_CONSENT.replace('by-consent', 'by-usage').replace(
  'consent: all clients agree to the day',
  'usage: {callers: none, days: 2}'
)

const REMOVAL = `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{deprecated: GET /v1/loans, sunset: 2025-01-10}]}
  - {release: "2.0", date: 2025-01-10, changes: [{removed: GET /v1/loans}]}
`

const TABLE = '{"format":1,"api":"Lending Library API","callers":"plain"}'
const CALLS = 'operation,caller,calls,errors,maybe,first,last\n'
const COVERAGE = 'source,hours,idle,lines,unreadable,unmatched,ambiguous\n'
const COVERED = `${COVERAGE}gateway,ffffff,0,96,0,0,0\n`

export default defineRule({
  id: 'condition-unmet',
  since: '0.1.0',
  level: 'error',
  watches: 'judgment',
  policyKey: 'conditions',
  summary: 'Removals have the consent, and the usage, that the policy requires.',
  why: 'Dates do not show whether clients agreed to the removal or stopped calling the endpoint.',
  messages: {
    called: '{subject} {outcome}, but {why}. The policy requires {needed}.',
    uncovered: '{subject} {outcome} without evidence of {needed}: {why}. The policy requires it.',
    unmet: '{subject} {outcome} without recorded evidence of {conditions}. The policy requires it.'
  },
  *check({judgment}, {history, say}) {
    const faults = findUnmetRequirements(judgment, 'condition')
    const {subject, event, pending, ended} = judgment
    const isPending = pending || isRemovalPending(ended, history.timeline)
    const about = {subject, event, judgment, place: event.place}
    const sentence = {subject: say.subject(subject), outcome: say.outcome(judgment)}
    const toMeet = (names: readonly string[]): string =>
      `\`met: {${names.map(name => `${name}: EVIDENCE`).join(', ')}}\` to the removal once the condition is met (replace EVIDENCE with a link or a short text).`
    for (const {verdict, requirement, missing} of faults) {
      const {usage, clause} = requirement
      if (!usage) continue
      const {limit, met, why} = usage
      const name = parsePointer(clause.pointer).at(-1) ?? ''
      const values = {...sentence, why, needed: limit.text}
      const wait = `Restore it until it has ${limit.text}`
      yield {
        ...{...about, about: name, verdict, missing},
        ...(met === 'violation'
          ? {
              message: 'called' as const,
              values,
              remedy: isPending ? `${wait}, or waive it.` : `${wait}, or leave the entry as it is.`
            }
          : {
              message: 'uncovered' as const,
              values,
              remedy: `Import the missing logs with \`tenure traffic import\`, or add ${toMeet([name])}`
            })
      }
    }
    const own = faults.flatMap(({requirement}) => (requirement.usage ? [] : requirement.missing))
    const names = own.map(({fact}) => fact)
    if (names.length === 0) return
    yield {
      ...about,
      message: 'unmet',
      values: {...sentence, conditions: say.list(names.map(name => `\`${name}\``))},
      verdict: 'undetermined',
      missing: own,
      remedy: `Add ${toMeet(names)}`
    }
  },
  examples: [
    {
      title: 'Endpoint removed after a year of notice, but without recorded consent',
      kind: 'undetermined',
      policy: BY_CONSENT,
      history: REMOVAL,
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2025-01-10) without recorded evidence of `consent`. The policy requires it.'
      ]
    },
    {
      title: 'Endpoint removed while two clients called it',
      kind: 'loud',
      policy: BY_USAGE,
      history: REMOVAL,
      traffic: {
        'table.json': TABLE,
        'days/2025-01-08.calls.csv': `${CALLS}GET /v1/loans,kiosk,120,2,0,06:00:00,18:30:00\nGET /v1/loans,reader-app,3,0,0,07:10:00,07:40:00\n`,
        'days/2025-01-08.coverage.csv': COVERED,
        'days/2025-01-09.coverage.csv': COVERED
      },
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2025-01-10), but it had 2 callers from 2025-01-08 to 2025-01-09 (123 calls, the last on 2025-01-08): `kiosk` (120 calls) and `reader-app` (3 calls). The policy requires 2 days without callers.'
      ]
    },
    {
      title: 'Endpoint removed, but the logs of half a day are missing',
      kind: 'undetermined',
      policy: BY_USAGE,
      history: REMOVAL,
      traffic: {
        'table.json': TABLE,
        'days/2025-01-08.coverage.csv': COVERED,
        'days/2025-01-09.coverage.csv': `${COVERAGE}gateway,000fff,0,48,0,0,0\n`
      },
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2025-01-10) without evidence of 2 days without callers: 75 % of the traffic from 2025-01-08 to 2025-01-09 is known, and 95 % is required: `gateway` lacks hours on 2025-01-09. The policy requires it.'
      ]
    },
    {
      title: 'Endpoint removed with recorded consent',
      kind: 'quiet',
      policy: BY_CONSENT,
      history: REMOVAL.replace(
        '{removed: GET /v1/loans}',
        "{removed: GET /v1/loans, met: {consent: minutes of the readers' meeting of 2024-11-02}}"
      ),
      messages: []
    },
    {
      title: 'Endpoint removed after two days without callers',
      kind: 'quiet',
      policy: BY_USAGE,
      history: REMOVAL,
      traffic: {
        'table.json': TABLE,
        'days/2025-01-07.calls.csv': `${CALLS}GET /v1/loans,kiosk,4,0,0,06:00:00,18:30:00\n`,
        'days/2025-01-08.coverage.csv': COVERED,
        'days/2025-01-09.coverage.csv': COVERED
      },
      messages: []
    }
  ]
})
