import {describe, expect, test} from 'vitest'
import {intersectLanguages, patternLanguage} from '../../src/regex/regular-language.ts'
import {isSimplyContained, matchesEveryText} from '../../src/regex/simple-containment.ts'
import {sampleSimplePattern} from '../../src/regex/simple-pattern-samples.ts'
import {dice, pick} from '../random.ts'

const ANY = {least: 0, most: Number.POSITIVE_INFINITY}

describe('simple containment of patterns', () => {
  test('compares characters and lengths', () => {
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

  test('compares patterns part by part', () => {
    const shelf = '^shelf:[a-z]+:[0-9]{2}$'
    expect(isSimplyContained(shelf, '^shelf:[a-z]+(?:-[a-z]+)*:[0-9]{1,2}$', ANY)).toBe(true)
    expect(isSimplyContained(shelf, '^shelf:[a-z:]+$', ANY)).toBe(false)
    expect(isSimplyContained('^shelf-(a|b)$', '^[a-z-]+(a|b|c)$', ANY)).toBe(true)
    expect(isSimplyContained('^(ab|b){2,3}$', '^([ab]b?)+$', ANY)).toBe(true)
    expect(isSimplyContained('^(ab|b){2,4}$', '^([ab]b?){2,3}$', ANY)).toBe(false)
  })

  test('allows anything at an end without an anchor', () => {
    expect(isSimplyContained('^shelf:[0-9]+(/copy)?$', 'shelf:[0-9]*', ANY)).toBe(true)
    expect(isSimplyContained('^shelf:[0-9]+(/copy)?$', '^shelf:[0-9]*$', ANY)).toBe(false)
    expect(isSimplyContained('shelf', '^shelf', ANY)).toBe(false)
    expect(isSimplyContained('a shelf', 'shelf', ANY)).toBe(true)
    expect(isSimplyContained('shelf|book', 'k|f', ANY)).toBe(true)
  })

  test('recognizes patterns that match every text', () => {
    for (const pattern of ['.*', '[a-z]{0,255}$', '^a?', '(a|b)*', 'x|']) expect(matchesEveryText(pattern)).toBe(true)
    for (const pattern of ['^.*$', '[a-z]+$', '^(?!a)', '^$']) expect(matchesEveryText(pattern)).toBe(false)
  })

  test('agrees with the containment of regular languages', () => {
    const roll = dice(7)
    const part = (): string => pick(roll, ['a', '[ab]', '[a-c]', '.', '\\w', '[^a]', '(?:a|bc)', '(b*|c)'])
    const repeated = (): string => part() + pick(roll, ['', '*', '+', '?', '{2}', '{1,3}', '{0}'])
    const sequence = (): string => Array.from({length: 1 + Math.floor(roll() * 3)}, repeated).join('')
    let contained = 0
    for (let round = 0; round < 4000; round++) {
      const end = (): string => pick(roll, ['$', '$', '$', ''])
      const start = (): string => pick(roll, ['^', '^', '^', ''])
      const [one, other] = [
        `${start()}${sequence()}${end()}`,
        `${start()}${roll() < 0.5 ? repeated() : sequence()}${end()}`
      ]
      const word = sampleSimplePattern(one, 0)
      if (word !== undefined) expect(new RegExp(one, 'u').test(word), `${word} of ${one}`).toBe(true)
      const least = Math.floor(roll() * 4)
      const size = {least, most: roll() < 0.3 ? Number.POSITIVE_INFINITY : least + Math.floor(roll() * 3)}
      const every = matchesEveryText(one) ? patternLanguage(one) : undefined
      if (every) expect(intersectLanguages([], [every])?.isEmpty, one).toBe(true)
      if (!isSimplyContained(one, other, size)) continue
      contained++
      const sized = `^[^]{${size.least},${size.most === Number.POSITIVE_INFINITY ? '' : size.most}}$`
      const [inner, outer, bound] = [one, other, sized].map(patternLanguage)
      if (!inner || !outer || !bound) continue
      expect(intersectLanguages([inner, bound], [outer])?.isEmpty, `${one} in ${other}, ${sized}`).toBe(true)
    }
    expect(contained).toBeGreaterThan(100)
  })
})
