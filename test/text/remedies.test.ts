import {describe, expect, it} from 'vitest'
import {parseTarget} from '../../src/languages/languages.ts'
import type {Subject, SubjectPart} from '../../src/model/subject/subject.ts'
import {formatRemedies} from '../../src/text/remedies.ts'

const seen = (written: string, part?: SubjectPart): Subject => {
  const target = parseTarget(written)
  if (!target) throw new Error(`Unexpected subject ${written}`)
  return part ? {target, part} : {target}
}
const change = {kind: 'change', pending: true, clockStarts: [], isSeen: true, reasons: ['legal']} as const

describe('the command that waives what the gate names', () => {
  it.each([
    [seen('GET /v1/books'), "tenure waive 'GET /v1/books' --reason"],
    [
      seen('GET /v1/books', {parameter: 'limit', in: 'request'}),
      "tenure waive 'GET /v1/books' --parameter limit --in request --reason"
    ],
    [seen('GET /v1/books', {field: 'a b', value: "it's"}), String.raw`--field 'a b' --value 'it'\''s' --reason`],
    [seen('GET /v1/books', {value: '-x'}), '--value=-x --reason'],
    [seen('GET /v1/books', {value: ''}), "--value '' --reason"]
  ])('can be pasted: %j', (subject, command) => {
    expect(formatRemedies({...change, subject})).toContain(command)
  })

  it('excuses no other change of it, where that is no end', () => {
    const subject = seen('/**')
    expect(formatRemedies({...change, subject, change: 'server-removed'})).toContain(
      "tenure waive '/**' --kind server-removed --reason"
    )
  })

  it('excuses no other change of that kind, where what it is about is known', () => {
    const subject = seen('POST /v1/books')
    const removed = {...change, subject, change: 'status-removed', about: 'response 201'}
    expect(formatRemedies(removed)).toContain(
      "tenure waive 'POST /v1/books' --kind status-removed --about 'response 201' --reason"
    )
    expect(formatRemedies({...removed, excuses: 2})).toContain(
      'it waives all 2 changes of this kind there with the same detail)'
    )
  })

  it('says how many it excuses, where it is more than one', () => {
    const both = {...change, subject: seen('/**'), change: 'server-removed'}
    expect(formatRemedies({...both, excuses: 2})).toContain(
      '(replace REASON with legal, and NAME with the approver; it waives all 2 changes of this kind there)'
    )
    expect(formatRemedies({...both, excuses: 1})).toContain('(replace REASON with legal, and NAME with the approver)')
  })

  it('names the API where there are several', () => {
    expect(formatRemedies({...change, subject: seen('GET /v1/books')}, 'lending')).toContain(
      "'GET /v1/books' --api lending --reason"
    )
  })
})

it('names the mark that starts the notice, as the source writes it', () => {
  const end = {...change, kind: 'end' as const, clockStarts: ['announcement' as const], day: '2027-04-02' as const}
  const subject = seen('GET /v1/books')
  expect(formatRemedies({...end, subject})).toContain('Deprecate it now (`deprecated: true`) and remove it')
  expect(formatRemedies({...end, subject, source: 'src/app.ts'})).toContain(
    'Deprecate it now (`@deprecated`) and remove it'
  )
})
