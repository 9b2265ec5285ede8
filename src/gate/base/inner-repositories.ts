import {dirname, isAbsolute, join, sep} from 'node:path'
import {inputError} from '../../model/input-error.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {CommitTree} from '../../stores/git/commit-tree.ts'
import {commitAt} from './base-commit.ts'

/** The commit that a description is compared with. */
interface NamedBase {
  readonly id: string
  readonly label: string
}

/**
 * Throws an `InputError` if a file is in a nested repository, or if a symbolic link leads to it from outside, because
 * git doesn't track it there. A submodule that also exists in the base is allowed. Git runs in the top folder only.
 */
export function assertInsideRepository(workspace: Workspace, spec: string, baseOf: () => NamedBase | undefined): void {
  const top = workspace.git.findCheckout('.')
  if (top === undefined) return
  const inside = workspace.files.relative(top, workspace.files.resolve(spec)).split(sep)
  if (inside[0] === '..' || isAbsolute(inside.join(sep))) return
  for (const [at] of inside.entries()) {
    const parts = inside.slice(0, at + 1)
    const path = join(top, ...parts)
    const display = workspace.files.relative('', path) || '.'
    if (isRepository(workspace.files, path)) {
      const base = baseOf()
      if (base && new CommitTree(workspace.git, top, base.id).find(parts.join('/'))?.kind === 'submodule') return
      throw inputError(
        `\`${display}\` is a git repository within the repository, so \`${spec}\` can't be compared with the base. Remove the inner repository, or merge the submodule first.`,
        {source: spec}
      )
    }
    if (isOutside(workspace.files, top, path)) {
      throw inputError(
        `\`${display}\` is a symbolic link that leads out of the repository, so \`${spec}\` can't be compared with the base. Replace the link with the file.`,
        {source: spec}
      )
    }
  }
}

/**
 * Throws an `InputError` if the working directory, as the user named it, leads through a symbolic link that is a folder
 * in the base, because then other files are checked.
 */
export function assertSameWorkingDirectory(
  workspace: Workspace,
  named: string | undefined,
  baseOf: () => NamedBase | undefined
): void {
  const top = named === undefined ? undefined : workspace.git.findCheckout(named)
  if (named === undefined || top === undefined || workspace.files.resolve(named) === workspace.files.resolve('.'))
    return
  if (workspace.files.realPath(named) !== workspace.files.realPath('.')) return
  const path = workspace.files.relative(top, workspace.files.resolve(named)).split(sep).join('/')
  const base = path === '' ? undefined : baseOf()
  if (base) assertSameFileKind(workspace.files, '.', path, new CommitTree(workspace.git, top, base.id), base.label)
}

/** Throws an `InputError` in a submodule, because the branches that CI names are those of the superproject. */
export function assertNoSubmodule(workspace: Workspace): void {
  const top = workspace.git.findCheckout('.')
  const outer = top === undefined ? undefined : workspace.git.findCheckout(dirname(top))
  const head = outer === undefined || outer === top ? undefined : commitAt(workspace.git, outer, 'HEAD')
  if (top === undefined || outer === undefined || head === undefined) return
  const path = workspace.files.relative(outer, top).split(sep).join('/')
  if (new CommitTree(workspace.git, outer, head).at(path)?.kind !== 'submodule') return
  throw inputError(
    `\`${path}\` is a submodule, so the branch that CI names isn't one of its own. Run the check at the top of the repository that holds it, and name the description with \`spec:\`.`,
    {source: path}
  )
}

/**
 * Throws an `InputError` if a path crosses a symbolic link that is a file or folder in the base, or a folder that is a
 * submodule there.
 */
export function assertSameFileKind(files: Files, spec: string, path: string, tree: CommitTree, label: string): void {
  const parts = path.split('/')
  for (const [at] of parts.entries()) {
    const inside = parts.slice(0, at + 1).join('/')
    const was = tree.at(inside)?.kind
    if (was === 'submodule') {
      throw inputError(
        `\`${inside}\` is a submodule in ${label} and not here, so \`${spec}\` can't be compared with it. Run \`git submodule update --init\`, or name an older description with \`--base FILE\`.`,
        {source: spec}
      )
    }
    if (!was || was === 'link' || !files.isLink(join(tree.root, inside))) continue
    throw inputError(
      `\`${inside}\` is a ${was} in ${label} and a symbolic link now, so \`${spec}\` can't be compared with it. Replace the link with the ${was}.`,
      {source: spec}
    )
  }
}

/**
 * Whether git could take a folder for a repository: a checkout or submodule has `.git`; a bare repository has git's files
 * in the folder itself. A link counts as what git would expect there, even if it leads nowhere.
 */
const isRepository = (files: Files, folder: string): boolean =>
  files.isFolder(folder) &&
  (exists(files, join(folder, '.git')) ||
    (exists(files, join(folder, 'HEAD')) &&
      (exists(files, join(folder, 'commondir')) ||
        (exists(files, join(folder, 'objects')) && exists(files, join(folder, 'refs'))))))

const exists = (files: Files, path: string): boolean => files.exists(path) || files.isLink(path)

function isOutside(files: Files, top: string, path: string): boolean {
  const real = files.relative(files.realPath(top), files.realPath(path))
  return real.split(sep)[0] === '..' || isAbsolute(real)
}
