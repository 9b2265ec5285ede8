import {basename, join, parse, sep} from 'node:path'
import {createDiskFileTree} from '../../documents/file-tree.ts'
import {defined} from '../../model/defined.ts'
import {inputError} from '../../model/input-error.ts'
import {sortReleases} from '../../model/time/order-releases.ts'
import {releaseKey} from '../../model/time/release.ts'
import {findDateInName} from '../../model/time/version.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {formatCount} from '../../text/format-values.ts'
import {type ReleaseDates, readReleaseDates} from './release-dates.ts'
import {
  assertChosen,
  findReleaseFiles,
  folderOfReleases,
  listDescriptions,
  type ReleaseFiles,
  withoutTwins
} from './release-files.ts'
import {type ListedRelease, RELEASE_LIST_NAME, readReleaseList} from './release-list.ts'
import {formatFirstNames, type ReleaseSource, type SourceRelease, unreadRelease} from './source.ts'

export interface FolderOptions {
  /** A file that maps release names to dates. */
  readonly dates?: string
  readonly timezone: string
}

/**
 * Reads a folder of API descriptions: those that its `releases.json` lists, else one for each release by the names of
 * files or folders, else every description in the folder.
 */
export function openFolderSource(
  workspace: Workspace,
  named: string,
  {dates: datesFile, timezone}: FolderOptions
): ReleaseSource {
  const dates = datesFile === undefined ? undefined : readReleaseDates(workspace.files, datesFile, timezone)
  const path = folderOfReleases(workspace.files, named)
  const list =
    path === named && workspace.files.exists(join(path, RELEASE_LIST_NAME))
      ? readReleaseList(workspace.files, join(path, RELEASE_LIST_NAME), timezone)
      : undefined
  const {listed, remarks} = list
    ? {listed: list.releases, remarks: [`as \`${RELEASE_LIST_NAME}\` lists them`]}
    : listReleases(workspace.files, named, path)
  const problems = listed.map(({file}) => fileProblem(workspace, path, file))
  if (!problems.includes(undefined)) throw unreadableError(path, listed, list === undefined ? problems[0] : undefined)
  const releases = listed.map((release, at): SourceRelease => {
    const problem = problems[at]
    const dated = toSourceRelease(workspace.files, path, release, dates)
    return problem === undefined ? dated : unreadRelease({...dated, place: release.place}, problem)
  })
  const unused = dates?.unused() ?? []
  const [from, ...more] = remarks
  return {
    kind: 'folder',
    path: named,
    service: list?.name ?? basename(workspace.files.realPath(path)),
    releases: sortReleases(releases),
    unread: [],
    remarks: [
      `${formatCount(releases.length, 'release')}, ${from}`,
      ...more,
      ...(unused.length > 0 ? [`Dates of what is no release here: ${formatFirstNames(unused)}`] : [])
    ]
  }
}

/** The releases in a folder without a release list, and remarks on how they were found. */
function listReleases(
  files: Files,
  named: string,
  path: string
): {listed: readonly ListedRelease[]; remarks: readonly string[]} {
  const found = findReleaseFiles(files, named)
  assertChosen(named, found)
  const {specs, others} = path === named ? listDescriptions(files, path) : {specs: [], others: []}
  const known = found && isOnlyReleases(found, specs) ? found : undefined
  if (!known && specs.length === 0) throw noDescriptionError(named, others)
  const isBelow = known?.releases.every(({file}) => file.includes('/')) === true
  const ignored = isBelow ? [] : others
  const twins = isBelow ? [] : specs.filter(spec => !withoutTwins(specs).includes(spec))
  return {
    listed: known
      ? known.releases.map(({name, file}) => toListedRelease(path, name, file))
      : releasesOf(path, withoutTwins(specs)),
    remarks: [
      path !== named ? `that fit \`${named}\`` : isBelow ? 'one in each folder' : 'the API descriptions in the folder',
      ...(twins.length > 0 ? [`Ignored, because a YAML file has the same name: ${formatFirstNames(twins)}`] : []),
      ...(known && known.others.length > 0
        ? [`Ignored, because it's no release: ${formatFirstNames(known.others)}`]
        : []),
      ...(ignored.length > 0 ? [`Ignored, for they are no API descriptions: ${formatFirstNames(ignored)}`] : [])
    ]
  }
}

/** Whether the descriptions are taken as releases by their names: several have one, or all others are drafts. */
const isOnlyReleases = ({releases, others}: ReleaseFiles, specs: readonly string[]): boolean =>
  releases.length > 1 || releases.length + others.length >= withoutTwins(specs).length

/**
 * A release is named after its file without the extension, or after the whole file name if the short name isn't unique.
 */
function releasesOf(path: string, files: readonly string[]): ListedRelease[] {
  const keys = files.map(file => releaseKey(parse(file).name))
  return files.map((file, index): ListedRelease => {
    const isAlone = keys.indexOf(keys[index] ?? '') === keys.lastIndexOf(keys[index] ?? '')
    return toListedRelease(path, isAlone ? parse(file).name : file, file)
  })
}

const toListedRelease = (path: string, name: string, file: string): ListedRelease =>
  defined({name, date: findDateInName(name), file, place: {source: join(path, file)}})

function toSourceRelease(
  files: Files,
  path: string,
  {name, date, file, place}: ListedRelease,
  dates: ReleaseDates | undefined
): SourceRelease {
  const override = dates?.of(name) ?? dates?.of(basename(file))
  const known = override?.date ?? date
  const openFiles = (): ReturnType<typeof createDiskFileTree> => createDiskFileTree(files, join(path, file))
  return defined({name, date: known, place: override?.place ?? place, tree: openFiles})
}

/**
 * Why a file can't be read; `undefined` if it can. Links are followed within the repository, or within the working
 * directory.
 */
function fileProblem(workspace: Workspace, path: string, file: string): string | undefined {
  const folder = workspace.files.realPath(path)
  const whole = workspace.files.resolve(folder, file)
  if (!isInside(workspace.files, folder, whole)) return `\`${file}\` is outside of the folder.`
  if (!isInside(workspace.files, linkRootOf(workspace, folder), workspace.files.realPath(whole)))
    return `\`${file}\` is a link to a file outside of the repository or folder. Replace it with the file.`
  if (!workspace.files.exists(whole)) return `There is no file \`${file}\` in the folder.`
  return workspace.files.isFolder(whole) ? `\`${file}\` is a folder, not a file.` : undefined
}

/** The folder that links may lead to: the repository, else the working directory if it holds the folder. */
function linkRootOf(workspace: Workspace, folder: string): string {
  const checkout = workspace.git.findCheckout(folder)
  if (checkout !== undefined) return workspace.files.realPath(checkout)
  const here = workspace.files.realPath('.')
  return isInside(workspace.files, here, folder) ? here : folder
}

function isInside(files: Files, root: string, whole: string): boolean {
  const relativePath = files.relative(root, whole).split(sep)
  return relativePath[0] !== '..' && files.resolve(root, relativePath.join(sep)) === whole
}

function noDescriptionError(path: string, others: readonly string[]): Error {
  const found = others.length > 0 ? `only ${formatFirstNames(others)}` : 'no file in JSON or YAML'
  return inputError(
    `No API description found in \`${path}\` (it has ${found}). Name a folder with files that have \`openapi\` or \`swagger\` at their top level, or with a \`${RELEASE_LIST_NAME}\`, or a git repository with \`--tags\` or \`--branch\`.`,
    {source: path}
  )
}

/**
 * The error for a folder in which no release can be read. Without a release list, it says what the first problem is.
 */
const unreadableError = (path: string, listed: readonly ListedRelease[], problem: string | undefined): Error =>
  problem === undefined
    ? inputError(
        `None of the files that \`${RELEASE_LIST_NAME}\` lists could be found: ${formatFirstNames(listed.map(({name}) => name))}.`,
        {source: join(path, RELEASE_LIST_NAME)}
      )
    : inputError(problem, {source: path})

/** A source with one description: its current lifecycle marks are known, but nothing about the past. */
export function openSingleFileSource(files: Files, path: string): ReleaseSource {
  return {
    kind: 'folder',
    path,
    service: '',
    releases: [{name: 'current', place: {source: path}, tree: () => createDiskFileTree(files, path)}],
    unread: [],
    remarks: []
  }
}
