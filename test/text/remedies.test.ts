import {describe, expect, it} from 'vitest'
import {parseTarget} from '../../src/languages/languages.ts'
import type {Subject, SubjectPart} from '../../src/model/subject/subject.ts'
import {formatHistoryLine, formatRemedies} from '../../src/text/remedies.ts'

const subjectIn = (text: string, part?: SubjectPart): Subject => {
  const target = parseTarget(text)
  if (!target) throw new Error(`Unexpected subject ${text}`)
  return part ? {target, part} : {target}
}
const change = {kind: 'change', pending: true, clockStarts: [], isSeen: true, reasons: ['legal']} as const

it.each([
  [subjectIn('GET /v1/books/{id}'), 'removed: GET /v1/books/{id}'],
  [
    subjectIn('GET /v1/books/{id}', {field: 'due', in: 'response'}),
    '{removed: "GET /v1/books/{id}", field: due, in: response}'
  ],
  [subjectIn('library.example/v1 Loan', {field: 'spec.days'}), '{removed: library.example/v1 Loan, field: spec.days}']
])('a line can be pasted into a history: %j', (subject, line) => {
  expect(formatHistoryLine('removed', subject)).toBe(line)
})

describe('the suggested `tenure waive` command', () => {
  it.each([
    [subjectIn('GET /v1/books'), "tenure waive 'GET /v1/books' --reason"],
    [
      subjectIn('GET /v1/books', {parameter: 'limit', in: 'request'}),
      "tenure waive 'GET /v1/books' --parameter limit --in request --reason"
    ],
    [subjectIn('GET /v1/books', {field: 'a b', value: "it's"}), String.raw`--field 'a b' --value 'it'\''s' --reason`],
    [subjectIn('GET /v1/books', {value: '-x'}), '--value=-x --reason'],
    [subjectIn('GET /v1/books', {value: ''}), "--value '' --reason"]
  ])('can be pasted into a shell: %j', (subject, command) => {
    expect(formatRemedies({...change, subject})).toContain(command)
  })

  it('waives only the kind of a change that is not a removal', () => {
    const subject = subjectIn('/**')
    expect(formatRemedies({...change, subject, change: 'server-removed'})).toContain(
      "tenure waive '/**' --kind server-removed --reason"
    )
  })

  it('waives only the detail of a change, if that is known', () => {
    const subject = subjectIn('POST /v1/books')
    const removed = {...change, subject, change: 'status-removed', about: 'response 201'}
    expect(formatRemedies(removed)).toContain(
      "tenure waive 'POST /v1/books' --kind status-removed --about 'response 201' --reason"
    )
    expect(formatRemedies({...removed, excuses: 2})).toContain(
      'it waives all 2 changes of this kind there with the same detail)'
    )
  })

  it('states how many changes it waives, if more than one', () => {
    const both = {...change, subject: subjectIn('/**'), change: 'server-removed'}
    expect(formatRemedies({...both, excuses: 2})).toContain(
      '(replace REASON with legal, and NAME with the approver; it waives all 2 changes of this kind there)'
    )
    expect(formatRemedies({...both, excuses: 1})).toContain('(replace REASON with legal, and NAME with the approver)')
  })

  it('names the API if there are several', () => {
    expect(formatRemedies({...change, subject: subjectIn('GET /v1/books')}, 'lending')).toContain(
      "'GET /v1/books' --api lending --reason"
    )
  })
})

it('the remedy names the deprecation mark as the source writes it', () => {
  const end = {...change, kind: 'end' as const, clockStarts: ['announcement' as const], day: '2027-04-02' as const}
  const subject = subjectIn('GET /v1/books')
  expect(formatRemedies({...end, subject})).toContain('Deprecate it now (`deprecated: true`) and remove it')
  expect(formatRemedies({...end, subject, source: 'src/app.ts'})).toContain(
    'Deprecate it now (`@deprecated`) and remove it'
  )
})

it.each([
  ['GET /v1/books', {field: 'due'}, 'deprecated: true'],
  ['tool lend', {field: 'days'}, '"deprecated": true'],
  ['library.example/v1 Loan', {field: 'spec.shelf'}, 'description: "Deprecated: …"']
])('the remedy names the mark of a field, not of what has it: %s', (target, part, mark) => {
  const end = {...change, kind: 'end' as const, clockStarts: ['announcement' as const], day: '2027-04-02' as const}
  expect(formatRemedies({...end, subject: subjectIn(target, part)})).toContain(`Deprecate it now (\`${mark}\`)`)
})

it.each([
  ['GET /v1/books', '{deprecated: GET /v1/books, field: mode, value: b}'],
  ['tool lend', '{deprecated: tool lend, field: mode, value: b}'],
  ['library.example/v1 Loan', '{deprecated: library.example/v1 Loan, field: mode, value: b}']
])('a value, which has no mark, is announced in the history: %s', (target, line) => {
  const end = {...change, kind: 'end' as const, clockStarts: ['announcement' as const], day: '2027-04-02' as const}
  const subject = subjectIn(target, {field: 'mode', value: 'b'})
  expect(formatRemedies({...end, subject})).toContain(`Deprecate it now (\`${line}\` in the history) and`)
})
