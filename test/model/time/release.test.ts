import {describe, expect, it} from 'vitest'
import {isMajorStep, isMinorStep, releaseKey, releaseLineOf, versionOf} from '../../../src/model/time/release.ts'

describe('names of releases', () => {
  // name, version, line, minor step, major step
  it.each([
    ['2.0', '2.0.0', '2.0', true, true],
    ['2.0 GA', '2.0.0', '2.0', true, true],
    ['v2.0', '2.0.0', '2.0', true, true],
    ['2', '2.0.0', '2.0', true, true],
    ['2.10', '2.10.0', '2.10', true, false],
    ['2.0.6', '2.0.6', '2.0', false, false],
    ['3.1-rc.1', '3.1.0-rc.1', '3.1', false, false],
    ['Release 4.2', '4.2.0', '4.2', true, false],
    ['0.3', '0.3.0', '0.3', true, false]
  ])('%s is %s on line %s', (name, version, line, minor, major) => {
    expect(versionOf(name)?.version).toBe(version)
    expect(releaseLineOf(name)).toBe(line)
    expect(isMinorStep(name)).toBe(minor)
    expect(isMajorStep(name)).toBe(major)
  })

  it.each(['2024-01-01', '2024-01', 'v2024-01-01', '2024-01-01-preview', '20240101', 'spring', 'next', ''])(
    '%j holds no version: it counts as a release, and opens no major version',
    name => {
      expect(versionOf(name)).toBeUndefined()
      expect(releaseLineOf(name)).toBe('')
      expect(isMinorStep(name)).toBe(true)
      expect(isMajorStep(name)).toBe(false)
    }
  )

  it('compares 2.10 after 2.8, and a pre-release before its release', () => {
    expect(versionOf('2.10')?.compare('2.8.0')).toBe(1)
    expect(versionOf('2.10-beta.2')?.compare('2.10.0')).toBe(-1)
  })

  it.each([
    ['v2.0', '2.0', true],
    ['V2.0', '2.0', true],
    [' 2.0 GA', '2.0 ga', true],
    ['2.1', '2.10', false],
    ['vienna', 'ienna', false]
  ])('%j and %j have one key: %s', (a, b, same) => {
    expect(releaseKey(a) === releaseKey(b)).toBe(same)
  })
})
