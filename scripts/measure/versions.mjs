import {spawnSync} from 'node:child_process'
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {extname, join, resolve} from 'node:path'
import process from 'node:process'
import yaml from 'js-yaml'
import semver from 'semver'
import {temporary} from '../temporary.mjs'
import {Missing} from './sources.mjs'
import {COMMANDS, QUIET, VERSIONS} from './tools.mjs'

/** Folders of real descriptions with a `releases.json` each, which nobody may publish again. */
const FOLDER = process.env.TENURE_CORPUS
/** A version number, with how many of its numbers are written. */
const NUMBER = /^v?\d{1,3}(?:\.\d+){0,2}(?:-[\da-z.-]+)?(?:\+[\w.]+)?$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/
const STEPS = ['none', 'patch', 'minor', 'major']

/** What each tool asks of the version numbers of adjacent releases, and how many numbers are too low by it. */
export async function measure({show}) {
  if (!FOLDER) throw new Missing('`TENURE_CORPUS` names no folder of histories')
  const work = temporary(join(tmpdir(), 'tenure-versions-'))
  const pairs = []
  try {
    for (const name of readdirSync(FOLDER).sort()) {
      const releases = releasesOf(join(FOLDER, name))
      if (releases.length < 2) continue
      for (const [at, newer] of releases.slice(1).entries()) {
        const older = releases[at]
        // A lower version is a release of an older line, which doesn't follow.
        if (isLower(newer.version, older.version)) continue
        const pair = {name, from: older.version, to: newer.version, swagger: newer.isSwagger}
        const paths = [older, newer].map((each, side) => withVersion(each, join(work, `${side}`)))
        pairs.push({
          ...pair,
          tenure: await askTenure(paths),
          redocly: askRedocly(paths, pair),
          oasdiff: askOasdiff(paths)
        })
      }
    }
  } finally {
    rmSync(work, {recursive: true, force: true})
  }
  if (show) for (const pair of pairs) console.log(JSON.stringify(pair))
  return summarize(pairs)
}

/** What the page needs of all pairs. */
export function summarize(pairs) {
  const names = [...new Set(pairs.map(({name}) => name))]
  const histories = names.map(name =>
    sumUp(
      name,
      pairs.filter(each => each.name === name)
    )
  )
  return {versions: VERSIONS, histories, differences: classify(pairs), low: sayLow(pairs)}
}

/** The releases of a history with a version each: that of the description if it's used, or else the release's. */
function releasesOf(folder) {
  const list = join(folder, 'releases.json')
  if (!existsSync(list)) return []
  const releases = JSON.parse(readFileSync(list, 'utf8')).releases.flatMap(({version, file}) => {
    const path = file && join(folder, file)
    if (!path || !existsSync(path) || !['.json', '.yaml', '.yml'].includes(extname(path))) return []
    const root = yaml.load(readFileSync(path, 'utf8'), {schema: yaml.CORE_SCHEMA})
    const text = root.info?.version
    return root.paths ? [{name: version, path, root, stated: text === undefined ? undefined : String(text)}] : []
  })
  const stated = releases.map(each => each.stated)
  const isUsed = stated.every(each => NUMBER.test(each ?? '') || DAY.test(each ?? '')) && new Set(stated).size > 1
  const numbered = releases.map(({root, ...each}) => ({
    ...each,
    root,
    version: isUsed ? each.stated : each.name,
    isSwagger: root.swagger !== undefined
  }))
  return isUsed || numbered.every(({version}) => NUMBER.test(version)) ? numbered : []
}

/** Whether a version is lower than another one. */
function isLower(one, other) {
  const [a, b] = [one, other].map(text => semver.parse(text) ?? semver.coerce(text))
  return !DAY.test(one) && a !== null && b !== null && semver.lt(a, b)
}

/** A copy of a description that states its version, so that all tools read the same one. */
function withVersion({root, version}, folder) {
  mkdirSync(folder, {recursive: true})
  const path = join(folder, 'openapi.json')
  writeFileSync(path, JSON.stringify({...root, info: {...root.info, version}}, undefined, 1))
  return path
}

async function askTenure([from, to]) {
  const {diff} = await import(process.env.TENURE_DIST ?? '../../dist/index.cjs')
  const {version, changes} = await diff({old: from, new: to})
  const {needs} = version ?? {}
  const loud = changes.filter(({breaks}) => breaks !== 'no')
  return {
    step: needs?.step,
    isOpen: needs?.unclear.length > 0,
    needs: [needs?.atLeast, needs?.atMost].filter(Boolean).join(' to '),
    answer: version?.answer,
    kinds: [...new Set(loud.map(({kind}) => kind))]
  }
}

function askRedocly(paths, {from, to}) {
  const {stdout} = spawn([...COMMANDS.redocly.diff(), '--format', 'json', ...paths])
  const start = stdout.indexOf('{')
  if (start < 0) return {none: true}
  const {bump, changes} = JSON.parse(stdout.slice(start))
  const loud = changes.flatMap(({verdicts}) => verdicts).filter(({impact}) => impact === 'major')
  const [base, here] = [from, to].map(text => semver.parse(text))
  // As `--check-version` does: without the suffix of a candidate, and below 1.0 a minor version for what breaks.
  const step = bump === 'major' && base?.major === 0 ? 'minor' : (bump ?? 'none')
  const core = ({major, minor, patch}) => `${major}.${minor}.${patch}`
  const needs = base && (bump ? semver.inc(core(base), step) : core(base))
  const answer = !base || !here ? undefined : bump && semver.lt(core(here), needs) ? 'too-low' : 'enough'
  return {step: bump ?? 'none', needs, answer, kinds: [...new Set(loud.map(({ruleId}) => ruleId))]}
}

function askOasdiff(paths) {
  const {stdout, status} = spawn([...COMMANDS.oasdiff.diff(), '-f', 'json', ...paths])
  if (status !== 0) return {none: true}
  const changes = stdout.trim() ? JSON.parse(stdout) : []
  const highest = Math.max(0, ...changes.map(({level}) => level))
  const loud = changes.filter(({level}) => level > 1)
  return {
    step: highest === 3 ? 'major' : changes.length > 0 ? 'minor' : 'none',
    isOpen: highest === 2,
    kinds: [...new Set(loud.map(({id}) => id))]
  }
}

function spawn([program, ...args]) {
  return spawnSync(
    program,
    args.map(arg => (arg.includes('/') ? resolve(arg) : arg)),
    {
      encoding: 'utf8',
      timeout: 120_000,
      maxBuffer: 1 << 29,
      env: {...process.env, ...QUIET}
    }
  )
}

function sumUp(name, pairs) {
  const count = test => pairs.filter(test).length
  return {
    name,
    from: pairs[0].from,
    to: pairs.at(-1).to,
    pairs: pairs.length,
    tenure: {
      low: count(({tenure}) => tenure.answer === 'too-low'),
      open: count(({tenure}) => tenure.answer === 'undetermined'),
      none: count(({tenure}) => tenure.answer === undefined)
    },
    redocly: {
      low: count(({redocly}) => redocly.answer === 'too-low'),
      none: count(({redocly}) => redocly.answer === undefined)
    },
    major: Object.fromEntries(
      ['tenure', 'redocly', 'oasdiff'].map(tool => [tool, count(each => each[tool].step === 'major')])
    ),
    refused: Object.fromEntries(['redocly', 'oasdiff'].map(tool => [tool, count(each => each[tool].none)]))
  }
}

/** Why the steps of two tools differ, for the pairs in which they do. */
function classify(pairs) {
  const all = ['redocly', 'oasdiff'].flatMap(tool =>
    pairs.flatMap(pair => {
      const reason = reasonOf(pair, tool)
      return reason ? [{tool, reason, pair: `${pair.name} ${pair.from} to ${pair.to}`}] : []
    })
  )
  const groups = new Map()
  for (const each of all) {
    const key = `${each.tool} ${each.reason}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].map(found => ({
    tool: found[0].tool,
    reason: found[0].reason,
    count: found.length,
    first: found[0].pair
  }))
}

function reasonOf({tenure, swagger, ...others}, tool) {
  const other = others[tool]
  if (other.none) return 'refuses the pair'
  if (STEPS.indexOf(tenure.step) === STEPS.indexOf(other.step) && tenure.isOpen === (other.isOpen ?? false)) return
  if (tenure.isOpen && !other.isOpen)
    return `says ${other.step}, where tenure gives a range because of what needs review`
  if (swagger && tool === 'redocly') return `says ${other.step}, tenure ${tenure.step}: Swagger 2.0 isn’t read in full`
  if (tenure.step === 'major') return `says ${other.step}, tenure major`
  if (other.step === 'major') return `says major, tenure ${tenure.step}`
  if (other.isOpen) return `asks for review, tenure says ${tenure.step}`
  return `says ${other.step}, tenure ${tenure.step}`
}

function sayLow(pairs) {
  const known = pairs.filter(({tenure}) => tenure.answer)
  const is = answer => known.filter(({tenure}) => tenure.answer === answer).length
  const low = known.filter(({tenure}) => tenure.answer === 'too-low')
  return {
    known: known.length,
    low: low.length,
    open: is('undetermined'),
    same: low.filter(({from, to}) => from === to).length,
    major: low.filter(({tenure}) => tenure.step === 'major').length
  }
}

/** The section of the page. */
export function render({versions, histories, differences, low}, {table}) {
  const rows = histories.map(({name, from, to, pairs, tenure, redocly, major, refused}) => [
    name,
    `${from} to ${to}`,
    pairs,
    tenure.low,
    tenure.open,
    redocly.low,
    redocly.none,
    `${major.tenure} / ${major.redocly} / ${major.oasdiff}`,
    `${refused.redocly} / ${refused.oasdiff}`
  ])
  const share = Math.round((100 * low.low) / low.known)
  return [
    '## Version numbers',
    `What adjacent releases of real histories ask of their version numbers, by semantic versioning without a policy, and how many numbers were too low for what changed. The versions are those of \`info.version\` where they are used, or else of the releases; \`TENURE_CORPUS\` names the folder of histories. Redocly ${versions.redocly} rates each change by its step, and compares semantic versions of three numbers alone; oasdiff ${versions.oasdiff} tells what breaks, and knows no versions, so only its steps are here.`,
    table(
      [
        'History',
        'Versions',
        'Pairs',
        'Too low',
        'Undetermined',
        'Too low by Redocly',
        'Not compared by Redocly',
        'Major: tenure / Redocly / oasdiff',
        'Refused: Redocly / oasdiff'
      ],
      rows
    ),
    `By tenure, ${low.low} of ${low.known} version numbers (${share} %) were too low: ${low.same} stayed the same, and ${low.major} did not say that clients break. ${low.open} more are undetermined. Five were checked by hand: Docker 1.27 replaced the query parameter \`name\` of \`GET /plugins/privileges\`, OpenAI 1.0.2 added \`POST /completions\` in a patch, OpenAI 1.0.3 made \`input\` of \`POST /engines/{engine_id}/embeddings\` required in a patch, etcd 3.3 removed the 35 paths below \`/v3alpha\` in a minor version, and Harbor removed operations while its version stayed 0.3.0. None of these vendors says that its numbers follow semantic versioning for the API; a policy says what they follow. Of Kubernetes, 14 of 17 pairs were measured, and of Stripe 6 of 14. Left out are Datadog and Discord, whose releases are named by days, and pairs that go back to an older line.`,
    'Where the steps differ. Redocly reads Swagger 2.0 only in part, gives one step for what needs review (a new value in a response), where tenure gives a range, and asks a patch for documentation, which a tenure policy can (`documentation: patch`). Below 1.0, both ask a minor version for what breaks, and tenure a patch for the rest. oasdiff rates a removed field of a request lower, and a new value of a response higher.',
    table(
      ['Tool', 'What it says', 'Pairs', 'First'],
      differences.map(({tool, reason, count, first}) => [tool, reason, count, first])
    )
  ]
}
