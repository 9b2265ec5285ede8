import * as z from 'zod'
import {day, level, type Written} from '../../outputs/report/json-format.ts'

// Single definition of the JSON output of `tenure explain`, and of its published schemas.

const texts = z.record(z.string(), z.string())

const rule = {
  id: z.string(),
  since: z.string().describe('The version of tenure that introduced it.'),
  level: level.describe('The default level.'),
  watches: z
    .enum(['judgment', 'lifecycle', 'event', 'use', 'served', 'clientBreak', 'history'])
    .describe('The items that it checks, one by one.'),
  summary: z.string(),
  url: z.string().optional().describe('The page that documents the rule, relative to the package if it has no scheme.'),
  options: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe('Options with their default values.')
}

export const rulesSchema = z.array(z.strictObject(rule))

const example = z
  .strictObject({
    title: z.string(),
    kind: z.enum(['loud', 'quiet', 'undetermined']),
    history: z.string().describe('A history file.'),
    policy: z.string().optional().describe('A policy file. Default: `thirteen-months`.'),
    asOf: day.optional(),
    specs: texts.optional().describe('API descriptions by release.'),
    code: texts.optional().describe('Client code by file name.'),
    stale: z.array(z.string()).optional().describe('Pages with outdated managed sections.'),
    adopted: day.optional().describe('The day of the first commit with the history.'),
    traffic: texts.optional().describe('The files of a table of traffic.'),
    served: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .describe('Where what is served differs from the history.'),
    historyBefore: z.string().optional().describe('The history before the change.'),
    version: z
      .strictObject({
        base: z.string(),
        here: z.string().optional(),
        released: z.string().optional(),
        changes: z.array(z.string())
      })
      .optional()
      .describe('The versions of the change and of its base, with the changes.'),
    recorded: texts.optional().describe('Since when the history has contained an announcement, by verb and subject.'),
    messages: z.array(z.string()).describe('The messages in order.')
  })
  .describe('A small history with the messages of the rule.')

const explainedRule = z.strictObject({
  ...rule,
  lowerLevel: level.or(z.literal('off')).optional().describe('The level of some of its findings.'),
  policyKey: z
    .string()
    .optional()
    .describe("The key of a policy that decides what it reports. A configuration can't lower its level."),
  reportsVerdict: z
    .literal(true)
    .optional()
    .describe('Whether it reports a verdict: it leads among equal verdicts on one event.'),
  ofWriting: z.literal(true).optional().describe('It checks how a history is written.'),
  needsAuthor: z
    .literal(true)
    .optional()
    .describe('The gate reports it for past releases too, because only a person can add what is missing.'),
  why: z.string(),
  messages: texts.describe('Messages with placeholders.'),
  examples: z.array(example)
})

const effect = z.enum(['breaking', 'compatible', 'review'])

const explainedKind = z.strictObject({
  kind: z.string(),
  title: z.string(),
  means: z.string(),
  effects: z
    .strictObject({request: effect.optional(), response: effect.optional()})
    .describe('The effects by default, on the sides on which it can be observed.'),
  decidedBy: z.enum(['kind', 'schemas']).describe('`schemas`: what the schemas prove comes before the kind.'),
  wider: z.string().optional().describe('A kind whose policy entry applies to it, too.'),
  example: z
    .string()
    .optional()
    .describe('Two descriptions in one: lines after `# old` are in the older one, after `# new` in the newer one.')
})

export const explain = z.union([explainedRule, explainedKind])

export type WrittenRules = Written<typeof rulesSchema>
export type WrittenRule = Written<typeof explainedRule>
export type WrittenKind = Written<typeof explainedKind>
