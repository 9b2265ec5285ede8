import {type CommonOptions, configOf} from '@tenure/core/app/session/config'
import type {Context} from '@tenure/core/context/context'
import {LOG_FORMATS, type LogFormat, type TrafficSettings} from '@tenure/core/inputs/config/traffic-settings'
import {inputError} from '@tenure/core/model/input-error'
import type {Day} from '@tenure/core/model/time/date-range'
import {suggestChoices} from '@tenure/core/text/format-choices'
import {type KnownApi, openKnownApi} from './matching/endpoints.ts'
import {tableFolder} from './open-traffic.ts'

/** Options of all actions. */
export interface TrafficCommand extends CommonOptions {
  /** Folder of the table. */
  readonly table?: string | undefined
}

/** The settings of an API, and what is known of it. */
export interface OpenedTraffic {
  readonly api: KnownApi
  readonly settings: TrafficSettings
  /** Absolute path of the folder with the table. */
  readonly table: string
  readonly shownTable: string
  /** The API description as configured. */
  readonly spec: string | undefined
  /** The current day in UTC. */
  readonly today: Day
}

/** Opens the settings of the chosen API. The folder of the table needn't exist. */
export function openSettings(options: TrafficCommand, context: Context): Omit<OpenedTraffic, 'api'> {
  const config = configOf(options, context)
  const settings = config?.traffic ?? {table: context.files.resolve(tableFolder(config))}
  const table = options.table === undefined ? settings.table : context.files.resolve(options.table)
  return {
    settings,
    table,
    shownTable: context.files.relative('', table) || '.',
    spec: config?.spec,
    today: options['as-of'] ?? context.today('UTC')
  }
}

export async function openTraffic(options: TrafficCommand, context: Context): Promise<OpenedTraffic> {
  const opened = openSettings(options, context)
  // For other commands, `source` is what releases are read from.
  const {config, history, policy, plugins, api} = options
  const own = {config, history, policy, plugins, api, 'as-of': options['as-of']}
  return {...opened, api: await openKnownApi(own, configOf(own, context), context)}
}

/** The format of the logs. Throws an `InputError` if none is named. */
export function chooseFormat(named: string | undefined, {format: usual}: TrafficSettings): LogFormat {
  const name = named ?? usual
  if (name === undefined)
    throw inputError(
      `Name the format of the logs with \`--format\`, or as \`format\` in \`traffic\`: ${LOG_FORMATS.join(', ')}.`
    )
  const format = LOG_FORMATS.find(each => each === name)
  if (format !== undefined) return format
  throw inputError(`There is no format \`${name}\` of logs.${suggestChoices(name, LOG_FORMATS, 'Formats')}`)
}

/** Formats whose lines can say where they come from. */
const NAMES_SOURCE: readonly (LogFormat | undefined)[] = [
  'json-lines',
  'nginx-json',
  'envoy-json',
  'otlp-json',
  'graphql'
]

/** The source of lines that name none. Throws an `InputError` if it could be several. */
export function chooseSource(
  named: string | undefined,
  format: LogFormat | undefined,
  {sources = [], columns}: TrafficSettings
): string | undefined {
  if (named !== undefined) {
    if (sources.length === 0 || sources.includes(named)) return named
    throw inputError(`\`${named}\` isn't a source of \`traffic\`.${suggestChoices(named, sources, 'Sources')}`)
  }
  if (format === 'aggregated' || (columns?.source !== undefined && NAMES_SOURCE.includes(format))) return undefined
  if (sources.length <= 1) return sources[0] ?? 'default'
  throw inputError(
    `Name where the logs come from: \`--source\` with ${sources.map(each => `\`${each}\``).join(' or ')}.`,
    undefined,
    `tenure traffic import --source ${sources[0]} access.log`
  )
}
