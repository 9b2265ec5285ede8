import {join} from 'node:path'
import {Files} from '@tenure/core/stores/files/files'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {createTemporaryFolder, writeIfMissing} from '@tenure/core/stores/files/write-file'
import {type Git, quotePath, resolveCommits} from '@tenure/core/stores/git/git'
import {createNotInCloneError} from '@tenure/core/stores/git/not-in-clone'
import {type Replacement, replaceDependencies, type TreeFiles} from './lock-files.ts'

/** A repository in a temporary folder that uses the objects of another one, which it never changes. */
export interface TemporaryCheckout {
  readonly folder: string
  readonly git: Git
  /** Git for the other repository, whose new objects go into the temporary one. */
  readonly outer: Git
  readonly root: string
  /** The folder of its own objects. */
  readonly objects: string
}

/**
 * Opens an empty repository in a new folder below `parent`, with the objects of the one at `root`, and of the temporary
 * one in which trees were composed.
 */
export function openTemporaryCheckout(
  {git}: Workspace,
  root: string,
  parent: string,
  composed?: TemporaryCheckout
): TemporaryCheckout {
  const folder = createTemporaryFolder('checkout-', parent)
  const at = (path: string): string => git.resolve(root, answer(git, root, ['rev-parse', '--git-path', path]))
  const format = answer(git, root, ['rev-parse', '--show-object-format'])
  const files = new Files(folder)
  const own = git.in(folder)
  answer(own, folder, ['init', '--quiet', '--template=', `--object-format=${format}`])
  const others = [at('objects'), ...(composed ? [composed.objects] : [])].map(quotePath)
  writeIfMissing(files, '.git/objects/info/alternates', Buffer.from(`${others.join('\n')}\n`))
  if (files.isFile(at('shallow'))) writeIfMissing(files, '.git/shallow', files.readBytes(at('shallow')))
  const objects = join(folder, '.git', 'objects')
  const outer = git.with({
    GIT_DIR: answer(git, root, ['rev-parse', '--absolute-git-dir']),
    GIT_WORK_TREE: git.resolve(root),
    GIT_INDEX_FILE: join(folder, '.git', 'index'),
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: [...others, git.env.GIT_ALTERNATE_OBJECT_DIRECTORIES ?? []].flat().join(':')
  })
  return {folder, git: own, outer, root, objects}
}

const answer = (git: Git, folder: string, args: readonly string[], input?: string): string => {
  const {status, stdout} = git.run(folder, args, input)
  if (status !== 0) throw createNotInCloneError('What a temporary checkout needs', '.')
  return stdout.toString('utf8').trim()
}

/** The files of a commit or tree, by their paths from the root. */
export function listTreeFiles(git: Git, root: string, id: string): TreeFiles {
  const list = answer(git, root, ['ls-tree', '-r', '-z', '--full-tree', id])
  return new Map(
    list.split('\0').flatMap(each => {
      const [, mode = '', blob = '', path = ''] = /^(\d+) \w+ (\w+)\t([\s\S]*)$/.exec(each) ?? []
      return path === '' ? [] : [[path, {mode, id: blob}] as const]
    })
  )
}

/** The paths that differ from the last commit, also those that git doesn't track yet; none that it ignores. */
export function listUncommittedPaths(git: Git, root: string): string[] {
  const lists = [
    ['diff', '--name-only', '--no-renames', '-z', 'HEAD'],
    ['ls-files', '-z', '--others', '--exclude-standard', '--full-name']
  ].map(args => git.output(root, args)?.toString('utf8').split('\0') ?? [])
  return [...new Set(lists.flat())].filter(path => path !== '' && !path.endsWith('/'))
}

/** The tree of the last commit with these paths as they are on disk. */
export function composeWorkingTree({outer, root}: TemporaryCheckout, paths: readonly string[]): string {
  answer(outer, root, ['read-tree', 'HEAD'])
  answer(outer, root, ['update-index', '--add', '--remove', '-z', '--stdin'], paths.map(each => `${each}\0`).join(''))
  return answer(outer, root, ['write-tree', '--missing-ok'])
}

/** The tree with these files replaced. Its id stands for everything that is in it. */
export function composeTree(
  {outer, root}: TemporaryCheckout,
  tree: string,
  files: TreeFiles,
  replacements: readonly Replacement[]
): string {
  if (replacements.length === 0) return tree
  const textOf = (id: string): string => outer.output(root, ['cat-file', 'blob', id])?.toString('utf8') ?? ''
  const lines = replacements.map(({path, entry, isManifest}) => {
    if (!entry) return `0 ${'0'.repeat(tree.length)}\t${path}\0`
    const own = files.get(path)
    const id =
      isManifest && own
        ? answer(
            outer,
            root,
            ['hash-object', '-w', '--stdin'],
            replaceDependencies(path, textOf(own.id), textOf(entry.id))
          )
        : entry.id
    return `${entry.mode} ${id}\t${path}\0`
  })
  answer(outer, root, ['read-tree', tree])
  answer(outer, root, ['update-index', '-z', '--index-info'], lines.join(''))
  return answer(outer, root, ['write-tree', '--missing-ok'])
}

/**
 * Writes the files of a tree into the temporary folder, in which git finds the tags and, as the last commit, the one
 * that the tree belongs to. Submodules have their files if the clone has them.
 */
export function checkOutTree(checkout: TemporaryCheckout, tree: string, commit: string): void {
  const {folder, git, outer, root} = checkout
  const tags = answer(outer, root, ['for-each-ref', '--format=create %(refname) %(objectname)', 'refs/tags'])
  answer(git, folder, ['update-ref', '--stdin'], tags === '' ? '' : `${tags}\n`)
  answer(git, folder, ['update-ref', '--no-deref', 'HEAD', commit])
  const writing = outer.with({GIT_WORK_TREE: folder, GIT_LFS_SKIP_SMUDGE: '1'})
  answer(writing, folder, ['read-tree', tree])
  answer(writing, folder, ['checkout-index', '--all', '--force'])
  for (const [path, {mode, id}] of listTreeFiles(outer, root, tree))
    if (mode === '160000') checkOutSubmodule(checkout, path, id)
}

function checkOutSubmodule({folder, outer, root}: TemporaryCheckout, path: string, commit: string): void {
  const from = join(root, path)
  const git = outer.with({GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_OBJECT_DIRECTORY: undefined})
  if (git.findCheckout(from) !== git.resolve(from) || resolveCommits(git, from, [commit])[0] === undefined) return
  const writing = git.with({
    GIT_DIR: answer(git, from, ['rev-parse', '--absolute-git-dir']),
    GIT_WORK_TREE: join(folder, path),
    GIT_INDEX_FILE: join(folder, '.git', 'index-of-submodule')
  })
  answer(writing, join(folder, path), ['read-tree', commit])
  answer(writing, join(folder, path), ['checkout-index', '--all', '--force'])
}
