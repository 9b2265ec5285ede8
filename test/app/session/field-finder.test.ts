import {expect, test} from 'vitest'
import {createFieldFinder} from '../../../src/app/session/known-subject.ts'
import type {Description} from '../../../src/descriptions/description.ts'
import {subjectOf} from '../../changes.ts'

test('however many fields a history names, the description is opened once', () => {
  let opened = 0
  const find = createFieldFinder(() => {
    opened++
    return {findFields: () => []} as unknown as Description
  })
  for (const name of ['Loan.due', 'Loan.shelf', 'Copy.shelf', 'Loan.due']) find(subjectOf(name))
  expect(opened).toBe(1)
})
