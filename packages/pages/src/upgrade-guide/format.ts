import * as z from 'zod'
import {contextLineSchema} from '../release-notes/context-format.ts'

// JSON format of `tenure upgrade`; the published schema is derived from it.

const step = z.strictObject({
  line: contextLineSchema,
  do: z.string().describe('What the client must do, as plain text. Empty if the line says it.'),
  replacements: z.array(z.string()),
  stop: z.string().optional().describe('A release in between that has both the subject and its replacement.')
})

const pending = z.strictObject({
  subject: z.string(),
  announced: z.string(),
  until: z.string().optional().describe('The sunset or a known end of support: a day or a release.'),
  earliestEnd: z.string().optional().describe('The earliest end of support under the declared policy.'),
  replacement: z.string().optional()
})

export const upgradeSchema = z.strictObject({
  format: z.literal(1),
  command: z.literal('upgrade'),
  service: z.string(),
  asOf: z.string(),
  policy: z.strictObject({name: z.string(), declared: z.boolean()}),
  source: z.strictObject({kind: z.string(), path: z.string(), partial: z.boolean()}),
  from: z.string(),
  to: z.string(),
  uses: z.array(z.string()).optional().describe('The endpoints of the client, with `--uses`.'),
  leftOut: z.int().describe("The number of changes that don't affect them."),
  partial: z
    .array(z.string())
    .optional()
    .describe('Releases that could be read only in part, so changes can be missing.'),
  incomplete: z.boolean().optional().describe('The history has gaps, so changes can be missing.'),
  before: z.array(step).describe('Steps for before the upgrade.'),
  moving: z.array(step).describe('Steps for the upgrade itself.'),
  check: z.array(step).describe('Changes to review.'),
  later: z.array(pending).describe('Deprecated subjects that are still there.'),
  help: z.array(contextLineSchema).describe('Additions.')
})

export type UpgradeOutput = z.infer<typeof upgradeSchema>
