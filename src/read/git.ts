import {type SpawnSyncReturns, spawnSync} from 'node:child_process'
import {realpathSync} from 'node:fs'
import {basename, dirname, resolve} from 'node:path'

/** A question to the user's own git, in a folder. Arguments are never put through a shell. */
const answerOf = (folder: string, args: readonly string[], input?: string): SpawnSyncReturns<Buffer> =>
  spawnSync('git', ['--literal-pathspecs', ...args], {
    cwd: folder,
    maxBuffer: 1 << 30,
    ...(input === undefined ? {} : {input})
  })

function ask(folder: string, args: readonly string[], input?: string): Buffer | undefined {
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
  const candidates = [
    line(ask(folder, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD'])),
    'refs/remotes/origin/main',
    'refs/remotes/origin/master',
    'refs/heads/main',
    'refs/heads/master',
    'HEAD'
  ]
  const branch = candidates.find(
    ref => ref !== undefined && ask(folder, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])
  )
  if (branch === undefined) return {lacks: 'nothing is committed yet (commit the record)'}
  return {root, branch, path: isFolder ? prefix.replace(/\/$/, '') || '.' : `${prefix}${basename(real)}`}
}

export interface Commit {
  readonly id: string
  /** When it was committed, in seconds. */
  readonly time: number
  /** Where the file or folder stood then. */
  readonly path: string
}

/** The commits of the branch's first-parent line that changed the path, oldest first; where it moved, it is followed. */
export function commitsOf({root, branch, path}: Repository, moves = 10): Commit[] {
  const log = ask(root, ['log', '--first-parent', '--reverse', '--format=%H %ct', branch, '--', path])
  const commits = (log?.toString('utf8') ?? '').split('\n').flatMap((each): Commit[] => {
    const [id, time] = each.split(' ')
    return id && time ? [{id, time: Number(time), path}] : []
  })
  const [first] = commits
  const before = first && moves > 0 ? movedFrom(root, first) : undefined
  return before === undefined
    ? commits
    : [...commitsOf({root, branch: `${first?.id}^1`, path: before}, moves - 1), ...commits]
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
export function blobs({root}: Repository, names: readonly string[]): (string | undefined)[] {
  const answer = ask(root, ['cat-file', '--batch'], names.map(name => `${name}\n`).join(''))
  if (!answer) return names.map(() => undefined)
  let at = 0
  return names.map(() => {
    const end = answer.indexOf(10, at)
    const [, kind, size] = answer.subarray(at, end).toString('utf8').split(' ')
    if (kind !== 'blob') {
      at = end + 1
      return undefined
    }
    const text = answer.subarray(end + 1, end + 1 + Number(size)).toString('utf8')
    at = end + 2 + Number(size)
    return text
  })
}
