// Runs cases that were made from oasdiff's own tests (Apache-2.0), and sets what it says beside what we say.
// Usage: npm run oasdiff -- FOLDER [--show] [--as-of DAY]
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {parse} from 'yaml'
import {importSource} from './import-source.mjs'

const ERROR = 3
const args = process.argv.slice(2)
const dayAt = args.indexOf('--as-of')
const asOf = dayAt >= 0 ? args[dayAt + 1] : '2026-11-20'
const [folder] = args.filter((arg, at) => !arg.startsWith('--') && (dayAt < 0 || at !== dayAt + 1))
if (!folder || !existsSync(folder)) {
  console.error('Name a folder of cases: `npm run oasdiff -- FOLDER`')
  process.exit(2)
}
/** Ours, as the command runs it, without its process. */
const {diff} = await importSource(`
  import {diffSnapshots} from './packages/openapi/src/diff/diff.ts'
  import {judgingContextOf} from './packages/openapi/src/judging-context.ts'
  import {judgeChanges} from './src/policy/compatibility/compatibility.ts'
  import {readPolicy} from './src/inputs/config/policy-file.ts'
  import {readSnapshot} from './packages/openapi/src/read/snapshot.ts'
  import {openSpec} from './src/documents/document-files.ts'
  import {validate} from './packages/openapi/src/validator.ts'
  import {openWorkspace} from './src/stores/files/workspace.ts'
  const workspace = openWorkspace(process.cwd(), process.env)
  const {policy} = readPolicy(workspace.files, 'thirteen-months')
  const none = {stdin: () => Buffer.alloc(0)}
  export function diff(from, to, asOf) {
    const [older, newer] = [from, to].map(name => readSnapshot(openSpec(workspace, name, none)))
    const judged = judgeChanges(diffSnapshots(older, newer, validate), {
      policy,
      asOf,
      ...judgingContextOf(older, newer)
    })
    return judged.map(({change, verdict, effects}) => ({
      kind: change.kind,
      verdict,
      effects,
      about: change.about,
      where: (change.where.new ?? change.where.old)?.pointer,
      proofs: change.proofs,
      operations: [
        ...new Set(change.reaches.map(({operation}) => operation.target.text.replaceAll(/\\{[^{}]*\\}/g, '{}')))
      ]
    }))
  }
`)
const reasons = parse(readFileSync(new URL('oasdiff-labels.yaml', import.meta.url), 'utf8')) ?? []
const excuses = reasons.flatMap(({matches}) => matches.map(text => ({text, pattern: new RegExp(text)})))
const unused = new Set(excuses.map(({text}) => text))
const isExcused = key => {
  const found = excuses.filter(({pattern}) => pattern.test(key))
  for (const {text} of found) unused.delete(text)
  return found.length > 0
}

/** What each label asks of us. */
const LIFECYCLE = /sunset|stability|deprecat|reactivated|before-sunset/
const counts = {}
const byId = new Map()
const misses = []
let pairs = 0
/** Several cases are of the same two documents: distinct ones are counted by themselves, too. */
const seen = new Set()
const distinct = {}
let isFirst = true

for (const name of readdirSync(folder).sort()) {
  const at = join(folder, name)
  if (!existsSync(join(at, 'base.yaml'))) continue
  const documents = documentsIn(at)
  isFirst = !seen.has(documents)
  seen.add(documents)
  for (const [answer, sides] of [
    ['cli-default.json', ['base.yaml', 'revision.yaml']],
    ['cli-reversed.json', ['revision.yaml', 'base.yaml']]
  ]) {
    if (!existsSync(join(at, answer))) continue
    const labels = labelsIn(join(at, answer))
    if (!labels) {
      count('not answered by oasdiff')
      continue
    }
    pairs++
    let changes
    try {
      changes = diff(fileOf(at, sides[0]), fileOf(at, sides[1]), asOf)
    } catch (error) {
      count(error.problems ? 'refused' : 'crashed')
      misses.push(`${name} ${answer}: ${error.stack.split('\n')[0]}`)
      continue
    }
    compareWith(labels, changes, `${name} ${answer === 'cli-default.json' ? 'forward' : 'reversed'}`)
  }
}
report()

/** A case of several files has them beside it, under their own names. */
function fileOf(at, name) {
  const sources = join(at, name.replace('.yaml', '-src'))
  if (!existsSync(sources)) return join(at, name)
  const found = readdirSync(sources, {recursive: true}).find(path => /(^|\/)openapi\.ya?ml$/.test(path))
  return found ? join(sources, found) : join(at, name)
}

/** The text of both sides. */
function documentsIn(at) {
  const names = readdirSync(at, {recursive: true}).filter(name => /^(base|revision)\b.*\.\w+$/.test(name))
  return names
    .sort()
    .map(name => `${name}\n${readFileSync(join(at, name), 'utf8')}`)
    .join('\n')
}

function labelsIn(path) {
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[[{]/.test(text)) return text === '' || text === 'null' ? [] : undefined
  const said = JSON.parse(text)
  return Array.isArray(said) ? said : (said.changes ?? [])
}

function compareWith(labels, changes, name) {
  const atOperation = (change, {operation, path}) =>
    !path || change.operations.some(each => each === shape(`${operation} ${path}`) || each === '/**')
  const isBreaking = ({verdict}) => verdict === 'violation' || verdict === 'exempt'
  const loud = new Set()
  for (const label of labels) {
    const own = changes.filter(change => atOperation(change, label))
    if (LIFECYCLE.test(label.id)) {
      const found = own.some(({kind}) => /deprecat|sunset|stability|removed/.test(kind))
      tally(label, found ? 'told' : 'silent', name, label.level === ERROR)
      loud.add(shape(`${label.operation} ${label.path}`))
      continue
    }
    if (label.level === ERROR) {
      tally(label, own.some(isBreaking) ? 'breaking' : 'missed', name, true)
      loud.add(shape(`${label.operation} ${label.path}`))
    } else if (label.level === 2) {
      const found = own.some(isBreaking) ? 'breaking' : own.length > 0 ? 'told' : 'silent'
      tally(label, found, name, false)
      loud.add(shape(`${label.operation} ${label.path}`))
    } else tally(label, own.length > 0 ? 'told' : 'silent', name, false)
  }
  // Operations of which nothing louder than an information is said.
  const quiet = new Set(
    [
      ...labels.map(({operation, path}) => shape(`${operation} ${path}`)),
      ...changes.flatMap(each => each.operations)
    ].filter(operation => !loud.has(operation))
  )
  for (const operation of quiet) {
    const broken = changes.filter(change => change.operations.includes(operation) && isBreaking(change))
    const key = `${name} quiet ${operation} ${[...new Set(broken.map(({kind}) => kind))].join(' ')}`
    if (broken.length === 0) count('quiet: nothing breaking')
    else if (isExcused(key)) count('quiet: breaking, with a reason')
    else {
      count('quiet: breaking')
      misses.push(key)
    }
  }
}

function tally(label, outcome, name, counts_) {
  const row = byId.get(`${label.level} ${label.id}`) ?? {}
  row[outcome] = (row[outcome] ?? 0) + 1
  byId.set(`${label.level} ${label.id}`, row)
  if (!counts_) return
  const key = `${name} ${label.id} ${label.operation ?? ''} ${label.path ?? ''}`.trim()
  if (outcome === 'breaking' || outcome === 'told') count('error level: found')
  else if (isExcused(key)) count('error level: ours is right')
  else {
    count('error level: missed')
    misses.push(key)
  }
}

function count(name) {
  counts[name] = (counts[name] ?? 0) + 1
  if (isFirst) distinct[name] = (distinct[name] ?? 0) + 1
}

function shape(operation) {
  return operation.replaceAll(/\{[^{}]*\}/g, '{}')
}

function report() {
  const rows = [...byId].sort(([a], [b]) => (a < b ? 1 : -1))
  for (const [id, row] of rows) {
    const cells = Object.entries(row).map(([outcome, times]) => `${outcome} ${times}`)
    console.log(`${id.padEnd(70)} ${cells.join(', ')}`)
  }
  console.log(`\n${pairs} pairs, as of ${asOf}`)
  for (const [name, times] of Object.entries(counts).sort())
    console.log(`${String(times).padStart(6)}  ${name} (${distinct[name] ?? 0} in ${seen.size} distinct cases)`)
  for (const key of unused) console.log(`unused reason: ${key}`)
  if (args.includes('--show')) for (const miss of misses) console.log(miss)
  if (misses.length > 0) process.exitCode = 1
}
