import * as z from 'zod'

// Single definition of what `tenure headers` writes, and of its published schema. `runtime/header-table.ts` has its type.

const moment = z
  .strictObject({
    day: z.iso.date().optional().describe('The day in the time zone of its API. Missing if it is not known yet.'),
    at: z.int().optional().describe('The first second of that day, from 1970.'),
    release: z.string().optional().describe('The release, such as `next`.')
  })
  .optional()

const endpoint = z.strictObject({
  api: z.string().optional().describe('Its API, if there are several.'),
  method: z.string().optional().describe('Missing for a prefix, which has all methods.'),
  path: z.string().describe('The path template, or a prefix such as `/v1/**`.'),
  bases: z.array(z.string()).optional().describe('The base paths where it is served, if it has any.'),
  deprecated: moment,
  sunset: moment,
  removed: moment,
  replacement: z.string().optional().describe('What to use in its place, as the history names it.'),
  successor: z.string().optional().describe('The path template of the replacement, if it is an endpoint.'),
  links: z
    .strictObject({deprecation: z.string().optional(), sunset: z.string().optional()})
    .optional()
    .describe('Pages about its deprecation and its sunset.')
})

export const headersSchema = z.strictObject({
  format: z.literal(1),
  apis: z.array(z.strictObject({name: z.string(), timezone: z.string().describe('The time zone of its days.')})),
  endpoints: z
    .array(endpoint)
    .describe(
      'Endpoints that are deprecated, have a sunset, or were removed; without any of these, one whose paths another entry has, too.'
    )
})
