// What the tool costs as a whole process, beside the floor: starting Node, and reading and parsing the same file.
// Medians over several runs.
import {rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {importSource} from '../scripts/import-source.mjs'
import {temporary} from '../scripts/temporary.mjs'
import {inTurn, measure} from './process.mjs'

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
  const {largeHistory} = await importSource("export {largeHistory} from './bench/large-history.ts'")
  const history = join(folder, 'history.yaml')
  const text = largeHistory(SIZE)
  writeFileSync(history, text)
  const page = join(folder, 'page.md')
  const config = join(folder, 'tenure.yaml')
  writeFileSync(config, 'format: 1\nspec: none\nhistory: history.yaml\n')
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
    'tenure check': ['dist/cli.cjs', 'check', '--config', config]
  }
  const time = args => measure([process.execPath, ...args])
  const of = inTurn(RUNS, () => Object.fromEntries(Object.entries(commands).map(([name, args]) => [name, time(args)])))
  const events = text.match(/^ {6}- /gm)?.length
  console.log(
    `${SIZE.endpoints} endpoints, ${SIZE.releases} releases, ${events} lines, ${(text.length / 1e6).toFixed(2)} MB of YAML; ${RUNS} runs, medians\n`
  )
  const [node, floor] = [of('node -e 0', 'ms'), of('floor: read and parse', 'ms')]
  const ownMemory = of('node -e 0', 'mb')
  for (const name of Object.keys(commands)) {
    const [ms, mb] = [of(name, 'ms'), of(name, 'mb')]
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
