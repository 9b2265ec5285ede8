// What `tenure report` costs on made-up APIs: the first time, again, and after 5 % of the APIs changed. Then whether
// shards and runs that are killed, each without what other runs compared, write the same facts; if not, it exits with 1.
// Usage: npm run bench:fleet -- [FOLDER] [--apis N] [--releases M] [--max-kb K] [--seed S] [--keep PATH]
// Descriptions are made from the fixtures, and from the newest ones in FOLDER (real histories) if it is given.
import {spawn} from 'node:child_process'
import {createHash} from 'node:crypto'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeFileSync
} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {setTimeout as wait} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {parseArgs} from 'node:util'
import {parse} from 'yaml'
import {temporary} from '../scripts/temporary.mjs'
import {createRandom, evolve, keepSmall, trim} from './fleet-descriptions.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const {
  values,
  positionals: [corpora]
} = parseArgs({
  allowPositionals: true,
  options: {
    apis: {type: 'string', default: '20'},
    releases: {type: 'string', default: '10'},
    'max-kb': {type: 'string', default: '4096'},
    seed: {type: 'string', default: '1'},
    keep: {type: 'string'}
  }
})
const [APIS, RELEASES, MAX_KB, SEED] = ['apis', 'releases', 'max-kb', 'seed'].map(name => Number(values[name]))
const AS_OF = '2026-11-26'
const folder = values.keep ?? temporary(join(tmpdir(), 'tenure-bench-'))
const at = (...names) => join(folder, ...names)
let hasFailed = false

try {
  const random = createRandom(SEED)
  const bytes = writeFleet(random)
  console.log(`${APIS} APIs × ${RELEASES} releases, ${(bytes / 1e6).toFixed(0)} MB, seed ${SEED}\n`)
  console.log(`${'run'.padEnd(22)}${['wall s', 'user s', 'peak MB', 'APIs/s'].map(each => each.padStart(9)).join('')}`)

  const cold = await time('first', 'facts')
  printMemory(cold.samples)
  const again = await time('again', 'facts')
  const same = hashFacts('facts')
  check('a second run changes nothing', again.err.includes(' 0 read,'))
  const changed = changeSome(random)
  const after = await time(`${changed} changed`, 'facts')
  check(`${changed} APIs are read`, after.err.includes(` ${changed} read,`))
  console.log(`\n${changed} changed takes ${((100 * after.seconds) / cold.seconds).toFixed(1)} % of the first run\n`)
  check('facts differ from those before', changed === 0 || !isEqual(same, hashFacts('facts')))

  const facts = hashFacts('facts')
  let whole = 0
  for (const count of [1, 2, 7]) {
    let seconds = 0
    for (let part = 1; part <= count; part++) {
      const shard = await start(`shards-${count}-${part}`, ['--shard', `${part}/${count}`])
      seconds += shard.seconds
      cpSync(at(`shards-${count}-${part}`), at(`shards-${count}`), {recursive: true})
      for (const name of ['shards', 'cache-shards']) rmSync(at(`${name}-${count}-${part}`), {recursive: true})
    }
    if (count === 1) whole = seconds
    check(
      `${count} ${count === 1 ? 'shard' : 'shards'} in ${seconds.toFixed(1)} s`,
      isEqual(facts, hashFacts(`shards-${count}`))
    )
  }
  for (let kill = 1; kill <= 3; kill++) {
    const seconds = whole * (0.1 + 0.8 * random())
    const killed = await start('killed', [], seconds)
    console.log(
      `kill -9 after ${seconds.toFixed(1)} s: ${killed.signal ?? 'it had ended'}, ${countStates('killed')} APIs begun`
    )
  }
  const resumed = await start('killed')
  check('a run after kills', isEqual(facts, hashFacts('killed')), resumed.err)
} finally {
  if (values.keep === undefined) rmSync(folder, {recursive: true, force: true})
}
process.exitCode = hasFailed ? 1 : 0

/** Writes the descriptions of all releases and the list, and returns how many bytes were written. */
function writeFleet(random) {
  const bases = findBases()
  const {bavail, bsize} = statfsSync(values.keep === undefined ? folder : '.')
  let written = 0
  const entries = []
  for (let index = 0; index < APIS; index++) {
    const {name, document} = bases[index % bases.length]
    const id = `${name}-${index}`
    mkdirSync(at('apis', id), {recursive: true})
    const releases = []
    const states = evolve(trim(document, MAX_KB * 1024, random), random)
    for (let release = 1; release <= RELEASES; release++) {
      const file = `1.${release}.json`
      const text = states.next().value
      if (text === undefined) linkSync(at('apis', id, releases.at(-1).file), at('apis', id, file))
      else {
        writeFileSync(at('apis', id, file), text)
        written += text.length
        if (written > bavail * bsize * 0.8) throw new Error('The fleet needs too much space. Use --max-kb.')
      }
      releases.push({version: `1.${release}`, date: dayOf(release), file})
    }
    writeFileSync(at('apis', id, 'releases.json'), JSON.stringify({name: id, releases}))
    entries.push(
      `  - {name: ${id}, source: ../apis/${id}, owner: team-${index % 9}, policy: ${index % 3 ? 'thirteen-months' : 'kubernetes'}}`
    )
  }
  // An API that can't be read costs one row.
  mkdirSync(at('apis', 'broken'))
  writeFileSync(at('apis', 'broken', '1.0.json'), '{"openapi": "3.0.0", "paths": {')
  entries.push('  - {name: broken, source: ../apis/broken, owner: team-1}')
  // The caches can't be below a configuration.
  mkdirSync(at('list'))
  writeFileSync(at('list', 'tenure.yaml'), ['apis:', ...entries, ''].join('\n'))
  return written
}

/** The last release is this month, and each is a month after the one before. */
function dayOf(release) {
  return new Date(Date.UTC(2026, 10 - (RELEASES - release), 1)).toISOString().slice(0, 10)
}

/** Descriptions to begin with, by name: those with paths that are small enough. */
function findBases() {
  const paths = [
    'fixtures/lending-library/api-3.1.yaml',
    'fixtures/descriptions/lending-3.0.yaml',
    'fixtures/descriptions/lending-2.0.yaml',
    'fixtures/etcd/v3.4.0.json'
  ]
  const fixtures = paths.map(path => [path.split('/')[1], path])
  const found = corpora === undefined ? [] : readdirSync(corpora).flatMap(name => newestIn(name))
  return [...fixtures, ...found].flatMap(([name, path]) => {
    const document = keepSmall(parse(readFileSync(path, 'utf8')), MAX_KB * 1024)
    return Object.keys(document.paths).length === 0 ? [] : [{name, document}]
  })
}

function newestIn(name) {
  const list = join(corpora, name, 'releases.json')
  if (!existsSync(list)) return []
  return [[name, join(corpora, name, JSON.parse(readFileSync(list, 'utf8')).releases.at(-1).file)]]
}

/** Gives the newest release of one API in twenty another operation, and returns how many APIs that is. */
function changeSome(random) {
  const count = Math.max(1, Math.round(APIS / 20))
  const ids = readdirSync(at('apis')).filter(id => id !== 'broken')
  for (let left = count; left > 0; left--) {
    const [id] = ids.splice(Math.floor(random() * ids.length), 1)
    const path = at('apis', id, `1.${RELEASES}.json`)
    const document = JSON.parse(readFileSync(path, 'utf8'))
    document.paths['/added-today'] = {get: {responses: {200: {description: 'Fine'}}}}
    // The file can be a link to the release before.
    unlinkSync(path)
    writeFileSync(path, JSON.stringify(document))
  }
  return count
}

/** Runs the fleet into a folder, and kills it after so many seconds. */
async function start(out, more = [], killAfter = undefined) {
  const args = ['report', '--config', at('list', 'tenure.yaml'), '--output', at(out), '--as-of', AS_OF, ...more]
  const began = performance.now()
  // The shell reports the usage of its child when it has ended.
  const child = spawn('/usr/bin/time', ['-f', '%U %S %M', process.execPath, 'dist/cli.cjs', ...args], {
    env: {...process.env, CI: '', TENURE_CACHE: at(`cache-${out}`)},
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true
  })
  const printed = {out: '', err: ''}
  child.stdout.on('data', chunk => (printed.out += chunk))
  child.stderr.on('data', chunk => (printed.err += chunk))
  const ended = new Promise(resolve => child.on('close', (status, signal) => resolve({status, signal})))
  const samples = []
  const sampling = setInterval(() => samples.push({done: countStates(out), mb: residentMb(child.pid)}), 250)
  const killing = killAfter === undefined ? undefined : wait(killAfter * 1000).then(() => kill(child.pid))
  const {status, signal} = await ended
  clearInterval(sampling)
  await killing
  const seconds = (performance.now() - began) / 1000
  const [, user, system, kb] = /(\S+) (\S+) (\d+)\s*$/.exec(printed.err) ?? []
  // One API can't be read.
  if (killAfter === undefined && ![0, 2].includes(status)) throw new Error(`It exited with ${status}: ${printed.err}`)
  return {...printed, signal, seconds, user: Number(user) + Number(system), mb: Number(kb) / 1024, samples}
}

function kill(group) {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

async function time(name, out) {
  const run = await start(out)
  const figures = [
    run.seconds.toFixed(1),
    run.user.toFixed(1),
    run.mb.toFixed(0),
    ((APIS + 1) / run.seconds).toFixed(1)
  ]
  console.log(
    `${name.padEnd(22)}${figures.map(each => each.padStart(9)).join('')}   ${/^\d+ APIs?: .*$/m.exec(run.err)?.[0]}`
  )
  return run
}

/** Memory of the process that a program was started with, in MB. */
function residentMb(parent) {
  try {
    const [child] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ')
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Whether memory grows with the number of APIs. */
function printMemory(samples) {
  const peak = part => Math.max(0, ...part.map(({mb}) => mb)).toFixed(0)
  const [first, last] = [samples.filter(({done}) => done <= 100), samples.filter(({done}) => done > APIS - 100)]
  console.log(`${''.padEnd(22)}first hundred APIs: ${peak(first)} MB, last hundred: ${peak(last)} MB`)
}

function countStates(out) {
  const states = at(out, 'state')
  return existsSync(states) ? readdirSync(states).filter(name => name.endsWith('.json')).length : 0
}

/** Hashes of all files with facts, by path. */
function hashFacts(out) {
  const paths = readdirSync(at(out, 'facts'), {recursive: true}).filter(path => path.endsWith('.parquet'))
  return new Map(
    paths.sort().map(path => [
      path,
      createHash('sha256')
        .update(readFileSync(at(out, 'facts', path)))
        .digest('hex')
    ])
  )
}

function isEqual(a, b) {
  return a.size === b.size && [...a].every(([path, hash]) => b.get(path) === hash)
}

function check(what, isFine, detail = '') {
  console.log(`${isFine ? 'ok      ' : 'DIFFERS '} ${what} ${detail.trim()}`)
  hasFailed ||= !isFine
}
