// A month or a year decides only what each of its days decides.
import {describe, expect, it} from 'vitest'
import {findWeakened} from '../../src/gate/past/weakened-past.ts'
import {judgeAll} from '../../src/lint.ts'
import {type Day, parseDateRange} from '../../src/model/time/date-range.ts'
import {addUnits, daysBetween} from '../../src/policy/notice/durations.ts'
import {declare, type Entry, historyText} from '../history/declared.ts'
import {historyOf, policyOf} from '../reading.ts'
import {isFullRun} from '../tier.ts'
import {later} from './partial-dates.ts'

/** Leap years, years that only look like ones, and the ends of years. */
const RANGES = [
  '2024',
  '2024-02',
  '2100-02',
  '2023-12',
  ...(isFullRun ? ['2023', '2023-02', '2000-02', '2024-04'] : [])
]
const AS_OF = '2199-01-01'

const policyWith = (ga: string) =>
  policyOf(`
name: days
stabilities: [ga]
markers: [{form: v<major>, stability: ga}]
guarantees: {ga: {${ga}}}
waiverReasons: {security: {}}
`)
const NOTICE = policyWith('notice: 1 month')
const LIFETIME = policyWith('notice: 0 days, lifetime: 1 month')

const judge = (entries: readonly Entry[], policy = NOTICE): string =>
  judgeAll(historyOf(historyText(entries), AS_OF), policy)
    .map(({verdict, exemptBy}) => exemptBy ?? verdict)
    .join(', ')

const ADDED = ['1.0', '1990-01-10', 'added: GET /v1/loans'] as const
const removedOn = (day: string, more = ''): Entry => ['2.0', day, `removed: GET /v1/loans${more}`]
const waived = (more: string) => `, waiver: {reason: security, approver: head, ${more}}`

/** The verdict on a value, which can be inexact, and on a day near it. */
type Judge = (value: string, near: Day) => string

/** What is judged on a value, and how many months after the value the deciding day is. */
const LAWS: readonly (readonly [what: string, verdictOn: Judge, months: number])[] = [
  ['the approval of a waiver', (value, near) => judge([ADDED, removedOn(near, waived(`approved: ${value}`))]), 0],
  [
    'the last day of a waiver',
    (value, near) => judge([ADDED, removedOn(near, waived(`approved: 1990-01-10, until: ${value}`))]),
    0
  ],
  [
    'a sunset',
    (value, near) =>
      judge([ADDED, ['on', '1991-01-10', `deprecated: GET /v1/loans, sunset: ${value}`], removedOn(near)]),
    0
  ],
  [
    'a rescheduled sunset',
    (value, near) =>
      judge([
        ADDED,
        ['on', '1991-01-10', 'deprecated: GET /v1/loans, sunset: 1992-01-10'],
        ['on', '1991-02-10', `rescheduled: GET /v1/loans, sunset: ${value}`],
        removedOn(near)
      ]),
    0
  ],
  [
    'a removal',
    (value, near) =>
      judge([ADDED, ['on', '1991-01-10', `deprecated: GET /v1/loans, sunset: ${near}`], removedOn(value)]),
    0
  ],
  ['an announcement', (value, near) => judge([ADDED, ['on', value, 'deprecated: GET /v1/loans'], removedOn(near)]), 1],
  ['a stated announcement', (value, near) => judge([ADDED, removedOn(near, `, announced: ${value}`)]), 1],
  ['an introduction', (value, near) => judge([['1.0', value, 'added: GET /v1/loans'], removedOn(near)], LIFETIME), 1]
]

interface Case {
  readonly range: string
  readonly days: readonly Day[]
  /** The days around both ends of the range. */
  readonly near: readonly Day[]
}

const CASES: readonly Case[] = RANGES.map(range => {
  const {earliest = '', latest = ''} = parseDateRange(range) ?? {}
  const middle = later(earliest, Math.floor(daysBetween(earliest, latest) / 2))
  return {
    range,
    days: [earliest, later(earliest, 1), middle, later(latest, -1), latest],
    near: [earliest, latest].flatMap(day => [later(day, -1), day, later(day, 1)])
  }
})

describe.each(LAWS)('%s', (_, verdictOn, months) => {
  it.each(CASES)('in $range decides what each of its days decides, and is open otherwise', ({range, days, near}) => {
    for (const each of near.map(day => addUnits(day, months, 'months'))) {
      const verdicts = new Set(days.map(day => verdictOn(day, each)))
      const [only] = verdicts
      expect(verdicts, each).not.toContain('undetermined')
      expect(verdictOn(range, each), each).toBe(verdicts.size === 1 ? only : 'undetermined')
    }
  })
})

describe('a weakened sunset', () => {
  const isWeakened = (before: string, now: string): boolean => {
    const [was, is] = [before, now].map(day =>
      declare([ADDED, ['1.1', '1991-01-10', `deprecated: GET /v1/loans, sunset: ${day}`]])
    )
    return (
      was !== undefined && is !== undefined && findWeakened(was, is, {asOf: '1995-01-10', policy: NOTICE}).length > 0
    )
  }

  it.each(CASES)('in $range is weakened if it is for any of its days', ({range, days, near}) => {
    for (const each of near) {
      expect(isWeakened(range, each), `to ${each}`).toBe(days.some(day => isWeakened(day, each)))
      expect(isWeakened(each, range), `from ${each}`).toBe(days.some(day => isWeakened(each, day)))
    }
    expect(isWeakened(range, range)).toBe(false)
  })

  it.each([
    ['2024', '2024-02', true],
    ['2024-02', '2024', true],
    ['2024-12', '2024', true],
    ['2024', '2024-12', false],
    ['2024-01', '2024', false],
    ['2023-02', '2023-03', false],
    ['2024-03', '2024-02', true]
  ] as const)('from %s to %s is weakened: %s', (before, now, weakened) => {
    expect(isWeakened(before, now)).toBe(weakened)
  })
})
