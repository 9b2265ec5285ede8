// Runs a suite of labeled containment questions (json-schema-containment-testsuite) and counts the answers.
// Usage: npm run containment -- FOLDER [--show] [--says]   (--says: what listed questions say, for the list)
// A folder is read as the draft that a part of its path names (`draft7`, `draft2020-12`), else as the one of `$schema`.
import {createHash} from 'node:crypto'
import {readdirSync, readFileSync} from 'node:fs'
import {join, resolve, sep} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {Validator} from '@cfworker/json-schema'
import {registerSchema, setShouldValidateFormat, unregisterSchema, validate} from '@hyperjump/json-schema/draft-2020-12'
import '@hyperjump/json-schema/draft-2019-09'
import '@hyperjump/json-schema/draft-07'
import '@hyperjump/json-schema/draft-06'
import '@hyperjump/json-schema/draft-04'
import '@hyperjump/json-schema/formats'
import {build} from 'esbuild'
import {parse} from 'yaml'

const CORRECT = 'correct'
const COLUMNS = [CORRECT, 'listed', 'wrong keeps', 'wrong breaks', 'undetermined', 'errors']
/** The names of drafts in paths, with what the engine and the validator call them. What comes after is read as the last. */
const DRAFTS = [
  {name: /^draft-?0?[34]$/, dialect: 'draft-04', version: '4', uri: 'http://json-schema.org/draft-04/schema'},
  {name: /^draft-?0?6$/, dialect: 'draft-06', version: '7', uri: 'http://json-schema.org/draft-06/schema'},
  {name: /^draft-?0?7$/, dialect: 'draft-07', version: '7', uri: 'http://json-schema.org/draft-07/schema'},
  {
    name: /^(draft-?)?2019-?09$/,
    dialect: '2019-09',
    version: '2019-09',
    uri: 'https://json-schema.org/draft/2019-09/schema'
  },
  {
    name: /^(draft-?)?(2020-?12|next)$|^v1$/,
    dialect: '2020-12',
    version: '2020-12',
    uri: 'https://json-schema.org/draft/2020-12/schema'
  }
]
const LATEST = DRAFTS.at(-1)

const OLD_WORDS = {$id: 'id', $defs: 'definitions'}

const packages = new URL('../node_modules/', import.meta.url)
/** What the drafts say of themselves: some questions refer to it. */
const METASCHEMAS = new Map(
  [
    (await import(new URL('@hyperjump/json-schema/draft-04/schema.js', packages))).default,
    ...['draft-06', 'draft-07'].map(name => shipped(`json-schema-${name}.json`)),
    ...['2019-09', '2020-12'].flatMap(name => {
      const vocabularies = readdirSync(new URL(`ajv/dist/refs/json-schema-${name}/meta`, packages))
      return ['schema.json', ...vocabularies.map(file => `meta/${file}`)].map(file =>
        shipped(`json-schema-${name}/${file}`)
      )
    })
  ].map(schema => [(schema.$id ?? schema.id).replace(/#$/, ''), schema])
)

const args = process.argv.slice(2)
const [folder] = args.filter(arg => !arg.startsWith('--'))
if (!folder) {
  console.error('Name a folder: `npm run containment -- FOLDER`')
  process.exit(2)
}
const {contains, toStandaloneSchema} = await engine()
const disputed = parse(readFileSync(new URL('containment-labels.yaml', import.meta.url), 'utf8'))
/** By their place, and by what they say: another draft asks them in other places. */
const unusedLabels = new Set(disputed.flatMap(({questions}) => questions))
const listed = new Set(disputed.flatMap(({questions, says = []}) => [...questions, ...says]))
const table = new Map()
const shown = []

for (const path of readdirSync(folder, {recursive: true}).sort()) {
  if (!path.endsWith('.json')) continue
  const steps = resolve(folder, path).split(sep)
  const at = steps.findLastIndex(step => DRAFTS.some(({name}) => name.test(step)))
  const place = at < 0 ? path.split(sep) : steps.slice(at)
  const list = JSON.parse(readFileSync(join(folder, path), 'utf8'))
  if (!Array.isArray(list) || !list.every(item => item?.tests && 'schema1' in item && 'schema2' in item)) continue
  for (const [index, {id = index, schema1, schema2, tests}] of list.entries()) {
    const draft = DRAFTS.find(({name}) => name.test(place[0])) ?? draftOf(schema1, schema2)
    const questions = {s1SubsetEqOfs2: [schema1, schema2], s2SubsetEqOfs1: [schema2, schema1]}
    for (const [name, label] of Object.entries(tests)) {
      const key = `${place.join('/')}#${id} ${name === 's1SubsetEqOfs2' ? '1 in 2' : '2 in 1'}`
      // Since 2019-09 a format is an annotation, but where a test asks for more.
      const formats = !draft.dialect.startsWith('20') || place.includes('optional')
      const outcome = await judge(draft, questions[name], label, formats)
      const isListed =
        outcome.column.startsWith('wrong') && [key, saysOf(...questions[name])].some(each => listed.has(each))
      if (isListed) unusedLabels.delete(key)
      if (isListed && args.includes('--says')) console.log(`${key}: ${saysOf(...questions[name])}`)
      count(place.slice(0, -1).slice(0, 2).join('/'), isListed ? 'listed' : outcome.column)
      if (outcome.column !== CORRECT && !isListed) shown.push(`${key}: ${outcome.column} ${outcome.note}`)
    }
  }
}
if (table.size === 0) {
  console.error(`\`${folder}\` has no questions. Name a folder of json-schema-containment-testsuite.`)
  process.exit(2)
}
print()

/** What a question says, the same in all drafts: without what names the draft, and with its keywords as draft 4 has them. */
function saysOf(...schemas) {
  const said = JSON.stringify(schemas, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => key !== '$schema')
            .map(([key, inner]) => [OLD_WORDS[key] ?? key, inner])
            .sort(([a], [b]) => (a < b ? -1 : 1))
        )
      : typeof value === 'string'
        ? value.replace('#/$defs/', '#/definitions/').replace(/https?:\/\/json-schema\.org\/[\w/-]*#?/, 'metaschema')
        : value
  )
  return createHash('sha256').update(said).digest('hex').slice(0, 16)
}

function shipped(file) {
  return JSON.parse(readFileSync(new URL(`ajv/dist/refs/${file}`, packages), 'utf8'))
}

function draftOf(...schemas) {
  const names = schemas.map(schema => String(schema?.$schema ?? '').replace(/#$/, ''))
  return DRAFTS.find(({uri}) => names.includes(uri)) ?? LATEST
}

async function judge({dialect, version, uri}, [sub, sup], label, formats) {
  const lookup = address => METASCHEMAS.get(address)
  const [first, second] = [sub, sup].map(schema => ({schema, dialect, lookup}))
  let witness
  const confirm = (source, value) => {
    witness = {value}
    const isBeyondIt = /"\$(dynamicRef|recursiveRef)"|json-schema\.org/.test(JSON.stringify(source.schema))
    const schema = isBeyondIt ? toStandaloneSchema(source) : structuredClone(source.schema)
    return new Validator(schema, isBeyondIt ? LATEST.version : version).validate(value).valid
  }
  try {
    let answer = contains(first, second, {confirm, formats})
    // What one validator has no say in, or reads otherwise, is asked of another.
    if (answer.is === 'undetermined' && witness && (await isApart(witness.value, sub, sup, {uri, formats}))) {
      answer = contains(first, second, {confirm: source => source === first, formats})
    }
    if (answer.is === 'undetermined') return {column: 'undetermined', note: answer.why}
    if ((answer.is === 'keeps') === label) return {column: CORRECT}
    const note = answer.is === 'breaks' ? JSON.stringify(answer.witness) : ''
    return {column: `wrong ${answer.is}`, note}
  } catch (error) {
    return {column: 'errors', note: error.stack}
  }
}

async function isApart(value, sub, sup, {uri, formats}) {
  setShouldValidateFormat(formats)
  // This one prints each name of a host that it refuses.
  const {log} = console
  console.log = () => {}
  const accepts = async (schema, name) => {
    const address = `https://tenure.invalid/${name}`
    try {
      registerSchema(structuredClone(schema), address, uri)
      return (await validate(address, value)).valid
    } catch {
      return undefined
    } finally {
      unregisterSchema(address)
    }
  }
  const apart = (await accepts(sub, 'sub')) === true && (await accepts(sup, 'sup')) === false
  console.log = log
  return apart
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
    `${percent(all[CORRECT])} of ${total} as labeled, ${percent(all[CORRECT] + all.listed)} with corrected labels`
  )
  if (args.includes('--show')) for (const line of shown) console.log(line)
  for (const key of unusedLabels)
    if (table.has(key.split('/', 2).join('/')))
      console.log(`The entry \`${key}\` in containment-labels.yaml isn't a wrong label.`)
  process.exitCode = all['wrong keeps'] + all['wrong breaks'] + all.errors > 0 ? 1 : 0
}

/** The engine as it is in the source, bundled in memory. */
async function engine() {
  const {outputFiles} = await build({
    stdin: {
      contents: "export {contains} from './containment.ts'\nexport {toStandaloneSchema} from './to-draft-2020.ts'",
      resolveDir: fileURLToPath(new URL('../src/schema', import.meta.url))
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm'
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`)
}
