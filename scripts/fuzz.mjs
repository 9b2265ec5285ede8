// Random pairs of schemas, judged by two other validators: npm run fuzz [-- PAIRS [SEED]]. Takes minutes.

import process from 'node:process'
import {importSource} from './import-source.mjs'

const [pairs = 200_000, seed = 1] = process.argv.slice(2).map(Number)
const BATCH = 2000
const total = {keeps: 0, breaks: 0, undetermined: 0, tried: 0, disputed: 0, why: {}, wrong: 0}
const {fuzz} = await importSource("export {fuzz} from './packages/json-schema/test/fuzz.ts'")
for (let done = 0; done < pairs; done += BATCH) {
  const tally = await fuzz(seed + done, Math.min(BATCH, pairs - done))
  for (const name of ['keeps', 'breaks', 'undetermined', 'tried', 'disputed']) total[name] += tally[name]
  for (const [why, count] of Object.entries(tally.why)) total.why[why] = (total.why[why] ?? 0) + count
  total.wrong += tally.wrong.length
  for (const line of tally.wrong) console.log(line)
}
console.log(total)
process.exitCode = total.wrong > 0 ? 1 : 0
