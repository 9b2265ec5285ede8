import {basename, join, parse, relative, resolve, sep} from 'node:path'
import {defined} from '../../model/defined.ts'
import {inputError} from '../../model/input-error.ts'
import {releaseKey} from '../../model/time/release.ts'
import {formatCount} from '../../text/format-values.ts'
import {isDescription} from '../document/detect-description.ts'
import {createDiskFileTree} from '../document/file-tree.ts'
import {SPEC_LIMIT} from '../document/read-document.ts'
import {isFolder, listFolder, pathExists, readBytes, realPath} from '../files/file-system.ts'
import {findDateInName, sortReleases} from './order-releases.ts'
import {type ReleaseDates, readReleaseDates} from './release-dates.ts'
import {type ListedRelease, RELEASE_LIST_NAME, readReleaseList} from './release-list.ts'
import {formatFirstNames, type ReleaseSource, type SourceRelease, unreadRelease} from './source.ts'

export interface FolderOptions {
  /** A file that maps release names to dates. */
  readonly dates?: string
  readonly timezone: string
}

/** Reads a folder of API descriptions: those that its `releases.json` lists, else every description in the folder. */
export function openFolderSource(path: string, {dates: datesFile, timezone}: FolderOptions): ReleaseSource {
  const dates = datesFile === undefined ? undefined : readReleaseDates(datesFile, timezone)
  const list = pathExists(join(path, RELEASE_LIST_NAME))
    ? readReleaseList(join(path, RELEASE_LIST_NAME), timezone)
    : undefined
  const {specs, others} = list ? {specs: [], others: []} : listDescriptions(path)
  if (!list && specs.length === 0) throw noDescriptionError(path, others)
  const listed = list?.releases ?? releasesOf(path, specs)
  const problems = listed.map(({file}) => fileProblem(path, file))
  if (!problems.includes(undefined))
    throw inputError(allUnreadableMessage(listed), {source: join(path, RELEASE_LIST_NAME)})
  const releases = listed.map((release, at): SourceRelease => {
    const problem = problems[at]
    const dated = toSourceRelease(path, release, dates)
    return problem === undefined ? dated : unreadRelease({...dated, place: release.place}, problem)
  })
  const unused = dates?.unused() ?? []
  const from = list ? `as \`${RELEASE_LIST_NAME}\` lists them` : 'the API descriptions in the folder'
  return {
    kind: 'folder',
    path,
    service: list?.name ?? basename(realPath(path)),
    releases: sortReleases(releases),
    unread: [],
    remarks: [
      `${formatCount(releases.length, 'release')}, ${from}`,
      ...(others.length > 0 ? [`Ignored, for they are no API descriptions: ${formatFirstNames(others)}`] : []),
      ...(unused.length > 0 ? [`Dates of what is no release here: ${formatFirstNames(unused)}`] : [])
    ],
    between: () => []
  }
}

/** The API descriptions in a folder, and the other JSON and YAML files. */
export function listDescriptions(path: string): {specs: string[]; others: string[]} {
  const specs: string[] = []
  const others: string[] = []
  for (const file of listFolder(path)) {
    const whole = join(path, file)
    if (!/\.(json|ya?ml)$/i.test(file) || file.startsWith('.') || !pathExists(whole) || isFolder(whole)) continue
    if (isDescription(readBytes(whole, SPEC_LIMIT))) specs.push(file)
    else others.push(file)
  }
  return {specs, others}
}

/**
 * A release is named after its file without the extension, or after the whole file name if the short name isn't unique.
 */
function releasesOf(path: string, files: readonly string[]): ListedRelease[] {
  const keys = files.map(file => releaseKey(parse(file).name))
  return files.map((file, index): ListedRelease => {
    const isAlone = keys.indexOf(keys[index] ?? '') === keys.lastIndexOf(keys[index] ?? '')
    const name = isAlone ? parse(file).name : file
    const date = findDateInName(name)
    return defined({name, date, file, place: {source: join(path, file)}})
  })
}

function toSourceRelease(
  path: string,
  {name, date, file, place}: ListedRelease,
  dates: ReleaseDates | undefined
): SourceRelease {
  const override = dates?.of(name) ?? dates?.of(basename(file))
  const known = override?.date ?? date
  const openFiles = (): ReturnType<typeof createDiskFileTree> => createDiskFileTree(join(path, file))
  return defined({name, date: known, place: override?.place ?? place, shelf: openFiles})
}

/** Why a file can't be read; `undefined` if it can. Links are followed, and a target outside the folder is rejected. */
function fileProblem(path: string, file: string): string | undefined {
  const root = realPath(path)
  const whole = resolve(root, file)
  if (!isInside(root, whole) || !isInside(root, realPath(whole))) {
    return `\`${file}\` is outside of the folder.`
  }
  if (!pathExists(whole)) return `There is no file \`${file}\` in the folder.`
  return isFolder(whole) ? `\`${file}\` is a folder, not a file.` : undefined
}

function isInside(root: string, whole: string): boolean {
  const relativePath = relative(root, whole).split(sep)
  return relativePath[0] !== '..' && resolve(root, relativePath.join(sep)) === whole
}

function noDescriptionError(path: string, others: readonly string[]): Error {
  const found = others.length > 0 ? `only ${formatFirstNames(others)}` : 'no file in JSON or YAML'
  return inputError(
    `No API description found in \`${path}\` (it has ${found}). Name a folder with files that have \`openapi\` or \`swagger\` at their top level, or with a \`${RELEASE_LIST_NAME}\`, or a git repository with \`--tags\` or \`--branch\`.`,
    {source: path}
  )
}

const allUnreadableMessage = (left: readonly ListedRelease[]): string =>
  `None of the files that \`${RELEASE_LIST_NAME}\` lists could be found: ${formatFirstNames(left.map(({name}) => name))}.`

/** Whether a file is an API description, as opposed to a history. */
export const isDescriptionFile = (path: string): boolean => isDescription(readBytes(path, SPEC_LIMIT))

/** A source with one description: its current lifecycle marks are known, but nothing about the past. */
export function openSingleFileSource(path: string): ReleaseSource {
  return {
    kind: 'folder',
    path,
    service: '',
    releases: [{name: 'current', place: {source: path}, shelf: () => createDiskFileTree(path)}],
    unread: [],
    remarks: [],
    between: () => []
  }
}
