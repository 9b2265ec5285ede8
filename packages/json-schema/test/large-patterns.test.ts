import {expect, test} from 'vitest'
import {expectLinearGrowth} from '../../../test/timing.ts'
import {contains} from '../src/containment.ts'
import {isContainedByCounts} from '../src/solver/solve-string.ts'

// Patterns that repeat much: decided without an automaton where that is plain, and given up in time where it is not.

const asked = (pattern: string, other: string) => {
  const [sub, sup] = [pattern, other].map(each => ({
    schema: {type: 'string', pattern: each},
    dialect: '2020-12' as const
  })) as [never, never]
  const answer = contains(sub, sup, {
    confirm: ({schema}, value) => new RegExp((schema as {readonly pattern: string}).pattern, 'u').test(String(value))
  })
  return answer.is === 'undetermined' ? answer.why : answer.is
}

test('more of the same takes all that less of it does', () => {
  expect(asked(String.raw`^\p{L}{1,4000}$`, String.raw`^\p{L}{1,4001}$`)).toBe('keeps')
  expect(asked(String.raw`^\p{L}{1,4001}$`, String.raw`^\p{L}{1,4000}$`)).toBe('breaks')
  expect(asked('^.{1,64}@.{1,255}$', '^.+@.+$')).toBe('keeps')
  expect(asked('^.+@.+$', '^.{1,64}@.{1,255}$')).toBe('breaks')
})

test('what is too large says so, and in time', () => {
  const large = String.raw`^(?:\p{L}{1,4000}|x)$`
  expectLinearGrowth(times => {
    const most = 250 * times
    return () => asked(String.raw`^(?:\p{L}{1,${most}}|x)$`, String.raw`^(?:\p{L}{1,${most + 1}}|\d)$`)
  })
  expect(asked(large, String.raw`^(?:\p{Lu}|\p{L}{1,4001})$`)).toBe('a pattern is too complex')
})

test.each([
  ['^a{2,3}b?$', '^a+b*$', true],
  ['^a{2,3}?$', '^a{2,}$', true],
  ['^a{2}$', '^a{2,2}$', true],
  ['^(ab){1,2}$', '^(ab){0,9}$', true],
  ['^ab{2}$', '^a{2}b$', false],
  ['^a*$', '^a+$', false],
  [String.raw`^\u{10}$`, String.raw`^\u{20}$`, false],
  [String.raw`^\u{10}+$`, String.raw`^\u{20}+$`, false],
  ['^(?!a{1,2})', '^(?!a{1,3})', false],
  ['^(?<!a{1,2})b', '^(?<!a{1,3})b', false],
  ['^[+]$', '^[*]$', false],
  [String.raw`^\+$`, String.raw`^\*$`, false]
])('%s within %s: %s', (pattern, other, is) => {
  expect(isContainedByCounts(pattern, other)).toBe(is)
})
