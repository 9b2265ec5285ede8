import {isThere} from '../read/disk.ts'
import {tagsHere} from '../read/release-base.ts'
import {mayHoldReleases} from '../read/source-find.ts'
import {LIST_NAME} from '../read/source-list.ts'
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
