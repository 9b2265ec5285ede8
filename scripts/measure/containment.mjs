import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {getNodeValue, parseTree} from 'jsonc-parser'
import {parse} from 'yaml'
import {Peer} from './peer.mjs'
import {crateFiles, crateProgram, gitFiles, Missing, pypiFiles, pypiInstalled, run} from './sources.mjs'

const JSONSUBSCHEMA = '0.0.8'
const JSONCOMPAT = '0.5.0'
const SUITE = ['sdbs-uni-p/json-schema-containment-testsuite', '446fb41']
/** Seconds of processor time for a question; a process that never looks at its clock is ended after the longer wait. */
const LIMIT = 3
const WAIT = 300
const ASK_PYTHON = fileURLToPath(new URL('ask-jsonsubschema.py', import.meta.url))
const ASK_RUST = fileURLToPath(new URL('ask-jsoncompat.rs', import.meta.url))

const COLUMNS = {
  right: 'Right',
  wrongContained: 'Wrong “contained”',
  wrongNot: 'Wrong “not contained”',
  none: 'No answer',
  crashed: 'Crashed',
  slow: `Over ${LIMIT} s`
}

/** Questions that others wrote, with the answer that they expect, in the draft in which they wrote them. */
const SETS = [
  {name: 'jsonsubschema’s own tests', draft: 'draft-04', questions: testsOfJsonsubschema},
  {name: 'jsoncompat’s own fixtures', draft: '2020-12', questions: fixturesOfJsoncompat},
  {
    name: 'json-schema-containment-testsuite, draft 4',
    draft: 'draft-04',
    isSuite: true,
    questions: () => suite('draft4')
  },
  {
    name: 'json-schema-containment-testsuite, 2020-12',
    draft: '2020-12',
    isSuite: true,
    without: ['jsonsubschema'],
    questions: () => suite('draft2020-12')
  }
]

export async function measure({show}) {
  const engine = await import('../containment-engine.mjs')
  const labels = parse(readFileSync(new URL('../containment-labels.yaml', import.meta.url), 'utf8'))
  const listed = ({name, isSuite}, says) =>
    labels.some(entry => (isSuite ? entry.says : entry.measured?.[name])?.includes(says))
  const peers = {
    jsonsubschema: peer(`jsonsubschema@${JSONSUBSCHEMA}`, askJsonsubschema),
    jsoncompat: peer(`jsoncompat@${JSONCOMPAT}`, askJsoncompat)
  }
  const sets = []
  for (const {name, draft: dialect, isSuite, without, questions} of SETS) {
    const draft = engine.DRAFTS.find(each => each.dialect === dialect)
    const set = {name, dialect, isSuite, without}
    sets.push(set)
    try {
      const all = questions()
      Object.assign(set, {questions: all.length, proven: 0, listed: 0, tools: {}})
      for (const question of all) await answer(question, draft, set)
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      set.missing = error.message
    }
  }
  for (const {ask} of Object.values(peers)) ask?.stop()
  const missing = Object.fromEntries(Object.entries(peers).flatMap(([name, {why}]) => (why ? [[name, why]] : [])))
  return {
    isTimed: true,
    versions: {jsonsubschema: JSONSUBSCHEMA, jsoncompat: JSONCOMPAT, suite: SUITE[1]},
    sets,
    missing
  }

  async function answer({place, texts, label, formats}, draft, set) {
    const [sub, sup] = texts.map(engine.readSchema)
    const start = process.cpuUsage()
    const own = await engine.answerOf(draft, [sub, sup], formats).catch(() => ({is: 'crashed'}))
    const {user, system} = process.cpuUsage(start)
    const said = {keeps: {contained: true}, breaks: {contained: false}, crashed: {crashed: true}}[own.is] ?? {
      none: true
    }
    const answers = {tenure: {...said, ms: (user + system) / 1000}}
    for (const [name, {ask}] of Object.entries(peers)) {
      if (ask && !set.without?.includes(name))
        answers[name] = await ask.ask(...(name === 'jsoncompat' ? translated(draft, texts, [sub, sup]) : texts))
    }
    // A label that a value refutes, or that the list names, is turned around for everybody.
    const isRefuted =
      label && own.is === 'breaks' && (await engine.isCounterexample(draft, [sub, sup], own.witness, formats))
    // One value is contained if it is accepted.
    const isOneValue = Object.keys(sub).join() === 'const'
    const isAccepted = !label && isOneValue && (await engine.isAccepted(draft, sup, sub.const, formats))
    const isContrary = said.contained === !label
    const isListed = isContrary && !isRefuted && !isAccepted && listed(set, engine.saysOf(sub, sup))
    if (isRefuted || isAccepted) set.proven++
    if (isListed) set.listed++
    const truth = isRefuted || isAccepted || isListed ? !label : label
    for (const [name, each] of Object.entries(answers)) {
      set.tools[name] ??= {...Object.fromEntries(Object.keys(COLUMNS).map(column => [column, 0])), ms: 0}
      set.tools[name][columnOf(each, truth)]++
      set.tools[name].ms += each.ms
    }
    if (show && (isRefuted || columnOf(answers.tenure, truth) !== 'right'))
      console.log(JSON.stringify({set: set.name, place, sub, sup, label, truth, own, says: engine.saysOf(sub, sup)}))
  }

  /** jsoncompat reads 2020-12 only, so it is asked older questions in the words of that draft. */
  function translated(draft, texts, schemas) {
    if (draft.dialect === '2020-12') return texts
    try {
      return schemas.map(schema => JSON.stringify(engine.toLatest(draft, schema)))
    } catch {
      return texts
    }
  }
}

function columnOf({contained, slow, crashed}, truth) {
  if (slow) return 'slow'
  if (crashed) return 'crashed'
  if (contained === undefined) return 'none'
  if (contained === truth) return 'right'
  return contained ? 'wrongContained' : 'wrongNot'
}

function peer(name, command) {
  try {
    return {ask: new Peer(name, command(), 1000 * WAIT)}
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    return {why: error.message}
  }
}

function askJsonsubschema() {
  return [pypiInstalled('jsonsubschema', JSONSUBSCHEMA), ASK_PYTHON, 'answer', String(LIMIT)]
}

function askJsoncompat() {
  return [crateProgram('jsoncompat', JSONCOMPAT, ASK_RUST, ['serde_json', 'cpu-time'])]
}

function testsOfJsonsubschema() {
  const tests = join(pypiFiles('jsonsubschema', JSONSUBSCHEMA), `jsonsubschema-${JSONSUBSCHEMA}/test`)
  const lines = run(pypiInstalled('jsonsubschema', JSONSUBSCHEMA), [ASK_PYTHON, 'questions', tests]).trim().split('\n')
  return lines.map((line, index) => {
    const {sub, sup, label} = JSON.parse(line)
    return {place: `#${index}`, texts: [sub, sup].map(each => JSON.stringify(each)), label, formats: true}
  })
}

function fixturesOfJsoncompat() {
  const fixtures = join(crateFiles('jsoncompat', JSONCOMPAT), 'tests/fixtures')
  const read = path => readFileSync(join(fixtures, path), 'utf8')
  // What a writer may send after a change is contained in what it sent before; for a reader it is the other way around.
  const both = (place, old, next, serializer, deserializer) => [
    {place: `${place} new in old`, texts: [next, old], label: serializer, formats: false},
    {place: `${place} old in new`, texts: [old, next], label: deserializer, formats: false}
  ]
  const folders = readdirSync(join(fixtures, 'backcompat')).sort()
  const files = readdirSync(join(fixtures, 'compatibility')).sort()
  return [
    ...folders.flatMap(name => {
      const [old, next, expected] = ['old', 'new', 'expect'].map(file => read(`backcompat/${name}/${file}.json`))
      const {serializer, deserializer} = JSON.parse(expected)
      return both(name, old, next, serializer, deserializer)
    }),
    ...files.flatMap(file => {
      const text = read(`compatibility/${file}`)
      return parseTree(text).children.flatMap(node => {
        const {description, expected} = getNodeValue(node)
        const [old, next] = ['old', 'new'].map(name => textOf(text, node, name))
        return both(description, old, next, expected[0], expected[1])
      })
    })
  ]
}

/** The text of a value, because parsing it would lose digits that the question is about. */
function textOf(text, node, name) {
  const {offset, length} = node.children.find(({children}) => children[0].value === name).children[1]
  return text.slice(offset, offset + length)
}

function suite(draft) {
  const folder = join(gitFiles(...SUITE), 'tests', draft)
  if (!existsSync(folder)) throw new Missing(`the suite has no ${draft}`)
  const paths = readdirSync(folder, {recursive: true}).filter(path => path.endsWith('.json'))
  return paths.sort().flatMap(path =>
    JSON.parse(readFileSync(join(folder, path), 'utf8')).flatMap(({schema1, schema2, tests}, index) => {
      const formats = draft === 'draft4' || path.includes('optional')
      const question = (place, sub, sup, label) => {
        const texts = [sub, sup].map(schema => JSON.stringify(schema))
        return {place: `${path}#${index} ${place}`, texts, label, formats}
      }
      return [
        ...('s1SubsetEqOfs2' in tests ? [question('1 in 2', schema1, schema2, tests.s1SubsetEqOfs2)] : []),
        ...('s2SubsetEqOfs1' in tests ? [question('2 in 1', schema2, schema1, tests.s2SubsetEqOfs1)] : [])
      ]
    })
  )
}

/** The section of the page. */
export function render({sets, versions, missing}, {table}) {
  const rows = sets.flatMap(({name, questions, tools, missing: why}) =>
    why
      ? [[name, `not measured: ${why}`]]
      : Object.entries(tools).map(([tool, figures]) => [
          `${name} (${questions})`,
          tool,
          ...Object.keys(COLUMNS).map(column => figures[column]),
          (figures.ms / 1000).toFixed(1)
        ])
  )
  const sum = (tool, column) => sets.reduce((total, {tools}) => total + (tools?.[tool]?.[column] ?? 0), 0)
  const corrected = sets.reduce((total, {proven = 0, listed = 0}) => [total[0] + proven, total[1] + listed], [0, 0])
  return [
    '## Containment of schemas',
    `Is every value that one schema accepts accepted by another? jsonsubschema ${versions.jsonsubschema} and jsoncompat ${versions.jsoncompat} ship questions with the expected answers in their own packages; json-schema-containment-testsuite (commit \`${versions.suite}\`) has more. Questions of draft 4 are put to jsoncompat in the words of 2020-12, the only draft that it reads, and the fixtures of jsoncompat to jsonsubschema as they are, though it reads draft 4 only. Seconds are of processor time within the process, and tenure’s include two validators that confirm each counterexample.`,
    table(['Questions', 'Tool', ...Object.values(COLUMNS), 'Seconds'], rows),
    ...Object.entries(missing).map(([name, why]) => `${name} was not asked: ${why}.`),
    `The expected answer was turned around, for all tools alike, where two validators accept a value under the first schema and reject it under the second, or accept the only value of the first under the second (${corrected[0]}), or where \`scripts/containment-labels.yaml\` gives the reason (${corrected[1]}).`,
    `A wrong “contained” lets a break through: tenure gives ${sum('tenure', 'wrongContained')}, jsonsubschema ${sum('jsonsubschema', 'wrongContained')}, and jsoncompat ${sum('jsoncompat', 'wrongContained')}. tenure leaves ${sum('tenure', 'none')} undetermined.`,
    better(sets)
  ]
}

/** Where another tool is ahead of tenure. */
function better(sets) {
  const measured = sets.flatMap(({name, tools}) => Object.entries(tools ?? {}).map(each => [name, tools, ...each]))
  const others = measured.filter(([, , tool]) => tool !== 'tenure')
  const list = isAhead =>
    others
      .filter(([, tools, , figures]) => isAhead(figures, tools.tenure))
      .map(([name, , tool]) => `${tool} on ${name}`)
      .join(', ') || 'none'
  return `More right answers than tenure: ${list((theirs, ours) => theirs.right > ours.right)}. Fewer questions without an answer: ${list((theirs, ours) => theirs.none + theirs.slow + theirs.crashed < ours.none)}. Less time: ${list((theirs, ours) => theirs.ms < ours.ms)}.`
}
