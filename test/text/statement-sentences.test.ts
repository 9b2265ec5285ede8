import {describe, expect, test} from 'vitest'
import {parseTarget} from '../../src/languages/languages.ts'
import {memberTarget} from '../../src/model/subject/field.ts'
import {formatSubject, type Subject} from '../../src/model/subject/subject.ts'
import {singleDay} from '../../src/model/time/date-range.ts'
import {flatCode, flattenPieces, noteText} from '../../src/phrases/text-pieces.ts'
import {formatMoment} from '../../src/text/format-values.ts'
import {normalizeSentence, readAddedFields} from '../../src/text/inline-code.ts'
import {
  entryHeadingPieces,
  entryNamePieces,
  readEntryName,
  readFreeFormEntry,
  readHeading
} from '../../src/text/release-headings.ts'
import type {StatementText} from '../../src/text/statement.ts'
import {
  readClauses,
  readFreeFormSentence,
  readNote,
  readSentence,
  statementPieces
} from '../../src/text/statement-sentences.ts'
import {readFact} from '../../src/text/subject-facts.ts'
import {readSubject, subjectPieces} from '../../src/text/subject-phrase.ts'

const subject = (text: string, part?: Subject['part']): Subject => {
  const target = parseTarget(text)
  if (!target) throw new Error(`Unexpected subject ${text}`)
  return part ? {target, part} : {target}
}

const loans = subject('GET /v1/loans')

/** Statements of a history with their sentences. */
const SENTENCES: readonly [words: string, statement: StatementText][] = [
  ['`GET /v1/loans` was added.', {verb: 'added', subject: loans}],
  [
    'Breaking: the default of `GET /v1/loans` changed. The page size is 20.',
    {verb: 'changed', subject: loans, breaking: true, kind: 'default-changed', note: 'The page size is 20.'}
  ],
  [
    'Non-breaking: operation `ListLoans` was changed.',
    {verb: 'changed', subject: subject('operation ListLoans'), breaking: false}
  ],
  [
    'All of `Loan` was deprecated. Use all of `Copy`.',
    {verb: 'deprecated', subject: subject('Loan.*'), replacement: subject('Copy.*')}
  ],
  [
    '`GET /v1/loans` was deprecated, to be unsupported from 2.4. Use `GET /v2/loans`.',
    {verb: 'deprecated', subject: loans, sunset: '2.4', replacement: subject('GET /v2/loans')}
  ],
  [
    '`GET /v1/loans` was removed. Nothing replaces it. No one lends any more.',
    {verb: 'removed', subject: loans, unreplaced: true, note: 'No one lends any more.'}
  ],
  [
    '`/v1/**` was deprecated, to be unsupported from `2.4 GA`. Except `GET /v1/health` and `GET /v1/status`.',
    {
      verb: 'deprecated',
      subject: subject('/v1/**'),
      sunset: '2.4 GA',
      except: [subject('GET /v1/health'), subject('GET /v1/status')]
    }
  ],
  [
    'The end of `GET /v1/loans` was moved to 2027-03-31. Announced via *a mail, https://status.example/41*.',
    {verb: 'rescheduled', subject: loans, sunset: '2027-03-31', via: 'a mail, https://status.example/41'}
  ],
  [
    '`GET /v1/loans` was changed. It no longer states a stability.',
    {verb: 'changed', subject: loans, kind: 'stability-changed'}
  ],
  [
    'Breaking: `GET /v1/loans` was changed. Its stability is now `beta`.',
    {verb: 'changed', subject: loans, breaking: true, kind: 'stability-changed', stability: 'beta'}
  ],
  ['The deprecation of `GET /v1/loans` was withdrawn.', {verb: 'withdrawn', subject: loans}],
  [
    '`GET /v1-beta/loans` was promoted to `GET /v1/loans`, and stays until the next release. Its stability is `ga`.',
    {verb: 'promoted', subject: subject('GET /v1-beta/loans'), to: loans, oldUntil: 'next', stability: 'ga'}
  ],
  [
    '`Loan.shelf` was renamed to `Loan.place`. Note: where the copy stands',
    {verb: 'renamed', subject: subject('Loan.shelf'), to: subject('Loan.place'), note: 'where the copy stands'}
  ],
  [
    '`GET /v1/loans` was removed. Use field `due` in the response of `GET /v2/loans`. Never announced.',
    {
      verb: 'removed',
      subject: loans,
      replacement: subject('GET /v2/loans', {field: 'due', in: 'response'}),
      announced: {never: true}
    }
  ],
  [
    '`GET /v1/loans` was removed. Announced on 2025-01-02. Waived for `security`, approved by *the board*, on 2025-02, until 2026, because *tokens leaked*, shown by *case 7*.',
    {
      verb: 'removed',
      subject: loans,
      announced: {at: '2025-01-02'},
      waiver: {
        reason: 'security',
        approver: 'the board',
        approved: '2025-02',
        until: '2026',
        note: 'tokens leaked',
        evidence: 'case 7'
      }
    }
  ],
  [
    'Value `lost` of field `state` in the request of `GET /v1/loans` was removed. Announced in 2.2. Condition `usage` was met: *no one calls it*.',
    {
      verb: 'removed',
      subject: subject('GET /v1/loans', {field: 'state', value: 'lost', in: 'request'}),
      announced: {at: '2.2'},
      met: {usage: 'no one calls it'}
    }
  ],
  [
    'Parameter `limit` of `GET /v1/loans` was added. It is required. Type: *integer*.',
    {verb: 'added', subject: subject('GET /v1/loans', {parameter: 'limit'}), required: true, type: 'integer'}
  ],
  [
    'Header `X-Shelf` in the request of `GET /v1/loans` was restored.',
    {verb: 'restored', subject: subject('GET /v1/loans', {header: 'X-Shelf', in: 'request'})}
  ]
]

const formatStatement = (statement: StatementText): string =>
  statementPieces(statement)
    .map(piece => (typeof piece === 'string' ? piece : 'code' in piece ? `\`${piece.code}\`` : `*${piece.free}*`))
    .join('')

const reparse = (statement: StatementText): StatementText | undefined => {
  const text = flattenPieces(statementPieces(statement))
  const sentence = readSentence(text, 0)
  if (!sentence) return undefined
  const {value, end} = readClauses(text, sentence.end, sentence.value)
  const note = readNote(text.slice(end))
  return note === undefined ? value : {...value, note}
}

describe('the sentence for a statement', () => {
  test.each(SENTENCES)('is formatted and parsed: %s', (words, statement) => {
    expect(formatStatement(statement)).toBe(words)
    expect(reparse(statement)).toEqual(statement)
  })

  test.each(['Use `GET /v2/loans`.', 'Note: this.', 'never announced.', 'It is required.', 'It is a note.'])(
    'is not confused with a note that reads like one: %s',
    note => {
      expect(reparse({verb: 'removed', subject: loans, note})).toEqual({verb: 'removed', subject: loans, note})
    }
  )
})

describe('a free-form sentence', () => {
  const knownNames = {operations: new Set(['ListTokens']), resources: ['Loan', 'Shelf configuration (inside Loan)']}
  const read = (text: string): StatementText | undefined => {
    const loosened = normalizeSentence(
      text.replace(/`([^`]*)`/g, (_, name) => flatCode(name)),
      knownNames
    )
    return readSentence(loosened, 0)?.value ?? readFreeFormSentence(loosened)
  }

  test.each([
    ['GET /v1-beta/file-scans was removed.', 'removed', 'GET /v1-beta/file-scans'],
    ['The /v1/firewall paths were deprecated, to be unsupported from 2.4.', 'deprecated', '/v1/firewall/**'],
    ['Removed GET /v1/loans', 'removed', 'GET /v1/loans'],
    ['GET `/v1/loans` has been removed.', 'removed', 'GET /v1/loans'],
    ['DELETE /v1/agents/{agentId.uuid} is deprecated.', 'deprecated', 'DELETE /v1/agents/{agentId.uuid}'],
    ['ListTokens was removed.', 'removed', 'operation ListTokens'],
    [
      'Breaking: connection_info key delta_lake was renamed to <vendor>, with a field kept.',
      'renamed',
      'connection_info.delta_lake'
    ]
  ])('is parsed: %s', (text, verb, about) => {
    const statement = read(text)
    expect(statement?.verb).toBe(verb)
    expect(statement && formatSubject(statement.subject)).toBe(about)
  })

  test('is not parsed if the subject is inside a word', () => {
    expect(read('See TARGET /v1/loans was removed.')).toBeUndefined()
  })

  test('can name the fields that a resource gained', () => {
    expect(readAddedFields('The loan object gained dueDate and shelf_mark.', knownNames)).toEqual({
      resource: 'Loan',
      names: ['dueDate', 'shelf_mark']
    })
    expect(
      readAddedFields('The Shelf configuration gained the optional row_count parameter.', knownNames)?.names
    ).toEqual(['row_count'])
    expect(readAddedFields('The loan object gained weight.', knownNames)).toBeUndefined()
  })
})

test.each([
  ['release 2.4', '2026-03-02', '2.4 (2026-03-02)'],
  ['Release 2026-03-02', '2026-03-02', 'Release 2026-03-02'],
  ['release 2026-03-02', '2026-03-03', 'release 2026-03-02 (2026-03-03)'],
  ['release 2026-03-02 (6f702e0)', '2026-03-02', '2026-03-02 (6f702e0)'],
  ['2026-03-02', '2026-03-02', '2026-03-02']
])('a moment has its date only once: %s on %s is %s', (stated, day, formatted) => {
  expect(formatMoment({stated, when: singleDay(day)})).toBe(formatted)
})

test('an empty value is formatted as an empty string, and parsed again', () => {
  const subject = {target: memberTarget('Loan', 'status'), part: {value: ''}} as const
  expect(noteText(flattenPieces(subjectPieces(subject)))).toBe('value `""` of `Loan.status`')
  expect(readSubject(flattenPieces(subjectPieces(subject)))).toEqual(subject)
})

describe('a heading', () => {
  test.each([
    ['2.10', {kind: 'release', name: '2.10'}],
    ['3.1 (2026-03-02)', {kind: 'release', name: '3.1', date: '2026-03-02'}],
    ['Next release', {kind: 'release', name: 'next'}],
    ['On 2026-02-03', {kind: 'announcement', on: '2026-02-03'}],
    ['`Dover sole` (2026)', {kind: 'release', name: 'Dover sole', date: '2026'}],
    ['`3.1 (2026-03-02)`', {kind: 'release', name: '3.1 (2026-03-02)'}]
  ] as const)('is formatted and parsed: %s', (text, entry) => {
    const pieces = entryNamePieces(entry)
    expect(noteText(flattenPieces(pieces))).toBe(text)
    expect(readEntryName(flattenPieces(pieces))).toEqual(entry)
  })

  test.each([
    ['2024-01-09', {kind: 'release', name: '2024-01-09', date: '2024-01-09'}],
    ['`2024-01-09`', {kind: 'release', name: '2024-01-09'}],
    ['2024-01-09 (2024-02-01)', {kind: 'release', name: '2024-01-09', date: '2024-02-01'}],
    ['3.1 (2026-03-02)', {kind: 'release', name: '3.1', date: '2026-03-02'}]
  ] as const)('has no date if the release is named after it: %s', (text, entry) => {
    const pieces = entryHeadingPieces(entry)
    expect(noteText(flattenPieces(pieces))).toBe(text)
    expect(readHeading(flattenPieces(pieces))).toEqual(entry)
  })

  test.each([
    ['[1.2.0] - 2024-01-05', '1.2.0', '2024-01-05'],
    ['v1.2.0 (2024-01-05)', 'v1.2.0', '2024-01-05'],
    ['Release 2.0 GA', '2.0 GA', undefined],
    ['[Unreleased]', 'next', undefined],
    ['2024-01-05', '2024-01-05', '2024-01-05']
  ])('in another format is parsed: %s', (text, name, date) => {
    expect(readFreeFormEntry(text)).toEqual({kind: 'release', name, ...(date === undefined ? {} : {date})})
  })

  test.each(['1. What the service does', 'Versioning', 'Added'])('is not a release: %s', text => {
    expect(readFreeFormEntry(text)).toBeUndefined()
  })
})

test('a fact is parsed', () => {
  const text = flattenPieces([
    {code: 'Loan.shelf'},
    ', since 3.0: Type: ',
    {free: 'string'},
    '. Where the copy stands.'
  ])
  expect(readFact(text)).toEqual({
    subject: subject('Loan.shelf'),
    since: '3.0',
    type: 'string',
    note: 'Where the copy stands.'
  })
})

describe('a path through a map', () => {
  const LOAN = 'GET /v1/loans'
  test.each([
    [subject('Copy.readers{}.card'), '`card` in each value of the map `Copy.readers`'],
    [subject('Copy.notes{}'), 'each value of the map `Copy.notes`'],
    [subject('Copy.notes.{}'), 'the documentation of fields with other names in `Copy.notes`'],
    [subject('Copy.notes{}', {value: 'lost'}), 'value `lost` of each value of the map `Copy.notes`'],
    [
      subject(LOAN, {in: 'response', field: '[].readers{}.card'}),
      'field `card` in each value of the map `[].readers` in the response of `GET /v1/loans`'
    ],
    [
      subject(LOAN, {in: 'response', field: 'shelves{}.copies{}[].due'}),
      'field `[].due` in each value of the map `copies` in each value of the map `shelves` in the response of `GET /v1/loans`'
    ],
    [
      subject(LOAN, {in: 'request', field: 'notes{}', value: 'lost'}),
      'value `lost` of each value of the map `notes` in the request of `GET /v1/loans`'
    ],
    [
      subject(LOAN, {in: 'response', field: 'notes.{}'}),
      'the documentation of fields with other names in `notes` in the response of `GET /v1/loans`'
    ],
    [
      subject(LOAN, {in: 'response', field: '{}'}),
      'the documentation of fields with other names in the response of `GET /v1/loans`'
    ],
    [subject(LOAN, {field: 'readers{}.card'}), 'field `card` in each value of the map `readers` of `GET /v1/loans`']
  ])('is formatted and parsed: %s', (path, words) => {
    const formatted = flattenPieces(subjectPieces(path))
    expect(noteText(formatted)).toBe(words)
    expect(readSubject(formatted)).toEqual(path)
    for (const text of [formatted, `${formatted.charAt(0).toUpperCase()}${formatted.slice(1)}`])
      expect(readSentence(`${text} was removed.`, 0)?.value).toMatchObject({verb: 'removed', subject: path})
  })

  test('webhooks are named as such', () => {
    const webhook = subject('operation webhook loanOverdue')
    const formatted = flattenPieces(subjectPieces(webhook))
    expect(noteText(formatted)).toBe('webhook `loanOverdue`')
    expect(readSubject(formatted)).toEqual(webhook)
  })
})
