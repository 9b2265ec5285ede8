import {describe, expect, it} from 'vitest'
import {isContainedIn} from '../../../src/model/time/release-branches.ts'
import {timeline} from '../timelines.ts'

describe('what a release holds of those before it', () => {
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
    // A minor on an older major is a branch, too.
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
    // In the order of tags the patch comes first, and its day tells.
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
    // Without versions there is one line.
    [
      ['2024-10-01', '2025-01-01', 'spring'],
      [
        ['2024-10-01', '2025-01-01', true],
        ['2025-01-01', 'spring', true]
      ]
    ]
  ])('%j', (lines, table) => {
    const written = timeline(lines)
    const place = (name: string): number => written.entries.findIndex(entry => entry.name === name)
    for (const [from, to, expected] of table)
      expect(isContainedIn(written, place(from), place(to)), `${from} into ${to}`).toBe(expected)
  })
})
