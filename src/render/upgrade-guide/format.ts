import * as z from 'zod'
import {contextLineSchema} from '../release-notes/context-format.ts'

// JSON format of `tenure upgrade`; the published schema is derived from it.

const step = z.strictObject({
  line: contextLineSchema,
  do: z.string().describe('What the client has to do about it, as plain words; empty where the line says it.'),
  replacements: z.array(z.string()),
  stop: z.string().optional().describe('A release between that has both what goes and what replaces it.')
})

const waiting = z.strictObject({
  subject: z.string(),
  announced: z.string(),
  until: z.string().optional().describe('A day or a release: promised, or known to have ended it.'),
  lawfulEnd: z.string().optional().describe('The first day on which the declared policy allows the end.'),
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
  uses: z.array(z.string()).optional().describe('The endpoints of the client; left out where nobody said.'),
  leftOut: z.int().describe('How many changes have nothing to do with them.'),
  partial: z
    .array(z.string())
    .optional()
    .describe('The releases of which not all could be read: more may have changed.'),
  incomplete: z.boolean().optional().describe('The record does not say everything: more may have changed.'),
  before: z.array(step).describe('Can be done while the old release still answers.'),
  moving: z.array(step).describe('Has to be done with the move.'),
  check: z.array(step).describe('Whether these break, nobody can tell.'),
  waiting: z.array(waiting).describe('Deprecated, and still there.'),
  help: z.array(contextLineSchema).describe('What is new.')
})

export type UpgradeOutput = z.infer<typeof upgradeSchema>
