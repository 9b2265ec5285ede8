import {dirname} from 'node:path'
import {inputError} from '../../model/input-error.ts'
import {isFolder} from '../files/file-system.ts'
import {openBranchSource} from './branch-source.ts'
import {type GitOptions, openSourceRepository} from './git-repository.ts'
import type {ReleaseSource} from './source.ts'
import {openTagSource} from './tag-source.ts'

/**
 * Reads the history of an API description in the repository around a path: from its tags, or from the commits of a
 * branch.
 */
export function openGitSource(path: string, options: GitOptions): ReleaseSource {
  if (options.tags !== undefined && options.branch !== undefined) {
    throw inputError('Unexpected `--tags` beside `--branch`, expected one of them', {source: path})
  }
  const folder = isFolder(path)
  const repository = openSourceRepository(folder ? path : dirname(path))
  const spec = options.spec ?? (folder ? undefined : path.replace(/^.*[\\/]/, ''))
  const {branch} = options
  return branch === undefined
    ? openTagSource(path, repository, {...options, spec})
    : openBranchSource(path, repository, branch, spec, options)
}
