import {memoize, memoizeTexts} from '../memoize.ts'
import {withoutMarker} from './version-marker.ts'

/**
 * One method on one path under one version marker. Paths that differ only in parameter names are the same endpoint
 * version.
 */
export interface EndpointTarget {
  readonly kind: 'endpoint'
  readonly method: string
  readonly path: string
}

/**
 * A path and everything under it, for every method: `/v1/firewall` and `/v1/firewall/rules`, but not `/v1/firewall-x`.
 */
export interface PrefixTarget {
  readonly kind: 'prefix'
  readonly path: string
}

/** An operation known only by its name. */
export interface OperationTarget {
  readonly kind: 'operation'
  readonly name: string
}

/** A field of a named resource (`Loan.shelf`), not tied to a path. */
export interface ResourceFieldTarget {
  readonly kind: 'resource-field'
  readonly resource: string
  readonly name: string
}

export type Target = EndpointTarget | PrefixTarget | OperationTarget | ResourceFieldTarget

export const PART_KINDS = ['field', 'parameter', 'header', 'value'] as const
export type PartKind = (typeof PART_KINDS)[number]
export type Direction = 'request' | 'response'

/** The part of a target. `value` is an enum value of the field, parameter, or header next to it. */
export type SubjectPart = {readonly [Kind in PartKind]?: string} & {readonly in?: Direction}

/** What a change is about: a target, or a part of it. */
export interface Subject {
  readonly target: Target
  readonly part?: SubjectPart
}

/** Everything that one API description describes. */
export const WHOLE_API: Subject = {target: {kind: 'prefix', path: ''}}

/** The kind of a subject, which a policy can distinguish: that of the target or of its narrowest part. */
export type SubjectKind = Target['kind'] | PartKind

export const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'] as const

export function subjectKindOf({target, part}: Subject): SubjectKind {
  if (part?.value !== undefined) return 'value'
  if (part?.field !== undefined) return 'field'
  if (part?.parameter !== undefined) return 'parameter'
  if (part?.header !== undefined) return 'header'
  return target.kind
}

/**
 * Parses the notation of history files: `GET /v1/loans`, `/v1/**`, `operation ListTokens`, `Loan.shelf`. `undefined` if
 * the text is none of them.
 */
export function parseTarget(text: string): Target | undefined {
  const trimmed = text.trim()
  const endpoint = /^([A-Z]+)\s+(\/\S*)$/i.exec(trimmed)
  if (endpoint) {
    const [, method = '', path = ''] = endpoint
    if (path.endsWith('*') || !METHODS.some(known => known === method.toUpperCase())) return undefined
    return {kind: 'endpoint', method: method.toUpperCase(), path}
  }
  const prefix = /^(\/\S*?)\/?\*\*$/.exec(trimmed)
  if (prefix) return prefix[1]?.includes('*') ? undefined : {kind: 'prefix', path: prefix[1]?.replace(/\/$/, '') ?? ''}
  const operation = /^operation\s+(\S.*)$/i.exec(trimmed)
  if (operation?.[1]) return {kind: 'operation', name: operation[1]}
  const field = /^([^/\s][^/]*)\.([^./]+)$/.exec(trimmed)
  if (field?.[1] && field[2]) return {kind: 'resource-field', resource: field[1].trim(), name: field[2].trim()}
  return undefined
}

/** Formats a target in the notation of history files. */
export function formatTarget(target: Target): string {
  switch (target.kind) {
    case 'endpoint':
      return `${target.method} ${target.path}`
    case 'prefix':
      return `${target.path}/**`
    case 'operation':
      return `operation ${target.name}`
    case 'resource-field':
      return `${target.resource}.${target.name}`
  }
}

/** Formats a subject in one line: `GET /v1/loans/{loanId} (field due, in response)`. */
export function formatSubject({target, part}: Subject): string {
  if (!part) return formatTarget(target)
  // An empty value is a valid value and is shown as `""`.
  const named = PART_KINDS.flatMap(kind => (part[kind] === undefined ? [] : [`${kind} ${part[kind] || '""'}`]))
  return `${formatTarget(target)} (${[...named, ...(part.in ? [`in ${part.in}`] : [])].join(', ')})`
}

/** The path with parameter names removed: equal for equal endpoints, whatever their parameters are called. */
export const pathShape = memoizeTexts((path): string => path.replace(/\{[^{}]*\}/g, '{}'))

/** A string that is equal for equal targets. */
export const targetKey = memoize((target: Target): string =>
  target.kind === 'endpoint' || target.kind === 'prefix' ? pathShape(formatTarget(target)) : formatTarget(target)
)

/** A string that is equal for equal subjects. */
export const subjectKey = (subject: Subject): string =>
  subject.part ? keyOfPart(subject as Subject & {part: SubjectPart}) : targetKey(subject.target)

const keyOfPart = memoize(({target, part}: Subject & {readonly part: SubjectPart}): string => {
  let key = `${targetKey(target)}#`
  for (const kind of PART_KINDS) {
    const name = part[kind]
    if (name !== undefined) key += `${kind}=${kind === 'header' ? name.toLowerCase() : name}&`
  }
  return key + (part.in ?? '')
})

/**
 * A string that is equal for endpoint versions that differ only in the version marker; `undefined` for other subjects.
 */
export const lineageKey = (target: Target): string | undefined =>
  target.kind === 'endpoint' ? `${target.method} ${pathShape(withoutMarker(target.path))}` : undefined

/** Whether the path is the prefix or is under it, compared segment by segment. */
function holdsPath(prefix: PrefixTarget, path: string): boolean {
  const outer = pathShape(prefix.path)
  const inner = pathShape(path)
  return inner === outer || inner.startsWith(`${outer}/`)
}

/** The shapes of all prefixes of the path, widest first, ending with the path itself. */
export function prefixShapes(path: string): string[] {
  const segments = pathShape(path).split('/')
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'))
}

/**
 * Whether a statement about `outer` applies to `inner`: a prefix covers the endpoints and prefixes under it, a target
 * covers its own parts, and everything covers itself.
 */
export function covers(outer: Subject, inner: Subject): boolean {
  if (outer.part) return subjectKey(outer) === subjectKey(inner)
  const {target} = outer
  if (target.kind === 'prefix' && (inner.target.kind === 'endpoint' || inner.target.kind === 'prefix')) {
    return holdsPath(target, inner.target.path)
  }
  return targetKey(target) === targetKey(inner.target)
}

/** The subject without its side (request or response). */
export function withoutSide({target, part}: Subject): Subject {
  const {in: _, ...named} = part ?? {}
  return Object.keys(named).length === 0 ? {target} : {target, part: named}
}

/**
 * The subject under another prefix, or `undefined` if it isn't under `from`: with `/v1/**` → `/v2/**`, `GET /v1/jobs`
 * becomes `GET /v2/jobs`.
 */
export function moveSubject(subject: Subject, from: PrefixTarget, to: PrefixTarget): Subject | undefined {
  const {target} = subject
  if ((target.kind !== 'endpoint' && target.kind !== 'prefix') || !holdsPath(from, target.path)) return undefined
  const rest = target.path.split('/').slice(from.path.split('/').length)
  return {...subject, target: {...target, path: [to.path, ...rest].join('/')}}
}
