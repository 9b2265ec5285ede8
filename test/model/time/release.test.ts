import {describe, expect, it} from 'vitest'
import {isMajorStep, isMinorStep, releaseKey, releaseLineOf, versionOf} from '../../../src/model/time/release.ts'

describe('the name of a release', () => {
  // name, version, line, minor step, major step
  it.each([
    ['2.0', '2', '2.0', true, true],
    ['2.0 GA', '2', '2.0', true, true],
    ['2.0 (spring)', '2', '2.0', true, true],
    ['v2.0', '2', '2.0', true, true],
    ['2', '2', '2.0', true, true],
    ['2.10', '2.10', '2.10', true, false],
    ['2.0.6', '2.0.6', '2.0', false, false],
    ['2.0.0.1', '2.0.0.1', '2.0', false, false],
    ['3.1-rc.1', '3.1-rc.1', '3.1', false, false],
    ['3.1b2', '3.1-b.2', '3.1', false, false],
    ['3.1.Final', '3.1', '3.1', true, false],
    ['3.1+build.7', '3.1+build.7', '3.1', true, false],
    ['Release 4.2', '4.2', '4.2', true, false],
    ['release_4_2', '4.2', '4.2', true, false],
    ['loans2/v1.3.0', '1.3', '1.3', true, false],
    ['@library/loans@1.2.3', '1.2.3', '1.2', false, false],
    ['2024a', '2024-a', '2024.0', false, true],
    ['0.3', '0.3', '0.3', true, false]
  ])('is parsed: %s is version %s on line %s', (name, version, line, minor, major) => {
    expect(
      versionOf(name)
        ?.key.replace(/[-+]+$/, '')
        .replace('-+', '+')
    ).toBe(version)
    expect(releaseLineOf(name)).toBe(line)
    expect(isMinorStep(name)).toBe(minor)
    expect(isMajorStep(name)).toBe(major)
  })

  it.each([
    '2024-01-01',
    '2024-01',
    'v2024-01-01',
    '2024-01-01-preview',
    '20240101',
    'loans-2024-01-01',
    'spring',
    '3rd edition',
    'next',
    ''
  ])('without a version counts as a minor release, not as a major one: %j', name => {
    expect(versionOf(name)).toBeUndefined()
    expect(releaseLineOf(name)).toBe('')
    expect(isMinorStep(name)).toBe(true)
    expect(isMajorStep(name)).toBe(false)
  })

  it.each([
    ['2.8', '2.10'],
    ['2.10-beta.2', '2.10'],
    ['2.10-beta.2', '2.10-beta.10'],
    ['2.10-rc2', '2.10-rc10'],
    ['2.10a9', '2.10b1'],
    ['2.10b1', '2.10rc1'],
    ['2.10.dev3', '2.10a1'],
    ['2.10-M2', '2.10-RC1'],
    ['2.10-SNAPSHOT', '2.10'],
    ['2.10-preview', '2.10'],
    ['2.10', '2.10-post1'],
    ['2.10', '2.10-1'],
    ['2.10-post1', '2.10.1'],
    ['2.10.0.1', '2.10.1'],
    ['1.1.1', '1.1.1a'],
    ['1.1.1a', '1.1.1w'],
    ['1.2+k3s1', '1.2+k3s2']
  ])('has an order: %s is before %s', (a, b) => {
    const [left, right] = [versionOf(a), versionOf(b)]
    expect(right && left?.compare(right)).toBeLessThan(0)
    expect(left && right?.compare(left)).toBeGreaterThan(0)
  })

  it.each(['8e1f0a2', 'snapshot-8e1f0a2', 'sha/12b4567', 'abc1234'])('is not a version if it is a commit: %s', name => {
    expect(versionOf(name)).toBeUndefined()
  })

  it.each([
    ['v2.0', '2.0', true],
    ['V2.0', '2.0', true],
    [' 2.0 GA', '2.0 ga', true],
    ['2.1', '2.10', false],
    ['vienna', 'ienna', false]
  ])('has a key: %j and %j have the same: %s', (a, b, same) => {
    expect(releaseKey(a) === releaseKey(b)).toBe(same)
  })
})
