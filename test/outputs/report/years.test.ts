import {expect, it} from 'vitest'
import type {DateRange} from '../../../src/model/time/date-range.ts'
import {groupByYear} from '../../../src/outputs/report/report.ts'
import {sample} from '../../tier.ts'
import {judged} from './judgments.ts'

it.each<[string, DateRange, string | undefined]>(
  sample([
    ['on a day', {earliest: '2025-12-31', latest: '2025-12-31'}, '2025'],
    ['in a year', {earliest: '2025-01-01', latest: '2025-12-31'}, '2025'],
    ['between two years', {earliest: '2025-12-31', latest: '2026-01-01'}, undefined],
    ['by a day', {latest: '2025-12-31'}, undefined],
    ['since a day', {earliest: '2025-12-31'}, undefined]
  ])
)('a removal %s is counted in its year', (_, when, year) => {
  const groups = groupByYear([{...judged('GET /v1/loans'), end: {stated: 'x', when}}])
  expect(groups.map(each => each.year)).toEqual([year])
})
