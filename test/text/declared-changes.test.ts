import {describe, expect, test} from 'vitest'
import {CHANGE_KINDS} from '../../src/languages/kinds.ts'
import {parseTarget} from '../../src/languages/languages.ts'
import type {ChangeKind} from '../../src/model/api/change.ts'
import type {Subject} from '../../src/model/subject/subject.ts'
import {formatChange} from '../../src/text/changes/sentences.ts'
import {declaredChange} from '../../src/text/declared-changes.ts'
import type {StatementText} from '../../src/text/statement.ts'
import {readClauses, readSentence, statementPieces} from '../../src/text/statement-sentences.ts'
import {flattenPieces} from '../../src/text/text-pieces.ts'

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

const readBack = (said: StatementText): StatementText | undefined => {
  const text = flattenPieces(statementPieces(said))
  const sentence = readSentence(text, 0)
  return sentence && readClauses(text, sentence.end, sentence.value).value
}

describe('the kind of a declared change, in words', () => {
  test.each(SUBJECTS)('is read back, whatever it is about: %j', about => {
    for (const kind of KINDS) {
      if (kind === 'stability-changed') continue
      const said: StatementText = {verb: 'changed', subject: about, kind, breaking: true}
      expect(readBack(said), kind).toEqual(said)
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
  ])('tells clients what changed: %j', (said, words) => {
    const change = declaredChange(said)
    expect(change && formatChange(change)).toBe(words)
  })

  test.each([
    {subject: subject('GET /v1/loans'), kind: 'type-changed', about: 'the page size for large readers'},
    {subject: subject('GET /v1/loans'), kind: 'mended'},
    {subject: subject('GET /v1/loans')}
  ])('is no change with an unknown kind or a detail in free text: %j', said => {
    expect(declaredChange(said)).toBeUndefined()
  })

  test.each([
    ['field-removed', 'POST /v1/loans'],
    ['field-added', 'POST /v1/loans'],
    ['field-optional', 'POST /v1/loans'],
    ['field-optional', 'Loan.*'],
    ['required-field-added', 'operation ListLoans'],
    ['renamed', 'POST /v1/loans'],
    ['null-allowed', 'POST /v1/loans']
  ] as const)('is named where the sentence would be about a part that nothing names: %s of %s', (kind, about) => {
    const text = flattenPieces(statementPieces({verb: 'changed', subject: subject(about), kind}))
    expect(text).toContain('changed')
    expect(text).toContain(kind)
  })

  test('says nothing of requests or responses that are not named', () => {
    const said = (kind: ChangeKind) =>
      flattenPieces(statementPieces({verb: 'changed', subject: subject('Loan.due'), kind}))
    expect(said('field-optional')).toContain('is now optional')
    expect(said('field-required')).toContain('is now required')
  })
})
