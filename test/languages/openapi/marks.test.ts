import {expect, it} from 'vitest'
import type {DeprecationNotice} from '../../../src/languages/language.ts'
import {writeOpenapiMarks} from '../../../src/languages/openapi/marks.ts'
import {subjectOf} from '../../changes.ts'

const noticeDoc = (notice: DeprecationNotice): readonly string[] => writeOpenapiMarks(notice, 'src/app.ts').lines
const notice = {since: '2026-03-02', sunset: '2027-04-02', timezone: 'UTC'}

it('says in TSDoc what a description says with keys', () => {
  const subject = subjectOf('GET /v1/loans')
  expect(noticeDoc({...notice, subject, replacement: subjectOf('GET /v2/loans')})).toEqual([
    '/**',
    ' * @deprecated Use GET /v2/loans instead.',
    ' * @sunset 2027-04-02',
    ' */'
  ])
  expect(noticeDoc({since: '2026-03-02', timezone: 'UTC', subject})).toEqual(['/**', ' * @deprecated', ' */'])
})

it('is empty for a part without a comment of its own', () => {
  const [field, parameter] = [{field: 'due', in: 'response'}, {parameter: 'limit'}] as const
  expect(noticeDoc({...notice, subject: subjectOf('GET /v1/loans', field)})).toHaveLength(4)
  expect(noticeDoc({...notice, subject: subjectOf('GET /v1/loans', parameter)})).toEqual([])
})
