import {describe, expect, it} from 'vitest'
import {parseLength} from '../../../src/inputs/config/policy-format.ts'
import {singleDay} from '../../../src/model/time/date-range.ts'
import {type Moment, momentAt} from '../../../src/model/time/timeline.ts'
import {measureNotice} from '../../../src/policy/notice/notice-verdict.ts'
import {formatNoticeDuration} from '../../../src/text/format-values.ts'
import {timeline} from '../../model/timelines.ts'

/** The notice from the first release, or from a day before it, to the last. */
function noticeOf(required: string, lines: readonly string[], day?: string): string | undefined {
  const releases = timeline(lines)
  const length = parseLength(required)
  if (!length) throw new Error(`Unexpected length ${required}`)
  const start: Moment = day === undefined ? momentAt(releases, 0) : {when: singleDay(day), stated: day}
  const end = momentAt(releases, lines.length - 1)
  const found = measureNotice(start, end, length, {timeline: releases, countPatches: false})
  return found && formatNoticeDuration(found)
}

const LONGER = '9 months or 3 releases, whichever is longer'

describe('the measured notice', () => {
  it.each<[string, string, string[], string]>([
    ['months and days', '13 months', ['1.0 2025-01-31', '1.1 2025-06-03'], '4 months and 3 days'],
    ['releases only', '3 releases', ['1.0', '1.1', '1.2'], '2 releases'],
    ['major releases only', '3 major releases', ['1.4', '2.0', '2.1', '3.0-rc.1', '3.0'], '2 major releases'],
    ['the major releases that versions show', '3 major releases', ['1.4', '3.1'], 'at most 2 major releases'],
    // The time was enough; the number of releases wasn't.
    [
      'months and releases, if the policy has both',
      LONGER,
      ['1.21 2021-04-08', '1.22 2021-08-04', '1.23 2022-01-17'],
      '9 months, 9 days, and 2 releases'
    ],
    ['one release', LONGER, ['1.21 2021-04-08', '1.22 2022-04-08'], '12 months and 1 release'],
    [
      'a number of releases without patches',
      LONGER,
      ['1.21 2021-04-08', '1.21.1 2022-04-08'],
      '12 months and 0 releases'
    ],
    [
      'at most the releases that may be unlisted',
      LONGER,
      ['1.21 2021-04-08', '1.23 2022-04-08'],
      '12 months and at most 2 releases'
    ]
  ])('is stated as %s', (_, required, lines, expected) => {
    expect(noticeOf(required, lines)).toBe(expected)
  })

  it('counts releases after a statement, too', () => {
    expect(noticeOf(LONGER, ['1.21 2021-04-08', '1.22 2021-12-07'], '2021-03-07')).toBe('9 months and 2 releases')
  })
})
