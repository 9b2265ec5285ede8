import {findApiOwners} from '@tenure/core/app/api-facts'
import {findHistory} from '@tenure/core/app/session/history-path'
import {openSource} from '@tenure/core/app/session/open-source'
import {descriptionOptions} from '@tenure/core/app/session/select-source'
import type {Session} from '@tenure/core/app/session/session'
import type {Context} from '@tenure/core/context/context'
import {createLocator, readYaml} from '@tenure/core/documents/yaml/yaml-file'
import type {Config} from '@tenure/core/inputs/config/file'
import {holdsReleases} from '@tenure/core/inputs/sources/release-files'
import {listTags} from '@tenure/core/inputs/sources/tags'
import {defined} from '@tenure/core/model/defined'
import type {Job} from './job.ts'

/** An API of a configuration, with what the configuration says about it as plain data. */
export interface ConfiguredJob {
  readonly id: string
  readonly owner?: string | undefined
  readonly group?: string | undefined
  /** Its description or history, as facts name it. */
  readonly source?: string | undefined
  readonly asOf?: string
  readonly config: Omit<Config, 'locate'>
}

export type ApiJob = Job | ConfiguredJob

/** The job for an API of this repository, which changes only with what the configuration says about the API. */
export function toConfiguredJob(id: string, {locate: _, ...config}: Config, context: Context): ConfiguredJob {
  const {files, git} = context
  const {group, spec} = config
  const owner = findApiOwners(config, context)?.join(', ')
  const history = config.history === undefined ? undefined : files.relative('', config.history) || '.'
  // The other APIs only decide whose tags are whose.
  const isByTags = history === undefined && !holdsReleases(files, spec ?? '') && (listTags(git) ?? []).length > 0
  const own = {...config, api: id, elsewhere: [], allApis: isByTags ? config.allApis : []}
  return defined({id, owner, group, source: spec ?? history, config: {...own, ...defined({history})}})
}

/**
 * Opens an API as `tenure audit` does. One that has neither a history nor releases of its own is read from the commits
 * that changed its description.
 */
export async function openConfigured({config, asOf}: ConfiguredJob, context: Context): Promise<Session> {
  const {source, spec} = config
  const locate: Config['locate'] = place =>
    place.source === source ? createLocator([readYaml(context.files.readTextOnce(source), source)])(place) : place
  const known = {...config, locate}
  const options = {known, 'as-of': asOf}
  const hasPast =
    findHistory(context, undefined, known) !== undefined || descriptionOptions(options, context) !== undefined
  return openSource(hasPast || spec === undefined ? options : {...options, spec, branch: 'HEAD'}, context)
}
