import {basename, join, parse, posix} from 'node:path'
import {canBePart, isDescription} from '../../descriptions/readers.ts'
import {SPEC_LIMIT} from '../../documents/read-document.ts'
import {canBeDescription} from '../../languages/languages.ts'
import {defined} from '../../model/defined.ts'
import {groupBy} from '../../model/group-by.ts'
import {ignoreInputErrors, inputError} from '../../model/input-error.ts'
import {sortReleases} from '../../model/time/order-releases.ts'
import {releaseKey} from '../../model/time/release.ts'
import {findDateInName} from '../../model/time/version.ts'
import {isFileSet} from '../../stores/file-set.ts'
import type {Files} from '../../stores/files/files.ts'
import {summarizeFile} from './find-descriptions.ts'
import {isMajorZero, parseReleaseName} from './release-names.ts'
import {areOneApi} from './release-sets.ts'
import {formatFirstNames} from './source.ts'

/** A description for each release of one API: `1.0.yaml` and `1.1.yaml`, or `1.0/api.yaml` and `1.1/api.yaml`. */
export interface ReleaseFiles {
  /** The folder that the files are relative to. */
  readonly folder: string
  /** Oldest first. Empty if a pattern must be chosen first (`choices`). */
  readonly releases: readonly ReleaseFile[]
  /** The description of the state between releases: `main/api.yaml`. */
  readonly draft?: ReleaseFile
  /** Names of folders and files that are no release. */
  readonly others: readonly string[]
  /** Patterns to choose from, if each release has several descriptions. */
  readonly choices: readonly string[]
  /** Files without a release, in a folder that has releases, if it's unknown whether all of them are one description. */
  readonly parts?: readonly string[]
}

export interface ReleaseFile {
  readonly name: string
  /** The path relative to the folder, with slashes. */
  readonly file: string
}

/** Whether a file is an API description. Throws an `InputError` if it can't be read. */
export const isDescriptionFile = (files: Files, path: string): boolean =>
  isDescription(path, files.readBytes(path, SPEC_LIMIT))

/** The API descriptions in a folder, and the other JSON and YAML files. */
export function listDescriptions(files: Files, path: string): {specs: string[]; others: string[]} {
  const specs: string[] = []
  const others: string[] = []
  for (const file of files.listFolder(path)) {
    const whole = join(path, file)
    if (!canBeDescription(file) || file.startsWith('.') || !files.exists(whole) || files.isFolder(whole)) continue
    if (isDescriptionFile(files, whole)) specs.push(file)
    else others.push(file)
  }
  return {specs, others}
}

/** Whether a path is a pattern in which `*` stands for the release. */
export const isReleasePattern = (files: Files, path: string): boolean =>
  isPattern(files, path) && toSpecPath(files, path) === path

/** Whether a `spec` stands for a description for each release: a folder, or a pattern. */
export const holdsReleases = (files: Files, spec: string): boolean =>
  (isPattern(files, spec) || files.isFolder(spec)) && toSpecPath(files, spec) === spec

const isPattern = (files: Files, path: string): boolean => path.includes('*') && !isFileSet(path) && !files.exists(path)

/**
 * The path that a `spec` stands for if it names several files as one description: a folder, or a pattern with `*`,
 * unless all of its files are those of releases. Any other path as it is.
 */
export const toSpecPath = (files: Files, spec: string): string =>
  isPattern(files, spec) || files.isFolder(spec)
    ? files.remember(`spec ${spec}`, each => findSetPath(each, spec))
    : spec

function findSetPath(files: Files, spec: string): string {
  const candidates = listCandidates(files, spec)
  // One file with the name of a release doesn't make a release of each of the others.
  const isOne = candidates.length === 1 && findOthers(files, spec, candidates).length > 0
  if (candidates.some(isRelease) && !isOne) return spec
  const pattern = toSetPattern(files, spec)
  const parts = files.listSet(pattern).flatMap(file => isPart(files, file) ?? [])
  return parts.length > 0 && parts.every(Boolean) ? pattern : spec
}

/** The pattern of a folder, or of a path with `*`. A folder stands for any ending, because the base can have others. */
const toSetPattern = (files: Files, spec: string): string =>
  isPattern(files, spec) ? spec.replaceAll('*', '{*}') : posix.join(spec.replaceAll('\\', '/'), '**')

/** The files without a release that can be read with those of releases as one description. */
function findOthers(files: Files, spec: string, candidates: readonly Candidate[]): string[] {
  if (!candidates.some(isRelease)) return []
  const folder = folderOfReleases(files, spec)
  const released = candidates.flatMap(each => each.files.map(file => join(folder, file)))
  const known = new Set(released.map(file => files.resolve(file)))
  const isNamed = (part: string): boolean => Boolean(parseReleaseName(part) ?? parseReleaseName(parse(part).name))
  const others = files
    .listSet(toSetPattern(files, spec))
    .filter(file => !known.has(files.resolve(file)) && !files.relative(folder, file).split(/[\\/]/).some(isNamed))
    .filter(file => isPart(files, file))
  return others.length > 0 && released.every(file => isPart(files, file)) ? others : []
}

function isPart(files: Files, file: string): boolean | undefined {
  if (!canBeDescription(file)) return undefined
  return ignoreInputErrors(() => canBePart(file, files.readBytes(file, SPEC_LIMIT)))
}

/**
 * The descriptions of releases that a folder holds, or that a pattern such as `docs/*` + `/api.yaml` fits. `undefined`
 * if there are none, or if all files are one description.
 */
export function findReleaseFiles(files: Files, path: string): ReleaseFiles | undefined {
  const candidates = listCandidates(files, path)
  if (!candidates.some(isRelease) || toSpecPath(files, path) !== path) return undefined
  const folder = folderOfReleases(files, path)
  const parts = findOthers(files, path, candidates)
  if (parts.length > 0) return {folder, releases: [], others: [], choices: [toSetPattern(files, path)], parts}
  const apis = isPattern(files, path) ? [] : findSeparateApis(files, folder, candidates)
  return apis.length > 0 ? {folder, releases: [], others: [], choices: apis} : chooseFiles(folder, candidates)
}

/** Patterns for the releases whose names begin alike, if they are of several APIs by their content: `loans-*.yaml`. */
function findSeparateApis(files: Files, folder: string, candidates: readonly Candidate[]): string[] {
  const groups = groupBy(candidates.filter(isRelease), ({name}) => parseReleaseName(name)?.start ?? '')
  if (groups.size < 2) return []
  const newest = [...groups.values()].flatMap(group => {
    const last = sortReleases(group).at(-1)
    return summarizeFile(files, join(folder, last?.files[0] ?? '')) ?? []
  })
  if (areOneApi(newest)) return []
  return [...groups].flatMap(([start, [first]]) =>
    first.files.map(file => {
      const [name = '', ...below] = file.split('/')
      const pattern = [`${start}*${below.length === 0 ? parse(name).ext : ''}`, ...below]
      return posix.join(folder.replaceAll('\\', '/'), ...pattern)
    })
  )
}

const listCandidates = (files: Files, path: string): readonly Candidate[] =>
  isPattern(files, path) ? fitPattern(files, path) : files.isFolder(path) ? searchFolder(files, path) : []

/** The folder that holds all releases. */
export function folderOfReleases(files: Files, path: string): string {
  if (!isPattern(files, path)) return path
  const parts = path.split(/[\\/]/)
  return (
    parts
      .slice(
        0,
        parts.findIndex(part => part.includes('*'))
      )
      .join('/') || '.'
  )
}

/** The files that a `spec` stands for: itself, or the descriptions of all releases. */
export function listSpecFiles(files: Files, spec: string): string[] {
  if (!holdsReleases(files, spec)) return [toSpecPath(files, spec)]
  const {folder, releases, draft} = findReleaseFiles(files, spec) ?? {folder: '', releases: []}
  return [...releases, ...(draft ? [draft] : [])].map(({file}) => posix.join(folder.replaceAll('\\', '/'), file))
}

/** The description of a release, if a `spec` holds one for each; `undefined` otherwise. */
export function findFileOfRelease(
  files: Files,
  spec: string | undefined,
  release: string | undefined
): string | undefined {
  const found =
    spec !== undefined && release !== undefined && holdsReleases(files, spec)
      ? findReleaseFiles(files, spec)
      : undefined
  const file = found?.releases.find(({name}) => releaseKey(name) === releaseKey(release ?? ''))?.file
  return found && file && posix.join(found.folder.replaceAll('\\', '/'), file)
}

/** The description that changes are about: that of the state between releases, or of the newest release. */
export function findCurrentFile(files: Files, path: string): string | undefined {
  const found = findReleaseFiles(files, path)
  const current = found?.draft ?? found?.releases.at(-1)
  return found && current && posix.join(found.folder.replaceAll('\\', '/'), current.file)
}

/** A release, or the state between releases, and its descriptions. */
interface Candidate {
  readonly name: string
  /** Lower numbers are more certainly the state between releases. Missing for a release. */
  readonly draft?: number
  /** Paths relative to the folder. */
  readonly files: readonly string[]
}

const isRelease = ({draft}: Candidate): boolean => draft === undefined

function searchFolder(disk: Files, path: string): Candidate[] {
  const {specs} = listDescriptions(disk, path)
  const direct = withoutTwins(specs).flatMap(file => toCandidate(parse(file).name, [file]))
  if (!direct.some(isRelease)) return withMajorZero(searchBelow(disk, path))
  const files = direct.filter(({files: [file = '']}) => !isAlias(disk, path, file))
  // A folder with the name of a file holds its parts.
  const known = new Set(files.map(({name}) => releaseKey(name)))
  const others = searchBelow(disk, path).filter(each => each.files.length === 1 && !known.has(releaseKey(each.name)))
  return withMajorZero([...files, ...others])
}

/** The releases that have a folder each. */
const searchBelow = (disk: Files, path: string): Candidate[] =>
  disk
    .listFolder(path)
    .filter(name => !name.startsWith('.') && parseReleaseName(name) && disk.isFolder(join(path, name)))
    .filter(name => !isAlias(disk, path, name))
    .flatMap(name => {
      const files = descriptionsBelow(disk, join(path, name), MAX_DEPTH).map(file => `${name}/${file}`)
      return files.length === 0 ? [] : toCandidate(name, files)
    })

const MAX_DEPTH = 2

function toCandidate(name: string, files: readonly string[]): Candidate[] {
  const found = parseReleaseName(name)
  return found ? [defined({name, files, draft: found.draft})] : []
}

/** Whether an entry is a link with a name such as `latest`, which leads to a release. */
const isAlias = (files: Files, folder: string, name: string): boolean =>
  parseReleaseName(parse(name).name)?.draft !== undefined && files.isLink(join(folder, name))

/** Takes version `0` for the state between releases if the other versions have a dot, such as `2.1`. */
function withMajorZero(candidates: readonly Candidate[]): Candidate[] {
  const isDotted = candidates.every(({name, draft}) => draft !== undefined || isMajorZero(name) || name.includes('.'))
  const isZero = candidates.filter(isRelease).length > 1 && isDotted
  return candidates.map(each => (isZero && isMajorZero(each.name) ? {...each, draft: 0} : each))
}

/** The descriptions in a folder, else those in the folders below, by their paths from the folder. */
function descriptionsBelow(files: Files, folder: string, depth: number): string[] {
  const specs = withoutTwins(listDescriptions(files, folder).specs)
  if (specs.length > 0 || depth === 0) return specs
  return files
    .listFolder(folder)
    .filter(name => !/^(?:\.|node_modules$)/.test(name) && files.isFolder(join(folder, name)))
    .flatMap(name => descriptionsBelow(files, join(folder, name), depth - 1).map(file => `${name}/${file}`))
}

/** Leaves out the JSON file beside a YAML file of the same name, because one is generated from the other. */
export const withoutTwins = (files: readonly string[]): string[] =>
  files.filter(file => !/\.json$/i.test(file) || !files.some(other => isTwin(file, other)))

const isTwin = (json: string, other: string): boolean =>
  /\.ya?ml$/i.test(other) && parse(other).name === parse(json).name

/** The files that fit a pattern. Each `*` stands for the same release. */
function fitPattern(files: Files, pattern: string): Candidate[] {
  const folder = folderOfReleases(files, pattern)
  const rest = pattern.split(/[\\/]/).slice(folder === '.' ? 0 : folder.split(/[\\/]/).length)
  const [first = '', ...below] = folder === '.' && rest[0] === '.' ? rest.slice(1) : rest
  const [start = '', ...ends] = first.split('*')
  if (!files.isFolder(folder)) return []
  return withMajorZero(
    files.listFolder(folder).flatMap(name => {
      const release = name.slice(start.length, name.length - (ends.at(-1)?.length ?? 0))
      if (release === '' || first.replaceAll('*', () => release) !== name || isAlias(files, folder, name)) return []
      const file = [name, ...below.map(part => part.replaceAll('*', () => release))].join('/')
      return files.isFile(join(folder, file)) ? toCandidate(release, [file]) : []
    })
  )
}

/** Takes the only description of each release, or the one whose name is the same in all of them. */
function chooseFiles(folder: string, candidates: readonly Candidate[]): ReleaseFiles {
  const shared = candidates
    .map(({name, files}) => files.map(file => file.slice(name.length + 1)))
    .reduce((known, files) => known.filter(file => files.includes(file)))
  const chosen = candidates.flatMap(({name, draft, files}) => {
    const file = files.length === 1 ? files[0] : shared.length === 1 ? `${name}/${shared[0]}` : undefined
    return file === undefined ? [] : [{name, file, draft}]
  })
  const choices =
    chosen.length === candidates.length
      ? []
      : [...new Set(candidates.flatMap(({name, files}) => files.map(file => file.slice(name.length + 1))))]
  const [draft] = chosen.filter(each => each.draft !== undefined).toSorted((a, b) => (a.draft ?? 0) - (b.draft ?? 0))
  const releases = chosen.filter(each => each.draft === undefined).map(({name, file}) => ({name, file}))
  const dated = releases.map(each => defined({...each, date: findDateInName(each.name)}))
  return {
    folder,
    releases: choices.length > 0 ? [] : sortReleases(dated).map(({name, file}) => ({name, file})),
    ...(draft && choices.length === 0 ? {draft: {name: draft.name, file: draft.file}} : {}),
    others: candidates.filter(each => !isRelease(each)).map(({name}) => basename(name)),
    choices: choices.map(file => posix.join(folder.replaceAll('\\', '/'), '*', file))
  }
}

/** Throws an `InputError` if each release has several descriptions, or if it's unknown what the releases are. */
export function assertChosen(path: string, found: ReleaseFiles | undefined): void {
  const {choices = [], parts} = found ?? {}
  if (choices.length === 0) return
  throw inputError(
    parts
      ? `\`${path}\` has files with the names of releases, and others: ${formatFirstNames(parts)}. If all are one description, write \`${choices[0]}\`. Otherwise move the others to another folder.`
      : `The releases in \`${path}\` are of several API descriptions. Name one, with \`*\` for the release: ${formatFirstNames(choices)}.`,
    {source: path},
    `'${choices[0]}'`
  )
}

export const noReleasesError = (files: Files, path: string): Error =>
  inputError(
    isReleasePattern(files, path)
      ? `No file fits \`${path}\`, in which \`*\` stands for a release such as \`1.2\` or \`2024-01-31\`. If its files are one description, write \`${path.replace('*', '**/*')}\`.`
      : `\`${path}\` is a folder without a description for each release, such as \`1.2/openapi.yaml\` or \`1.2.yaml\`. Name a file, or write \`${posix.join(path.replaceAll('\\', '/'), '**')}\` if all files are one description.`,
    {source: path}
  )
