import {describe, expect, test} from 'vitest'
import {endpointTarget} from '../../packages/openapi/src/subjects.ts'
import {createReleaseSupport, type DatedRelease} from '../../src/policy/supported-releases.ts'
import {policyOf} from '../reading.ts'

const policyWith = (guarantee: string, more = '') =>
  policyOf(`name: library
stabilities: [beta, ga]
markers: [{form: v<major>, stability: ga}, {form: v<major>beta<n>, stability: beta}]
guarantees: {beta: none, ga: ${guarantee}}
${more}`)

const RELEASES: readonly DatedRelease[] = [
  {name: '1.0', date: '2024-01-10'},
  {name: '1.1', date: '2024-07-10'},
  {name: '1.1.1', date: '2024-08-01'},
  {name: '1.2', date: '2025-01-10'},
  {name: '2.0', date: '2025-07-10'}
]
const supported = (guarantee: string, asOf = '2025-12-01', releases = RELEASES): string[] => {
  const support = createReleaseSupport(releases, policyWith(guarantee), asOf)
  return releases.filter((_, at) => support.isSupported(at)).map(({name}) => name)
}

describe('a release is supported', () => {
  test('until the notice is over, counted from the release after it that is no patch', () => {
    expect(supported('{notice: 6 months}')).toEqual(['1.2', '2.0'])
    expect(supported('{notice: 6 months}', '2026-01-10')).toEqual(['2.0'])
    expect(supported('{notice: 12 months}')).toEqual(['1.1', '1.1.1', '1.2', '2.0'])
  })
  test('for a number of releases', () => {
    expect(supported('{notice: 2 releases}')).toEqual(['1.2', '2.0'])
  })
  test('for its lifetime, counted from itself', () => {
    expect(supported('{lifetime: 12 months}')).toEqual(['1.2', '2.0'])
  })
  test('always, if support never ends, and within its major version, if only that ends it', () => {
    expect(supported('{endWindow: never}')).toEqual(RELEASES.map(({name}) => name))
    expect(supported('{endWindow: major}', '2025-12-01', RELEASES.slice(0, 4))).toEqual(['1.0', '1.1', '1.1.1', '1.2'])
    expect(supported('{endWindow: major}')).toEqual(['2.0'])
  })
  test('if its dates are unknown', () => {
    expect(supported('{notice: 6 months}', '2025-12-01', [{name: '1.0'}, {name: '1.1'}])).toEqual(['1.0', '1.1'])
  })
  test('never, if the policy guarantees nothing', () => {
    expect(supported('none')).toEqual([])
  })
})

test('the stability of a subject decides for how long', () => {
  const support = createReleaseSupport(RELEASES, policyWith('{notice: 6 months}'), '2025-12-01')
  const subject = {target: endpointTarget('GET', '/v1/loans')}
  const levels = ['ga', 'beta', undefined]
  expect(levels.map(level => support.guarantees(4, subject, level))).toEqual([true, false, true])
  expect(levels.map(level => support.guarantees(0, subject, level))).toEqual([false, false, false])
})

test('a skew reaches the last release, and those within a number of releases or days', () => {
  const support = createReleaseSupport(RELEASES, policyWith('none'), '2025-12-01')
  const within = (count: number, unit: 'releases' | 'days') =>
    RELEASES.filter((_, at) => support.isWithin(at, {count, unit})).map(({name}) => name)
  expect(within(1, 'releases')).toEqual(['2.0'])
  expect(within(2, 'releases')).toEqual(['1.2', '2.0'])
  expect(within(1, 'days')).toEqual(['2.0'])
  expect(within(200, 'days')).toEqual(['1.2', '2.0'])
})

test('a skew reaches no later patch of an older line', () => {
  const [first, ...others] = RELEASES
  const releases = [first as DatedRelease, {name: '1.0.1', date: '2025-09-10'}, ...others]
  const support = createReleaseSupport(releases, policyWith('none'), '2025-12-01')
  const within = (count: number) =>
    releases.filter((_, at) => support.isWithin(at, {count, unit: 'releases'})).map(({name}) => name)
  expect([within(1), within(2)]).toEqual([['2.0'], ['1.2', '2.0']])
})
