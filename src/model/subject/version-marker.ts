/**
 * The segment of a path that names the API version: `v1`, `v2-beta`, `v1beta1`, `2024-01-01`, `v2024-01-01`. Only its
 * form is checked here; the policy maps it to a stability level.
 */
export interface Marker {
  readonly text: string
  /** Index of the path segment, from 0. */
  readonly segment: number
}

const NUMBERED = /^v\d+(\.\d+)*([-_~.][a-z]+[-.]?\d*|(alpha|beta|rc|preview|pre|dev|ea|experimental|unstable)\d*)?$/i
const DATED = /^v?\d{4}-\d{2}(-\d{2})?([-~.][a-z]+)?$/i

export const looksLikeMarker = (segment: string): boolean => NUMBERED.test(segment) || DATED.test(segment)

/** The first segment of the path that looks like a version marker, or `undefined`. */
export function markerOf(path: string): Marker | undefined {
  const segments = path.split('/').filter(Boolean)
  const segment = segments.findIndex(looksLikeMarker)
  const text = segments[segment]
  return text === undefined ? undefined : {text, segment}
}

/** The path with its marker replaced: equal for all endpoint versions of one lineage. */
export function withoutMarker(path: string): string {
  const marker = markerOf(path)
  if (!marker) return path
  const segments = path.split('/').filter(Boolean)
  segments[marker.segment] = '{version}'
  return `/${segments.join('/')}`
}

interface MarkerParts {
  readonly numbers: readonly number[]
  readonly word: string
  readonly count: number
}

function parseMarker(text: string): MarkerParts {
  const date = /^v?(\d{4})-(\d{2})(?:-(\d{2}))?(?:[-~.]([a-z]+))?$/i.exec(text)
  if (date) {
    return {numbers: [date[1], date[2], date[3] ?? '0'].map(Number), word: (date[4] ?? '').toLowerCase(), count: 0}
  }
  const match = /^v(\d+(?:\.\d+)*)[-_~.]?([a-z]*)[-.]?(\d*)$/i.exec(text)
  return {
    numbers: (match?.[1] ?? '0').split('.').map(Number),
    word: (match?.[2] ?? '').toLowerCase(),
    count: Number(match?.[3] || 0)
  }
}

/**
 * Compares version markers: v1alpha1 < v1beta1 < v1beta2 < v1 < v2-beta < v2. A word after the number sorts before the
 * bare number; words sort alphabetically, which is the customary order (alpha, beta, preview, rc).
 */
export function compareMarkers(a: string, b: string): number {
  const left = parseMarker(a)
  const right = parseMarker(b)
  for (let i = 0; i < Math.max(left.numbers.length, right.numbers.length); i++) {
    const difference = (left.numbers[i] ?? 0) - (right.numbers[i] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.word !== right.word) {
    if (left.word === '') return 1
    if (right.word === '') return -1
    return left.word < right.word ? -1 : 1
  }
  return left.count - right.count
}
