import {createHash} from 'node:crypto'
import {basename, dirname, join, posix, relative, sep} from 'node:path'
import {InputError, refuse} from '../../model/input-error.ts'
import {nearest} from '../../model/subject/closest-word.ts'
import {isThere, readBytes, realPath, rootOf, rootOfProgram} from '../files/file-system.ts'
import {type Blob, blobsOf, contentsOf, type Revision, revisionOf} from '../git/git.ts'
import {assureWhole, leftOut} from '../git/not-in-clone.ts'
import {isProgram} from './is-server-code.ts'
import {SPEC_LIMIT} from './read-document.ts'

/** Where a description and the files that it refers to stand. Paths start from the root, with `/` between folders. */
export interface Shelf {
  readonly path: string
  /** The folder on disk that paths start from; left out where there is none. */
  readonly folder?: string
  /** What a path is called in messages: as the user named the description. */
  readonly sourceOf: (path: string) => string
  readonly read: (path: string) => Buffer
  /**
   * Names the bytes of a file: the same id, the same bytes. `undefined` where there is no such file. What had to be read
   * for it is kept until it is read.
   */
  readonly id: (path: string) => string | undefined
  /** Says what will be read next, so that it can be had at once. */
  readonly fetch?: (paths: readonly string[]) => void
  /** The path that a file really has, links followed; `undefined` where that is outside of the root. */
  readonly real: (path: string) => string | undefined
}

/** Finds what a name means: a path, `-`, or `rev:path`. A file that has exactly the name comes first. */
export function shelfOf(name: string, stdin: () => Buffer): Shelf {
  if (name === '-') return {path: '-', sourceOf: () => '-', ...hashed(stdin), real: path => path}
  if (isThere(name)) return onDisk(name)
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(name)) {
    throw refuse(`Unexpected URL \`${name}\`, expected a file (nothing is fetched from the network)`, {source: name})
  }
  // A letter before a colon is a drive of Windows.
  const [, revision, path] = /^(?![a-z]:[\\/])([^:]+):([\s\S]*)$/i.exec(name) ?? []
  return revision === undefined || path === undefined ? onDisk(name) : inGit(name, revision, path)
}

/** A file, as it is now. */
export function onDisk(name: string): Shelf {
  const real = realPath(name)
  const root = isProgram(real) ? rootOfProgram(real) : rootOf(real)
  return {
    folder: root,
    path: relative(root, real).split(sep).join('/'),
    sourceOf: path => join(dirname(name), relative(dirname(real), join(root, path))),
    ...hashed(path => readBytes(join(root, path), SPEC_LIMIT)),
    real: path => {
      const found = relative(root, realPath(join(root, path))).split(sep)
      // On Windows what is on another drive is relative to nothing.
      return found[0] === '..' || /^[a-z]:$/i.test(found[0] ?? '') ? undefined : found.join('/')
    }
  }
}

/**
 * Files without a name of their own are named by their bytes, which are then had for the reading that follows. What they
 * were called once they are called to the end: the name is that of the bytes that were read.
 */
export function hashed(read: (path: string) => Buffer): Pick<Shelf, 'id' | 'read'> {
  const kept = new Map<string, Buffer>()
  const ids = new Map<string, string>()
  return {
    id(path) {
      const known = ids.get(path)
      if (known !== undefined) return known
      try {
        const bytes = kept.get(path) ?? read(path)
        kept.set(path, bytes)
        const id = createHash('sha256').update(bytes).digest('hex')
        ids.set(path, id)
        return id
      } catch (error) {
        // Whoever reads it will say why it cannot be read.
        if (error instanceof InputError) return undefined
        throw error
      }
    },
    read(path) {
      const bytes = kept.get(path)
      kept.delete(path)
      return bytes ?? read(path)
    }
  }
}

/** As `git show` takes it: from the root, or with `./` or `../` from where we are. */
function inGit(name: string, revision: string, written: string): Shelf {
  const found = revision.startsWith('-') ? {lacks: 'no revision begins with `-`'} : revisionOf('.', revision)
  if ('lacks' in found) {
    const message = `Unexpected \`${name}\`, expected a file of this name, or a revision and a path: ${found.lacks}`
    throw refuse(message, {source: name}, 'v1.2.0:openapi.yaml')
  }
  const files = blobsOf(found)
  const path = posix.normalize(/^\.\.?(\/|$)/.test(written) ? posix.join(found.prefix, written) : written)
  if (!files.has(path)) throw refuse(missing(revision, path, files), {source: name})
  const shelf = inRevision({...found, name: revision, path, blobOf: other => files.get(other)})
  return {...shelf, sourceOf: other => (other === path ? name : shelf.sourceOf(other))}
}

/** A description in a revision of a repository, before anything of it is read. */
interface Shelved extends Pick<Revision, 'root'> {
  /** What people call the revision. */
  readonly name: string
  /** The description, by its path from the root. */
  readonly path: string
  readonly blobOf: (path: string) => Blob | undefined
}

/** One whose description is known to be there: all files of the revision are listed when another one is asked for. */
export function inCommit(name: string, path: string, main: Blob, commit: Pick<Revision, 'root' | 'id'>): Shelf {
  let files: ReadonlyMap<string, Blob> | undefined
  const blobOf = (other: string): Blob | undefined => {
    if (other === path) return main
    files ??= blobsOf(commit)
    return files.get(other)
  }
  return inRevision({root: commit.root, name, path, blobOf})
}

function inRevision({root, name, path, blobOf}: Shelved): Shelf {
  const sourceOf = (other: string): string => `${name}:${other}`
  const fetched = new Map<string, Buffer>()
  const fetch = (paths: readonly string[]): void => {
    const wanted = paths.flatMap((each): [string, Blob][] => {
      const blob = blobOf(each)
      return blob?.kind === 'file' ? [[each, blob]] : []
    })
    const contents = contentsOf(
      {root},
      wanted.map(([, blob]) => blob)
    )
    for (const [index, [each]] of wanted.entries()) {
      const content = contents[index]
      if (content) fetched.set(each, content)
    }
  }
  const read = (other: string): Buffer => {
    if (!fetched.has(other)) fetch([other])
    const content = fetched.get(other)
    fetched.delete(other)
    const source = sourceOf(other)
    if (content) return assureWhole(content, source, false)
    const kind = blobOf(other)?.kind
    if (!kind) throw refuse(`Unexpected path \`${source}\`, expected one of a file in the revision`, {source})
    if (kind === 'file') throw leftOut(`\`${source}\``, source)
    throw refuse(`Unexpected ${kind} \`${source}\`, expected a file of the revision itself`, {source})
  }
  const installed = hashed(other => readBytes(join(root, other), SPEC_LIMIT))
  const id = (other: string): string | undefined => {
    const blob = blobOf(other)
    // What is installed is not kept in git: it is as it is now.
    if (!blob && isInstalled(other)) return installed.id(other)
    return blob?.kind === 'file' ? blob.id : undefined
  }
  return {path, folder: root, sourceOf, read, id, fetch, real: other => other}
}

/** Whether a file belongs to a package that npm put there. */
const isInstalled = (path: string): boolean => /(^|\/)node_modules\//.test(path)

/** Says what there is: a folder of the name, files that have the name elsewhere, or a name that is near. */
function missing(revision: string, path: string, files: ReadonlyMap<string, Blob>): string {
  const paths = [...files.keys()]
  const folder = path === '.' ? '' : path.replace(/\/?$/, '/')
  if (paths.some(each => each.startsWith(folder))) {
    return `Unexpected folder \`${path}\` in \`${revision}\`, expected a file`
  }
  const same = paths.filter(each => basename(each) === basename(path)).slice(0, 3)
  const near = same.length > 0 ? same : [nearest(path, paths.slice(0, 5000)) ?? ''].filter(Boolean)
  const hint = near.length > 0 ? ` (there is ${near.map(each => `\`${each}\``).join(', ')})` : ''
  return `Unexpected path \`${path}\`, expected one of a file in \`${revision}\`${hint}`
}
