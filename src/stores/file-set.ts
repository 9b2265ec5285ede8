/** The files that a path with `**` stands for: those below a folder that fit a pattern. */
export interface FileSet {
  /** The folder that they are below, with slashes; empty if it's the one that the path is relative to. */
  readonly folder: string
  /** Whether a file, by its path in the form of the pattern, is one of them. */
  readonly fits: (path: string) => boolean
}

/** Maximum number of files in a set, and of folders that are searched for them. */
export const MAX_SET_FILES = 20_000

/** Whether a path stands for a set of files. */
export const isFileSet = (path: string): boolean => /(?:^|[\\/])\*\*(?:[\\/]|$)/.test(path)

/** Parses a path such as `schema/**` + `/*.graphql`; `undefined` if it has no `**`. */
export function parseFileSet(path: string): FileSet | undefined {
  if (!isFileSet(path)) return undefined
  const segments = path.replaceAll('\\', '/').replace(/^\.\//, '').split('/')
  const first = segments.findIndex(segment => /[*{]/.test(segment))
  const folder = segments.slice(0, first).join('/')
  const start = first === 0 ? '' : `${folder}/`
  const pattern = new RegExp(`^${segments.slice(first).map(toExpression).join('')}$`)
  return {
    folder: folder === '' && first > 0 ? '/' : folder,
    fits: file => file.startsWith(start) && pattern.test(file.slice(start.length))
  }
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
  const choices = text.replaceAll(/\{([^{}]*)\}/g, (_, list: string) => `(?:${list.replaceAll(',', '|')})`)
  return `${VISIBLE}${choices.replaceAll(/[{}]/g, '\\$&').replaceAll('*', '[^/]*')}${isLast ? '' : '/'}`
}
