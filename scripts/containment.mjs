// Runs a suite of labelled containment questions (json-schema-containment-testsuite) and counts the answers.
// Usage: npm run containment -- FOLDER [--show]
import {readdirSync, readFileSync} from 'node:fs'
import {join, relative, sep} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {Validator} from '@cfworker/json-schema'
import {build} from 'esbuild'
import {parse} from 'yaml'

const CORRECT = 'correct'
const COLUMNS = [CORRECT, 'listed', 'wrong keeps', 'wrong breaks', 'undetermined', 'errors']
const DRAFTS = {draft4: ['draft-04', '4'], draft6: ['draft-06', '7'], draft7: ['draft-07', '7']}

const packages = new URL('../node_modules/', import.meta.url)
/** What the drafts say of themselves: some questions refer to it. */
const METASCHEMAS = new Map([
  [
    'http://json-schema.org/draft-04/schema',
    (await import(new URL('@hyperjump/json-schema/draft-04/schema.js', packages))).default
  ],
  [
    'http://json-schema.org/draft-06/schema',
    JSON.parse(readFileSync(new URL('ajv/dist/refs/json-schema-draft-06.json', packages), 'utf8'))
  ]
])

const args = process.argv.slice(2)
const [folder] = args.filter(arg => !arg.startsWith('--'))
if (!folder) {
  console.error('Unexpected call without a folder, expected `npm run containment -- FOLDER`')
  process.exit(2)
}
const {contains} = await engine()
const disputed = new Map(
  parse(readFileSync(new URL('containment-labels.yaml', import.meta.url), 'utf8')).flatMap(({proof, questions}) =>
    questions.map(question => [question, proof])
  )
)
const unusedLabels = new Set(disputed.keys())
const table = new Map()
const shown = []

for (const path of readdirSync(folder, {recursive: true}).sort()) {
  if (!path.endsWith('.json')) continue
  const place = relative('tests', path).startsWith('..') ? path : relative('tests', path)
  const [draft, category] = place.split(sep)
  if (!DRAFTS[draft]) continue
  for (const {id, schema1, schema2, tests} of JSON.parse(readFileSync(join(folder, path), 'utf8'))) {
    const questions = {s1SubsetEqOfs2: [schema1, schema2], s2SubsetEqOfs1: [schema2, schema1]}
    for (const [name, label] of Object.entries(tests)) {
      const key = `${place.split(sep).join('/')}#${id} ${name === 's1SubsetEqOfs2' ? '1 in 2' : '2 in 1'}`
      const outcome = judge(draft, ...questions[name], label)
      const isListed = outcome.column.startsWith('wrong') && disputed.has(key)
      if (isListed) unusedLabels.delete(key)
      count(`${draft}/${category}`, isListed ? 'listed' : outcome.column)
      if (outcome.column !== CORRECT && !isListed) shown.push(`${key}: ${outcome.column} ${outcome.note}`)
    }
  }
}
print()

function judge(draft, sub, sup, label) {
  const [dialect, version] = DRAFTS[draft]
  const confirm = ({schema}, value) => {
    const validator = new Validator(structuredClone(schema), version)
    for (const [address, other] of METASCHEMAS) validator.addSchema(structuredClone(other), address)
    return validator.validate(value).valid
  }
  const lookup = address => METASCHEMAS.get(address)
  try {
    const answer = contains({schema: sub, dialect, lookup}, {schema: sup, dialect, lookup}, {confirm})
    if (answer.is === 'undetermined') return {column: 'undetermined', note: answer.why}
    if ((answer.is === 'keeps') === label) return {column: CORRECT}
    const note = answer.is === 'breaks' ? JSON.stringify(answer.witness) : ''
    return {column: `wrong ${answer.is}`, note}
  } catch (error) {
    return {column: 'errors', note: error.stack}
  }
}

function count(category, column) {
  for (const row of [category, 'all']) {
    const counts = table.get(row) ?? Object.fromEntries(COLUMNS.map(name => [name, 0]))
    counts[column]++
    table.set(row, counts)
  }
}

function print() {
  const rows = [...table].sort(([a], [b]) => Number(a === 'all') - Number(b === 'all'))
  const width = Math.max(...rows.map(([name]) => name.length))
  console.log([''.padEnd(width), ...COLUMNS].join('  '))
  for (const [name, counts] of rows) {
    console.log(
      [name.padEnd(width), ...COLUMNS.map(column => String(counts[column]).padStart(column.length))].join('  ')
    )
  }
  const all = table.get('all')
  const total = COLUMNS.reduce((sum, column) => sum + all[column], 0)
  const percent = part => `${((100 * part) / total).toFixed(2)} %`
  console.log(
    `${percent(all[CORRECT])} of ${total} as labelled, ${percent(all[CORRECT] + all.listed)} with the labels mended`
  )
  if (args.includes('--show')) for (const line of shown) console.log(line)
  for (const key of unusedLabels)
    console.log(`Unexpected entry \`${key}\` in containment-labels.yaml, expected a wrong label`)
  process.exitCode = all['wrong keeps'] + all['wrong breaks'] + all.errors > 0 ? 1 : 0
}

/** The engine as it is in the source, bundled in memory. */
async function engine() {
  const {outputFiles} = await build({
    entryPoints: [fileURLToPath(new URL('../src/schema/containment.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm'
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`)
}
