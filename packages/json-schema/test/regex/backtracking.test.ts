import {describe, expect, test} from 'vitest'
import {fastestOf} from '../../../../test/timing.ts'
import {rootNode} from '../../src/document/node.ts'
import {toPartialSchema} from '../../src/partial-schema.ts'
import {isFastPattern} from '../../src/regex/backtracking.ts'
import {matchesPattern} from '../../src/regex/pattern.ts'
import {loopsOf, patternOf} from '../patterns.ts'
import {dice} from '../random.ts'

const ENDLESS = [
  '^(a+)+$',
  '^(a|aa)+$',
  '^(a*)*$',
  '^(?:a|a?)+$',
  '^(.*a){20}$',
  '^(a?){40}a{40}$',
  '^a?'.padEnd(80, 'a?')
]

describe('a pattern that an engine may go through without end', () => {
  test('is not quick for long texts, and is for short ones', () => {
    for (const pattern of [...ENDLESS, '.*.*.*.*=.*', '^a|.*b.*c.*d', '^(a|b)(a|b)'.padEnd(200, '(a|b)')]) {
      expect(isFastPattern(pattern, 200), pattern).toBe(false)
      expect(isFastPattern(pattern, 10), pattern).toBe(true)
    }
  })

  test('is none of what most people write', () => {
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

  test('is none where it is plain where each round ends', () => {
    const words = [
      '^[a-z0-9]+(-[a-z0-9]+)*$',
      '^([a-z]{1,63}\\.)+[a-z]{2,63}$',
      '^(?:/[^/]+)+$',
      '^(a{3})+$',
      '^((a))*$'
    ]
    for (const pattern of [...words, '(?:(?!-)[A-Za-z0-9-]{1,63}(?<!-)\\.)+redshift']) {
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

  test('is matched all the same', () => {
    const long = 'a'.repeat(60)
    for (const pattern of ENDLESS.slice(0, 4)) {
      expect(matchesPattern(pattern, long), pattern).toBe(true)
      expect(matchesPattern(pattern, `${long}!`), pattern).toBe(false)
    }
    // No automaton is of what refers back, nor of half a character.
    expect(matchesPattern('^(a+)+\\1$', long)).toBeUndefined()
    expect(matchesPattern('^(a+)+$', `${long}\ud800`)).toBeUndefined()
  })

  test('is put in other words for the validator', () => {
    const long = 'a'.repeat(60)
    const node = rootNode({schema: {pattern: '^(a+)+$', patternProperties: {'^(b|bb)+$': true}}, dialect: '2020-12'})
    expect(toPartialSchema(node, [long, `${long}.`, 1])).toMatchObject({pattern: `^(?:${long})$`})
    expect(toPartialSchema(node, [`${long}!`])).toMatchObject({pattern: '^(?:(?!))$'})
    expect(toPartialSchema(node, ['aa'])).toMatchObject({pattern: '^(a+)+$'})
    const names = {['b'.repeat(60)]: 1, [`${'b'.repeat(60)}.`]: 1}
    expect(toPartialSchema(node, [names])).toMatchObject({patternProperties: {[`^(?:${'b'.repeat(60)})$`]: true}})
    const referring = rootNode({schema: {pattern: '^(a+)+\\1$'}, dialect: '2020-12'})
    expect(() => toPartialSchema(referring, [long])).toThrow('The pattern ^(a+)+\\1$ takes too long')
  })
})

test('what is called quick is soon done, whatever is repeated', () => {
  // An engine takes as many steps for this as are allowed.
  const most = fastestOf(1, () => /^a*a*a*a*b/u.test('a'.repeat(220)))
  let quick = 0
  for (let seed = 0; seed < 3000; seed++) {
    const roll = dice(seed)
    const pattern = `${roll() < 0.6 ? '^' : ''}${loopsOf(roll, 5)}${roll() < 0.7 ? '$' : 'x'}`
    for (const text of ['a'.repeat(300), 'ab'.repeat(150), 'a-'.repeat(150), 'aab-'.repeat(75)]) {
      if (!isFastPattern(pattern, text.length + 1)) continue
      quick++
      const match = (): boolean => new RegExp(pattern, 'u').test(`${text}!`)
      if (fastestOf(1, match) > 10 * most) expect(fastestOf(3, match), pattern).toBeLessThan(10 * most)
    }
  }
  expect(quick).toBeGreaterThan(6000)
})

test('what the automaton says of long texts is what the engine says', () => {
  let asked = 0
  for (let seed = 0; seed < 400; seed++) {
    const roll = dice(seed)
    const pattern = `^(?:${patternOf(roll, 2)})+$`
    const text = Array.from({length: 18}, () => 'ab1\n'[Math.floor(roll() * 4)]).join('')
    if (isFastPattern(pattern, text.length)) continue
    const said = matchesPattern(pattern, text)
    if (said === undefined) continue
    asked++
    expect(said, `${pattern} of ${JSON.stringify(text)}`).toBe(new RegExp(pattern, 'u').test(text))
  }
  expect(asked).toBeGreaterThan(30)
})
