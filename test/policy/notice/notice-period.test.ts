import {describe, expect, it} from 'vitest'
import {parseLength} from '../../../src/inputs/config/policy-format.ts'
import {singleDay} from '../../../src/model/time/date-range.ts'
import {type Moment, momentAt} from '../../../src/model/time/timeline.ts'
import {measureNotice} from '../../../src/policy/notice/notice-verdict.ts'
import {formatNoticeDuration} from '../../../src/text/format-values.ts'
import {timeline} from '../../model/timelines.ts'

/** From the first release, or a day before it, to the last. */
function given(promised: string, lines: readonly string[], day?: string): string | undefined {
  const written = timeline(lines)
  const length = parseLength(promised)
  if (!length) throw new Error(`Unexpected length ${promised}`)
  const start: Moment = day === undefined ? momentAt(written, 0) : {when: singleDay(day), stated: day}
  const end = momentAt(written, lines.length - 1)
  const found = measureNotice(start, end, length, {timeline: written, countPatches: false})
  return found && formatNoticeDuration(found)
}

const LONGER = '9 months or 3 releases, whichever is longer'

describe('the notice that was given', () => {
  it.each<[string, string, string[], string]>([
    ['months and days', '13 months', ['1.0 2025-01-31', '1.1 2025-06-03'], '4 months and 3 days'],
    ['releases alone', '3 releases', ['1.0', '1.1', '1.2'], '2 releases'],
    // The months were there: it was the releases that were too few.
    [
      'months and releases, where both are promised',
      LONGER,
      ['1.21 2021-04-08', '1.22 2021-08-04', '1.23 2022-01-17'],
      '9 months, 9 days, and 2 releases'
    ],
    ['one release', LONGER, ['1.21 2021-04-08', '1.22 2022-04-08'], '12 months and 1 release'],
    ['patches, which count for nothing', LONGER, ['1.21 2021-04-08', '1.21.1 2022-04-08'], '12 months and 0 releases'],
    ['releases that are not listed', LONGER, ['1.21 2021-04-08', '1.23 2022-04-08'], '12 months and at most 2 releases']
  ])('is told as %s', (_, promised, lines, said) => {
    expect(given(promised, lines)).toBe(said)
  })

  it('counts the releases after a statement, too', () => {
    expect(given(LONGER, ['1.21 2021-04-08', '1.22 2021-12-07'], '2021-03-07')).toBe('9 months and 2 releases')
  })
})
