import {spawn} from 'node:child_process'
import {mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {expect} from 'vitest'
import {NO_PLUGINS} from '../../src/app/context.ts'
import {run as runCommandLine} from '../../src/cli/command-line.ts'
import {dayOfInstant} from '../../src/model/time/date-range.ts'
import {unread} from '../../src/outputs/report/findings/json-format.ts'
import {plainText} from '../../src/outputs/report/sanitize-text.ts'
import {type Cache, NO_CACHE} from '../../src/stores/files/cache.ts'
import {openWorkspace} from '../../src/stores/files/workspace.ts'

/** The top of the repository. */
export const HOUSE = fileURLToPath(new URL('../..', import.meta.url))
const COMMAND = join(HOUSE, 'dist', 'cli.cjs')

/** A configuration for a history alone, so that `check` looks for no description. */
export const NO_SPEC = 'format: 1\nspec: none\n'

/** When the file, or the newest file in the folder, was last changed. */
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
  const younger = ['src', 'rules', 'package.json'].filter(path => newest(join(HOUSE, path)) > built)
  if (younger.length > 0) throw new Error(`dist/cli.cjs is older than ${younger.join(' and ')}. Run \`npm run build\`.`)
  return true
}

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Where {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** What commands that run in this process remember. Without it they remember nothing. */
  readonly cache?: Cache
  /** Columns of the terminal. Without it there's no terminal. */
  readonly width?: number
}

/** Nothing that the machine says of itself reaches a test. */
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

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], {cwd = HOUSE, env = {}, stdin = ''}: Where = {}) {
  return new Promise<Ran>((resolve, reject) => {
    const child = spawn(program, args, {cwd, env: {...PLAIN, ...env}})
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', chunk => out.push(chunk))
    child.stderr.on('data', chunk => err.push(chunk))
    child.on('error', reject)
    child.on('close', code => resolve({code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString()}))
    // A program that does not read its input may end before it is written.
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin)
  })
}

/** Runs the built command as a process of its own. */
export const tenureProcess = (args: readonly string[], where?: Where): Promise<Ran> =>
  run(process.execPath, [builtCommand(), ...args], where)

/** Variables that a command takes from its context, so that they need no process of their own. */
const CONTEXT_VARIABLE =
  /^(?:CI|CI_\w+|GITHUB_\w+|GITLAB_CI|TF_BUILD|(?:BUILD|SYSTEM|BITBUCKET|JENKINS|CHANGE)_\w+|BUILDKITE\w*|BRANCH_NAME|TAG_NAME|TERM|NO_COLOR)$/

/**
 * Runs a command line: in this process where the context is all that differs, otherwise as a process of its own. What
 * belongs to a process (signals, pipes, plugins, caches, other locales) is tested with `tenureProcess`.
 */
export const tenure = (args: readonly string[], where: Where = {}): Promise<Ran> =>
  // The page's script and style stand beside the built command.
  args[0] !== 'site' &&
  !args.includes('--plugins') &&
  where.stdin === undefined &&
  // Standard input, unless it names the output.
  !args.some((arg, at) => arg === '-' && args[at - 1] !== '--context') &&
  Object.entries(where.env ?? {}).every(
    ([name, value]) => CONTEXT_VARIABLE.test(name) || (name === 'TENURE_CACHE' && value === 'off')
  )
    ? runHere(args, where)
    : tenureProcess(args, where)

async function runHere(args: readonly string[], {cwd = HOUSE, env = {}, cache = NO_CACHE, width}: Where): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommandLine(args, {
    ...openWorkspace(cwd, PLAIN),
    plugins: NO_PLUGINS,
    out: text => void out.push(text),
    err: text => void err.push(text),
    color: false,
    env: {...PLAIN, ...env},
    progress: () => undefined,
    today: timezone => dayOfInstant(new Date(), timezone),
    cache: () => cache,
    program: [],
    ...(width === undefined ? {} : {width})
  })
  return {code, out: out.join(''), err: err.join('')}
}

/** The same through a shell, for pipes: `tenure` in the line is the built command. */
export const inShell = (line: string, where?: Where): Promise<Ran> =>
  run('bash', ['-c', `tenure() { '${process.execPath}' '${builtCommand()}' "$@"; }; set -o pipefail; ${line}`], where)

/** A folder of its own, with these files, that goes when all tests are done. */
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

/** All files of a folder by their paths, with their bytes as text. */
export function allIn(path: string): string[] {
  return readdirSync(path, {recursive: true, encoding: 'utf8'}).toSorted()
}

/** The job could not be done: told on standard error, and in JSON where the gate's report would stand, without a trace. */
export function expectRefusal({code, out, err}: Ran): void {
  const {notChecked = []} = out.startsWith('{') ? unread.parse(JSON.parse(out)) : {}
  expect({code, out: notChecked.length > 0 ? '' : out}, err).toEqual({code: 2, out: ''})
  // Standard error has no character that a terminal acts upon.
  for (const {message} of notChecked) expect(err).toContain(plainText(message))
  // A line opens with a place or a sentence.
  expect(err).toMatch(/^\S.*?(?::\d+:\d+: \S|\.(?: |$))/m)
  expect(err).not.toMatch(/^Unexpected\b|\bUnexpected .*, expected\b/m)
  expect(err).not.toMatch(/^\s+at .+:\d+/m)
  expect(err).not.toMatch(/\b(?:TypeError|RangeError|ReferenceError|InputError|SyntaxError)\b/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
  expect(err).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
}
