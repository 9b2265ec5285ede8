import {cpSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {recipe, shell} from '../../../../test/cli/recipe.ts'
import {folder} from '../../../../test/cli/run.ts'

const block = (words: string): string => recipe('docs/guide/fleet-in-ci.md', words)

const NAMES = ['loans', 'books', 'members', 'branches', 'fines', 'holds', 'payments', 'reports', 'search']

const spec = (name: string, paths: readonly string[]): string =>
  `openapi: 3.1.0\ninfo: {title: ${name}, version: "1"}\npaths:\n${paths
    .map(path => `  ${path}: {get: {responses: {"200": {description: All}}}}\n`)
    .join('')}`

/** A repository with an API description for each release of several APIs. */
function repository(): string {
  const files = NAMES.flatMap(name => [
    [`apis/${name}/2025-01-10.yaml`, spec(name, [`/v1/${name}`, '/v1/shelves'])],
    [`apis/${name}/2025-06-10.yaml`, spec(name, [`/v1/${name}`])]
  ])
  return folder({'fleet.yaml': "apis:\n  - {glob: 'apis/*'}\n", ...Object.fromEntries(files)})
}

/** Runs each shard in a folder of its own, and merges their outputs as the CI service does. */
async function runShards(scripts: readonly {script: string; env?: Record<string, string>}[]): Promise<string> {
  const merged = repository()
  for (const {script, env} of scripts) {
    const cwd = repository()
    const ran = await shell(script, cwd, env)
    expect({code: ran.code, err: ran.err}).toEqual({code: 0, err: ''})
    // A shard can have no APIs.
    cpSync(join(cwd, 'fleet'), join(merged, 'fleet'), {recursive: true})
  }
  return merged
}

/** The files of a folder with their contents. */
const contentOf = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, {recursive: true, withFileTypes: true})
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
      .map(file => [file.slice(path.length), readFileSync(file, 'base64')])
  )

/** The folder that a run without shards writes. */
async function onOneMachine(): Promise<Record<string, string>> {
  const cwd = repository()
  const ran = await shell('npx --no tenure fleet run fleet.yaml --out fleet', cwd)
  expect(ran.code).toBe(0)
  expect(readdirSync(join(cwd, 'fleet/facts/apis'))).toHaveLength(NAMES.length)
  return contentOf(join(cwd, 'fleet'))
}

interface GitHubJob {
  readonly strategy?: {readonly matrix: {readonly shard: readonly number[]}}
  readonly needs?: string
  readonly steps: readonly {readonly run?: string; readonly uses?: string; readonly with?: Record<string, string>}[]
}

const linesOf = ({steps}: GitHubJob): string => steps.flatMap(({run = []}) => run).join('\n')

/** Each API removed an operation of unknown stability. */
const FIRST_LINE = new RegExp(`^# No violations in ${NAMES.length} APIs, ${NAMES.length} undetermined;`)

describe('the sharded recipe of docs/guide/fleet-in-ci.md writes the same facts as a single machine', () => {
  it('on GitHub', async () => {
    const {jobs} = parse(block('yaml github')) as {jobs: {run: GitHubJob; report: GitHubJob}}
    const shards = jobs.run.strategy?.matrix.shard ?? []
    const fill = (text: string, shard: number): string =>
      text
        .replaceAll(`\${{ matrix.shard }}`, String(shard))
        .replaceAll(`\${{ strategy.job-total }}`, String(shards.length))
    const scripts = shards.map(shard => ({script: fill(linesOf(jobs.run), shard)}))
    for (const {script} of scripts) expect(script).not.toContain('${{')
    const cwd = await runShards(scripts)
    expect(contentOf(join(cwd, 'fleet'))).toEqual(await onOneMachine())

    const [upload, download] = [jobs.run, jobs.report].map(({steps}) =>
      steps.find(({uses = ''}) => /^actions\/(upload|download)-artifact@/.test(uses))
    )
    expect(upload?.with?.name).toMatch(new RegExp(`^${download?.with?.pattern?.replace('*', '.*')}$`))
    expect([upload?.with?.path, download?.with?.path, jobs.report.needs]).toEqual(['fleet', 'fleet', 'run'])
    const summary = folder({'summary.md': ''})
    const ran = await shell(linesOf(jobs.report), cwd, {GITHUB_STEP_SUMMARY: join(summary, 'summary.md')})
    expect({code: ran.code, err: ran.err}).toEqual({code: 0, err: ''})
    expect(readFileSync(join(summary, 'summary.md'), 'utf8')).toMatch(FIRST_LINE)
  })

  it('on GitLab', async () => {
    const jobs = parse(block('yaml gitlab')) as Record<
      'fleet' | 'fleet-report',
      {parallel?: number; script: string[]; needs?: string[]; artifacts: {paths: string[]}}
    >
    const total = jobs.fleet.parallel ?? 0
    const script = jobs.fleet.script.join('\n')
    const cwd = await runShards(
      Array.from({length: total}, (_, index) => ({
        script,
        env: {CI_NODE_INDEX: String(index + 1), CI_NODE_TOTAL: String(total)}
      }))
    )
    expect(contentOf(join(cwd, 'fleet'))).toEqual(await onOneMachine())
    expect([jobs.fleet.artifacts.paths, jobs['fleet-report'].needs]).toEqual([['fleet/'], ['fleet']])
    const ran = await shell(jobs['fleet-report'].script.join('\n'), cwd)
    expect({code: ran.code, err: ran.err}).toEqual({code: 0, err: ''})
    for (const path of jobs['fleet-report'].artifacts.paths) expect(readdirSync(cwd)).toContain(path.replace('/', ''))
    expect(readFileSync(join(cwd, 'fleet-report.md'), 'utf8')).toMatch(FIRST_LINE)
  })
})
