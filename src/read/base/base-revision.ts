import {basename, dirname, join, posix, relative, resolve, sep} from 'node:path'
import {InputError, refuse} from '../../model/input-error.ts'
import {onDisk} from '../document/file-tree.ts'
import {isProgram} from '../document/is-server-code.ts'
import {isFolder, isThere, realPath} from '../files/file-system.ts'
import {CommitTree} from '../git/commit-tree.ts'
import {answerOf, ask, checkoutOf, commitsAt} from '../git/git.ts'
import {blobsAt, spotAt} from '../git/trees.ts'
import {linesNaming, lineTo, MARKED, STATED} from '../sources/first-parent-commits.ts'
import {DEEPEN, repositoryAt, type SourceRepository} from '../sources/git-repository.ts'
import {movedFrom} from '../sources/renamed-file.ts'
import {revisionAt} from '../sources/revisions.ts'
import type {SourceRevision} from '../sources/source.ts'
import {assureAlike, assureInside} from './api-paths.ts'

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
  /** The commit that tells what was promised before; left out where no git tells. */
  readonly held?: HeldCommit
  /** A file is compared with, and no commit tells whether the policy or waivers came with the change. */
  readonly isUnprotected?: true
}

/** The tip of what a change is to be merged into. */
export interface HeldCommit {
  readonly root: string
  readonly id: string
  readonly label: string
  /** An earlier state of the branch that is worked on: whoever commits to it decides. */
  readonly isOwn: boolean
}

/**
 * The tip of what the files here are to be merged into; `undefined` outside of git, and on that branch itself, where
 * whoever commits decides.
 */
export function targetOf(choice: Omit<BaseChoice, 'timezone' | 'files'>): HeldCommit | undefined {
  if (choice.base !== undefined && isThere(choice.base)) return targetOf({...choice, base: undefined})
  const state = stateBefore('.', choice, () => false)
  if (!state || state.isOwn) return undefined
  return {root: state.repository.root, id: state.tip, label: tipLabel(state), isOwn: false}
}

/** The same beside a file that is compared with: a clone that lacks the branch can still be judged by what it has. */
function targetBeside(choice: Omit<BaseChoice, 'timezone' | 'files'>): HeldCommit | undefined {
  try {
    return targetOf(choice)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
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
  /** Local branches were made by whoever checked the change out. */
  readonly isCi?: boolean | undefined
  readonly timezone: string
  /** All files of the description as it is now, where it has more than its own. Asked only where they decide. */
  readonly files?: () => readonly string[]
}

/**
 * Finds the state that a change starts from: where the work branched off from what is named, else from the default
 * branch; on that branch itself the last commit, or what is not committed yet.
 */
export function baseOf(spec: string, {base, target, pushed, isCi, timezone, files}: BaseChoice): GateBase | NoBase {
  if (base !== undefined && isThere(base) && !isFolder(base)) {
    const held = targetBeside({target, pushed, isCi})
    return {
      revision: {shelf: () => onDisk(base)},
      label: base,
      line: () => [],
      marking: () => [],
      stating: () => [],
      isShallow: false,
      ...(held ? {held} : {isUnprotected: true as const})
    }
  }
  assureInside(spec, () => stateBefore(checkoutOf('.') ?? '.', {base, target, pushed, isCi}, () => false))
  const folder = folderOf(spec)
  const outside = base === undefined ? outsideOfGit(folder) : undefined
  if (outside !== undefined) return {lacks: `${outside} (${NAME_ONE})`, isUnsure: true}
  const repository = repositoryAt(folder)
  const {root} = repository
  const path = pathIn(root, spec) ?? `${repository.prefix}${basename(realPath(spec))}`
  const head = commitAt(root, 'HEAD')
  const asks = base ?? target
  if (head === undefined && asks !== undefined) {
    throw refuse(
      `git finds no commit at \`HEAD\` in \`${root}\`, so \`${spec}\` can't be compared with \`${asks}\`. Check out the commit that is to be checked.`,
      {source: spec}
    )
  }
  if (head === undefined) return {lacks: `nothing is committed yet (${NAME_ONE})`}
  const told = base === undefined ? undefined : pathTold(repository, base)
  const found =
    told ??
    (base === undefined
      ? unnamedBase(repository, head, {
          target,
          pushed,
          isCi,
          // What is gone is not committed as gone while the last commit has it.
          isDirty: () =>
            isThere(spec)
              ? isChanged(root, path) || anyChanged(root, files?.() ?? [])
              : blobsAt(root, [{commit: head, path}])[0] !== undefined
        })
      : namedBase(repository, head, base, isCi))
  if ('lacks' in found) return found
  const {id, label} = found
  const asked = told?.path ?? path
  const tree = new CommitTree(root, id)
  if (!told) assureAlike(spec, path, tree, label)
  const stood = tree.find(asked)
  const there = stood?.blob ? stood.path : movedFrom(root, id, path)
  if (there === undefined) {
    return isIgnored(root, path)
      ? {lacks: `git ignores \`${path}\`, and so keeps nothing older of it (${NAME_ONE})`, isUnsure: true}
      : {lacks: `\`${path}\` is not in ${label}: all of it is new`}
  }
  const {time, blob} = spotAt(root, {commit: id, path: there})
  if (blob?.kind !== 'file') {
    throw refuse(`Unexpected ${blob?.kind ?? 'lack'} of \`${there}\` in ${label}, expected a file`, {source: spec})
  }
  return {
    revision: revisionAt(root, {id, time, path: there}, blob, timezone),
    label: there === path || stood || told ? label : `${label}, where it was \`${there}\``,
    line: files => lineTo(repository, {id, path: there, files}, timezone),
    marking: files => linesNaming(MARKED, repository, {id, path: there, files}, timezone),
    stating: files => linesNaming(STATED, repository, {id, path: there, files}, timezone),
    isShallow: repository.isShallow,
    path: relative('', join(root, there)),
    held: {root, id: found.tip, label: tipLabel(found), isOwn: found.isOwn === true}
  }
}

/** What the commit is called that holds what was promised before. */
const tipLabel = ({label, tip, id}: Chosen): string =>
  tip === id ? label : `${label.replace(/^where the work branched off from (.*) \([^)]*\)$/, '$1')} (${short(tip)})`

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
  {base, target, pushed, isCi}: Omit<BaseChoice, 'timezone' | 'files'>,
  isDirty: (repository: SourceRepository, head: string) => boolean
): (Chosen & {readonly repository: SourceRepository}) | undefined {
  if (ask(folder, ['rev-parse', '--git-dir']) === undefined) return undefined
  const repository = repositoryAt(folder)
  const head = commitAt(repository.root, 'HEAD')
  if (head === undefined) return undefined
  const found =
    base === undefined
      ? unnamedBase(repository, head, {target, pushed, isCi, isDirty: () => isDirty(repository, head)})
      : namedBase(repository, head, base, isCi)
  return 'lacks' in found ? undefined : {...found, repository}
}

export interface Chosen {
  /** The commit that the description is compared with. */
  readonly id: string
  readonly label: string
  /** The commit whose policy, configuration, waivers, baseline and history hold: the tip of what is to be merged into. */
  readonly tip: string
  /** An earlier state of the branch that is worked on, and no other branch. */
  readonly isOwn?: true
}

const text = (answer: Buffer | undefined): string | undefined => answer?.toString('utf8').trim() || undefined

const commitAt = (root: string, name: string): string | undefined => commitsAt(root, [name])[0]

const short = (id: string): string => id.slice(0, 7)

function namedBase(repository: SourceRepository, head: string, name: string, isCi = false): Chosen {
  const {root, isShallow, named} = repository
  const names = refsOf(root, name, isCi)
  const [known] = commitsAt(root, names).flatMap((id, at) =>
    id === undefined ? [] : [{id, label: (names[at] ?? '').replace(/^refs\/(?:heads|remotes)\//, '')}]
  )
  if (!known) {
    const [tag] = commitsAt(root, [`refs/tags/${name}`])
    const help = tag
      ? `a tag is named in full: \`refs/tags/${name}\``
      : isShallow
        ? `the clone is shallow: ${DEEPEN}`
        : '`git branch --all` lists them'
    throw refuse(`Unexpected base \`${name}\`, expected a revision that git knows, or a file (${help})`, {
      source: named
    })
  }
  const chosen = branchedOff(repository, head, known)
  return chosen.tip === head ? {...chosen, isOwn: true} : chosen
}

/**
 * What a name may stand for, first to last. A bare name is a branch, on the remote before the local one, and never a tag:
 * whoever may push a tag could call it as they like. In CI a local branch may be the one under review, so that it counts
 * only where there is no remote.
 */
function refsOf(root: string, name: string, isCi: boolean): string[] {
  const [, own = name, steps = ''] = /^([^~^@{:]+)((?:[~^]|@\{).*)?$/.exec(name) ?? []
  if (/^(?:HEAD|FETCH_HEAD|@|refs\/.*|[\da-f]{40}|[\da-f]{64})$/.test(own) || name.startsWith('@')) return [name]
  if (/^[\da-f]{7,}$/.test(own)) {
    // A branch or tag may be called like the beginning of an id.
    const ids = text(ask(root, ['rev-parse', `--disambiguate=${own}`]))?.split('\n') ?? []
    if (ids.length > 0) return ids.map(id => `${id}${steps}`)
  }
  const isLocal = !isCi || !hasRemote(root)
  // What names a remote means that one: a branch may be called `origin/main`, too.
  const ofRemote = own.includes('/') ? [`refs/remotes/${own}`] : []
  const branches = [
    ...ofRemote,
    `refs/remotes/origin/${own}`,
    ...(isLocal ? [`refs/heads/${own}`] : []),
    `refs/remotes/${own}`
  ]
  return branches.map(ref => `${ref}${steps}`)
}

const hasRemote = (root: string): boolean =>
  Boolean(ask(root, ['for-each-ref', '--count=1', 'refs/remotes/origin'])?.length)

/** What the base has got since is nothing that this change takes away. */
function branchedOff(
  {root, isShallow, named}: SourceRepository,
  head: string,
  {id, label}: Omit<Chosen, 'tip'>
): Chosen {
  const common = id === head ? id : text(ask(root, ['merge-base', id, head]))
  if (common === undefined && isShallow) {
    throw refuse(
      `Unexpected shallow clone, in which it cannot be told where the work branched off from \`${label}\`, expected the ` +
        `whole history (${DEEPEN})`,
      {source: named}
    )
  }
  return common === undefined || common === id
    ? {id, tip: id, label: `${label} (${short(id)})`}
    : {id: common, tip: id, label: `where the work branched off from ${label} (${short(common)})`}
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
  return {id, tip: id, path, label: `\`${base}\``}
}

interface Unnamed extends Pick<BaseChoice, 'target' | 'pushed' | 'isCi'> {
  readonly isDirty: () => boolean
}

function unnamedBase(
  repository: SourceRepository,
  head: string,
  {target, pushed, isCi, isDirty}: Unnamed
): Chosen | NoBase {
  const {root, branch, isShallow, named} = repository
  if (target !== undefined) return namedBase(repository, head, target, isCi)
  const name = branch?.replace(/^refs\/(?:heads|remotes)\//, '') ?? 'HEAD'
  const tip = branch === undefined ? undefined : commitAt(root, branch)
  const isBeside = tip !== undefined && tip !== head && text(ask(root, ['merge-base', tip, head])) !== head
  if (tip !== undefined && isBeside) return branchedOff(repository, head, {id: tip, label: name})
  // On the branch itself: what is not committed, else what came last.
  if (isDirty()) return {id: head, tip: head, isOwn: true, label: `the last commit (${short(head)})`}
  const start = pushed === undefined ? undefined : commitAt(root, pushed)
  if (start === undefined && isShallow && /^(?!0+$)[\da-f]{40,}$/.test(pushed ?? '')) {
    throw refuse(
      `Unexpected shallow clone, which lacks what was there before the push, expected the whole history (${DEEPEN})`,
      {source: named}
    )
  }
  if (start !== undefined && start !== head && text(ask(root, ['merge-base', start, head])) === start)
    return {id: start, tip: start, isOwn: true, label: `what was there before the push (${short(start)})`}
  // In CI the last commit may be one of several that are under review.
  if (isCi && (branch === 'HEAD' || (branch?.startsWith('refs/heads/') && hasRemote(root)))) {
    throw refuse(
      'git knows no default branch here, and nothing names the branch that the change is for. Fetch it and name it: `git fetch origin main`, then `--base FETCH_HEAD`.',
      {source: named}
    )
  }
  const before = commitAt(root, 'HEAD^1')
  if (before !== undefined)
    return {id: before, tip: before, isOwn: true, label: `the commit before the last one (${short(before)})`}
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

/** The path of a file from the root of the repository, if it is below, by its name: a link below the root is a name, too. */
export function pathIn(root: string, file: string): string | undefined {
  const top = realPath(root)
  const whole = resolve(file)
  const inside = foldersTo(whole).find(folder => realPath(folder) === top)
  return inside === undefined ? undefined : relative(inside, whole).split(sep).join('/')
}

/** The folders that a path leads through, the uppermost first. */
function foldersTo(path: string): string[] {
  const folders: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    folders.unshift(folder)
    if (dirname(folder) === folder) return folders
  }
}
