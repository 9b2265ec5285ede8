import {posix} from 'node:path'

/** An entry of a tree: its mode and the id of its blob. */
export interface FileEntry {
  readonly mode: string
  readonly id: string
}

export type TreeFiles = ReadonlyMap<string, FileEntry>

/** The files that name the exact versions of all dependencies, and the manifest that each belongs to. */
const LOCK_FILES: readonly (readonly [name: RegExp, manifest?: string])[] = [
  [/^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|bun\.lockb?)$/, 'package.json'],
  [/^pnpm-lock\.yaml$/, 'package.json'],
  [/^pnpm-workspace\.yaml$/],
  [/^(?:(?:poetry|uv|pdm)\.lock|pylock(?:\.[\w-]+)?\.toml)$/, 'pyproject.toml'],
  [/^Pipfile\.lock$/, 'Pipfile'],
  [/^(?:requirements|constraints)[\w.-]*\.txt$/],
  [/^go\.sum$/, 'go.mod'],
  [/^Gemfile\.lock$/, 'Gemfile'],
  [/^composer\.lock$/, 'composer.json'],
  [/^Cargo\.lock$/, 'Cargo.toml'],
  [/^gradle\.lockfile$/],
  [/^packages\.lock\.json$/]
]

/** The keys of a `package.json` or `composer.json` that say which dependencies are installed. */
const DEPENDENCY_KEYS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bundleDependencies',
  'bundledDependencies',
  'overrides',
  'resolutions',
  'packageManager',
  'pnpm',
  'require',
  'require-dev'
]

const lockOf = (path: string) => LOCK_FILES.find(([name]) => name.test(posix.basename(path)))

export const isLockFile = (path: string): boolean => lockOf(path) !== undefined && !/(?:^|\/)node_modules\//.test(path)

/** The lock files that a change alters: those that differ from where it began, and from the target. */
export const findAlteredLocks = (change: TreeFiles, began: TreeFiles, target: TreeFiles): string[] =>
  [...new Set([...change.keys(), ...began.keys()])]
    .filter(isLockFile)
    .filter(path => ![began, target].some(other => other.get(path)?.id === change.get(path)?.id))
    .toSorted()

/** Files that a tree gets from another one, and which of them only in part; without an entry, a file is left out. */
export interface Replacement {
  readonly path: string
  readonly entry?: FileEntry
  /** Whether only the dependencies of this manifest are replaced. */
  readonly isManifest: boolean
}

/**
 * Finds what a tree needs to be built with the dependencies of another one: its lock files, but for those that `keeps`
 * names, and the dependencies in the manifests next to them, or below them for the packages of a workspace.
 */
export function findReplacements(tree: TreeFiles, other: TreeFiles, keeps: readonly string[] = []): Replacement[] {
  const locks = [...new Set([...tree.keys(), ...other.keys()])].filter(
    path => isLockFile(path) && !keeps.includes(path) && tree.get(path)?.id !== other.get(path)?.id
  )
  const manifests = new Set(locks.flatMap(lock => findManifests(lock, tree)))
  return [
    ...locks.toSorted().map(path => toReplacement(path, other, false)),
    ...[...manifests]
      .filter(path => other.has(path) && other.get(path)?.id !== tree.get(path)?.id)
      .toSorted()
      .map(path => toReplacement(path, other, true))
  ]
}

const toReplacement = (path: string, other: TreeFiles, isManifest: boolean): Replacement => {
  const entry = other.get(path)
  return {path, ...(entry ? {entry} : {}), isManifest}
}

function findManifests(lock: string, tree: TreeFiles): string[] {
  const manifest = lockOf(lock)?.[1]
  if (manifest === undefined) return []
  const folder = posix.dirname(lock)
  const below = folder === '.' ? '' : `${folder}/`
  return [...tree.keys()].filter(path => path.startsWith(below) && posix.basename(path) === manifest)
}

/** A manifest with the dependencies of another one. The other one as a whole if its format has no such keys. */
export function replaceDependencies(path: string, own: string, other: string): string {
  if (!path.endsWith('.json')) return other
  try {
    const [mine, theirs] = [own, other].map(text => JSON.parse(text) as Record<string, unknown>)
    const kept = Object.entries(mine ?? {}).filter(([key]) => !DEPENDENCY_KEYS.includes(key))
    const taken = Object.entries(theirs ?? {}).filter(([key]) => DEPENDENCY_KEYS.includes(key))
    return `${JSON.stringify(Object.fromEntries([...kept, ...taken]), undefined, 2)}\n`
  } catch {
    return other
  }
}
