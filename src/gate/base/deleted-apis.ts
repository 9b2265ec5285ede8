import {dirname, join} from 'node:path'
import {isDescription} from '../../descriptions/readers.ts'
import {createDiskFileTree} from '../../documents/file-tree.ts'
import {SPEC_LIMIT} from '../../documents/read-document.ts'
import {readYaml} from '../../documents/yaml/yaml-file.ts'
import {findEarlierPath} from '../../inputs/sources/renamed-file.ts'
import type {SourceRevision} from '../../inputs/sources/source.ts'
import {pathInRepository} from '../../inputs/working-tree.ts'
import {canBeDescription} from '../../languages/languages.ts'
import {defined} from '../../model/defined.ts'
import {InputError, inputError} from '../../model/input-error.ts'
import {isFileSet, joinFileSet} from '../../stores/file-set.ts'
import {atCommit} from '../../stores/files/commit-workspace.ts'
import {findPaths, nameOfMatch} from '../../stores/files/find-paths.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {CommitTree} from '../../stores/git/commit-tree.ts'
import {createNotInCloneError} from '../../stores/git/not-in-clone.ts'
import {findComparison, type ReviewedChange, type TargetCommit} from '../change.ts'
import {findSpecInTree} from './compared-releases.ts'

/** What happened to a description that no longer exists. */
export interface DeletedDescription {
  readonly label: string
  /** Its new path if git detects a rename, else the descriptions added since. */
  readonly to: readonly string[]
}

/** Finds out what happened to a missing description; `undefined` if neither the base nor an older commit has it. */
export function findDeletedDescription(change: ReviewedChange, spec: string): DeletedDescription | undefined {
  const {context: workspace} = change
  const state = findComparison(change, '.', ({root}, head) => existsIn(workspace, root, head, spec))
  if (!state) return undefined
  const {root} = state.repository
  const path = pathInRepository(workspace.files, root, spec)
  if (path === undefined) return undefined
  const {id: base, label} = state.base
  if (existsIn(workspace, root, base, spec)) return {label, to: findMovedTo(workspace, root, base, path)}
  const lastDeletion = workspace.git.output(root, [
    'log',
    '-1',
    '--first-parent',
    '--diff-filter=D',
    '--format=%h',
    '--',
    path
  ])
  const id = lastDeletion?.toString('utf8').trim()
  return id ? {label: `the commits before ${id}`, to: findMovedTo(workspace, root, `${id}^1`, path)} : undefined
}

const existsIn = (workspace: Workspace, root: string, commit: string, file: string): boolean => {
  const path = pathInRepository(workspace.files, root, file)
  return path !== undefined && new CommitTree(workspace.git, root, commit).find(path)?.kind === 'file'
}

/**
 * The current path of a file that a commit has at `path`, if git detects a rename; otherwise every description added
 * since.
 */
function findMovedTo(workspace: Workspace, root: string, id: string, path: string): string[] {
  const renames = workspace.git.output(root, ['diff', '-M', '-z', '--name-status', '--diff-filter=R', id])
  // Without all contents in the clone, git can't detect renames.
  if (!renames) throw createNotInCloneError(`What \`${path}\` was renamed to`, path)
  const fields = renames.toString('utf8').split('\0')
  const here = (each: string): string => workspace.files.relative('', join(root, each)) || each
  for (let at = 0; at + 2 < fields.length; at += 3) if (fields[at + 1] === path) return [here(fields[at + 2] ?? '')]
  const added =
    workspace.git
      .output(root, ['diff', '--no-renames', '-z', '--name-only', '--diff-filter=A', id])
      ?.toString('utf8') ?? ''
  const others =
    workspace.git.output(root, ['ls-files', '-z', '--others', '--exclude-standard', '--full-name'])?.toString('utf8') ??
    ''
  const candidates = [...new Set([...added.split('\0'), ...others.split('\0')])].filter(
    each => canBeDescription(each) && workspace.files.exists(join(root, each))
  )
  return candidates
    .filter(each => isDescription(each, workspace.files.readBytes(join(root, each), SPEC_LIMIT)))
    .map(here)
}

/** The first of these names that exists in the base; `undefined` if none does. */
export function findDeletedName(change: ReviewedChange, names: readonly string[]): string | undefined {
  const {context: workspace} = change
  const state = findComparison(change, '.', ({root}, head) => names.some(name => existsIn(workspace, root, head, name)))
  return state && names.find(name => existsIn(workspace, state.repository.root, state.base.id, name))
}

/** An API that the target's configuration lists and the current one doesn't. */
export interface DeletedApi {
  readonly name?: string
  readonly spec: string
  /** The description of its newest release, if it has one for each release. */
  readonly earlier?: string
  /** The files of it that the current configuration still lists, if not all of them. */
  readonly rest?: SourceRevision & {readonly path: string}
  /** The tip of the branch whose rules bind. */
  readonly target: TargetCommit
  /** The JSON pointer of the API in the target's configuration. */
  readonly pointer: string
}

/**
 * The APIs of the target's configuration whose description the current configuration no longer lists under any name or
 * path. What its patterns list is that of the base.
 */
export function findDeletedApis(change: ReviewedChange, config: string, specs: readonly string[]): DeletedApi[] {
  const {context: workspace} = change
  const state = findComparison(
    change,
    dirname(config),
    ({root}) => workspace.git.output(root, ['diff', '--quiet', 'HEAD']) === undefined
  )
  if (!state) return []
  const {root} = state.repository
  const target = {root, ...state.target}
  const source = pathInRepository(workspace.files, root, config)
  const before =
    source === undefined ? undefined : new CommitTree(workspace.git, root, target.id).read(source)?.toString('utf8')
  if (before === undefined) return []
  const isSame = workspace.files.exists(config) && workspace.files.readTextOnce(config) === before
  // A pattern that is the same can match less.
  const listed = readListedApis(before, config).filter(({glob}) => !isSame || glob !== undefined)
  if (listed.length === 0) return []
  const {id} = state.base
  const tree = new CommitTree(workspace.git, root, id)
  const {files: inBase} = atCommit(workspace, tree)
  // The files of a path from the root of the repository, which are several for a folder or pattern.
  const filesOf = (path: string): string[] =>
    isFileSet(path)
      ? inBase.listSet(join(root, path)).map(file => workspace.files.relative(root, file))
      : [tree.find(path)?.path ?? []].flat()
  const pathOf = (file: string): string => pathInRepository(workspace.files, root, file) ?? ''
  const followed = new Set(
    specs.flatMap(spec => {
      const own = filesOf(pathOf(spec))
      return own.length > 0 ? own : filesOf(findEarlierPath(workspace.git, root, id, pathOf(spec)) ?? '')
    })
  )
  const partsOf = (file: string): string[] => {
    const all = filesOf(pathOf(file))
    // A folder can have other files, such as documents of clients.
    const isPart = (each: string): boolean => canBeDescription(each) && isDescription(each, tree.read(each) ?? EMPTY)
    return all.length > 1 ? all.filter(isPart) : all
  }
  const isFollowed = (file: string): boolean => {
    const parts = partsOf(file)
    return parts.length > 0 && parts.every(part => followed.has(part))
  }
  const restOf = (file: string): DeletedApi['rest'] => {
    const kept = partsOf(file).filter(part => followed.has(part))
    const path = joinFileSet(kept.map(part => workspace.files.relative('', join(root, part)).replaceAll('\\', '/')))
    return kept.length === 0 ? undefined : {path, tree: () => createDiskFileTree(inBase, path)}
  }
  const folder = dirname(config)
  const all = listed.flatMap(each =>
    each.glob === undefined
      ? each
      : findPaths(inBase, each.glob, folder).map(spec => ({...each, name: nameOfMatch(each.glob ?? '', spec), spec}))
  )
  return all.flatMap(({name, spec, pointer, isGenerated}) => {
    const here = workspace.files.relative('', workspace.files.resolve(folder, spec))
    const submodule = tree.submoduleOf(pathInRepository(workspace.files, root, here) ?? '')
    const isListed = specs.some(each => workspace.files.relative('', workspace.files.resolve(each)) === here)
    if (submodule !== undefined) {
      if (isListed) return []
      throw inputError(
        `\`${config}\` no longer lists \`${here}\`, which is in the submodule \`${submodule}\` in ${state.base.label}, so the removal of its endpoints can't be checked. List it again, and remove it once its endpoints are gone.`,
        {source: config}
      )
    }
    const files = findSpecInTree(workspace, tree, here)
    const [current] = files
    if (current === undefined && isGenerated && !isListed) return [defined({name, spec: here, target, pointer})]
    if (current === undefined || files.some(isFollowed)) return []
    const earlier = current === here ? undefined : current
    return [defined({name, spec: here, earlier, rest: restOf(current), target, pointer})]
  })
}

const EMPTY = Buffer.alloc(0)

interface ListedApi {
  readonly name?: string | undefined
  readonly spec: string
  /** The pattern of its descriptions, in place of one. */
  readonly glob?: string | undefined
  readonly pointer: string
  /** Whether a command writes its description, which git then needn't have. */
  readonly isGenerated: boolean
}

/** The APIs of a configuration; empty if it can't be read. */
function readListedApis(text: string, source: string): ListedApi[] {
  let value: unknown
  try {
    value = readYaml(text, source).value
  } catch (error) {
    if (error instanceof InputError) return []
    throw error
  }
  const {apis, generate: shared} = asMap(value)
  const all = Array.isArray(apis)
    ? apis.map((each, index) => ({each, pointer: `/apis/${index}`}))
    : [{each: value, pointer: ''}]
  return all.flatMap(({each, pointer}): ListedApi[] => {
    const {name, spec: written, glob, source: elsewhere, generate = shared} = asMap(each)
    if (elsewhere !== undefined) return []
    if (typeof glob === 'string') return [{spec: '', glob, pointer, isGenerated: false}]
    const specs = [written].flat()
    const spec = specs.every(path => typeof path === 'string') ? joinFileSet(specs) : 'none'
    if (spec === 'none' || spec === '') return []
    return [{name: asText(name), spec, pointer, isGenerated: generate !== undefined}]
  })
}

const asMap = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
