import type {HeaderTable, TableEndpoint} from '../runtime/header-table.ts'
import {type Candidate, isRemovedOn, listCandidates, problemOf} from '../runtime/headers-for.ts'
import {
  compareTemplates,
  expandTemplate,
  mayOverlap,
  parseTemplate,
  type TemplateSegment
} from '../runtime/path-template.ts'

export interface ProxyOptions {
  /** The path before those of the table, in place of its base paths. */
  readonly prefix?: string | undefined
  /** Whether removed endpoints are answered with 410. */
  readonly gone?: boolean | undefined
  /** The day on which removals are checked. */
  readonly asOf: string
}

/** What a proxy compares a request with. Of all rules that fit, the first one counts. */
export interface ProxyRule {
  readonly endpoint: TableEndpoint
  readonly isRemoved: boolean
  readonly segments: readonly TemplateSegment[]
  readonly isPrefix: boolean
  /** The template of the successor under the same base path. Missing if it needs other parameters. */
  readonly successor?: string
}

/** Longer values break the text: nginx reads 4096 bytes at a time. */
const MOST_CHARACTERS = 3800

/** The rules of a table: what is served before what was removed, as `findCandidate` finds them. */
export function listRules(table: HeaderTable, {prefix, asOf}: ProxyOptions): ProxyRule[] {
  const withPrefix =
    prefix === undefined ? table : {...table, endpoints: table.endpoints.map(each => withBase(each, prefix))}
  const rank = ({endpoint, template}: Candidate): number =>
    (template.isPrefix ? 2 : 0) + (isRemovedOn(endpoint, asOf) ? 1 : 0)
  const isForHead = ({endpoint}: Candidate): number => (endpoint.method === 'HEAD' ? 0 : 1)
  return listCandidates(withPrefix, false)
    .toSorted((a, b) => rank(a) - rank(b) || compareTemplates(a.template, b.template) || isForHead(a) - isForHead(b))
    .map(({endpoint, base, template}) => ({
      ...{endpoint, isRemoved: isRemovedOn(endpoint, asOf), segments: template.segments, isPrefix: template.isPrefix},
      ...(endpoint.successor === undefined ? {} : {successor: `${base}${endpoint.successor}`})
    }))
}

const withBase = ({bases: _, ...endpoint}: TableEndpoint, prefix: string): TableEndpoint => ({
  ...endpoint,
  bases: [`/${prefix.split('/').filter(Boolean).join('/')}`]
})

/** Whether a value is short enough for a proxy. */
export const fitsInLine = (text: string): boolean => text.length <= MOST_CHARACTERS

/**
 * The rules that a proxy can have. Of those after one that it can't have, none that fits the same paths is kept: it would
 * count in its place.
 */
export function separateRules<Rule extends ProxyRule>(
  rules: readonly Rule[],
  canHave: (rule: Rule) => boolean
): {readonly kept: readonly Rule[]; readonly leftOut: readonly Rule[]} {
  const [kept, leftOut]: [Rule[], Rule[]] = [[], []]
  for (const rule of rules) (canHave(rule) && !leftOut.some(each => mayOverlap(each, rule)) ? kept : leftOut).push(rule)
  return {kept, leftOut}
}

/** What a rule is about, for a comment in one line. */
export const commentOf = ({method, path}: TableEndpoint): string =>
  `${method ?? 'any method,'} ${path}`.replace(/[^ -~]/g, '?').slice(0, 200)

/** The methods of a rule. `undefined` for all but OPTIONS. HEAD is answered as GET. */
export const methodsOf = ({method}: TableEndpoint): readonly string[] | undefined =>
  method === undefined ? undefined : method === 'GET' ? ['GET', 'HEAD'] : [method]

/** What a value may have where it's repeated in a header: no quotes, brackets, or spaces. */
const SAFE = "(?!(?:[.]|%2[Ee]){1,2}(?:[/?#]|$))[A-Za-z0-9._~!$&'()*+,;=:@%-]+?"

/**
 * A regular expression for the path of a request, as the client wrote it. Parameters that are named are kept, if they can be
 * repeated in a header.
 */
export function pathPattern(
  {segments, isPrefix}: Pick<ProxyRule, 'segments' | 'isPrefix'>,
  nameOf?: (index: number) => string
): string {
  let index = 0
  const parts = segments.map(({texts}) => {
    if (!nameOf && texts.length === 2 && texts.every(text => text === '')) return '/+[^/?#]+'
    const pieces = texts.map((text, at) => {
      const value = nameOf ? `(?<${nameOf(index)}>${SAFE})` : '[^/?#]+?'
      if (at > 0) index++
      return at === 0 ? literalPattern(text) : `${value}${literalPattern(text)}`
    })
    return `/+${pieces.join('')}`
  })
  const whole = parts.join('')
  return isPrefix ? `${whole}(?:/[^?#]*)?` : `${whole}/*`
}

/** A text of a path, with the characters that clients encode. */
const literalPattern = (text: string): string =>
  [...new TextEncoder().encode(text.replace(/\p{Surrogate}/gu, '\ufffd'))]
    .map(byte => {
      const character = String.fromCharCode(byte)
      if (/[A-Za-z0-9_~-]/.test(character)) return character
      const hex = byte.toString(16).toUpperCase().padStart(2, '0')
      const encoded = `%${hex.replace(/[A-F]/g, digit => `[${digit}${digit.toLowerCase()}]`)}`
      return byte > 0x7e || byte < 0x21 ? encoded : `(?:\\x${hex}|${encoded})`
    })
    .join('')

/** The path of a successor that has no parameters. */
export const concreteSuccessor = ({successor}: ProxyRule): string | undefined =>
  successor === undefined ? undefined : expandTemplate(successor, [])

/** The body of an answer 410: JSON in ASCII, without the sign of variables of nginx. */
export function problemBody(rule: ProxyRule): string {
  const write = (problem: object): string =>
    JSON.stringify(problem).replace(/[^ -~]|\$/g, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const whole = problemOf(rule.endpoint, concreteSuccessor(rule))
  const body = write(whole)
  return fitsInLine(body) ? body : write({title: whole.title, status: whole.status})
}

/** A piece of a successor: a text, or the number of a parameter of the request. */
export type SuccessorPiece = string | number

/** The path of a successor in pieces. `undefined` if the request lacks its parameters. */
export function successorPieces({segments, successor}: ProxyRule): readonly SuccessorPiece[] | undefined {
  if (successor === undefined) return undefined
  const target = parseTemplate(successor)
  const asked = target.segments.flatMap(each => each.names)
  const known = segments.flatMap(each => each.names)
  const byName = asked.map(name => known.lastIndexOf(name))
  const byPosition = asked.length === known.length ? asked.map((_, at) => at) : undefined
  const indexes = byName.every(index => index >= 0) ? byName : byPosition
  if (target.isPrefix || !indexes) return undefined
  let index = 0
  return target.segments.flatMap(({texts}) => [
    '/',
    ...texts.flatMap((text, at): SuccessorPiece[] => (at === 0 ? [text] : [indexes[index++] ?? 0, text]))
  ])
}
