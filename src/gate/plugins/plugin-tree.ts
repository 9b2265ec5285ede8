import {join} from 'node:path'
import type {Workspace} from '../../stores/files/workspace.ts'
import {writeIfMissing} from '../../stores/files/write-file.ts'
import type {Git, ResolvedRevision} from '../../stores/git/git.ts'
import {readBlobs} from '../../stores/git/objects.ts'

/** The maximum size of a file in bytes; a larger one isn't code. */
const MAX_FILE_SIZE = 1 << 20
/** The total size in bytes of the files that are requested from git at once. */
const MAX_BATCH_SIZE = 1 << 26

interface TreeFile {
  readonly path: string
  readonly id: string
  readonly size: number
}

/**
 * Writes the regular files of a commit to a folder, byte for byte: without links, and unaffected by attributes,
 * filters, and hooks of a checkout. Files larger than 1 MiB are skipped.
 */
export function extractTree(workspace: Workspace, {root, id}: Pick<ResolvedRevision, 'root' | 'id'>, to: string): void {
  let batch: TreeFile[] = []
  let size = 0
  const write = (): void => {
    const contents = readBlobs(workspace.git, root, batch)
    for (const [at, {path}] of batch.entries()) {
      const content = contents[at]
      if (content) writeIfMissing(workspace.files, join(to, ...path.split('/')), content)
    }
    batch = []
    size = 0
  }
  for (const each of regularFiles(workspace.git, root, id)) {
    batch.push(each)
    size += each.size
    if (size > MAX_BATCH_SIZE) write()
  }
  write()
}

function regularFiles(git: Git, root: string, id: string): TreeFile[] {
  const list = git.run(root, ['ls-tree', '-r', '-z', '-l', '--full-tree', id]).stdout?.toString('utf8') ?? ''
  return list.split('\0').flatMap((each): TreeFile[] => {
    const [, blob = '', size = '', path = ''] = /^100\d{3} blob (\w+) +(\d+)\t([\s\S]*)$/.exec(each) ?? []
    // A crafted tree can contain names that lead out of the folder.
    const isPlain =
      path !== '' && path.split('/').every(part => !/^(?:|\.\.?|\.git)$/i.test(part) && !part.includes('\\'))
    return isPlain && Number(size) <= MAX_FILE_SIZE ? [{path, id: blob, size: Number(size)}] : []
  })
}
