// What `tenure check` costs on a pull request that changes one line of a large description, as a whole process: beside
// the floor, which is Node that reads and parses the two texts, and beside the time that git takes to produce the base.
// Usage: npm run bench:check -- [FOLDER] [RUNS]   (FOLDER: real histories, with github-pair and stripe in it)
import {spawnSync} from 'node:child_process'
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {temporary} from '../scripts/temporary.mjs'
import {madeUp} from './descriptions.mjs'
import {inTurn, measure} from './process.mjs'

const given = process.argv[2]
const data = given && resolve(given)
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const RUNS = Number(process.argv[3] ?? 9)
const command = resolve('dist/cli.cjs')
const folder = temporary(join(tmpdir(), 'tenure-bench-'))
const yaml = createRequire(import.meta.url).resolve('js-yaml')
const READ = 'process.argv.slice(1).map(each => require("node:fs").readFileSync(each, "utf8"))'
/** By the kind of file: a program that reads and parses what it is given, and how a bound is written. */
const KINDS = {
  json: {floor: `globalThis.kept = ${READ}.map(text => JSON.parse(text))`, bound: /("max\w+": )(\d+)/},
  yaml: {
    floor: `const yaml = require(${JSON.stringify(yaml)}); globalThis.kept = ${READ}.map(text => yaml.load(text, {schema: yaml.CORE_SCHEMA}))`,
    bound: /(\bmax\w+: )(\d+)/
  }
}
try {
  const made = madeUp(1000, 2000)
  gate('made up', JSON.stringify(made, undefined, 2), 'json')
  gate('made up, YAML', createRequire(import.meta.url)('js-yaml').dump(made), 'yaml')
  for (const [name, path] of [
    ['GitHub', 'github-pair/old.json'],
    ['Stripe, YAML', 'stripe/2023-09-12.yaml']
  ]) {
    const real = join(data ?? '', path)
    if (data && existsSync(real)) gate(name, readFileSync(real, 'utf8'), path.endsWith('.json') ? 'json' : 'yaml')
    else console.log(`skipped: ${name} (no FOLDER with ${path})\n`)
  }
} finally {
  rmSync(folder, {recursive: true, force: true})
}

/** A repository with a description; in the working tree one bound behind its middle differs. */
function gate(name, text, kind) {
  const file = `openapi.${kind}`
  const [line, word, bound] = KINDS[kind].bound.exec(text.slice(text.length / 2)) ?? []
  if (line === undefined) throw new Error(`Unexpected lack of a bound in ${name}, expected one behind its middle`)
  const at = text.indexOf(line, text.length / 2)
  const root = join(folder, name.replaceAll(/\W+/g, '-'))
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
  writeFileSync(join(root, file), text)
  git('add', '.')
  git('commit', '--quiet', '-m', 'base')
  const base = join(folder, `base.${kind}`)
  writeFileSync(base, text)
  writeFileSync(join(root, file), `${text.slice(0, at)}${word}${Number(bound) - 1}${text.slice(at + line.length)}`)

  const cache = join(folder, 'cache')
  const check = [process.execPath, command, 'check', '--base', 'HEAD']
  const here = process.cwd()
  process.chdir(root)
  const of = inTurn(RUNS, () => {
    rmSync(cache, {recursive: true, force: true})
    return {
      floor: measure([process.execPath, '-e', KINDS[kind].floor, base, file]),
      git: measure(['git', 'cat-file', 'blob', `HEAD:${file}`]),
      'check, nothing remembered': measure(check, {XDG_CACHE_HOME: cache}, [0, 1]),
      'check, remembered': measure(check, {XDG_CACHE_HOME: cache}, [0, 1])
    }
  })
  process.chdir(here)

  const ms = what => of(what, 'ms')
  const most = 2 * ms('floor') + ms('git')
  console.log(`${name}: medians of ${RUNS} runs; at most ${most.toFixed(0)} ms (twice the floor, and git)`)
  for (const what of ['floor', 'git', 'check, nothing remembered', 'check, remembered']) {
    const times = ((ms(what) - (what.startsWith('check') ? ms('git') : 0)) / ms('floor')).toFixed(2)
    const beside = what === 'git' ? '' : ` ${times.padStart(6)} ×`
    console.log(
      `  ${what.padEnd(26)} ${ms(what).toFixed(0).padStart(6)} ms${beside}  ${of(what, 'mb').toFixed(0).padStart(5)} MB`
    )
  }
  console.log('')
  if (ms('check, nothing remembered') > most) process.exitCode = 1
}
