import {dirname} from 'node:path'
import {refuse} from '../../model/input-error.ts'
import {isFolder} from '../files/file-system.ts'
import {onBranch} from './branch-source.ts'
import {type GitOptions, repositoryAt} from './git-repository.ts'
import type {Source} from './source.ts'
import {atTags} from './tag-source.ts'

/**
 * Reads the history of an API description in the repository around a path: from its tags, or from the commits of a
 * branch.
 */
export function sourceInGit(path: string, options: GitOptions): Source {
  if (options.tags !== undefined && options.branch !== undefined) {
    throw refuse('Unexpected `--tags` beside `--branch`, expected one of them', {source: path})
  }
  const folder = isFolder(path)
  const repository = repositoryAt(folder ? path : dirname(path))
  const spec = options.spec ?? (folder ? undefined : path.replace(/^.*[\\/]/, ''))
  const {branch} = options
  return branch === undefined
    ? atTags(path, repository, {...options, spec})
    : onBranch(path, repository, branch, spec, options)
}
