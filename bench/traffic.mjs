// What `tenure traffic import` costs on made-up logs, next to DuckDB's own `count(*) … group by` over the same file in the
// same run. Exits with 1 if memory grows by more than a fifth from the first size to the last, or if an import takes more
// than ten times the processor time of DuckDB.
// Usage: npm run bench:traffic -- [--lines 1000000,10000000] [--json FILE]
import {spawn} from 'node:child_process'
import {closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync} from 'node:fs'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {parseArgs} from 'node:util'
import {temporary} from '../scripts/temporary.mjs'
import {createRandom} from './fleet-descriptions.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const {values} = parseArgs({options: {lines: {type: 'string', default: '1000000'}, json: {type: 'string'}}})
const SIZES = values.lines.split(',').map(Number)
const [OPERATIONS, CALLERS, DAYS] = [1000, 500, 90]
const folder = temporary(join(tmpdir(), 'tenure-bench-'))
const log = join(folder, 'access.json')
/** Reads, groups, and counts; run in a process of its own. */
const COUNT = `
const {DuckDBInstance} = require(${JSON.stringify(createRequire(import.meta.url).resolve('@duckdb/node-api'))})
DuckDBInstance.create(':memory:', {memory_limit: '1GB'}).then(async instance => {
  const connection = await instance.connect()
  await connection.runAndReadAll("SELECT left(ts, 10) AS day, method, path, status, client_id, count(*) FROM read_json('" + ${JSON.stringify(log)} +
    "', format = 'newline_delimited', columns = {ts: 'VARCHAR', method: 'VARCHAR', path: 'VARCHAR', status: 'VARCHAR', client_id: 'VARCHAR', ua: 'VARCHAR'}) GROUP BY ALL")
})`

const operations = Array.from({length: OPERATIONS}, (_, at) => {
  const part = `${at % 4 === 1 || at % 4 === 3 ? '/{id}' : ''}${at % 4 >= 2 ? '/items' : ''}`
  return `/v${1 + (at % 3)}/res${Math.floor(at / 4)}${part}`
})

try {
  writeFileSync(
    join(folder, 'tenure.yaml'),
    'format: 1\nhistory: history.yaml\ntraffic: {format: json-lines, columns: {time: ts, agent: ua}}\n'
  )
  const added = operations.map(each => `      - {added: "GET ${each}"}\n`).join('')
  writeFileSync(
    join(folder, 'history.yaml'),
    `format: 1\nservice: Bench\nreleases:\n  - release: "1.0"\n    date: 2023-01-10\n    changes:\n${added}`
  )
  console.log(`${OPERATIONS} operations × ${DAYS} days × ${CALLERS} callers\n`)
  console.log(['lines', 'MB', 'run', 'wall s', 'CPU s', 'peak MB'].map(each => each.padStart(10)).join(''))
  const [peaks, runs] = [[], []]
  for (const size of SIZES) {
    writeLog(size)
    const counted = await measure(['-e', COUNT])
    print(size, 'DuckDB', counted)
    rmSync(join(folder, 'api-traffic'), {recursive: true, force: true})
    const imported = await measure([join(process.cwd(), 'dist/cli.cjs'), 'traffic', 'import', 'access.json'])
    print(size, 'import', imported)
    const times = imported.cpu / counted.cpu
    console.log(
      `${''.padStart(30)}import / DuckDB: ${times.toFixed(1)} of CPU, ${(imported.wall / counted.wall).toFixed(1)} of wall time`
    )
    if (times > 10) process.exitCode = 1
    peaks.push(imported.peak)
    runs.push({lines: size, duckdb: rounded(counted), tenure: rounded(imported)})
  }
  const growth = peaks.at(-1) / peaks[0]
  if (peaks.length > 1) console.log(`\nmemory of the last size / the first: ${growth.toFixed(2)}`)
  if (growth > 1.2) process.exitCode = 1
  if (values.json) writeFileSync(values.json, JSON.stringify(runs))
} finally {
  rmSync(folder, {recursive: true, force: true})
}

function writeLog(size) {
  const random = createRandom(7)
  const file = openSync(log, 'w')
  let text = ''
  for (let at = 0; at < size; at++) {
    const ts = new Date(Date.UTC(2026, 7, 1) + at * ((DAYS * 86_400_000) / size)).toISOString()
    const caller = Math.floor(random() * CALLERS)
    // Each caller calls ten operations.
    const path = operations[(caller * 7 + Math.floor(random() * 10)) % OPERATIONS].replace(
      '{id}',
      Math.floor(random() * 1e9)
    )
    const query = random() < 0.3 ? `?q=${Math.floor(random() * 1e6)}` : ''
    text += `{"ts":"${ts}","method":"GET","path":"${path}${query}","status":${random() < 0.05 ? 404 : 200},"client_id":"client-${caller}","ua":"okhttp/4.${at % 10}"}\n`
    if (text.length > 1e6) {
      writeSync(file, text)
      text = ''
    }
  }
  writeSync(file, text)
  closeSync(file)
}

/** Runs Node.js to its end. Its processor time and peak memory are read from `/proc` until then. */
function measure(args) {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const env = {...process.env, TENURE_TRAFFIC_KEY: 'a key that is long enough', TENURE_CACHE: 'off'}
    const child = spawn(process.execPath, args, {cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit']})
    let [cpu, peak] = [0, 0]
    const timer = setInterval(() => {
      try {
        const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
        cpu = (Number(stat[11]) + Number(stat[12])) / 100
        peak = Math.max(
          peak,
          Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
        )
      } catch {
        // It has ended.
      }
    }, 50)
    child.on('close', code => {
      clearInterval(timer)
      if (code !== 0) return reject(new Error(`exit code ${code}`))
      resolve({wall: (performance.now() - began) / 1000, cpu, peak})
    })
  })
}

function rounded({wall, cpu, peak}) {
  return {s: Number(wall.toFixed(1)), cpu: Number(cpu.toFixed(1)), mb: Math.round(peak)}
}

function print(size, run, {wall, cpu, peak}) {
  const mb = (statSync(log).size / 1e6).toFixed(0)
  console.log(
    [size, mb, run, wall.toFixed(1), cpu.toFixed(1), peak.toFixed(0)].map(each => String(each).padStart(10)).join('')
  )
}
