import {dirname, isAbsolute, join, relative, sep} from 'node:path'
import {ignoreInputErrors} from '../../model/input-error.ts'
import {CommitTree} from '../git/commit-tree.ts'
import {type Git, resolveCommits} from '../git/git.ts'
import {NotInClone} from '../git/not-in-clone.ts'
import type {FileState, Files} from './files.ts'
import {bundledFile, packageFolder} from './installed-packages.ts'
import {isSameText} from './text-bytes.ts'

export interface CommitState extends FileState {
  /** Whether anything read so far differs from the files on disk. */
  readonly differs: () => boolean
}

/** The files at a commit or tree, which replace those of `disk`, but for the package's own, such as presets. */
export function createCommitState(disk: Files, git: Git, tree: CommitTree): CommitState {
  const top = disk.realPath(tree.root)
  const own = [packageFolder('policies'), dirname(bundledFile('presets.json'))]
  const inside = (path: string): string => relative(top, path).split(sep).join('/')
  const submodules = new Map<string, CommitTree>()
  /** The tree that a path is in: that of a submodule at the commit that this one points to, or this one. */
  const locate = (path: string): readonly [tree: CommitTree, inside: string] => {
    const whole = inside(path)
    const submodule = tree.submoduleOf(whole)
    if (submodule === undefined || submodule === whole) return [tree, whole]
    const known = submodules.get(submodule) ?? openSubmodule(git, tree, submodule)
    submodules.set(submodule, known)
    return [known, whole.slice(submodule.length + 1)]
  }
  let differs = false
  const compareWithDisk = <Value>(answer: Value, other: Value): Value => {
    if (JSON.stringify(answer) !== JSON.stringify(other)) differs = true
    return answer
  }
  return {
    differs: () => differs,
    covers: path => isBelow(top, path) && !own.some(folder => isBelow(folder, path)),
    kind: path => {
      const [at, within] = locate(path)
      const kind = at.find(within)?.kind
      return compareWithDisk(
        kind === 'submodule' ? 'folder' : kind,
        disk.isFile(path) ? 'file' : disk.isFolder(path) ? 'folder' : undefined
      )
    },
    bytes: path => {
      const known = readDiskBytes(disk, path)
      const [at, within] = locate(path)
      const bytes = at.read(within, known)
      if (bytes !== known && !(bytes && known && isSameText(bytes, known))) differs = true
      return bytes
    },
    isLink: path => {
      const [at, within] = locate(path)
      return at.at(within)?.kind === 'link'
    },
    names: path => {
      const [at, within] = locate(path)
      return compareWithDisk(
        at.names(within),
        disk.isFolder(path) ? disk.listFolder(path).filter(name => name !== '.git') : undefined
      )
    }
  }
}

/** The files of a submodule at the commit that a tree points to. Throws `NotInClone` if the clone lacks it. */
function openSubmodule(git: Git, tree: CommitTree, path: string): CommitTree {
  const folder = join(tree.root, path)
  const pointer = tree.at(path)?.id ?? ''
  const [id] = git.findCheckout(folder) === folder ? resolveCommits(git, folder, [pointer]) : []
  if (id !== undefined) return new CommitTree(git, folder, id)
  const message = `The clone lacks commit ${pointer} of the submodule \`${path}\`. Clone submodules with their whole history (\`submodules: true\` and \`fetch-depth: 0\` on GitHub).`
  throw new NotInClone([{message, place: {source: path}}])
}

/** The bytes of a file; `undefined` if it can't be read, which counts as different. */
function readDiskBytes(files: Files, path: string): Buffer | undefined {
  return ignoreInputErrors(() => (files.isFile(path) ? files.readBytes(path) : undefined))
}

function isBelow(folder: string, path: string): boolean {
  const relativePath = relative(folder, path)
  return relativePath.split(sep)[0] !== '..' && !isAbsolute(relativePath)
}
