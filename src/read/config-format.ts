import * as z from 'zod'
import {formatVersion, subjectText, text} from './format.ts'
import {waiver} from './history-format.ts'

const level = z.enum(['off', 'info', 'warning', 'error'])
const option = z.union([z.boolean(), text])
const part = {
  field: text.optional(),
  parameter: text.optional(),
  header: text.optional(),
  value: text.optional(),
  in: z.enum(['request', 'response']).optional()
}

/** `tenure.yaml`: where things are, and how rules are set. */
export const config = z.strictObject({
  format: formatVersion,
  history: text.optional().describe('The history: a file, or a folder with `service.yaml`.'),
  spec: text.optional().describe('The API description, by its path from this file.'),
  policy: text.optional().describe("A policy file, or a preset's name; the history's own goes first."),
  rules: z
    .record(
      z.string(),
      z.union([level, z.strictObject({level: level.optional(), options: z.record(z.string(), option).optional()})])
    )
    .optional()
    .describe('Levels and options of rules, by their id.'),
  waivers: z
    .array(waiver.extend({subject: subjectText, ...part}))
    .optional()
    .describe('Exceptions for what is not yet released.')
})

export type WrittenConfig = z.infer<typeof config>
