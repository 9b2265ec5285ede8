import {UnchosenApi} from '@tenure/core/app/session/config'
import {readCurrentDescription} from '@tenure/core/app/session/current-description'
import {openSource, printRemarks} from '@tenure/core/app/session/open-source'
import type {SourceOptions} from '@tenure/core/app/session/select-source'
import type {Context} from '@tenure/core/context/context'
import {inputError} from '@tenure/core/model/input-error'
import {pathShape} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import {escapeInvisibleInQuotes} from '@tenure/core/phrases/escape'
import {writeFileAtomically} from '@tenure/core/stores/files/write-file'
import {formatFew} from '@tenure/core/text/format-values'
import stringify from 'json-stringify-pretty-compact'
import {writeEnvoy} from './proxies/envoy.ts'
import {writeNginx} from './proxies/nginx.ts'
import type {HeaderTable, TableEndpoint} from './runtime/header-table.ts'
import {apiNameOf, hasEnd, keepNeeded, listTableEndpoints} from './table-of.ts'

export interface HeadersOptions extends SourceOptions {
  readonly format: 'json' | 'nginx' | 'envoy'
  readonly output?: string | undefined
  /** For proxies: the path before those of the table. */
  readonly prefix?: string | undefined
  /** For proxies: whether removed endpoints are answered with 410. */
  readonly gone?: boolean | undefined
}

/** Writes the table of headers to a file, or prints it. */
export async function performHeaders(options: HeadersOptions, context: Context): Promise<void> {
  const {format, prefix, gone = false} = options
  if (format === 'json' && (prefix !== undefined || gone))
    throw inputError(
      `\`${gone ? '--gone' : '--prefix'}\` is for nginx and Envoy. Servers state it in the options of their middleware.`
    )
  const {table, asOf} = await openTable(options, context)
  const write = {
    json: () => writeHeaderTable(table),
    nginx: () => writeNginx(table, {prefix, gone, asOf}),
    envoy: () => writeEnvoy(table, {prefix, gone, asOf})
  }
  const text = write[format]()
  sayWhatLacks(table, context)
  if (options.output === undefined) context.out(text)
  else writeFileAtomically(context, options.output, text)
}

/** The table of the chosen API, or of every configured API, and the day on which it is written. */
async function openTable(
  options: SourceOptions,
  context: Context
): Promise<{readonly table: HeaderTable; readonly asOf: Day}> {
  const apis = await readApis(options, context)
  const several = apis.length > 1
  const all = apis.flatMap(({name, endpoints}) => (several ? endpoints.map(each => ({api: name, ...each})) : endpoints))
  if (several) assertDistinct(all)
  const heads = apis.map(({name, timezone}) => ({name, timezone}))
  return {table: {format: 1, apis: heads, endpoints: keepNeeded(all)}, asOf: apis[0]?.asOf ?? ''}
}

async function readApis(options: SourceOptions, context: Context): Promise<readonly ReadApi[]> {
  try {
    return [await readApi(options, context)]
  } catch (error) {
    if (!(error instanceof UnchosenApi)) throw error
    const apis: ReadApi[] = []
    for (const api of error.names) apis.push(await readApi({...options, api}, context))
    return apis
  }
}

interface ReadApi {
  readonly name: string
  readonly timezone: string
  readonly asOf: Day
  readonly endpoints: readonly TableEndpoint[]
}

async function readApi(options: SourceOptions, context: Context): Promise<ReadApi> {
  const session = await openSource(options, context)
  printRemarks(session, context)
  const description = await readCurrentDescription(context, session.config?.spec)
  return {
    name: apiNameOf(session),
    timezone: session.policy.timezone,
    asOf: session.history.timeline.asOf,
    endpoints: listTableEndpoints(session, description)
  }
}

/** Throws an `InputError` if two APIs have the same endpoint, so that no one could say whose it is. */
function assertDistinct(endpoints: readonly TableEndpoint[]): void {
  const known = new Map<string, TableEndpoint>()
  for (const endpoint of endpoints) {
    for (const base of endpoint.bases ?? ['']) {
      const key = `${endpoint.method ?? ''} ${pathShape(`${base}${endpoint.path}`)}`
      const other = known.get(key)
      if (other && other.api !== endpoint.api && (hasEnd(other) || hasEnd(endpoint)))
        throw inputError(
          `${formatFew([other.api, endpoint.api].map(api => `\`${api}\``))} both have \`${nameOf(endpoint)}\`. Write a table for each with \`--api\`.`,
          undefined,
          `tenure headers --api ${other.api}`
        )
      known.set(key, endpoint)
    }
  }
}

const nameOf = ({method, path}: TableEndpoint): string => (method === undefined ? path : `${method} ${path}`)

/** Prints why a header isn't sent: a deprecation that isn't released has no day that it could have. */
function sayWhatLacks({endpoints}: HeaderTable, context: Context): void {
  const undated = endpoints.filter(({deprecated, removed}) => deprecated && deprecated.at === undefined && !removed)
  const names = formatFew(undated.map(each => `\`${nameOf(each)}\``))
  if (endpoints.length === 0) context.err('No endpoint is deprecated, has a sunset, or was removed.\n')
  if (undated.length > 0)
    context.err(
      `${plainText(`The deprecation of ${names} has no day, so \`Deprecation\` isn't sent. Date its release, or state \`announced\`.`)}\n`
    )
}

/** The table as JSON, in short lines, so that a change of one day is seen in a diff. */
const writeHeaderTable = (table: HeaderTable): string =>
  `${escapeInvisibleInQuotes(stringify(table, {maxLength: 120}))}\n`
