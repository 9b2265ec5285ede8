import {dirname, join, posix} from 'node:path'
import type {YamlText} from '../../documents/yaml/yaml-file.ts'
import {defined} from '../../model/defined.ts'
import {InputError, type InputProblem, inputError} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import type {Files} from '../../stores/files/files.ts'
import {findPaths, nameOfMatch} from '../../stores/files/find-paths.ts'
import {suggestChoices} from '../../text/format-choices.ts'
import {nameOfPattern} from '../sources/release-names.ts'
import {NO_SPEC, type WrittenConfig} from './format.ts'

type WrittenApi = NonNullable<WrittenConfig['apis']>[number]
type ApiKey = keyof WrittenApi

/** The keys that name APIs. An entry has one of them. */
const NAMES = ['name', 'glob', 'backstage', 'jobs'] as const satisfies readonly ApiKey[]

/** The keys of entries about APIs that are elsewhere, by the one that says so. */
const ELSEWHERE = {
  source: ['name', 'source', 'spec', 'history', 'tags', 'branch', 'policy', 'owner', 'group'],
  backstage: ['backstage', 'tags', 'branch', 'policy', 'group'],
  jobs: ['jobs']
} as const satisfies Readonly<Record<string, readonly ApiKey[]>>

/** The keys of one API, which the matches of a pattern can't share. */
const OF_ONE: readonly ApiKey[] = [
  'spec',
  'history',
  'announcements',
  'rendered',
  'generate',
  'unread',
  'adopted',
  'traffic'
]

const EXAMPLE = '- {name: lending, spec: lending/openapi.yaml}'

/** An entry of `apis` about APIs that only `tenure report` reads. Paths are as written, relative to its folder. */
export interface ApisElsewhere
  extends Pick<WrittenApi, 'source' | 'history' | 'branch' | 'policy' | 'owner' | 'group'> {
  readonly kind: keyof typeof ELSEWHERE
  /** The name of the API, or the pattern or path that finds APIs. */
  readonly name: string
  readonly spec?: string
  readonly tags?: string
  readonly place: SourceLocation
}

/** Keys that stand at the top for all `apis`. Owners of an API are added to those of the top. */
const DEFAULTS = ['policy', 'tags', 'base', 'enforceFrom', 'failOn', 'generate', 'adopted', 'owners', 'probe'] as const

/** The keys of an API as if all were written at it, and where each is written; the empty key is the API itself. */
export interface KeysOfApi {
  readonly keys: Pick<WrittenConfig, (typeof DEFAULTS)[number] | (typeof SINGLE)[number]> &
    Pick<WrittenApi, 'owner' | 'group'>
  readonly at: (key: string) => readonly PropertyKey[]
}

/** An API of this repository: a written entry, or a match of a pattern with the keys of its entry. */
interface ApiInRepository extends KeysOfApi {
  readonly name: string
  /** Whether a pattern found it, so that its history has a usual name. */
  readonly isMatch?: true
}

/** The keys of a single API, not allowed together with `apis`. */
const SINGLE = ['history', 'spec', 'announcements', 'rendered', 'unread', 'traffic'] as const

/** Reports keys of a single API next to `apis`, and keys of an entry that can't be combined. */
export function validateApis(written: WrittenConfig, yaml: YamlText): InputProblem[] {
  const {apis} = written
  if (apis === undefined) return []
  const misplaced = SINGLE.filter(key => written[key] !== undefined).map(key => ({
    message: `\`${key}\` can't be a default for all \`apis\`. Move it to the API that it is for.`,
    place: yaml.where([key], true)
  }))
  return [...misplaced, ...apis.flatMap((entry, index) => problemsOf(entry, ['apis', index], yaml))]
}

function problemsOf(entry: WrittenApi, at: readonly PropertyKey[], yaml: YamlText): InputProblem[] {
  const refuse = (message: string, key?: string): InputProblem[] => [
    {message, place: yaml.where(key === undefined ? at : [...at, key], key !== undefined), example: EXAMPLE}
  ]
  const [name, second] = NAMES.filter(key => entry[key] !== undefined)
  if (name === undefined)
    return refuse('This entry names no API. Write a `name`, or a `glob`, `backstage`, or `jobs` that finds APIs.')
  if (second !== undefined) return refuse(`\`${second}\` can't be combined with \`${name}\`. Make two entries.`, second)
  const kind = kindOf(entry)
  const isAllowed = (key: string): boolean => {
    if (kind) return (ELSEWHERE[kind] as readonly string[]).includes(key)
    return key !== 'branch' && (name !== 'glob' || !OF_ONE.includes(key as ApiKey))
  }
  const misfits = Object.keys(entry).filter(key => !isAllowed(key))
  const isBare = name === 'name' && kind === undefined && entry.spec === undefined
  const lists = (['spec', 'tags'] as const).filter(key => kind && Array.isArray(entry[key]))
  return [
    ...misfits.flatMap(key => refuse(`An entry with \`${kind ?? name}\` can't have \`${key}\`. Remove it.`, key)),
    ...(isBare
      ? refuse(`\`${entry.name}\` has no \`spec\`. Add it (\`none\` for a history alone), or a \`source\`.`, name)
      : []),
    ...lists.flatMap(key => refuse(`With \`${kind}\`, \`${key}\` is one text. Write one.`, key))
  ]
}

const kindOf = (entry: WrittenApi): ApisElsewhere['kind'] | undefined =>
  (['source', 'backstage', 'jobs'] as const).find(key => entry[key] !== undefined)

/** The entries about APIs elsewhere. */
export const readElsewhere = ({apis = []}: WrittenConfig, yaml: YamlText): ApisElsewhere[] =>
  apis.flatMap((entry, index): ApisElsewhere[] => {
    const kind = kindOf(entry)
    if (kind === undefined) return []
    const {source, spec, history, tags, branch, policy, owner, group} = entry
    const key = kind === 'source' ? 'name' : kind
    const own = {source, spec: spec?.toString(), history, tags: tags?.toString(), branch, policy, owner, group}
    return [{...defined(own), kind, name: entry[key] ?? '', place: yaml.where(['apis', index, key])}]
  })

/**
 * The APIs of this repository: written ones, and those that patterns find, unless another entry names their
 * description. Throws an `InputError` for a pattern that matches nothing on disk, for a waiver of an API that it doesn't
 * list, and for two APIs of one name.
 */
export function listApis(files: Files, folder: string, config: WrittenConfig, yaml: YamlText): ApiInRepository[] {
  const {apis = []} = config
  const written = new Set(apis.flatMap(({spec = []}) => spec).map(spec => posix.normalize(spec)))
  const problems: InputProblem[] = []
  const all = apis.flatMap((entry, index): ApiInRepository[] => {
    const {name, glob} = entry
    if (kindOf(entry) !== undefined) return []
    const api = mergeDefaults(config, entry, ['apis', index])
    if (glob === undefined) return [{...api, name: name ?? ''}]
    const paths = findPaths(files, glob, folder)
    if (paths.length === 0 && files.areOnDisk)
      problems.push({
        message: `\`${glob}\` matches no file. Correct it, or remove the entry.`,
        place: yaml.where(api.at('glob'))
      })
    return paths
      .filter(path => !written.has(path))
      .map(path => ({...api, name: nameOfMatch(glob, path), keys: {...api.keys, spec: path}, isMatch: true}))
  })
  if (files.areOnDisk) problems.push(...validateWaiverApis(config, all, yaml), ...sharedFiles(all, yaml))
  const elsewhere = apis.flatMap(({name, source}, index) => (name && source ? [{name, at: ['apis', index]}] : []))
  // A pattern finds the API of an entry whose path is wrong, so that its name isn't the mistake.
  const isLost = ({name, isMatch, keys: {spec}}: ApiInRepository): boolean =>
    files.areOnDisk &&
    isMatch !== true &&
    typeof spec === 'string' &&
    !files.exists(files.resolve(folder, spec)) &&
    all.some(each => each.isMatch && each.name === name)
  const lost = all.filter(isLost)
  problems.push(
    ...lost.map(({keys, at}) => ({
      message: `There is no file \`${keys.spec}\`. Correct the path.`,
      place: yaml.where(at('spec'))
    }))
  )
  const known = all.filter(api => !lost.includes(api))
  const named = [...known.map(({name, at}) => ({name, at: at('')})), ...elsewhere]
  problems.push(...duplicateNames(named.map(({name, at}) => ({name, place: yaml.where([...at, 'name'])}))))
  if (problems.length > 0) throw new InputError(problems)
  const specs = all.flatMap(({keys: {spec = []}}) => spec)
  return all.map(api => (api.isMatch ? {...api, keys: {...api.keys, ...usualHistory(files, folder, api, specs)}} : api))
}

/** The keys of an entry, with those at the top as defaults. */
function mergeDefaults(config: WrittenConfig, entry: WrittenApi, path: readonly PropertyKey[]): KeysOfApi {
  const shared = Object.fromEntries(DEFAULTS.flatMap(key => (config[key] === undefined ? [] : [[key, config[key]]])))
  const owners = [...(config.owners ?? []), ...(entry.owners ?? [])]
  return {
    keys: {...shared, ...entry, ...(owners.length > 0 ? {owners} : {})},
    at: key => (key === '' ? path : Object.hasOwn(shared, key) && !Object.hasOwn(entry, key) ? [key] : [...path, key])
  }
}

/** Reports APIs with the description or the history of one before. */
const sharedFiles = (apis: readonly ApiInRepository[], yaml: YamlText): InputProblem[] =>
  (['spec', 'history'] as const).flatMap(key => {
    const first = new Map<string, string>()
    return apis.flatMap(({name, keys, at}) => {
      const path = keys[key] && [keys[key]].flat().map(posix.normalize).join(', ')
      if (path === undefined || path === NO_SPEC) return []
      const other = first.get(path)
      if (other === undefined) first.set(path, name)
      if (other === undefined) return []
      const message = `\`${path}\` is the \`${key}\` of API \`${other}\`, too. Give each API its own, or list the API once.`
      return [{message, place: yaml.where(at(key))}]
    })
  })

/** Reports waivers for an API that isn't listed. */
function validateWaiverApis(
  {waivers = []}: WrittenConfig,
  apis: readonly ApiInRepository[],
  yaml: YamlText
): InputProblem[] {
  const names = apis.map(({name}) => name)
  return waivers.flatMap(({api}, index) => {
    if (api === undefined || names.includes(api)) return []
    const message =
      names.length === 0
        ? `The waiver names API \`${api}\`, but there are no \`apis\`. Remove \`api\`.`
        : `The waiver names API \`${api}\`, which \`apis\` doesn't list.${suggestChoices(api, names)}`
    return [{message, place: yaml.where(['waivers', index, 'api'])}]
  })
}

/** Reports APIs with the name of one before. */
export function duplicateNames(apis: readonly {name: string; place: SourceLocation}[]): InputProblem[] {
  const first = new Map(apis.toReversed().map(({name, place}) => [name, place]))
  return apis.flatMap(({name, place}) => {
    const {source, line} = first.get(name) ?? place
    if (first.get(name) === place) return []
    return [{message: `API \`${name}\` is listed twice, first at ${source}:${line}. Give each its own name.`, place}]
  })
}

/** The history of a match, if it has one next to its description. */
function usualHistory(files: Files, folder: string, {keys: {spec = []}}: ApiInRepository, specs: readonly string[]) {
  const path = spec.toString()
  const own = nextToSpec(path, specs)
  const names = own.endsWith(HISTORY_FOLDER) ? [own, join(dirname(path), 'history.yaml')] : [own]
  return defined({history: names.find(name => files.exists(files.resolve(folder, name)))})
}

/** Folder of a new history. In a folder, each unreleased change has a file, so that branches don't conflict. */
export const HISTORY_FOLDER = 'api-history'

/** The path of a history next to a description. If several descriptions share a folder, each gets its own history. */
export function nextToSpec(written: string, all: readonly string[]): string {
  const spec = nameOfPattern(written)
  const folder = dirname(spec)
  const isShared =
    all.filter(other => posix.normalize(dirname(nameOfPattern(other))) === posix.normalize(folder)).length > 1
  return isShared ? spec.replace(/(?:\.\w+)?$/, '-history') : join(folder, HISTORY_FOLDER)
}

/** Throws an `InputError` if all of `apis` are elsewhere, because a command needs an API of this repository. */
export function assertAnyHere(apis: readonly unknown[], [first]: readonly ApisElsewhere[]): void {
  if (!first || apis.length > 0) return
  const remedy = 'Add an API with its `spec`, or run `tenure report`.'
  throw inputError(`All of \`apis\` are elsewhere, so there is nothing to check here. ${remedy}`, first.place)
}
