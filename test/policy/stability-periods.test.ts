import {describe, expect, it} from 'vitest'
import {parseLength} from '../../src/inputs/config/policy-format.ts'
import {momentAt} from '../../src/model/time/timeline.ts'
import {judgeMaxDuration} from '../../src/policy/stability-periods.ts'
import {timeline} from '../model/timelines.ts'

const context = {complete: true, countPatches: false, source: 'policy a'}

/** From the first release to the last. */
function kept(limit: string, lines: readonly string[], complete = true) {
  const written = timeline(lines)
  const end = momentAt(written, lines.length - 1)
  const length = parseLength(limit)
  if (!length) throw new Error(limit)
  const {met, missing} = judgeMaxDuration(length, momentAt(written, 0), end, {...context, complete, timeline: written})
  return [met, ...missing.map(({fact, of}) => `${fact} of ${of}`)]
}

describe('a length that may not be exceeded', () => {
  it.each<[string, string[], string[]]>([
    // The due day itself is fine, and it is late from the day after.
    ['9 months', ['1.0 2025-01-31', '2.0 2025-10-31'], ['compliant']],
    ['9 months', ['1.0 2025-01-31', '2.0 2025-11-01'], ['violation']],
    ['90 days', ['1.0 2025-01-01', '2.0 2025-04-01'], ['compliant']],
    ['90 days', ['1.0 2025-01-01', '2.0 2025-04-02'], ['violation']],
    // A coarse day decides where it can.
    ['9 months', ['1.0 2025-01', '2.0 2025-10-01'], ['compliant']],
    ['9 months', ['1.0 2025-01', '2.0 2025-11-01'], ['violation']],
    ['9 months', ['1.0 2025-01', '2.0 2025-10-15'], ['undetermined', 'date of release 1.0']],
    ['9 months', ['1.0', '2.0'], ['undetermined', 'date of release 1.0', 'date of release 2.0']],
    // Kubernetes: introduced in 1.22, deprecated by 1.25.
    ['3 releases', ['1.22', '1.23', '1.24', '1.25'], ['compliant']],
    ['3 releases', ['1.22', '1.23', '1.24', '1.25', '1.26'], ['violation']],
    ['3 releases', ['1.22', '1.23', '1.24', '1.24.1', '1.24.2', '1.25'], ['compliant']],
    // Of the longer of two, late only when both have passed; of the shorter, when one has.
    [
      '9 months or 3 releases, whichever is longer',
      ['1.22 2021-08-04', '1.23', '1.24', '1.25 2022-08-23'],
      ['compliant']
    ],
    [
      '9 months or 3 releases, whichever is longer',
      ['1.22 2021-08-04', '1.23', '1.24', '1.25', '1.26 2022-12-09'],
      ['violation']
    ],
    ['9 months or 3 releases, whichever is longer', ['1.22', '1.23', '1.24'], ['compliant']],
    ['9 months or 1 release, whichever is shorter', ['1.22', '1.23', '1.24'], ['violation']],
    ['9 months or 3 releases, whichever is shorter', ['1.22 2021-08-04', '1.23 2022-05-05'], ['violation']]
  ])('%s from first to last of %j', (limit, lines, expected) => {
    expect(kept(limit, lines)).toEqual(expected)
  })

  it('may have been exceeded in releases that are not listed', () => {
    expect(kept('3 releases', ['1.22', '1.25'], false)[0]).toBe('undetermined')
    expect(kept('3 releases', ['1.22', '1.27'])[0]).not.toBe('compliant')
  })
})
