import {type SpawnSyncReturns, spawnSync} from 'node:child_process'
import {existsSync, realpathSync} from 'node:fs'
import {basename, dirname, join, resolve} from 'node:path'
import {refuse} from '../../model/input-error.ts'

/** Settings that hold whatever a repository's own configuration says: no code of its own runs, nothing is fetched. */
const SAFE = ['protocol.allow=never', 'core.fsmonitor=false', 'core.hooksPath=/dev/null']

/**
 * Asks the user's own git, in a folder. Arguments are never put through a shell. A clone that left blobs out would fetch
 * them from the network: it may not. Replaced objects do not count.
 */
export const answerOf = (folder: string, args: readonly string[], input?: string): SpawnSyncReturns<Buffer> => {
  const isInCheckout = checkoutOf(folder) !== undefined
  const settings = isInCheckout ? [...SAFE, 'safe.bareRepository=explicit'] : SAFE
  return spawnSync(
    'git',
    [...settings.flatMap(each => ['-c', each]), '--no-replace-objects', '--literal-pathspecs', ...args],
    {
      cwd: folder,
      maxBuffer: 1 << 30,
      ...(input === undefined ? {} : {input})
    }
  )
}

/** The first git that opens no bare repository which lies in a checkout. */
const OLDEST = [2, 38] as const

/** Refuses a git that is too old to be asked about the change of a stranger. */
export function assureGitVersion(): void {
  const {error, stdout} = answerOf('.', ['version'])
  if (error) return
  const [found = '', major, minor] = /(\d+)\.(\d+)[\w.]*/.exec(stdout.toString('utf8')) ?? []
  if (Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1])) return
  throw refuse(
    `git is version \`${found || 'unknown'}\`, which may run what a change brings. Install git ${OLDEST.join('.')} or later.`
  )
}

/** The nearest folder, from this one upwards, that git keeps files in; `undefined` outside of any. */
export function checkoutOf(folder: string): string | undefined {
  for (let here = resolve(folder); ; here = dirname(here)) {
    if (existsSync(join(here, '.git'))) return here
    if (dirname(here) === here) return undefined
  }
}

/** What git says, `undefined` where it fails. */
export function ask(folder: string, args: readonly string[], input?: string): Buffer | undefined {
  const {status, stdout} = answerOf(folder, args, input)
  return status === 0 ? stdout : undefined
}

const line = (answer: Buffer | undefined): string | undefined => answer?.toString('utf8').trim() || undefined

export interface Repository {
  readonly root: string
  /** The file or folder that was asked for, by its path from the root. */
  readonly path: string
  /** The branch that people release from. */
  readonly branch: string
}

/** Git knows a file by where it stands; what is no file (a pipe) stands nowhere. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** The whole git history that a file or folder is in, or why there is none and what would help. */
export function repositoryOf(path: string, isFolder: boolean): Repository | {readonly lacks: string} {
  const real = withoutLinks(path)
  const folder = isFolder ? real : dirname(real)
  const {error, status, stdout, stderr} = answerOf(folder, [
    'rev-parse',
    '--show-toplevel',
    '--is-shallow-repository',
    '--show-prefix'
  ])
  if (error) return {lacks: 'git cannot be run (install git)'}
  if (status !== 0) {
    return stderr.toString('utf8').includes('safe.directory')
      ? {lacks: `git does not trust the folder (\`git config --global --add safe.directory ${folder}\`)`}
      : {lacks: 'there is no git repository (keep the record in one, or name public statements with `via:`)'}
  }
  const [root = '', shallow, prefix = ''] = stdout.toString('utf8').split('\n')
  if (shallow === 'true')
    return {lacks: 'the clone is shallow (fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` in CI)'}
  const branch = branchOf(folder)
  if (branch === undefined) return {lacks: 'nothing is committed yet (commit the record)'}
  return {root, branch, path: isFolder ? prefix.replace(/\/$/, '') || '.' : `${prefix}${basename(real)}`}
}

/** The branch that people release from: the remote's own, else one of the usual names, else what is checked out. */
export function branchOf(folder: string): string | undefined {
  const [own = '', ...usual] = ['origin/HEAD', 'origin/main', 'origin/master'].map(name => `refs/remotes/${name}`)
  usual.push('refs/heads/main', 'refs/heads/master')
  const list = ask(folder, ['for-each-ref', '--format=%(refname)%00%(symref)', own, ...usual])?.toString('utf8') ?? ''
  const known = new Map(
    list.split('\n').map((each): [string, string] => {
      const [name = '', target = ''] = each.split('\0')
      return [name, target]
    })
  )
  const branch = known.get(own) || usual.find(ref => known.has(ref))
  if (branch !== undefined) return branch
  return ask(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']) ? 'HEAD' : undefined
}

export interface Commit {
  readonly id: string
  /** When it was committed, in seconds. */
  readonly time: number
  /** Where the file or folder stood then. */
  readonly path: string
}

/**
 * The commits of the branch's first-parent line that changed the path, oldest first; where it moved, it is followed. None
 * is older than the one before it on that line, whatever it claims.
 */
export function commitsOf({root, branch, path}: Repository, moves = 10): Commit[] {
  const log = ask(root, ['log', '--first-parent', '--reverse', '--format=%H %ct', branch, '--', path])
  const times = log?.length ? timesOn(root, branch) : new Map<string, number>()
  const commits = (log?.toString('utf8') ?? '').split('\n').flatMap((each): Commit[] => {
    const [id, time] = each.split(' ')
    return id && time ? [{id, time: times.get(id) ?? Number(time), path}] : []
  })
  const [first] = commits
  const before = first && moves > 0 ? movedFrom(root, first) : undefined
  return before === undefined
    ? commits
    : [...commitsOf({root, branch: `${first?.id}^1`, path: before}, moves - 1), ...commits]
}

const knownTimes = new Map<string, ReadonlyMap<string, number>>()

/** When each commit of the first-parent line was made, in seconds: not before its first parent. */
export function timesOn(root: string, branch: string): ReadonlyMap<string, number> {
  const key = `${root}\0${branch}`
  const known = knownTimes.get(key)
  if (known) return known
  const list = ask(root, ['rev-list', '--first-parent', '--reverse', '--timestamp', branch])?.toString('utf8') ?? ''
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

/** Where a file, or the folder of a `service.yaml`, stood before the commit that brought it to its path. */
function movedFrom(root: string, {id, path}: Commit): string | undefined {
  const diff = ask(root, ['diff-tree', '-r', '-M', '-z', '--name-status', '--diff-filter=R', `${id}^1`, id])
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
export function filesIn({root}: Repository, {id, path}: Commit): string[] {
  // The folder with a slash is what stands in it; the root has no name.
  const below = path === '.' ? [] : ['--', `${path}/`]
  const list = ask(root, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', id, ...below])
  return (list?.toString('utf8') ?? '').split('\0').filter(Boolean)
}

/** The texts of blobs named as `commit:path`, in one conversation; missing ones are `undefined`. */
export const blobs = ({root}: Pick<Repository, 'root'>, names: readonly string[]): (string | undefined)[] =>
  objectsOf(root, names).map(each => (each?.kind === 'blob' ? each.content.toString('utf8') : undefined))

/** A commit, or whatever else holds files, as somebody named it. */
export interface Revision {
  /** The folder that paths start from; the folder that was asked, where git has no work tree. */
  readonly root: string
  /** The folder that was asked, by its path from the root: empty, or with a slash at its end. */
  readonly prefix: string
  /** The tree that was named. */
  readonly id: string
}

/** What a name stands for in the repository around a folder; else why it stands for nothing, and what would help. */
export function revisionOf(folder: string, name: string): Revision | {readonly lacks: string} {
  const {error, status, stdout} = answerOf(folder, ['rev-parse', '--show-prefix'])
  if (error) return {lacks: 'git cannot be run (install git)'}
  if (status !== 0) return {lacks: 'there is no git repository here'}
  // A name that begins with a dash would be taken for an option.
  const id = name.startsWith('-')
    ? undefined
    : line(ask(folder, ['rev-parse', '--verify', '--quiet', `${name}^{tree}`]))
  if (id === undefined) return {lacks: 'git knows no such revision (`git tag` and `git branch --all` list them)'}
  const root = line(ask(folder, ['rev-parse', '--show-toplevel'])) ?? folder
  return {root, prefix: stdout.toString('utf8').replace(/\n$/, ''), id}
}

/** A file of a revision. */
export interface Blob {
  readonly id: string
  /** What git says that it is: a file, or a link or submodule, which hold none of their own. Folders only where asked. */
  readonly kind: 'file' | 'link' | 'submodule' | 'folder'
}

/** All files of a revision by their paths from the root. */
export function blobsOf({root, id}: Pick<Revision, 'root' | 'id'>): Map<string, Blob> {
  const list = ask(root, ['ls-tree', '-r', '-z', '--full-tree', id])?.toString('utf8') ?? ''
  return new Map(
    list.split('\0').flatMap((each): [string, Blob][] => {
      const [, mode, , blob, path] = /^(\d+) (\w+) (\w+)\t([\s\S]*)$/.exec(each) ?? []
      if (mode === undefined || blob === undefined || path === undefined) return []
      return [[path, {id: blob, kind: mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file'}]]
    })
  )
}

/** What stands in blobs, in one conversation; `undefined` where git cannot give it, as in a clone that left it out. */
export function contentsOf(
  {root}: Pick<Revision, 'root'>,
  wanted: readonly Pick<Blob, 'id'>[]
): (Buffer | undefined)[] {
  const ids = wanted.map(({id}) => id)
  return objectsOf(root, ids).map(each => (each?.kind === 'blob' ? each.content : undefined))
}

/** Objects by names without a line feed, in one conversation. Git says nothing of those after one that it fails at. */
export function objectsOf(
  root: string,
  names: readonly string[]
): ({readonly kind: string; readonly content: Buffer} | undefined)[] {
  if (names.length === 0) return []
  const {stdout} = answerOf(root, ['cat-file', '--batch'], names.map(name => `${name}\n`).join(''))
  const answer = stdout ?? Buffer.alloc(0)
  let at = 0
  return names.map(name => {
    const end = answer.indexOf(10, at)
    if (end === -1) return undefined
    const head = answer.subarray(at, end).toString('utf8')
    at = end + 1
    // A name may hold spaces, and is repeated where there is nothing.
    const [, kind, size] = head === `${name} missing` ? [] : (/ ([a-z]+) (\d+)$/.exec(head) ?? [])
    if (kind === undefined) return undefined
    const content = answer.subarray(at, at + Number(size))
    at += Number(size) + 1
    return {kind, content}
  })
}

/** The commits that names stand for, in one conversation. */
export function commitsAt(root: string, names: readonly string[]): (string | undefined)[] {
  // A name that holds more than one line would be more than one name.
  const asked = names.map(name => (/[\r\n]/.test(name) ? '' : `${name}^{commit}`))
  const answer = ask(root, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], `${asked.join('\n')}\n`)
  const lines = answer?.toString('utf8').split('\n') ?? []
  return names.map((_, at) => /^([\da-f]{40,}) commit$/.exec(lines[at] ?? '')?.[1])
}

/** The way from the root of the repository to a folder, `services/loans`; empty at the root, nothing outside of git. */
export const rootAbove = (folder: string): string | undefined =>
  ask(folder, ['rev-parse', '--show-prefix'])?.toString('utf8').trim().replace(/\/$/, '')

/** Folders below a folder that git ignores, the uppermost of each. */
export function ignoredFolders(folder: string): string[] {
  const list = ask(folder, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory', '--', '.'])
  const all = (list?.toString('utf8') ?? '').split('\0')
  return all.filter(each => each.endsWith('/')).map(each => each.slice(0, -1))
}

/** The files below a folder that git tracks, or would track, by their paths from there; nothing outside of git. */
export function listedFiles(folder: string): string[] | undefined {
  const list = ask(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.'])
  return list && [...new Set(list.toString('utf8').split('\0').filter(Boolean))]
}

/** Whether a file is committed, and a sparse checkout leaves it out of the working tree. */
export const isLeftOut = (path: string): boolean =>
  ask('.', ['--literal-pathspecs', 'ls-files', '-t', '--', path])?.toString('utf8').startsWith('S ') === true

/** Whether git keeps a file. */
export const isTracked = (path: string): boolean =>
  ask(dirname(path), ['ls-files', '--error-unmatch', '--', basename(path)]) !== undefined
