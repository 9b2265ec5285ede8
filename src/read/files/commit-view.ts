import {dirname, isAbsolute, relative, sep} from 'node:path'
import {InputError} from '../../model/input-error.ts'
import type {CommitTree} from '../git/commit-tree.ts'
import {
  currentFileView,
  type FileView,
  isFile,
  isFolder,
  listFolder,
  readBytes,
  realPath,
  withFileView
} from './file-system.ts'
import {bundledFile, packageFolder} from './installed-packages.ts'
import {isSameText} from './text-bytes.ts'

export interface CommitView extends FileView {
  /** Whether any answer so far differed from the files on disk. */
  readonly differs: () => boolean
}

/**
 * A view of a commit or tree in place of its checkout. The package's own files, such as its presets, are still read
 * from disk.
 */
export function createCommitView(tree: CommitTree): CommitView {
  const top = realPath(tree.root)
  const own = [packageFolder('policies'), dirname(bundledFile('presets.json'))]
  const inside = (path: string): string => relative(top, path).split(sep).join('/')
  let differs = false
  const outer = currentFileView()
  const onDisk = <Value>(ask: () => Value): Value => withFileView(outer, ask)
  const compareWithDisk = <Value>(answer: Value, other: Value): Value => {
    if (JSON.stringify(answer) !== JSON.stringify(other)) differs = true
    return answer
  }
  return {
    differs: () => differs,
    covers: path => isBelow(top, path) && !own.some(folder => isBelow(folder, path)),
    kind: path => {
      const kind = tree.find(inside(path))?.kind
      return compareWithDisk(
        kind === 'submodule' ? 'folder' : kind,
        onDisk(() => (isFile(path) ? 'file' : isFolder(path) ? 'folder' : undefined))
      )
    },
    bytes: path => {
      const known = onDisk(() => readDiskBytes(path))
      const bytes = tree.read(inside(path), known)
      if (bytes !== known && !(bytes && known && isSameText(bytes, known))) differs = true
      return bytes
    },
    names: path =>
      compareWithDisk(
        tree.names(inside(path)),
        onDisk(() => (isFolder(path) ? listFolder(path).filter(name => name !== '.git') : undefined))
      )
  }
}

/** The bytes of a file; `undefined` if it can't be read, which counts as different. */
function readDiskBytes(path: string): Buffer | undefined {
  try {
    return isFile(path) ? readBytes(path) : undefined
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

function isBelow(folder: string, path: string): boolean {
  const relativePath = relative(folder, path)
  return relativePath.split(sep)[0] !== '..' && !isAbsolute(relativePath)
}
