import {spawnSync} from 'node:child_process'
import {dirname, join, relative} from 'node:path'
import process from 'node:process'
import {goProgram, Missing, npmInstalled} from './sources.mjs'

export const VERSIONS = {oasdiff: '1.37.0', redocly: '2.77.0'}
/** Redocly asks its vendor for news otherwise, and tells of each run. */
export const QUIET = {REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true'}
export const OASDIFF = ['github.com/oasdiff/oasdiff', VERSIONS.oasdiff]
const REDOCLY = ['@redocly/cli', VERSIONS.redocly]

/** What each tool says of two descriptions: `breaking`, `review` or `compatible`, with the kinds; or why it says nothing. */
export const TOOLS = {
  tenure: askTenure,
  oasdiff: (from, to) => ask(() => [goProgram(...OASDIFF), 'changelog', '-f', 'json'], readOasdiff, from, to),
  redocly: (from, to) => ask(() => [...redocly(), 'diff', '--format', 'json'], readRedocly, from, to)
}

/** The same as whole processes, and what each runtime takes to start. */
export const COMMANDS = {
  tenure: {start: () => [process.execPath, '-e', '0'], diff: () => [process.execPath, 'dist/cli.cjs', 'diff']},
  oasdiff: {start: () => [goProgram(...OASDIFF), '--version'], diff: () => [goProgram(...OASDIFF), 'changelog']},
  redocly: {start: () => [process.execPath, '-e', '0'], diff: () => [...redocly(), 'diff']}
}

function redocly() {
  return [process.execPath, join(npmInstalled(...REDOCLY), 'node_modules/@redocly/cli/bin/cli.js')]
}

function ask(command, read, from, to) {
  // From the folder of the file, because some tools take a path of another folder for an address.
  const cwd = dirname(from)
  const paths = [from, to].map(path => relative(cwd, path))
  try {
    const [program, ...args] = command()
    const {stdout, stderr, status, signal} = spawnSync(program, [...args, ...paths], {
      cwd,
      encoding: 'utf8',
      timeout: 120_000,
      maxBuffer: 1 << 28,
      env: {...process.env, ...QUIET}
    })
    return signal ? {none: 'no answer in two minutes'} : read(stdout, status, stderr)
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    return {missing: error.message}
  }
}

/** The built library, because a process for each pair takes longer than the answer. */
async function askTenure(from, to) {
  const {diff} = await import('../../dist/index.cjs')
  try {
    const {breaks, changes} = await diff({old: from, new: to})
    const loud = changes.filter(each => each.breaks !== 'no')
    return {
      says: {yes: 'breaking', no: 'compatible'}[breaks] ?? 'review',
      kinds: kindsOf(loud, ({kind}) => kind)
    }
  } catch (error) {
    if (!error.problems) throw error
    return {none: error.message}
  }
}

function readOasdiff(stdout, status, stderr) {
  if (status !== 0) return {none: stderr.split('\n')[0]}
  const changes = stdout.trim() ? JSON.parse(stdout) : []
  const highest = Math.max(0, ...changes.map(({level}) => level))
  const loud = changes.filter(({level}) => level > 1)
  return {says: {3: 'breaking', 2: 'review'}[highest] ?? 'compatible', kinds: kindsOf(loud, ({id}) => id)}
}

function readRedocly(stdout, status, stderr) {
  const start = stdout.indexOf('{')
  if (start < 0) return {none: stderr.trim().split('\n').at(-1) ?? `exit ${status}`}
  const {bump, changes} = JSON.parse(stdout.slice(start))
  const loud = changes.flatMap(({verdicts}) => verdicts).filter(({impact}) => impact === 'major')
  return {says: bump === 'major' ? 'breaking' : 'compatible', kinds: kindsOf(loud, ({ruleId}) => ruleId)}
}

function kindsOf(changes, kindOf) {
  return [...new Set(changes.map(kindOf))]
}
