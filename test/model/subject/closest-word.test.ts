import {expect, it} from 'vitest'
import {findClosestWord, isTypo} from '../../../src/model/subject/closest-word.ts'

it.each([
  ['GA', ['beta', 'ga'], 'ga'],
  ['depreciated', ['deprecated', 'removed'], 'deprecated'],
  ['preview', ['beta', 'ga'], undefined],
  ['x', [], undefined]
])('the closest word to %s in %j is %s', (word, words, expected) => {
  expect(findClosestWord(word, words)).toBe(expected)
})

it.each([
  ['readers', 'reader', true],
  ['dueDate', 'duedate', true],
  ['due_date', 'dueDate', true],
  ['loans', 'loan', false],
  ['jobs', 'logs', false],
  ['dataset', 'model', false]
])('%s may be a typo of %s: %s', (a, b, expected) => {
  expect(isTypo(a, b)).toBe(expected)
  expect(isTypo(b, a)).toBe(expected)
})
