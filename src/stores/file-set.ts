/** The files that a path with `**` or braces stands for: those below a folder that fit a pattern. */
export interface FileSet {
  /** The folder that they are below, with slashes; empty if it's the one that the path is relative to. */
  readonly folder: string
  /** Whether a file, by its path in the form of the pattern, is one of them. */
  readonly fits: (path: string) => boolean
}

/** Maximum number of files in a set, and of folders that are searched for them. */
export const MAX_SET_FILES = 20_000

/** Whether a path stands for a set of files: it has `**`, or braces with a list or a star. */
export const isFileSet = (path: string): boolean => /(?:^|[\\/])\*\*(?:[\\/]|$)|\{[^{}]*[,*][^{}]*\}/.test(path)

/** Parses a path such as `schema/**` + `/*.graphql` or `{loans,fees}.graphql`; `undefined` if it is no set. */
export function parseFileSet(path: string): FileSet | undefined {
  if (!isFileSet(path)) return undefined
  const patterns = splitBraces(path.replaceAll('\\', '/').replace(/^\.\//, '')).map(each => each.split('/'))
  const [first = [], ...others] = patterns
  const isCommon = (segment: string, at: number): boolean =>
    !segment.includes('*') &&
    at < first.length - 1 &&
    others.every(other => at < other.length - 1 && other[at] === segment)
  const end = first.findIndex((segment, at) => !isCommon(segment, at))
  const folder = first.slice(0, end).join('/')
  const start = end === 0 ? '' : `${folder}/`
  const expressions = patterns.map(each => each.slice(end).map(toExpression).join(''))
  const pattern = new RegExp(`^(?:${expressions.join('|')})$`)
  return {
    folder: folder === '' && end > 0 ? '/' : folder,
    fits: file => file.startsWith(start) && pattern.test(file.slice(start.length))
  }
}

/** Maximum number of paths that braces stand for. */
const MAX_PATHS = 1000

/** The paths that a path with braces stands for; the path itself without braces. */
function splitBraces(path: string): string[] {
  const paths = [path]
  for (let at = 0; at < paths.length && paths.length < MAX_PATHS; ) {
    const [, start, inner, end] = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(paths[at] ?? '') ?? []
    if (inner === undefined) at++
    else paths.splice(at, 1, ...inner.split(',').map(each => `${start}${each}${end}`))
  }
  return paths
}

/**
 * One path for several files or patterns, which names the folder of all of them once. Among several, a name without an
 * ending is a folder.
 */
export function joinFileSet(written: readonly string[]): string {
  const paths = written.length > 1 ? written.map(path => (/\.\w+$|\*\*$/.test(path) ? path : `${path}/**`)) : written
  const [first = '', ...others] = paths
  if (others.length === 0) return first
  const parts = first.split('/').slice(0, -1)
  const isShared = (at: number): boolean =>
    !parts[at]?.includes('*') && others.every(other => other.startsWith(`${parts.slice(0, at + 1).join('/')}/`))
  const end = parts.findIndex((_, at) => !isShared(at))
  const folder = parts
    .slice(0, end === -1 ? undefined : end)
    .map(part => `${part}/`)
    .join('')
  return `${folder}{${paths.map(path => path.slice(folder.length)).join(',')}}`
}

/** The part of a path that git knows: the folder of a set, or the path itself. */
export function pathspecOf(path: string): string {
  const set = parseFileSet(path)
  return set ? set.folder || '.' : path
}

/** Whether a search for the files of a set looks into a folder with this name. */
export const isSearched = (name: string): boolean => !/^(?:\.|node_modules$)/.test(name)

/** Hidden and installed files are none that a star stands for. */
const VISIBLE = '(?!\\.|node_modules(?:/|$))'

function toExpression(segment: string, at: number, all: readonly string[]): string {
  const isLast = at === all.length - 1
  if (segment === '**') return `(?:${VISIBLE}[^/]+/)*${isLast ? `${VISIBLE}[^/]+` : ''}`
  const text = segment.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&')
  return `${VISIBLE}${text.replaceAll(/[{}]/g, '\\$&').replaceAll('*', '[^/]*')}${isLast ? '' : '/'}`
}
