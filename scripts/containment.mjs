// Runs a suite of labeled containment questions (json-schema-containment-testsuite) and counts the answers.
// Usage: npm run containment -- FOLDER [--show] [--says]   (--says: what listed questions say, for the list)
// A folder is read as the draft that a part of its path names (`draft7`, `draft2020-12`), else as the one of `$schema`.
import {readdirSync, readFileSync} from 'node:fs'
import {join, resolve, sep} from 'node:path'
import process from 'node:process'
import {parse} from 'yaml'
import {answerOf, DRAFTS, draftOf, saysOf} from './containment-engine.mjs'

const CORRECT = 'correct'
const COLUMNS = [CORRECT, 'listed', 'wrong keeps', 'wrong breaks', 'undetermined', 'errors']
const args = process.argv.slice(2)
const [folder] = args.filter(arg => !arg.startsWith('--'))
if (!folder) {
  console.error('Name a folder: `npm run containment -- FOLDER`')
  process.exit(2)
}
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

async function judge(draft, question, label, formats) {
  try {
    const answer = await answerOf(draft, question, formats)
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
    `${percent(all[CORRECT])} of ${total} as labeled, ${percent(all[CORRECT] + all.listed)} with corrected labels`
  )
  if (args.includes('--show')) for (const line of shown) console.log(line)
  for (const key of unusedLabels)
    if (table.has(key.split('/', 2).join('/')))
      console.log(`The entry \`${key}\` in containment-labels.yaml isn't a wrong label.`)
  process.exitCode = all['wrong keeps'] + all['wrong breaks'] + all.errors > 0 ? 1 : 0
}
