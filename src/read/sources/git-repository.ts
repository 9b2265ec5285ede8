import {basename} from 'node:path'
import {refuse} from '../../model/input-error.ts'
import {realPath} from '../files/file-system.ts'
import {answerOf, ask, branchOf} from '../git/git.ts'

/** A git repository as a source of releases. */
export interface SourceRepository {
  /** The folder that paths start from; of a bare repository its own. */
  readonly root: string
  /** The folder that was named, by its path from the root: empty, or with a slash at its end. */
  readonly prefix: string
  readonly named: string
  /** What it is called where it comes from, else as its folder. */
  readonly service: string
  /** The branch that people release from; none where nothing is committed. */
  readonly branch: string | undefined
  readonly isShallow: boolean
  /** The clone leaves contents out, and would fetch them when asked. */
  readonly isPartial: boolean
}

/** How a repository is to be read. */
export interface GitOptions {
  /** A pattern of tags; without it those that look like releases. */
  readonly tags?: string
  /** A branch whose commits are the releases. */
  readonly branch?: string
  readonly spec?: string
  /** A file that maps names of tags to dates. */
  readonly dates?: string
  readonly timezone: string
}

/** How a whole history comes into a shallow clone. */
export const DEEPEN = '`git fetch --unshallow --tags`, or `fetch-depth: 0` in CI'

/** The repository around a folder, shallow or not. */
export function repositoryAt(named: string): SourceRepository {
  const folder = realPath(named)
  const place = {source: named}
  const {error, status, stdout, stderr} = answerOf(folder, [
    'rev-parse',
    '--is-shallow-repository',
    '--is-bare-repository',
    '--show-prefix',
    '--show-toplevel'
  ])
  if (error) throw refuse('Unexpected failure to run git, expected it to be installed', place)
  const [shallow, bare, prefix = '', toplevel] = stdout.toString('utf8').split('\n')
  // A bare repository says the first three, and has no fourth to say.
  if (status !== 0 && bare !== 'true') {
    const untrusted = stderr.toString('utf8').includes('safe.directory')
    const found = untrusted ? 'that git does not trust' : 'outside of any git repository'
    const expected = untrusted ? `\`git config --global --add safe.directory ${folder}\`` : 'one in a repository'
    throw refuse(`Unexpected folder \`${named}\` ${found}, expected ${expected}`, place)
  }
  return new AroundFolder({folder, root: toplevel || folder, prefix, named, isShallow: shallow === 'true'})
}

/** Each question to git is a process: what few need to know is asked when they do. */
class AroundFolder implements SourceRepository {
  readonly root: string
  readonly prefix: string
  readonly named: string
  readonly isShallow: boolean
  readonly #folder: string
  #settings: ReadonlyMap<string, string> | undefined
  #branch: {readonly name?: string} | undefined

  constructor({
    folder,
    ...known
  }: Pick<SourceRepository, 'root' | 'prefix' | 'named' | 'isShallow'> & {folder: string}) {
    this.#folder = folder
    this.root = known.root
    this.prefix = known.prefix
    this.named = known.named
    this.isShallow = known.isShallow
  }

  get service(): string {
    const origin = /([^/\\:]+?)(?:\.git)?\/*$/.exec(this.#known.get('remote.origin.url') ?? '')?.[1]
    return origin ?? basename(this.root).replace(/\.git$/, '')
  }

  get branch(): string | undefined {
    if (!this.#branch) {
      const name = branchOf(this.#folder)
      this.#branch = name === undefined ? {} : {name}
    }
    return this.#branch.name
  }

  get isPartial(): boolean {
    return [...this.#known.keys()].some(key => key !== 'remote.origin.url')
  }

  get #known(): ReadonlyMap<string, string> {
    this.#settings ??= settingsOf(this.#folder)
    return this.#settings
  }
}

function settingsOf(folder: string): Map<string, string> {
  const keys = '^(remote\\.origin\\.url|extensions\\.partialclone|remote\\..*\\.promisor)$'
  const list = ask(folder, ['config', '-z', '--get-regexp', keys])?.toString('utf8') ?? ''
  return new Map(
    list.split('\0').flatMap((each): [string, string][] => {
      const end = each.indexOf('\n')
      return end === -1 ? [] : [[each.slice(0, end), each.slice(end + 1)]]
    })
  )
}
