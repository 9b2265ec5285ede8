// Since 2020-12, `contains` marks the items that it matches as evaluated; in 2019-09 it doesn't.

import {validate} from '@tenure/openapi/validator'
import {expect, test} from 'vitest'
import {contains} from '../src/containment.ts'
import {rootNode} from '../src/document/node.ts'
import {createNormalizer} from '../src/normalize.ts'
import {toPartialSchema} from '../src/partial-schema.ts'

const schema = {type: 'array', contains: {type: 'string'}, unevaluatedItems: false}

test.each([
  ['2019-09', false],
  ['2020-12', true]
] as const)('`contains` evaluates the items that it matches, only since 2020-12: %s', (dialect, isAccepted) => {
  const source = {schema, dialect}
  expect(validate(toPartialSchema(rootNode(source), [['a']]), ['a'])).toBe(isAccepted)
  const normalized = createNormalizer({closed: false, direction: 'request'})(source)
  const texts = {schema: {type: 'array', items: {type: 'string'}, minItems: 1}, dialect}
  const confirm = (schema: object) => schema === texts
  expect(contains(texts, source, {confirm}).is).toBe(isAccepted ? 'keeps' : 'breaks')
  expect(contains(texts, normalized, {confirm}).is).toBe(isAccepted ? 'keeps' : 'breaks')
})
