import {describe, expect, test} from 'vitest'
import {contains} from '../../../src/schema/containment.ts'
import {intersectLanguages, patternLanguage} from '../../../src/schema/regex/regular-language.ts'
import {generateWords} from '../../../src/schema/regex/samples.ts'
import {
  isSimplyContained,
  sampleSimplePattern,
  simplePatternLengths
} from '../../../src/schema/regex/simple-pattern-samples.ts'
import {confirm} from '../confirm.ts'
import {dice, pick} from '../random.ts'

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
  '[^a-y]'
]

describe('a word of a simple pattern', () => {
  for (const pattern of PATTERNS) {
    for (const least of [0, 7]) {
      test(`${pattern}, ${least} characters at least`, () => {
        const language = patternLanguage(pattern)
        const first = language && generateWords(language, least, 100, 0).next()
        expect(sampleSimplePattern(pattern, least)).toBe(first?.done ? undefined : first?.value)
      })
    }
  }

  test('there is none where that is not simple', () => {
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
      '^\\xZZ$'
    ])
      expect(sampleSimplePattern(pattern, 0)).toBe(undefined)
    expect(sampleSimplePattern('^(true|false)$', 6)).toBe(undefined)
    expect(sampleSimplePattern('^$', 3)).toBe(undefined)
  })

  test('it may be long', () => {
    expect(sampleSimplePattern('^[^\\x00]+$', 102_401)).toBe('a'.repeat(102_401))
    expect(sampleSimplePattern('^a(?:bc|[cd])+$', 50_001)).toHaveLength(50_001)
    const texts = (maxLength: number) => ({
      schema: {type: 'string', pattern: '^(?!-)[^\\x00]+$', maxLength},
      dialect: '2020-12' as const
    })
    expect(contains(texts(10_000), texts(8192), {confirm})).toMatchObject({is: 'breaks', witness: 'a'.repeat(8193)})
  })
})

test('sizes are of the whole text only where it is a whole one', () => {
  expect(simplePatternLengths('^(true|false)$')).toEqual({least: 4, most: 5})
  expect(simplePatternLengths('(true|false)$')).toEqual({least: 4, most: Number.POSITIVE_INFINITY})
  expect(simplePatternLengths('^a|b$')).toEqual({least: 1, most: Number.POSITIVE_INFINITY})
  expect(simplePatternLengths('(?=a)')).toEqual({least: 0, most: Number.POSITIVE_INFINITY})
})

const ANY = {least: 0, most: Number.POSITIVE_INFINITY}

describe('what lies plainly within', () => {
  test('no other characters, and no other lengths', () => {
    const [commit, hex] = ['^([0-9a-fA-F]{40}(?:[0-9a-fA-F]{24})?)$', '^[0-9a-fA-F]+$']
    expect(isSimplyContained(commit, hex, ANY)).toBe(true)
    expect(isSimplyContained(hex, commit, ANY)).toBe(false)
    expect(isSimplyContained(hex, commit, {least: 40, most: 40})).toBe(true)
    expect(isSimplyContained(hex, commit, {least: 40, most: 64})).toBe(false)
    expect(isSimplyContained('^[0-9]*$', '^[0-9]+$', ANY)).toBe(false)
    expect(isSimplyContained('^[0-9]{3}$', '^[0-9]{1,2}$', ANY)).toBe(false)
    expect(isSimplyContained('^[0-9a-g]$', '^[0-9a-f]$', ANY)).toBe(false)
    expect(isSimplyContained('[0-9]', '^[0-9]+$', ANY)).toBe(false)
    expect(isSimplyContained('^[^0-9]$', '^\\D$', ANY)).toBe(true)
  })

  test('is so for the languages too', () => {
    const roll = dice(7)
    const part = (): string => pick(roll, ['a', '[ab]', '[a-c]', '.', '\\w', '[^a]', '(?:a|bc)', '(b*|c)'])
    const some = (): string => part() + pick(roll, ['', '*', '+', '?', '{2}', '{1,3}', '{0}'])
    const many = (): string => Array.from({length: 1 + Math.floor(roll() * 3)}, some).join('')
    let within = 0
    for (let round = 0; round < 2000; round++) {
      const [one, other] = [`${pick(roll, ['^', '^', '^', ''])}${many()}$`, `^${roll() < 0.5 ? some() : many()}$`]
      const word = sampleSimplePattern(one, 0)
      if (word !== undefined) expect(new RegExp(one, 'u').test(word), `${word} of ${one}`).toBe(true)
      const least = Math.floor(roll() * 4)
      const size = {least, most: roll() < 0.3 ? Number.POSITIVE_INFINITY : least + Math.floor(roll() * 3)}
      if (!isSimplyContained(one, other, size)) continue
      within++
      const sized = `^[^]{${size.least},${size.most === Number.POSITIVE_INFINITY ? '' : size.most}}$`
      const [inside, outside, bound] = [one, other, sized].map(patternLanguage)
      if (!inside || !outside || !bound) continue
      expect(intersectLanguages([inside, bound], [outside])?.isEmpty, `${one} in ${other}, ${sized}`).toBe(true)
    }
    expect(within).toBeGreaterThan(100)
  })
})

test('a text that is too long for the other side is found in a format that has no end', () => {
  const answer = contains(
    {schema: {type: 'string', format: 'uri'}, dialect: '2020-12'},
    {schema: {maxLength: 512}, dialect: '2020-12'},
    {confirm}
  )
  expect(answer).toMatchObject({is: 'breaks', witness: expect.stringMatching(/^https:.{507}$/)})
})
