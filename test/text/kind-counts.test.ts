import {expect, test} from 'vitest'
import {CHANGE_KINDS, type ChangeKind} from '../../src/model/api/change.ts'
import {countKind} from '../../src/text/changes/kind-counts.ts'

test.each<[ChangeKind, number, string]>([
  ['constraint-tightened', 3, '3 tightened constraints'],
  ['status-removed', 2, '2 removed statuses'],
  ['status-removed', 1, '1 removed status'],
  ['error-code-added', 2, '2 added errors'],
  ['media-type-removed', 4, '4 removed media types'],
  ['required-field-added', 2, '2 added required fields'],
  ['field-required', 2, '2 newly required fields'],
  ['null-allowed', 18, '18 values that can now be `null`'],
  ['body-removed', 2, '2 removed request bodies'],
  ['security-stricter', 2, '2 stricter security requirements'],
  ['base-path-changed', 2, '2 changed base paths']
])('%s, %i times', (kind, count, words) => {
  expect(countKind(kind, count)).toBe(words)
})

test('every kind has a name that fits in a sentence', () => {
  for (const kind of Object.keys(CHANGE_KINDS) as ChangeKind[]) {
    expect(countKind(kind, 2), kind).toMatch(/^2 [a-z][a-z `]*[a-z`]$/)
    expect(countKind(kind, 2), kind).not.toBe(countKind(kind, 1).replace('1', '2'))
  }
})
