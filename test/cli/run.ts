import {spawn} from 'node:child_process'
import {mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {expect} from 'vitest'
import {run as runCommandLine} from '../../src/cli/command-line.ts'
import {startFromShell} from '../../src/cli/start-from-shell.ts'
import {NO_PLUGINS, type Threads} from '../../src/context/context.ts'
import {dayOfInstant} from '../../src/model/time/date-range.ts'
import {unread} from '../../src/outputs/report/json-format.ts'
import {plainText} from '../../src/outputs/report/sanitize-text.ts'
import {type Cache, NO_CACHE} from '../../src/stores/cache.ts'
import {openPlace} from '../../src/stores/files/workspace.ts'
import {cleanGitEnvironment} from '../../src/stores/git/environment.ts'

/** The top of the repository. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const COMMAND = join(REPOSITORY, 'dist', 'cli.cjs')

/** A configuration with a history only, so that `check` looks for no API description. */
export const NO_SPEC = 'format: 1\nspec: none\n'

/** The modification time of a file, or of the newest file in a folder. */
function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map(name => newest(join(path, name))))
}

/** The built command. Throws if it is older than its sources. */
function builtCommand(): string {
  _isFresh ??= checkBuild()
  return COMMAND
}

let _isFresh: true | undefined

function checkBuild(): true {
  const built = statSync(COMMAND, {throwIfNoEntry: false})?.mtimeMs
  if (built === undefined) throw new Error('There is no dist/cli.cjs. Run `npm run build`.')
  const packages = readdirSync(join(REPOSITORY, 'packages')).map(name => `packages/${name}/src`)
  const younger = ['src', 'rules', ...packages, 'package.json'].filter(path => newest(join(REPOSITORY, path)) > built)
  if (younger.length > 0) throw new Error(`dist/cli.cjs is older than ${younger.join(' and ')}. Run \`npm run build\`.`)
  return true
}

export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** The cache of commands that run in this process (default: none). */
  readonly cache?: Cache
  /** The columns of the terminal (default: no terminal). */
  readonly width?: number
  /** The threads of commands that run in this process (default: none). */
  readonly threads?: Threads
}

/** The same environment on every machine. */
const PLAIN = {
  PATH: process.env.PATH ?? '',
  HOME: tmpdir(),
  TZ: 'UTC',
  LC_ALL: 'C',
  // Tests don't share cached results.
  TENURE_CACHE: 'off',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1'
}

/** The variables of git. Commands in one worker start it from one shell. */
export const GIT_ENV = cleanGitEnvironment(PLAIN)
export const startGit = startFromShell(GIT_ENV)

/** Runs git to its end in a folder. */
function runGit(args: readonly string[], {cwd = REPOSITORY, env = {}, stdin}: RunOptions = {}): CommandResult {
  const answer = startGit({cwd, args, env: {...GIT_ENV, ...env}, input: stdin})
  return {code: answer.status, out: answer.stdout.toString(), err: answer.stderr.toString()}
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  if (program === 'git') return Promise.resolve(runGit(args, options))
  const {cwd = REPOSITORY, env = {}, stdin = ''} = options
  return new Promise<CommandResult>((resolve, reject) => {
    const child = spawn(program, args, {cwd, env: {...PLAIN, ...env}})
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', chunk => out.push(chunk))
    child.stderr.on('data', chunk => err.push(chunk))
    child.on('error', reject)
    child.on('close', code => resolve({code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString()}))
    // A program that doesn't read its input can exit before all of it is written.
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin)
  })
}

/** Runs the built command as a process of its own. */
export const tenureProcess = (args: readonly string[], where?: RunOptions): Promise<CommandResult> =>
  run(process.execPath, [builtCommand(), ...args], where)

/** Variables that a command reads from its context, so that it doesn't need a process for them. */
const CONTEXT_VARIABLE =
  /^(?:CI|CI_\w+|GITHUB_\w+|GITLAB_CI|TF_BUILD|(?:BUILD|SYSTEM|BITBUCKET|JENKINS|CHANGE)_\w+|(?:BUILDKITE|CIRCLE|DRONE)\w*|BRANCH_NAME|TAG_NAME|TERM|NO_COLOR)$/

/**
 * Runs a command line: in this process where only the context differs, otherwise in a process of its own. Signals,
 * pipes, plugins, caches, and other locales are tested with `tenureProcess`.
 */
export const tenure = (args: readonly string[], where: RunOptions = {}): Promise<CommandResult> =>
  // The site's script and style are next to the built command.
  args[0] !== 'site' &&
  !args.includes('--plugins') &&
  where.stdin === undefined &&
  // `-` is standard input.
  !args.includes('-') &&
  Object.entries(where.env ?? {}).every(
    ([name, value]) => CONTEXT_VARIABLE.test(name) || (name === 'TENURE_CACHE' && value === 'off')
  )
    ? runHere(args, where)
    : tenureProcess(args, where)

async function runHere(
  args: readonly string[],
  {cwd = REPOSITORY, env = {}, cache = NO_CACHE, width, threads}: RunOptions
): Promise<CommandResult> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommandLine(args, {
    ...openPlace({cwd, env: GIT_ENV}, startGit),
    plugins: NO_PLUGINS,
    generated: new Map(),
    out: text => void out.push(text),
    err: text => void err.push(text),
    color: false,
    env: {...PLAIN, ...env},
    progress: () => undefined,
    today: timezone => dayOfInstant(new Date(), timezone),
    cache: () => cache,
    program: [],
    ...(width === undefined ? {} : {width}),
    ...(threads ? {threads} : {})
  })
  return {code, out: out.join(''), err: err.join('')}
}

/** Runs a line in a shell, for pipes. `tenure` in the line is the built command. */
export const inShell = (line: string, where?: RunOptions): Promise<CommandResult> =>
  run('bash', ['-c', `tenure() { '${process.execPath}' '${builtCommand()}' "$@"; }; set -o pipefail; ${line}`], where)

/** Creates a temporary folder with these files. It is deleted after all tests. */
export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'tenure-'))
  write(path, files)
  return path
}

export function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, content)
  }
}

/** A `releases.json` with the days of releases, each in a file of its name. */
export const releaseList = (days: Readonly<Record<string, string>>, extension = 'yaml'): string =>
  JSON.stringify({
    releases: Object.entries(days).map(([version, date]) => ({version, date, file: `${version}.${extension}`}))
  })

/** The sorted paths of everything in a folder. */
export function pathsIn(path: string): string[] {
  return readdirSync(path, {recursive: true, encoding: 'utf8'}).toSorted()
}

/** Expects exit code 2 and an error message with a place and without a stack trace, also in a JSON report. */
export function expectRefusal({code, out, err}: CommandResult): void {
  const {notChecked = []} = out.startsWith('{') ? unread.parse(JSON.parse(out)) : {}
  expect({code, out: notChecked.length > 0 ? '' : out}, err).toEqual({code: 2, out: ''})
  // Standard error has no control characters.
  for (const {message} of notChecked) expect(err).toContain(plainText(message))
  // A line starts with a place or a sentence.
  expect(err).toMatch(/^\S.*?(?::\d+:\d+: \S|\.(?: |$))/m)
  expect(err).not.toMatch(/^Unexpected\b|\bUnexpected .*, expected\b/m)
  expect(err).not.toMatch(/^\s+at .+:\d+/m)
  expect(err).not.toMatch(/\b(?:TypeError|RangeError|ReferenceError|InputError|SyntaxError)\b/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
  expect(err).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
}
