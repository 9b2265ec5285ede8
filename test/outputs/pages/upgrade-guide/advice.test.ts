import {expect, test} from 'vitest'
import {adviceOnKind} from '../../../../packages/pages/src/upgrade-guide/step.ts'
import type {ChangeKind} from '../../../../src/model/api/change.ts'
import {sample} from '../../../tier.ts'

test.each<[ChangeKind, string]>(
  sample([
    ['field-optional', 'Handle responses without the field{s}.'],
    ['header-optional', 'Handle responses without the header{s}.'],
    ['body-optional', 'Handle requests without a body.'],
    ['null-allowed', 'Handle `null`.']
  ])
)('%s: the advice does not claim that an optional part is missing', (kind, advice) => {
  expect(adviceOnKind(kind, ['response'])).toEqual({when: 'before', do: advice})
})
