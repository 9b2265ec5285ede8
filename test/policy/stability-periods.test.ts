import {describe, expect, it} from 'vitest'
import {parseLength} from '../../src/inputs/config/policy-format.ts'
import {momentAt} from '../../src/model/time/timeline.ts'
import {judgeMaxDuration} from '../../src/policy/stability-periods.ts'
import {timeline} from '../model/timelines.ts'

const context = {complete: true, countPatches: false, source: 'policy a'}

/** Judges the time from the first release to the last. */
function judgeDuration(limit: string, lines: readonly string[], complete = true) {
  const releases = timeline(lines)
  const end = momentAt(releases, lines.length - 1)
  const length = parseLength(limit)
  if (!length) throw new Error(limit)
  const {met, missing} = judgeMaxDuration(length, momentAt(releases, 0), end, {
    ...context,
    complete,
    timeline: releases
  })
  return [met, ...missing.map(({fact, of}) => `${fact} of ${of}`)]
}

describe('a maximum duration', () => {
  it.each<[string, string[], string[]]>([
    // The due day itself is compliant, the day after is a violation.
    ['9 months', ['1.0 2025-01-31', '2.0 2025-10-31'], ['compliant']],
    ['9 months', ['1.0 2025-01-31', '2.0 2025-11-01'], ['violation']],
    ['90 days', ['1.0 2025-01-01', '2.0 2025-04-01'], ['compliant']],
    ['90 days', ['1.0 2025-01-01', '2.0 2025-04-02'], ['violation']],
    // An imprecise date is enough if every possible day has the same verdict.
    ['9 months', ['1.0 2025-01', '2.0 2025-10-01'], ['compliant']],
    ['9 months', ['1.0 2025-01', '2.0 2025-11-01'], ['violation']],
    ['9 months', ['1.0 2025-01', '2.0 2025-10-15'], ['undetermined', 'date of release 1.0']],
    ['9 months', ['1.0', '2.0'], ['undetermined', 'date of release 1.0', 'date of release 2.0']],
    // Kubernetes: introduced in 1.22, deprecated by 1.25.
    ['3 releases', ['1.22', '1.23', '1.24', '1.25'], ['compliant']],
    ['3 releases', ['1.22', '1.23', '1.24', '1.25', '1.26'], ['violation']],
    ['3 releases', ['1.22', '1.23', '1.24', '1.24.1', '1.24.2', '1.25'], ['compliant']],
    ['1 major release', ['1.22', '2.0', '2.1', '2.2'], ['compliant']],
    ['1 major release', ['1.22', '2.0', '2.1', '3.0'], ['violation']],
    // Of the longer of two, both must have passed to be late; of the shorter, one.
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
  ])('of %s is judged from the first to the last of %j', (limit, lines, expected) => {
    expect(judgeDuration(limit, lines)).toEqual(expected)
  })

  it('is undetermined if unlisted releases may have exceeded it', () => {
    expect(judgeDuration('3 releases', ['1.22', '1.25'], false)[0]).toBe('undetermined')
    expect(judgeDuration('3 releases', ['1.22', '1.27'])[0]).not.toBe('compliant')
  })
})
