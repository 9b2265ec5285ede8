import {isAbsolute, join, relative, resolve, sep} from 'node:path'
import {inputError} from '../../model/input-error.ts'
import {isFile, isFolder, isLink, pathExists, realPath} from '../files/file-system.ts'
import {CommitTree} from '../git/commit-tree.ts'
import {findCheckout} from '../git/git.ts'

/** The commit that a description is compared with. */
interface Base {
  readonly id: string
}

/**
 * Throws an `InputError` if a description is in a nested repository, or if a symbolic link leads to it from outside,
 * because git doesn't track it there. A submodule that also exists in the base is allowed.
 */
export function assertInsideRepository(spec: string, baseOf: () => Base | undefined): void {
  const top = findCheckout('.')
  if (top === undefined) return
  const inside = relative(top, resolve(spec)).split(sep)
  if (inside[0] === '..' || isAbsolute(inside.join(sep))) return
  for (const [at] of inside.entries()) {
    const parts = inside.slice(0, at + 1)
    const path = join(top, ...parts)
    const display = relative('', path) || '.'
    if (isRepository(path)) {
      const base = baseOf()
      if (base && new CommitTree(top, base.id).find(parts.join('/'))?.kind === 'submodule') return
      throw inputError(
        `\`${display}\` is a git repository within the repository, so \`${spec}\` can't be compared with the base. Remove the inner repository, or merge the submodule first.`,
        {source: spec}
      )
    }
    if (isOutside(top, path)) {
      throw inputError(
        `\`${display}\` is a symbolic link that leads out of the repository, so \`${spec}\` can't be compared with the base. Replace the link with the file.`,
        {source: spec}
      )
    }
  }
}

/** Throws an `InputError` if a path crosses a symbolic link that is a file or folder in the base. */
export function assertSameFileKind(spec: string, path: string, tree: CommitTree, label: string): void {
  const parts = path.split('/')
  for (const [at] of parts.entries()) {
    const inside = parts.slice(0, at + 1).join('/')
    const was = tree.at(inside)?.kind
    if (!was || was === 'link' || !isLink(join(tree.root, inside))) continue
    throw inputError(
      `\`${inside}\` is a ${was} in ${label} and a symbolic link now, so \`${spec}\` can't be compared with it. Replace the link with the ${was}.`,
      {source: spec}
    )
  }
}

/**
 * Whether a folder is a repository: a checkout or submodule has `.git`; a bare repository has git's files in the folder
 * itself.
 */
const isRepository = (folder: string): boolean =>
  pathExists(join(folder, '.git')) ||
  (isFile(join(folder, 'HEAD')) && isFolder(join(folder, 'objects')) && isFolder(join(folder, 'refs')))

function isOutside(top: string, path: string): boolean {
  const real = relative(realPath(top), realPath(path))
  return real.split(sep)[0] === '..' || isAbsolute(real)
}
