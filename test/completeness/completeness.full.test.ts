// Each keyword of a specification, at each place, gives a line when it is added, removed, or changed, or the list of
// silent pairs has it with the reason. A sweep compares all pairs and checks the published counts; CI a share.
import {readFileSync} from 'node:fs'
import process from 'node:process'
import {expect, test} from 'vitest'
import {type CountedPairs, countPairs} from './count-pairs.ts'

/** A prime number, so that each keyword occurs with each edit. `SHARE=1` compares all pairs. */
const SHARE = Number(process.env.SHARE ?? 7)

test('every keyword of a specification is compared, whatever its type, or listed as silent with a reason', {
  timeout: 900_000
}, () => {
  const {unreviewed, stale, ...counted} = countPairs(SHARE)
  expect(unreviewed, 'fix the comparison, or add the reason to silent.yaml').toEqual([])
  if (SHARE !== 1) return
  expect(stale, 'these pairs give a line now: take them out of silent.yaml').toEqual([])
  const measured: CountedPairs = JSON.parse(readFileSync('bench/measured/completeness.json', 'utf8'))
  expect(silentOf(counted), 'run `npm run measure -- completeness`').toEqual(silentOf(measured))
})

/** The counts of silent pairs. The other lines are only measured. */
const silentOf = ({specifications, reasons}: Pick<CountedPairs, 'specifications' | 'reasons'>) => ({
  reasons,
  specifications: specifications.map(({name, lines, mistyped}) => {
    const pairs = Object.values(lines).reduce((sum, each) => sum + each, 0)
    return {name, pairs, silent: lines.silent, mistyped: Object.keys(mistyped).sort()}
  })
})
