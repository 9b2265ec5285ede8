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

const whens = ({entries}: Timeline): string[] => entries.map(({name, when}) => `${name} ${formatRange(when)}`)

describe('what bounds a day', () => {
  it.each<[string, string[], string[]]>([
    [
      'neighbors on its own line',
      ['2.0 2025-01-10', '2.0.1', '2.0.2 2025-03-10'],
      ['2.0 2025-01-10', '2.0.1 2025-01-10…2025-03-10', '2.0.2 2025-03-10']
    ],
    [
      'one side only',
      ['2.0', '2.0.1 2025-03-10', '2.0.2'],
      ['2.0 …2025-03-10', '2.0.1 2025-03-10', '2.0.2 2025-03-10…']
    ],
    [
      'no neighbor on another line',
      ['2.0 2025-01-10', '2.1', '2.2 2025-03-10'],
      ['2.0 2025-01-10', '2.1 …', '2.2 2025-03-10']
    ],
    [
      'a patch beside a newer line',
      ['2.0 2025-01-10', '2.1 2025-05-10', '2.0.6'],
      ['2.0 2025-01-10', '2.1 2025-05-10', '2.0.6 2025-01-10…']
    ],
    [
      'releases without a version are one line',
      ['spring 2025-03-10', 'summer', 'autumn 2025-09-10'],
      ['spring 2025-03-10', 'summer 2025-03-10…2025-09-10', 'autumn 2025-09-10']
    ],
    ['coarse dates', ['2.0 2025-03', '2.0.1 2025'], ['2.0 2025-03-01…2025-03-31', '2.0.1 2025-03-01…2025-12-31']],
    [
      'what contradicts its neighbors keeps its own day',
      ['2.0 2025-03-10', '2.0.1 2025-01-10'],
      ['2.0 2025-03-10', '2.0.1 2025-01-10']
    ],
    ['a statement bounds nothing', ['2.0', 'on 2025-02-10', '2.0.1'], ['2.0 …', '2025-02-10 2025-02-10', '2.0.1 …']],
    ['`next` ships today, or on its day', ['2.0 2025-01-10', 'next'], ['2.0 2025-01-10', 'next 2025-06-01']],
    ['`next` on its day', ['next 2025-09-10'], ['next 2025-09-10']]
  ])('%s', (_, lines, expected) => {
    expect(whens(timeline(lines, '2025-06-01'))).toEqual(expected)
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
])('as of 2025-06-01 %j is pending: %s', (line, expected) => {
  expect(timeline([line], '2025-06-01').entries[0]?.pending).toBe(expected)
})

describe('releases by name', () => {
  const written = timeline(['v2.0', '2.4 2025-01-10', 'on 2025-02-10', '2.10', '2.4.1', 'spring', 'next'])

  it.each([
    ['2.0', 'v2.0'],
    ['V2.0', 'v2.0'],
    ['Spring', 'spring'],
    ['next', 'next'],
    ['2.1', undefined],
    ['2025-02-10', undefined]
  ])('%s is %s', (name, expected) => {
    expect(findRelease(written, name)?.name).toBe(expected)
  })

  it.each([
    // named, after the place, falls at
    ['2.4', 0, '2.4'],
    ['2.4', 3, '2.4'],
    ['2.1', 0, '2.4'],
    ['2.5', 0, '2.10'],
    ['2.4.1', -1, '2.4.1'],
    ['2.9', 3, undefined],
    ['3.0', 0, undefined],
    ['winter', 0, undefined]
  ])('a sunset in %s, told at %i, falls at %s', (name, after, expected) => {
    expect(releaseAtOrAfter(written, name, after)?.name).toBe(expected)
  })
})

describe('order', () => {
  const written = timeline(['2.0', '2.1 2025-02-10', '2.0.6', '2.2', 'on 2025-05-10', 'next'], '2025-06-01')
  const moment = (name: string) => {
    const entry = written.entries.find(each => each.name === name)
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
  ] as const)('%s and %s: %s', (a, b, expected) => {
    const mirrored = {before: 'after', after: 'before', same: 'same'} as const
    expect(compareMoments(written, moment(a), moment(b))).toBe(expected)
    expect(compareMoments(written, moment(b), moment(a))).toBe(expected && mirrored[expected])
  })

  it('goes by the days where they contradict the places', () => {
    const swapped = timeline(['2.0 2025-03-10', '2.1 2025-01-10'])
    expect(compareMoments(swapped, momentAt(swapped, 0), momentAt(swapped, 1))).toBe('after')
  })

  it('takes the first of two entries of one day for the earlier', () => {
    const twins = timeline(['2.0 2025-03-10', '2.1 2025-03-10'])
    expect(compareMoments(twins, momentAt(twins, 0), momentAt(twins, 1))).toBe('before')
    expect(
      compareMoments(twins, {when: singleDay('2025-03-10'), stated: 'a'}, {when: singleDay('2025-03-10'), stated: 'b'})
    ).toBe('same')
  })
})

it('names moments as people do', () => {
  const written = timeline(['2.0', 'on 2025-02-10'])
  expect([0, 1, 7].map(index => momentAt(written, index).stated)).toEqual([
    'release 2.0',
    '2025-02-10',
    'an unknown release'
  ])
})
