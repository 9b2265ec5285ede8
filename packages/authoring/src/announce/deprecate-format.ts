import {headFormat} from '@tenure/core/app/head-format'
import {day, other, type Written} from '@tenure/core/outputs/report/json-format'
import * as z from 'zod'

// Single definition of the JSON output of `tenure deprecate` and of its published schema.

export const deprecate = z.strictObject({
  ...headFormat('deprecate'),
  subject: other,
  wrote: z
    .string()
    .optional()
    .describe('The file that was written, unless it was recorded already or with `--dry-run`.'),
  since: day.describe('Since when it counts as deprecated.'),
  sunset: z.string().optional().describe('The sunset: a day or a release.'),
  replacement: other.optional(),
  text: z.string().describe('The sentence to send to clients.'),
  headers: z.array(z.string()).describe('Response headers that say the same (RFC 9745, RFC 8594, RFC 5829).'),
  marks: z
    .array(z.string())
    .describe('The flags for the API description, as lines of YAML, or for server code, as lines of TSDoc.')
})

export type WrittenDeprecation = Written<typeof deprecate>
