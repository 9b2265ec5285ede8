import type {Git} from './git.ts'

/** The remote's own default branch, as a symbolic ref. */
export const OWN_BRANCH = 'refs/remotes/origin/HEAD'
/** The usual names of default branches. */
export const USUAL_BRANCHES: readonly string[] = [
  ...['refs/remotes/origin/main', 'refs/remotes/origin/master'],
  ...['refs/heads/main', 'refs/heads/master']
]

/** A tag or a default branch. Times are in seconds since 1970. */
export interface Ref {
  /** The full name. */
  readonly name: string
  /** The ref that a symbolic one stands for; empty for others. */
  readonly target: string
  readonly kind: string
  readonly id: string
  /** The time of a commit; empty for a tag. */
  readonly committed: string
  /** The time of an annotated tag; empty for a commit. */
  readonly tagged: string
  /** What an annotated tag stands for. */
  readonly peeled?: {readonly kind: string; readonly id: string; readonly committed: string}
}

const FIELDS = [
  ...['refname', 'symref', 'objecttype', 'objectname', 'committerdate:unix', 'taggerdate:unix'],
  ...['*objecttype', '*objectname', '*committerdate:unix']
]

/** All tags, and the refs that can be a default branch, asked once for a command; `undefined` outside a repository. */
export function listRefs(git: Git, folder: string): Ref[] | undefined {
  const format = FIELDS.map(each => `%(${each})`).join('%00')
  // A folder below the top can look like another repository.
  const at = git.findCheckout(folder) ?? folder
  const list = git.output(at, ['for-each-ref', `--format=${format}`, 'refs/tags', OWN_BRANCH, ...USUAL_BRANCHES])
  return list
    ?.toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [name = '', target = '', kind = '', id = '', committed = '', tagged = '', ...peeled] = line.split('\0')
      const [peeledKind = '', peeledId = '', peeledTime = ''] = peeled
      const stands = peeledKind ? {peeled: {kind: peeledKind, id: peeledId, committed: peeledTime}} : {}
      return {name, target, kind, id, committed, tagged, ...stands}
    })
}
