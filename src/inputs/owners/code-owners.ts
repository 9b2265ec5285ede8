import {join} from 'node:path'
import ignore from 'ignore'
import type {OwnerSet} from '../../model/approval.ts'
import {isTypo} from '../../model/subject/closest-word.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import type {Environment} from '../../stores/git/environment.ts'

/** The largest file that GitHub reads. */
const MAX_LENGTH = 3 * 1024 * 1024

const PLACES = {
  github: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
  gitlab: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS']
} as const

export type CodeOwnersDialect = keyof typeof PLACES

/** The dialect of a repository: that of its CI system, or of the one that it has files for. */
export function dialectOf(has: (path: string) => boolean, {GITLAB_CI, GITHUB_ACTIONS}: Environment): CodeOwnersDialect {
  const isGitlab = GITLAB_CI || (!GITHUB_ACTIONS && (has('.gitlab-ci.yml') || has('.gitlab')) && !has('.github'))
  return isGitlab ? 'gitlab' : 'github'
}

/** Finds the owners of a file by its path from the root. Empty if it has none. */
export type FileOwners = (path: string) => readonly OwnerSet[]

/** Reads the first `CODEOWNERS` of a tree. `textOf` returns the text of a file, or `undefined` if there is none. */
export const findCodeOwners = (
  textOf: (path: string) => string | undefined,
  dialect: CodeOwnersDialect
): FileOwners | undefined => findFile(textOf, dialect)?.ofFile

function findFile(textOf: (path: string) => string | undefined, dialect: CodeOwnersDialect) {
  for (const path of PLACES[dialect]) {
    const text = textOf(path)
    if (text === undefined) continue
    const isRead = text.length <= MAX_LENGTH
    const names = isRead ? text.split(/\r?\n/).flatMap(line => wordsIn(line).slice(1).filter(isOwner)) : []
    return {path, names: [...new Set(names)], ofFile: isRead ? parseCodeOwners(text, dialect) : () => []}
  }
  return undefined
}

/** The `CODEOWNERS` on disk with all names in it, read once. `undefined` if there is none. */
export function readCodeOwners({files, git, env}: Pick<Workspace, 'files' | 'git'> & {readonly env: Environment}) {
  const root = git.findCheckout('.')
  if (root === undefined) return undefined
  return files.remember(`CODEOWNERS of ${root}`, own => {
    const has = (name: string): boolean => own.exists(join(root, name))
    const file = findFile(name => (has(name) ? own.readText(join(root, name)) : undefined), dialectOf(has, env))
    return file && {...file, root}
  })
}

/** Whether two long words have the same letters. */
const isSwapped = (a: string, b: string): boolean =>
  a.length >= 5 && [...a].toSorted().join('') === [...b].toSorted().join('')

/**
 * The team for which a name may be a typo: it differs in a letter of the organization or of the team. `undefined` for
 * a name that is known, or like none.
 */
export function findMistypedTeam(name: string, known: readonly string[]): string | undefined {
  const parts = name.toLowerCase().split('/')
  if (!name.startsWith('@') || parts.length < 2) return undefined
  const others = known.map(team => ({team, parts: team.toLowerCase().split('/')}))
  if (others.some(({parts: theirs}) => theirs.join('/') === parts.join('/'))) return undefined
  const letters = (part = ''): string => part.replace(/\d+/g, '')
  return others.find(({parts: theirs}) => {
    const differing = parts.flatMap((part, at) => (part === theirs[at] ? [] : [[part, theirs[at] ?? ''] as const]))
    const [[a, b] = ['', '']] = differing
    // Teams that differ in a number are different teams.
    return (
      theirs.length === parts.length &&
      differing.length === 1 &&
      letters(a) !== letters(b) &&
      (isTypo(a, b) || isSwapped(a, b))
    )
  })?.team
}

interface Line {
  readonly matches: (path: string) => boolean
  readonly owners: readonly string[]
  /** Whether the files belong to no owner of the section, whatever other lines say. */
  readonly isExcluded?: true
}

/** Lines, the last of them that matches a file counts for it. */
interface Section {
  readonly lines: Line[]
  count: number
  isOptional: boolean
}

/**
 * Parses a `CODEOWNERS`. The last line that matches a file counts, also if it names no owner. A line that isn't valid is
 * skipped, as GitHub and GitLab do. GitLab's sections each have owners of their own, and all of them have to approve.
 */
export function parseCodeOwners(text: string, dialect: CodeOwnersDialect): FileOwners {
  const sections = new Map<string, Section>()
  const open = (name: string): Section => {
    const known = sections.get(name) ?? {lines: [], count: 1, isOptional: false}
    sections.set(name, known)
    return known
  }
  let section = open('')
  let fallback: readonly string[] = []
  for (const written of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const line = written.trim()
    if (line === '' || line.startsWith('#')) continue
    const header = dialect === 'gitlab' ? /^(\^)?\[([^\]]+)\](?:\[(\d+)\])?(?:\s+(.*))?$/.exec(line) : undefined
    if (header) {
      const [, optional, name = '', count, owners = ''] = header
      section = open(name.trim().toLowerCase())
      fallback = wordsIn(owners).filter(isOwner)
      section.count = Math.max(section.count, Number(count ?? 1))
      section.isOptional = optional !== undefined
      continue
    }
    const read = readLine(line, dialect)
    if (read) section.lines.push(read.owners.length === 0 ? {...read, owners: fallback} : read)
  }
  return path =>
    [...sections.values()].flatMap(({lines, count, isOptional}): OwnerSet[] => {
      const found = lines.filter(({matches}) => matches(path))
      const last = found.some(({isExcluded}) => isExcluded) ? undefined : found.at(-1)
      if (!last || last.owners.length === 0 || isOptional) return []
      return [{owners: last.owners, ...(count > 1 ? {count} : {})}]
    })
}

/** Reads a pattern and its owners. `undefined` if the line isn't valid. */
function readLine(line: string, dialect: CodeOwnersDialect): Line | undefined {
  const [, pattern = '', rest = ''] = /^((?:\\.|[^\s\\])+)\s*(.*)$/.exec(line) ?? []
  const words = wordsIn(rest)
  const isExcluded = dialect === 'gitlab' && pattern.startsWith('!')
  const isForeign = dialect === 'github' && (/^!|\\#|[[\]]/.test(pattern) || !words.every(isOwner))
  if (pattern === '' || isForeign) return undefined
  return {
    matches: createMatch(isExcluded ? pattern.slice(1) : pattern),
    owners: words.filter(isOwner),
    ...(isExcluded ? {isExcluded} : {})
  }
}

/** The words up to a comment. */
const wordsIn = (text: string): string[] => (text.split(/(?:^|\s)#/, 1)[0] ?? '').split(/\s+/).filter(Boolean)

/** Whether a word is `@user`, `@org/team`, `@@role`, or an email address. */
const isOwner = (word: string): boolean => /^@@?[^@\s]+$|^[^@\s]+@[^@\s]+$/.test(word)

/** Unlike in `.gitignore`, `docs/*` matches only what is directly in the folder, and brackets are no range. */
function createMatch(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/(?<!\\)[[\]]/g, '\\$&')
  const files = ignore({ignorecase: false}).add({pattern: plain})
  const isDirect = /[^*/]\/\*$|^\/\*$/.test(plain)
  const below = isDirect ? ignore({ignorecase: false}).add({pattern: `${plain}/**`}) : undefined
  return path => files.ignores(path) && below?.ignores(path) !== true
}
