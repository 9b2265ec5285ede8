import {findGuaranteeLosses} from '../src/policy/compatibility/affected-subjects.ts'
import type {WeakenedGuarantee} from '../src/policy/notice/weakened-guarantees.ts'
import {defineRule, type MessageFormatter} from '../src/rule.ts'

const POLICY = `
extends: thirteen-months
revisions:
  - {revision: first}
  - {revision: second, from: 2025-06-01, guarantees: {ga: {notice: 6 months}}}
`

export default defineRule({
  id: 'guarantee-weakened',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'Policy revisions do not weaken guarantees that clients already have.',
  why: 'Clients planned with the older revision. It still applies to removals that were announced under it.',
  messages: {
    announced:
      'Revision `{revision}` gives `{stability}` {loss}. Revision `{older}` still applies to {subjects}, deprecated under it.',
    unknown:
      "Revision `{revision}` gives `{stability}` {loss}. {missing}, so it isn't certain whether revision `{older}` still applies to {subjects}.",
    living: 'Revision `{revision}` gives `{stability}` {loss}. Revision `{older}` applied to {subjects} before.'
  },
  *check(history, {policy, say}) {
    for (const {revision, older, stability, weakenings, matters, subjects: affected, missing} of findGuaranteeLosses(
      policy,
      history
    )) {
      const values = {
        loss: say.list(weakenings.map(each => describeLoss(each, say))),
        stability,
        revision: revision.name,
        older: older.name,
        subjects: say.few(affected.map(({lifecycle}) => say.subject(lifecycle.subject)))
      }
      const about = {
        about: `${revision.name} ${stability}`,
        place: affected[0].event.place,
        covers: affected.map(({lifecycle}) => lifecycle.subject)
      }
      if (matters === 'announced') {
        const remedy = 'Keep the older guarantees until their removal, and publish that with the revision.'
        yield {...about, message: 'announced', values, remedy}
      } else if (matters === 'living') {
        const remedy =
          'Announce the change before the revision starts, or keep the older guarantees for existing endpoints.'
        yield {...about, message: 'living', values, level: 'info', remedy}
      } else {
        yield {
          ...about,
          message: 'unknown',
          values: {...values, missing: say.isMissing(missing)},
          missing,
          verdict: 'undetermined',
          remedy: `Record ${say.missing(missing)}.`
        }
      }
    }
  },
  examples: [
    {
      title: 'Notice shortened in June for an endpoint deprecated earlier',
      kind: 'loud',
      policy: POLICY,
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
  - {release: "1.1", date: 2025-02-10, changes: [{deprecated: GET /v1/copies, sunset: 2026-04-01}]}
`,
      messages: [
        'Revision `second` gives `ga` 6 months of notice instead of 13 months. Revision `first` still applies to `GET /v1/copies`, deprecated under it.'
      ]
    },
    {
      title: 'Guarantees dropped for existing endpoints',
      kind: 'loud',
      policy:
        'extends: thirteen-months\nrevisions: [{revision: first}, {revision: none, from: 2025-06-01, guarantees: {ga: none}}]\n',
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
`,
      messages: [
        'Revision `none` gives `ga` no notice instead of 13 months, no overlap with a successor instead of 13 months, and breaking changes instead of none. Revision `first` applied to `GET /v1/loans` and `GET /v1/copies` before.'
      ]
    },
    {
      title: 'Revision with an unknown start',
      kind: 'undetermined',
      policy: POLICY.replace('2025-06-01', 'unknown'),
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.1", date: 2025-02-10, changes: [{deprecated: GET /v1/copies}]}
`,
      messages: [
        "Revision `second` gives `ga` 6 months of notice instead of 13 months. The start date of revision second is missing, so it isn't certain whether revision `first` still applies to `GET /v1/copies`."
      ]
    },
    {
      title: 'Endpoints newer than the revision, or without guarantees',
      kind: 'quiet',
      policy: POLICY,
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1-beta/loans}, {removed: GET /v1/readers}]}
  - {release: "2.0", date: 2025-07-10, changes: [{added: GET /v1/copies}, {deprecated: GET /v1/copies}]}
`,
      messages: []
    },
    {
      title: 'Revision that requires more notice',
      kind: 'quiet',
      policy: POLICY.replace('6 months', '24 months'),
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.1", date: 2025-02-10, changes: [{deprecated: GET /v1/copies}]}
`,
      messages: []
    }
  ]
})

const WHAT = {
  notice: ['notice', 'no notice'],
  lifetime: ['lifetime', 'no minimum lifetime'],
  overlap: ['overlap with a successor', 'no overlap with a successor']
} as const satisfies Record<Exclude<WeakenedGuarantee['aspect'], 'change'>, readonly [string, string]>

function describeLoss({aspect, before, after}: WeakenedGuarantee, say: MessageFormatter): string {
  if (aspect === 'change') {
    const allowed = after ? `breaking changes after ${say.length(after)}` : 'breaking changes'
    return `${allowed} instead of ${before === 'forbidden' ? 'none' : `after ${say.length(before)}`}`
  }
  const [some, none] = WHAT[aspect]
  const was = before === 'forbidden' ? '' : ` instead of ${say.length(before)}`
  return `${after ? `${say.length(after)} of ${some}` : none}${was}`
}
