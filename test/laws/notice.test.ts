import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {endpointTarget} from '../../packages/openapi/src/subjects.ts'
import {judgeAll} from '../../src/lint.ts'
import {subjectKey} from '../../src/model/subject/subject.ts'
import type {Day} from '../../src/model/time/date-range.ts'
import {earliestEndOfSupport} from '../../src/policy/earliest-end-of-support.ts'
import {latestAnnouncement} from '../../src/policy/latest-announcement.ts'
import {addUnits} from '../../src/policy/notice/durations.ts'
import {historyOf, policyOf} from '../reading.ts'
import {tries} from '../tier.ts'
import {FIRST, later} from './partial-dates.ts'

const LENGTHS = ['13 months', '6 months', '90 days', '1 year', '8 weeks', '6 months or 200 days, whichever is longer']
const length = fc.constantFrom(...LENGTHS)
const day = fc.integer({min: 0, max: 2600}).map(days => later(FIRST, days))
const more = fc.integer({min: 0, max: 900})

const policyWith = (notice: string, ends = 'any') =>
  policyOf(`
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {notice: "${notice}", endWindow: ${ends}}}
`)

const record = (announced: Day, removed?: Day): string => `
service: Lending Library API
releases:
  - {release: "1.0", date: 2010-01-10, changes: [{added: GET /v1/loans}]}
  - {on: ${announced}, via: a mail to all readers, changes: [{deprecated: GET /v1/loans}]}
${removed === undefined ? '' : `  - {release: "2.0", date: ${removed}, changes: [{removed: GET /v1/loans}]}`}
`

const verdict = (announced: Day, removed: Day, notice: string, ends?: string): string | undefined =>
  judgeAll(historyOf(record(announced, removed), '2099-01-01'), policyWith(notice, ends))[0]?.verdict

describe('the verdict on a removal', () => {
  it('stays compliant if the removal is announced earlier or happens later', () => {
    fc.assert(
      fc.property(day, more, more, more, length, (announced, lasts, earlier, later_, notice) => {
        const removed = later(announced, lasts)
        if (verdict(announced, removed, notice) !== 'compliant') return
        expect(verdict(later(announced, -earlier), removed, notice)).toBe('compliant')
        expect(verdict(announced, later(removed, later_), notice)).toBe('compliant')
      }),
      {numRuns: tries(400)}
    )
  })

  it('is decided if all dates are exact', () => {
    fc.assert(
      fc.property(day, more, length, (announced, lasts, notice) => {
        expect(['compliant', 'violation']).toContain(verdict(announced, later(announced, lasts), notice))
      }),
      {numRuns: tries(400)}
    )
  })

  it('stays compliant under a shorter notice period', () => {
    fc.assert(
      fc.property(day, more, (announced, lasts) => {
        const removed = later(announced, lasts)
        if (verdict(announced, removed, '13 months') === 'compliant') {
          for (const shorter of ['1 year', '6 months', '90 days'])
            expect(verdict(announced, removed, shorter)).toBe('compliant')
        }
      }),
      {numRuns: tries(300)}
    )
  })
})

describe('the earliest end of support', () => {
  it.each(['any', 'quarter-start', '[02-28, 06-30]'])(
    'is compliant, and the day before is a violation (ends: %s)',
    ends => {
      fc.assert(
        fc.property(day, length, (announced, notice) => {
          const policy = policyWith(notice, ends)
          const history = historyOf(record(announced), announced)
          const lifecycle = history.bySubject.get(subjectKey({target: endpointTarget('GET', '/v1/loans')}))
          if (!lifecycle) throw new Error('Unexpected lack of a life')
          const earliest = earliestEndOfSupport(lifecycle, policy, history)
          expect(earliest.kind).toBe('day')
          const end = earliest.day ?? ''
          expect(verdict(announced, end, notice, ends)).toBe('compliant')
          expect(verdict(announced, addUnits(end, -1, 'days'), notice, ends)).toBe('violation')
          const by = latestAnnouncement(lifecycle, end, policy, history).day ?? ''
          expect(by >= announced).toBe(true)
          expect(verdict(by, end, notice, ends)).toBe('compliant')
          expect(verdict(addUnits(by, 1, 'days'), end, notice, ends)).toBe('violation')
        }),
        {numRuns: tries(200)}
      )
    }
  )
})
