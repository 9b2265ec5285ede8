import {basename, dirname, posix, sep} from 'node:path'
import packageJson from '../../../package.json' with {type: 'json'}
import {nameOtherFormat, otherFormatError, READABLE} from '../../documents/other-formats.ts'
import {readSpecText, SPEC_LIMIT} from '../../documents/read-document.ts'
import {readYaml} from '../../documents/yaml/yaml-file.ts'
import {canBeDescription, isServerCode, USUAL_NAMES} from '../../languages/languages.ts'
import {defined} from '../../model/defined.ts'
import {ignoreInputErrors, inputError} from '../../model/input-error.ts'
import {memoizeTexts} from '../../model/memoize.ts'
import {isFileSet, joinFileSet, parseFileSet} from '../../stores/file-set.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {findDescriptions, listProjectFiles} from './find-descriptions.ts'
import {type FoundServer, findServers} from './find-servers.ts'
import {requireCurrentSpec} from './release-base.ts'
import {
  assertChosen,
  findReleaseFiles,
  isDescriptionFile,
  isReleasePattern,
  noReleasesError,
  toSpecPath
} from './release-files.ts'
import type {ReleasePattern} from './release-sets.ts'
import {type LeftOut, type SelectedApi, type SimilarApis, selectDescriptions} from './select-descriptions.ts'
import {listTags} from './tags.ts'

/** Files of a project that a history can start from. Paths are relative to the working directory. */
export interface ProjectFiles {
  readonly apis: readonly FoundApi[]
  /** API descriptions that aren't taken, and why. */
  readonly leftOut: readonly LeftOut[]
  /** Pairs of `apis` that may be one. */
  readonly similar: readonly SimilarApis[]
  /** Servers found in addition to the API descriptions. */
  readonly servers: readonly FoundServer[]
  /** The number of files that were searched for API descriptions. */
  readonly searched: number
  /** History files, or history folders with a `service.yaml`. */
  readonly histories: readonly string[]
  /** Markdown files with managed sections. */
  readonly pages: readonly string[]
  /** The tags of the repository; omitted if there is none. */
  readonly tags?: readonly string[]
  /** Files that start the checks of the CI systems in use. */
  readonly ci: readonly string[]
  /** The `tenure` package; omitted if it isn't a dependency of the project. */
  readonly installed?: InstalledPackage
}

/** An API of the project: described by a file, by a file for each release, or by the code of a server. */
export interface FoundApi {
  /** The `spec` of the configuration. */
  readonly spec: string
  /** The file that describes the API now. */
  readonly current: string
  readonly title?: string
  /** The names of its releases, the oldest first, if each has a description. */
  readonly releases?: readonly string[]
  /** The framework of a server whose code describes the API. */
  readonly framework?: string
}

export interface InstalledPackage {
  /** The package folder, relative to the working directory. */
  readonly path: string
}

/** The file in which each CI system starts a check. A project that has the file, or its folder, uses the system. */
const CI_FILES = [
  ...[
    '.github/workflows/tenure.yml',
    '.gitlab-ci.yml',
    'azure-pipelines.yml',
    'bitbucket-pipelines.yml',
    'Jenkinsfile'
  ],
  ...['.buildkite/pipeline.yml', '.circleci/config.yml', '.woodpecker.yml', '.woodpecker/tenure.yml'],
  '.pre-commit-config.yaml'
]

/** Folders with built, installed, or test files hold no API of this repository. */
const SKIPPED_FOLDERS = /^(?:\..*|node_modules|vendor|dist|build|out|target|coverage|fixtures?|tests?|examples?)$/i
const MAX_DEPTH = 3
/** Limits the search, so that it stays fast in large repositories. */
const MAX_FOLDERS = 1000

export function findProjectFiles(workspace: Workspace, isPage: (text: string, path: string) => boolean): ProjectFiles {
  const files = filesBelow(workspace.files)
  const histories = files.flatMap(path => {
    if (basename(path) === 'history.yaml') return isHistory(workspace.files, path) ? [path] : []
    return basename(path) === 'service.yaml' && isHistory(workspace.files, path) ? [dirname(path)] : []
  })
  return defined({
    ...findApis(workspace),
    histories,
    pages: files.filter(
      path => /\.(?:md|markdown)$/i.test(path) && matches(workspace.files, path, text => isPage(text, path))
    ),
    tags: listTags(workspace.git),
    ci: CI_FILES.filter(path => workspace.files.exists(path.includes('/') ? dirname(path) : path)),
    ...findInstalled(workspace.files)
  })
}

/** The APIs that the files of the project describe, else those of its servers. */
function findApis(workspace: Workspace): Pick<ProjectFiles, 'apis' | 'leftOut' | 'similar' | 'servers' | 'searched'> {
  const files = listProjectFiles(workspace)
  const {apis, leftOut, similar} = selectDescriptions(findDescriptions(workspace.files, files), files)
  const servers = findServers(workspace.files, files)
  const searched = files.filter(canBeDescription).length
  if (apis.length > 0) return {apis: apis.map(memoizeReleases(workspace.files)), leftOut, similar, servers, searched}
  const described = servers.map(({entry, name, framework}) =>
    defined({spec: entry, current: entry, title: name, framework})
  )
  return {apis: described, leftOut, similar: [], servers: [], searched}
}

/** Returns a function that adds the releases of an API, and that reads a folder once for all APIs in it. */
function memoizeReleases(files: Files): (api: SelectedApi) => FoundApi {
  const releasesIn = memoizeTexts(folder => findReleaseFiles(files, folder))
  return api => toFoundApi(files, api, releasesIn)
}

type FindReleases = (folder: string) => ReturnType<typeof findReleaseFiles>

function toFoundApi(files: Files, {main, releases}: SelectedApi, releasesIn: FindReleases): FoundApi {
  const {path, title, files: parts} = main
  if (parts) {
    const spec = specOfParts(files, parts)
    return defined({spec, current: toSpecPath(files, spec), title})
  }
  if (!releases) return defined({spec: path, current: path, title})
  return defined({spec: specOfReleases(releases, releasesIn), current: path, title, releases: releases.names})
}

/** The folder of the releases, or a pattern if the folder has other descriptions, too. */
function specOfReleases({pattern, folder, files}: ReleasePattern, releasesIn: FindReleases): string {
  const found = releasesIn(folder)
  const read = [found?.draft, ...(found?.releases ?? [])].flatMap(each => (each ? [posix.join(folder, each.file)] : []))
  return read.length > 0 && read.every(file => files.includes(file)) ? folder : pattern
}

/** The shortest path that stands for several files and no other description: their folder, a pattern, or a list. */
function specOfParts(files: Files, parts: readonly string[]): string {
  const list = joinFileSet(parts)
  const {folder = ''} = parseFileSet(list) ?? {}
  const [ending = '', ...others] = new Set(parts.map(path => posix.extname(path)))
  const patterns = others.length > 0 ? [] : [posix.join(folder, `*${ending}`), posix.join(folder, `**/*${ending}`)]
  const isSame = (spec: string): boolean =>
    files
      .listSet(toSpecPath(files, spec))
      .filter(file => isSpec(files, file))
      .join('\n') === parts.join('\n')
  return [...(folder === '' ? [] : [folder]), ...patterns].find(isSame) ?? list
}

/** An API that a path names: a description, a folder or pattern of releases, or server code. */
export function openNamedApi(files: Files, named: string): FoundApi {
  const path = toSpecPath(files, named)
  const isMany = isReleasePattern(files, path) || files.isFolder(path)
  const found = isMany ? findReleaseFiles(files, path) : undefined
  if (isMany && !found) throw noReleasesError(files, path)
  assertChosen(path, found)
  const current = requireCurrentSpec(files, path)
  if (!isServerCode(current) && !isSpec(files, current)) {
    if (isFileSet(path)) throw inputError(`No file of \`${path}\` is an API description.`, {source: path})
    const other = nameOtherFormat(readSpecText(files.readBytes(current, SPEC_LIMIT), path).value)
    if (other !== undefined) throw otherFormatError(other, {source: path})
    throw inputError(`\`${path}\` isn't an API description or server code. Name ${READABLE}.`, {source: path})
  }
  const spec = posix.normalize(path.split(sep).join('/')).replace(/(?<=.)\/$/, '')
  return defined({spec, current, releases: found?.releases.map(({name}) => name)})
}

/**
 * Looks for the package as Node.js does, here and in each parent folder, but not outside the repository, because a
 * clone wouldn't have it.
 */
function findInstalled(files: Files): Pick<ProjectFiles, 'installed'> {
  for (let above = '', folder = files.resolve('.'); ; above += '../', folder = dirname(folder)) {
    const path = `${above}node_modules/${packageJson.name}`
    if (files.exists(`${path}/schemas`)) return {installed: {path}}
    if (dirname(folder) === folder || files.exists(`${above}.git`)) return {}
  }
}

/** API descriptions with a usual name; only those nearest to the working directory. */
export const findNearestSpecs = (files: Files): readonly string[] => nearestSpecs(files, filesBelow(files))

function nearestSpecs(disk: Files, files: readonly string[]): string[] {
  const specs = files.filter(path => USUAL_NAMES.includes(basename(path)) && isSpec(disk, path))
  const depth = Math.min(...specs.map(depthOf))
  return specs.filter(path => depthOf(path) === depth)
}

const depthOf = (path: string): number => path.split(/[\\/]/).length

function filesBelow(files: Files): string[] {
  const found: string[] = []
  let folders = ['.']
  let count = 0
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const below: string[] = []
    for (const folder of folders) {
      if (++count > MAX_FOLDERS) return found
      for (const name of files.listFolder(folder)) {
        // The paths have slashes on every system, because config files hold them.
        const path = posix.join(folder, name)
        if (!files.isFolder(path)) found.push(path)
        else if (!SKIPPED_FOLDERS.test(name) && depth < MAX_DEPTH) below.push(path)
      }
    }
    folders = below
  }
  return found
}

/** Whether the text of a file passes a test; a file that can't be read doesn't. */
function matches(files: Files, path: string, test: (text: string) => boolean): boolean {
  return ignoreInputErrors(() => test(files.readText(path)), false)
}

function isSpec(files: Files, path: string): boolean {
  if (isFileSet(path)) return files.listSet(path).some(each => isSpec(files, each))
  return ignoreInputErrors(() => isDescriptionFile(files, path), false)
}

/** Whether a file claims to be a history. Its validity is checked when it is read. */
const isHistory = (files: Files, path: string): boolean =>
  matches(files, path, text => {
    const {value} = readYaml(text, path)
    if (typeof value !== 'object' || value === null || !('service' in value)) return false
    return basename(path) === 'service.yaml' || 'releases' in value
  })
