// Each keyword that a specification has, at each place, gives a line when it is added, removed, or changed, or the list of
// silent pairs has it with the reason. A full run compares all pairs, and holds the counts of the page; a quick one a share.
import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {isFullRun} from '../tier.ts'
import {type CountedPairs, countPairs} from './count-pairs.ts'

/** A prime, so that each keyword comes with each edit. */
const SHARE = 61

test('no keyword is read over in silence', {timeout: 900_000}, () => {
  const {unreviewed, stale, ...counted} = countPairs(isFullRun ? 1 : SHARE)
  expect(unreviewed, 'mend the comparison, or add the reason to silent.yaml').toEqual([])
  if (!isFullRun) return
  expect(stale, 'these pairs give a line now: take them out of silent.yaml').toEqual([])
  const measured: CountedPairs = JSON.parse(readFileSync('bench/measured/completeness.json', 'utf8'))
  expect(silentOf(counted), 'run `npm run measure -- completeness`').toEqual(silentOf(measured))
})

/** Which lines the others give is of the day on which they were measured. */
const silentOf = ({specifications, reasons}: Pick<CountedPairs, 'specifications' | 'reasons'>) => ({
  reasons,
  specifications: specifications.map(({name, lines}) => {
    const pairs = Object.values(lines).reduce((sum, each) => sum + each, 0)
    return {name, pairs, silent: lines.silent}
  })
})
