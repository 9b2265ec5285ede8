import {resolve} from 'node:path'
import {isThere} from '../../read/files/file-system.ts'
import {mayHoldReleases} from '../../read/sources/open-source.ts'
import {tagsHere} from '../../read/sources/release-base.ts'
import {LIST_NAME} from '../../read/sources/release-list.ts'
import {type CommonOptions, configOf, findHistory} from './session.ts'

/** What is to be read while the API of the configuration has no history: its description in the tags, or a list. */
export function withoutHistory(options: CommonOptions): {readonly spec?: string} | undefined {
  const config = configOf(options)
  if (findHistory(options.history, config) !== undefined) return undefined
  // A list says more than the name of one description, unless that of another API may be meant.
  if (config?.api === undefined && isThere(LIST_NAME)) return {}
  if ((tagsHere() ?? []).length > 0) return config?.spec === undefined ? {} : {spec: config.spec}
  return config?.spec === undefined && !isThere('.git') && mayHoldReleases('.') ? {} : undefined
}

/**
 * The description of the configuration, where the repository that it stands in is named as the source, or some of its
 * tags are. A list of releases, or another repository, says for itself what is to be read.
 */
export function specHere(options: CommonOptions & {readonly source?: string | undefined}): string | undefined {
  const source = options.source ?? '.'
  if (resolve(source) !== resolve('.') || isThere(LIST_NAME) || tagsHere() === undefined) return undefined
  return configOf(options)?.spec
}
