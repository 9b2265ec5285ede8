import {expect, it} from 'vitest'
import {sample} from '../../../test/tier.ts'
import {readMomentCell} from '../src/cells.ts'

it.each(
  sample([
    ['2025-02-28', '2025-02-28'],
    ['2025-02', '2025-02'],
    ['2025', '2025'],
    ['2025-02-30', undefined],
    ['2025-13', undefined],
    ['2023-02-29', undefined],
    ['28 February 2025', '2025-02-28'],
    ['release 2.0', '2.0'],
    ['the next release', 'next'],
    ['n/a', undefined],
    ['', undefined]
  ])
)('the cell `%s` names %s', (cell, moment) => {
  expect(readMomentCell(cell)).toBe(moment)
})
