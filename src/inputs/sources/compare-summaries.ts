import {posix} from 'node:path'
import type {DescriptionSummary} from '../../languages/description.ts'

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
export const nameOf = (title = ''): string =>
  title
    .toLowerCase()
    .replaceAll(/\bv?\d[\w.-]*/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether one of two descriptions of a version is in Swagger 2 and the other in OpenAPI 3. */
export const isConverted = (a: DescriptionSummary, b: DescriptionSummary): boolean =>
  a.version === b.version && /^2\./.test(a.format ?? '') !== /^2\./.test(b.format ?? '')

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
