// What `tenure check` costs on a pull request that changes one line of a large description, as a whole process: beside
// the floor, which is Node that reads and parses the two texts, and beside the time that git takes to produce the base.
// Usage: npm run bench:check -- [FOLDER] [RUNS]   (FOLDER: real histories, with github-pair in it)
import {spawnSync} from 'node:child_process'
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {madeUp} from './descriptions.mjs'
import {measure, median} from './process.mjs'

const given = process.argv[2]
const data = given && resolve(given)
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const RUNS = Number(process.argv[3] ?? 9)
const command = resolve('dist/cli.cjs')
const folder = mkdtempSync(join(tmpdir(), 'tenure-bench-'))
const FLOOR =
  'globalThis.kept = process.argv.slice(1).map(each => JSON.parse(require("node:fs").readFileSync(each, "utf8")))'
try {
  gate('made up', JSON.stringify(madeUp(1000, 2000), undefined, 2))
  const real = join(data ?? '', 'github-pair/old.json')
  if (data && existsSync(real)) gate('GitHub', readFileSync(real, 'utf8'))
  else console.log('skipped: GitHub (no FOLDER with github-pair)\n')
} finally {
  rmSync(folder, {recursive: true, force: true})
}

/** A repository with a description; in the working tree one bound behind its middle differs. */
function gate(name, text) {
  const [line, word, bound] = /("max\w+": )(\d+)/.exec(text.slice(text.length / 2)) ?? []
  if (line === undefined) throw new Error(`Unexpected lack of a bound in ${name}, expected one behind its middle`)
  const at = text.indexOf(line, text.length / 2)
  const root = join(folder, name.replaceAll(' ', '-'))
  mkdirSync(root)
  const git = (...args) => {
    const {status, stderr} = spawnSync('git', [
      '-C',
      root,
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b.example',
      ...args
    ])
    if (status !== 0) throw new Error(`Unexpected failure of git: ${stderr}`)
  }
  git('init', '--quiet')
  writeFileSync(join(root, 'openapi.json'), text)
  git('add', '.')
  git('commit', '--quiet', '-m', 'base')
  const base = join(folder, 'base.json')
  writeFileSync(base, text)
  writeFileSync(
    join(root, 'openapi.json'),
    `${text.slice(0, at)}${word}${Number(bound) - 1}${text.slice(at + line.length)}`
  )

  const cache = join(folder, 'cache')
  const check = [process.execPath, command, 'check', '--base', 'HEAD']
  const figures = {floor: [], git: [], 'check, nothing remembered': [], 'check, remembered': []}
  const here = process.cwd()
  process.chdir(root)
  // In turn, so that a slow moment of the machine falls on all of them; the first round warms the disk's cache.
  for (let run = 0; run <= RUNS; run++) {
    rmSync(cache, {recursive: true, force: true})
    const round = {
      floor: measure([process.execPath, '-e', FLOOR, base, 'openapi.json']),
      git: measure(['git', 'cat-file', 'blob', 'HEAD:openapi.json']),
      'check, nothing remembered': measure(check, {XDG_CACHE_HOME: cache}, [0, 1]),
      'check, remembered': measure(check, {XDG_CACHE_HOME: cache}, [0, 1])
    }
    if (run > 0) for (const [what, figure] of Object.entries(round)) figures[what].push(figure)
  }
  process.chdir(here)

  const [ms, mb] = ['ms', 'mb'].map(unit => all => median(all.map(each => each[unit])))
  const most = 2 * ms(figures.floor) + ms(figures.git)
  console.log(`${name}: medians of ${RUNS} runs; at most ${most.toFixed(0)} ms (twice the floor, and git)`)
  for (const [what, all] of Object.entries(figures)) {
    const times = ((ms(all) - (what === 'floor' || what === 'git' ? 0 : ms(figures.git))) / ms(figures.floor)).toFixed(
      2
    )
    const beside = what === 'git' ? '' : ` ${times.padStart(6)} ×`
    console.log(
      `  ${what.padEnd(26)} ${ms(all).toFixed(0).padStart(6)} ms${beside}  ${mb(all).toFixed(0).padStart(5)} MB`
    )
  }
  console.log('')
  if (ms(figures['check, nothing remembered']) > most) process.exitCode = 1
}
