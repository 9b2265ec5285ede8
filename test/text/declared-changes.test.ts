import {describe, expect, test} from 'vitest'
import {CHANGE_KINDS} from '../../src/languages/kinds.ts'
import {parseTarget} from '../../src/languages/languages.ts'
import type {ChangeKind} from '../../src/model/api/change.ts'
import type {Subject} from '../../src/model/subject/subject.ts'
import {flattenPieces} from '../../src/phrases/text-pieces.ts'
import {formatChange} from '../../src/text/changes/sentences.ts'
import {declaredChange} from '../../src/text/declared-changes.ts'
import type {StatementText} from '../../src/text/statement.ts'
import {readClauses, readSentence, statementPieces} from '../../src/text/statement-sentences.ts'

const subject = (text: string, part?: Subject['part']): Subject => {
  const target = parseTarget(text)
  if (!target) throw new Error(`not a subject: ${text}`)
  return part ? {target, part} : {target}
}

const SUBJECTS = [
  subject('/**'),
  subject('GET /v1/loans'),
  subject('Loan.due'),
  subject('Loan.*'),
  subject('Loan.state', {value: 'lost'}),
  subject('operation ListLoans'),
  subject('GET /v1/loans', {field: 'due', in: 'response'}),
  subject('POST /v1/loans', {field: 'copy.id', in: 'request'}),
  subject('GET /v1/loans', {parameter: 'limit'}),
  subject('GET /v1/loans', {header: 'X-Total', in: 'response'})
]

const KINDS = CHANGE_KINDS

const reparse = (statement: StatementText): StatementText | undefined => {
  const text = flattenPieces(statementPieces(statement))
  const sentence = readSentence(text, 0)
  return sentence && readClauses(text, sentence.end, sentence.value).value
}

describe('the sentence for a declared change with a kind', () => {
  test.each(SUBJECTS)('is parsed as the same change: %j', about => {
    for (const kind of KINDS) {
      if (kind === 'stability-changed') continue
      const statement: StatementText = {verb: 'changed', subject: about, kind, breaking: true}
      expect(reparse(statement), kind).toEqual(statement)
    }
  })

  test.each([
    [{subject: subject('Loan.due'), kind: 'type-changed'}, 'the type of `Loan.due` changed'],
    [
      {
        subject: subject('GET /v1/loans', {field: 'note', in: 'response'}),
        kind: 'constraint-tightened',
        about: 'maxLength'
      },
      'the maximum length of `note` in the response of `GET /v1/loans` was tightened'
    ],
    [
      {subject: subject('GET /v1/loans'), kind: 'status-removed', about: 'response 404'},
      '`GET /v1/loans` no longer returns `404`'
    ],
    [
      {subject: subject('GET /v1/loans'), kind: 'null-allowed', about: 'response 200 application/json data[].due'},
      '`data[].due` in the `200` response of `GET /v1/loans` can now be `null`'
    ],
    [{subject: subject('Loan.state', {value: 'lost'}), kind: 'value-added'}, '`Loan.state` now allows `lost`'],
    [
      {subject: subject('GET /v1/loans'), kind: 'alternative-removed'},
      '`GET /v1/loans` can no longer be one of its alternatives'
    ],
    [{subject: subject('/**'), kind: 'server-added'}, 'added a server to the API']
  ])('states what changed: %j', (statement, words) => {
    const change = declaredChange(statement)
    expect(change && formatChange(change)).toBe(words)
  })

  test.each([
    {subject: subject('GET /v1/loans'), kind: 'type-changed', about: 'the page size for large readers'},
    {subject: subject('GET /v1/loans'), kind: 'mended'},
    {subject: subject('GET /v1/loans')}
  ])('is missing if the kind is unknown or the detail is free text: %j', statement => {
    expect(declaredChange(statement)).toBeUndefined()
  })

  test.each([
    ['field-removed', 'POST /v1/loans'],
    ['field-added', 'POST /v1/loans'],
    ['field-optional', 'POST /v1/loans'],
    ['field-optional', 'Loan.*'],
    ['required-field-added', 'operation ListLoans'],
    ['renamed', 'POST /v1/loans'],
    ['null-allowed', 'POST /v1/loans']
  ] as const)('names the kind `%s` if %s does not name the part', (kind, about) => {
    const text = flattenPieces(statementPieces({verb: 'changed', subject: subject(about), kind}))
    expect(text).toContain('changed')
    expect(text).toContain(kind)
  })

  test('does not mention requests or responses if the subject has no side', () => {
    const textOf = (kind: ChangeKind) =>
      flattenPieces(statementPieces({verb: 'changed', subject: subject('Loan.due'), kind}))
    expect(textOf('field-optional')).toContain('is now optional')
    expect(textOf('field-required')).toContain('is now required')
  })
})
