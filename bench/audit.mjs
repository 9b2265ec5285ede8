// What `tenure audit` of a source costs as a whole process: the first time, and when all of it is remembered, beside
// the floor: Node that reads and hashes the same files. More releases must not make one more of them dearer.
// Usage: npm run bench:audit -- FOLDER [RUNS]   (FOLDER: real histories, with kubernetes and ory-kratos in it)
import {cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {temporary} from '../scripts/temporary.mjs'
import {measure, median} from './process.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const [data, runs = '5'] = process.argv.slice(2)
const RUNS = Number(runs)
const made = temporary(join(tmpdir(), 'tenure-bench-'))
try {
  for (const [name, count] of [
    ['kubernetes', 5],
    ['kubernetes', 10],
    ['kubernetes', 18],
    ['ory-kratos', 76]
  ]) {
    if (data && existsSync(join(data, name, 'releases.json'))) time(name, count)
    else console.log(`skipped: ${name} (no FOLDER with ${name})\n`)
  }
} finally {
  rmSync(made, {recursive: true, force: true})
}

function time(name, count) {
  const folder = first(name, count)
  const files = JSON.parse(readFileSync(join(folder, 'releases.json'), 'utf8')).releases.map(({file}) =>
    join(folder, file)
  )
  const hash = `const {createHash} = require('node:crypto'); for (const each of ${JSON.stringify(files)}) createHash('sha256').update(require('node:fs').readFileSync(each)).digest('hex')`
  const cache = join(made, 'cache')
  const audit = [process.execPath, 'dist/cli.cjs', 'audit', folder]
  // A history that people keep beside it is judged with it.
  const history = join(made, 'history.yaml')
  writeFileSync(history, 'service: beside\ncomplete: false\nreleases: []\n')
  const beside = [...audit, '--history', history]
  const figures = {floor: [], first: [], second: [], beside: []}
  for (let run = 0; run <= RUNS; run++) {
    rmSync(cache, {recursive: true, force: true})
    const round = {
      floor: measure([process.execPath, '-e', hash]),
      first: measure(audit, {TENURE_CACHE: cache}),
      second: measure(audit, {TENURE_CACHE: cache})
    }
    measure(beside, {TENURE_CACHE: cache})
    round.beside = measure(beside, {TENURE_CACHE: cache})
    // The first round warms the disk's cache.
    if (run > 0) for (const [key, figure] of Object.entries(round)) figures[key].push(figure)
  }
  const of = (key, unit) => median(figures[key].map(each => each[unit]))
  console.log(`${name}, ${count} releases: medians of ${RUNS} runs`)
  console.log(`  reading and hashing    ${of('floor', 'ms').toFixed(0).padStart(6)} ms`)
  console.log(
    `  first run              ${of('first', 'ms').toFixed(0).padStart(6)} ms, ${(of('first', 'ms') / count).toFixed(0)} ms a release, ${of('first', 'mb').toFixed(0)} MB`
  )
  console.log(
    `  second run             ${of('second', 'ms').toFixed(0).padStart(6)} ms, ${(of('second', 'ms') - of('floor', 'ms')).toFixed(0)} ms above the floor, ${of('second', 'mb').toFixed(0)} MB`
  )
  console.log(
    `  with a history beside  ${of('beside', 'ms').toFixed(0).padStart(6)} ms, ${(of('beside', 'ms') - of('floor', 'ms')).toFixed(0)} ms above the floor\n`
  )
}

/** The first releases of a history, in a folder of their own. */
function first(name, count) {
  const from = join(data, name)
  const to = join(made, `${name}-${count}`)
  const list = JSON.parse(readFileSync(join(from, 'releases.json'), 'utf8'))
  const releases = list.releases.slice(0, count)
  mkdirSync(to, {recursive: true})
  for (const {file} of releases) cpSync(join(from, file), join(to, file))
  writeFileSync(join(to, 'releases.json'), JSON.stringify({...list, releases}))
  return to
}
