import * as z from 'zod'
import {textField} from '../history/fields.ts'

/** Values of `format`: what access logs are written in. */
export const LOG_FORMATS = [
  'json-lines',
  'combined',
  'nginx-json',
  'envoy-json',
  'alb',
  'cloudfront',
  'otlp-json',
  'har',
  'graphql',
  'aggregated'
] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

const column = textField.optional()
const columns = z.union([textField, z.array(textField).min(1)]).optional()
const names = z.array(textField).min(1).optional()

/** Where the table of callers is, and how access logs are read. */
export const trafficSchema = z
  .strictObject({
    table: column.describe('The folder of the table. Default: `api-traffic`.'),
    format: z.enum(LOG_FORMATS).optional().describe('The format of the access logs.'),
    columns: z
      .strictObject({
        time: column.describe('The time, in UTC if it has no offset: ISO 8601, or seconds since 1970.'),
        method: column.describe('The HTTP method.'),
        path: column.describe('The path, a URL, or the whole request line.'),
        status: column.describe('The HTTP status.'),
        caller: columns.describe('The first of these that has a value names the caller.'),
        agent: column.describe('The user agent.'),
        source: column.describe('Where the line comes from.'),
        host: column.describe('The host that was called, for `hosts`. Default: that of a URL.'),
        query: column.describe('For GraphQL: the document of an operation.'),
        count: column.describe('For GraphQL: how often it was called.')
      })
      .optional()
      .describe('The columns of JSON lines.'),
    sources: names.describe('Where logs must come from. Default: every source ever seen.'),
    hosts: z
      .array(
        textField.refine(host => !/[*?{}\\^$|\s]/.test(host), {
          error: ({input}) =>
            `\`${String(input)}\` isn't the name of a host. Write each name, such as \`api.example.com\`.`
        })
      )
      .min(1)
      .optional()
      .describe(
        'The hosts of the API, where logs are of several. A line of another host is no call; one that names none is.'
      ),
    prefixes: names.describe('Prefixes of paths that a proxy adds.'),
    bases: z
      .array(textField)
      .min(1)
      .optional()
      .describe('The base paths that logs show, if not those of the servers. `/` is none.'),
    callers: z.enum(['hashed', 'plain']).optional().describe('Whether callers are hashed. Default: `hashed`.'),
    key: z
      .string()
      .regex(/^[0-9a-f]{12}$/, {error: 'Write the fingerprint that `tenure traffic import` prints: 12 hex digits.'})
      .meta({description: 'The fingerprint of the key that callers are hashed with.', unquoted: true})
      .optional(),
    corrupt: z
      .string()
      .regex(/^\d{1,2}(\.\d+)?%$/, {error: ({input}) => `\`${String(input)}\` isn't a share. Write \`5%\`.`})
      .meta({description: 'The share of unreadable lines above which an import fails. Default: 5%.', unquoted: true})
      .optional()
  })
  .optional()
  .describe('Access logs, for `tenure traffic`.')

type WrittenTraffic = NonNullable<z.infer<typeof trafficSchema>>

/** Settings of `tenure traffic`. */
export interface TrafficSettings extends Omit<WrittenTraffic, 'table'> {
  /** The folder of the table. */
  readonly table: string
}

export const DEFAULT_TABLE = 'api-traffic'

/** The settings with the folder of the table, resolved from the folder of the configuration. */
export const readTrafficSettings = (written: WrittenTraffic, resolve: (path: string) => string): TrafficSettings => ({
  ...written,
  table: resolve(written.table ?? DEFAULT_TABLE)
})
