import {createHash} from 'node:crypto'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {expect} from 'vitest'
import {type Cache, holdResults, NO_CACHE} from '../../src/stores/cache.ts'
import {type CommandResult, folder, GIT_ENV, startGit, tenure, write} from '../cli/run.ts'
import {copyAsClone, isUnpacked, RepositoryWriter} from './repository-writer.ts'

/** The day on which pull requests are checked. Thirteen months before it is 2 February 2025. */
export const TODAY = '2026-03-02'

export type Files = Readonly<Record<string, string>>

/** The day and files of a commit: each file is added or replaced, or deleted when its text is `DELETED`. */
export type State = readonly [day: string, files: Files]

/** The text that stands for a file that a commit deletes. */
export const DELETED = ''

export interface Scenario {
  readonly name: string
  /** The commits of the default branch, oldest first. */
  readonly main: readonly State[]
  /** The commits of a branch from there; without them the check runs on the default branch. */
  readonly branch?: readonly State[]
  /** The commits of the default branch after the branch was created. */
  readonly later?: readonly State[]
  /** Uncommitted files. */
  readonly tree?: Files
  readonly args?: readonly string[]
  readonly asOf?: string
  readonly env?: Readonly<Record<string, string>>
  /** The folder in the repository in which the command runs. */
  readonly in?: string
}

/** The report that `check` should print. */
export interface Expected {
  readonly code: number
  /** The verdicts in order; an exempt one is written as what exempts it. */
  readonly verdicts: readonly string[]
  /** The rules of the findings, in order. No other rule may report a finding. */
  readonly rules?: readonly string[]
  /** The index of the finding that the next fields describe (default: 0). */
  readonly finding?: number
  /** The rules of its reasons. */
  readonly reasons?: readonly string[]
  readonly subject?: unknown
  /** Its place: a file and a text on its line. */
  readonly at?: readonly [file: string, text: string]
  /** Parts of its remedy. */
  readonly remedy?: readonly (string | RegExp)[]
  /** The day on which the notice of the first judgment starts. */
  readonly since?: string
  /** A part of the remarks. */
  readonly remark?: string | RegExp
}

const clock = (day: string) => ({GIT_AUTHOR_DATE: `${day}T12:00:00Z`, GIT_COMMITTER_DATE: `${day}T12:00:00Z`})

export async function git(cwd: string, args: readonly string[], day = TODAY): Promise<string> {
  const {status, stdout, stderr} = startGit({cwd, args, env: {...GIT_ENV, ...clock(day)}})
  expect(status, stderr.toString()).toBe(0)
  return stdout.toString()
}

/** The files after these commits, by their paths. */
function filesAfter(...states: readonly State[]): Files {
  const all: Files = Object.assign({}, ...states.map(([, files]) => files))
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== DELETED))
}

const secondsOf = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000

/** Creates the repository of a scenario and checks out its branch or the default branch. */
export async function repositoryOf({main, branch, later = [], tree = {}}: Omit<Scenario, 'name'>): Promise<string> {
  const cwd = folder()
  const writer = new RepositoryWriter(cwd)
  const commitAll = (states: readonly State[], from?: string): string | undefined =>
    states.reduce<string | undefined>(
      (parent, [day, files]) =>
        writer.commit({
          files,
          parents: parent === undefined ? [] : [parent],
          at: secondsOf(day),
          message: 'The library works\n'
        }),
      from
    )
  const start = commitAll(main)
  const change = branch && commitAll(branch, start)
  const tip = commitAll(later, start)
  if (tip !== undefined) writer.ref('refs/heads/main', tip)
  if (change !== undefined) writer.ref('refs/heads/work', change)
  const head = change ?? (branch === undefined ? tip : undefined)
  if (head !== undefined) writer.checkOut(change === undefined ? 'refs/heads/main' : 'refs/heads/work', head)
  write(cwd, tree)
  return cwd
}

const USER = ['--config', 'user.name=The Library', '--config', 'user.email=api@library.example']

/** Clones a repository the way CI does. */
export async function cloneOf(repository: string, ...args: readonly string[]): Promise<string> {
  const cwd = join(folder(), 'clone')
  if (args.every(each => each === '--no-checkout') && isUnpacked(repository)) {
    copyAsClone(repository, cwd)
    if (args.length === 0) await git(cwd, ['reset', '--quiet', '--hard'])
    return cwd
  }
  await git(repository, ['clone', '--quiet', ...USER, ...args, pathToFileURL(repository).href, cwd])
  return cwd
}

export const check = (
  cwd: string,
  args: readonly string[] = [],
  asOf = TODAY,
  env = {},
  cache: Cache = NO_CACHE
): Promise<CommandResult> => tenure(['check', '--as-of', asOf, '--format', 'json', ...args], {cwd, env, cache})

interface Report {
  readonly judgments: readonly {verdict: string; exemptBy?: string; start?: {earliest?: string}}[]
  readonly findings: readonly {
    readonly rule: string
    readonly place: {source: string; line?: number}
    readonly remedy: string
    readonly reasons: readonly {rule: string}[]
    readonly reasonOf?: string
    readonly fingerprint: string
  }[]
  readonly remarks: readonly string[]
}

/** Runs `check` in a scenario and compares its report with the expected one. */
export async function checkScenario(scenario: Scenario, expected: Expected): Promise<void> {
  const cwd = await repositoryOf(scenario)
  const at = scenario.in === undefined ? cwd : join(cwd, scenario.in)
  const {code, out, err} = await check(at, scenario.args, scenario.asOf, scenario.env)
  expect(err).toBe('')
  if (isRepeated(scenario.name)) expect(await checkWithWarmCache(at, scenario)).toEqual({code, out, err})
  const {findings, ...others} = JSON.parse(out) as Report
  // Each reason of a finding is also listed as a finding after it.
  expect(new Set(findings.map(each => each.fingerprint)).size).toBe(findings.length)
  expect(findings.flatMap(each => each.reasons.map(rule))).toEqual(findings.filter(isReason).map(rule))
  const report = {...others, findings: findings.filter(each => !isReason(each))}
  const first = report.findings[expected.finding ?? 0]
  expect(
    {code, verdicts: report.judgments.map(each => each.exemptBy ?? each.verdict), rules: report.findings.map(rule)},
    JSON.stringify(report.findings, undefined, 1)
  ).toEqual({code: expected.code, verdicts: expected.verdicts, rules: expected.rules ?? []})
  if (expected.subject !== undefined) expect(first).toMatchObject(subjectOf(expected.subject))
  if (expected.reasons) expect(first?.reasons.map(rule)).toEqual(expected.reasons)
  if (expected.at) expect(first?.place).toMatchObject(placeOf(expected.at, scenario))
  for (const part of expected.remedy ?? []) expect(first?.remedy).toMatch(part)
  if (expected.since !== undefined) expect(report.judgments[0]?.start?.earliest).toBe(expected.since)
  if (expected.remark !== undefined) expect(report.remarks.join('\n')).toMatch(expected.remark)
}

/** Whether a scenario runs again with a cache: one in ten, by its name, so that it is the same ones in any order. */
const isRepeated = (name: string): boolean => createHash('sha1').update(name).digest().readUInt32BE() % 10 === 0

/** Runs `check` with a cache that was filled by comparing with the first commit. */
async function checkWithWarmCache(at: string, {args, asOf, env}: Scenario): Promise<CommandResult> {
  const cache = holdResults(NO_CACHE)
  const [first = ''] = (await git(at, ['rev-list', '--max-parents=0', 'HEAD'])).split('\n')
  await check(at, [...(args ?? []), `--base=${first}`], asOf, env, cache)
  return check(at, args, asOf, env, cache)
}

const rule = (each: {rule: string}): string => each.rule
const isReason = ({reasonOf}: Report['findings'][number]): boolean => reasonOf !== undefined

const subjectOf = (subject: unknown) => (typeof subject === 'string' ? {subject} : {...(subject as object)})

/** Findings about removed parts also point into the files that are left in the working tree. */
function placeOf([path, text]: readonly [string, string], {main, branch = [], tree = {}}: Scenario) {
  const content = filesAfter(...main, ...branch, [TODAY, tree])[path] ?? ''
  const line = content.split('\n').findIndex(each => each.includes(text)) + 1
  expect(line, `\`${text}\` in ${path}`).toBeGreaterThan(0)
  return {source: path, line}
}

const HEAD = 'openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n'

/** An API description with these operations, one per line. */
export const spec = (...paths: readonly string[]): string => HEAD + paths.map(path => `  ${path}\n`).join('')

/** A GET operation that returns an object with these properties. */
export const get = (path: string, more = '', properties = 'id: {type: string}'): string =>
  `${path}: {get: {${more}responses: {"200": {description: OK, content: {application/json: {schema: {type: object, properties: {${properties}}}}}}}}}`

/** A POST operation that accepts an object with these properties. */
export const post = (path: string, properties: string, more = ''): string =>
  `${path}: {post: {${more}requestBody: {content: {application/json: {schema: {type: object, properties: {${properties}}}}}}, responses: {"201": {description: Made}}}}`

/** A release of a history: its name (`next` has no day) and its changes. */
export type Release = readonly [name: string, day: string | undefined, lines: readonly string[]]

/** The text of a history file. An entry named `on` is a statement between releases. */
export const history = (releases: readonly Release[], more = ''): string =>
  `format: 1\nservice: Lending Library API\n${more}releases:\n${releases
    .map(
      ([name, day, lines]) =>
        `  - ${name === 'on' ? `on: ${day}` : `release: "${name}"${day === undefined ? '' : `\n    date: ${day}`}`}\n` +
        (lines.length === 0 ? '' : `    changes:\n${lines.map(each => `      - ${each}\n`).join('')}`)
    )
    .join('')}`
