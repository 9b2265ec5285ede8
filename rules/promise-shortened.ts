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
  id: 'promise-shortened',
  since: '0.1.0',
  level: 'warning',
  watches: 'history',
  summary: 'A revision of the policy takes nothing from those to whom more was promised.',
  why: 'Clients planned with the older text; what was announced under it keeps its promise, whatever the newer one says.',
  messages: {
    announced:
      'Unexpected {loss} for `{stability}` in revision `{revision}`, expected {subjects} to keep what revision `{older}` promised when the end was announced',
    unknown:
      'Unexpected {loss} for `{stability}` in revision `{revision}`, expected to know {missing}, for {subjects} may keep what revision `{older}` promised',
    living:
      'Unexpected {loss} for `{stability}` in revision `{revision}`, expected no less than revision `{older}` promised to {subjects}'
  },
  *check(history, {policy, say}) {
    for (const {revision, older, stability, weakenings, matters, subjects: promisees, missing} of findGuaranteeLosses(
      policy,
      history
    )) {
      const values = {
        loss: say.list(weakenings.map(each => describeLoss(each, say))),
        stability,
        revision: revision.name,
        older: older.name,
        subjects: say.few(promisees.map(({lifecycle}) => `\`${say.subject(lifecycle.subject)}\``))
      }
      const about = {
        about: `${revision.name} ${stability}`,
        place: promisees[0].event.place,
        covers: promisees.map(({lifecycle}) => lifecycle.subject)
      }
      if (matters === 'announced') {
        const remedy = 'Hold the older promise to their end, and say so where the revision is published.'
        yield {...about, message: 'announced', values, remedy}
      } else if (matters === 'living') {
        const remedy = 'Tell the clients before the revision starts, or keep the older promise for what was there.'
        yield {...about, message: 'living', values, level: 'info', remedy}
      } else {
        yield {
          ...about,
          message: 'unknown',
          values: {...values, missing: say.missing(missing)},
          missing,
          verdict: 'undetermined',
          remedy: 'Write down what is missing.'
        }
      }
    }
  },
  examples: [
    {
      title: 'Less notice from June on: what was announced before keeps the older promise',
      kind: 'loud',
      policy: POLICY,
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
  - {release: "1.1", date: 2025-02-10, changes: [{deprecated: GET /v1/copies, sunset: 2026-04-01}]}
`,
      says: [
        'Unexpected 6 months of notice instead of 13 months for `ga` in revision `second`, expected `GET /v1/copies` to keep what revision `first` promised when the end was announced'
      ]
    },
    {
      title: 'No promise at all for what is there, though its end is not announced',
      kind: 'loud',
      policy:
        'extends: thirteen-months\nrevisions: [{revision: first}, {revision: none, from: 2025-06-01, guarantees: {ga: none}}]\n',
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/copies}]}
`,
      says: [
        'Unexpected no notice instead of 13 months, nothing beside a successor instead of 13 months, and breaking changes that were forbidden for `ga` in revision `none`, expected no less than revision `first` promised to `GET /v1/loans` and `GET /v1/copies`'
      ]
    },
    {
      title: 'Nobody knows when the revision started',
      kind: 'undetermined',
      policy: POLICY.replace('2025-06-01', 'unknown'),
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.1", date: 2025-02-10, changes: [{deprecated: GET /v1/copies}]}
`,
      says: [
        'Unexpected 6 months of notice instead of 13 months for `ga` in revision `second`, expected to know the start of revision second, for `GET /v1/copies` may keep what revision `first` promised'
      ]
    },
    {
      title: 'All that lives came after the revision or was never promised anything',
      kind: 'quiet',
      policy: POLICY,
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1-beta/loans}, {removed: GET /v1/readers}]}
  - {release: "2.0", date: 2025-07-10, changes: [{added: GET /v1/copies}, {deprecated: GET /v1/copies}]}
`,
      says: []
    },
    {
      title: 'A revision that promises more',
      kind: 'quiet',
      policy: POLICY.replace('6 months', '24 months'),
      asOf: '2025-09-01',
      history: `
service: Lending Library API
releases:
  - {release: "1.1", date: 2025-02-10, changes: [{deprecated: GET /v1/copies}]}
`,
      says: []
    }
  ]
})

const WHAT = {
  notice: ['notice', 'no notice'],
  lifetime: ['life', 'no time of life'],
  overlap: ['support beside a successor', 'nothing beside a successor']
} as const satisfies Record<Exclude<WeakenedGuarantee['aspect'], 'change'>, readonly [string, string]>

function describeLoss({aspect, before, after}: WeakenedGuarantee, say: MessageFormatter): string {
  if (aspect === 'change') {
    const allowed = after ? `breaking changes after ${say.length(after)}` : 'breaking changes'
    return `${allowed} that were ${before === 'forbidden' ? before : `allowed after ${say.length(before)}`}`
  }
  const [some, none] = WHAT[aspect]
  const was = before === 'forbidden' ? '' : ` instead of ${say.length(before)}`
  return `${after ? `${say.length(after)} of ${some}` : none}${was}`
}
