import {createDiskFileTree, type FileTree} from '../../documents/file-tree.ts'
import {openArchivedFile, splitArchivePath} from '../../documents/package-archive.ts'
import type {Files} from '../../stores/files/files.ts'

/** Whether a name is that of a file, or of a file in a package archive, to compare with. */
export function isBaseFile(files: Files, name: string): boolean {
  const file = splitArchivePath(name)?.archive ?? name
  return files.exists(file) && !files.isFolder(file)
}

/** Opens a file, or a file in a package archive: `api-1.2.0.tgz:package/openapi.yaml`. */
export function openBaseFile(files: Files, name: string): FileTree {
  const inside = files.exists(name) ? undefined : splitArchivePath(name)
  return inside
    ? openArchivedFile(files.readBytes(inside.archive), inside.archive, inside.path)
    : createDiskFileTree(files, name)
}
