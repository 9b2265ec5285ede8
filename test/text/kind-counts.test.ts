import {expect, test} from 'vitest'
import {CHANGE_KINDS} from '../../src/languages/kinds.ts'
import type {ChangeKind} from '../../src/model/api/change.ts'
import {countKind} from '../../src/text/changes/kind-counts.ts'

test.each<[ChangeKind, number, string]>([
  ['constraint-tightened', 3, '3 constraints tightened'],
  ['status-removed', 2, '2 statuses removed'],
  ['status-removed', 1, '1 status removed'],
  ['error-code-added', 2, '2 errors added'],
  ['media-type-removed', 4, '4 media types removed'],
  ['required-field-added', 2, '2 required fields added'],
  ['field-required', 2, '2 fields made required'],
  ['null-allowed', 18, '18 values that can now be `null`'],
  ['body-removed', 2, '2 request bodies removed'],
  ['security-stricter', 2, '2 security requirements made stricter'],
  ['base-path-changed', 2, '2 base paths changed']
])('changes of the kind `%s` are counted, %i times', (kind, count, words) => {
  expect(countKind(kind, count)).toBe(words)
})

test.each<[ChangeKind, string]>([
  ['constraint-loosened', '3 constraints loosened in responses'],
  ['null-allowed', '3 values that can now be `null` in responses'],
  ['status-removed', '3 statuses removed']
])('changes of the kind `%s` are counted, all in responses', (kind, words) => {
  expect(countKind(kind, 3, 'response')).toBe(words)
})

test('every kind has a name that fits into a sentence', () => {
  for (const kind of CHANGE_KINDS) {
    expect(countKind(kind, 2), kind).toMatch(/^2 [a-z][a-z `]*[a-z`]$/)
    expect(countKind(kind, 2), kind).not.toBe(countKind(kind, 1).replace('1', '2'))
  }
})
