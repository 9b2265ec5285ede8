import {posix} from 'node:path'
import type {Place} from '../model/location.ts'

/** Where build servers look for a file. */
export interface RepositoryFile {
  /** From the root of the repository, with forward slashes; what lies elsewhere is absolute. */
  readonly path: string
  /** The file as it was: its lines are not those of the working tree. */
  readonly revision?: string
}

/** `rev:path`, as git writes it. A single letter before the colon is a drive. */
const AT_REVISION = /^([^:]{2,}):(?!\/\/)(.+)$/s

/** The file of a place. `root` is the way from the root of the repository to where paths begin. */
export function repositoryFile({source}: Place, root = ''): RepositoryFile {
  const [, revision, past] = AT_REVISION.exec(source) ?? []
  const path = (past ?? source).replaceAll('\\', '/')
  // What git is asked for is named from the root of the repository already.
  const from = revision === undefined && !isAbsolute(path) ? posix.join(root, path) : posix.normalize(path)
  return {path: from, ...(revision === undefined ? {} : {revision})}
}

export const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:\/)/.test(path)

/** A path as a URI reference (RFC 3986), its segments escaped. What is half a character is none. */
export function uriOf(path: string): string {
  const [, drive = '', rest = ''] = /^([A-Za-z]:(?=\/))?(.*)$/s.exec(path.replace(/\p{Surrogate}/gu, '\ufffd')) ?? []
  const escaped = rest
    .split('/')
    .map(segment => encodeURIComponent(segment).replace(/[!'()*]/g, each => `%${each.charCodeAt(0).toString(16)}`))
    .join('/')
  return isAbsolute(path) ? `file://${drive === '' ? '' : `/${drive}`}${escaped}` : escaped
}
