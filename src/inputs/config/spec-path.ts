import type {YamlText} from '../../documents/yaml/yaml-file.ts'
import {inputError} from '../../model/input-error.ts'
import {joinFileSet} from '../../stores/file-set.ts'
import type {Files} from '../../stores/files/files.ts'

/**
 * The path that a `spec` names; for a list, one path for all files, in which a name without an ending is a folder. Throws
 * an `InputError` if a file of a list is missing, or if a path begins with `!`.
 */
export function readSpec(
  files: Files,
  folder: string,
  written: string | readonly string[],
  at: readonly PropertyKey[],
  yaml: YamlText
): string {
  const negated = [written].flat().findIndex(each => each.startsWith('!'))
  if (negated !== -1)
    throw inputError(
      `\`${[written].flat()[negated]}\` can't leave out files, because \`spec\` only names them. Name the files or folders without \`!\`.`,
      yaml.where(typeof written === 'string' ? at : [...at, negated])
    )
  const paths = [written].flat().map(each => files.relative('', files.resolve(folder, each)))
  const missing = files.areOnDisk && paths.length > 1 ? paths.findIndex(path => isMissing(files, path)) : -1
  if (missing !== -1)
    throw inputError(`There is no file \`${paths[missing]}\`. Remove it from the list.`, yaml.where([...at, missing]))
  return joinFileSet(paths)
}

const isMissing = (files: Files, path: string): boolean => !path.includes('*') && !files.exists(path)
