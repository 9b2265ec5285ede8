import {expect, it} from 'vitest'
import {isStricter} from '../../../src/gate/stricter-report.ts'
import type {Report} from '../../../src/outputs/report/report.ts'
import {sample} from '../../tier.ts'
import {checkOf} from './made-reports.ts'

const failing = (count: number, undetermined = 0): Report => {
  const report = checkOf(Array.from({length: count}, (_, at) => `${at}`))
  return {...report, summary: {...report.summary, undetermined}}
}
const partial = (report: Report): Report => ({...report, source: {...report.source, partial: true}})

it.each<[string, Report, Report, 'first' | 'second']>(
  sample([
    ['more failures', failing(1), failing(2), 'second'],
    ['more failures', failing(2), failing(1), 'first'],
    ['more failures, whatever facts the other lacks', failing(2), failing(1, 1), 'first'],
    ['missing facts, if both have as many failures', failing(1), failing(1, 1), 'second'],
    ['unread parts, whatever the other finds', partial(failing(0)), failing(2), 'first'],
    ['unread parts, whatever the other finds', failing(2), partial(failing(0)), 'second'],
    ['the first place, if both are alike', failing(1), failing(1), 'first']
  ])
)('of two reports, that with %s counts', (_, first, second, counts) => {
  expect(isStricter(second, first)).toBe(counts === 'second')
  expect(isStricter(first, second) && isStricter(second, first)).toBe(false)
})
