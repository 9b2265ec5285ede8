import * as z from 'zod'
import {day, level} from '../../report/formats/json-format.ts'

// Single definition of the JSON output of `tenure rules` and `tenure explain`, and of their published schemas.

const texts = z.record(z.string(), z.string())

const rule = {
  id: z.string(),
  since: z.string().describe('The version that brought it.'),
  level: level.describe('Where the configuration sets no other.'),
  watches: z.enum(['judgement', 'lifecycle', 'event', 'use', 'history']).describe('What it looks at, one by one.'),
  summary: z.string(),
  url: z.string().optional().describe('The page that documents the rule, relative to the package if it has no scheme.'),
  options: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe('Its options, with their defaults.')
}

export const rulesSchema = z.array(z.strictObject(rule))

const example = z
  .strictObject({
    title: z.string(),
    kind: z.enum(['loud', 'quiet', 'undetermined']),
    history: z.string().describe('A history file.'),
    policy: z.string().optional().describe('A policy file; `thirteen-months` where it is left out.'),
    asOf: day.optional(),
    specs: texts.optional().describe('API descriptions, by the names of releases.'),
    code: texts.optional().describe('The code of a client, by the names of its files.'),
    stale: z.array(z.string()).optional().describe('Pages whose zones are not as the record would fill them.'),
    adoptedBefore: day.optional().describe('The day of adoption before the change.'),
    recorded: texts.optional().describe('Since when the record has held an announcement, by verb and subject.'),
    says: z.array(z.string()).describe('The messages in order.')
  })
  .describe('A small record, and what the rule says of it.')

export const explain = z.strictObject({
  ...rule,
  carriesPromise: z.literal(true).optional().describe('Of equal verdicts on one event, it leads.'),
  ofWriting: z.literal(true).optional().describe('It is about how a record is written.'),
  owed: z.literal(true).optional().describe('The gate tells it of releases that are out, too.'),
  why: z.string(),
  messages: texts.describe('What it may say, with slots for the facts.'),
  examples: z.array(example)
})

export type WrittenRules = z.infer<typeof rulesSchema>
export type WrittenRule = z.infer<typeof explain>
