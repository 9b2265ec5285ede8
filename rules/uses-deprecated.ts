import {momentAt} from '../src/model/time/timeline.ts'
import {daysUntil, type EndStatus, endStatusOf, findSupportedReplacement} from '../src/policy/end-status.ts'
import {defineRule} from '../src/rule.ts'

type Ending = Extract<EndStatus, {kind: 'ending'}>

export default defineRule({
  id: 'uses-deprecated',
  since: '0.1.0',
  level: 'warning',
  watches: 'use',
  summary: 'Client code does not call deprecated endpoints.',
  why: 'The call fails as soon as support ends.',
  // `within` is the number of remaining days at or below which it is an error. Without a sunset, days are counted to
  // the earliest end of support.
  options: {within: 0},
  messages: {
    ending: '{subject} is deprecated with its sunset {at} ({left}). {instead}',
    dated: '{subject} is deprecated and can be removed on or after {day} ({left}). {instead}',
    undated: "{subject} is deprecated. It isn't known when it will be removed. {instead}",
    unknown: 'The method of this call to `{address}` is unknown. {subject} is deprecated.'
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
      const instead = replacement ? `Use ${say.subject(replacement)} instead.` : 'No replacement is named.'
      const announced = life.tenures.at(-1)?.announcements.at(-1)?.event
      const left = daysLeft(leaving, asOf)
      const about = {
        subject: life.subject,
        place: use.place,
        about: use.key,
        ...(replacement ? {replacement} : {}),
        ...(left !== undefined && left <= within ? {level: 'error' as const} : {}),
        evidence: announced
          ? [{text: `deprecated ${say.at(momentAt(history.timeline, announced.entry))}`, place: announced.place}]
          : []
      }
      const remedy = replacement
        ? `Call ${say.subject(replacement)} instead.`
        : 'Remove the call, or ask the API owner what to call instead.'
      const time = left === undefined ? '' : describeDaysLeft(left)
      if (!isSure) {
        yield {
          ...about,
          message: 'unknown',
          verdict: 'undetermined',
          missing: [{fact: 'method', of: use.address}],
          values: {address: use.address, subject},
          remedy: 'Check which method the call uses.'
        }
      } else if (leaving.at && left !== undefined) {
        yield {...about, message: 'ending', values: {subject, at: say.at(leaving.at), left: time, instead}, remedy}
      } else if (leaving.day !== undefined) {
        yield {...about, message: 'dated', values: {subject, day: leaving.day, left: time, instead}, remedy}
      } else yield {...about, message: 'undated', values: {subject, instead}, remedy}
    }
  },
  examples: [
    {
      title: 'Calls to deprecated endpoints, with and without a sunset',
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
      messages: [
        '`GET /v1/loans` is deprecated with its sunset on 2027-12-20 (395 days left). Use `GET /v2/loans` instead.',
        '`GET /v1/readers` is deprecated and can be removed on or after 2027-07-03 (225 days left). No replacement is named.'
      ]
    },
    {
      title: 'Call to an endpoint deprecated without a date',
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
      messages: ["`GET /v1/fees` is deprecated. It isn't known when it will be removed. No replacement is named."]
    },
    {
      title: 'Calls to supported endpoints',
      kind: 'quiet',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: POST /v1/loans}]}
  - {release: "2.0", date: 2026-06-03, changes: [{deprecated: POST /v1/loans, sunset: 2027-12-20}]}
`,
      code: {'client.ts': "export const loans = () => fetch('/v1/loans')\n"},
      messages: []
    },
    {
      title: 'Call whose method is passed in by the caller',
      kind: 'undetermined',
      asOf: '2026-11-20',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: PUT /v1/loans}]}
  - {release: "2.0", date: 2026-06-03, changes: [{deprecated: PUT /v1/loans, sunset: 2027-12-20}]}
`,
      code: {'client.ts': "export const loans = (init: RequestInit) => fetch('/v1/loans', init)\n"},
      messages: ['The method of this call to `/v1/loans` is unknown. `PUT /v1/loans` is deprecated.']
    }
  ]
})

const daysLeft = ({day}: Ending, asOf: string): number | undefined =>
  day === undefined ? undefined : daysUntil(day, asOf)

const describeDaysLeft = (days: number): string =>
  days < 0 ? `${-days} ${days === -1 ? 'day' : 'days'} ago` : `${days} ${days === 1 ? 'day' : 'days'} left`
