import {posix} from 'node:path'
import type {YamlText} from '../../documents/yaml/yaml-file.ts'
import type {InputProblem} from '../../model/input-error.ts'
import {joinFileSet, parseFileSet} from '../../stores/file-set.ts'
import type {Files} from '../../stores/files/files.ts'
import type {WrittenConfig} from './format.ts'

/** The path of the list of announcements from the folder of the description, with `*` for the name of the description. */
export function locateList(
  files: Files,
  folder: string,
  {spec: written = '', announcements}: Pick<WrittenConfig, 'spec' | 'announcements'>
): string | undefined {
  if (announcements === undefined) return undefined
  const spec = joinFileSet([written].flat())
  const set = parseFileSet(spec)
  if (set) return posix.relative(set.folder, announcements)
  if (spec !== '' && files.isFolder(files.resolve(folder, spec)))
    return posix.relative(spec, announcements).replace(/^\*\//, '')
  const {dir, name} = posix.parse(spec)
  const list = posix.relative(dir, announcements)
  return name.includes('*') ? list.replace(name, '*') : list
}

/** Reports lists of announcements that don't exist, because nothing would be read from them. */
export function validateLists(files: Files, folder: string, written: WrittenConfig, yaml: YamlText): InputProblem[] {
  return [[], ...(written.apis ?? []).map((_, index) => ['apis', index])].flatMap(at => {
    const [, index] = at
    const {announcements: list} = (typeof index === 'number' ? written.apis?.[index] : written) ?? {}
    if (list === undefined || list.includes('*') || !files.areOnDisk || files.exists(files.resolve(folder, list)))
      return []
    const message = `There is no file \`${list}\`. Name the list of announcements, or remove \`announcements\`.`
    return [{message, place: yaml.where([...at, 'announcements'])}]
  })
}
