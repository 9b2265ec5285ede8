import {createHash} from 'node:crypto'
import {cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {deflateSync} from 'node:zlib'

// Writes repositories in the format of git, without a process. A thousand of them are made in a run of the tests.

const CONFIG = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
[user]
	name = The Library
	email = api@library.example
`
const COMMITTER = 'The Library <api@library.example>'

/** A compressed object, by its kind and content. Most tests write the same ones. */
const packed = new Map<string, {readonly id: string; readonly bytes: Buffer}>()

function packObject(kind: 'blob' | 'tree' | 'commit' | 'tag', content: Buffer) {
  const whole = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content])
  const id = createHash('sha1').update(whole).digest('hex')
  const known = packed.get(id) ?? {id, bytes: deflateSync(whole, {level: 1})}
  packed.set(id, known)
  return known
}

/** Ids of blobs, by their paths. */
type Tree = ReadonlyMap<string, string>

export interface CommitToWrite {
  readonly files?: Readonly<Record<string, string>>
  /** The commits that it is based on. The files of the first one are kept, unless their text here is empty. */
  readonly parents?: readonly string[]
  /** The first second after 1970 of the commit. */
  readonly at: number
  readonly message: string
}

/** A repository that is written below a folder. */
export class RepositoryWriter {
  readonly #folder: string
  readonly #trees = new Map<string, Tree>()
  readonly #contents = new Map<string, string>()

  constructor(folder: string) {
    this.#folder = folder
    for (const path of ['objects', 'refs/heads', 'refs/tags']) mkdirSync(join(folder, '.git', path), {recursive: true})
    this.#write('HEAD', 'ref: refs/heads/main\n')
    this.#write('config', CONFIG)
  }

  /** Writes a commit and returns its id. */
  commit({files = {}, parents = [], at, message}: CommitToWrite): string {
    const tree = new Map(this.#trees.get(parents[0] ?? ''))
    for (const [path, text] of Object.entries(files)) {
      if (text === '') tree.delete(path)
      else {
        const id = this.#object('blob', Buffer.from(text))
        tree.set(path, id)
        this.#contents.set(id, text)
      }
    }
    const when = `${COMMITTER} ${at} +0000`
    const lines = [`tree ${this.#folderObject(tree)}`, ...parents.map(each => `parent ${each}`)]
    const head = `${[...lines, `author ${when}`, `committer ${when}`].join('\n')}\n\n`
    const id = this.#object('commit', Buffer.from(head + message))
    this.#trees.set(id, tree)
    return id
  }

  /** Writes an annotated tag. */
  tag(name: string, commit: string, at: number, message: string): void {
    const head = `object ${commit}\ntype commit\ntag ${name}\ntagger ${COMMITTER} ${at} +0000\n\n`
    this.ref(`refs/tags/${name}`, this.#object('tag', Buffer.from(head + message)))
  }

  ref(name: string, id: string): void {
    this.#write(name, `${id}\n`)
  }

  /** Writes the files of a commit, and what git knows of them. */
  checkOut(ref: string, commit: string): void {
    this.#write('HEAD', ref.startsWith('refs/heads/') ? `ref: ${ref}\n` : `${commit}\n`)
    const tree = [...(this.#trees.get(commit) ?? [])]
    const entries = tree
      .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map(([path, id]) => {
        const file = join(this.#folder, path)
        mkdirSync(dirname(file), {recursive: true})
        writeFileSync(file, this.#contents.get(id) ?? '')
        return indexEntry(path, id, file)
      })
    const head = Buffer.alloc(12)
    head.write('DIRC', 'latin1')
    head.writeUInt32BE(2, 4)
    head.writeUInt32BE(entries.length, 8)
    const whole = Buffer.concat([head, ...entries])
    writeFileSync(join(this.#folder, '.git/index'), Buffer.concat([whole, createHash('sha1').update(whole).digest()]))
  }

  #folderObject(tree: Tree): string {
    const entries = new Map<string, string>()
    const folders = new Map<string, Map<string, string>>()
    for (const [path, id] of tree) {
      const slash = path.indexOf('/')
      if (slash === -1) entries.set(path, id)
      else {
        const name = path.slice(0, slash)
        const inside = folders.get(name) ?? new Map<string, string>()
        folders.set(name, inside.set(path.slice(slash + 1), id))
      }
    }
    const all = [
      ...[...entries].map(([name, id]) => ({name, id, mode: '100644', key: name})),
      // Git sorts folders as if their names ended with a slash.
      ...[...folders].map(([name, inside]) => ({name, id: this.#folderObject(inside), mode: '40000', key: `${name}/`}))
    ].toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
    const parts = all.flatMap(({name, id, mode}) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])
    return this.#object('tree', Buffer.concat(parts))
  }

  #object(kind: 'blob' | 'tree' | 'commit' | 'tag', content: Buffer): string {
    const {id, bytes} = packObject(kind, content)
    const path = `objects/${id.slice(0, 2)}/${id.slice(2)}`
    if (!existsSync(join(this.#folder, '.git', path))) this.#write(path, bytes)
    return id
  }

  #write(path: string, content: string | Buffer): void {
    const file = join(this.#folder, '.git', path)
    mkdirSync(dirname(file), {recursive: true})
    writeFileSync(file, content)
  }
}

/** The bytes that the index of git has of a file. */
function indexEntry(path: string, id: string, file: string): Buffer {
  const name = Buffer.from(path)
  const entry = Buffer.alloc(62 + name.length + 8 - ((62 + name.length) % 8))
  const {ctimeMs, mtimeMs, dev, ino, uid, gid, size} = lstatSync(file)
  for (const [at, ms] of [ctimeMs, mtimeMs].entries()) {
    entry.writeUInt32BE(Math.floor(ms / 1000), at * 8)
    entry.writeUInt32BE(Math.floor((ms % 1000) * 1e6), at * 8 + 4)
  }
  for (const [at, value] of [dev, ino, 0o100644, uid, gid, size].entries())
    entry.writeUInt32BE(value % 2 ** 32, 16 + at * 4)
  entry.write(id, 40, 'hex')
  entry.writeUInt16BE(Math.min(name.length, 0xfff), 60)
  name.copy(entry, 62)
  return entry
}

/** Copies a repository as `git clone --no-checkout` would: its branches are those of the remote `origin`. */
export function copyAsClone(repository: string, clone: string): void {
  const [from, to] = [join(repository, '.git'), join(clone, '.git')]
  mkdirSync(join(to, 'refs/heads'), {recursive: true})
  cpSync(join(from, 'objects'), join(to, 'objects'), {recursive: true})
  for (const [path, below] of [
    ['refs/heads', 'refs/remotes/origin'],
    ['refs/tags', 'refs/tags']
  ] as const)
    if (existsSync(join(from, path))) cpSync(join(from, path), join(to, below), {recursive: true})
  const branch = /^ref: refs\/heads\/(.*)\n$/.exec(readFileSync(join(from, 'HEAD'), 'utf8'))?.[1] ?? ''
  const tip = readFileSync(join(from, 'refs/heads', branch), 'utf8')
  mkdirSync(dirname(join(to, 'refs/heads', branch)), {recursive: true})
  writeFileSync(join(to, 'refs/heads', branch), tip)
  writeFileSync(join(to, 'refs/remotes/origin/HEAD'), `ref: refs/remotes/origin/${branch}\n`)
  writeFileSync(join(to, 'HEAD'), `ref: refs/heads/${branch}\n`)
  const remote = `[remote "origin"]\n\turl = file://${repository}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`
  const tracked = `[branch "${branch}"]\n\tremote = origin\n\tmerge = refs/heads/${branch}\n`
  writeFileSync(join(to, 'config'), CONFIG + remote + tracked)
}

/** Whether all refs and objects of a repository are in files of their own, so that it can be copied. */
export const isUnpacked = (repository: string): boolean =>
  lstatSync(join(repository, '.git')).isDirectory() &&
  !['packed-refs', 'shallow', 'objects/info/alternates'].some(path => existsSync(join(repository, '.git', path))) &&
  readdirSync(join(repository, '.git')).includes('refs') &&
  readFileSync(join(repository, '.git/HEAD'), 'utf8').startsWith('ref: ')
