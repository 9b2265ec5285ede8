import {dirname, isAbsolute, join, posix, sep} from 'node:path'
import {createRevision} from '../../inputs/sources/revisions.ts'
import type {SourceRevision} from '../../inputs/sources/source.ts'
import {inputError} from '../../model/input-error.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {CommitTree} from '../../stores/git/commit-tree.ts'
import {type Git, resolveCommits} from '../../stores/git/git.ts'
import {followRenames} from '../../stores/git/renames.ts'
import {findBlob, findBlobs} from '../../stores/git/trees.ts'
import {abbreviateId, commitAt} from './base-commit.ts'

/** A submodule at the commit that the base of the superproject points to. */
export interface SubmoduleBase {
  /** The path of the submodule from the root of the superproject. */
  readonly path: string
  /** The folder of the submodule. */
  readonly root: string
  /** The commit of the submodule. */
  readonly id: string
}

/** The path of the submodule that a file is in, from the root of the checkout; `undefined` if it's in none. */
export function findSubmodulePath(workspace: Workspace, file: string): string | undefined {
  const top = workspace.git.findCheckout('.')
  const inner = workspace.git.findCheckout(dirname(workspace.files.resolve(file)))
  const path = top === undefined || inner === undefined ? '' : workspace.files.relative(top, inner)
  return path === '' || path.split(sep)[0] === '..' || isAbsolute(path) ? undefined : path.split(sep).join('/')
}

/** A commit of the superproject. */
interface BaseOfSuperproject {
  readonly root: string
  readonly id: string
  readonly label: string
}

/**
 * The submodule as the base points to it. Throws an `InputError` if the change takes it from elsewhere, if another
 * commit than the committed one is checked out, or if the clone lacks the commit of the base.
 */
export function openSubmoduleBase(
  workspace: Workspace,
  path: string,
  {root, id, label}: BaseOfSuperproject,
  spec: string
): SubmoduleBase {
  const place = {source: spec}
  const head = commitAt(workspace.git, root, 'HEAD') ?? id
  const [before, now] = [id, head].map(commit => new CommitTree(workspace.git, root, commit).at(path))
  if (before?.kind !== 'submodule' || now?.kind !== 'submodule') {
    throw inputError(
      `\`${path}\` is a submodule ${before?.kind === 'submodule' ? `in ${label}, and not in the last commit` : `now, and not in ${label}`}, so \`${spec}\` can't be compared. Name an older description with \`--base FILE\`.`,
      place
    )
  }
  assertSameAddress(workspace, path, {root, id, label}, head, spec)
  const folder = join(root, path)
  assertCheckedOut(workspace.git, path, folder, now.id)
  const wanted = commitAt(workspace.git, folder, before.id)
  if (wanted === undefined) {
    throw inputError(
      `The clone lacks commit ${before.id} of the submodule \`${path}\`, which ${label} points to, so \`${spec}\` can't be compared. Fetch it in \`${path}\`: \`git fetch origin ${before.id}\`, or \`fetch-depth: 0\` in CI.`,
      place
    )
  }
  return {path, root: folder, id: wanted}
}

/** Throws an `InputError` if a submodule isn't at the commit that the superproject points to. */
export function assertCheckedOut(git: Git, path: string, folder: string, pointer: string): void {
  const current = commitAt(git, folder, 'HEAD')
  if (current === pointer) return
  throw inputError(
    `The submodule \`${path}\` is at ${current === undefined ? 'no commit' : abbreviateId(current)}, and the last commit points to ${abbreviateId(pointer)}. Run \`git submodule update\`, or commit the submodule.`,
    {source: path}
  )
}

/**
 * Throws an `InputError` if a description refers to a file in a submodule that the base doesn't have, or has at another
 * commit, because the description of the base can't be read with that file.
 */
export function assertSameSubmodules(
  workspace: Workspace,
  files: readonly string[],
  {root, id, label}: BaseOfSuperproject
): void {
  const folders = new Map(files.map(file => [dirname(file), file]))
  const head = commitAt(workspace.git, root, 'HEAD') ?? id
  for (const file of folders.values()) {
    const path = findSubmodulePath(workspace, file)
    if (path === undefined) continue
    const [before, now] = [id, head].map(commit => new CommitTree(workspace.git, root, commit).at(path))
    if (before?.kind === 'submodule' && before.id === now?.id) continue
    const source = workspace.files.relative('', file)
    throw inputError(
      `\`${source}\` is in the submodule \`${path}\`, which ${before?.kind === 'submodule' ? 'is at another commit' : "isn't"} in ${label}, so it can't be compared. Keep all files of a description in one repository.`,
      {source}
    )
  }
}

/** Throws an `InputError` if the base takes the submodule from another address, which is another repository. */
function assertSameAddress(
  workspace: Workspace,
  path: string,
  {root, id, label}: BaseOfSuperproject,
  head: string,
  spec: string
): void {
  const file = join(root, '.gitmodules')
  const onDisk = workspace.files.isFile(file) ? workspace.files.readBytes(file) : undefined
  const [before, ...now] = [
    new CommitTree(workspace.git, root, id).read('.gitmodules'),
    new CommitTree(workspace.git, root, head).read('.gitmodules'),
    onDisk
  ].map(text => readAddresses(workspace.git, root, path, text))
  const other = now.find(each => each !== before)
  if (other === undefined) return
  throw inputError(
    `The submodule \`${path}\` comes from ${before || 'no address'} in ${label}, and from ${other || 'no address'} now, so \`${spec}\` can't be compared. Merge the other address first, and then the change of the description.`,
    {source: spec}
  )
}

/** The names and addresses that `.gitmodules` gives a path, as a text. */
function readAddresses(git: Git, root: string, path: string, text: Buffer | undefined): string {
  const args = ['config', '--no-includes', '--null', '--file', '-', '--get-regexp', '^submodule\\..*\\.(path|url)$']
  const list = text && git.output(root, args, text.toString('latin1'))
  const values = new Map<string, string[]>()
  for (const each of list?.toString('latin1').split('\0') ?? []) {
    const end = each.indexOf('\n')
    if (end !== -1) values.set(each.slice(0, end), [...(values.get(each.slice(0, end)) ?? []), each.slice(end + 1)])
  }
  const names = [...values].flatMap(([key, paths]) =>
    key.endsWith('.path') && paths.some(each => posix.normalize(each) === path) ? [key.slice(0, -'path'.length)] : []
  )
  return names
    .flatMap(name => values.get(`${name}url`) ?? [])
    .map(url => `\`${url}\``)
    .join(', ')
}

/**
 * The description at each commit of the superproject that moved the submodule, oldest first, with the days of these
 * commits. Commits of the submodule that the clone lacks are left out.
 */
export function listSubmoduleRevisions(
  workspace: Workspace,
  {path, root}: SubmoduleBase,
  base: Pick<BaseOfSuperproject, 'root' | 'id'>,
  description: string,
  timezone: string
): SourceRevision[] {
  const commits = followRenames(workspace.git, {root: base.root, branch: base.id, path})
  const paths = commits.map(({id}) => ({id, path}))
  const pointers = findBlobs(workspace.git, base.root, paths)
  const known = resolveCommits(
    workspace.git,
    root,
    pointers.map(pointer => (pointer?.kind === 'submodule' ? pointer.id : ''))
  )
  return commits.flatMap((commit, at) => {
    const id = known[at]
    const isThere = id !== undefined && new CommitTree(workspace.git, root, id).at(description)?.kind === 'file'
    return isThere ? [createSubmoduleRevision(workspace, {path, root, id}, commit, description, timezone)] : []
  })
}

/** The description in a submodule, with the day of a commit of the superproject. Throws an `InputError` if it isn't there. */
export function createSubmoduleRevision(
  workspace: Workspace,
  {root, id}: SubmoduleBase,
  superproject: {readonly id: string; readonly time: number},
  description: string,
  timezone: string
): SourceRevision {
  const blob = findBlob(workspace.git, root, id, description)
  if (blob?.kind !== 'file')
    throw inputError(`There is no file \`${description}\` in the submodule.`, {source: description})
  const {tree} = createRevision(workspace, root, {id, time: superproject.time, path: description}, blob, timezone)
  const {commit} = createRevision(workspace, root, {...superproject, path: description}, blob, timezone)
  return {tree, ...(commit ? {commit} : {})}
}
