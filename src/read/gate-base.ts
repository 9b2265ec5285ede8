import {basename, dirname, join, posix, relative, sep} from 'node:path'
import {refuse} from '../model/problem.ts'
import {isFolder, isThere, realPath} from './disk.ts'
import {linesNaming, lineTo, MARKED, STATED} from './gate-line.ts'
import {type FileBefore, fileBefore, movedFrom} from './gate-moved.ts'
import {answerOf, ask, commitsAt} from './git.ts'
import type {FileAt} from './policy-before.ts'
import {isProgram} from './program-name.ts'
import type {SourceRevision} from './source.ts'
import {DEEPEN, repositoryAt, type SourceRepository} from './source-git-repository.ts'
import {revisionAt} from './source-git-revisions.ts'
import {blobsAt, spotAt} from './source-git-trees.ts'
import {onDisk} from './spec-shelf.ts'

/** What a description is compared with, so that it is known what a change brings. */
export interface GateBase {
  readonly revision: SourceRevision
  /** Where the description stood, by its path from here, if git tells. */
  readonly path?: string
  /** What it is called: `main`, `the commit before (1a2b3c4)`, a file. */
  readonly label: string
  /**
   * The commits up to the base that changed the description, which has these files, oldest first: they tell since when
   * it says something.
   */
  readonly line: (files: readonly string[]) => readonly SourceRevision[]
  /** Those of them at which a mark may have come or gone, each with the one before it. */
  readonly marking: (files: readonly string[]) => readonly SourceRevision[]
  /** The same for what is stated of a stability. */
  readonly stating: (files: readonly string[]) => readonly SourceRevision[]
  /** Git does not hold all of them. */
  readonly isShallow: boolean
  /** Another file there, by its path from here as it is now; nothing where it was not there, or no git tells. */
  readonly fileAt?: FileAt
}

/** There is nothing to compare with, and why. */
export interface NoBase {
  readonly lacks: string
  /** There may well have been something before: it is only not kept where it could be compared. */
  readonly isUnsure?: true
}

export interface BaseChoice {
  /** A revision of git or a file, as the user named it. */
  readonly base?: string | undefined
  /** A branch that the surroundings name as the one to be merged into. */
  readonly target?: string | undefined
  /** The commit that the branch was at before it was pushed to, where the surroundings tell. */
  readonly pushed?: string | undefined
  readonly timezone: string
  /** All files of the description as it is now, where it has more than its own. Asked only where they decide. */
  readonly files?: () => readonly string[]
}

/**
 * Finds the state that a change starts from: where the work branched off from what is named, else from the default
 * branch; on that branch itself the last commit, or what is not committed yet.
 */
export function baseOf(spec: string, {base, target, pushed, timezone, files}: BaseChoice): GateBase | NoBase {
  if (base !== undefined && isThere(base) && !isFolder(base)) {
    return {
      revision: {shelf: () => onDisk(base)},
      label: base,
      line: () => [],
      marking: () => [],
      stating: () => [],
      isShallow: false
    }
  }
  const folder = folderOf(spec)
  const outside = base === undefined ? outsideOfGit(folder) : undefined
  if (outside !== undefined) return {lacks: `${outside} (${NAME_ONE})`, isUnsure: true}
  const repository = repositoryAt(folder)
  const {root} = repository
  const path = pathIn(root, spec) ?? `${repository.prefix}${basename(realPath(spec))}`
  const head = commitAt(root, 'HEAD')
  if (head === undefined) return {lacks: `nothing is committed yet (${NAME_ONE})`}
  const told = base === undefined ? undefined : pathTold(repository, base)
  const found =
    told ??
    (base === undefined
      ? unnamedBase(repository, head, {
          target,
          pushed,
          // What is gone is not committed as gone while the last commit has it.
          isDirty: () =>
            isThere(spec)
              ? isChanged(root, path) || anyChanged(root, files?.() ?? [])
              : blobsAt(root, [{commit: head, path}])[0] !== undefined
        })
      : namedBase(repository, head, base))
  if ('lacks' in found) return found
  const {id, label} = found
  const asked = told?.path ?? path
  const here = spotAt(root, {commit: id, path: asked})
  const there = here.blob ? asked : movedFrom(root, id, path)
  if (there === undefined) {
    return isIgnored(root, path)
      ? {lacks: `git ignores \`${path}\`, and so keeps nothing older of it (${NAME_ONE})`, isUnsure: true}
      : {lacks: `\`${path}\` is not in ${label}: all of it is new`}
  }
  const {time} = here
  const blob = here.blob ?? blobsAt(root, [{commit: id, path: there}])[0]
  if (blob?.kind !== 'file') {
    throw refuse(`Unexpected ${blob?.kind ?? 'lack'} of \`${there}\` in ${label}, expected a file`, {source: spec})
  }
  return {
    revision: revisionAt(root, {id, time, path: there}, blob, timezone),
    label: there === path || told ? label : `${label}, where it was \`${there}\``,
    line: files => lineTo(repository, {id, path: there, files}, timezone),
    marking: files => linesNaming(MARKED, repository, {id, path: there, files}, timezone),
    stating: files => linesNaming(STATED, repository, {id, path: there, files}, timezone),
    isShallow: repository.isShallow,
    path: relative('', join(root, there)),
    fileAt: other => fileIn(root, id, other)
  }
}

/** A file of a commit, by its path from here; its path then is told from here, too. */
export function fileIn(root: string, id: string, file: string): FileBefore | undefined {
  const inside = pathIn(root, file)
  const found = inside === undefined ? undefined : fileBefore(root, id, inside)
  return found && {...found, path: found.path === inside ? file : relative('', join(root, found.path))}
}

/** The nearest folder that is there: a description may be gone with its own. */
function folderOf(spec: string): string {
  let folder = dirname(spec)
  while (!isFolder(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

const NAME_ONE = 'name an older description with `--base FILE`'

/** Why there is no repository to ask; a repository that git will not open is refused where it is opened. */
function outsideOfGit(folder: string): string | undefined {
  const {error, status, stderr} = answerOf(folder, ['rev-parse', '--git-dir'])
  if (error) return 'git cannot be run'
  return status === 0 || stderr.toString('utf8').includes('safe.directory')
    ? undefined
    : 'there is no git repository here'
}

/** The state that a change of the files in this folder starts from, whichever of them it is. */
export function stateBefore(
  folder: string,
  {base, target, pushed}: Pick<BaseChoice, 'base' | 'target' | 'pushed'>,
  isDirty: (repository: SourceRepository, head: string) => boolean
): (Chosen & {readonly repository: SourceRepository}) | undefined {
  if (ask(folder, ['rev-parse', '--git-dir']) === undefined) return undefined
  const repository = repositoryAt(folder)
  const head = commitAt(repository.root, 'HEAD')
  if (head === undefined) return undefined
  const found =
    base === undefined
      ? unnamedBase(repository, head, {target, pushed, isDirty: () => isDirty(repository, head)})
      : namedBase(repository, head, base)
  return 'lacks' in found ? undefined : {...found, repository}
}

export interface Chosen {
  readonly id: string
  readonly label: string
}

const text = (answer: Buffer | undefined): string | undefined => answer?.toString('utf8').trim() || undefined

const commitAt = (root: string, name: string): string | undefined => commitsAt(root, [name])[0]

const short = (id: string): string => id.slice(0, 7)

function namedBase(repository: SourceRepository, head: string, name: string): Chosen {
  const {root, isShallow, named} = repository
  const names = [name, `origin/${name}`]
  const [known] = commitsAt(root, names).flatMap((id, at) => (id === undefined ? [] : [{id, label: names[at] ?? ''}]))
  if (!known) {
    const help = isShallow ? `the clone is shallow: ${DEEPEN}` : '`git branch --all` and `git tag` list them'
    throw refuse(`Unexpected base \`${name}\`, expected a revision that git knows, or a file (${help})`, {
      source: named
    })
  }
  return branchedOff(repository, head, known)
}

/** What the base has got since is nothing that this change takes away. */
function branchedOff({root, isShallow, named}: SourceRepository, head: string, {id, label}: Chosen): Chosen {
  const common = id === head ? id : text(ask(root, ['merge-base', id, head]))
  if (common === undefined && isShallow) {
    throw refuse(
      `Unexpected shallow clone, in which it cannot be told where the work branched off from \`${label}\`, expected the ` +
        `whole history (${DEEPEN})`,
      {source: named}
    )
  }
  return common === undefined || common === id
    ? {id, label: `${label} (${short(id)})`}
    : {id: common, label: `where the work branched off from ${label} (${short(common)})`}
}

/** `rev:path` names a file as it was, whatever it is called now; the path as `git show` takes it. */
function pathTold(
  {root, prefix, named}: SourceRepository,
  base: string
): (Chosen & {readonly path: string}) | undefined {
  const [, revision = '', written = ''] = /^([^:]+):(.+)$/s.exec(base) ?? []
  const id = revision === '' ? undefined : commitAt(root, revision)
  if (id === undefined) return undefined
  const path = posix.normalize(/^\.\.?(\/|$)/.test(written) ? posix.join(prefix, written) : written)
  if (blobsAt(root, [{commit: id, path}])[0] === undefined) {
    throw refuse(`Unexpected path \`${base}\`, expected one of a file in \`${revision}\``, {source: named})
  }
  return {id, path, label: `\`${base}\``}
}

interface Unnamed extends Pick<BaseChoice, 'target' | 'pushed'> {
  readonly isDirty: () => boolean
}

function unnamedBase(repository: SourceRepository, head: string, {target, pushed, isDirty}: Unnamed): Chosen | NoBase {
  const {root, branch, isShallow, named} = repository
  if (target !== undefined) return namedBase(repository, head, target)
  const name = branch?.replace(/^refs\/(?:heads|remotes)\//, '') ?? 'HEAD'
  const tip = branch === undefined ? undefined : commitAt(root, branch)
  const isBeside = tip !== undefined && tip !== head && text(ask(root, ['merge-base', tip, head])) !== head
  if (tip !== undefined && isBeside) return branchedOff(repository, head, {id: tip, label: name})
  // On the branch itself: what is not committed, else what came last.
  if (isDirty()) return {id: head, label: `the last commit (${short(head)})`}
  const start = pushed === undefined ? undefined : commitAt(root, pushed)
  if (start === undefined && isShallow && /^(?!0+$)[\da-f]{40,}$/.test(pushed ?? '')) {
    throw refuse(
      `Unexpected shallow clone, which lacks what was there before the push, expected the whole history (${DEEPEN})`,
      {source: named}
    )
  }
  if (start !== undefined && start !== head && text(ask(root, ['merge-base', start, head])) === start)
    return {id: start, label: `what was there before the push (${short(start)})`}
  const before = commitAt(root, 'HEAD^1')
  if (before !== undefined) return {id: before, label: `the commit before the last one (${short(before)})`}
  if (isShallow) {
    throw refuse(
      `Unexpected shallow clone of one commit, expected the one before it too (${DEEPEN}), or \`--base\` to name a file`,
      {source: named}
    )
  }
  return {lacks: 'there is one commit, and nothing before it'}
}

/** The description is not as the last commit has it; untracked files are all new. Code is more than its entry. */
function isChanged(root: string, path: string): boolean {
  const {status} = answerOf(root, ['diff', '--quiet', 'HEAD', ...(isProgram(path) ? [] : ['--', path])])
  return status === 1 || ask(root, ['ls-files', '--error-unmatch', '--', path]) === undefined
}

/** One of the files that a description refers to is not as the last commit has it. What git ignores is never committed. */
function anyChanged(root: string, files: readonly string[]): boolean {
  const paths = files.flatMap(file => pathIn(root, file) ?? [])
  if (paths.length === 0) return false
  if (answerOf(root, ['diff', '--quiet', 'HEAD', '--', ...paths]).status === 1) return true
  const untracked = ask(root, ['ls-files', '-z', '--others', '--exclude-standard', '--', ...paths])
  return untracked !== undefined && untracked.length > 0
}

function isIgnored(root: string, path: string): boolean {
  const found = ask(root, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', path])
  return found !== undefined && found.length > 0
}

/** The path of a file from the root of the repository, if it is below. */
export function pathIn(root: string, file: string): string | undefined {
  const inside = relative(realPath(root), realPath(file)).split(sep).join('/')
  return inside.startsWith('../') ? undefined : inside
}
