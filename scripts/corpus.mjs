// Compares all adjacent releases of real descriptions, two in memory at a time, and counts what was found and proven.
// Usage: npm run corpus -- FOLDER [HISTORY...] [--show]. A history is a folder with a `releases.json` that lists `file`s.
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {format as formats, Validator} from '@cfworker/json-schema'
import {Ajv2020} from 'ajv/dist/2020.js'
import {importSource} from './import-source.mjs'

/** Of what schemas decide, the share that may stay open. */
const MOST_UNDETERMINED = 0.02
/** What Ajv has once compiled stays in its memory. */
const MAX_COMPILED = 500
const COLUMNS = [
  ['pairs', 5],
  ['changes', 8],
  ['of schemas', 11],
  ['breaks', 7],
  ['confirmed', 10],
  ['half', 5],
  ['unasked', 8],
  ['disputed', 9],
  ['undocumented', 13],
  ['undetermined', 13],
  ['share', 7],
  ['gaps', 5],
  ['crashes', 8]
]

/** The words with which a schema says what changes are about: a place that ends with one is a place in a schema. */
const KEYWORD =
  /(?<!\/(?:properties|patternProperties|\$defs|definitions|schemas))\/(?:x-nullable|nullable|type|format|enum|const|pattern|required|multipleOf|uniqueItems|additionalProperties|(?:exclusive)?(?:Minimum|Maximum|minimum|maximum)|(?:min|max)(?:Length|Items|Properties)|(?:oneOf|anyOf)\/\d+|oneOf|anyOf)$/

const args = process.argv.slice(2)
const [folder, ...wanted] = args.filter(arg => !arg.startsWith('--'))
const isShown = args.includes('--show')
if (!folder || !existsSync(folder)) {
  console.error('Name a folder of histories: `npm run corpus -- FOLDER`')
  process.exit(2)
}
const names = readdirSync(folder)
  .sort()
  .filter(name => existsSync(join(folder, name, 'releases.json')) && (wanted.length === 0 || wanted.includes(name)))
if (names.length === 0) {
  console.error(`No folder in \`${folder}\` has a \`releases.json\`.`)
  process.exit(2)
}

const shown = []
const {diffSnapshots, readDescription, isProven, toPartialSchema, rootNode, createNormalizer} = await importSource(`
  export {toPartialSchema} from './packages/json-schema/src/partial-schema.ts'
  export {createNormalizer} from './packages/json-schema/src/normalize.ts'
  export {rootNode} from './packages/json-schema/src/document/node.ts'
  export {diffSnapshots} from './packages/openapi/src/diff/diff.ts'
  import {readSnapshot} from './packages/openapi/src/read/snapshot.ts'
  import {openSpec} from './src/documents/document-files.ts'
  import {openWorkspace} from './src/stores/files/workspace.ts'
  const workspace = openWorkspace(process.cwd(), process.env)
  export const readDescription = name => readSnapshot(openSpec(workspace, name, {stdin: () => Buffer.alloc(0)}))
  import {kindOf} from './src/languages/kinds.ts'
  export const isProven = kind => kindOf(kind).proof === 'always'
`)
let compiled = 0
let ajv = newAjv()

console.log(`${''.padEnd(20)}${COLUMNS.map(([name, width]) => name.padStart(width)).join('')}  slowest pair`)
const total = emptyCounts()
for (const name of names) {
  const counts = historyOf(name)
  print(name, counts)
  for (const [column] of COLUMNS) total[column] += counts[column]
  if (counts.slowest.ms > total.slowest.ms) total.slowest = {...counts.slowest, at: `${name} ${counts.slowest.at}`}
}
print('total', total)
console.log(`
changes       facts that differ, those of documentation among them
of schemas    changes whose effect is decided by comparing schemas
breaks        proofs of a break among them, on the one side or the other, each with a witness
confirmed     … accepted by a schema of the one side and refused by one of the other, as the validator of the command
              and Ajv say
half          … one of the sides is shown by other means: what is compared as text on the wire, say
unasked       … the validator was not asked about just this value
disputed      … Ajv says otherwise
undocumented  … only an open reading of the schema lets the witness through: the document never speaks of it
undetermined  changes of schemas with an undecided side; at ${100 * MOST_UNDETERMINED} % of them this fails
gaps          parts of descriptions that could not be read`)
if (isShown) for (const line of shown) console.log(line)
if (total.crashes > 0 || total.disputed > 0 || shareOf(total) >= MOST_UNDETERMINED) process.exitCode = 1

function emptyCounts() {
  return {...Object.fromEntries(COLUMNS.map(([name]) => [name, 0])), slowest: {ms: 0, at: 'none'}}
}

function historyOf(name) {
  const counts = emptyCounts()
  const {releases} = JSON.parse(readFileSync(join(folder, name, 'releases.json'), 'utf8'))
  let older
  for (const {file} of releases) {
    const newer = attempt(counts, `${name} ${file}`, () => readDescription(join(folder, name, file)).snapshot)
    if (older && newer) pairOf(counts, `${name} ${older.file} ${file}`, older.snapshot, newer)
    // Details are read while two are compared, and may lack something: of the older one all has been asked by now.
    counts.gaps += older ? missingIn(older.snapshot) : 0
    older = newer && {file, snapshot: newer}
  }
  counts.gaps += older ? missingIn(older.snapshot) : 0
  return counts
}

function missingIn({gaps}) {
  return gaps.filter(({isRead}) => !isRead).length
}

function pairOf(counts, name, older, newer) {
  /** All that the validator was asked, in this comparison. */
  const asked = []
  const validate = (schema, value) => {
    const isValid = new Validator(schema, '2020-12').validate(value).valid
    asked.push({schema, value, isValid})
    return isValid
  }
  const start = performance.now()
  const changes = attempt(counts, name, () => diffSnapshots(older, newer, validate))
  const ms = performance.now() - start
  if (!changes) return
  counts.pairs++
  if (ms > counts.slowest.ms) counts.slowest = {ms, at: name.slice(name.indexOf(' ') + 1)}
  counts.changes += changes.length
  const questions = grouped(asked)
  for (const change of changes) {
    const proofs = Object.entries(change.proofs)
    if (proofs.length === 0 || !isProven(change.kind)) continue
    counts['of schemas']++
    const pointer = (change.where.new ?? change.where.old)?.pointer
    for (const [side, proof] of proofs) {
      if (proof.is !== 'breaks') continue
      counts.breaks++
      const own = questions.get(JSON.stringify(proof.witness)) ?? []
      const outcome = confirmed(own.concat(asAWhole(older, newer, change, side, proof.witness)))
      counts[outcome]++
      if (!isDocumented(older, newer, change, side, proof.witness)) {
        counts.undocumented++
        shown.push(
          `undocumented: ${name} ${change.kind} ${side} ${pointer} ${JSON.stringify(proof.witness).slice(0, 200)}`
        )
      }
      if (outcome !== 'confirmed')
        shown.push(
          `${outcome}: ${name} ${change.kind} ${side} ${pointer} ${JSON.stringify(proof.witness).slice(0, 200)}`
        )
    }
    const open = proofs.filter(([, {is}]) => is === 'undetermined')
    if (open.length > 0) counts.undetermined++
    for (const [side, {why}] of open) shown.push(`undetermined: ${name} ${change.kind} ${side} ${pointer}: ${why}`)
  }
}

function grouped(asked) {
  const groups = new Map()
  for (const each of asked) {
    const key = JSON.stringify(each.value)
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return groups
}

/**
 * The schemas at both places of a change, asked afresh, where they are what was compared: the one that held the value
 * has it, and the other one has not.
 */
function asAWhole(older, newer, {where, kind}, side, witness) {
  if (!where.old || !where.new || kind.includes('field')) return []
  const [held, lost] = [
    [older, where.old],
    [newer, where.new]
  ].map(([snapshot, {source, pointer}]) => {
    const place = pointer?.replace(KEYWORD, '')
    const raw = source === snapshot.source && place !== undefined ? at(snapshot.root, place) : undefined
    if (typeof raw !== 'object' || raw === null) return undefined
    const schema = toPartialSchema(
      rootNode(snapshot.schemaAt(raw, place)),
      [witness],
      side === 'request' ? 'readOnly' : 'writeOnly'
    )
    return {schema, value: witness, isValid: new Validator(schema, '2020-12').validate(witness).valid}
  })
  const isShown = held && lost && held.isValid === (side === 'request') && lost.isValid === (side !== 'request')
  return isShown ? [held, lost] : []
}

/**
 * Whether the side that held the value documents it: closed, where that side can be found. The place of a field is not
 * that of the object, and who closes an object refuses what nobody documented.
 */
function isDocumented(older, newer, {where, kind}, side, witness) {
  if (kind.includes('field') || kind === 'object-closed') return true
  const [snapshot, place] = side === 'request' ? [older, where.old] : [newer, where.new]
  const source = place && schemaAt(snapshot, place)
  if (!source) return true
  const omitted = side === 'request' ? 'readOnly' : 'writeOnly'
  const [literal, closed] = [source, createNormalizer({closed: true, direction: side})(source)].map(
    each => new Validator(toPartialSchema(rootNode(each), [witness], omitted), '2020-12').validate(witness).valid
  )
  return closed || !literal
}

/** The schema at the place of a change, if there is one. */
function schemaAt(snapshot, {source, pointer}) {
  const place = pointer?.replace(KEYWORD, '')
  const raw = source === snapshot.source && place !== undefined ? at(snapshot.root, place) : undefined
  return typeof raw === 'object' && raw !== null ? snapshot.schemaAt(raw, place) : undefined
}

function at(root, pointer) {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value, name) => value?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], root)
}

/** How well the witness of a break is confirmed, by all that was asked about this value. */
function confirmed(questions) {
  if (questions.length === 0) return 'unasked'
  for (const isValid of [true, false]) {
    // Of many that say the same, a few are enough.
    for (const {schema, value} of questions.filter(each => each.isValid === isValid).slice(-2)) {
      const word = ajvOn(schema, value)
      if (word !== undefined && word !== isValid) return 'disputed'
    }
  }
  return new Set(questions.map(({isValid}) => isValid)).size === 2 ? 'confirmed' : 'half'
}

/** Ajv's word on a value; nothing, where it cannot compile the schema. */
function ajvOn(schema, value) {
  if (++compiled % MAX_COMPILED === 0) ajv = newAjv()
  try {
    return ajv.validate(schema, value)
  } catch {
    return undefined
  }
}

function newAjv() {
  // What a format asks is taken from the other one: Ajv has none of its own.
  return new Ajv2020({strict: false, validateSchema: false, logger: false, formats, addUsedSchema: false})
}

function attempt(counts, name, work) {
  try {
    return work()
  } catch (error) {
    counts.crashes++
    console.log(`crash: ${name}: ${error.stack}`)
    return undefined
  }
}

function shareOf(counts) {
  return counts['of schemas'] === 0 ? 0 : counts.undetermined / counts['of schemas']
}

function print(name, counts) {
  const cells = COLUMNS.map(([column, width]) => {
    const text = column === 'share' ? `${(100 * shareOf(counts)).toFixed(2)} %` : String(counts[column])
    return text.padStart(width)
  })
  console.log(`${name.padEnd(20)}${cells.join('')}  ${counts.slowest.ms.toFixed(0)} ms, ${counts.slowest.at}`)
}
