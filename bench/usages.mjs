// What `tenure usages` costs as a whole process on a made-up project of 2,000 files, beside the floor: Node that loads
// TypeScript, reads the same files and parses them. Both are run in turn; medians.
// Usage: npm run bench:usages -- [FILES [RUNS]]
import {mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {importSource} from '../scripts/import-source.mjs'
import {temporary} from '../scripts/temporary.mjs'
import {inTurn, measure} from './process.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const [files = '2000', runs = '7'] = process.argv.slice(2)
const {clientProject} = await importSource("export {clientProject} from './bench/client-project.ts'")
const made = temporary(join(tmpdir(), 'tenure-bench-'))

const PARSE = `
const {readFileSync} = require('node:fs')
const ts = require(${JSON.stringify(join(process.cwd(), 'node_modules/typescript'))})
for (const path of JSON.parse(readFileSync(process.argv[1], 'utf8')))
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
`

try {
  const {sources, history} = clientProject(Number(files))
  const paths = Object.keys(sources).map(path => join(made, 'client', path))
  for (const [path, text] of Object.entries(sources)) write(join(made, 'client', path), text)
  write(join(made, 'history.yaml'), history)
  write(join(made, 'paths.json'), JSON.stringify(paths))
  const bytes = Object.values(sources).reduce((sum, text) => sum + text.length, 0)
  const parse = [process.execPath, '-e', PARSE, join(made, 'paths.json')]
  const args = [
    join(made, 'client'),
    '--history',
    join(made, 'history.yaml'),
    '--as-of',
    '2026-11-20',
    '--format',
    'json'
  ]
  const usages = [process.execPath, 'dist/cli.cjs', 'usages', ...args]
  // Exit code 1 tells of findings: what is measured is the time.
  const of = inTurn(Number(runs), () => ({parse: measure(parse), usages: measure(usages, {}, [0, 1])}))
  console.log(`${paths.length} files, ${(bytes / 1e6).toFixed(1)} MB: medians of ${runs} runs`)
  console.log(
    `  TypeScript's parser  ${of('parse', 'ms').toFixed(0).padStart(6)} ms  ${of('parse', 'mb').toFixed(0).padStart(5)} MB`
  )
  console.log(
    `  tenure usages        ${of('usages', 'ms').toFixed(0).padStart(6)} ms  ${of('usages', 'mb').toFixed(0).padStart(5)} MB`
  )
  console.log(`  ratio                ${(of('usages', 'ms') / of('parse', 'ms')).toFixed(2).padStart(6)}`)
} finally {
  rmSync(made, {recursive: true, force: true})
}

function write(path, text) {
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, text)
}
