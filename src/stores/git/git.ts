import {spawnSync} from 'node:child_process'
import {createHash, randomUUID} from 'node:crypto'
import {existsSync, realpathSync} from 'node:fs'
import {basename, dirname, join, resolve} from 'node:path'
import {parseFileSet, pathspecOf} from '../file-set.ts'
import type {InputTrace} from '../input-trace.ts'
import type {Environment} from './environment.ts'
import {
  DESCRIBING,
  type GitAnswer,
  GitAnswers,
  type GitDescription,
  type GitObject,
  type KnownFolder,
  parseTrace,
  type StartGit
} from './git-answer.ts'

/** Settings that override the repository's own configuration, so that git runs no code from it and fetches nothing. */
const SAFE = ['protocol.allow=never', 'core.fsmonitor=false', 'core.hooksPath=/dev/null']

/** Subcommands of git whose answers depend only on refs and objects, so that they can be kept. */
const QUERIES: ReadonlySet<string | undefined> = new Set([
  'cat-file',
  'config',
  'diff-tree',
  'for-each-ref',
  'log',
  'ls-tree',
  'merge-base',
  'rev-parse',
  'version'
])
/** Starts git from this process. */
export const startGit: StartGit = ({cwd, args, env, input}) =>
  spawnSync('git', args, {cwd, env, maxBuffer: 1 << 30, ...(input === undefined ? {} : {input})})

/** Runs the user's git with the variables `env`. Relative folders start at `cwd`. */
export class Git {
  /** The absolute path of the folder that relative folders start at. */
  readonly cwd: string
  /** The variables that git is started with. */
  readonly env: Environment
  readonly #answers: GitAnswers
  readonly #traces: readonly InputTrace[]
  readonly #startGit: StartGit

  constructor(
    cwd: string,
    env: Environment,
    start = startGit,
    traces: readonly InputTrace[] = [],
    answers = new GitAnswers()
  ) {
    this.cwd = cwd
    this.env = env
    this.#startGit = start
    this.#traces = traces
    this.#answers = answers
  }

  /** Git for the same repositories, without the answers so far, because the repositories may have changed. */
  reopen(): Git {
    return new Git(this.cwd, this.env, this.#startGit, this.#traces, new GitAnswers(this.#answers.folders))
  }

  /** The same git, with relative folders from another one. */
  in(folder: string): Git {
    return new Git(this.resolve(folder), this.env, this.#startGit, this.#traces, this.#answers)
  }

  /** The same git; `trace` is informed about each repository whose refs are read. */
  traced(trace: InputTrace): Git {
    return new Git(this.cwd, this.env, this.#startGit, [...this.#traces, trace], this.#answers)
  }

  /** Git with other variables, such as another index or another repository. */
  with(variables: Environment): Git {
    const other = new Git(this.cwd, {...this.env, ...variables}, this.#startGit, this.#traces, this.#answers)
    return 'GIT_DIR' in variables ? other.reopen() : other
  }

  resolve(...segments: readonly string[]): string {
    return resolve(this.cwd, ...segments)
  }

  /**
   * Runs git in a folder. No name is read as code. Missing blobs of a partial clone aren't fetched, and replaced objects are
   * ignored.
   */
  run(folder: string, args: readonly string[], input?: string): GitAnswer {
    this.#noteRefs(folder)
    return this.#start(folder, args, input)
  }

  #noteRefs(folder: string): void {
    const traces = this.#traces.filter(trace => trace.records('refs'))
    if (traces.length === 0) return
    const repository = this.findCheckout(folder) ?? this.resolve(folder)
    for (const trace of traces) trace.note(repository, 'refs', () => this.describeRefs(repository))
  }

  /** Runs git as `run` does. Git also states its version and its settings of remotes. */
  describe(folder: string, args: readonly string[]): GitAnswer & GitDescription {
    const key = this.resolve(folder)
    const answer = this.with(DESCRIBING).run(folder, args)
    const description = this.#answers.descriptions.get(key) ?? parseTrace(answer)
    this.#answers.descriptions.set(key, description)
    return {...answer, ...description}
  }

  /** Notes that commits of a repository are compared, so that their folders are read together. */
  compare(root: string, commits: readonly string[]): void {
    const key = this.resolve(root)
    this.#answers.compared.set(key, new Set([...(this.#answers.compared.get(key) ?? []), ...commits]))
  }

  /** The commits of a repository that are compared. */
  comparedCommits(root: string): ReadonlySet<string> {
    return this.#answers.compared.get(this.resolve(root)) ?? new Set()
  }

  /** The output of git; `undefined` if it fails. */
  output(folder: string, args: readonly string[], input?: string): Buffer | undefined {
    const {status, stdout} = this.run(folder, args, input)
    return status === 0 ? stdout : undefined
  }

  /** The output of git as text, without space at its ends; `undefined` if it fails, or prints nothing. */
  text(folder: string, args: readonly string[], input?: string): string | undefined {
    return this.output(folder, args, input)?.toString('utf8').trim() || undefined
  }

  /** The lines that git prints, or with `-z` the items between zero bytes, without empty ones; none if it fails. */
  list(folder: string, args: readonly string[], input?: string): string[] {
    const separator = args.includes('-z') ? '\0' : '\n'
    return (this.output(folder, args, input)?.toString('utf8') ?? '').split(separator).filter(Boolean)
  }

  /**
   * Describes everything that answers about a repository depend on: its refs, what is checked out, and its settings.
   * Differs with every call if parts of the history are missing, because they can arrive without a change of refs.
   */
  describeRefs(repository: string): string {
    const answers = [
      ['for-each-ref', '--format=%(refname) %(objectname) %(symref)'],
      ['rev-parse', '--is-shallow-repository', '--is-bare-repository', 'HEAD'],
      ['config', '-z', '--get-regexp', '^(remote\\..*|extensions\\..*)$']
    ].map(args => this.#start(repository, args).stdout?.toString('utf8') ?? '')
    const isIncomplete = answers[1]?.startsWith('true') || /partialclone|promisor/.test(answers[2] ?? '')
    const hash = createHash('sha256').update(answers.join('\0')).digest('hex').slice(0, 32)
    return isIncomplete ? `${hash} ${randomUUID()}` : hash
  }

  /** The nearest folder with a `.git`, from this one upward; `undefined` if there is none. */
  findCheckout(folder: string): string | undefined {
    for (let here = this.resolve(folder); ; here = dirname(here)) {
      if (existsSync(join(here, '.git'))) return here
      if (dirname(here) === here) return undefined
    }
  }

  /** The real path, as git knows the file. A path that can't be resolved, such as a pipe, is only made absolute. */
  realPath(path: string): string {
    try {
      return realpathSync(this.resolve(path))
    } catch {
      return this.resolve(path)
    }
  }

  /** What is known of a folder in a commit; empty if it wasn't read yet. */
  knownFolder(name: string): KnownFolder {
    return this.#answers.folder(name)
  }

  /** The commit of a ref, if it was read together with others. */
  knownCommit(folder: string, ref: string): string | undefined {
    this.#noteRefs(folder)
    return this.#answers.commits.get(`${this.resolve(folder)}\0${ref}`)
  }

  /** Keeps the commit of a ref, whose id is known to be one from now on. */
  keepCommit(folder: string, ref: string, id: string): void {
    for (const name of [ref, id]) this.#answers.commits.set(`${this.resolve(folder)}\0${name}`, id)
  }

  knownObject(root: string, name: string): GitObject | undefined {
    this.#noteRefs(root)
    return this.#answers.objects.get(`${this.resolve(root)}\0${name}`)
  }

  /** Keeps an object whose name always stands for it. */
  keepObject(root: string, name: string, object: GitObject): void {
    this.#answers.keepObject(`${this.resolve(root)}\0${name}`, object)
  }

  /** The times of the commits on the first-parent line of a tip. `read` is called once for each key. */
  timesOf(key: string, read: () => ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    const times = this.#answers.times.get(key) ?? read()
    this.#answers.times.set(key, times)
    return times
  }

  #start(folder: string, args: readonly string[], input?: string): GitAnswer {
    const isKept = QUERIES.has(args[0]) && args[1] !== '--batch'
    const key = isKept ? JSON.stringify([this.resolve(folder), input, args]) : undefined
    const known = key === undefined ? undefined : this.#answers.get(key)
    if (known) return known
    const isInCheckout = this.findCheckout(folder) !== undefined
    const settings = isInCheckout ? [...SAFE, 'safe.bareRepository=explicit'] : SAFE
    const options = settings.flatMap(each => ['-c', each])
    const all = [...options, '--no-replace-objects', '--literal-pathspecs', ...args]
    const answer = this.#startGit({cwd: this.resolve(folder), args: all, env: this.env, input})
    if (key !== undefined && !answer.error) this.#answers.keep(key, answer)
    return answer
  }
}

/** A path in a list of paths, as git reads it: quoted, because it can contain the separator. */
export const quotePath = (path: string): string => JSON.stringify(path)

export interface Repository {
  readonly root: string
  /** The file or folder that the repository was opened for, relative to the root. */
  readonly path: string
  /** The default branch. */
  readonly branch: string
}

export interface Commit {
  readonly id: string
  /** The commit time, in seconds since 1970. */
  readonly time: number
  /** The path of the file or folder in this commit. */
  readonly path: string
  /** The first parent; omitted if there is none, or if it isn't known. */
  readonly parent?: string
}

/**
 * The commits on the branch's first-parent line that changed the path, oldest first. A commit time earlier than that of
 * its first parent is raised to it.
 */
export function listCommits(git: Git, {root, branch, path}: Repository): Commit[] {
  const format = ['--first-parent', '--reverse', '--format=%H %ct %P']
  const found = git.list(root, ['log', ...format, branch, '--', pathspecOf(path)]).map(each => each.split(' '))
  // The first commit of all has its own time.
  const hasParents = found.some(([, , parent]) => parent)
  const times = hasParents ? readCommitTimes(git, root, branch) : new Map<string, number>()
  return found.flatMap(([id, time, parent]): Commit[] =>
    id && time ? [{id, time: times.get(id) ?? Number(time), path, ...(parent ? {parent} : {})}] : []
  )
}

/**
 * The time of each commit on the first-parent line, in seconds since 1970, raised where it is earlier than that of the
 * first parent.
 */
export function readCommitTimes(git: Git, root: string, branch: string): ReadonlyMap<string, number> {
  // A branch may have moved since the last call.
  const tip = /^[\da-f]{40}/.test(branch) ? branch : resolveCommits(git, root, [branch])[0]
  return git.timesOf(`${root}\0${tip}`, () => {
    const times = new Map<string, number>()
    let last = 0
    for (const line of git.list(root, ['rev-list', '--first-parent', '--reverse', '--timestamp', branch])) {
      const [time, id] = line.split(' ')
      if (id === undefined) continue
      last = Math.max(last, Number(time))
      times.set(id, last)
    }
    return times
  })
}

/** A commit or other tree-like object that the user named. */
export interface ResolvedRevision {
  /** The folder that paths are relative to; the given folder if there is no working tree. */
  readonly root: string
  /** The path of the given folder relative to the root: empty, or with a trailing slash. */
  readonly prefix: string
  /** The id of the tree, or of its commit. */
  readonly id: string
}

/** The commits that names resolve to, from one git process; `undefined` for each that isn't a commit. */
export function resolveCommits(git: Git, root: string, names: readonly string[]): (string | undefined)[] {
  const known = names.map(name => git.knownCommit(root, name))
  if (names.length > 0 && !known.includes(undefined)) return known
  // A line break in a name would start a second query.
  const queries = names.map(name => (/[\r\n]/.test(name) ? '' : `${name}^{commit}`))
  const answer = git.output(root, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], `${queries.join('\n')}\n`)
  const lines = answer?.toString('utf8').split('\n') ?? []
  return names.map((_, at) => /^([\da-f]{40,}) commit$/.exec(lines[at] ?? '')?.[1])
}

/** The topmost ignored folders below a folder. */
export function listIgnoredFolders(git: Git, folder: string): string[] {
  const ignored = ['-z', '--others', '--ignored', '--exclude-standard', '--directory']
  const all = git.list(folder, ['ls-files', ...ignored, '--', '.'])
  return all.filter(each => each.endsWith('/')).map(each => each.slice(0, -1))
}

/** The files below a folder that git tracks or would track, relative to it; `undefined` outside a repository. */
export function listUnignoredFiles(git: Git, folder: string): string[] | undefined {
  const list = git.output(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.'])
  return list && [...new Set(list.toString('utf8').split('\0').filter(Boolean))]
}

/** Whether a file, or one of a set, is committed but left out of the working tree by a sparse checkout. */
export function isSparselyExcluded(git: Git, path: string): boolean {
  const list = git.list('.', ['--literal-pathspecs', 'ls-files', '-t', '-z', '--', pathspecOf(path)])
  const set = parseFileSet(path)
  return list.some(each => each.startsWith('S ') && (set?.fits(each.slice(2)) ?? true))
}

/** Whether git tracks a file. */
export const isTracked = (git: Git, path: string): boolean =>
  git.output(dirname(path), ['ls-files', '--error-unmatch', '--', basename(path)]) !== undefined
