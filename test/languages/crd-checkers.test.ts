// The published cases of two other checkers beside our answers. Each difference has its reason.
import {expect, test} from 'vitest'
import {fields} from './crd/cases.ts'
import {CHECKER} from './crd/checker-cases.ts'
import {compareDefinitions} from './crd/compare.ts'
import {CRDIFY} from './crd/crdify-cases.ts'

const toFile = (text: string): string => (text.includes('apiVersion:') ? text : fields(text))

test.each([
  ['crdify', CRDIFY],
  ['crd-schema-checker', CHECKER]
])('our answers to the cases of %s are known', (_, cases) => {
  const answers = cases.map(each => ({
    ...each,
    answer: compareDefinitions(toFile(each.older), toFile(each.newer)).answer
  }))
  expect(answers).toEqual(cases)
})

test('each difference has its reason, and nothing else has one', () => {
  const cases = [...CRDIFY, ...CHECKER]
  const differs = cases.filter(({flagged, answer}) => flagged !== (answer !== 'compatible'))
  expect(cases.filter(({why}) => why !== undefined)).toEqual(differs)
  expect([CRDIFY.length, CHECKER.length, differs.length]).toEqual([82, 33, 18])
})
