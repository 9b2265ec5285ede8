import {describe, expect, test} from 'vitest'
import {contains} from '../../src/containment.ts'
import {patternLanguage} from '../../src/regex/regular-language.ts'
import {generateWords} from '../../src/regex/samples.ts'
import {sampleSimplePattern, simplePatternLengths, varySimplePattern} from '../../src/regex/simple-pattern-samples.ts'
import {confirm} from '../confirm.ts'

const PATTERNS = [
  '^sha256:[a-f0-9]{64}$',
  '^-?(0|[1-9][0-9]*)$',
  '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$',
  '^/v1/accounts',
  '^([0-9a-fA-F]{40}(?:[0-9a-fA-F]{24})?)$',
  '^\\d{3}-?\\d{2}$',
  '^[\\w.-]+@[^@\\s]{2,}$',
  '^a|bc$',
  'a??b+?',
  '[^a-y]',
  '^[^\\u0000-\\u0060]\\u{1F600}?\\0?$'
]

describe('the first word of a simple pattern', () => {
  for (const pattern of PATTERNS) {
    for (const least of [0, 7]) {
      test(`${pattern}, ${least} characters at least`, () => {
        const language = patternLanguage(pattern)
        const first = language && generateWords(language, least, 100, 0).next()
        expect(sampleSimplePattern(pattern, least)).toBe(first?.done ? undefined : first?.value)
      })
    }
  }

  test('does not exist if the pattern is not simple or the length is impossible', () => {
    for (const pattern of [
      '^(?=a)b',
      '(^a)',
      '\\bcopy',
      '(a)\\1',
      '\\p{L}',
      '[]',
      'a$b',
      '^a{,3}$',
      '^a{x}$',
      '^\\xZZ$',
      '^\\ud83d\\ude00$'
    ])
      expect(sampleSimplePattern(pattern, 0)).toBe(undefined)
    expect(sampleSimplePattern('^(true|false)$', 6)).toBe(undefined)
    expect(sampleSimplePattern('^$', 3)).toBe(undefined)
  })

  test('can be very long', () => {
    expect(sampleSimplePattern('^[^\\x00]+$', 102_401)).toBe('a'.repeat(102_401))
    expect(sampleSimplePattern('^a(?:bc|[cd])+$', 50_001)).toHaveLength(50_001)
    const texts = (maxLength: number) => ({
      schema: {type: 'string', pattern: '^(?!-)[^\\x00]+$', maxLength},
      dialect: '2020-12' as const
    })
    expect(contains(texts(10_000), texts(8192), {confirm})).toMatchObject({is: 'breaks', witness: 'a'.repeat(8193)})
  })
})

test('a simple pattern limits the length of a text only if it is anchored at both ends', () => {
  expect(simplePatternLengths('^(true|false)$')).toEqual({least: 4, most: 5})
  expect(simplePatternLengths('(true|false)$')).toEqual({least: 4, most: Number.POSITIVE_INFINITY})
  expect(simplePatternLengths('^a|b$')).toEqual({least: 1, most: Number.POSITIVE_INFINITY})
  expect(simplePatternLengths('(?=a)')).toEqual({least: 0, most: Number.POSITIVE_INFINITY})
})

describe('variations of a text in one character', () => {
  const findFirst = (pattern: string | undefined, least: number, isFound: (text: string) => boolean) =>
    varySimplePattern(pattern, least).find(isFound)

  test('start with the shortest and most readable', () => {
    expect(findFirst('^[a-z-]{1,9}$', 0, text => !/^[a-z]+$/.test(text))).toBe('-')
    expect(findFirst('^shelf(-copy)?$', 0, text => text.length > 5)).toBe('shelf-copy')
    expect(findFirst('^[a-z]', 0, text => !/^[a-z]+$/.test(text))).toBe('a0')
    expect(findFirst('^[^\\u0000-\\u0008]$', 0, text => /\s/.test(text))).toBe(' ')
  })

  test('change either end if there is no pattern', () => {
    expect(findFirst(undefined, 3, text => !/^[a-z]+$/.test(text))).toBe('aa0')
    expect(findFirst(undefined, 2, text => !/^\P{Control}+$/u.test(text))).toBe('a\0')
    expect(findFirst(undefined, 1, text => /^\d/.test(text))).toBe('0')
  })

  test('are empty if the texts would be too long to read', () => {
    expect(varySimplePattern('^[a-z]{9000}$', 0)).toEqual([])
    expect(varySimplePattern(undefined, 9000)).toEqual([])
  })
})

test('a counterexample for a maximum length is found in a format of unlimited length', () => {
  const answer = contains(
    {schema: {type: 'string', format: 'uri'}, dialect: '2020-12'},
    {schema: {maxLength: 512}, dialect: '2020-12'},
    {confirm}
  )
  expect(answer).toMatchObject({is: 'breaks', witness: expect.stringMatching(/^https:.{507}$/)})
})
