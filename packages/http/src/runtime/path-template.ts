/** A segment of a path template: the texts around its parameters. A single text is a literal. */
export interface TemplateSegment {
  readonly texts: readonly string[]
  readonly names: readonly string[]
}

/** A path template, or a prefix (`/v1/**`). */
export interface EndpointTemplate {
  readonly segments: readonly TemplateSegment[]
  readonly isPrefix: boolean
}

/** A parameter of a request with its value, in the order of the path. */
export type RequestParameter = readonly [name: string, value: string]

/** The segments of a path, without empty ones, which servers ignore. */
const segmentsOf = (path: string): string[] => path.split('/').filter(each => each !== '')

/** Parses `/v1/loans/{loanId}:renew`; `/v1/**` stands for everything at and under `/v1`. */
export function parseTemplate(path: string): EndpointTemplate {
  const isPrefix = path === '/**' || path.endsWith('/**')
  const segments = segmentsOf(isPrefix ? path.slice(0, -3) : path).map((segment): TemplateSegment => {
    const pieces = segment.split(/\{([^{}]*)\}/)
    return {texts: pieces.filter((_, at) => at % 2 === 0), names: pieces.filter((_, at) => at % 2 === 1)}
  })
  return {segments, isPrefix}
}

/** The decoded segments of the target of a request: a path or a URL, with or without a query. */
export function parsePath(target: string): string[] {
  const [path = ''] = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return segmentsOf(path).map(decodeSegment)
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The parameters of a path that fits a template. `undefined` if it doesn't fit. */
export function matchPath(
  {segments, isPrefix}: EndpointTemplate,
  path: readonly string[]
): RequestParameter[] | undefined {
  if (isPrefix ? path.length < segments.length : path.length !== segments.length) return undefined
  if (segments.some(({texts}, at) => texts.length === 1 && texts[0] !== path[at])) return undefined
  const found: RequestParameter[] = []
  for (const [at, segment] of segments.entries()) {
    const values = matchSegment(segment, path[at] ?? '')
    if (!values) return undefined
    for (const [index, value] of values.entries()) found.push([segment.names[index] ?? '', value])
  }
  return found
}

/** The values of the parameters of a segment, each as short as it can be. In linear time, because anyone can send a path. */
function matchSegment({texts}: TemplateSegment, value: string): string[] | undefined {
  const [first = '', ...others] = texts
  if (others.length === 0) return value === first ? [] : undefined
  if (!value.startsWith(first)) return undefined
  const values: string[] = []
  let from = first.length
  for (const [index, text] of others.entries()) {
    const isLast = index === others.length - 1
    const to = isLast ? value.length - text.length : value.indexOf(text, from + 1)
    if (to <= from || (isLast && !value.endsWith(text))) return undefined
    values.push(value.slice(from, to))
    from = to + text.length
  }
  return values
}

/** How little specific a segment is: 0 for a literal, 1 for a parameter alone, and less with more text around parameters. */
const rankOf = ({texts}: TemplateSegment): number => (texts.length === 1 ? 0 : 1 / (1 + texts.join('').length))

/** Orders templates, the more specific first: whole paths, then longer prefixes; the first segment that differs decides. */
export function compareTemplates(a: EndpointTemplate, b: EndpointTemplate): number {
  if (a.isPrefix !== b.isPrefix) return a.isPrefix ? 1 : -1
  if (a.segments.length !== b.segments.length) return b.segments.length - a.segments.length
  for (const [at, segment] of a.segments.entries()) {
    const other = b.segments[at]
    const difference = other ? rankOf(segment) - rankOf(other) : 0
    if (difference !== 0) return difference
  }
  return 0
}

/** Whether a path may fit both templates. */
export function mayOverlap(a: EndpointTemplate, b: EndpointTemplate): boolean {
  const [short, long] = a.segments.length <= b.segments.length ? [a, b] : [b, a]
  if (short.segments.length < long.segments.length && !short.isPrefix) return false
  return short.segments.every((segment, at) => {
    const other = long.segments[at]
    if (!other) return false
    const [mine, theirs] = [rankOf(segment), rankOf(other)]
    if (mine === 0) return matchSegment(other, segment.texts[0] ?? '') !== undefined
    return theirs !== 0 || matchSegment(segment, other.texts[0] ?? '') !== undefined
  })
}

/** A template with the values of a request: by their names, or else by their positions. `undefined` if some are missing. */
export function expandTemplate(template: string, parameters: readonly RequestParameter[]): string | undefined {
  const {segments, isPrefix} = parseTemplate(template)
  const names = segments.flatMap(each => each.names)
  const known = new Map(parameters)
  const byName = names.map(name => known.get(name))
  const byPosition = names.length === parameters.length ? parameters.map(([, value]) => value) : undefined
  const values = byName.every(each => each !== undefined) ? byName : byPosition
  if (isPrefix || !values) return undefined
  const left = [...values]
  const written = segments.map(({texts}) =>
    texts.map((text, at) => (at === 0 ? text : `${left.shift()}${text}`)).join('')
  )
  // Clients would resolve these away.
  return written.some(each => each === '.' || each === '..') ? undefined : `/${written.map(encodeSegment).join('/')}`
}

/** A text as a segment of a path. */
export const encodeSegment = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /%(?:3A|40|24|2C|2B|3D|26|3B)/g,
    decodeURIComponent
  )
