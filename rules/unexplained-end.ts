import {isAfterAdoption, missingExplanations} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

const WORDS = {
  both: {
    lacking: 'replacement or reason',
    remedy:
      'Add `replacement: SUBJECT` (replace SUBJECT with the replacement), or `replacement: none` and a `note` with the reason.'
  },
  reason: {
    lacking: 'reason',
    remedy: 'Add a `note` with the reason and what clients can do.'
  },
  replacement: {
    lacking: 'replacement',
    remedy: 'Add `replacement: SUBJECT` (replace SUBJECT with the replacement), or `replacement: none`.'
  }
} as const

export default defineRule({
  id: 'unexplained-end',
  since: '0.1.0',
  level: 'warning',
  watches: 'judgment',
  policyKey: 'guarantees',
  ofWriting: true,
  needsAuthor: true,
  summary: 'From the first commit with the history on, removals and breaking changes have a reason or a replacement.',
  why: 'An API description shows that something was removed. Only the authors know why, and what to use instead.',
  messages: {
    end: '{subject} {outcome}, but no {lacking} is recorded.',
    change: '{subject} {outcome} in a breaking way, but no reason is recorded.',
    unsure: "{subject} {outcome}, but no {lacking} is recorded. {missing}, so it isn't certain that one is required."
  },
  *check({judgment, lifecycle}, {history, say}) {
    const {kind, subject, event, end, ended, missing, stability, verdict} = judgment
    // `ga-breaking-change` reports a change that may be breaking.
    if (kind === 'change' && verdict === 'undetermined') return
    const words = isAfterAdoption(event.entry, history) ? missingExplanations(judgment, lifecycle) : []
    if (words.length === 0) return
    const about = {subject, event, judgment, place: event.place}
    const values = {subject: say.subject(subject), outcome: say.outcome({...judgment, end: ended?.removal ?? end})}
    if (kind === 'change') {
      const remedy = 'Add a `note` with the reason and what clients can do, or a `waiver`.'
      yield {...about, message: 'change', values, verdict: 'violation', remedy}
      return
    }
    const {remedy, lacking} = WORDS[words.length === 2 ? 'both' : words[0] === 'reason' ? 'reason' : 'replacement']
    const unknown = missing.filter(({fact}) => fact === 'stability')
    if (stability === undefined && unknown.length > 0) {
      yield {
        ...about,
        message: 'unsure',
        values: {...values, lacking, missing: say.isMissing(unknown, judgment)},
        verdict: 'undetermined',
        missing: unknown,
        remedy
      }
    } else yield {...about, message: 'end', values: {...values, lacking}, remedy}
  },
  examples: [
    {
      title: 'Endpoints removed or changed without a reason since the adoption',
      kind: 'loud',
      asOf: '2026-06-01',
      adopted: '2025-01-10',
      history: `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {removed: GET /v1/copies}]}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {removed: GET /v1/loans, announced: 2024-02-01}
      - {changed: GET /v1/shelves, breaking: true}
  - release: next
    changes:
      - {removed: GET /v1/readers, announced: never}
      - {removed: GET /v1/fees, announced: 2025-02-01, replacement: none}
      - {removed: GET /v1/dust, announced: 2025-02-01, note: no one requests dust}
`,
      messages: [
        '`GET /v1/loans` was removed in 2.0 (2025-06-01), but no replacement or reason is recorded.',
        '`GET /v1/shelves` changed in 2.0 (2025-06-01) in a breaking way, but no reason is recorded.',
        '`GET /v1/readers` is removed in the next release (2026-06-01), but no replacement or reason is recorded.',
        '`GET /v1/fees` is removed in the next release (2026-06-01), but no reason is recorded.',
        '`GET /v1/dust` is removed in the next release (2026-06-01), but no replacement is recorded.'
      ]
    },
    {
      title:
        'Endpoints with a replacement, a reason, a waiver, a successor, or a note at the deprecation; older than the adoption, or beta',
      kind: 'quiet',
      asOf: '2026-06-01',
      adopted: '2025-01-10',
      history: `
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {deprecated: GET /v1/copies, sunset: 2025-06-01, replacement: none, note: no one requests copies}
      - {removed: GET /v1/dust}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - removed: GET /v1/copies
      - {removed: GET /v1/loans, replacement: GET /v2/loans}
      - {removed: GET /v1/fees, replacement: none, note: There are no fees any more.}
      - {removed: GET /v1/tokens, waiver: {reason: security, approver: a@library.example, approved: 2025-05-30}}
      - {changed: GET /v1/readers, breaking: true, note: names are shortened by law}
      - removed: GET /v1-beta/shelves
`,
      messages: []
    },
    {
      title: 'Operation of unknown stability, which may need no reason',
      kind: 'undetermined',
      asOf: '2026-06-01',
      adopted: '2025-01-10',
      history: `
service: Lending Library API
releases:
  - {release: "2.0", date: 2025-06-01, changes: [{removed: operation ListReaders}]}
`,
      messages: [
        "Operation `ListReaders` was removed in 2.0 (2025-06-01), but no replacement or reason is recorded. Its stability is unknown, so it isn't certain that one is required."
      ]
    }
  ]
})
