import {spawnSync} from 'node:child_process'

/** A question to the user's own git, in a folder. Arguments are never put through a shell. */
function ask(folder: string, args: readonly string[], input?: string): Buffer | undefined {
  const {status, stdout} = spawnSync('git', args, {
    cwd: folder,
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(input === undefined ? {} : {input})
  })
  return status === 0 ? stdout : undefined
}

const line = (answer: Buffer | undefined): string | undefined => answer?.toString('utf8').trim() || undefined

export interface Repository {
  readonly root: string
  readonly shallow: boolean
  /** The branch that people release from. */
  readonly branch: string
}

/** The repository that holds the folder; `undefined` where there is none, no git, or no commit yet. */
export function repositoryAt(folder: string): Repository | undefined {
  const root = line(ask(folder, ['rev-parse', '--show-toplevel']))
  if (root === undefined) return undefined
  const shallow = line(ask(folder, ['rev-parse', '--is-shallow-repository'])) === 'true'
  const candidates = [
    line(ask(folder, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD'])),
    'refs/heads/main',
    'refs/heads/master',
    'HEAD'
  ]
  const branch = candidates.find(
    ref => ref !== undefined && ask(folder, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])
  )
  return branch === undefined ? undefined : {root, shallow, branch}
}

export interface Commit {
  readonly id: string
  /** When it was committed, in seconds. */
  readonly time: number
}

/** The commits of the branch's first-parent line that changed the path, oldest first. */
export function commitsOf({root, branch}: Repository, path: string): Commit[] {
  const log = ask(root, ['log', '--first-parent', '--reverse', '--format=%H %ct', branch, '--', path])
  return (log?.toString('utf8') ?? '').split('\n').flatMap(each => {
    const [id, time] = each.split(' ')
    return id && time ? [{id, time: Number(time)}] : []
  })
}

/** The paths of the files in a commit below a path. */
export function filesIn({root}: Repository, commit: string, path: string): string[] {
  const list = ask(root, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit, '--', path])
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
