import {posix} from 'node:path'
import type {SourceLocation} from '../../model/location.ts'

/** File as CI systems locate it. */
export interface RepositoryFile {
  /** Path from the repository root with forward slashes, or an absolute path for files elsewhere. */
  readonly path: string
  /** Old revision of the file, whose lines don't match the working tree. */
  readonly revision?: string
}

/** `rev:path`, as in git. A single letter before the colon is a drive, and no revision has a blank. */
const AT_REVISION = /^([^:\s]{2,}):(?!\/\/)(.+)$/s

/** File of a location. `root` is the path from the repository root to the folder that locations are relative to. */
export function repositoryFile({source}: SourceLocation, root = ''): RepositoryFile {
  const [, revision, past] = AT_REVISION.exec(source) ?? []
  const path = (past ?? source).replaceAll('\\', '/')
  // Paths in a git revision start at the repository root already.
  const from = revision === undefined && !isAbsolute(path) ? posix.join(root, path) : normalize(path)
  return {path: from, ...(revision === undefined ? {} : {revision})}
}

/** Normalizes a path, and keeps the two slashes before the server of a Windows share. */
const normalize = (path: string): string => `${/^\/\/[^/]/.test(path) ? '/' : ''}${posix.normalize(path)}`

export const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:\/)/.test(path)

/** Path as a URI reference (RFC 3986) with escaped segments. Lone surrogates are replaced. */
export function uriOf(path: string): string {
  const [, drive = '', rest = ''] = /^([A-Za-z]:(?=\/))?(.*)$/s.exec(path.replace(/\p{Surrogate}/gu, '\ufffd')) ?? []
  const escaped = rest
    .split('/')
    .map(segment => encodeURIComponent(segment).replace(/[!'()*]/g, each => `%${each.charCodeAt(0).toString(16)}`))
    .join('/')
  if (path.startsWith('//')) return `file:${escaped}`
  return isAbsolute(path) ? `file://${drive === '' ? '' : `/${drive}`}${escaped}` : escaped
}
