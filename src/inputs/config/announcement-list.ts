import {dirname, posix} from 'node:path'
import {readYaml, type YamlText} from '../../documents/yaml/yaml-file.ts'
import {type InputProblem, ignoreInputErrors} from '../../model/input-error.ts'
import {isRecord} from '../../model/json.ts'
import {joinFileSet, parseFileSet} from '../../stores/file-set.ts'
import type {Files} from '../../stores/files/files.ts'
import type {WrittenConfig} from './format.ts'

/** Where a list of announcements is; empty without one. */
export interface ListPath {
  /** Its path, relative to the folder of the description; see `withReading`. */
  readonly announcements?: string
  /** The configuration that names it, by its real path. */
  readonly listedIn?: string
}

/** The list of announcements that a configuration names, and where the configuration is; empty if it names none. */
export function readList(files: Files, config: string, keys: Pick<WrittenConfig, 'spec' | 'announcements'>): ListPath {
  const {announcements} = keys
  if (announcements === undefined) return {}
  return {
    announcements: locateList(files, dirname(config), {...keys, announcements}),
    listedIn: files.realPath(config)
  }
}

/** The path of the list of announcements from the folder of the description, with `*` for the name of the description. */
function locateList(
  files: Files,
  folder: string,
  {spec: written = '', announcements}: Pick<WrittenConfig, 'spec'> & {readonly announcements: string}
): string {
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

/**
 * The list of announcements that an earlier configuration names for a description, all by their paths from the root.
 * `undefined` if it names none, or one whose path depends on the name of the description.
 */
export function findListIn(text: string, config: string, description: string): string | undefined {
  const folder = posix.dirname(config)
  const isOf = ({spec}: Readonly<Record<string, unknown>>, isOnly: boolean): boolean => {
    const paths = spec === undefined ? [] : [spec].flat().filter(each => typeof each === 'string')
    const path = posix.join(folder, joinFileSet(paths))
    return paths.length === 0 ? isOnly : path === description || `${path}/**` === description
  }
  const {apis, ...whole} = readKeys(text, config)
  const keys = [whole, ...(Array.isArray(apis) ? apis.filter(isRecord) : [])]
  const found = keys.find(each => each.announcements !== undefined && isOf(each, keys.length === 1))?.announcements
  return typeof found === 'string' && !found.includes('*') ? posix.join(folder, found) : undefined
}

/** The keys of a configuration; empty if it is malformed. */
function readKeys(text: string, config: string): Readonly<Record<string, unknown>> {
  return ignoreInputErrors(() => {
    const {value} = readYaml(text, config)
    return isRecord(value) ? value : {}
  }, {})
}
