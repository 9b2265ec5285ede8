import {describe, expect, it} from 'vitest'
import type {VersionClaim, VersionedChange, VersionRequirements} from '../../src/model/time/version-claim.ts'
import {DEFAULT_REQUIREMENTS, findNeededVersion} from '../../src/policy/needed-version.ts'
import {schemeOf} from '../../src/policy/version-schemes.ts'

const TODAY = '2026-03-02'

const change = (effect: VersionedChange['effect'], isRemoval = false): VersionedChange => ({
  effect,
  isRemoval,
  subject: 'GET /v1/loans',
  sentence: `${effect}${isRemoval ? ', removed' : ''}`
})

const CHANGES = {
  B: change('breaking'),
  R: change('breaking', true),
  U: change('unclear'),
  A: change('addition'),
  D: change('deprecation'),
  T: change('documentation')
} as const

interface Case extends Partial<VersionRequirements> {
  readonly released?: string
  readonly name?: string
}

/** The versions that changes need, and the answer on a version: `1.3.0`, `1.3.0..2.0.0`, `1.3.0: enough`. */
function needOf(base: string, changes: string, here?: string, {released, name, ...required}: Case = {}): string {
  const claim: VersionClaim = {
    base,
    ...(here === undefined ? {} : {here}),
    ...(released === undefined ? {} : {released}),
    changes: [...changes].map(each => CHANGES[each as keyof typeof CHANGES]),
    place: {source: 'openapi.yaml'}
  }
  const scheme = required.scheme ?? schemeOf(base)
  const need = findNeededVersion(claim, scheme && {...DEFAULT_REQUIREMENTS, ...required, scheme}, TODAY, name)
  if (!need) return 'no version'
  const lowest = need.next ?? need.atLeast ?? '?'
  const range = need.unreadable ?? `${lowest}${need.atMost === undefined ? '' : `..${need.atMost}`}`
  return `${range}${need.answer === undefined ? '' : `: ${need.answer}`}`
}

describe('a semantic version', () => {
  it.each([
    ['1.2.3', '', '1.2.3'],
    ['1.2.3', 'T', '1.2.3'],
    ['1.2.3', 'A', '1.3.0'],
    ['1.2.3', 'D', '1.3.0'],
    ['1.2.3', 'AB', '2.0.0'],
    ['1.2.3', 'U', '1.3.0..2.0.0'],
    ['1.2.3', 'BU', '2.0.0'],
    ['v1.2.3', 'R', 'v2.0.0'],
    ['1.4', 'A', '1.5'],
    ['1.4', 'B', '2.0'],
    ['v2', 'A', 'v2'],
    ['v2', 'B', 'v3'],
    ['0.3.1', 'B', '0.4.0'],
    ['0.3.1', 'A', '0.3.2'],
    ['1.0.0-rc.2', 'B', '1.0.0-rc.3'],
    ['1.0.0-rc.2', '', '1.0.0-rc.2'],
    ['1.3.0-rc.1', 'A', '1.3.0-rc.2'],
    ['1.3.0-rc.1', 'B', '1.3.0-rc.2..2.0.0'],
    ['1.2.3+build.7', 'A', '1.3.0'],
    ['latest', 'B', 'no version']
  ])('%s with the changes %j needs %s', (base, changes, expected) => {
    expect(needOf(base, changes)).toBe(expected)
  })

  it.each([
    ['1.2.3', 'A', '1.3.0', 'enough'],
    ['1.2.3', 'A', '1.2.4', 'too-low'],
    ['1.2.3', 'A', '2.0.0', 'enough'],
    ['1.2.3', 'B', '2.0.0-rc.1', 'enough'],
    ['1.2.3', 'B', '1.9.0', 'too-low'],
    ['1.2.3', 'U', '1.3.0', 'undetermined'],
    ['1.2.3', 'U', '1.2.4', 'too-low'],
    ['1.2.3', 'U', '2.0.0', 'enough'],
    ['1.2.3', '', '1.2.2', 'too-low'],
    ['1.2.3', '', '1.2.3', 'enough'],
    ['1.0.0-rc.2', 'B', '1.0.0-rc.2', 'too-low'],
    ['1.0.0-rc.2', 'B', '1.0.0-rc.3', 'enough'],
    ['1.0.0-rc.2', 'B', '1.0.0', 'enough'],
    ['1.3.0-rc.1', 'B', '1.3.0', 'undetermined'],
    ['0.9.9', 'B', '1.0.0', 'enough'],
    ['1.2.3', 'A', 'latest', 'too-low']
  ])('%s with the changes %j and then %s is %s', (base, changes, here, expected) => {
    expect(needOf(base, changes, here)).toMatch(new RegExp(`: ${expected}$`))
  })

  it('follows the policy', () => {
    expect(needOf('1.2.3', 'B', undefined, {majorsFrom: 'removals'})).toBe('1.3.0')
    expect(needOf('1.2.3', 'R', undefined, {majorsFrom: 'removals'})).toBe('2.0.0')
    expect(needOf('1.2.3', 'U', undefined, {majorsFrom: 'removals'})).toBe('1.3.0')
    expect(needOf('1.2.3', 'T', undefined, {documentation: 'patch'})).toBe('1.2.4')
    expect(needOf('1.2.3', 'A', undefined, {additions: 'patch'})).toBe('1.2.4')
    expect(needOf('1.2.3', 'D', undefined, {deprecations: 'none'})).toBe('1.2.3')
    expect(needOf('0.3.1', 'B', undefined, {initial: 'major'})).toBe('1.0.0')
    expect(needOf('0.3.1', 'AB', '0.3.1', {initial: 'none'})).toBe('0.3.1: enough')
    expect(needOf('1.2.3', 'A', '2.0.0', {exact: true})).toBe('1.3.0: too-high')
  })

  it('is counted from the last release if the base is a later version', () => {
    expect(needOf('1.3.0', 'A', '1.3.0', {released: '1.2.0'})).toBe('1.3.0: enough')
    expect(needOf('1.3.0', 'B', '1.3.0', {released: '1.2.0'})).toBe('2.0.0: too-low')
    expect(needOf('2.0.0', 'B', '2.0.0', {released: '1.2.0'})).toBe('2.0.0: enough')
    expect(needOf('1.3.0', '', '1.2.9', {released: '1.2.0'})).toBe('1.3.0: too-low')
    expect(needOf('1.3.0', 'A', '1.3.0', {released: '1.3.0'})).toBe('1.4.0: too-low')
  })
})

describe('a version that is a day', () => {
  it('is the same or a later one', () => {
    expect(needOf('2024-06-01', 'B')).toBe(TODAY)
    expect(needOf('2024-06-01', 'AB', '2024-06-01')).toMatch('enough')
    expect(needOf('2024-06-01', '', '2024-05-31')).toMatch('too-low')
    expect(needOf('20240601', 'A')).toBe('20260302')
    expect(needOf('2024-06-31', 'A')).toBe('no version')
  })
})

describe('a calendar version', () => {
  it.each([
    ['2024.6.1', 'A', '2026.3.0'],
    ['2026.3.4', 'A', '2026.3.5'],
    ['2024-10', 'B', '2026-03'],
    ['2026-03', 'B', '2026-03'],
    ['2024.06.15', 'A', '2026.03.02'],
    ['2026.6.1', 'A', '2026.6.2']
  ])('%s with the changes %j is followed by %s', (base, changes, expected) => {
    expect(needOf(base, changes)).toBe(expected)
  })

  it('grows with each change if it is counted', () => {
    expect(needOf('2024.6.1', 'A', '2024.6.1')).toMatch('too-low')
    expect(needOf('2024.6.1', 'B', '2024.6.2')).toMatch('enough')
    expect(needOf('2024-10', 'B', '2024-10')).toMatch('enough')
    expect(needOf('24.04', 'A', '24.10', {scheme: 'calendar'})).toBe('26.03: enough')
  })
})

describe('a named release', () => {
  it('breaks with a new name only', () => {
    expect(needOf('2024-09-30.acacia', 'B', '2024-10-28.acacia')).toBe('?: too-low')
    expect(needOf('2024-09-30.acacia', 'B', '2025-03-31.basil')).toBe('?: enough')
    expect(needOf('2024-09-30.acacia', 'A', '2024-10-28.acacia')).toBe('2026-03-02.acacia: enough')
    expect(needOf('2024-09-30.acacia', 'B', undefined, {name: 'basil'})).toBe('2026-03-02.basil')
    expect(needOf('2024-09-30.preview', 'B', '2024-10-28.preview')).toMatch('enough')
    expect(needOf('2024-04-10', 'B', '2024-06-20', {scheme: 'named'})).toBe('2026-03-02: enough')
    expect(needOf('2024-04-10', 'B', '2024-04-10', {scheme: 'named'})).toMatch('too-low')
  })
})
