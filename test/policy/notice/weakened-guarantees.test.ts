import {describe, expect, it} from 'vitest'
import {parseLength} from '../../../src/inputs/config/policy-format.ts'
import type {Guarantee, Length} from '../../../src/model/verdict/policy.ts'
import {findWeakenedGuarantees, isNeverLonger} from '../../../src/policy/notice/weakened-guarantees.ts'
import {policyOf} from '../../reading.ts'

const length = (text: string): Length => parseLength(text) as Length

describe('two lengths', () => {
  it.each([
    ['6 months', '13 months', true, false],
    ['12 months', '1 year', true, true],
    ['4 weeks', '28 days', true, true],
    ['30 days', '1 month', false, false],
    ['28 days', '1 month', true, false],
    ['365 days', '1 year', true, false],
    ['2 releases', '3 releases', true, false],
    ['3 releases', '9 months', false, false],
    ['2 major releases', '3 major releases', true, false],
    ['2 releases', '2 major releases', true, false],
    ['3 releases', '2 major releases', false, false],
    ['unstated', 'unstated', false, false],
    ['9 months', '9 months or 3 releases, whichever is longer', true, false],
    ['9 months or 3 releases, whichever is shorter', '9 months', true, false],
    ['6 months or 3 releases, whichever is longer', '9 months or 3 releases, whichever is longer', true, false],
    ['6 months or 3 releases, whichever is shorter', '9 months or 3 releases, whichever is shorter', true, false]
  ])('are compared for every possible calendar: %s and %s', (a, b, atMost, atLeast) => {
    expect(isNeverLonger(length(a), length(b))).toBe(atMost)
    expect(isNeverLonger(length(b), length(a))).toBe(atLeast)
  })
})

describe('a guarantee that is weakened', () => {
  const guarantee = (text: string): Guarantee =>
    policyOf(`stabilities: [ga]\nguarantees:\n  ga: ${text}\n`).revisions[0]?.guarantees.ga as Guarantee

  it.each<[string, string, string[]]>([
    ['{notice: 13 months}', '{notice: 6 months}', ['notice']],
    ['{notice: 13 months}', 'none', ['notice', 'change']],
    ['{notice: 13 months}', '{notice: 24 months}', []],
    ['{notice: 13 months}', '{notice: 3 releases}', []],
    ['{notice: 13 months, lifetime: 2 years}', '{notice: 13 months, lifetime: 1 year}', ['lifetime']],
    ['{notice: 13 months, overlap: 1 year}', '{notice: 13 months}', ['overlap']],
    ['{notice: 13 months}', '{notice: 13 months, breaking: allowed}', ['change']],
    ['{notice: 13 months, breaking: 6 months}', '{notice: 13 months, breaking: 3 months}', ['change']],
    ['{notice: 13 months, breaking: 6 months}', '{notice: 13 months, breaking: forbidden}', []],
    ['none', '{notice: 13 months}', []],
    ['none', 'none', []],
    // A limit to major releases protects in another way than notice.
    ['{notice: 12 months}', '{endWindow: major}', []],
    ['{notice: 12 months, endWindow: major}', '{notice: 6 months, endWindow: major}', ['notice']],
    // Of two notice periods that both apply, one that stays is enough.
    ['{notice: 12 months}', '{notice: 6 months, also: [{notice: 12 months, starts: release}]}', []]
  ])('is recognized by its aspects: %s, then %s', (before, after, aspects) => {
    expect(findWeakenedGuarantees(guarantee(before), guarantee(after)).map(({aspect}) => aspect)).toEqual(aspects)
  })
})
