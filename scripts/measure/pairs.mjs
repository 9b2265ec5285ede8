import {createHash} from 'node:crypto'
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join, normalize} from 'node:path'
import {parse} from 'yaml'
import {CACHE, crateFiles, goFiles, Missing} from './sources.mjs'
import {OASDIFF, TOOLS, VERSIONS} from './tools.mjs'

const JSONCOMPAT = ['jsoncompat', '0.5.0']

const NAMES = Object.keys(TOOLS)
const COLUMNS = {
  right: 'Right',
  wrongBreaking: 'Wrong “breaking”',
  wrongCompatible: 'Wrong “compatible”',
  review: 'Asks for review',
  none: 'Refuses'
}

export async function measure({show}) {
  const entries = await readEntries()
  const patterns = entries.flatMap(({answer, matches}) =>
    matches.map(text => ({answer, pattern: new RegExp(text), text}))
  )
  const unused = new Set(patterns.map(({text}) => text))
  const sets = {}
  for (const pair of listPairs()) {
    const answers = {}
    for (const name of NAMES) answers[name] = await ask(name, pair)
    const missing = NAMES.filter(name => answers[name].missing)
    if (missing.length > 0) throw new Missing(`${missing.join(' and ')} could not be installed`)
    count(pair, answers)
  }
  for (const text of unused) console.log(`No pair matches \`${text}\`.`)
  return {versions: VERSIONS, sets, entries: countBy(entries, ({answer}) => answer), proven: countBy(entries, proofOf)}

  function count({set, name}, answers) {
    sets[set] ??= {
      pairs: 0,
      agreed: 0,
      settled: 0,
      open: 0,
      undecided: 0,
      tools: Object.fromEntries(
        NAMES.map(tool => [tool, Object.fromEntries([...Object.keys(COLUMNS), 'openBreaking'].map(key => [key, 0]))])
      )
    }
    const row = sets[set]
    row.pairs++
    const definite = NAMES.map(tool => answers[tool].says).filter(says => says === 'breaking' || says === 'compatible')
    const isDisputed = new Set(definite).size > 1
    const line = `${NAMES.map(tool => lineOf(tool, answers[tool])).join(' | ')} | ${name}`
    const found = isDisputed ? patterns.find(({pattern}) => pattern.test(line)) : undefined
    if (found) unused.delete(found.text)
    const truth = isDisputed ? found?.answer : definite[0]
    if (!isDisputed) row.agreed++
    else if (truth === undefined) row.undecided++
    else if (truth === 'open') row.open++
    else row.settled++
    if (show && isDisputed) console.log(`${truth ?? 'undecided'} <${found?.text ?? ''}> ${line}`)
    if (truth === 'open')
      for (const tool of NAMES) if (answers[tool].says === 'breaking') row.tools[tool].openBreaking++
    if (truth !== 'breaking' && truth !== 'compatible') return
    for (const tool of NAMES) row.tools[tool][columnOf(answers[tool], truth)]++
  }
}

/** The entries of the list, each with its proof: a value as two validators judge it, or a sentence. */
export async function readEntries() {
  const {DRAFTS, isCounterexample} = await import('../containment-engine.mjs')
  const entries = parse(readFileSync(new URL('pairs.yaml', import.meta.url), 'utf8'))
  for (const {answer, old, new: next, value, side, cites, because} of entries) {
    if (value === undefined && (cites || answer === 'open')) continue
    const schemas = side === 'request' ? [old, next] : [next, old]
    if (value !== undefined && (await isCounterexample(DRAFTS.at(-1), schemas, value, false))) continue
    throw new Error(`Nothing in scripts/measure/pairs.yaml proves this: ${because}`)
  }
  return entries
}

function lineOf(tool, {says = 'none', kinds = []}) {
  return `${tool} ${says}: ${kinds.join(' ')}`.trim()
}

function columnOf({says}, truth) {
  if (says === undefined) return 'none'
  if (says === 'review') return 'review'
  if (says === truth) return 'right'
  return says === 'breaking' ? 'wrongBreaking' : 'wrongCompatible'
}

function proofOf({value, cites}) {
  if (value !== undefined) return 'value'
  return cites ? 'sentence' : 'reason'
}

function countBy(list, keyOf) {
  const counts = {}
  for (const each of list) counts[keyOf(each)] = (counts[keyOf(each)] ?? 0) + 1
  return counts
}

/** The section of the page. */
export function render({sets, versions}, {table}) {
  const all = Object.entries(sets)
  const sum = key => all.reduce((total, [, row]) => total + row[key], 0)
  const rows = all.flatMap(([name, row]) =>
    NAMES.map(tool => [
      `${name} (${row.agreed + row.settled} of ${row.pairs})`,
      tool,
      ...Object.keys(COLUMNS).map(column => row.tools[tool][column])
    ])
  )
  const total = (tool, column) => all.reduce((count, [, row]) => count + row.tools[tool][column], 0)
  const said = column => NAMES.map(tool => `${tool} ${total(tool, column)}`).join(', ')
  return [
    '## Pairs of descriptions',
    `The pairs of descriptions that the tests of oasdiff ${versions.oasdiff} and the fixtures of jsoncompat ${JSONCOMPAT[1]} compare, in both directions: do clients break? Redocly ${versions.redocly} ships no pairs in its package. Of ${sum('pairs')} questions, the tools contradict each other in ${sum('pairs') - sum('agreed')}. \`scripts/measure/pairs.yaml\` decides ${sum('settled')} of them, by a value that two validators judge or by a sentence of a specification. It leaves ${sum('open')} open, because the specifications leave them to a policy (such as a documented field that leaves a response), and ${sum('undecided')} are not decided yet; neither is counted below.`,
    table(['Pairs of', 'Tool', ...Object.values(COLUMNS)], rows),
    `Wrong “compatible” answers let a break through: ${said('wrongCompatible')}. Wrong “breaking” answers are false alarms: ${said('wrongBreaking')}. Of the questions left open, these are called breaking: ${said('openBreaking')}.`,
    'tenure looks at the fields that a description documents. Where a new keyword rejects only fields that no description lists (`propertyNames`, `unevaluatedProperties`, a schema in `patternProperties` or `dependentSchemas`), it says “compatible”, and oasdiff and Redocly, which say “breaking”, are right by the letter of JSON Schema: they are better there.'
  ]
}

/** Two descriptions in one order, and in the other. */
function listPairs() {
  const pairs = [...pairsOfOasdiff(), ...pairsOfJsoncompat()]
  return pairs.flatMap(({set, name, older, newer}) => [
    {set, name, from: older, to: newer},
    {set, name: `${name}, reversed`, from: newer, to: older}
  ])
}

/** The descriptions that a test of oasdiff names together, and those of its data that are named as a pair. */
function pairsOfOasdiff() {
  const root = goFiles(...OASDIFF)
  const pairs = new Map()
  const add = (older, newer) => {
    if (![older, newer].every(path => existsSync(join(root, path)))) return
    pairs.set(`${older} ${newer}`, {set: 'oasdiff', name: older, older: join(root, older), newer: join(root, newer)})
  }
  const paths = readdirSync(root, {recursive: true}).sort()
  for (const path of paths) {
    if (path.startsWith('data/') && path.includes('_base')) add(path, path.replace('_base', '_revision'))
    if (!path.endsWith('_test.go')) continue
    for (const test of readFileSync(join(root, path), 'utf8').split('\nfunc ')) {
      const named = [...test.matchAll(/"((?:\.\.\/)*data\/[\w/.-]+\.(?:ya?ml|json))"/g)].map(([, name]) => name)
      const files = [...new Set(named)].map(name => normalize(join(dirname(path), name)))
      if (files.length === 2) add(...files)
    }
  }
  return pairs.values()
}

function pairsOfJsoncompat() {
  const root = join(crateFiles(...JSONCOMPAT), 'tests/fixtures/openapi_compat')
  return readdirSync(root).map(name => ({
    set: 'jsoncompat',
    name,
    older: join(root, name, 'old.json'),
    newer: join(root, name, 'new.json')
  }))
}

/** Others’ answers are kept with what was fetched, because they don’t change. */
async function ask(tool, {from, to}) {
  const key = createHash('sha256')
    .update([from, to].map(path => readFileSync(path, 'utf8')).join('\n'))
    .digest('hex')
  const kept = join(CACHE, 'answers', `${tool}@${VERSIONS[tool]}`, `${key.slice(0, 24)}.json`)
  if (tool in VERSIONS && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const answer = await TOOLS[tool](from, to)
  if (tool in VERSIONS && !answer.missing) {
    mkdirSync(dirname(kept), {recursive: true})
    writeFileSync(kept, JSON.stringify(answer))
  }
  return answer
}
