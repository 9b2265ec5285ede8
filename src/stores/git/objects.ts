import type {Git, ResolvedRevision} from './git.ts'
import type {Blob, GitObject} from './git-answer.ts'

/** The texts of blobs named as `commit:path`, from one git process; `undefined` for each missing one. */
export const readBlobTexts = (git: Git, root: string, names: readonly string[]): (string | undefined)[] =>
  readObjects(git, root, names).map(each => (each?.kind === 'blob' ? each.content.toString('utf8') : undefined))

/** All files of a revision, or those at some paths, by their paths from the root. */
export function listBlobs(
  git: Git,
  {root, id}: Pick<ResolvedRevision, 'root' | 'id'>,
  paths: readonly string[] = []
): Map<string, Blob> {
  const list = git.list(root, ['ls-tree', '-r', '-z', '--full-tree', id, '--', ...paths])
  return new Map(
    list.flatMap((each): [string, Blob][] => {
      const [, mode, , blob, path] = /^(\d+) (\w+) (\w+)\t([\s\S]*)$/.exec(each) ?? []
      if (mode === undefined || blob === undefined || path === undefined) return []
      return [[path, {id: blob, kind: mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file'}]]
    })
  )
}

/** The contents of blobs, from one git process; `undefined` if git can't provide one, as in a partial clone. */
export function readBlobs(git: Git, root: string, wanted: readonly Pick<Blob, 'id'>[]): (Buffer | undefined)[] {
  const ids = wanted.map(({id}) => id)
  return readObjects(git, root, ids).map(each => (each?.kind === 'blob' ? each.content : undefined))
}

/** A name that always stands for the same object: an ID, or a path in a commit or tree of that ID. */
const FIXED = /^[\da-f]{40,64}(?::|$)/

/**
 * Objects by names without a line feed, from one git process; `undefined` for missing objects. If git fails at an
 * object, those after it are `undefined` too. Objects that were read before are kept as far as there is room.
 */
export function readObjects(git: Git, root: string, names: readonly string[]): (GitObject | undefined)[] {
  const known = names.map(name => git.knownObject(root, name))
  const unread = [...new Set(names.filter((_, at) => !known[at]))]
  if (unread.length === 0) return known
  const {stdout} = git.run(root, ['cat-file', '--batch'], unread.map(name => `${name}\n`).join(''))
  const read = parseObjects(stdout ?? Buffer.alloc(0), unread)
  for (const [name, object] of read) if (FIXED.test(name)) git.keepObject(root, name, object)
  return names.map((name, at) => known[at] ?? read.get(name))
}

/** The objects in the answer of `git cat-file --batch` to these names. */
function parseObjects(answer: Buffer, names: readonly string[]): Map<string, GitObject> {
  const found = new Map<string, GitObject>()
  let at = 0
  for (const name of names) {
    const end = answer.indexOf(10, at)
    if (end === -1) break
    const head = answer.subarray(at, end).toString('utf8')
    at = end + 1
    // For a missing object, git repeats the name, which may contain spaces.
    const [, kind, size] = head === `${name} missing` ? [] : (/ ([a-z]+) (\d+)$/.exec(head) ?? [])
    if (kind === undefined) continue
    found.set(name, {kind, content: answer.subarray(at, at + Number(size))})
    at += Number(size) + 1
  }
  return found
}
