import {existsSync, statSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {inTurn, processorTime} from '../../bench/process.mjs'
import {Missing, npmFiles, npmInstalled} from './sources.mjs'

const ROUNDS = 5
const INSPECTOR = ['@graphql-inspector/cli', '7.0.0']
const SCHEMA = ['@octokit/graphql-schema', ['15.0.0', '15.25.0'], 'package/schema.graphql']

export async function measure() {
  const [name, versions, path] = SCHEMA
  const schemas = versions.map(version => join(npmFiles(name, version), path))
  const missing = schemas.find(each => !existsSync(each))
  if (missing) throw new Missing(`\`${missing}\` isn’t there`)
  const commands = {
    tenure: [process.execPath, 'dist/cli.cjs', 'diff', ...schemas],
    ...inspector(schemas)
  }
  const time = (tool, command) => {
    const figure = processorTime(command, {TENURE_CACHE: 'off'})
    if (figure.status > 1) throw new Error(`${tool} ended with ${figure.status}`)
    return figure
  }
  const of = inTurn(ROUNDS, () =>
    Object.fromEntries(Object.entries(commands).map(([tool, command]) => [tool, time(tool, command)]))
  )
  const roundedOf = (tool, unit) => Math.round(of(tool, unit))
  return {
    isTimed: true,
    rounds: ROUNDS,
    bytes: schemas.map(each => statSync(each).size),
    tools: Object.fromEntries(
      Object.keys(commands).map(tool => [tool, {ms: roundedOf(tool, 'ms'), mb: roundedOf(tool, 'mb')}])
    )
  }
}

/** Empty if it can't be installed. */
function inspector(schemas) {
  try {
    const program = join(npmInstalled(...INSPECTOR), 'node_modules/@graphql-inspector/cli/cjs/index.js')
    return {'graphql-inspector': [process.execPath, program, 'diff', ...schemas]}
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    return {}
  }
}

/** The section of the page. */
export function render({rounds, bytes, tools}, {table}) {
  const seconds = ms => (ms / 1000).toFixed(2)
  const theirs = tools['graphql-inspector']
  return [
    '## Two schemas of GraphQL',
    `\`diff\` of GitHub’s public schema in ${SCHEMA[0]} ${SCHEMA[1].join(' and ')} (${bytes.map(each => `${(each / 1e6).toFixed(1)} MB`).join(' and ')}): seconds of processor time and megabytes at most of whole processes, in turn, medians of ${rounds} rounds, with nothing kept. graphql-inspector is ${INSPECTOR.join(' ')}.`,
    table(
      ['Tool', 'Processor time, s', 'Memory, MB'],
      Object.entries(tools).map(([tool, {ms, mb}]) => [tool, seconds(ms), mb])
    ),
    theirs
      ? `Of the time of graphql-inspector, tenure takes ${(tools.tenure.ms / theirs.ms).toFixed(2)}.`
      : 'graphql-inspector was not measured, because it could not be installed on this machine.'
  ]
}
