import {expect, test} from 'vitest'
import {expectLinearGrowth} from '../../../test/timing.ts'
import {contains} from '../src/containment.ts'
import {isContainedByCounts} from '../src/solver/solve-string.ts'

// Large repetitions are compared without an automaton if that is simple; otherwise the prover gives up in time.

const answer = (pattern: string, other: string) => {
  const [sub, sup] = [pattern, other].map(each => ({
    schema: {type: 'string', pattern: each},
    dialect: '2020-12' as const
  })) as [never, never]
  const result = contains(sub, sup, {
    confirm: ({schema}, value) => new RegExp((schema as {readonly pattern: string}).pattern, 'u').test(String(value))
  })
  return result.is === 'undetermined' ? result.why : result.is
}

test('a larger repetition contains a smaller one', () => {
  expect(answer(String.raw`^\p{L}{1,4000}$`, String.raw`^\p{L}{1,4001}$`)).toBe('keeps')
  expect(answer(String.raw`^\p{L}{1,4001}$`, String.raw`^\p{L}{1,4000}$`)).toBe('breaks')
  expect(answer('^.{1,64}@.{1,255}$', '^.+@.+$')).toBe('keeps')
  expect(answer('^.+@.+$', '^.{1,64}@.{1,255}$')).toBe('breaks')
})

test('a pattern that is too complex is reported as such, in time linear in its size', () => {
  const large = String.raw`^(?:\p{L}{1,4000}|x)$`
  expectLinearGrowth(times => {
    const most = 250 * times
    return () => answer(String.raw`^(?:\p{L}{1,${most}}|x)$`, String.raw`^(?:\p{L}{1,${most + 1}}|\d)$`)
  })
  expect(answer(large, String.raw`^(?:\p{Lu}|\p{L}{1,4001})$`)).toBe('a pattern is too complex')
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
])('%s is contained in %s, by its repetition counts: %s', (pattern, other, is) => {
  expect(isContainedByCounts(pattern, other)).toBe(is)
})
