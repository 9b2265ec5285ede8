import {describe, expect, test} from 'vitest'
import {toValidPattern} from '../../src/regex/pattern.ts'
import {intersectLanguages, patternLanguage} from '../../src/regex/regular-language.ts'
import {generateWords} from '../../src/regex/samples.ts'
import {patternOf} from '../patterns.ts'
import {dice} from '../random.ts'

const TEXTS = allTexts('ab1\n', 5)

function allTexts(letters: string, maxLength: number): string[] {
  let last = ['']
  const all = ['']
  for (let length = 1; length <= maxLength; length++) {
    last = last.flatMap(text => [...letters].map(letter => text + letter))
    all.push(...last)
  }
  return all
}

/** The texts on which a language and the engine of JavaScript disagree, or `undefined` if the pattern has no language. */
function disagreements(pattern: string): string[] | undefined {
  const language = patternLanguage(pattern)
  const regex = new RegExp(pattern, 'u')
  return language && TEXTS.filter(text => language.test(codesOf(text)) !== regex.test(text))
}

const codesOf = (text: string): number[] => [...text].map(letter => letter.codePointAt(0) as number)

describe('the regular language of a pattern', () => {
  test('contains the texts that JavaScript matches', () => {
    const patterns = [
      '',
      '^',
      '$',
      '^$',
      'a',
      '^a',
      'a$',
      '^a|b$',
      '^^a',
      '(^a)',
      '(a|^)b',
      '(?:^|a)(?:b|$)',
      '^(?!ab).*$'
    ]
    patterns.push('^(?=.*a)(?=.*1).{2,3}$', 'a\\b', '^(?!.*aa)[ab1]{1,3}$', '(?:^a|b)1', '(?=a)[^]', '^(a)\\1$')
    for (const pattern of patterns) expect(disagreements(pattern) ?? 'no language', pattern).toEqual([])
  })

  test('contains the texts that JavaScript matches, for random patterns', () => {
    let languages = 0
    for (let seed = 0; seed < 400; seed++) {
      const pattern = patternOf(dice(seed), 3)
      const wrong = disagreements(pattern)
      if (wrong) languages++
      expect(wrong ?? [], pattern).toEqual([])
    }
    expect(languages).toBeGreaterThan(300)
  })

  test('is undefined for a pattern that is not regular, looks behind its start, or asserts in a loop', () => {
    expect(patternLanguage('^(.+)\\1$')).toBeUndefined()
    expect(patternLanguage('(?:(?!ab).)*(?<=a+b*)c')).toBeUndefined()
    expect(patternLanguage('\\ba')).toBeUndefined()
  })
})

test('repetitions at the open ends of a pattern add no states to its language', () => {
  const sizeOf = (pattern: string): number | undefined => patternLanguage(pattern)?.countNodes()
  expect(sizeOf('[ab]{1,300}')).toBe(sizeOf('[ab]'))
  expect(sizeOf('(?:a{0,50}b{2,70})?1{3,300}(?:a|b*)')).toBe(sizeOf('1{3}'))
  expect(sizeOf('^[ab]{1,300}$')).toBe(301)
})

test('words are generated completely, shortest first', () => {
  const language = intersectLanguages([patternLanguage('^[ab]*$') as never], [patternLanguage('aa') as never])
  expect([...generateWords(language as never, 1, 2, 0)]).toEqual(['a', 'b', 'ab', 'ba', 'bb'])
})

test('unnecessary escapes are removed', () => {
  expect(toValidPattern('^a\\-b\\_c$')).toBe('^a\\x2db_c$')
  expect(toValidPattern('a\\\\-b')).toBe('a\\\\-b')
  expect(toValidPattern('(')).toBeUndefined()
})
