import {basename, dirname, join} from 'node:path'
import {defined} from '../../model/defined.ts'
import {type InputError, inputError} from '../../model/input-error.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {openBranchSource} from './branch-source.ts'
import {openFolderSource} from './folder-source.ts'
import {type GitOptions, openSourceRepository} from './git-repository.ts'
import {findReleaseFiles, holdsReleases, isReleasePattern, listDescriptions, toSpecPath} from './release-files.ts'
import {RELEASE_LIST_NAME} from './release-list.ts'
import {formatFirstNames, type ReleaseSource} from './source.ts'
import type {TagOwner} from './tag-families.ts'
import {openTagSource} from './tag-source.ts'

/** How to read a source, as far as the user chose. */
export interface SourceChoice {
  /** Patterns of tags. */
  readonly tags?: string | readonly string[] | undefined
  /** Patterns of the tags that are read if nothing else is named. */
  readonly usualTags?: readonly string[] | undefined
  /** The API whose tags are looked for. */
  readonly owner?: TagOwner | undefined
  /** A branch whose commits are the releases. */
  readonly branch?: string | undefined
  /** The path of the API description in the repository. */
  readonly spec?: string | undefined
  /** A file that maps release names to dates. */
  readonly dates?: string | undefined
  readonly timezone: string
}

/** Chooses how to read the releases at a path. Throws an `InputError` if two ways are possible. */
export function openReleases(
  workspace: Workspace,
  path: string,
  {tags, branch, spec: named, dates, timezone, usualTags, owner}: SourceChoice
): ReleaseSource {
  const spec = named === undefined ? undefined : toSpecPath(workspace.files, named)
  const folderOptions = defined({dates, timezone})
  const tagOptions = defined({tags: tags === undefined ? usualTags : [tags].flat(), owner})
  const {files} = workspace
  if (tags === undefined && branch === undefined) {
    if (spec === undefined ? isReleasePattern(files, path) : holdsReleases(files, spec))
      return openFolderSource(workspace, spec ?? path, folderOptions)
  }
  if (spec !== undefined && holdsReleases(files, spec)) throw severalReleasesError(spec)
  if (!files.exists(path)) throw inputError(`There is no folder or repository \`${path}\`.`, {source: path})
  if (tags !== undefined || branch !== undefined || spec !== undefined) {
    if (tags !== undefined && branch !== undefined)
      throw inputError("`tags` can't be combined with `branch`. Use one of them.", {source: path})
    return openGitSource(workspace, path, defined({...folderOptions, ...tagOptions, branch, spec}))
  }
  if (!files.isFolder(path)) {
    if (basename(path) !== RELEASE_LIST_NAME) throw oneDescriptionError(path)
    return openFolderSource(workspace, dirname(path), folderOptions)
  }
  return dates !== undefined || holdsReleaseFiles(files, path)
    ? openFolderSource(workspace, path, folderOptions)
    : openGitSource(workspace, path, {...tagOptions, timezone})
}

/** Whether the releases are files of a folder, and not the tags of a repository. */
function holdsReleaseFiles(files: Files, path: string): boolean {
  if (files.exists(join(path, RELEASE_LIST_NAME)) || !isRepository(files, path)) return true
  const {specs} = files.exists(join(path, '.git')) ? listDescriptions(files, path) : {specs: []}
  if (specs.length > 1) throw severalDescriptionsError(path, specs)
  // A folder for each release has no description with a usual name of its own, so its tags can't be read as releases.
  return specs.length === 0 && findReleaseFiles(files, path) !== undefined
}

const oneDescriptionError = (path: string): InputError =>
  inputError(
    `\`${path}\` is one description, not a history. Compare two files with \`tenure diff\`, or read the tags around it with \`--spec ${path} --releases 'tags:*'\`.`,
    {source: path}
  )

const severalDescriptionsError = (path: string, specs: readonly string[]): InputError =>
  inputError(
    `\`${path}\` is a repository with ${specs.length} API descriptions (${formatFirstNames(specs)}). Choose one with \`--spec PATH\` to read its tags, or add a \`${RELEASE_LIST_NAME}\` to read these files as releases.`,
    {source: path},
    `--spec ${specs[0]}`
  )

/** A bare repository has in its own folder what others keep in `.git`. */
const isRepository = (files: Files, path: string): boolean =>
  files.exists(join(path, '.git')) || ['HEAD', 'objects', 'refs'].every(name => files.exists(join(path, name)))

/** Whether releases might be read from a folder: it has a release list, a repository, or API descriptions. */
export const mayContainReleases = (files: Files, path: string): boolean =>
  files.exists(join(path, RELEASE_LIST_NAME)) ||
  isRepository(files, path) ||
  listDescriptions(files, path).specs.length > 0 ||
  findReleaseFiles(files, path) !== undefined

/** The error for tags or a branch of a folder whose files are the releases already. */
const severalReleasesError = (spec: string): Error =>
  inputError(
    `\`${spec}\` holds a description for each release. Leave out \`--releases\`, or name one file with \`--spec\`.`,
    {source: spec}
  )

/**
 * Reads the history of an API description in the repository around a path: from its tags, or from the commits of a
 * branch.
 */
function openGitSource(workspace: Workspace, path: string, options: GitOptions): ReleaseSource {
  const folder = workspace.files.isFolder(path)
  const repository = openSourceRepository(workspace, folder ? path : dirname(path))
  const spec = options.spec ?? (folder ? undefined : path.replace(/^.*[\\/]/, ''))
  const {branch} = options
  return branch === undefined
    ? openTagSource(workspace, path, repository, {...options, spec})
    : openBranchSource(workspace, path, repository, branch, spec, options)
}
