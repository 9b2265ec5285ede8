import {expect, it} from 'vitest'
import {containsMarks} from '../../../../packages/openapi/src/read/lifecycle-extensions.ts'
import {sample} from '../../../tier.ts'

const partsOf = (...values: readonly object[]) =>
  new Map(values.map((value, at) => [`/definitions/Part${at}`, {value, refs: [], mappedSchemas: []}]))

const plain = {properties: {due: {type: 'string'}}}
const deprecated = {properties: {due: {type: 'string', deprecated: true}}}
const example = {example: {deprecated: true}}

it.each<[string, object, boolean]>(
  sample([
    ['no deprecation', plain, false],
    ['a deprecation', deprecated, true],
    ['a deprecation in an example', example, false],
    ['a sunset next to an example', {...example, 'x-sunset': '2027-01-01'}, true]
  ])
)('deprecations are found in parts that several descriptions share: %s', (_, part, expected) => {
  const first = {swagger: '2.0', definitions: {Loan: part, Shelf: plain}}
  const second = {swagger: '2.0', definitions: {Loan: part, Shelf: {...plain}}}
  expect(containsMarks(first)).toBe(expected)
  for (const root of [first, second, first])
    expect(containsMarks(root, partsOf(root.definitions.Loan, root.definitions.Shelf))).toBe(expected)
  // Outside of parts, a sunset is found regardless of the parts.
  expect(containsMarks({...first, info: {'x-sunset': '2027-01-01'}}, partsOf(part, plain))).toBe(true)
})
