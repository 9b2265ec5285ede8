import {createHash} from 'node:crypto'
import {posix} from 'node:path'
import {type FileSet, parseFileSet} from '../file-set.ts'
import type {Git} from './git.ts'
import type {Blob} from './git-answer.ts'
import {createNotInCloneError, rejectLfsPointer} from './not-in-clone.ts'
import {readBlobs} from './objects.ts'
import {findBlob, readFolders} from './trees.ts'

/** An entry of a commit, by its path after links are resolved. */
export interface TreeEntry {
  readonly path: string
  readonly kind: 'file' | 'folder' | 'submodule'
  readonly blob?: Blob
}

/** The number of folders after which a lookup also reads others in advance, and the maximum number of those. */
const FEW_FOLDERS = 8
const MAX_AHEAD = 200

/** More links than this are treated as a cycle. */
const MAX_LINKS = 40

/** The files of one commit, looked up by path from the root. Symbolic links are followed only inside the commit. */
export class CommitTree {
  readonly root: string
  readonly id: string
  readonly #git: Git
  readonly #folders = new Map<string, ReadonlyMap<string, Blob> | undefined>()

  constructor(git: Git, root: string, id: string) {
    this.#git = git
    this.root = root
    this.id = id
  }

  /** The entry at exactly this path, without following links; `undefined` if there is none, and for the root. */
  at(path: string): Blob | undefined {
    return this.#folder(folderOf(path))?.get(posix.basename(path))
  }

  /** The path of the submodule that a path leads into; `undefined` if it leads into none. */
  submoduleOf(path: string): string | undefined {
    const parts = path.split('/')
    return parts.map((_, at) => parts.slice(0, at + 1).join('/')).find(each => this.at(each)?.kind === 'submodule')
  }

  /** The entry that a path resolves to; `undefined` if there is none or a link leads out of the commit. */
  find(path: string): TreeEntry | undefined {
    const set = parseFileSet(path)
    if (set) return this.#findSet(path.replace(/^\.\//, ''), set)
    let parts = posix
      .normalize(path)
      .split('/')
      .filter(part => part !== '' && part !== '.')
    let links = 0
    for (let at = 0; at < parts.length; ) {
      if (parts[at] === '..') return undefined
      const here = parts.slice(0, at + 1).join('/')
      const blob = this.at(here)
      if (blob?.kind === 'link') {
        const target = this.#bytes(blob, here).toString('utf8')
        if (target.startsWith('/') || ++links > MAX_LINKS) return undefined
        const whole = posix.normalize(posix.join(folderOf(here), target, ...parts.slice(at + 1)))
        parts = whole.split('/').filter(part => part !== '' && part !== '.')
        at = 0
        continue
      }
      if (blob?.kind !== 'folder') {
        return blob && at === parts.length - 1 ? {path: here, kind: kindOf(blob), blob} : undefined
      }
      at += 1
    }
    return {path: parts.join('/'), kind: 'folder'}
  }

  /**
   * The bytes of a file; `undefined` if there is no file. Returns `known` without reading the blob if it has the same
   * id.
   */
  read(path: string, known?: Buffer): Buffer | undefined {
    const blob = this.find(path)?.blob
    if (blob?.kind !== 'file') return undefined
    const bytes = known && blobIdOf(known, blob.id.length) === blob.id ? known : this.#bytes(blob, path)
    return rejectLfsPointer(bytes, path, false)
  }

  /** The names in a folder, sorted; `undefined` if there is no folder. */
  names(path: string): string[] | undefined {
    const found = this.find(path)
    const entries = found?.kind === 'folder' ? this.#folder(found.path) : undefined
    return entries && [...entries.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  }

  /** A set of files as one file, below the folder that its path leads to. */
  #findSet(path: string, {folder}: FileSet): TreeEntry | undefined {
    const found = this.find(folder)
    if (found?.kind !== 'folder') return undefined
    const real = posix.join(found.path, path.slice(folder.length))
    const inside = real.replace(/^\//, '')
    const blob = findBlob(this.#git, this.root, this.id, inside)
    return blob && {path: inside, kind: 'file', blob}
  }

  #folder(path: string): ReadonlyMap<string, Blob> | undefined {
    if (!this.#folders.has(path)) {
      const others = this.#folders.size < FEW_FOLDERS ? [] : this.#listUnread(path)
      const paths = [path, ...others].map(each => ({id: this.id, path: each}))
      const [folder, ...more] = readFolders(this.#git, this.root, paths)
      for (const [at, each] of others.entries()) if (more[at]) this.#folders.set(each, more[at])
      if (!folder && (path === '' || this.at(path)?.kind === 'folder')) throw this.#leftOut(path)
      this.#folders.set(path, folder)
    }
    return this.#folders.get(path)
  }

  /** Known folders at the same depth that weren't read yet, because a walk through the tree needs them next. */
  #listUnread(path: string): string[] {
    const depth = path.split('/').length
    const unread: string[] = []
    for (const [parent, entries] of this.#folders) {
      if ((parent === '' ? 1 : parent.split('/').length + 1) !== depth) continue
      for (const [name, {kind}] of entries ?? []) {
        const each = parent === '' ? name : `${parent}/${name}`
        if (kind === 'folder' && each !== path && !this.#folders.has(each)) unread.push(each)
        if (unread.length === MAX_AHEAD) return unread
      }
    }
    return unread
  }

  #bytes(blob: Blob, path: string): Buffer {
    const [bytes] = readBlobs(this.#git, this.root, [blob])
    if (!bytes) throw this.#leftOut(path)
    return bytes
  }

  #leftOut(path: string): Error {
    return createNotInCloneError(`\`${path || '.'}\` in commit \`${this.id.slice(0, 7)}\``, path)
  }
}

const folderOf = (path: string): string => (path.includes('/') ? posix.dirname(path) : '')

const kindOf = ({kind}: Blob): TreeEntry['kind'] => (kind === 'submodule' ? 'submodule' : 'file')

/** The git object id of a blob with these bytes, with this number of digits. */
export const blobIdOf = (bytes: Buffer, width: number): string =>
  createHash(width === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')
