import {isAbsolute, join, relative, resolve, sep} from 'node:path'
import {refuse} from '../../model/input-error.ts'
import {isFile, isFolder, isLink, isThere, realPath} from '../files/file-system.ts'
import {CommitTree} from '../git/commit-tree.ts'
import {checkoutOf} from '../git/git.ts'

/** The commit that a description is compared with. */
interface Base {
  readonly id: string
}

/**
 * Refuses a description that stands in a repository within the repository, or that a link leads out of it to: git keeps
 * nothing of it, so it can't be compared. A submodule that the base has, too, is a repository of its own.
 */
export function assureInside(spec: string, baseOf: () => Base | undefined): void {
  const top = checkoutOf('.')
  if (top === undefined) return
  const inside = relative(top, resolve(spec)).split(sep)
  if (inside[0] === '..' || isAbsolute(inside.join(sep))) return
  for (const [at] of inside.entries()) {
    const parts = inside.slice(0, at + 1)
    const path = join(top, ...parts)
    const shown = relative('', path) || '.'
    if (isRepository(path)) {
      const base = baseOf()
      if (base && new CommitTree(top, base.id).find(parts.join('/'))?.kind === 'submodule') return
      throw refuse(
        `\`${shown}\` is a git repository within the repository, so \`${spec}\` can't be compared with the base. Remove the inner repository, or merge the submodule first.`,
        {source: spec}
      )
    }
    if (isOutside(top, path)) {
      throw refuse(
        `\`${shown}\` is a symbolic link that leads out of the repository, so \`${spec}\` can't be compared with the base. Replace the link with the file.`,
        {source: spec}
      )
    }
  }
}

/** Refuses a path that leads over a link where the base has a file or a folder of that name. */
export function assureAlike(spec: string, path: string, tree: CommitTree, label: string): void {
  const parts = path.split('/')
  for (const [at] of parts.entries()) {
    const inside = parts.slice(0, at + 1).join('/')
    const was = tree.at(inside)?.kind
    if (!was || was === 'link' || !isLink(join(tree.root, inside))) continue
    throw refuse(
      `\`${inside}\` is a ${was} in ${label} and a symbolic link now, so \`${spec}\` can't be compared with it. Replace the link with the ${was}.`,
      {source: spec}
    )
  }
}

/** A checkout or submodule has `.git`; a bare repository has its files in the folder itself. */
const isRepository = (folder: string): boolean =>
  isThere(join(folder, '.git')) ||
  (isFile(join(folder, 'HEAD')) && isFolder(join(folder, 'objects')) && isFolder(join(folder, 'refs')))

function isOutside(top: string, path: string): boolean {
  const real = relative(realPath(top), realPath(path))
  return real.split(sep)[0] === '..' || isAbsolute(real)
}
