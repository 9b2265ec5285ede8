// Random pairs of whole descriptions, one edit apart, judged by values: npm run fuzz:openapi [-- PAIRS [SEED]].

import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {Worker} from 'node:worker_threads'
import {build} from 'esbuild'

const [pairs = 10_000, seed = 1] = process.argv.slice(2).map(Number)
const BATCH = 200
/** A pair that takes longer than this holds everything up. */
const LONGEST = 60_000
const root = fileURLToPath(new URL('..', import.meta.url))
// All in one text, so that nothing is written anywhere.
const {outputFiles} = await build({
  stdin: {
    contents: `
      import {parentPort} from 'node:worker_threads'
      import {fuzz} from './test/openapi-fuzz/fuzz.ts'
      parentPort.on('message', ({seed, pairs}) => {
        parentPort.postMessage({tally: fuzz(seed, pairs, {started: at => parentPort.postMessage({at})})})
      })`,
    resolveDir: root,
    loader: 'ts'
  },
  bundle: true,
  write: false,
  platform: 'node',
  format: 'cjs',
  define: {'import.meta.url': JSON.stringify(import.meta.url)},
  alias: {'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js'},
  logLevel: 'error'
})
const total = {pairs: 0, compatible: 0, breaking: 0, undetermined: 0, tried: 0, witnesses: 0, failures: 0}
const work = () => new Worker(outputFiles[0].text, {eval: true})
let worker = work()

/** The tally of one batch, or the pair at which it stands still. */
const batch = (from, count) =>
  new Promise((resolve, reject) => {
    let last = from
    let timer
    const stop = answer => {
      clearTimeout(timer)
      worker.off('error', reject)
      worker.off('message', hear)
      resolve(answer)
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => stop({hangs: last}), LONGEST)
    }
    const hear = ({at, tally}) => {
      if (tally) return stop({tally})
      last = at
      wait()
    }
    worker.on('error', reject)
    worker.on('message', hear)
    wait()
    worker.postMessage({seed: from, pairs: count})
  })

for (let next = seed; next < seed + pairs; ) {
  const count = Math.min(BATCH, seed + pairs - next)
  const {tally, hangs} = await batch(next, count)
  if (tally) {
    for (const name of Object.keys(total)) if (name !== 'failures') total[name] += tally[name]
    total.failures += tally.failures.length
    for (const text of tally.failures) console.log(`${text}\n`)
    next += count
    continue
  }
  console.log(`# pair ${hangs}: no answer within ${LONGEST / 1000} seconds\n`)
  total.failures++
  await worker.terminate()
  worker = work()
  next = hangs + 1
}
await worker.terminate()
console.table([total])
process.exitCode = total.failures > 0 ? 1 : 0
