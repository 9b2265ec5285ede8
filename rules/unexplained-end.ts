import {isAfterAdoption, missingExplanations} from '../src/policy/violations.ts'
import {defineRule} from '../src/rule.ts'

const WORDS = {
  both: {
    lacking: 'a word',
    wanted: 'what to use instead, or why it went and that nothing replaces it',
    remedy: 'Write the `replacement` beside it, or `replacement: none` and a `note` that says why it went.'
  },
  reason: {
    lacking: 'a reason',
    wanted: 'why it went, as nothing replaces it',
    remedy: 'Write a `note` beside it that says why it went and what clients can do.'
  },
  replacement: {
    lacking: 'a replacement',
    wanted: 'what to use instead, or that there is nothing',
    remedy: 'Write the `replacement` beside it, or `replacement: none`.'
  }
} as const

export default defineRule({
  id: 'unexplained-end',
  since: '0.1.0',
  level: 'error',
  watches: 'judgement',
  ofWriting: true,
  owed: true,
  summary: 'In an adopted history, whoever ends or breaks something says why, and what to use instead.',
  why: 'A line that was derived from a description says that something went. Only a person can say why, and where to go.',
  messages: {
    end: 'Unexpected end of `{subject}` {at} without {lacking}, expected {wanted}',
    change: 'Unexpected breaking change of `{subject}` {at} without a word, expected why it breaks',
    unsure: 'Unexpected end of `{subject}` {at} without {lacking}, expected {wanted}, or to know {missing}'
  },
  *check({judgement, lifecycle}, {history, say}) {
    const {kind, subject, event, end, missing, stability, verdict} = judgement
    // `ga-breaking-change` reports a change if it is unknown whether it is breaking.
    if (kind === 'change' && verdict === 'undetermined') return
    const words = isAfterAdoption(event.entry, history) ? missingExplanations(judgement, lifecycle) : []
    if (words.length === 0) return
    const about = {subject, event, judgement, place: event.place}
    const values = {subject: say.subject(subject), at: say.at(kind === 'end' ? (judgement.ended?.removal ?? end) : end)}
    if (kind === 'change') {
      const remedy = 'Write a `note` that says why it breaks and what clients can do, or the `waiver` that allows it.'
      yield {...about, message: 'change', values, verdict: 'violation', remedy}
      return
    }
    const {remedy, ...told} = WORDS[words.length === 2 ? 'both' : words[0] === 'reason' ? 'reason' : 'replacement']
    const unknown = missing.filter(({fact}) => fact === 'stability')
    if (stability === undefined && unknown.length > 0) {
      yield {
        ...about,
        message: 'unsure',
        values: {...values, ...told, missing: say.missing(unknown)},
        verdict: 'undetermined',
        missing: unknown,
        remedy
      }
    } else yield {...about, message: 'end', values: {...values, ...told}, remedy}
  },
  examples: [
    {
      title: 'Gone or broken since the history was adopted, and nobody says why',
      kind: 'loud',
      asOf: '2026-06-01',
      history: `
service: Lending Library API
adopted: 2025-01-10
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
      - {removed: GET /v1/dust, announced: 2025-02-01, note: nobody asks for dust}
`,
      says: [
        'Unexpected end of `GET /v1/loans` in release 2.0 (2025-06-01) without a word, expected what to use instead, or why it went and that nothing replaces it',
        'Unexpected breaking change of `GET /v1/shelves` in release 2.0 (2025-06-01) without a word, expected why it breaks',
        'Unexpected end of `GET /v1/readers` in release next (2026-06-01) without a word, expected what to use instead, or why it went and that nothing replaces it',
        'Unexpected end of `GET /v1/fees` in release next (2026-06-01) without a reason, expected why it went, as nothing replaces it',
        'Unexpected end of `GET /v1/dust` in release next (2026-06-01) without a replacement, expected what to use instead, or that there is nothing'
      ]
    },
    {
      title:
        'A replacement, none and why, a waiver, a successor, words when it was announced; older than the adoption, or beta',
      kind: 'quiet',
      asOf: '2026-06-01',
      history: `
service: Lending Library API
adopted: 2025-01-10
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
      - {deprecated: GET /v1/copies, sunset: 2025-06-01, replacement: none, note: nobody asks for copies}
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
      says: []
    },
    {
      title: 'How stable it was is not on record, so that it may owe nothing',
      kind: 'undetermined',
      asOf: '2026-06-01',
      history: `
service: Lending Library API
adopted: 2025-01-10
releases:
  - {release: "2.0", date: 2025-06-01, changes: [{removed: operation ListReaders}]}
`,
      says: [
        'Unexpected end of `operation ListReaders` in release 2.0 (2025-06-01) without a word, expected what to use instead, or why it went and that nothing replaces it, or to know the stability of `operation ListReaders`'
      ]
    }
  ]
})
