import {join} from 'node:path'
import {inputError} from '../../model/input-error.ts'
import type {Files} from '../../stores/files/files.ts'

/** Default name of the config file. */
export const CONFIG_NAME = 'tenure.yaml'

/** Paths in a folder at which a history is found: a single file, or the main file of a history folder. */
export const DEFAULT_HISTORIES: readonly string[] = ['history.yaml', 'service.yaml', 'api-history/service.yaml']

/** Name that people may give the config file by mistake. Such a file is refused, because it wouldn't be read. */
const OTHER_NAME = 'tenure.yml'

/**
 * Path of the config file: the requested one, otherwise the nearest one from the working directory up to git's root.
 * `undefined` if there's none. Throws an `InputError` for a file whose name only looks like that of the config file.
 */
export function findConfigPath(files: Files, {config}: {readonly config?: string | undefined}): string | undefined {
  if (config !== undefined) return config
  const root = files.findAbove(files.resolve('.'), '.git')
  for (let folder = ''; ; folder = join(folder, '..')) {
    const [path, other] = [join(folder, CONFIG_NAME), join(folder, OTHER_NAME)]
    if (files.exists(other))
      throw inputError(`\`${other}\` isn't read. Rename it to \`${CONFIG_NAME}\`.`, {source: other})
    if (files.exists(path)) return path
    if (root === undefined || files.resolve(folder) === root) return undefined
  }
}
