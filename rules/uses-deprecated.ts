import {daysUntil, type EndStatus, endStatusOf, findSupportedReplacement} from '../src/policy/end-status.ts'
import {defineRule} from '../src/rule.ts'

type Ending = Extract<EndStatus, {kind: 'ending'}>

export default defineRule({
  id: 'uses-deprecated',
  since: '0.1.0',
  level: 'warning',
  watches: 'use',
  summary: 'Client code calls nothing that is deprecated.',
  why: 'The call works until support ends, and fails from one day to the next.',
  // `within` is the number of remaining days at or below which it is an error. Without a sunset, days are counted to
  // the earliest end of support.
  options: {within: 0},
  messages: {
    ending: 'Unexpected use of `{subject}`, which ends {at}, {left}, expected {instead}',
    lawful: 'Unexpected use of `{subject}`, which is deprecated and may end from {day} on, {left}, expected {instead}',
    undated:
      'Unexpected use of `{subject}`, which is deprecated and ends on a day that nobody can tell, expected {instead}',
    unknown:
      'Unexpected use of `{address}` by a method that is not known, expected to know it, for `{subject}` is deprecated'
  },
  *check({use, lives}, {history, policy, asOf, options: {within}, say}) {
    const statuses = lives.map(life => ({life, leaving: endStatusOf(life, policy, history)}))
    const ending = statuses.flatMap(({life, leaving}) => (leaving?.kind === 'ending' ? [{life, leaving}] : []))
    const isSure = use.isCertain || statuses.every(({leaving}) => leaving)
    // `uses-ended` reports calls whose endpoint may have ended.
    if (!isSure && statuses.some(({leaving}) => leaving?.kind === 'ended')) return
    for (const {life, leaving} of use.isCertain ? ending : ending.slice(0, 1)) {
      const replacement = findSupportedReplacement(life, history)
      const subject = say.subject(life.subject)
      const instead = replacement ? `\`${say.subject(replacement)}\`` : 'none, for nothing is named in its place'
      const announced = life.tenures.at(-1)?.announcements.at(-1)?.event
      const left = daysLeft(leaving, asOf)
      const about = {
        subject: life.subject,
        place: use.place,
        about: use.key,
        ...(replacement ? {replacement} : {}),
        ...(left !== undefined && left <= within ? {level: 'error' as const} : {}),
        evidence: announced ? [{says: `deprecated ${say.entry(announced.entry)}`, place: announced.place}] : []
      }
      const remedy = replacement
        ? `Call \`${say.subject(replacement)}\` instead.`
        : 'Take the call away, or ask the service what to call instead.'
      const time = left === undefined ? '' : describeDaysLeft(left)
      if (!isSure) {
        yield {
          ...about,
          message: 'unknown',
          verdict: 'undetermined',
          missing: [{fact: 'method', of: use.address}],
          values: {address: use.address, subject},
          remedy: 'Look which method it is called by.'
        }
      } else if (leaving.at && left !== undefined) {
        yield {...about, message: 'ending', values: {subject, at: say.at(leaving.at), left: time, instead}, remedy}
      } else if (leaving.day !== undefined) {
        yield {...about, message: 'lawful', values: {subject, day: leaving.day, left: time, instead}, remedy}
      } else yield {...about, message: 'undated', values: {subject, instead}, remedy}
    }
  },
  examples: [
    {
      title: 'Calls of what is deprecated, with a promised end and without one',
      kind: 'loud',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes: [{added: GET /v1/loans}, {added: GET /v1/readers}]
  - release: "2.0"
    date: 2026-06-03
    changes:
      - {added: GET /v2/loans}
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2027-12-20}
      - {deprecated: GET /v1/readers}
`,
      policy: `
name: thirteen
stabilities: [ga]
defaultStability: ga
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 13 months}}
`,
      code: {
        'client.ts': `
import axios from 'axios'
const api = axios.create({baseURL: 'https://api.library.example'})
export const loans = () => api.get('/v1/loans')
export const readers = () => api.get('/v1/readers')
`
      },
      says: [
        'Unexpected use of `GET /v1/loans`, which ends on 2027-12-20, 395 days left, expected `GET /v2/loans`',
        'Unexpected use of `GET /v1/readers`, which is deprecated and may end from 2027-07-03 on, 225 days left, expected none, for nothing is named in its place'
      ]
    },
    {
      title: 'The deprecation has no day, so that nobody can count from it',
      kind: 'loud',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/fees}]}
  - {release: "1.1", changes: [{deprecated: GET /v1/fees}]}
`,
      policy: `
name: three-releases
stabilities: [ga]
defaultStability: ga
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: 3 releases}}
`,
      code: {'client.ts': "export const fees = () => fetch('/v1/fees')\n"},
      says: [
        'Unexpected use of `GET /v1/fees`, which is deprecated and ends on a day that nobody can tell, expected none, for nothing is named in its place'
      ]
    },
    {
      title: 'Calls of what stays',
      kind: 'quiet',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: POST /v1/loans}]}
  - {release: "2.0", date: 2026-06-03, changes: [{deprecated: POST /v1/loans, sunset: 2027-12-20}]}
`,
      code: {'client.ts': "export const loans = () => fetch('/v1/loans')\n"},
      says: []
    },
    {
      title: 'The method is handed in by somebody',
      kind: 'undetermined',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: PUT /v1/loans}]}
  - {release: "2.0", date: 2026-06-03, changes: [{deprecated: PUT /v1/loans, sunset: 2027-12-20}]}
`,
      code: {'client.ts': "export const loans = (init: RequestInit) => fetch('/v1/loans', init)\n"},
      says: [
        'Unexpected use of `/v1/loans` by a method that is not known, expected to know it, for `PUT /v1/loans` is deprecated'
      ]
    }
  ]
})

const daysLeft = ({day}: Ending, asOf: string): number | undefined =>
  day === undefined ? undefined : daysUntil(day, asOf)

const describeDaysLeft = (days: number): string =>
  days < 0 ? `${-days} ${days === -1 ? 'day' : 'days'} ago` : `${days} ${days === 1 ? 'day' : 'days'} left`
