// Plants each fault of scripts/faults.yaml, one at a time, and says which of them the tests notice:
// npm run faults [-- --whole] [IDS…]. First the nearest tests of a fault run; with --whole, all quick tests run for those
// that survive. Results are kept until a fault or its file changes. Each file is restored, also after an interruption.
import {spawn, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {load} from 'js-yaml'
import {globSync} from 'tinyglobby'

const root = fileURLToPath(new URL('..', import.meta.url))
const RESULTS = join(root, 'node_modules/.cache/faults.json')
const ANSWER = join(root, 'node_modules/.cache/faults-answer.json')
/** The tests whose commands are built, and not run in the process of the test. */
const OF_BUILD = /\b(?:tenureProcess|inShell)\(/
/** A test that fails in one of these ways doesn't notice the fault, but only that something was edited. */
const NO_ASSERTION = /is older than|Run `npm run build`|SyntaxError|Transform failed|Cannot find module/

const faults = load(readFileSync(join(root, 'scripts/faults.yaml'), 'utf8'))
const args = process.argv.slice(2)
const isWhole = args.includes('--whole')
const ids = args.filter(each => !each.startsWith('--'))

const refuse = message => {
  console.error(message)
  process.exit(2)
}
const unknown = ids.filter(id => !faults.some(each => each.id === id))
if (unknown.length > 0) refuse(`There is no fault ${unknown.map(id => `\`${id}\``).join(', ')} in scripts/faults.yaml.`)
const chosen = faults.filter(({id}) => ids.length === 0 || ids.includes(id))
for (const {id, file, find} of chosen) {
  const times = readFileSync(join(root, file), 'utf8').split(find).length - 1
  if (times !== 1) refuse(`The text that \`${id}\` replaces occurs ${times} times in ${file}, and not once.`)
}
const files = [...new Set(chosen.map(({file}) => file))]
const edited = spawnSync('git', ['diff', '--name-only', 'HEAD', '--', ...files], {cwd: root})
  .stdout.toString()
  .trim()
if (edited !== '') refuse(`Commit these files first, because faults are planted in them:\n${edited}`)

let restore = () => undefined
let running
/** Whether the build has a fault in it. */
let isStale = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    running?.kill(signal)
    restore()
    process.exit(130)
  })
process.on('exit', () => restore())

const results = readResults()
for (const [at, fault] of chosen.entries()) {
  const key = keyOf(fault)
  const known = results[fault.id]?.key === key ? results[fault.id] : undefined
  if (known && (known.by !== undefined || known.isWhole || !isWhole)) continue
  results[fault.id] = {key, ...(await plant(fault, known === undefined)), ...(isWhole ? {isWhole} : {})}
  mkdirSync(dirname(RESULTS), {recursive: true})
  writeFileSync(RESULTS, JSON.stringify(results, undefined, 2))
  console.log(`${at + 1}/${chosen.length} ${fault.id}: ${results[fault.id].by ?? 'SURVIVES'}`)
}
if (isStale) await run(process.execPath, ['scripts/build.mjs'])
report()

function readResults() {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8'))
  } catch {
    return {}
  }
}

/** Changes with the fault, with its file, and with the files of its nearest tests. */
function keyOf(fault) {
  const texts = [fault.file, ...testsOf(fault)].map(each => readFileSync(join(root, each), 'utf8'))
  return createHash('sha256')
    .update(JSON.stringify([fault, texts]))
    .digest('hex')
    .slice(0, 16)
}

function testsOf({nearest}) {
  const all = globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'], {cwd: root})
  return all.filter(each => nearest.some(part => each.includes(part))).sort()
}

/** The test that notices a fault; nothing if none does. */
async function plant(fault, isNew) {
  const path = join(root, fault.file)
  const text = readFileSync(path, 'utf8')
  const isBuilt = isWhole || testsOf(fault).some(each => OF_BUILD.test(readFileSync(join(root, each), 'utf8')))
  restore = () => {
    writeFileSync(path, text)
    restore = () => undefined
  }
  try {
    writeFileSync(
      path,
      text.replace(fault.find, () => fault.put)
    )
    isStale ||= isBuilt
    if (isBuilt) await run(process.execPath, ['scripts/build.mjs'])
    const near = isNew ? await test(fault.nearest) : undefined
    return {by: near ?? (isWhole ? await test([]) : undefined)}
  } finally {
    restore()
  }
}

async function test(filters) {
  rmSync(ANSWER, {force: true})
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--maxWorkers=1', '--reporter=json']
  // The nearest tests run at full size, and all of them at their quick one.
  const env = filters.length > 0 ? {...process.env, TESTS: 'all'} : process.env
  await run(process.execPath, [...command, `--outputFile=${ANSWER}`, ...filters], env)
  const {testResults} = JSON.parse(readFileSync(ANSWER, 'utf8'))
  const failed = testResults.flatMap(({name, assertionResults}) =>
    assertionResults
      .filter(({status, failureMessages}) => status === 'failed' && !NO_ASSERTION.test(failureMessages.join('\n')))
      .map(({fullName}) => `${name.slice(root.length)}: ${fullName}`)
  )
  const broken = testResults.find(({status, message}) => status === 'failed' && message !== '')
  if (failed.length === 0 && broken) throw new Error(`No test ran: ${broken.name}\n${broken.message}`)
  return failed[0]
}

function run(command, parameters, env = process.env) {
  return new Promise((resolve, reject) => {
    running = spawn(command, parameters, {cwd: root, stdio: 'ignore', env})
    running.on('error', reject)
    running.on('exit', resolve)
  })
}

function report() {
  const isCaught = ({id}) => results[id].by !== undefined
  const areas = [...new Set(chosen.map(({area}) => area))]
  const rows = areas.map(area => {
    const all = chosen.filter(each => each.area === area)
    const caught = all.filter(isCaught).length
    return [area, {faults: all.length, caught, survive: all.length - caught}]
  })
  console.table(Object.fromEntries(rows))
  const left = chosen.filter(each => !isCaught(each))
  for (const {id, file, says} of left) console.log(`${id} (${file}): ${says}`)
  console.log(`${chosen.length - left.length} of ${chosen.length} faults are caught, and ${left.length} survive.`)
  if (left.length > 0) process.exitCode = 1
}
