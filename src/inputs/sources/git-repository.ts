import {basename} from 'node:path'
import {type InputError, inputError} from '../../model/input-error.ts'
import {once} from '../../model/memoize.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {askRepository, findDefaultBranch} from '../../stores/git/repository.ts'
import type {TagOwner} from './tag-families.ts'

/** A git repository as a source of releases. */
export interface SourceRepository {
  /** The folder that paths are relative to; for a bare repository, its own folder. */
  readonly root: string
  /** The path of the named folder relative to the root: empty, or with a trailing slash. */
  readonly prefix: string
  readonly named: string
  /** The name of the remote repository, else of the folder. */
  readonly service: string
  /** The default branch; `undefined` if there are no commits. */
  readonly branch: string | undefined
  readonly isShallow: boolean
  /** Whether the clone is partial, so that git would fetch missing contents on demand. */
  readonly isPartial: boolean
}

/** How to read a repository. */
export interface GitOptions {
  /** Patterns of tags; without them, the tags of releases. */
  readonly tags?: readonly string[]
  /** The API whose tags are looked for. */
  readonly owner?: TagOwner
  /** A branch whose commits are the releases. */
  readonly branch?: string
  readonly spec?: string
  /** A file that maps tag names to dates. */
  readonly dates?: string
  readonly timezone: string
}

/** How to fetch the whole history into a shallow clone, for messages. */
export const DEEPEN = '`git fetch --unshallow --tags`, or `fetch-depth: 0` in CI'

/** The repository around a folder, shallow or not. Throws an `InputError` if there is none. */
export function openSourceRepository(workspace: Workspace, named: string): SourceRepository {
  const folder = workspace.files.realPath(named)
  const place = {source: named}
  const {error, status, stderr, isShallow, isBare, prefix, top, settings} = askRepository(workspace.git, folder)
  if (error) throw inputError("Git can't be run. Install it.", place)
  if (status !== 0 && !isBare) {
    const untrusted = stderr.toString('utf8').includes('safe.directory')
    throw inputError(
      untrusted
        ? `Git doesn't trust the folder \`${named}\`. Run \`git config --global --add safe.directory ${folder}\`.`
        : `\`${named}\` isn't in a git repository.`,
      place
    )
  }
  const root = top || folder
  // Rarely needed, and each query starts a git process.
  const branch = once(() => findDefaultBranch(workspace.git, root))
  return {
    ...{root, prefix, named, isShallow},
    get service() {
      const origin = /([^/\\:]+?)(?:\.git)?\/*$/.exec(settings.get('remote.origin.url') ?? '')?.[1]
      return origin ?? basename(root).replace(/\.git$/, '')
    },
    get branch() {
      return branch()
    },
    isPartial: [...settings.keys()].some(key => /^(?:remote\..*\.promisor|extensions\.partialclone)$/.test(key))
  }
}

/** The repository with another default branch, such as a commit. */
export const withBranch = (
  {root, prefix, named, service, isShallow, isPartial}: SourceRepository,
  branch: string
): SourceRepository => ({root, prefix, named, service, isShallow, isPartial, branch})

/** Where the releases of an API are: in its tags, or in the commits of a branch. */
export interface ReleasesChoice {
  /** Patterns of tags. One that begins with `!` leaves tags out. */
  readonly tags?: readonly string[]
  readonly branch?: string
}

/** Reads `--releases`: `tags:` with comma-separated patterns, or `branch:` with a name. */
export function readReleasesOption(written: string): ReleasesChoice {
  const refuse = (message: string): InputError =>
    inputError(`\`--releases\`: ${message}`, undefined, "--releases 'tags:v*'")
  const [first = '', ...others] = written.split(',').map(each => each.trim())
  const [, kind, name] = /^(tags|branch):(.+)$/.exec(first) ?? []
  if (kind === undefined || name === undefined)
    throw refuse(
      `\`${first}\` says neither which tags are releases nor which branch. Write \`tags:v*\` or \`branch:main\`.`
    )
  if (kind === 'branch') {
    if (others.length > 0) throw refuse(`\`${others[0]}\` can't stand next to a branch. Remove it.`)
    return {branch: name}
  }
  return {tags: [name, ...others.map(each => each.replace(/^tags:/, ''))]}
}
