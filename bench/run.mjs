// What the tool costs as a whole process, beside the floor: starting Node, and reading and parsing the same file.
// Medians over several runs, taken in turn, so that a slow moment of the machine falls on all of them.
import {spawnSync} from 'node:child_process'
import {readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {build} from 'esbuild'
import {temporary} from '../scripts/temporary.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const RUNS = Number(process.argv[2] ?? 7)
const SIZE = {endpoints: 2000, releases: 200}

const folder = temporary(join(tmpdir(), 'tenure-bench-'))
try {
  await main()
} finally {
  rmSync(folder, {recursive: true, force: true})
}

async function main() {
  const bundled = await build({entryPoints: ['bench/large-history.ts'], write: false, format: 'esm'})
  const code = Buffer.from(bundled.outputFiles[0].contents).toString('base64')
  const {largeHistory} = await import(`data:text/javascript;base64,${code}`)
  const history = join(folder, 'history.yaml')
  const text = largeHistory(SIZE)
  writeFileSync(history, text)
  const page = join(folder, 'page.md')
  writeFileSync(page, '<!-- tenure all -->\n<!-- /tenure -->\n')

  const parse = `const {readFileSync} = require('node:fs'); require('yaml').parseDocument(readFileSync(${JSON.stringify(history)}, 'utf8')).toJS()`
  const commands = {
    'node -e 0': ['-e', '0'],
    'tenure --version': ['dist/cli.cjs', '--version'],
    'floor: read and parse': ['-e', parse],
    'tenure audit': ['dist/cli.cjs', 'audit', history],
    'tenure audit --format json': ['dist/cli.cjs', 'audit', history, '--format', 'json'],
    'tenure changelog': ['dist/cli.cjs', 'changelog', '--history', history],
    'tenure changelog --write': ['dist/cli.cjs', 'changelog', '--history', history, '--write', page],
    'tenure check': ['dist/cli.cjs', 'check', '--history', history]
  }
  const times = Object.fromEntries(Object.keys(commands).map(name => [name, []]))
  for (let run = 0; run <= RUNS; run++) {
    for (const [name, args] of Object.entries(commands)) {
      const figure = measure(args)
      // The first round warms the disk's cache.
      if (run > 0) times[name].push(figure)
    }
  }
  const events = text.match(/^ {6}- /gm)?.length
  console.log(
    `${SIZE.endpoints} endpoints, ${SIZE.releases} releases, ${events} lines, ${(text.length / 1e6).toFixed(2)} MB of YAML; ${RUNS} runs, medians\n`
  )
  const node = median(times['node -e 0'].map(({ms}) => ms))
  const floor = median(times['floor: read and parse'].map(({ms}) => ms))
  const ownMemory = median(times['node -e 0'].map(({mb}) => mb))
  for (const [name, figures] of Object.entries(times)) {
    const ms = median(figures.map(figure => figure.ms))
    const mb = median(figures.map(figure => figure.mb))
    const ratio = name.includes('version')
      ? `${(ms / node).toFixed(2)} × node -e 0`
      : name.startsWith('tenure')
        ? `${(ms / floor).toFixed(2)} × the floor`
        : ''
    console.log(
      `${name.padEnd(28)} ${ms.toFixed(0).padStart(5)} ms  ${mb.toFixed(0).padStart(4)} MB (${(mb - ownMemory).toFixed(0)} beyond Node's own)  ${ratio}`
    )
  }
}

/** One run: wall-clock milliseconds and peak memory in MB, as the system counted it. */
function measure(args) {
  const usage = join(folder, 'usage')
  const report = `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(usage)}, String(process.resourceUsage().maxRSS)))`
  const hook = join(folder, 'usage.cjs')
  writeFileSync(hook, report)
  const start = process.hrtime.bigint()
  const {status, stderr} = spawnSync(process.execPath, ['--require', hook, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28
  })
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  if (status !== 0) throw new Error(`Unexpected exit ${status} of ${args.join(' ')}, expected 0: ${stderr}`)
  return {ms, mb: Number(readFileSync(usage, 'utf8')) / 1024}
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
