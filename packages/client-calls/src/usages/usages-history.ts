import {join} from 'node:path'
import {type CommonOptions, configOf} from '@tenure/core/app/session/config'
import {DEFAULT_HISTORIES} from '@tenure/core/app/session/config-path'
import {openDescriptions} from '@tenure/core/app/session/descriptions'
import {policyWithoutHistory} from '@tenure/core/app/session/policy'
import {type ReleaseOptions, type SelectedSource, selectSource} from '@tenure/core/app/session/select-source'
import {openWrittenHistory, type Session} from '@tenure/core/app/session/session'
import {asOfDay, type Context} from '@tenure/core/context/context'
import {createDescriptionOpener} from '@tenure/core/descriptions/readers'
import {openSingleFileSource} from '@tenure/core/inputs/sources/folder-source'
import {mayContainReleases} from '@tenure/core/inputs/sources/open-source'
import {isDescriptionFile} from '@tenure/core/inputs/sources/release-files'
import type {ReleaseSource} from '@tenure/core/inputs/sources/source'
import {inputError} from '@tenure/core/model/input-error'
import {ContentIds, readingOf} from '@tenure/core/observations/content-ids'
import type {ApiOrigins} from '../match-endpoints.ts'

export type UsageHistoryOptions = CommonOptions & ReleaseOptions & {readonly 'base-url'?: string | undefined}

/** History that client code is checked against, and the addresses of the API. */
export interface UsageHistory {
  readonly session: Session
  readonly origins: ApiOrigins
  /** Path prefix of the history's endpoints. */
  readonly base?: string
}

/** Opens a written history or observed descriptions. */
export async function openUsageHistory(options: UsageHistoryOptions, context: Context): Promise<UsageHistory> {
  const givenBases = baseUrls(options['base-url'])
  const {history, ...rest} = options
  const chosen = await sourceFor(options, context)
  if (chosen) {
    const session = await openDescriptions({...rest, source: chosen.source.path}, context, chosen)
    const servers = serversOf(chosen.source)
    return {session, origins: originsOf([...servers, ...givenBases], givenBases)}
  }
  const session = openWrittenHistory(options, context)
  const {server} = session.history.about
  const path = server === undefined ? undefined : pathOf(server)
  return {
    session,
    origins: originsOf([...(server === undefined ? [] : [server]), ...givenBases], givenBases),
    ...(path === undefined ? {} : {base: path})
  }
}

/** Source to read descriptions from. `undefined` if a written history is to be read. */
async function sourceFor(options: UsageHistoryOptions, context: Context): Promise<SelectedSource | undefined> {
  const {history: path, tags, branch, spec, dates, ...rest} = options
  const isNamed = [tags, branch, spec, dates].some(each => each !== undefined)
  if (path === undefined) {
    return isNamed ? selectSource({...rest, tags, branch, spec, dates, source: '.'}, context) : undefined
  }
  if (!context.files.exists(path)) return undefined
  const isWritten =
    context.files.isFolder(path) && DEFAULT_HISTORIES.some(name => context.files.exists(join(path, name)))
  if (
    context.files.isFolder(path)
      ? isNamed || (!isWritten && mayContainReleases(context.files, path))
      : /(^|[/\\])releases\.json$/.test(path)
  )
    return selectSource({...rest, tags, branch, spec, dates, source: path}, context)
  return !context.files.isFolder(path) && isDescriptionFile(context.files, path)
    ? chooseDescription(path, rest, context)
    : undefined
}

function chooseDescription(path: string, options: CommonOptions, context: Context): SelectedSource {
  const config = configOf(options, context)
  const {policy, assumed} = policyWithoutHistory(context.files, options, config)
  const cache = context.cache()
  return {
    source: openSingleFileSource(context.files, path),
    policy,
    assumed,
    asOf: asOfDay(options, context, policy),
    ids: new ContentIds(cache, readingOf(config, policy))
  }
}

/** Server URLs of the last description. */
function serversOf({releases}: ReleaseSource): string[] {
  const last = releases.at(-1)
  return last ? [...createDescriptionOpener()(last.tree()).addresses] : []
}

function baseUrls(given: string | undefined): string[] {
  const all = (given ?? '').split(',').flatMap(each => each.trim() || [])
  const wrong = all.find(each => !/^(?:(?:https?:)?\/\/[^/\s]+)?(?:\/\S*)?$/i.test(each))
  if (wrong === undefined) return all
  throw inputError(
    `\`--base-url ${wrong}\` is neither a URL nor a path. Write one such as \`https://api.example.org/v1\` or \`/api\`.`
  )
}

const HOST = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i

const pathOf = (url: string): string => url.replace(HOST, '').replace(/\/+$/, '')

function originsOf(all: readonly string[], givenBases: readonly string[]): ApiOrigins {
  const hosts = all.flatMap(
    each =>
      HOST.exec(each)?.[1]
        ?.toLowerCase()
        .replace(/:(?:80|443)$/, '') || []
  )
  return {hosts: new Set(hosts), bases: givenBases.map(pathOf)}
}
