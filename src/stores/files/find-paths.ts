import {posix} from 'node:path'
import {isFileSet, isSearched} from '../file-set.ts'
import type {Files} from './files.ts'

/**
 * What a pattern stands for, relative to the folder and with slashes, sorted by code point: files, and folders if it has
 * neither `**` nor braces. Hidden and installed files are left out.
 */
export function findPaths(files: Files, pattern: string, folder: string): string[] {
  const inFolder = (path: string): string => posix.join(folder, path)
  if (isFileSet(pattern))
    return files.listSet(inFolder(pattern)).map(path => posix.relative(folder === '.' ? '' : folder, path))
  const found = pattern.split('/').reduce(
    (paths: string[], segment) =>
      paths.flatMap(path => {
        if (!segment.includes('*')) return posix.join(path, segment)
        if (!files.isFolder(inFolder(path))) return []
        const names = new RegExp(`^${segment.replaceAll(/[.+?^$()|[\]{}\\]/g, '\\$&').replaceAll('*', '.*')}$`)
        const isWanted = (name: string): boolean => isSearched(name) && names.test(name)
        return files.listFolder(inFolder(path)).flatMap(name => (isWanted(name) ? posix.join(path, name) : []))
      }),
    ['']
  )
  return found.filter(path => files.exists(inFolder(path))).toSorted((a, b) => (a < b ? -1 : 1))
}

/** What the stars of a pattern stand for in a match, as its name. The path if that is nothing. */
export function nameOfMatch(pattern: string, path: string): string {
  const [, start = '', end = ''] = /^([^*{]*).*?([^*}]*)$/.exec(posix.normalize(pattern)) ?? []
  return path.slice(start.length, path.length - end.length) || path
}
