import {describe, expect, test} from 'vitest'
import {intersect, languageOf} from '../../src/schema/language.ts'
import {readable} from '../../src/schema/pattern.ts'
import {words} from '../../src/schema/words.ts'
import {type Dice, dice} from './random.ts'

const TEXTS = allTexts('ab1\n', 5)

function allTexts(letters: string, longest: number): string[] {
  let last = ['']
  const all = ['']
  for (let length = 1; length <= longest; length++) {
    last = last.flatMap(text => [...letters].map(letter => text + letter))
    all.push(...last)
  }
  return all
}

/** The texts on which a language and the engine of JavaScript disagree. */
function disagreements(pattern: string): string[] | undefined {
  const language = languageOf(pattern)
  const regex = new RegExp(pattern, 'u')
  return language && TEXTS.filter(text => language.test(codesOf(text)) !== regex.test(text))
}

const codesOf = (text: string): number[] => [...text].map(letter => letter.codePointAt(0) as number)

describe('the language of a pattern', () => {
  test('is what the engine of JavaScript matches', () => {
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

  test('is so for random patterns', () => {
    let read = 0
    for (let seed = 0; seed < 400; seed++) {
      const pattern = patternOf(dice(seed), 3)
      const wrong = disagreements(pattern)
      if (wrong) read++
      expect(wrong ?? [], pattern).toEqual([])
    }
    expect(read).toBeGreaterThan(300)
  })

  test('is none where it is not regular, looks back beyond its start, or asserts in a loop', () => {
    expect(languageOf('^(.+)\\1$')).toBeUndefined()
    expect(languageOf('(?:(?!ab).)*(?<=a+b*)c')).toBeUndefined()
    expect(languageOf('\\ba')).toBeUndefined()
  })
})

test('words come shortest first, and are all there', () => {
  const language = intersect([languageOf('^[ab]*$') as never], [languageOf('aa') as never])
  expect([...words(language as never, 1, 2, 0)]).toEqual(['a', 'b', 'ab', 'ba', 'bb'])
})

test('escapes that need none are read without them', () => {
  expect(readable('^a\\-b\\_c$')).toBe('^a\\x2db_c$')
  expect(readable('a\\\\-b')).toBe('a\\\\-b')
  expect(readable('(')).toBeUndefined()
})

function patternOf(roll: Dice, depth: number): string {
  const inner = (): string => patternOf(roll, depth - 1)
  const way = depth === 0 ? roll() * 0.5 : roll()
  if (way < 0.3) return ['a', 'b', '1', '.', '[ab]', '[^a]', '\\d', '\\w'][Math.floor(roll() * 8)] as string
  if (way < 0.38) return '^'
  if (way < 0.46) return '$'
  if (way < 0.5) return '\\b'
  if (way < 0.7) return inner() + inner()
  if (way < 0.82) return `(?:${inner()}|${inner()})`
  if (way < 0.92) return `(?:${inner()})${['*', '?', '{1,2}'][Math.floor(roll() * 3)]}`
  return `(?${roll() < 0.5 ? '=' : '!'}${inner()})`
}
