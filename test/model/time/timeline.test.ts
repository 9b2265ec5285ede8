import {describe, expect, it} from 'vitest'
import {parseDateRange, singleDay} from '../../../src/model/time/date-range.ts'
import {
  compareMoments,
  findRelease,
  momentAt,
  momentOfEntry,
  releaseAtOrAfter,
  type Timeline
} from '../../../src/model/time/timeline.ts'
import {formatRange, timeline} from '../timelines.ts'

const datesOf = ({entries}: Timeline): string[] => entries.map(({name, when}) => `${name} ${formatRange(when)}`)

describe('the possible days of an undated release', () => {
  it.each<[string, string[], string[]]>([
    [
      'neighbors on its own line',
      ['2.0 2025-01-10', '2.0.1', '2.0.2 2025-03-10'],
      ['2.0 2025-01-10', '2.0.1 2025-01-10…2025-03-10', '2.0.2 2025-03-10']
    ],
    [
      'one neighbor only',
      ['2.0', '2.0.1 2025-03-10', '2.0.2'],
      ['2.0 …2025-03-10', '2.0.1 2025-03-10', '2.0.2 2025-03-10…']
    ],
    [
      'no neighbor on another line',
      ['2.0 2025-01-10', '2.1', '2.2 2025-03-10'],
      ['2.0 2025-01-10', '2.1 …', '2.2 2025-03-10']
    ],
    [
      'patches of its own line, not a newer line',
      ['2.0 2025-01-10', '2.1 2025-05-10', '2.0.6'],
      ['2.0 2025-01-10', '2.1 2025-05-10', '2.0.6 2025-01-10…']
    ],
    [
      'all releases if names have no version',
      ['spring 2025-03-10', 'summer', 'autumn 2025-09-10'],
      ['spring 2025-03-10', 'summer 2025-03-10…2025-09-10', 'autumn 2025-09-10']
    ],
    ['imprecise dates', ['2.0 2025-03', '2.0.1 2025'], ['2.0 2025-03-01…2025-03-31', '2.0.1 2025-03-01…2025-12-31']],
    [
      'its own date if that contradicts its neighbors',
      ['2.0 2025-03-10', '2.0.1 2025-01-10'],
      ['2.0 2025-03-10', '2.0.1 2025-01-10']
    ],
    ['releases, not statements', ['2.0', 'on 2025-02-10', '2.0.1'], ['2.0 …', '2025-02-10 2025-02-10', '2.0.1 …']],
    ['today for `next`', ['2.0 2025-01-10', 'next'], ['2.0 2025-01-10', 'next 2025-06-01']],
    ['the date of `next` if it has one', ['next 2025-09-10'], ['next 2025-09-10']]
  ])('are limited by %s', (_, lines, expected) => {
    expect(datesOf(timeline(lines, '2025-06-01'))).toEqual(expected)
  })
})

it.each([
  ['2.0 2025-06-01', false],
  ['2.0 2025-06-02', true],
  ['2.0 2025-06', false],
  ['2.0 2025-07', true],
  ['2.0', false],
  ['next', true],
  ['next 2025-01-10', true],
  ['on 2025-06-02', true]
])('as of 2025-06-01, %j is pending: %s', (line, expected) => {
  expect(timeline([line], '2025-06-01').entries[0]?.pending).toBe(expected)
})

describe('a release', () => {
  const releases = timeline(['v2.0', '2.4 2025-01-10', 'on 2025-02-10', '2.10', '2.4.1', 'spring', 'next'])

  it.each([
    ['2.0', 'v2.0'],
    ['V2.0', 'v2.0'],
    ['Spring', 'spring'],
    ['next', 'next'],
    ['2.1', undefined],
    ['2025-02-10', undefined]
  ])('is found by name: %s is %s', (name, expected) => {
    expect(findRelease(releases, name)?.name).toBe(expected)
  })

  it.each([
    // name of the sunset, index after which it falls, release in which it falls
    ['2.4', 0, '2.4'],
    ['2.4', 3, '2.4'],
    ['2.1', 0, '2.4'],
    ['2.5', 0, '2.10'],
    ['2.4.1', -1, '2.4.1'],
    ['2.9', 3, undefined],
    ['3.0', 0, undefined],
    ['winter', 0, undefined]
  ])('in which a sunset in %s, announced at %i, falls is %s', (name, after, expected) => {
    expect(releaseAtOrAfter(releases, name, after)?.name).toBe(expected)
  })
})

describe('the order of two moments', () => {
  const releases = timeline(['2.0', '2.1 2025-02-10', '2.0.6', '2.2', 'on 2025-05-10', 'next'], '2025-06-01')
  const moment = (name: string) => {
    const entry = releases.entries.find(each => each.name === name)
    return entry ? momentOfEntry(entry) : {when: parseDateRange(name) ?? {}, stated: name}
  }

  it.each([
    ['2.0', '2.0', 'same'],
    ['2.0', '2.1', 'before'],
    ['2.0', '2.0.6', 'before'],
    ['2.1', '2.0.6', undefined],
    ['2.0.6', '2.2', undefined],
    ['2.2', 'next', 'before'],
    ['2025-05-10', 'next', 'before'],
    ['2.1', '2025-05-10', 'before'],
    ['2.2', '2025-05-10', 'before'],
    ['2.1', '2025-02-10', 'same'],
    ['2.1', '2025-02-11', 'before'],
    ['2.1', '2025-02', undefined],
    ['2.2', '2025-02-10', undefined],
    ['no one knows', '2.1', undefined]
  ] as const)('is right for %s and %s: %s', (a, b, expected) => {
    const mirrored = {before: 'after', after: 'before', same: 'same'} as const
    expect(compareMoments(releases, moment(a), moment(b))).toBe(expected)
    expect(compareMoments(releases, moment(b), moment(a))).toBe(expected && mirrored[expected])
  })

  it('follows their days if their positions contradict', () => {
    const swapped = timeline(['2.0 2025-03-10', '2.1 2025-01-10'])
    expect(compareMoments(swapped, momentAt(swapped, 0), momentAt(swapped, 1))).toBe('after')
  })

  it('follows their positions on the same day', () => {
    const twins = timeline(['2.0 2025-03-10', '2.1 2025-03-10'])
    expect(compareMoments(twins, momentAt(twins, 0), momentAt(twins, 1))).toBe('before')
    expect(
      compareMoments(twins, {when: singleDay('2025-03-10'), stated: 'a'}, {when: singleDay('2025-03-10'), stated: 'b'})
    ).toBe('same')
  })
})

it('moments are formatted for readers', () => {
  const releases = timeline(['2.0', 'on 2025-02-10'])
  expect([0, 1, 7].map(index => momentAt(releases, index).stated)).toEqual([
    'release 2.0',
    '2025-02-10',
    'an unknown release'
  ])
})
