import {memoize, memoizeTexts} from '../memoize.ts'
import {withoutMarker} from './version-marker.ts'

/**
 * What a description language gives a name to: an endpoint, a tool, a field of a type. Equal keys (`targetKey`) stand
 * for the same.
 */
export interface Target {
  /** One of the kinds that its description language lists; a policy can give each kind guarantees of its own. */
  readonly kind: string
  /** The notation of history files: `GET /v1/loans`, `/v1/**`, `operation ListTokens`, `Loan.shelf`. */
  readonly text: string
  /** Its path, in segments with slashes; one segment can be a version marker. Omitted if it has only a name. */
  readonly path?: string
  /** Whether it stands for everything at and under its path. */
  readonly isPrefix?: true
  /** What is before the path in the text: the method of an endpoint. */
  readonly verb?: string
  /** The named type that it is a member of. */
  readonly type?: string
  /** Its name, without a noun and without the type. */
  readonly name?: string
  /** Whether the service itself sends the request, as with a webhook: request and response change their roles. */
  readonly isSentByService?: true
}

/**
 * One method on one path under one version marker, or a path that has no methods. Paths that differ only in parameter
 * names are the same endpoint version.
 */
export interface EndpointTarget extends Target {
  readonly path: string
}

/** A path and everything under it: `/v1/firewall` and `/v1/firewall/rules`, but not `/v1/firewall-x`. */
export interface PrefixTarget extends Target {
  readonly path: string
  readonly isPrefix: true
}

/** A target that has a name and no path, such as `operation ListTokens`. */
export interface NamedTarget extends Target {
  readonly name: string
}

/** A member of a named type (`Loan.shelf`), not tied to a path. The name `*` stands for the type itself. */
export interface MemberTarget extends Target {
  readonly type: string
  readonly name: string
}

export const isPrefix = (target: Target | undefined): target is PrefixTarget => target?.isPrefix === true
export const isEndpoint = (target: Target | undefined): target is EndpointTarget =>
  target?.path !== undefined && !isPrefix(target)
export const isMember = (target: Target | undefined): target is MemberTarget => target?.type !== undefined
export const isNamed = (target: Target | undefined): target is NamedTarget =>
  target?.name !== undefined && !isMember(target)

/** The word before the name in the text of a target: `operation`. */
export const nounOf = ({text, name}: NamedTarget): string => text.slice(0, text.length - name.length).trim()

/** Everything at and under a path. */
export const prefixTarget = (path: string): PrefixTarget => ({
  kind: 'prefix',
  text: `${path}/**`,
  path,
  isPrefix: true
})

export const PART_KINDS = ['field', 'parameter', 'header', 'value'] as const
export type PartKind = (typeof PART_KINDS)[number]
export type Direction = 'request' | 'response'

/** The part of a target. `value` is an enum value of the field, parameter, or header named with it. */
export type SubjectPart = {readonly [Kind in PartKind]?: string} & {readonly in?: Direction}

/** What a change is about: a target, or a part of it. */
export interface Subject {
  readonly target: Target
  readonly part?: SubjectPart
}

/** The subject that stands for everything in one API description: the prefix of all paths. */
export const WHOLE_API: Subject = {target: prefixTarget('')}

/** The kind of a subject, which a policy can distinguish: that of the target or of its narrowest part. */
export function subjectKindOf({target, part}: Subject): string {
  if (part?.value !== undefined) return 'value'
  if (part?.field !== undefined) return 'field'
  if (part?.parameter !== undefined) return 'parameter'
  if (part?.header !== undefined) return 'header'
  return target.kind
}

/** Whether a subject is a part of an operation, or a field of a named schema. */
export const isPart = ({target, part}: Subject): boolean => part !== undefined || isMember(target)

/** Formats a subject in one line: `GET /v1/loans/{loanId} (field due, in response)`. */
export function formatSubject({target, part}: Subject): string {
  if (!part) return target.text
  // An empty value is a valid value and is shown as `""`.
  const named = PART_KINDS.flatMap(kind => (part[kind] === undefined ? [] : [`${kind} ${part[kind] || '""'}`]))
  return `${target.text} (${[...named, ...(part.in ? [`in ${part.in}`] : [])].join(', ')})`
}

/** The path with parameter names removed: equal for equal endpoints, whatever their parameters are called. */
export const pathShape = memoizeTexts((path): string => path.replace(/\{[^{}]*\}/g, '{}'))

/** A string that is equal for equal targets. */
export const targetKey = ({text, path}: Target): string => (path === undefined ? text : pathShape(text))

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
  isEndpoint(target) ? `${target.verb ?? ''} ${pathShape(withoutMarker(target.path))}` : undefined

/** Whether the path is the prefix or is under it, compared segment by segment. */
function holdsPath(prefix: PrefixTarget, path: string): boolean {
  const outer = pathShape(prefix.path)
  const inner = pathShape(path)
  return inner === outer || inner.startsWith(`${outer}/`)
}

/** The shapes of all prefixes of a path, widest first, ending with the path itself. Empty without a path. */
export function prefixShapes(path: string | undefined): string[] {
  const segments = path === undefined ? [] : pathShape(path).split('/')
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'))
}

/**
 * Whether a statement about `outer` applies to `inner`: a prefix covers the endpoints and prefixes under it, a target
 * covers its own parts, and everything covers itself.
 */
export function covers(outer: Subject, inner: Subject): boolean {
  if (outer.part) return subjectKey(outer) === subjectKey(inner)
  const {target} = outer
  if (isPrefix(target) && inner.target.path !== undefined) return holdsPath(target, inner.target.path)
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
  if (target.path === undefined || !holdsPath(from, target.path)) return undefined
  const rest = target.path.split('/').slice(from.path.split('/').length)
  return {...subject, target: moveTarget(target, [to.path, ...rest].join('/'))}
}

/** The same target at another path: its text has the segments of that path. */
export function moveTarget(target: Target, path: string): Target {
  if (isPrefix(target)) return prefixTarget(path)
  return {...target, path, text: target.verb ? `${target.verb} ${path}` : moveText(target, path)}
}

/** The text with other segments, which can be divided by something else than slashes; the path if there are more. */
function moveText({text, path: from = ''}: Target, path: string): string {
  const [was, is] = [from.split('/').slice(1), path.split('/').slice(1)]
  let [moved, rest] = ['', text]
  for (const [index, segment] of was.entries()) {
    const at = rest.indexOf(segment)
    const to = is[index]
    if (at < 0 || to === undefined || was.length !== is.length) return path
    moved += rest.slice(0, at) + to
    rest = rest.slice(at + segment.length)
  }
  return moved + rest
}
