import {describe, expect, it} from 'vitest'
import {canBeRelease} from '../../../src/model/time/release-name.ts'

/** Texts with a number that are dates, periods, or phrases, whatever the releases are called. */
const NO_NAMES = [
  ...['31.12.2026', '12/31/2026', '2026/12/31', '31-12-2026', '12-31-26', '31.12.26', '31.12.', '12.2026', '2026/12'],
  ...[
    'December 31, 2026',
    '31 Dec 2026',
    '31-Dec-2026',
    '1st of May 2026',
    'May 2026',
    'Dec-26',
    '2026-12-31 (planned)'
  ],
  ...['end of 2026', 'after 2024-08', 'mid-2026', 'summer 2026', 'Q4 2026', '2026-Q4', 'H2 2026', '2026-W53', '~2026'],
  ...['2026-13-45', '2026-02-30', '2026-12-31T00:00', 'Sun, 20 Dec 2026', '1798675200', '{"date":"2026-12-31"}'],
  ...['6 months', '90 days', '90d', 'in 2 releases', '2 weeks after 3.0', '3.0 or later', '>=3.0', 'before 3.0'],
  ...['soon', 'TBD', '', 'never']
]

describe('a text that could name a release', () => {
  it.each([
    [
      [],
      ['next', 'v3', '2.10', '2026.1', '72', '3.x', '2.0 GA', '3.1-rc.1', '2.0.0-canary.3', 'Release 2.4', '1.0.0+b5']
    ],
    [
      ['1.0', '2.0'],
      ['v3', '2.10', '2026.1', '3.0-rc.1', '4.0 GA']
    ],
    [['v1.2.0'], ['v2.0.0', '2.0', '3', '1.10.12']],
    [
      ['1', '2', '72'],
      ['73', 'v80']
    ],
    [
      ['API 1.41', 'API 1.42'],
      ['API 1.50', '1.50', 'v1.50']
    ],
    [['release-1.0'], ['release-2.0', '2.0']],
    [['24.04', '24.10'], ['26.04']],
    [
      ['Orchid', 'Rose'],
      ['rose', '2.0']
    ]
  ])('among %j is one of %j', (releases, names) => {
    expect(names.filter(name => !canBeRelease(name, releases))).toEqual([])
    expect(NO_NAMES.filter(text => canBeRelease(text, releases))).toEqual([])
  })

  it.each([
    [['2026-01', '2026-04'], ['2026-07'], ['v3', '3.0', '2026-07-05']],
    [['2024-09-30.maple', '2024-10-28.maple'], ['2025-03-31.birch'], ['3.0', '2025-03-31']],
    [['2024-01-01', '2024-05-01'], ['2026-12-31'], ['3.0', '2026-12-31.x']],
    [['2024.1.5', '2024.2.1'], ['2026.12.31'], ['31.12.2026']],
    [['20240101', '20240501'], ['20261231'], ['1798675200', '3.0']]
  ])('among %j, which start with a date, is one of %j and none of %j', (releases, names, others) => {
    expect(names.filter(name => !canBeRelease(name, releases))).toEqual([])
    expect([...NO_NAMES, ...others].filter(text => canBeRelease(text, releases))).toEqual([])
  })
})
