import {resolve} from 'node:path'
import {pathExists} from '../../read/files/file-system.ts'
import {mayContainReleases} from '../../read/sources/open-source.ts'
import {listTags} from '../../read/sources/release-base.ts'
import {RELEASE_LIST_NAME} from '../../read/sources/release-list.ts'
import {type CommonOptions, configOf, findHistory} from './session.ts'

/**
 * Source of an API without a history: the description in the tags, or a release list. `undefined` if a history exists,
 * or if there's neither.
 */
export function sourceWithoutHistory(options: CommonOptions): {readonly spec?: string} | undefined {
  const config = configOf(options)
  if (findHistory(options.history, config) !== undefined) return undefined
  // A release list is more specific than one description, unless that description belongs to a different API.
  if (config?.api === undefined && pathExists(RELEASE_LIST_NAME)) return {}
  if ((listTags() ?? []).length > 0) return config?.spec === undefined ? {} : {spec: config.spec}
  return config?.spec === undefined && !pathExists('.git') && mayContainReleases('.') ? {} : undefined
}

/**
 * Configured description, if the source is the current repository. `undefined` for a release list or another
 * repository, which determine their own description.
 */
export function configuredSpec(options: CommonOptions & {readonly source?: string | undefined}): string | undefined {
  const source = options.source ?? '.'
  if (resolve(source) !== resolve('.') || pathExists(RELEASE_LIST_NAME) || listTags() === undefined) return undefined
  return configOf(options)?.spec
}
