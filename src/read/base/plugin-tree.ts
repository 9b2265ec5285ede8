import {join} from 'node:path'
import {writeNew} from '../files/write-file.ts'
import {answerOf, contentsOf, type Revision} from '../git/git.ts'

/** What is larger is no code. */
const LARGEST = 1 << 20
/** How much is asked of git at once. */
const PORTION = 1 << 26

interface Listed {
  readonly path: string
  readonly id: string
  readonly size: number
}

/**
 * Writes the regular files of a commit, as git holds them, into a folder: no link, and nothing that attributes, filters
 * or hooks of the checkout would change. Files of more than 1 MiB are left out.
 */
export function extractTree({root, id}: Pick<Revision, 'root' | 'id'>, to: string): void {
  let portion: Listed[] = []
  let size = 0
  const write = (): void => {
    const contents = contentsOf({root}, portion)
    for (const [at, {path}] of portion.entries()) {
      const content = contents[at]
      if (content) writeNew(join(to, ...path.split('/')), content)
    }
    portion = []
    size = 0
  }
  for (const each of regularFiles(root, id)) {
    portion.push(each)
    size += each.size
    if (size > PORTION) write()
  }
  write()
}

function regularFiles(root: string, id: string): Listed[] {
  const list = answerOf(root, ['ls-tree', '-r', '-z', '-l', '--full-tree', id]).stdout?.toString('utf8') ?? ''
  return list.split('\0').flatMap((each): Listed[] => {
    const [, blob = '', size = '', path = ''] = /^100\d{3} blob (\w+) +(\d+)\t([\s\S]*)$/.exec(each) ?? []
    // A tree that was made by hand may hold names that lead elsewhere.
    const isPlain =
      path !== '' && path.split('/').every(part => !/^(?:|\.\.?|\.git)$/i.test(part) && !part.includes('\\'))
    return isPlain && Number(size) <= LARGEST ? [{path, id: blob, size: Number(size)}] : []
  })
}
