import {cpSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {recipe, shell} from '../../../../test/cli/recipe.ts'
import {folder} from '../../../../test/cli/run.ts'

const block = (words: string): string => recipe('docs/guide/all-apis.md', words)

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
  return folder({'tenure.yaml': "apis:\n  - {glob: 'apis/*'}\n", ...Object.fromEntries(files)})
}

/** Runs each shard in a folder of its own, and merges their outputs as the CI service does. */
async function runShards(scripts: readonly {script: string; env?: Record<string, string>}[]): Promise<string> {
  const merged = repository()
  for (const {script, env} of scripts) {
    const cwd = repository()
    const ran = await shell(script, cwd, env)
    expect(ran.code).toBe(0)
    // A shard can have no APIs.
    cpSync(join(cwd, 'facts'), join(merged, 'facts'), {recursive: true})
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
  const ran = await shell('npx --no tenure report --output facts', cwd)
  expect(ran.code).toBe(0)
  expect(readdirSync(join(cwd, 'facts/facts/apis'))).toHaveLength(NAMES.length)
  return contentOf(join(cwd, 'facts'))
}

interface GitHubJob {
  readonly strategy?: {readonly matrix: {readonly shard: readonly number[]}}
  readonly needs?: string
  readonly steps: readonly {readonly run?: string; readonly uses?: string; readonly with?: Record<string, string>}[]
}

const linesOf = ({steps}: GitHubJob): string => steps.flatMap(({run = []}) => run).join('\n')

/** Each API removed an operation of unknown stability. */
const FIRST_LINE = new RegExp(`^# No violations in ${NAMES.length} APIs, ${NAMES.length} undetermined;`)

/** What the last job says: the shards have read all APIs. */
const READ_BEFORE = `${NAMES.length} APIs: 0 read, ${NAMES.length} unchanged. Facts in facts.\n`

describe('the sharded recipe of docs/guide/all-apis.md writes the same facts as a single machine', () => {
  it('on GitHub', async () => {
    const {jobs} = parse(block('yaml github')) as {jobs: {read: GitHubJob; report: GitHubJob}}
    const shards = jobs.read.strategy?.matrix.shard ?? []
    const fill = (text: string, shard: number): string =>
      text
        .replaceAll(`\${{ matrix.shard }}`, String(shard))
        .replaceAll(`\${{ strategy.job-total }}`, String(shards.length))
    const scripts = shards.map(shard => ({script: fill(linesOf(jobs.read), shard)}))
    for (const {script} of scripts) expect(script).not.toContain('${{')
    const cwd = await runShards(scripts)
    expect(contentOf(join(cwd, 'facts'))).toEqual(await onOneMachine())

    const [upload, download] = [jobs.read, jobs.report].map(({steps}) =>
      steps.find(({uses = ''}) => /^actions\/(upload|download)-artifact@/.test(uses))
    )
    expect(upload?.with?.name).toMatch(new RegExp(`^${download?.with?.pattern?.replace('*', '.*')}$`))
    expect([upload?.with?.path, download?.with?.path, jobs.report.needs]).toEqual(['facts', 'facts', 'read'])
    const summary = folder({'summary.md': ''})
    const ran = await shell(linesOf(jobs.report), cwd, {GITHUB_STEP_SUMMARY: join(summary, 'summary.md')})
    expect({code: ran.code, err: ran.err}).toEqual({code: 0, err: READ_BEFORE})
    expect(readFileSync(join(summary, 'summary.md'), 'utf8')).toMatch(FIRST_LINE)
  })

  it('on GitLab', async () => {
    const jobs = parse(block('yaml gitlab')) as Record<
      'apis' | 'apis-report',
      {parallel?: number; script: string[]; needs?: string[]; artifacts: {paths: string[]}}
    >
    const total = jobs.apis.parallel ?? 0
    const script = jobs.apis.script.join('\n')
    const cwd = await runShards(
      Array.from({length: total}, (_, index) => ({
        script,
        env: {CI_NODE_INDEX: String(index + 1), CI_NODE_TOTAL: String(total)}
      }))
    )
    expect(contentOf(join(cwd, 'facts'))).toEqual(await onOneMachine())
    expect([jobs.apis.artifacts.paths, jobs['apis-report'].needs]).toEqual([['facts/'], ['apis']])
    const ran = await shell(jobs['apis-report'].script.join('\n'), cwd)
    expect({code: ran.code, err: ran.err}).toEqual({code: 0, err: READ_BEFORE})
    for (const path of jobs['apis-report'].artifacts.paths) expect(readdirSync(cwd)).toContain(path.replace('/', ''))
    expect(readFileSync(join(cwd, 'report.md'), 'utf8')).toMatch(FIRST_LINE)
  })
})
