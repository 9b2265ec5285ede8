// Random pairs of schemas, judged by two other validators: npm run fuzz [-- PAIRS [SEED]]. Takes minutes.

import {rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {build} from 'esbuild'
import {ownPackages} from './build-doors.mjs'
import {temporary} from './temporary.mjs'

const [pairs = 200_000, seed = 1] = process.argv.slice(2).map(Number)
const BATCH = 2000
const root = fileURLToPath(new URL('..', import.meta.url))
// Beside our packages, where what is not bundled is found.
const folder = temporary(join(root, 'node_modules', '.fuzz-'))
const total = {keeps: 0, breaks: 0, undetermined: 0, tried: 0, disputed: 0, why: {}, wrong: 0}
try {
  const {outputFiles} = await build({
    entryPoints: [join(root, 'packages/json-schema/test/fuzz.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [ownPackages]
  })
  const path = join(folder, 'fuzz.mjs')
  await writeFile(path, outputFiles[0].contents)
  const {fuzz} = await import(pathToFileURL(path).href)
  for (let done = 0; done < pairs; done += BATCH) {
    const tally = await fuzz(seed + done, Math.min(BATCH, pairs - done))
    for (const name of ['keeps', 'breaks', 'undetermined', 'tried', 'disputed']) total[name] += tally[name]
    for (const [why, count] of Object.entries(tally.why)) total.why[why] = (total.why[why] ?? 0) + count
    total.wrong += tally.wrong.length
    for (const line of tally.wrong) console.log(line)
  }
} finally {
  await rm(folder, {recursive: true})
}
console.log(total)
process.exitCode = total.wrong > 0 ? 1 : 0
