// What `tenure audit` of a source costs as a whole process, beside two floors: Node that reads and parses the same files
// for the first time, and Node that reads and hashes them where all of it is cached. More releases must not make one more
// of them dearer. Ratios are of processor time; others on the machine change it less than the time that passes.
// Usage: npm run bench:audit -- FOLDER [RUNS]   (FOLDER: real histories, such as kubernetes and ory-kratos)
import {cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {temporary} from '../scripts/temporary.mjs'
import {inTurn, processorTime} from './process.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const [data, runs = '5'] = process.argv.slice(2)
const RUNS = Number(runs)
const FLOORS = {parse: 'reading and parsing', hash: 'reading and hashing'}
const made = temporary(join(tmpdir(), 'tenure-bench-'))
try {
  for (const [name, count] of [
    ['kubernetes', 5],
    ['kubernetes', 10],
    ['kubernetes', 18],
    ['ory-kratos', 76],
    ['openai', 55],
    ['stripe', 15]
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
  const names = JSON.stringify(files)
  const hash = `const {createHash} = require('node:crypto'); for (const each of ${names}) createHash('sha256').update(require('node:fs').readFileSync(each)).digest('hex')`
  const parse = `const {load} = require('js-yaml'); for (const each of ${names}) { const text = require('node:fs').readFileSync(each, 'utf8'); each.endsWith('.json') ? JSON.parse(text) : load(text) }`
  const cache = join(made, 'cache')
  const audit = [process.execPath, 'dist/cli.cjs', 'audit', folder]
  // A history that people keep beside it is judged with it.
  const history = join(made, 'history.yaml')
  writeFileSync(history, 'service: beside\ncomplete: false\nreleases: []\n')
  const beside = [...audit, '--history', history]
  const of = inTurn(RUNS, () => {
    rmSync(cache, {recursive: true, force: true})
    const round = {
      hash: measure([process.execPath, '-e', hash]),
      parse: measure([process.execPath, '-e', parse]),
      two: measure(audit, {TENURE_CACHE: 'off'}),
      first: measure(audit, {TENURE_CACHE: cache}),
      second: measure(audit, {TENURE_CACHE: cache})
    }
    // Nothing is compared again, but all is judged and printed.
    round.other = measure([...audit, '--format', 'json'], {TENURE_CACHE: cache})
    measure(beside, {TENURE_CACHE: cache})
    round.beside = measure(beside, {TENURE_CACHE: cache})
    return round
  })
  const ms = key => `${of(key, 'ms').toFixed(0).padStart(6)} ms of processor time`
  const passed = key => `${of(key, 'passed').toFixed(0)} ms pass`
  const mb = key => `${of(key, 'mb').toFixed(0)} MB`
  const times = (key, floor) => `${(of(key, 'ms') / of(floor, 'ms')).toFixed(1)} times ${FLOORS[floor]}`
  console.log(`${name}, ${count} releases: medians of ${RUNS} runs`)
  console.log(`  reading and parsing    ${ms('parse')}`)
  console.log(`  no cache               ${ms('two')}, ${times('two', 'parse')}, ${passed('two')}, ${mb('two')}`)
  console.log(`  reading and hashing    ${ms('hash')}`)
  console.log(
    `  first run              ${ms('first')}, ${(of('first', 'ms') / count).toFixed(0)} ms a release, ${mb('first')}`
  )
  for (const [key, called] of [
    ['second', 'nothing changed'],
    ['other', 'another format'],
    ['beside', 'with a history beside']
  ])
    console.log(`  ${called.padEnd(22)} ${ms(key)}, ${times(key, 'parse')}, ${times(key, 'hash')}, ${mb(key)}`)
  console.log('')
}

/** One run: milliseconds that pass, those of processor time, and peak memory in MB. */
function measure(command, env) {
  const start = process.hrtime.bigint()
  const {ms, mb} = processorTime(command, env)
  return {ms, mb, passed: Number(process.hrtime.bigint() - start) / 1e6}
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
