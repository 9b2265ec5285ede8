import {parse, posix} from 'node:path'
import type {DescriptionSummary} from '../../descriptions/description.ts'
import {groupBy} from '../../model/group-by.ts'
import {sortReleases} from '../../model/time/order-releases.ts'
import {isMajorOnly, isMajorZero, parseReleaseName} from './release-names.ts'

/** Where the descriptions of the releases of one API are. */
export interface ReleasePattern {
  /** The path with `*` for the release. */
  readonly pattern: string
  /** The folder with the releases: that of the files, or the parent of the folders. */
  readonly folder: string
  readonly files: readonly string[]
  /** The names of releases, the oldest first. */
  readonly names: readonly string[]
}

export interface ReleaseSet {
  readonly current: DescriptionSummary
  readonly pattern: ReleasePattern
}

/** A description whose path holds a release. */
interface Member {
  readonly description: DescriptionSummary
  readonly release: string
  readonly draft?: number
  readonly pattern: string
  readonly folder: string
}

export interface SplitReleases {
  readonly sets: readonly ReleaseSet[]
  readonly others: readonly DescriptionSummary[]
  readonly copies: readonly {readonly path: string; readonly why: string}[]
}

/** Separates the descriptions of one API in many releases from those of several APIs. */
export function splitReleases(all: readonly DescriptionSummary[]): SplitReleases {
  const members = all.flatMap(description => membersOf(description, all))
  const sizes = groupBy(members, ({pattern}) => pattern)
  // A path such as `v1/1.2.0/api.yaml` fits two patterns. The one with more releases is taken.
  const chosen = [...groupBy(members, ({description}) => description.path).values()].map(
    fits =>
      fits.toSorted(
        (a, b) =>
          Number(isMajorOnly(a.release)) - Number(isMajorOnly(b.release)) ||
          (sizes.get(b.pattern)?.length ?? 0) - (sizes.get(a.pattern)?.length ?? 0)
      )[0]
  )
  const sets: ReleaseSet[] = []
  const copies: {path: string; why: string}[] = []
  const taken = new Set<string>()
  for (const [pattern, group] of groupBy(
    chosen.flatMap(each => each ?? []),
    each => each.pattern
  )) {
    const marked = markMajorZero(group)
    const releases = marked.filter(({draft}) => draft === undefined)
    const newest = newestOf(releases)
    if (!newest || marked.length < 2) continue
    if (areFormats(releases)) {
      for (const {description} of releases.filter(each => each !== newest)) {
        copies.push({path: description.path, why: `the same as ${newest.description.path}`})
        taken.add(description.path)
      }
    } else if (!areSideBySide(releases) && areOneApi(sortMembers(releases).map(({description}) => description))) {
      const [draft] = marked
        .filter(each => each.draft !== undefined)
        .toSorted((a, b) => (a.draft ?? 0) - (b.draft ?? 0))
      const names = sortReleases(releases.map(({release}) => ({name: release}))).map(({name}) => name)
      const files = marked.map(({description}) => description.path)
      sets.push({
        current: (draft ?? newest).description,
        pattern: {pattern, folder: newest.folder, files, names}
      })
      for (const file of files) taken.add(file)
    }
  }
  return {sets, others: all.filter(({path}) => !taken.has(path)), copies}
}

function membersOf(description: DescriptionSummary, all: readonly DescriptionSummary[]): Member[] {
  const parts = description.path.split('/')
  return parts.flatMap((part, at): Member[] => {
    const isFile = at === parts.length - 1
    const found = parseReleaseName(isFile ? parse(part).name : part)
    if (!found) return []
    const {release, draft, start} = found
    const folder = parts.slice(0, at).join('/') || '.'
    const below = parts.slice(0, at + 1).join('/')
    const isAlone = !isFile && all.filter(({path}) => path.startsWith(`${below}/`)).length === 1
    const pattern = parts
      .map((each, index) => (index < at ? each : replaceRelease(each, start, release)))
      .slice(0, isAlone ? at + 1 : undefined)
      .join('/')
    return [{description, release, pattern, folder, ...(draft === undefined ? {} : {draft})}]
  })
}

/** The name with `*` for the release, where it has one after the same start. */
function replaceRelease(name: string, start: string, release: string): string {
  const begin = `${start}${release}`
  return name === begin || name.startsWith(`${begin}.`) ? `${start}*${name.slice(begin.length)}` : name
}

/** Takes version `0` for the state between releases if the other versions have a dot, such as `2.1`. */
function markMajorZero(group: readonly Member[]): Member[] {
  const others = group.filter(({draft, release}) => draft === undefined && !isMajorZero(release))
  const isDotted = others.length > 0 && others.every(({release}) => release.includes('.'))
  return group.map(each => (isDotted && isMajorZero(each.release) ? {...each, draft: 0} : each))
}

const sortMembers = (releases: readonly Member[]): Member[] =>
  sortReleases(releases.map(({release}) => ({name: release}))).flatMap(
    ({name}) => releases.find(({release}) => release === name) ?? []
  )

const newestOf = (releases: readonly Member[]): Member | undefined => sortMembers(releases).at(-1)

/** Whether the versions are those of OpenAPI, so that all files describe the same release of one API. */
function areFormats([first, ...others]: readonly Member[]): boolean {
  const isNamed = ({release, description: {format}}: Member): boolean =>
    `${format}.`.startsWith(`${release.replace(/^v/i, '')}.`)
  const isSame = ({description: one}: Member, {description}: Member): boolean =>
    one.version === description.version &&
    nameOf(one.title) === nameOf(description.title) &&
    !areVersions(one, description) &&
    shareOf(one, description) >= 0.5
  return first !== undefined && isNamed(first) && others.every(each => isNamed(each) && isSame(first, each))
}

/**
 * Whether major versions are served beside each other: their paths or servers have the version, or there are only two
 * of them, or they share few paths. A number such as that of `shop-2` can also tell APIs apart, by their titles.
 */
function areSideBySide(releases: readonly Member[]): boolean {
  if (!releases.every(({release}) => isMajorOnly(release))) return false
  if (releases.length < 3 || new Set(releases.map(({description: {title}}) => nameOf(title))).size > 1) return true
  const isMarked = releases.filter(({release, description: {paths, bases}}) => {
    const marker = new RegExp(`/v?${release.replace(/^v/i, '')}(?:/|$)`, 'i')
    return [...paths, ...bases].some(each => marker.test(each))
  })
  if (isMarked.length > releases.length / 2) return true
  const newest = newestOf(releases)?.description
  const known = new Set(newest?.paths)
  return releases.some(({description: {paths}}) => paths.filter(path => known.has(path)).length < paths.length / 2)
}

/** Whether descriptions, the oldest first, are of one API: most have the title or half of the paths of the one before. */
export function areOneApi(all: readonly DescriptionSummary[]): boolean {
  const isSame = (one: DescriptionSummary, {title, paths}: DescriptionSummary): boolean => {
    const [few = [], many = []] = [one.paths, paths].toSorted((a, b) => a.length - b.length)
    const known = new Set(many)
    const shared = few.filter(path => known.has(path)).length
    return nameOf(one.title) === nameOf(title) || shared * 2 >= few.length
  }
  const changes = all.filter((each, at) => at > 0 && !isSame(all[at - 1] ?? each, each)).length
  return changes === 0 || changes * 2 < all.length - 1
}

/** A title without versions: `lending api` for `Lending API (v2.1)`. */
const nameOf = (title = ''): string =>
  title
    .toLowerCase()
    .replaceAll(/\bv?\d[\w.-]*/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether one of two descriptions of a version is in Swagger 2 and the other in OpenAPI 3. */
export const isConverted = (a: DescriptionSummary, b: DescriptionSummary): boolean =>
  a.version === b.version && areTwoFormats(a, b)

/** Whether one of two descriptions is in Swagger 2 and the other in OpenAPI 3. */
export const areTwoFormats = (a: DescriptionSummary, b: DescriptionSummary): boolean =>
  a.format !== undefined && b.format !== undefined && isSwagger(a) !== isSwagger(b)

export const isSwagger = ({format = ''}: DescriptionSummary): boolean => /^2\./.test(format)

const MARKER = /(?<=\/)v\d+(?:(?:alpha|beta)\d*)?(?=\/|$)/i

/** Whether two descriptions are of versions of an API that can be served beside each other, such as `v1` and `v2`. */
export function areVersions(a: DescriptionSummary, b: DescriptionSummary): boolean {
  const [own = [], others = []] = [a, b].map(each => {
    const inPaths = fullPathsOf(each).flatMap(path => MARKER.exec(path)?.[0] ?? [])
    // A folder such as `v3` can be named after the version of OpenAPI.
    const [folder = ''] = MARKER.exec(`/${posix.dirname(each.path)}`) ?? []
    const isFormat = isConverted(a, b) && each.format?.startsWith(`${folder.slice(1)}.`)
    const markers = inPaths.length > 0 ? inPaths : isFormat || folder === '' ? [] : [folder]
    return markers.map(marker => marker.toLowerCase())
  })
  const known = new Set(own)
  return own.length > 0 && others.length > 0 && !others.some(marker => known.has(marker))
}

/** The paths of a description after its base path, or that of its first server. */
function fullPathsOf({bases: [base = ''], paths}: DescriptionSummary): string[] {
  const start = base.replace(/^[^/]*:?\/\/[^/]*/, '').replace(/\/+$/, '')
  return paths.map(path => `${start}${path}`)
}

/** How many of the paths of two descriptions both have, from 0 to 1, with or without the paths of their servers. */
export const shareOf = (first: DescriptionSummary, second: DescriptionSummary): number =>
  Math.max(shareOfPaths(first.paths, second.paths), shareOfPaths(fullPathsOf(first), fullPathsOf(second)))

function shareOfPaths(first: readonly string[], second: readonly string[]): number {
  const other = new Set(second)
  const all = new Set([...first, ...second])
  return all.size === 0 ? 0 : first.filter(path => other.has(path)).length / all.size
}
