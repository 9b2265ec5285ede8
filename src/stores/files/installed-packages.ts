import {existsSync, readdirSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'

/** The path of a file that the build places next to the bundled code. */
export const bundledFile = (name: string): string => join(dirname(fileURLToPath(import.meta.url)), name)

/**
 * The path of a folder of the installed package, whether its code runs bundled (`dist/`) or from source (`src/stores/files/`).
 */
export function packageFolder(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  // The core and the packages have a `package.json` too, but only the whole has presets.
  while (!existsSync(join(folder, 'policies')) && dirname(folder) !== folder) folder = dirname(folder)
  return join(folder, name)
}

/** The names in a folder of the installed package, sorted by code point. */
export const listPackageFolder = (name: string): string[] =>
  readdirSync(packageFolder(name)).toSorted((a, b) => (a < b ? -1 : 1))
