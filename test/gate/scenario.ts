import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {expect} from 'vitest'
import {folder, type Ran, run, tenure, write} from '../cli/run.ts'

/** The day on which pull requests are judged. Thirteen months before it is 2 February 2025. */
export const TODAY = '2026-03-02'

export type Files = Readonly<Record<string, string>>

/** What was committed on a day; what stands in it is added or replaced, and `GONE` is taken away. */
export type State = readonly [day: string, files: Files]

/** The text of a file that a commit takes away. */
export const GONE = ''

export interface Scenario {
  readonly name: string
  /** What the default branch holds, oldest first. */
  readonly main: readonly State[]
  /** What a branch from there brings; without it the work is done on the default branch. */
  readonly branch?: readonly State[]
  /** What the default branch got after the branch was begun. */
  readonly later?: readonly State[]
  /** What is not committed. */
  readonly tree?: Files
  readonly args?: readonly string[]
  readonly asOf?: string
  readonly env?: Readonly<Record<string, string>>
  /** Where the command runs, below the top of the repository. */
  readonly in?: string
}

/** What the gate should say. */
export interface Expected {
  readonly code: number
  /** Verdicts on ends and breaks, in order; of what is exempt, by what. */
  readonly verdicts: readonly string[]
  /** The rules that lead the findings, in order. None but these may speak. */
  readonly rules?: readonly string[]
  /** Which of the findings the rest is about; left out, the first. */
  readonly finding?: number
  /** Rules that say more of it. */
  readonly reasons?: readonly string[]
  readonly subject?: unknown
  /** Where it points: a file, and a text on its line. */
  readonly at?: readonly [file: string, text: string]
  /** What its remedy names. */
  readonly remedy?: readonly (string | RegExp)[]
  /** Since when the clock of the first judgment runs. */
  readonly since?: string
  /** What the remarks say. */
  readonly remark?: string | RegExp
}

const clock = (day: string) => ({GIT_AUTHOR_DATE: `${day}T12:00:00Z`, GIT_COMMITTER_DATE: `${day}T12:00:00Z`})

export async function git(cwd: string, args: readonly string[], day = TODAY): Promise<string> {
  const {code, out, err} = await run('git', args, {cwd, env: clock(day)})
  expect(code, err).toBe(0)
  return out
}

/** The files after all these states, by their paths. */
function filesAfter(...states: readonly State[]): Files {
  const all: Files = Object.assign({}, ...states.map(([, files]) => files))
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== GONE))
}

const COMMITTER = 'The Library <api@library.example>'

/** A commit on a branch, as `git fast-import` reads it: one process makes a whole history. */
function commitCommands(branch: string, [day, files]: State, from = ''): string {
  const dataOf = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
  const at = `${COMMITTER} ${Date.parse(`${day}T12:00:00Z`) / 1000} +0000`
  const changes = Object.entries(files).map(([path, text]) =>
    text === GONE ? `D ${JSON.stringify(path)}\n` : `M 100644 inline ${JSON.stringify(path)}\n${dataOf(text)}`
  )
  const head = `commit refs/heads/${branch}\nauthor ${at}\ncommitter ${at}\n${dataOf('The library works\n')}`
  return `${head}${from}${changes.join('')}\n`
}

const USER = '[user]\\n\\tname = The Library\\n\\temail = api@library.example\\n'

/** The repository of a scenario, with the branch or the default branch checked out. */
export async function repositoryOf({main, branch, later = [], tree = {}}: Omit<Scenario, 'name'>): Promise<string> {
  const cwd = folder()
  const stdin = [
    ...main.map(state => commitCommands('main', state)),
    ...(branch ?? []).map((state, at) => commitCommands('work', state, at === 0 ? 'from refs/heads/main\n' : '')),
    ...later.map(state => commitCommands('main', state))
  ].join('')
  const commands = [
    'git init --quiet --initial-branch main',
    `printf '${USER}' >> .git/config`,
    'git fast-import --quiet'
  ]
  if (main.length > 0) commands.push(`git checkout --quiet ${branch && branch.length > 0 ? 'work' : 'main'}`)
  if (branch?.length === 0) commands.push('git checkout --quiet -b work')
  // One shell starts them all: to start a process from this one takes as long as several of them run.
  const {code, err} = await run('sh', ['-c', commands.join(' && ')], {cwd, stdin, env: clock(TODAY)})
  expect(code, err).toBe(0)
  write(cwd, tree)
  return cwd
}

/** A clone of it as CI makes one. */
export async function cloneOf(repository: string, ...args: readonly string[]): Promise<string> {
  const cwd = join(folder(), 'clone')
  await git(repository, ['clone', '--quiet', ...args, pathToFileURL(repository).href, cwd])
  return cwd
}

export const check = (cwd: string, args: readonly string[] = [], asOf = TODAY, env = {}): Promise<Ran> =>
  tenure(['check', '--as-of', asOf, '--format', 'json', ...args], {cwd, env})

interface Told {
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

/** Runs the scenario, and holds what the gate says against what it should say. */
export async function hold(scenario: Scenario, expected: Expected): Promise<void> {
  const cwd = await repositoryOf(scenario)
  const at = scenario.in === undefined ? cwd : join(cwd, scenario.in)
  const {code, out, err} = await check(at, scenario.args, scenario.asOf, scenario.env)
  expect(err).toBe('')
  const {findings, ...rest} = JSON.parse(out) as Told
  // What is among the reasons of a finding stands after it as one of its own.
  expect(new Set(findings.map(each => each.fingerprint)).size).toBe(findings.length)
  expect(findings.flatMap(each => each.reasons.map(rule))).toEqual(findings.filter(isReason).map(rule))
  const told = {...rest, findings: findings.filter(each => !isReason(each))}
  const first = told.findings[expected.finding ?? 0]
  expect(
    {code, verdicts: told.judgments.map(each => each.exemptBy ?? each.verdict), rules: told.findings.map(rule)},
    JSON.stringify(told.findings, undefined, 1)
  ).toEqual({code: expected.code, verdicts: expected.verdicts, rules: expected.rules ?? []})
  if (expected.subject !== undefined) expect(first).toMatchObject(subjectOf(expected.subject))
  if (expected.reasons) expect(first?.reasons.map(rule)).toEqual(expected.reasons)
  if (expected.at) expect(first?.place).toMatchObject(placeOf(expected.at, scenario))
  for (const part of expected.remedy ?? []) expect(first?.remedy).toMatch(part)
  if (expected.since !== undefined) expect(told.judgments[0]?.start?.earliest).toBe(expected.since)
  if (expected.remark !== undefined) expect(told.remarks.join('\n')).toMatch(expected.remark)
}

const rule = (each: {rule: string}): string => each.rule
const isReason = ({reasonOf}: Told['findings'][number]): boolean => reasonOf !== undefined

const subjectOf = (subject: unknown) => (typeof subject === 'string' ? {subject} : {...(subject as object)})

/** What is gone is missing from what is left: all is told in the working tree. */
function placeOf([path, text]: readonly [string, string], {main, branch = [], tree = {}}: Scenario) {
  const content = filesAfter(...main, ...branch, [TODAY, tree])[path] ?? ''
  const line = content.split('\n').findIndex(each => each.includes(text)) + 1
  expect(line, `\`${text}\` in ${path}`).toBeGreaterThan(0)
  return {source: path, line}
}

const HEAD = 'openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n'

/** A description with these operations, one a line. */
export const spec = (...paths: readonly string[]): string => HEAD + paths.map(path => `  ${path}\n`).join('')

/** A GET that answers with an object of these properties. */
export const get = (path: string, more = '', properties = 'id: {type: string}'): string =>
  `${path}: {get: {${more}responses: {"200": {description: OK, content: {application/json: {schema: {type: object, properties: {${properties}}}}}}}}}`

/** A POST that takes an object of these properties. */
export const post = (path: string, properties: string, more = ''): string =>
  `${path}: {post: {${more}requestBody: {content: {application/json: {schema: {type: object, properties: {${properties}}}}}}, responses: {"201": {description: Made}}}}`

/** A release of a history: its name (`next` has no day), and its lines. */
export type Release = readonly [name: string, day: string | undefined, lines: readonly string[]]

/** A history; a release whose name begins with `on` is a statement between releases. */
export const history = (releases: readonly Release[], more = ''): string =>
  `format: 1\nservice: Lending Library API\n${more}releases:\n${releases
    .map(
      ([name, day, lines]) =>
        `  - ${name === 'on' ? `on: ${day}` : `release: "${name}"${day === undefined ? '' : `\n    date: ${day}`}`}\n` +
        (lines.length === 0 ? '' : `    changes:\n${lines.map(each => `      - ${each}\n`).join('')}`)
    )
    .join('')}`
