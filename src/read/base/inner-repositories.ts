import {dirname, isAbsolute, join, relative, resolve, sep} from 'node:path'
import {inputError} from '../../model/input-error.ts'
import {isFolder, isLink, pathExists, realPath} from '../files/file-system.ts'
import {CommitTree} from '../git/commit-tree.ts'
import {findCheckout} from '../git/git.ts'
import {commitAt} from './base-commit.ts'

/** The commit that a description is compared with. */
interface NamedBase {
  readonly id: string
  readonly label: string
}

/**
 * Throws an `InputError` if a file is in a nested repository, or if a symbolic link leads to it from outside, because
 * git doesn't track it there. A submodule that also exists in the base is allowed. Runs git in no folder but the top.
 */
export function assertInsideRepository(spec: string, baseOf: () => NamedBase | undefined): void {
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

/**
 * Throws an `InputError` if the working directory, as the user named it, leads through a symbolic link that is a folder
 * in the base, because then other files are checked.
 */
export function assertSameWorkingDirectory(named: string | undefined, baseOf: () => NamedBase | undefined): void {
  const top = named === undefined ? undefined : findCheckout(named)
  if (named === undefined || top === undefined || resolve(named) === resolve('.')) return
  if (realPath(named) !== realPath('.')) return
  const path = relative(top, resolve(named)).split(sep).join('/')
  const base = path === '' ? undefined : baseOf()
  if (base) assertSameFileKind('.', path, new CommitTree(top, base.id), base.label)
}

/** Throws an `InputError` in a submodule, because the branches that CI names are those of the superproject. */
export function assertNoSubmodule(): void {
  const top = findCheckout('.')
  const outer = top === undefined ? undefined : findCheckout(dirname(top))
  const head = outer === undefined || outer === top ? undefined : commitAt(outer, 'HEAD')
  if (top === undefined || outer === undefined || head === undefined) return
  const path = relative(outer, top).split(sep).join('/')
  if (new CommitTree(outer, head).at(path)?.kind !== 'submodule') return
  throw inputError(
    `\`${path}\` is a submodule, so the branch that CI names isn't one of its own. Run the check at the top of the repository that holds it, and name the description with \`spec:\`.`,
    {source: path}
  )
}

/**
 * Throws an `InputError` if a path crosses a symbolic link that is a file or folder in the base, or a folder that is a
 * submodule there.
 */
export function assertSameFileKind(spec: string, path: string, tree: CommitTree, label: string): void {
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
    if (!was || was === 'link' || !isLink(join(tree.root, inside))) continue
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
const isRepository = (folder: string): boolean =>
  isFolder(folder) &&
  (exists(join(folder, '.git')) ||
    (exists(join(folder, 'HEAD')) &&
      (exists(join(folder, 'commondir')) || (exists(join(folder, 'objects')) && exists(join(folder, 'refs'))))))

const exists = (path: string): boolean => pathExists(path) || isLink(path)

function isOutside(top: string, path: string): boolean {
  const real = relative(realPath(top), realPath(path))
  return real.split(sep)[0] === '..' || isAbsolute(real)
}
