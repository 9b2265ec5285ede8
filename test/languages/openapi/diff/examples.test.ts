import {describe, expect, test} from 'vitest'
import type {OpenapiKind} from '../../../../packages/openapi/src/kinds/kinds.ts'
import {kindOf} from '../../../../src/languages/kinds.ts'
import type {ChangeKind} from '../../../../src/model/api/change.ts'
import {OPENAPI_CATALOG, splitExample} from '../../../kind-catalog.ts'
import {diffDocuments, snapshotFrom} from './comparing.ts'

const KINDS = Object.keys(OPENAPI_CATALOG) as readonly OpenapiKind[]
const EXAMPLES = KINDS.flatMap(kind => {
  const {example} = OPENAPI_CATALOG[kind]
  return example === undefined ? [] : [{kind, ...splitExample(example)}]
})

/** Kinds that no description can show and that people can only state, and a rename, which is a guess without an example. */
const STATED: readonly ChangeKind[] = [
  'field-writable-added',
  'opaque-format-changed',
  'renamed',
  'order-changed',
  'rate-limit-stricter',
  'behavior-changed'
]

/** Kinds that are reported together with another kind that includes them. */
const ACCOMPANYING: {readonly [Kind in ChangeKind]?: readonly ChangeKind[]} = {'pagination-added': ['parameter-added']}

test('each kind of change that descriptions can show has an example', () => {
  const covered = EXAMPLES.map(({kind}) => kind)
  expect(KINDS.filter(kind => !covered.includes(kind)).sort()).toEqual([...STATED].sort())
})

describe('the example', () => {
  test.each(EXAMPLES)('of $kind shows that kind and no other', ({kind, old, new: newer}) => {
    expect(diffDocuments(old, newer).map(change => change.kind)).toEqual([...(ACCOMPANYING[kind] ?? []), kind])
  })

  test.each(EXAMPLES)('of $kind is read completely', ({old, new: newer}) => {
    for (const snapshot of [snapshotFrom(old), snapshotFrom(newer)]) {
      for (const operation of snapshot.operations) operation.details()
      expect(snapshot.gaps).toEqual([])
    }
  })

  test.each(EXAMPLES)('of $kind reports nothing if nothing changed', ({old, new: newer}) => {
    expect(diffDocuments(old, old)).toEqual([])
    expect(diffDocuments(newer, newer)).toEqual([])
  })

  test.each(EXAMPLES)('of $kind affects at least one operation', ({kind, old, new: newer}) => {
    const change = diffDocuments(old, newer).find(each => each.kind === kind)
    expect(change?.reaches.length).toBeGreaterThan(0)
    for (const {side} of change?.reaches ?? []) expect(kindOf(kind).sides).toContain(side)
  })
})
