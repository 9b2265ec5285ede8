import {expect, test} from 'vitest'
import {addPossibleRenames} from '../../../../packages/openapi/src/diff/possible-renames.ts'
import type {Change} from '../../../../src/model/api/change.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {change, reach} from '../../../changes.ts'

const field = (kind: 'field-removed' | 'field-added', name: string, component?: string): Change =>
  change(kind, component === undefined ? 'POST /v1/loans' : `${component}.${name}`, {
    about: name,
    at: name,
    reaches: [reach('POST /v1/loans', 'response', 'response 201 application/json', name)],
    ...(component === undefined ? {} : {component})
  })

const sentencesOf = (...changes: readonly Change[]): string[] => addPossibleRenames(changes).map(formatChange)

test.each([
  ['Warning', 'Warnings'],
  ['invoice_display_name', 'display_name'],
  ['displayName', 'display_name']
])('a removed `%s` was possibly renamed to `%s`', (old, newer) => {
  expect(sentencesOf(field('field-removed', old), field('field-added', newer, 'LoanResponse'))).toEqual([
    `removed \`${old}\` from the \`201\` response of \`POST /v1/loans\` (possibly renamed to \`${newer}\`)`,
    `added \`LoanResponse.${newer}\``
  ])
})

test.each([
  ['size', 'size_of_shelf'],
  ['id', 'ip'],
  ['shelf', 'reader']
])('a removed `%s` was not renamed to `%s`', (old, newer) => {
  expect(sentencesOf(field('field-removed', old), field('field-added', newer))[0]).not.toContain('possibly')
})

test('a similar name in another place is no rename', () => {
  const elsewhere = change('field-added', 'GET /v1/copies', {
    about: 'Warnings',
    at: 'Warnings',
    reaches: [reach('GET /v1/copies', 'response', 'response 200 application/json', 'Warnings')]
  })
  expect(sentencesOf(field('field-removed', 'Warning'), elsewhere)[0]).not.toContain('possibly')
})
