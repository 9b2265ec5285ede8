import {describe, expect, it} from 'vitest'
import {sortReleases} from '../../../src/model/time/order-releases.ts'
import {findBaseRelease, findPredecessor, isContainedIn} from '../../../src/model/time/release-branches.ts'
import type {Timeline} from '../../../src/model/time/timeline.ts'
import {timeline} from '../timelines.ts'

describe('the earlier releases that a release contains', () => {
  it.each<[string[], [string, string, boolean][]]>([
    [
      ['2.0', '2.1', '2.0.6', '2.2', 'on 2025-01-10', 'next'],
      [
        ['2.0', '2.1', true],
        ['2.0', '2.0.6', true],
        ['2.0', '2.2', true],
        ['2.1', '2.0.6', false],
        ['2.1', '2.2', true],
        ['2.0.6', '2.2', false],
        ['2.0.6', '2.0.6', true],
        ['2.2', '2.1', false],
        ['2.0.6', '2025-01-10', true],
        ['2.0.6', 'next', true]
      ]
    ],
    // A minor version of an older major version is a branch, too.
    [
      ['1.8', '2.0', '1.9', '2.1', '1.10'],
      [
        ['1.8', '2.0', true],
        ['2.0', '1.9', false],
        ['1.9', '2.1', false],
        ['1.9', '1.10', true],
        ['1.8', '2.1', true]
      ]
    ],
    // In the order of tags the patch comes first, and its date decides.
    [
      ['2.0 2025-01-10', '2.0.6 2025-06-10', '2.1 2025-03-10', '2.2 2025-09-10'],
      [
        ['2.0.6', '2.1', false],
        ['2.0.6', '2.2', false],
        ['2.0', '2.2', true]
      ]
    ],
    [
      ['2.0', '2.0.1', '2.1', '2.1.1', '2.2'],
      [
        ['2.0.1', '2.1', true],
        ['2.0.1', '2.2', true],
        ['2.1.1', '2.2', true]
      ]
    ],
    // A minor version that ships after the next one is a fix of an older line, too.
    [
      ['2.1 2025-01-10', '2.2 2025-06-10', '2.3 2025-03-10', '2.4 2025-09-10'],
      [
        ['2.1', '2.2', true],
        ['2.1', '2.3', true],
        ['2.2', '2.3', false],
        ['2.2', '2.4', false]
      ]
    ],
    // Candidates of the next version often start before the release of this version.
    [
      ['2.0-rc.1 2025-01-10', '2.0 2025-03-10', '2.1-alpha.1 2025-02-10', '2.1 2025-05-10'],
      [
        ['2.0', '2.1-alpha.1', true],
        ['2.0', '2.1', true]
      ]
    ],
    // Releases without versions form one line.
    [
      ['2024-10-01', '2025-01-01', 'spring'],
      [
        ['2024-10-01', '2025-01-01', true],
        ['2025-01-01', 'spring', true]
      ]
    ]
  ])('are on the same line or branched off later: %j', (lines, table) => {
    const releases = timeline(lines)
    const indexOf = (name: string): number => releases.entries.findIndex(entry => entry.name === name)
    for (const [from, to, expected] of table)
      expect(isContainedIn(releases, indexOf(from), indexOf(to)), `${from} into ${to}`).toBe(expected)
  })
})

/** `release since predecessor`, with its base if that is another release. */
const predecessors = (releases: Timeline): string[] =>
  releases.entries.map(entry => {
    const [before, base] = [findPredecessor(releases, entry)?.name, findBaseRelease(releases, entry.index)]
    const compared = base === undefined ? undefined : releases.entries[base]?.name
    return `${entry.name} since ${before ?? 'the beginning'}${before === compared ? '' : `, base ${compared}`}`
  })

const sorted = (releases: readonly string[]): Timeline =>
  timeline(
    sortReleases(
      releases.map(each => {
        const [name = '', date] = each.split(' ')
        return {name, ...(date === undefined ? {} : {date})}
      })
    ).map(({name, date}) => `${name}${date === undefined ? '' : ` ${date}`}`)
  )

describe('the predecessor of a release', () => {
  it.each<[string, string[], string[]]>([
    [
      'is on its own line, whatever shipped in between',
      ['1.0.0 2026-01-01', '2.0.0 2026-02-01', '1.0.1 2026-03-01', '2.0.1 2026-04-01', '2.1.0 2026-05-01'],
      ['1.0.0 since the beginning', '1.0.1 since 1.0.0', '2.0.0 since 1.0.0', '2.0.1 since 2.0.0', '2.1.0 since 2.0.1']
    ],
    [
      'is the last final release, and candidates have their own',
      ['0.15.0 2026-01-01', '0.16.0-rc1 2026-02-01', '0.16.0-rc2 2026-02-05', '0.16.0 2026-02-10'],
      [
        '0.15.0 since the beginning',
        '0.16.0-rc1 since 0.15.0',
        '0.16.0-rc2 since 0.16.0-rc1',
        '0.16.0 since 0.15.0, base 0.16.0-rc2'
      ]
    ],
    [
      'is the last fix of the line before, even if candidates exist',
      ['3.0.0 2026-01-01', '3.1.0-rc.0 2026-02-01', '3.0.9 2026-03-01', '3.1.0 2026-04-01'],
      ['3.0.0 since the beginning', '3.0.9 since 3.0.0', '3.1.0-rc.0 since 3.0.0', '3.1.0 since 3.0.9, base 3.1.0-rc.0']
    ],
    [
      'is a candidate if there is no final release before',
      ['0.1.0-rc.1 2026-01-01', '0.1.0 2026-02-01'],
      ['0.1.0-rc.1 since the beginning', '0.1.0 since 0.1.0-rc.1']
    ],
    [
      'is a candidate of an abandoned line only for candidates',
      ['1.0 2026-01-01', '1.1-beta.1 2026-02-01', '1.2-beta.1 2026-03-01', '1.2 2026-04-01'],
      [
        '1.0 since the beginning',
        '1.1-beta.1 since 1.0',
        '1.2-beta.1 since 1.1-beta.1',
        '1.2 since 1.0, base 1.2-beta.1'
      ]
    ],
    [
      'may be a correction with a bare number',
      ['1.2.0 2026-01-01', '1.2.0-1 2026-02-01', '1.2.1 2026-03-01'],
      ['1.2.0 since the beginning', '1.2.0-1 since 1.2.0', '1.2.1 since 1.2.0-1']
    ],
    [
      'is not a version with a bare number from zero',
      ['1.1.0 2026-01-01', '1.2.0-0 2026-02-01', '1.2.0-1 2026-03-01', '1.2.0'],
      ['1.1.0 since the beginning', '1.2.0-0 since 1.1.0', '1.2.0-1 since 1.2.0-0', '1.2.0 since 1.1.0, base 1.2.0-1']
    ],
    [
      'is not a version with a bare number before the plain version',
      ['1.1.0 2026-01-01', '1.2.0-1 2026-02-01', '1.2.0 2026-03-01'],
      ['1.1.0 since the beginning', '1.2.0-1 since 1.1.0', '1.2.0 since 1.1.0, base 1.2.0-1']
    ],
    [
      'is found when a project restarts its numbers',
      ['2024.1 2024-02-01', '2024.2 2024-08-01', '1.0 2025-01-01', '1.1 2025-06-01', '2024.2.1 2025-02-01'],
      [
        '2024.1 since the beginning',
        '2024.2 since 2024.1',
        '2024.2.1 since 2024.2',
        '1.0 since 2024.2',
        '1.1 since 1.0'
      ]
    ],
    [
      'for unreleased changes is the newest release, not the last fix',
      ['1.0.0', '2.0.0', '1.0.1', 'next'],
      ['1.0.0 since the beginning', '2.0.0 since 1.0.0', '1.0.1 since 1.0.0', 'next since 2.0.0, base 1.0.1']
    ],
    [
      'is found by date if names have no version',
      ['spring 2026-03-01', '1.0 2026-01-01', 'autumn 2026-09-01'],
      ['1.0 since the beginning', 'spring since 1.0', 'autumn since spring']
    ]
  ])('%s', (_, releases, expected) => {
    expect(predecessors(releases.includes('next') ? timeline(releases) : sorted(releases))).toEqual(expected)
  })
})
