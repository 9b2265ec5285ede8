import {describe, expect, test} from 'vitest'
import {fastestOf} from '../../../../test/timing.ts'
import {rootNode} from '../../src/document/node.ts'
import {toPartialSchema} from '../../src/partial-schema.ts'
import {isFastPattern} from '../../src/regex/backtracking.ts'
import {matchesPattern} from '../../src/regex/pattern.ts'
import {loopsOf, patternOf} from '../patterns.ts'
import {dice} from '../random.ts'

const EXPONENTIAL = [
  '^(a+)+$',
  '^(a|aa)+$',
  '^(a*)*$',
  '^(?:a|a?)+$',
  '^(.*a){20}$',
  '^(a?){40}a{40}$',
  '^a?'.padEnd(80, 'a?')
]

describe('a pattern with exponential backtracking', () => {
  test('is slow for long texts, and fast for short ones', () => {
    for (const pattern of [...EXPONENTIAL, '.*.*.*.*=.*', '^a|.*b.*c.*d', '^(a|b)(a|b)'.padEnd(200, '(a|b)')]) {
      expect(isFastPattern(pattern, 200), pattern).toBe(false)
      expect(isFastPattern(pattern, 10), pattern).toBe(true)
    }
  })

  test('is recognized without mistaking ordinary patterns for it', () => {
    const ordinary = [
      '^[a-z0-9_-]{1,255}$',
      '^\\d{4}-\\d{2}-\\d{2}$',
      '^[^/]+/[^/]+$',
      '[(*+|]',
      '^(?:ab|cd)$',
      '\\(a+\\)+'
    ]
    for (const pattern of [...ordinary, '^arn:[a-z-]+:[0-9]{12}:.+$', '^(?<name>a+)b?$', '^v(0|[1-9][0-9]*)$']) {
      expect(isFastPattern(pattern, 200), pattern).toBe(true)
    }
  })

  test('is not a pattern whose repetitions end at a clear delimiter', () => {
    const delimited = [
      '^[a-z0-9]+(-[a-z0-9]+)*$',
      '^([a-z]{1,63}\\.)+[a-z]{2,63}$',
      '^(?:/[^/]+)+$',
      '^(a{3})+$',
      '^((a))*$'
    ]
    for (const pattern of [...delimited, '(?:(?!-)[A-Za-z0-9-]{1,63}(?<!-)\\.)+redshift']) {
      expect(isFastPattern(pattern, 60), pattern).toBe(true)
    }
    for (const pattern of [
      '^(?:a(?:.|.)){1,20}(?!a*|b)$',
      '^(-[a-z-]+)*$',
      '^([a-z.]{1,63}\\.)+$',
      '^(a|b)+$',
      '^(a+)+\\1$'
    ]) {
      expect(isFastPattern(pattern, 200), pattern).toBe(false)
    }
  })

  test('is still matched', () => {
    const long = 'a'.repeat(60)
    for (const pattern of EXPONENTIAL.slice(0, 4)) {
      expect(matchesPattern(pattern, long), pattern).toBe(true)
      expect(matchesPattern(pattern, `${long}!`), pattern).toBe(false)
    }
    // No automaton can express a backreference or half a surrogate pair.
    expect(matchesPattern('^(a+)+\\1$', long)).toBeUndefined()
    expect(matchesPattern('^(a+)+$', `${long}\ud800`)).toBeUndefined()
  })

  test('is replaced by the matching values for the validator', () => {
    const long = 'a'.repeat(60)
    const node = rootNode({schema: {pattern: '^(a+)+$', patternProperties: {'^(b|bb)+$': true}}, dialect: '2020-12'})
    expect(toPartialSchema(node, [long, `${long}.`, 1])).toMatchObject({pattern: `^(?:${long})$`})
    expect(toPartialSchema(node, [`${long}!`])).toMatchObject({pattern: '^(?:(?!))$'})
    expect(toPartialSchema(node, ['aa'])).toMatchObject({pattern: '^(a+)+$'})
    const names = {['b'.repeat(60)]: 1, [`${'b'.repeat(60)}.`]: 1}
    expect(toPartialSchema(node, [names])).toMatchObject({patternProperties: {[`^(?:${'b'.repeat(60)})$`]: true}})
    const backreference = rootNode({schema: {pattern: '^(a+)+\\1$'}, dialect: '2020-12'})
    expect(() => toPartialSchema(backreference, [long])).toThrow('The pattern ^(a+)+\\1$ takes too long')
  })
})

test('a pattern that counts as fast matches quickly', () => {
  // The reference time: a pattern that takes as many steps as a fast one may.
  const slowest = fastestOf(1, () => /^a*a*a*a*b/u.test('a'.repeat(220)))
  let checked = 0
  for (let seed = 0; seed < 3000; seed++) {
    const roll = dice(seed)
    const pattern = `${roll() < 0.6 ? '^' : ''}${loopsOf(roll, 5)}${roll() < 0.7 ? '$' : 'x'}`
    for (const text of ['a'.repeat(300), 'ab'.repeat(150), 'a-'.repeat(150), 'aab-'.repeat(75)]) {
      if (!isFastPattern(pattern, text.length + 1)) continue
      checked++
      const match = (): boolean => new RegExp(pattern, 'u').test(`${text}!`)
      if (fastestOf(1, match) > 10 * slowest) expect(fastestOf(3, match), pattern).toBeLessThan(10 * slowest)
    }
  }
  expect(checked).toBeGreaterThan(6000)
})

test('the automaton and the regular expression engine agree on long texts', () => {
  let compared = 0
  for (let seed = 0; seed < 400; seed++) {
    const roll = dice(seed)
    const pattern = `^(?:${patternOf(roll, 2)})+$`
    const text = Array.from({length: 18}, () => 'ab1\n'[Math.floor(roll() * 4)]).join('')
    if (isFastPattern(pattern, text.length)) continue
    const matches = matchesPattern(pattern, text)
    if (matches === undefined) continue
    compared++
    expect(matches, `${pattern} of ${JSON.stringify(text)}`).toBe(new RegExp(pattern, 'u').test(text))
  }
  expect(compared).toBeGreaterThan(30)
})
