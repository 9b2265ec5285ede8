import {describe, expect, it} from 'vitest'
import {hasForm} from '../../../src/policy/notice/marker-forms.ts'

describe('a version marker', () => {
  it.each([
    ['v1', 'v<major>', true],
    ['V12', 'v<major>', true],
    ['v', 'v<major>', false],
    ['v1a', 'v<major>', false],
    ['v1beta', 'v<major>beta<n>', true],
    ['v1BETA22', 'v<major>Beta<n>', true],
    ['v1.0', 'v<major>.<minor>', true],
    ['v1x0', 'v<major>.<minor>', false],
    ['11', '<major><minor>', true],
    ['1', '<major><minor>', false],
    ['12024-01-31', '<n><date>', true],
    ['2024-1-31', '<date>', false],
    ['2024-01-preview', '<month>-preview', true],
    ['5', 'D', false],
    ['d', 'D', true],
    ['1*', '<n>*', true],
    ['v\u0661', 'v<major>', false],
    ['', '<n>', true]
  ])('matches its form as a whole, in any case: %s, %s, %s', (segment, form, isMet) => {
    expect(hasForm(segment, form)).toBe(isMet)
  })

  it('is matched in linear time, however ambiguous its form is', () => {
    expect(hasForm('1'.repeat(200), `${'<n>'.repeat(60)}x`)).toBe(false)
    expect(hasForm('1'.repeat(200), '<n>1'.repeat(50))).toBe(true)
  })
})
