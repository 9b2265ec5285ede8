// What `tenure diff` costs as a whole process, beside the floor: Node that reads and parses the same two files. The Go
// tools that people use run beside it where they are on the PATH. Nothing is remembered but where that is said.
// Usage: npm run bench:diff -- [FOLDER] [RUNS]   (FOLDER: real histories, with github-pair and stripe in it)
import {spawnSync} from 'node:child_process'
import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {temporary} from '../scripts/temporary.mjs'
import {edited, madeUp} from './descriptions.mjs'
import {measure, median} from './process.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const [data, runs = '7'] = process.argv.slice(2)
const RUNS = Number(runs)
const folder = temporary(join(tmpdir(), 'tenure-bench-'))
const yaml = createRequire(import.meta.url).resolve('js-yaml')
try {
  for (const pair of pairs()) compare(pair)
} finally {
  rmSync(folder, {recursive: true, force: true})
}

function pairs() {
  const made = madeUp(1000, 2000)
  const all = [
    ['made up, ten edits', write('made.json', made), write('made-ten.json', edited(made))],
    ['made up, the same', write('made-a.json', made), write('made-b.json', made)]
  ]
  const real = name => join(data ?? '', name)
  if (data && existsSync(real('github-pair/old.json'))) {
    const old = real('github-pair/old.json')
    all.push(['GitHub', old, real('github-pair/new.json')])
    all.push(['GitHub, ten edits', old, write('github-ten.json', edited(JSON.parse(readFileSync(old, 'utf8'))))])
  } else console.log('skipped: GitHub (no FOLDER with github-pair)\n')
  if (data && existsSync(real('stripe/2022-11-17.yaml')))
    all.push(['Stripe', real('stripe/2022-11-17.yaml'), real('stripe/2023-09-12.yaml')])
  else console.log('skipped: Stripe (no FOLDER with stripe)\n')
  return all
}

function compare([name, from, to]) {
  const read = from.endsWith('.json')
    ? `JSON.parse(read(each, 'utf8'))`
    : `yaml.load(read(each, 'utf8'), {schema: yaml.CORE_SCHEMA})`
  const load = from.endsWith('.json') ? '' : `const yaml = require(${JSON.stringify(yaml)});`
  const floor = `${load} const read = require('node:fs').readFileSync; globalThis.kept = ${JSON.stringify([from, to])}.map(each => ${read})`
  const diff = [process.execPath, 'dist/cli.cjs', 'diff', from, to]
  const cache = join(folder, 'cache')
  const commands = {
    floor: [process.execPath, '-e', floor],
    tenure: diff,
    'tenure, remembered': diff,
    'tenure --format json': [...diff, '--format', 'json'],
    ...(onPath('oasdiff') ? {oasdiff: ['oasdiff', 'changelog', from, to]} : {}),
    ...(onPath('openapi-changes') ? {'openapi-changes': ['openapi-changes', 'report', from, to]} : {})
  }
  const figures = Object.fromEntries(Object.keys(commands).map(command => [command, []]))
  // In turn, so that a slow moment of the machine falls on all of them; the first round warms the disk's cache.
  for (let run = 0; run <= RUNS; run++) {
    for (const [command, args] of Object.entries(commands)) {
      const isOther = !command.startsWith('tenure') && command !== 'floor'
      if (isOther && run > 1) continue
      if (!command.endsWith('remembered')) rmSync(cache, {recursive: true, force: true})
      const figure = measure(args, {TENURE_CACHE: cache})
      if (run > 0 || isOther) figures[command].push(figure)
    }
  }
  const [ms, mb] = ['ms', 'mb'].map(unit => median(figures.floor.map(each => each[unit])))
  console.log(`${name}: medians of ${RUNS} runs`)
  for (const [command, all] of Object.entries(figures)) {
    const [time, memory] = ['ms', 'mb'].map(unit => median(all.map(each => each[unit])))
    const said = Number.isFinite(time)
      ? `${time.toFixed(0).padStart(6)} ms ${(time / ms).toFixed(2).padStart(6)} ×  ${memory.toFixed(0).padStart(5)} MB ${(memory / mb).toFixed(2).padStart(5)} ×`
      : '  did not end well within two minutes'
    console.log(`  ${command.padEnd(22)} ${said}`)
  }
  console.log('')
}

function onPath(program) {
  return spawnSync('bash', ['-c', `command -v ${program}`]).status === 0
}

function write(name, document) {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(document, undefined, 2))
  return path
}
