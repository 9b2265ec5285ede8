import {posix} from 'node:path'
import type {DescriptionPart, DescriptionSummary} from '../../descriptions/description.ts'

/** A description that may be in several files. */
export interface JoinedDescription extends DescriptionSummary {
  /** Its files, sorted; omitted if it is in one. */
  readonly files?: readonly string[]
}

/** Files at the root of a package, whose descriptions are none of another package. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Cargo\.toml|pyproject\.toml|mix\.exs|Gemfile|composer\.json|[^/]+\.csproj)$/
/** Folders in which clients keep what they add to a schema for themselves. */
const CLIENT = /(?:^|\/)(?:clients?|local|frontend|web|ui|mobile|android|ios)\/|(?:^|[-_./])(?:client|local)[-_.]/i

/** Whether a description only adds to that of another API, for a client itself. */
export const isClientPart = ({path, part}: DescriptionSummary): boolean => part?.root === 'extends' && CLIENT.test(path)

interface Part extends DescriptionPart {
  readonly summary: DescriptionSummary
  readonly package: string
}

/**
 * Joins descriptions that are parts of one: each needs what another one in the same package defines, or adds to what
 * one in the same folder or above begins. Parts that define the same name are never joined.
 */
export function joinParts(all: readonly DescriptionSummary[], files: readonly string[]): JoinedDescription[] {
  const packages = new Set(files.filter(file => MANIFEST.test(file)).map(folderOf))
  const parts = all.flatMap((summary): Part[] =>
    summary.part ? [{...summary.part, summary, package: packageOf(summary.path, packages)}] : []
  )
  const groups = new Map(parts.map(part => [part, new Set([part])]))
  const groupOf = (part: Part): Set<Part> => groups.get(part) ?? new Set([part])
  for (const part of parts)
    for (const other of findNeeded(part, parts)) {
      const [one, two] = [groupOf(part), groupOf(other)]
      if (one === two || haveSameName(one, two)) continue
      for (const each of two) groups.set(each, one.add(each))
    }
  const known = new Set<Set<Part>>()
  return all.flatMap((summary): JoinedDescription[] => {
    const part = parts.find(each => each.summary === summary)
    const group = part && groupOf(part)
    if (!group || group.size === 1) return [summary]
    if (known.has(group)) return []
    known.add(group)
    return [toJoined([...group])]
  })
}

function toJoined(group: readonly Part[]): JoinedDescription {
  const sorted = group.toSorted((a, b) => (a.summary.path < b.summary.path ? -1 : 1))
  const {
    lacks: _,
    part: __,
    ...main
  } = (sorted.find(({root}) => root === 'begins') ?? sorted[0] ?? group[0])?.summary ?? {
    path: '',
    bases: [],
    references: []
  }
  const isWhole = sorted.some(({root}) => root !== undefined)
  return {
    ...main,
    paths: isWhole ? [...new Set(sorted.flatMap(({defines}) => defines))] : [],
    files: sorted.map(({summary}) => summary.path),
    ...(isWhole ? {} : {lacks: sorted[0]?.summary.lacks ?? ''})
  }
}

/** The parts that define what a part needs, each the nearest of those that do. */
function findNeeded(part: Part, all: readonly Part[]): Part[] {
  const {path} = part.summary
  const others = all.filter(other => other !== part && other.package === part.package)
  const needed = part.needs.flatMap(name =>
    nearest(
      path,
      others.filter(({defines}) => defines.includes(name))
    )
  )
  if (part.root !== 'extends') return needed
  const above = others.filter(other => other.root === 'begins' && isAbove(folderOf(other.summary.path), path))
  // Some servers begin with an empty root that no file has.
  const isBegun = others.some(({root}) => root === 'begins')
  const near = others.filter(other => other.root === 'extends' && folderOf(other.summary.path) === folderOf(path))
  return [...needed, ...(isBegun ? nearest(path, above) : near.slice(0, 1))]
}

/** The part that shares most folders with a file. Empty if there are several, or if they share none but the root. */
function nearest(path: string, all: readonly Part[]): Part[] {
  const depths = all.map(({summary}) => sharedDepth(path, summary.path))
  const most = Math.max(...depths)
  const found = all.filter((_, at) => depths[at] === most)
  const [only] = found
  if (!only || found.length > 1) return []
  const isClose = isAbove(folderOf(only.summary.path), path) || isAbove(folderOf(path), only.summary.path)
  return most > 0 || isClose ? [only] : []
}

const haveSameName = (one: Iterable<Part>, other: Iterable<Part>): boolean => {
  const names = new Set([...one].flatMap(({defines}) => defines))
  return [...other].some(({defines}) => defines.some(name => names.has(name)))
}

function sharedDepth(one: string, other: string): number {
  const [a, b] = [one, other].map(path => path.split('/').slice(0, -1)) as [string[], string[]]
  const at = a.findIndex((folder, index) => b[index] !== folder)
  return at === -1 ? a.length : at
}

const folderOf = (path: string): string => (path.includes('/') ? posix.dirname(path) : '')

const isAbove = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`)

function packageOf(path: string, packages: ReadonlySet<string>): string {
  let folder = folderOf(path)
  while (folder !== '' && !packages.has(folder)) folder = folderOf(folder)
  return folder
}
