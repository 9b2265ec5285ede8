import {expect, it} from 'vitest'
import {writeOpenapiMarks} from '../../../packages/openapi/src/marks.ts'
import type {DeprecationNotice} from '../../../src/languages/language.ts'
import {subjectOf} from '../../changes.ts'

const noticeDoc = (notice: DeprecationNotice): readonly string[] => writeOpenapiMarks(notice, 'src/app.ts').lines
const notice = {since: '2026-03-02', sunset: '2027-04-02', timezone: 'UTC'}

it('the deprecation of an operation is written as a TSDoc comment', () => {
  const subject = subjectOf('GET /v1/loans')
  expect(noticeDoc({...notice, subject, replacement: subjectOf('GET /v2/loans')})).toEqual([
    '/**',
    ' * @deprecated Use GET /v2/loans instead.',
    ' * @sunset 2027-04-02',
    ' */'
  ])
  expect(noticeDoc({since: '2026-03-02', timezone: 'UTC', subject})).toEqual(['/**', ' * @deprecated', ' */'])
})

it('the deprecation of a parameter is not written, because it has no comment of its own', () => {
  const [field, parameter] = [{field: 'due', in: 'response'}, {parameter: 'limit'}] as const
  expect(noticeDoc({...notice, subject: subjectOf('GET /v1/loans', field)})).toHaveLength(4)
  expect(noticeDoc({...notice, subject: subjectOf('GET /v1/loans', parameter)})).toEqual([])
})
