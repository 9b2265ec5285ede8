import {expect, it} from 'vitest'
import {endpointTarget} from '../../packages/openapi/src/subjects.ts'
import {changeDetailOf} from '../../src/languages/kinds.ts'
import type {Change} from '../../src/model/api/change.ts'
import {memberTarget} from '../../src/model/subject/field.ts'
import type {SubjectPart} from '../../src/model/subject/subject.ts'
import {sample} from '../tier.ts'

const target = endpointTarget('POST', '/v1/loans')
const change = (
  kind: Change['kind'],
  more: Partial<Change>,
  parts: readonly string[],
  narrowed?: SubjectPart
): Change => ({
  kind,
  subject: {target, ...(narrowed ? {part: narrowed} : {})},
  at: '',
  where: {},
  proofs: {},
  reaches: parts.map(part => ({operation: {target}, side: 'request', part})),
  ...more
})
const note = {target: memberTarget('Loan', 'note')} as const

it.each<[Change, string | undefined]>(
  sample([
    [change('status-removed', {about: '202'}, ['response 202']), 'response 202'],
    [change('media-type-removed', {about: 'text/xml'}, ['body text/xml']), 'body text/xml'],
    [change('server-removed', {about: 'https://a.example'}, ['servers']), 'https://a.example'],
    [change('security-stricter', {about: '`key`'}, ['security']), '`key`'],
    [change('body-required', {}, ['body']), undefined],
    // The detail does not repeat the name of the subject.
    [change('parameter-required', {about: 'limit'}, ['query parameter limit'], {parameter: 'limit'}), undefined],
    [
      change('constraint-tightened', {about: 'maxLength'}, ['query parameter limit'], {parameter: 'limit'}),
      'maxLength'
    ],
    [
      change('header-removed', {about: 'X-Total'}, ['response 200 header X-Total'], {header: 'x-total'}),
      'response 200 header X-Total'
    ],
    [change('field-required', {about: 'due', at: 'a.due'}, ['body x/y'], {field: 'a.due'}), 'body x/y'],
    [change('constraint-tightened', {about: 'due', at: 'due'}, ['body x/y'], {field: 'due'}), 'body x/y due'],
    // The operations that use a component do not matter.
    [
      change('constraint-tightened', {subject: note, component: 'Loan', at: 'note', about: 'pattern'}, ['body a/b']),
      'pattern'
    ],
    [change('type-changed', {subject: note, component: 'Loan', at: 'note'}, ['body a/b']), undefined],
    // The order of the affected parts does not matter.
    [change('type-changed', {}, ['response 201 a/b', 'response 200 a/b']), 'response 200 a/b, response 201 a/b']
  ])
)('a change names its detail only where the subject does not: %#', (one, about) => {
  expect(changeDetailOf(one)).toBe(about)
})
