// What the releases of an API cost: `tenure check` of one removal and `tenure audit` in repositories with many tags, as
// whole processes, nothing remembered and then remembered, beside another build where one is named. For `check`, the
// descriptions that git was asked for are counted: at most the ones since the deprecation, and none besides the two that
// are compared if nothing ends. Times are of the processor.
// Usage: npm run bench:releases -- [FOLDER] [RUNS] [OTHER]   (FOLDER: real histories, with github-pair in it; OTHER: the
// `dist/cli.cjs` of another build)
import {spawnSync} from 'node:child_process'
import {chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {delimiter, join, resolve} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {temporary} from '../scripts/temporary.mjs'
import {median, processorTime} from './process.mjs'

const [data, runs = '3', other] = process.argv.slice(2).map((each, at) => (at === 1 ? each : resolve(each)))
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const RUNS = Number(runs)
const BUILDS = {now: resolve('dist/cli.cjs'), ...(other ? {other} : {})}
/** Releases before the last one: as many have the deprecation. */
const MARKED = 60
const folder = temporary(join(tmpdir(), 'tenure-bench-'))
const git = spawnSync('which', ['git']).stdout.toString().trim()
try {
  const counter = countingGit()
  for (const count of [300, 900]) {
    const root = made(`${count}`, count, release => describeSmall(release, count))
    const texts = {
      'removal of an endpoint': describeSmall(count, count, {endpoint: 'gone'}),
      'removal of a field': describeSmall(count, count, {field: 'gone'}),
      'removal without notice': describeSmall(count, count, {other: 'gone'}),
      'deprecation of a field': describeSmall(count, count, {other: 'marked'}),
      'neither of both': describeSmall(count, count, {added: true})
    }
    for (const [what, text] of Object.entries(texts)) check(`${count} tags, ${what}`, root, text, counter)
    if (count === 300) time(`${count} tags`, root, ['audit', '.', '--releases', 'tags:v*'])
  }
  const large = join(data ?? '', 'github-pair/old.json')
  if (data && existsSync(large)) {
    const old = JSON.parse(readFileSync(large, 'utf8'))
    const [path, item] = Object.entries(old.paths).find(([, {get}]) => get && !get.deprecated) ?? []
    const at = (release, marked) => {
      const {get, ...rest} = item
      const ending = release === 'gone' ? rest : {...item, get: marked ? {...get, deprecated: true} : get}
      return JSON.stringify(
        {...old, info: {...old.info, version: `${release}`}, paths: {...old.paths, [path]: ending}},
        undefined,
        2
      )
    }
    const root = made('large', 100, release => at(release, release >= 40))
    check('100 tags of GitHub, removal of an endpoint', root, at('gone'), counter)
  } else console.log('skipped: GitHub (no FOLDER with github-pair)\n')
} finally {
  rmSync(folder, {recursive: true, force: true})
}

/** A description of which something is deprecated in the last releases, and of which each release changes a bound. */
function describeSmall(release, count, {endpoint, field, other, added} = {}) {
  const marked = release >= count - MARKED ? {deprecated: true} : {}
  const loan = {
    id: {type: 'string', maxLength: 1000 + release},
    ...(field ? {} : {shelf: {type: 'string', ...marked}}),
    ...(other === 'gone' ? {} : {due: {type: 'string', ...(other ? {deprecated: true} : {})}}),
    ...(added ? {place: {type: 'string'}} : {})
  }
  const answer = {
    200: {description: 'OK', content: {'application/json': {schema: {$ref: '#/components/schemas/Loan'}}}}
  }
  const paths = Object.fromEntries(Array.from({length: 20}, (_, at) => [`/v1/loans${at}`, {get: {responses: answer}}]))
  if (!endpoint) paths['/v1/holds'] = {get: {...marked, responses: answer}}
  return JSON.stringify(
    {
      openapi: '3.0.3',
      info: {title: 'Library', version: `${release}`},
      paths,
      components: {schemas: {Loan: {type: 'object', properties: loan}}}
    },
    undefined,
    1
  )
}

/** A repository with a tag on each commit, one each third day up to today. */
function made(name, count, describe) {
  const root = join(folder, name)
  const env = {...process.env, GIT_CONFIG_GLOBAL: '/dev/null'}
  mkdirSync(root)
  const run = (args, input) => {
    const {status, stderr} = spawnSync(git, ['-C', root, ...args], {input, env, maxBuffer: 1 << 28})
    if (status !== 0) throw new Error(`Unexpected failure of git: ${stderr}`)
  }
  run(['init', '--quiet', '--initial-branch=main'])
  const config = 'format: 1\nspec: openapi.json\n'
  // Few at a time, because the input of git is one text.
  for (let from = 0; from < count; from += 10) {
    const parts = []
    for (let release = from; release < Math.min(count, from + 10); release++) {
      const when = `a <a@library.example> ${Math.floor(Date.now() / 1000) - (count - release) * 3 * 86400} +0000`
      const text = Buffer.from(describe(release))
      const parent = release === from && from > 0 ? 'from refs/heads/main^0\n' : ''
      parts.push(
        `commit refs/heads/main\ncommitter ${when}\ndata 1\nx\n${parent}`,
        `M 644 inline tenure.yaml\ndata ${config.length}\n${config}\nM 644 inline openapi.json\ndata ${text.length}\n`,
        text,
        `\ntag v1.${release}.0\nfrom refs/heads/main\ntagger ${when}\ndata 1\nx\n`
      )
    }
    run(['fast-import', '--quiet'], Buffer.concat(parts.map(each => Buffer.from(each))))
  }
  run(['gc', '--quiet'])
  run(['checkout', '--quiet', 'main'])
  run(['checkout', '--quiet', '-b', 'change'])
  return root
}

function check(name, root, text, counter) {
  writeFileSync(join(root, 'openapi.json'), text)
  time(name, root, ['check', '--base', 'main'], counter)
}

/** Prints the medians of each build, and what git read for it. */
function time(name, root, args, counter) {
  const cacheOf = build => join(folder, `cache-${build}`)
  const figures = Object.fromEntries(Object.keys(BUILDS).map(build => [build, {cold: [], warm: []}]))
  const here = process.cwd()
  process.chdir(root)
  for (let run = 0; run < RUNS; run++) {
    // In turn, so that a slow moment of the machine falls on all of them.
    for (const [build, cli] of Object.entries(BUILDS)) {
      const env = {XDG_CACHE_HOME: cacheOf(build)}
      rmSync(cacheOf(build), {recursive: true, force: true})
      for (const state of ['cold', 'warm'])
        figures[build][state].push(processorTime([process.execPath, cli, ...args], env))
    }
  }
  const reads = Object.fromEntries(
    Object.entries(BUILDS).map(([build, cli]) => [build, counter ? counter(build, [cli, ...args]) : ''])
  )
  process.chdir(here)
  const of = (build, state, unit) => median(figures[build][state].map(each => each[unit]))
  console.log(`${name}: medians of ${RUNS} runs`)
  for (const build of Object.keys(BUILDS)) {
    const times = ['cold', 'warm'].map(state => {
      const ratio = other ? ` (${(of(build, state, 'ms') / of('other', state, 'ms')).toFixed(2)} ×)` : ''
      return `${state} ${of(build, state, 'ms').toFixed(0)} ms${ratio}, ${of(build, state, 'mb').toFixed(0)} MB`
    })
    console.log(`  ${build.padEnd(6)} ${times.join('; ')}${reads[build]}`)
  }
}

/** A `git` that counts the descriptions it's asked for: the blobs that `cat-file` prints. */
function countingGit() {
  const bin = join(folder, 'bin')
  const log = join(folder, 'asked')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/bash\nfor each; do if [[ $each = --batch ]]; then tee -a ${log} | exec ${git} "$@"; exit; fi; done\nexec ${git} "$@"\n`
  )
  chmodSync(join(bin, 'git'), 0o755)
  return (build, args) => {
    rmSync(log, {force: true})
    const env = {...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, XDG_CACHE_HOME: join(folder, 'counted')}
    rmSync(env.XDG_CACHE_HOME, {recursive: true, force: true})
    spawnSync(process.execPath, args, {env, stdio: 'ignore'})
    const names = existsSync(log) ? new Set(readFileSync(log, 'utf8').split('\n').filter(Boolean)) : new Set()
    const {stdout} = spawnSync(git, ['cat-file', '--batch-check=%(objecttype) %(objectsize)'], {
      input: [...names].join('\n')
    })
    const blobs = stdout
      .toString()
      .split('\n')
      .filter(each => each.startsWith('blob') && Number(each.slice(5)) > 500)
    return `; git read ${blobs.length} descriptions (${build})`
  }
}
