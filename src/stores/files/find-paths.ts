import {globSync} from 'tinyglobby'
import type {Files} from './files.ts'

/**
 * Files and folders that a pattern matches, relative to the folder and with slashes, sorted by code point. What is in
 * `node_modules` or `.git` is left out, and what begins with a dot unless the pattern does, too.
 */
export const findPaths = (files: Files, pattern: string, folder: string): string[] =>
  globSync(pattern, {
    cwd: files.resolve(folder),
    onlyFiles: false,
    expandDirectories: false,
    ignore: ['**/node_modules/**', '**/.git/**']
  })
    .map(path => path.replace(/\/$/, ''))
    .toSorted((a, b) => (a < b ? -1 : 1))
