import {type SpawnSyncReturns, spawnSync} from 'node:child_process'
import {createHash, randomUUID} from 'node:crypto'
import {existsSync, realpathSync} from 'node:fs'
import {basename, dirname, join, resolve} from 'node:path'
import {inputError} from '../../model/input-error.ts'
import {isTracing, noteInput} from '../input-trace.ts'

/** Settings that override the repository's own configuration, so that git runs no code from it and fetches nothing. */
const SAFE = ['protocol.allow=never', 'core.fsmonitor=false', 'core.hooksPath=/dev/null']

/** Queries whose answers depend on the repository's refs and objects only. */
const QUERIES: ReadonlySet<string | undefined> = new Set([
  'cat-file',
  'diff-tree',
  'for-each-ref',
  'log',
  'merge-base',
  'rev-parse',
  'version'
])
/** Larger answers are kept only up to a sum, in bytes. */
const SMALL_ANSWER = 1 << 16
const MAX_KEPT_BYTES = 1 << 25

let answers = new Map<string, SpawnSyncReturns<Buffer>>()
/** The size of all larger answers that are kept. */
let keptBytes = 0

/**
 * Forgets the answers of git. A command asks each query once, so that it sees one state of the refs, and because a
 * process costs more than its answer.
 */
export function forgetGitAnswers(): void {
  answers = new Map()
  keptBytes = 0
  knownTimes.clear()
}

/**
 * Runs the user's git in a folder, without a shell. Missing blobs of a partial clone aren't fetched, and replaced
 * objects are ignored.
 */
export function runGit(folder: string, args: readonly string[], input?: string): SpawnSyncReturns<Buffer> {
  if (isTracing('refs')) {
    const repository = findCheckout(folder) ?? resolve(folder)
    noteInput(repository, 'refs', () => describeRefs(repository))
  }
  return startGit(folder, args, input)
}

/**
 * What determines all answers of git about a repository: its refs, what is checked out, and its settings. Unique if
 * parts of the history are missing, because they can arrive without a change of refs.
 */
export function describeRefs(repository: string): string {
  const answers = [
    ['for-each-ref', '--format=%(refname) %(objectname) %(symref)'],
    ['rev-parse', '--is-shallow-repository', '--is-bare-repository', 'HEAD'],
    ['config', '-z', '--get-regexp', '^(remote\\..*|extensions\\..*)$']
  ].map(args => startGit(repository, args).stdout?.toString('utf8') ?? '')
  const isIncomplete = answers[1]?.startsWith('true') || /partialclone|promisor/.test(answers[2] ?? '')
  const hash = createHash('sha256').update(answers.join('\0')).digest('hex').slice(0, 32)
  return isIncomplete ? `${hash} ${randomUUID()}` : hash
}

function startGit(folder: string, args: readonly string[], input?: string): SpawnSyncReturns<Buffer> {
  const key = QUERIES.has(args[0]) ? JSON.stringify([resolve(folder), input, args]) : undefined
  const known = key === undefined ? undefined : answers.get(key)
  if (known) return known
  const isInCheckout = findCheckout(folder) !== undefined
  const settings = isInCheckout ? [...SAFE, 'safe.bareRepository=explicit'] : SAFE
  const answer = spawnSync(
    'git',
    [...settings.flatMap(each => ['-c', each]), '--no-replace-objects', '--literal-pathspecs', ...args],
    {
      cwd: folder,
      maxBuffer: 1 << 30,
      ...(input === undefined ? {} : {input})
    }
  )
  if (key === undefined || answer.error) return answer
  const counted = answer.stdout.length > SMALL_ANSWER ? answer.stdout.length : 0
  if (keptBytes + counted <= MAX_KEPT_BYTES) {
    keptBytes += counted
    answers.set(key, answer)
  }
  return answer
}

/** The first version of git that can refuse a bare repository inside a checkout. */
const MIN_VERSION = [2, 38] as const

/** Throws an `InputError` if git is too old to be run safely on untrusted changes. */
export function assertGitVersion(): void {
  const {error, stdout} = runGit(resolve('/'), ['version'])
  if (error) return
  const [found = '', major, minor] = /(\d+)\.(\d+)[\w.]*/.exec(stdout.toString('utf8')) ?? []
  if (Number(major) > MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) >= MIN_VERSION[1])) return
  throw inputError(
    `git is version \`${found || 'unknown'}\`, which may run what a change brings. Install git ${MIN_VERSION.join('.')} or later.`
  )
}

/** The nearest folder with a `.git`, from this one upward; `undefined` if there is none. */
export function findCheckout(folder: string): string | undefined {
  for (let here = resolve(folder); ; here = dirname(here)) {
    if (existsSync(join(here, '.git'))) return here
    if (dirname(here) === here) return undefined
  }
}

/** The output of git; `undefined` if it fails. */
export function gitOutput(folder: string, args: readonly string[], input?: string): Buffer | undefined {
  const {status, stdout} = runGit(folder, args, input)
  return status === 0 ? stdout : undefined
}

const line = (answer: Buffer | undefined): string | undefined => answer?.toString('utf8').trim() || undefined

export interface Repository {
  readonly root: string
  /** The file or folder that the repository was opened for, relative to the root. */
  readonly path: string
  /** The default branch. */
  readonly branch: string
}

/** The real path, as git knows the file. A path that can't be resolved, such as a pipe, is only made absolute. */
export function gitRealPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/**
 * The default branch: the remote's own, else one of the usual names, else what is checked out. `undefined` if there are
 * no commits.
 */
export function findDefaultBranch(folder: string): string | undefined {
  const [own = '', ...usual] = ['origin/HEAD', 'origin/main', 'origin/master'].map(name => `refs/remotes/${name}`)
  usual.push('refs/heads/main', 'refs/heads/master')
  const list =
    gitOutput(folder, ['for-each-ref', '--format=%(refname)%00%(symref)', own, ...usual])?.toString('utf8') ?? ''
  const known = new Map(
    list.split('\n').map((each): [string, string] => {
      const [name = '', target = ''] = each.split('\0')
      return [name, target]
    })
  )
  const branch = known.get(own) || usual.find(ref => known.has(ref))
  if (branch !== undefined) return branch
  return gitOutput(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']) ? 'HEAD' : undefined
}

export interface Commit {
  readonly id: string
  /** The commit time, in seconds since 1970. */
  readonly time: number
  /** The path of the file or folder in this commit. */
  readonly path: string
}

/**
 * The commits on the branch's first-parent line that changed the path, oldest first, followed across renames. A commit
 * time earlier than that of its first parent is raised to it.
 */
export function listCommits({root, branch, path}: Repository, moves = 10): Commit[] {
  const log = gitOutput(root, ['log', '--first-parent', '--reverse', '--format=%H %ct', branch, '--', path])
  const times = log?.length ? readCommitTimes(root, branch) : new Map<string, number>()
  const commits = (log?.toString('utf8') ?? '').split('\n').flatMap((each): Commit[] => {
    const [id, time] = each.split(' ')
    return id && time ? [{id, time: times.get(id) ?? Number(time), path}] : []
  })
  const [first] = commits
  const before = first && moves > 0 ? findRenamedFrom(root, first) : undefined
  return before === undefined
    ? commits
    : [...listCommits({root, branch: `${first?.id}^1`, path: before}, moves - 1), ...commits]
}

const knownTimes = new Map<string, ReadonlyMap<string, number>>()

/**
 * The time of each commit on the first-parent line, in seconds since 1970, raised where it is earlier than that of the
 * first parent.
 */
export function readCommitTimes(root: string, branch: string): ReadonlyMap<string, number> {
  // A branch may have moved since the last call.
  const tip = /^[\da-f]{40}/.test(branch) ? branch : line(gitOutput(root, ['rev-parse', '--verify', '--quiet', branch]))
  const key = `${root}\0${tip}`
  const known = knownTimes.get(key)
  if (known) return known
  const list =
    gitOutput(root, ['rev-list', '--first-parent', '--reverse', '--timestamp', branch])?.toString('utf8') ?? ''
  const times = new Map<string, number>()
  let last = 0
  for (const line of list.split('\n')) {
    const [time, id] = line.split(' ')
    if (id === undefined) continue
    last = Math.max(last, Number(time))
    times.set(id, last)
  }
  knownTimes.set(key, times)
  return times
}

/** The path from which a commit renamed a file, or the folder of a `service.yaml`; `undefined` if it didn't. */
export function findRenamedFrom(root: string, {id, path}: Commit): string | undefined {
  const diff = gitOutput(root, ['diff-tree', '-r', '-M', '-z', '--name-status', '--diff-filter=R', `${id}^1`, id])
  const fields = (diff?.toString('utf8') ?? '').split('\0')
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [, from = '', to = ''] = fields.slice(at, at + 3)
    if (to === path) return from
    if (to === (path === '.' ? 'service.yaml' : `${path}/service.yaml`) && basename(from) === 'service.yaml')
      return dirname(from)
  }
  return undefined
}

/** The paths of the files in a commit below a path. */
export function listCommitFiles({root}: Repository, {id, path}: Commit): string[] {
  // With a trailing slash, git lists the content of the folder; the root needs no path.
  const below = path === '.' ? [] : ['--', `${path}/`]
  const list = gitOutput(root, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', id, ...below])
  return (list?.toString('utf8') ?? '').split('\0').filter(Boolean)
}

/** The texts of blobs named as `commit:path`, from one git process; `undefined` for each missing one. */
export const readBlobTexts = ({root}: Pick<Repository, 'root'>, names: readonly string[]): (string | undefined)[] =>
  readObjects(root, names).map(each => (each?.kind === 'blob' ? each.content.toString('utf8') : undefined))

/** A commit or other tree-like object that the user named. */
export interface ResolvedRevision {
  /** The folder that paths are relative to; the given folder if there is no working tree. */
  readonly root: string
  /** The path of the given folder relative to the root: empty, or with a trailing slash. */
  readonly prefix: string
  /** The id of the tree. */
  readonly id: string
}

/**
 * Resolves a revision in the repository around a folder; otherwise returns why it can't be resolved and how to fix it.
 */
export function resolveRevision(folder: string, name: string): ResolvedRevision | {readonly lacks: string} {
  const {error, status, stdout} = runGit(folder, ['rev-parse', '--show-prefix'])
  if (error) return {lacks: "git can't be run (install git)"}
  if (status !== 0) return {lacks: 'there is no git repository here'}
  // A name that begins with a dash would be taken for an option.
  const id = name.startsWith('-')
    ? undefined
    : line(gitOutput(folder, ['rev-parse', '--verify', '--quiet', `${name}^{tree}`]))
  if (id === undefined) return {lacks: 'git knows no such revision (`git tag` and `git branch --all` list them)'}
  const root = line(gitOutput(folder, ['rev-parse', '--show-toplevel'])) ?? folder
  return {root, prefix: stdout.toString('utf8').replace(/\n$/, ''), id}
}

/** An entry of a git tree. */
export interface Blob {
  readonly id: string
  /** Links and submodules have no content of their own. Folders are listed only on request. */
  readonly kind: 'file' | 'link' | 'submodule' | 'folder'
}

/** All files of a revision, or those at some paths, by their paths from the root. */
export function listBlobs(
  {root, id}: Pick<ResolvedRevision, 'root' | 'id'>,
  paths: readonly string[] = []
): Map<string, Blob> {
  const list = gitOutput(root, ['ls-tree', '-r', '-z', '--full-tree', id, '--', ...paths])?.toString('utf8') ?? ''
  return new Map(
    list.split('\0').flatMap((each): [string, Blob][] => {
      const [, mode, , blob, path] = /^(\d+) (\w+) (\w+)\t([\s\S]*)$/.exec(each) ?? []
      if (mode === undefined || blob === undefined || path === undefined) return []
      return [[path, {id: blob, kind: mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file'}]]
    })
  )
}

/** The contents of blobs, from one git process; `undefined` if git can't provide one, as in a partial clone. */
export function readBlobs(
  {root}: Pick<ResolvedRevision, 'root'>,
  wanted: readonly Pick<Blob, 'id'>[]
): (Buffer | undefined)[] {
  const ids = wanted.map(({id}) => id)
  return readObjects(root, ids).map(each => (each?.kind === 'blob' ? each.content : undefined))
}

/**
 * Objects by names without a line feed, from one git process; `undefined` for missing objects. If git fails at an
 * object, those after it are `undefined` too.
 */
export function readObjects(
  root: string,
  names: readonly string[]
): ({readonly kind: string; readonly content: Buffer} | undefined)[] {
  if (names.length === 0) return []
  const {stdout} = runGit(root, ['cat-file', '--batch'], names.map(name => `${name}\n`).join(''))
  const answer = stdout ?? Buffer.alloc(0)
  let at = 0
  return names.map(name => {
    const end = answer.indexOf(10, at)
    if (end === -1) return undefined
    const head = answer.subarray(at, end).toString('utf8')
    at = end + 1
    // For a missing object, git repeats the name, which may contain spaces.
    const [, kind, size] = head === `${name} missing` ? [] : (/ ([a-z]+) (\d+)$/.exec(head) ?? [])
    if (kind === undefined) return undefined
    const content = answer.subarray(at, at + Number(size))
    at += Number(size) + 1
    return {kind, content}
  })
}

/** The commits that names resolve to, from one git process; `undefined` for each that isn't a commit. */
export function resolveCommits(root: string, names: readonly string[]): (string | undefined)[] {
  // A line break in a name would start a second query.
  const queries = names.map(name => (/[\r\n]/.test(name) ? '' : `${name}^{commit}`))
  const answer = gitOutput(root, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], `${queries.join('\n')}\n`)
  const lines = answer?.toString('utf8').split('\n') ?? []
  return names.map((_, at) => /^([\da-f]{40,}) commit$/.exec(lines[at] ?? '')?.[1])
}

/**
 * The path from the root of the repository to a folder, such as `services/loans`; empty at the root, `undefined`
 * outside a repository.
 */
export const pathFromRoot = (folder: string): string | undefined =>
  gitOutput(folder, ['rev-parse', '--show-prefix'])?.toString('utf8').trim().replace(/\/$/, '')

/** The topmost ignored folders below a folder. */
export function listIgnoredFolders(folder: string): string[] {
  const list = gitOutput(folder, [
    'ls-files',
    '-z',
    '--others',
    '--ignored',
    '--exclude-standard',
    '--directory',
    '--',
    '.'
  ])
  const all = (list?.toString('utf8') ?? '').split('\0')
  return all.filter(each => each.endsWith('/')).map(each => each.slice(0, -1))
}

/** The files below a folder that git tracks or would track, relative to it; `undefined` outside a repository. */
export function listUnignoredFiles(folder: string): string[] | undefined {
  const list = gitOutput(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.'])
  return list && [...new Set(list.toString('utf8').split('\0').filter(Boolean))]
}

/** Whether a file is committed but left out of the working tree by a sparse checkout. */
export const isSparselyExcluded = (path: string): boolean =>
  gitOutput('.', ['--literal-pathspecs', 'ls-files', '-t', '--', path])?.toString('utf8').startsWith('S ') === true

/** Whether git tracks a file. */
export const isTracked = (path: string): boolean =>
  gitOutput(dirname(path), ['ls-files', '--error-unmatch', '--', basename(path)]) !== undefined
