import {posix} from 'node:path'
import {createCommitFileTree, createDiskFileTree, createTextFileTree, type FileTree} from '../../documents/file-tree.ts'
import {isServerCode} from '../../languages/languages.ts'
import {defined} from '../../model/defined.ts'
import {inputError} from '../../model/input-error.ts'
import {sortReleases} from '../../model/time/order-releases.ts'
import {releaseKey} from '../../model/time/release.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {resolveCommits} from '../../stores/git/git.ts'
import {findBlobs} from '../../stores/git/trees.ts'
import {formatCount} from '../../text/format-values.ts'
import {openSourceRepository} from './git-repository.ts'
import {parseReleaseDate} from './release-dates.ts'
import {blobProblem} from './revisions.ts'
import {installedPackagesRemark, type ReleaseSource, type SourceRelease, unreadRelease} from './source.ts'

/** A file of a git revision. */
export interface FileInGit {
  /** A folder in the repository, or a bare repository. */
  readonly repository: string
  readonly rev: string
  /** The path from the root of the repository. */
  readonly path: string
}

/** A release whose description is a file, a text, or a file of a git revision. */
export interface DescribedRelease {
  readonly version: string
  readonly date?: string | null | undefined
  readonly path?: string | undefined
  readonly text?: string | undefined
  /** The path of `text` in messages, which its references are relative to. */
  readonly name?: string | undefined
  /** The other files that `text` can refer to, by their paths. */
  readonly files?: Readonly<Record<string, string>> | undefined
  readonly git?: FileInGit | undefined
}

/** Reads releases that are listed one by one, in the order in which a folder with them is read. */
export function openListedSource(
  workspace: Workspace,
  service: string,
  listed: readonly DescribedRelease[],
  timezone: string
): ReleaseSource {
  const seen = new Set<string>()
  for (const {version} of listed) {
    if (seen.has(releaseKey(version))) throw inputError(`Release \`${version}\` is listed twice. Keep one of them.`)
    seen.add(releaseKey(version))
  }
  const findInGit = createGitFinder(
    workspace,
    listed.flatMap(({git}) => git ?? [])
  )
  const releases = listed.map((release): SourceRelease => {
    const date = release.date == null ? undefined : parseReleaseDate(release.date, timezone)
    const {path, git} = release
    const named = {name: release.version, ...defined({date})}
    if (git) return {...named, ...findInGit(git, release.version)}
    if (path === undefined) return {...named, ...fromText(release)}
    return {...named, place: {source: path}, tree: () => openFile(workspace.files, path)}
  })
  return {
    kind: listed.some(({git}) => git) ? 'git' : 'folder',
    path: service,
    service,
    releases: sortReleases(releases),
    unread: [],
    remarks: [
      `${formatCount(releases.length, 'release')}, as the job lists them`,
      ...installedPackagesRemark(listed.flatMap(({git}) => git?.path ?? []))
    ]
  }
}

/** Opens a file, or throws an `InputError` with the path as it was given, which is the same on every machine. */
function openFile(files: Files, path: string): FileTree {
  if (!files.exists(path)) throw inputError(`There is no file \`${path}\`.`, {source: path})
  if (files.isFolder(path)) throw inputError(`\`${path}\` is a folder. Name a file.`, {source: path})
  return createDiskFileTree(files, path)
}

type Description = Pick<SourceRelease, 'place' | 'tree'>

function fromText({version, text = '', name, files = {}}: DescribedRelease): Description {
  const path = posix.normalize(name ?? `${version}${/^\s*[{[]/.test(text) ? '.json' : '.yaml'}`)
  const place = {source: path}
  if (isServerCode(path)) {
    const why = `\`${path}\` is server code, which is read from files only. Name its \`path\` instead of its \`text\`.`
    return {place, tree: unreadRelease({name: version, place}, why).tree}
  }
  const texts = new Map(Object.entries(files).map(([other, content]) => [posix.normalize(other), content]))
  texts.set(path, text)
  return {place, tree: () => createTextFileTree(path, texts)}
}

/** Returns a function that finds a file of a revision. Two git processes find all files of a repository. */
function createGitFinder(
  workspace: Workspace,
  wanted: readonly FileInGit[]
): (file: FileInGit, version: string) => Description {
  const found = new Map<FileInGit, Description | {readonly why: string}>()
  for (const named of new Set(wanted.map(({repository}) => repository))) {
    if (!workspace.files.isFolder(named)) throw inputError(`There is no repository \`${named}\`.`, {source: named})
    const {root} = openSourceRepository(workspace, named)
    const files = wanted.filter(({repository}) => repository === named)
    const revisions = files.map(({rev}) => rev)
    const commits = resolveCommits(workspace.git, root, revisions)
    const known = files.flatMap((file, at) => {
      const id = commits[at]
      if (id !== undefined) return [{file, id, path: posix.normalize(file.path)}]
      found.set(file, {why: `\`${named}\` has no revision \`${file.rev}\`.`})
      return []
    })
    const blobs = findBlobs(workspace.git, root, known)
    for (const [at, {file, id, path}] of known.entries()) {
      const blob = blobs[at]
      const why = blob
        ? blobProblem(blob, new Set())
        : `There is no file \`${file.path}\` in \`${file.rev}\` of \`${named}\`.`
      if (why !== undefined || !blob) found.set(file, {why: why ?? ''})
      else {
        found.set(file, {
          place: {source: `${file.rev}:${file.path}`},
          tree: () => createCommitFileTree(workspace, file.rev, path, blob, {root, id})
        })
      }
    }
  }
  return (file, version) => {
    const description = found.get(file)
    if (description && 'tree' in description) return description
    const place = {source: `${file.rev}:${file.path}`}
    return {place, tree: unreadRelease({name: version, place}, description?.why ?? '').tree}
  }
}
