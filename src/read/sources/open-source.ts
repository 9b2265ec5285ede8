import {basename, dirname, join} from 'node:path'
import {refuse} from '../../model/input-error.ts'
import {isFolder, isThere} from '../files/file-system.ts'
import {descriptionsIn, sourceInFolder} from './folder-source.ts'
import {sourceInGit} from './git-source.ts'
import {LIST_NAME} from './release-list.ts'
import type {Source} from './source.ts'
import {some} from './source-messages.ts'

/** How to read a source, as far as the user chose. */
export interface SourceChoice {
  /** A pattern of tags. */
  readonly tags?: string | undefined
  /** A branch whose commits are the releases. */
  readonly branch?: string | undefined
  /** The path of the API description in the repository. */
  readonly spec?: string | undefined
  /** A file that maps release names to dates. */
  readonly dates?: string | undefined
  readonly timezone: string
}

/** Chooses how to read the releases at a path. Throws an `InputError` if two ways are possible. */
export function openSource(path: string, {tags, branch, spec, dates, timezone}: SourceChoice): Source {
  if (!isThere(path))
    throw refuse(`Unexpected path \`${path}\`, expected a folder or a repository that is there`, {source: path})
  const folderOptions = {...(dates === undefined ? {} : {dates}), timezone}
  if (tags !== undefined || branch !== undefined || spec !== undefined) {
    return sourceInGit(path, {
      ...folderOptions,
      ...(tags === undefined ? {} : {tags}),
      ...(branch === undefined ? {} : {branch}),
      ...(spec === undefined ? {} : {spec})
    })
  }
  if (!isFolder(path)) {
    if (basename(path) === LIST_NAME) return sourceInFolder(dirname(path), folderOptions)
    throw refuse(
      `Unexpected file \`${path}\`, for one snapshot is no history, expected a folder or a repository ` +
        `(\`tenure diff\` compares two files, \`--spec ${path} --tags '*'\` reads the tags around it)`,
      {source: path}
    )
  }
  if (isThere(join(path, LIST_NAME)) || dates !== undefined) return sourceInFolder(path, folderOptions)
  if (isRepository(path)) {
    const {specs} = isThere(join(path, '.git')) ? descriptionsIn(path) : {specs: []}
    if (specs.length < 2) return sourceInGit(path, {timezone})
    throw refuse(
      `Unexpected choice in \`${path}\`, which is a repository and holds ${specs.length} API descriptions (${some(specs)}), ` +
        `expected \`--tags '*'\` to read its tags, or \`--dates FILE\` (or a \`${LIST_NAME}\`) to read these files as releases`,
      {source: path},
      `--tags '*' --spec ${specs[0]}`
    )
  }
  return sourceInFolder(path, folderOptions)
}

/** A bare repository has in its own folder what others keep in `.git`. */
const isRepository = (path: string): boolean =>
  isThere(join(path, '.git')) || ['HEAD', 'objects', 'refs'].every(name => isThere(join(path, name)))

/** Whether releases might be read from a folder: it has a release list, a repository, or an API description. */
export const mayHoldReleases = (path: string): boolean =>
  isThere(join(path, LIST_NAME)) || isRepository(path) || descriptionsIn(path).specs.length > 0
