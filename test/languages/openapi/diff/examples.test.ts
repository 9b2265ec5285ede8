import {describe, expect, test} from 'vitest'
import {CHANGE_KINDS, kindOf} from '../../../../src/languages/kinds.ts'
import {CHANGE_CATALOG} from '../../../../src/languages/openapi/catalog/catalog.ts'
import {type ChangeExplanation, splitExample} from '../../../../src/languages/openapi/catalog/example.ts'
import type {OpenapiKind} from '../../../../src/languages/openapi/kinds/kinds.ts'
import type {ChangeKind} from '../../../../src/model/api/change.ts'
import {between, snapshotFrom} from './comparing.ts'

const KINDS = CHANGE_KINDS as readonly OpenapiKind[]
const CATALOG: Readonly<Record<OpenapiKind, ChangeExplanation>> = CHANGE_CATALOG
const EXAMPLES = KINDS.flatMap(kind => {
  const {example} = CATALOG[kind]
  return example === undefined ? [] : [{kind, ...splitExample(example)}]
})

/** What no description shows: only people can state it. A rename is a guess that has no example of its own. */
const STATED: readonly ChangeKind[] = [
  'field-writable-added',
  'opaque-format-changed',
  'renamed',
  'order-changed',
  'rate-limit-stricter',
  'behavior-changed'
]

/** What is told beside a kind, of which it is a part. */
const BESIDE: {readonly [Kind in ChangeKind]?: readonly ChangeKind[]} = {'pagination-added': ['parameter-added']}

test('each kind that can be seen in descriptions has an example', () => {
  const shown = EXAMPLES.map(({kind}) => kind)
  expect(KINDS.filter(kind => !shown.includes(kind)).sort()).toEqual([...STATED].sort())
})

describe('an example', () => {
  test.each(EXAMPLES)('of $kind shows it, and nothing else', ({kind, old, new: fresh}) => {
    expect(between(old, fresh).map(change => change.kind)).toEqual([...(BESIDE[kind] ?? []), kind])
  })

  test.each(EXAMPLES)('of $kind is read to its end', ({old, new: fresh}) => {
    for (const snapshot of [snapshotFrom(old), snapshotFrom(fresh)]) {
      for (const operation of snapshot.operations) operation.details()
      expect(snapshot.gaps).toEqual([])
    }
  })

  test.each(EXAMPLES)('of $kind is silent where nothing changed', ({old, new: fresh}) => {
    expect(between(old, old)).toEqual([])
    expect(between(fresh, fresh)).toEqual([])
  })

  test.each(EXAMPLES)('of $kind reaches an operation, or all', ({kind, old, new: fresh}) => {
    const change = between(old, fresh).find(each => each.kind === kind)
    expect(change?.reaches.length).toBeGreaterThan(0)
    for (const {side} of change?.reaches ?? []) expect(kindOf(kind).sides).toContain(side)
  })
})
