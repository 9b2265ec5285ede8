import {expect, it} from 'vitest'
import {containsMarks} from '../../../../src/languages/openapi/read/lifecycle-extensions.ts'

const partsOf = (...values: readonly object[]) =>
  new Map(values.map((value, at) => [`/definitions/Part${at}`, {value, refs: [], mappedSchemas: []}]))

const plain = {properties: {due: {type: 'string'}}}
const marked = {properties: {due: {type: 'string', deprecated: true}}}
const example = {example: {deprecated: true}}

it.each<[string, object, boolean]>([
  ['no mark', plain, false],
  ['a mark', marked, true],
  ['a mark in an example', example, false],
  ['a mark next to an example', {...example, 'x-sunset': '2027-01-01'}, true]
])('finds marks in parts that several descriptions share: %s', (_, part, expected) => {
  const first = {swagger: '2.0', definitions: {Loan: part, Shelf: plain}}
  const second = {swagger: '2.0', definitions: {Loan: part, Shelf: {...plain}}}
  expect(containsMarks(first)).toBe(expected)
  for (const root of [first, second, first])
    expect(containsMarks(root, partsOf(root.definitions.Loan, root.definitions.Shelf))).toBe(expected)
  // Outside of parts, a mark is found whatever the parts are.
  expect(containsMarks({...first, info: {'x-sunset': '2027-01-01'}}, partsOf(part, plain))).toBe(true)
})
