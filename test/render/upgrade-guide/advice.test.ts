import {expect, test} from 'vitest'
import type {ChangeKind} from '../../../src/model/api/change.ts'
import {adviceOnKind} from '../../../src/render/upgrade-guide/advice.ts'

test.each<[ChangeKind, string]>([
  ['field-optional', 'Cope with answers that lack it.'],
  ['header-optional', 'Cope with answers that lack it.'],
  ['body-optional', 'Cope with answers without a body.'],
  ['null-allowed', 'Expect `null`, too.']
])('%s: what may be missing is not told as missing', (kind, advice) => {
  expect(adviceOnKind(kind, ['response'])).toEqual({when: 'before', do: advice})
})
